"""Benchmarks of Naqala beside other game libraries in the same run: `python -m benchmarks`."""

from naqala.bots.one_thread import use_one_thread

use_one_thread()  # everything is measured on one core
