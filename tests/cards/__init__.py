"""Tests of the real cards: each shows what its card does at the table."""
