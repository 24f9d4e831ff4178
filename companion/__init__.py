"""The companion at the table: wiring, files, threads, screen and words. Imports everybody, is imported by nobody."""

import os

# The products of the sticker reader are small: with several threads each takes many times longer than with one. This
# must be said before numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
