"""The texts that the engine of the site has."""

from __future__ import annotations

import re
from pathlib import Path

from web.site.build import NOT_FOR_ENGINE, copy_package

MESSAGE = re.compile(r"""say\(\s*f?["'](\w+)\.""")


def test_the_engine_has_every_section_that_its_modules_use(tmp_path: Path) -> None:
    copy_package(tmp_path / "naqala")
    used = {
        (path.relative_to(tmp_path).as_posix(), section)
        for path in tmp_path.rglob("*.py")
        for section in MESSAGE.findall(path.read_text(encoding="utf-8"))
    }
    assert len(used) > len(NOT_FOR_ENGINE)
    assert {(path, section) for path, section in used if section in NOT_FOR_ENGINE} == set()
