"""Buttons, lamps and voice. Knows no games."""
