"""Keeps NumPy from starting threads.

The matrices of a value net are small, so threads wait for each other longer than they compute: on
two busy cores, a bot took five times as long with them.
"""

from __future__ import annotations

import os

ONE_THREAD = dict.fromkeys(
    (
        "OPENBLAS_NUM_THREADS",
        "OMP_NUM_THREADS",
        "MKL_NUM_THREADS",
        "BLIS_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
        "NUMEXPR_NUM_THREADS",
    ),
    "1",
)
"""The environment variables of the libraries that NumPy may use."""


def use_one_thread() -> None:
    """Set the variables that are not set. This must happen before NumPy is imported."""
    for name, number in ONE_THREAD.items():
        os.environ.setdefault(name, number)
