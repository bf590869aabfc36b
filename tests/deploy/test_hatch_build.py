"""Building the page into what is installed."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


hook = loaded()


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A repository with a page of two files, built."""
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "index.html").write_text("<p>")
    (tmp_path / "web" / "src" / "main.ts").write_text("let camel = 8;")
    page = tmp_path / hook.PAGE
    page.mkdir(parents=True)
    (page / "index.html").write_text("<p>")
    (page / hook.DIGEST).write_text(hook.digest(tmp_path))
    return tmp_path


def node(folder: Path, version: str) -> None:
    """Put programs called node and npm into a folder."""
    folder.mkdir(exist_ok=True)
    for name in ("node", "npm"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {version}\n")
        program.chmod(0o755)


def test_a_page_that_is_as_new_as_its_sources_is_not_built_again(house: Path) -> None:
    assert not hook.is_outdated(house)
    assert not hook.build(house)


def test_a_page_is_outdated_when_a_source_changes(house: Path) -> None:
    (house / "web" / "src" / "main.ts").write_text("let camel = 9;")
    assert hook.is_outdated(house)


def test_a_page_is_outdated_when_a_source_gets_another_name(house: Path) -> None:
    (house / "web" / "src" / "main.ts").rename(house / "web" / "src" / "start.ts")
    assert hook.is_outdated(house)


def test_tests_and_what_was_fetched_do_not_make_a_page_outdated(house: Path) -> None:
    for name in ("tests", "node_modules"):
        (house / "web" / name).mkdir()
        (house / "web" / name / "more.ts").write_text("let tent = 1;")
    assert not hook.is_outdated(house)


def test_a_built_page_without_its_sources_is_taken_as_it_is(house: Path) -> None:
    shutil.rmtree(house / "web")
    assert not hook.build(house)


def test_without_page_and_sources_nothing_can_be_built(house: Path) -> None:
    shutil.rmtree(house / "web")
    shutil.rmtree(house / hook.PAGE)
    with pytest.raises(hook.CannotBuild, match="its source, is missing"):
        hook.build(house)


@pytest.mark.skipif(os.name == "nt", reason="programs are shell scripts here")
@pytest.mark.parametrize(
    ("version", "enough"),
    [("v20.19.0", True), ("v24.1.0", True), ("v20.18.9", False), ("v8.17.0", False), ("?", False)],
)
def test_node_is_taken_from_the_path_if_it_is_new_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, enough: bool
) -> None:
    node(tmp_path / "bin", version)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert bool(hook.node_of_path()) == enough


@pytest.mark.parametrize("outdated", [True, False])
@pytest.mark.parametrize("found", ["", "/usr/bin/node"])
def test_a_package_with_node_is_asked_for_only_when_it_is_needed(
    house: Path, monkeypatch: pytest.MonkeyPatch, outdated: bool, found: str
) -> None:
    if outdated:
        (house / hook.PAGE / "index.html").unlink()
    monkeypatch.setattr(hook, "node_of_path", lambda: found)
    built = hook.PageHook(str(house), {}, None, None, "", "wheel")
    assert built.dependencies() == ([hook.NODE_PACKAGE] if outdated and not found else [])


def test_without_any_node_a_sentence_says_what_would_help(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (house / hook.PAGE / "index.html").unlink()
    monkeypatch.setattr(hook, "node_of_path", lambda: "")
    monkeypatch.setattr(hook, "node_of_package", list)
    (house / "web" / "package-lock.json").write_text("{}")
    with pytest.raises(hook.CannotBuild, match=r"no Node 20\.19 or newer"):
        hook.build(house)


def test_a_wheel_and_a_source_distribution_hold_the_built_page(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = wheel.namelist()
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as source:
        sources = [name.split("/", 1)[1] for name in source.getnames()]
    built = {name for name in names if name.startswith("naqala/server/page/")}
    for end in ("index.html", "manifest.webmanifest", "icon-512.png", ".js", ".css"):
        assert any(name.endswith(end) for name in built), end
    assert {f"src/{name}" for name in built} <= set(sources)
    assert {"web/package-lock.json", "web/src/main.ts", "hatch_build.py"} <= set(sources)
    # The tests of the readme and of the container run in a source distribution too.
    assert {"README.md", "LICENSE", ".dockerignore", "deploy/Containerfile"} <= set(sources)
    assert not any("node_modules" in name for name in (*names, *sources))


def test_links_of_the_readme_work_on_a_package_index() -> None:
    text = '[a](docs/a.md) ![b](p/b.png) <img src="p/c.png"> [d](#d) [e](https://e.example)'
    assert hook.absolute_links(text, "P/", "R/") == (
        '[a](P/docs/a.md) ![b](R/p/b.png) <img src="R/p/c.png"> [d](#d) [e](https://e.example)'
    )


def test_every_relative_link_of_the_readme_leads_somewhere() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    absolute = hook.absolute_links(text, "repository:", "repository:")
    linked = re.findall(r"repository:([^)#\"\s]+)", absolute)
    assert linked
    for each in linked:
        assert (ROOT / each).exists(), each


def test_the_site_links_to_the_repository_of_the_package() -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    assert f"\nrepo_url: {urls['Source']}\n" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert all(url.startswith(urls["Source"]) for url in urls.values())


def test_the_locked_packages_name_no_registry() -> None:
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
