import os

# Small matrix products take many times longer with several threads; this must be said before numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
