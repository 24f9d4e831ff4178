"""Cases in the format of section 6 of the rules: read, checked, and played through the real engine."""
