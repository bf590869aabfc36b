"""NumPy uses one thread: nets are small, and every core is busy with other tests."""

import os

# This must be set before NumPy is loaded.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
