"""NumPy uses one thread, and tests in browsers run first."""

import os
from pathlib import Path

# This must be set before NumPy is loaded: nets are small, and every core is busy with other tests.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import pytest

IN_BROWSERS = ("static_site", "page")
TESTS = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the longest tests first, so that no process is left alone with one at the end."""
    folders = {name: number for number, name in enumerate(IN_BROWSERS)}

    def place(item: pytest.Item) -> int:
        inside = item.path.is_relative_to(TESTS)
        folder = item.path.relative_to(TESTS).parts[0] if inside else ""
        return folders.get(folder, len(folders))

    items.sort(key=place)
