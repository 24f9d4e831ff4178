"""The companion at the table: wiring, files, threads, screen and words. Imports everybody, is imported by nobody."""
