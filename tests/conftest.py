"""NumPy works with one thread: nets are small, and every core has tests of its own to run."""

import os

# It must know before it is loaded.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
