"""Benchmarks of Naqala beside other game libraries in the same run: `python -m benchmarks`."""

import os

# Everything is measured on one core; NumPy reads this when it is first imported.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
