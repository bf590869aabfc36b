"""Building the page into the package."""

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


def load_hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


hook = load_hook()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a built page of two source files."""
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "index.html").write_text("<p>")
    (tmp_path / "web" / "src" / "main.ts").write_text("let camel = 8;")
    page = tmp_path / hook.PAGE
    page.mkdir(parents=True)
    (page / "index.html").write_text("<p>")
    (page / hook.DIGEST).write_text(hook.digest(tmp_path))
    return tmp_path


def install_node(folder: Path, version: str) -> None:
    """Create fake programs node and npm in a folder."""
    folder.mkdir(exist_ok=True)
    for name in ("node", "npm"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {version}\n")
        program.chmod(0o755)


def test_an_up_to_date_page_is_not_built_again(repository: Path) -> None:
    assert not hook.is_outdated(repository)
    assert not hook.build(repository)


def test_a_page_is_outdated_when_a_source_changes(repository: Path) -> None:
    (repository / "web" / "src" / "main.ts").write_text("let camel = 9;")
    assert hook.is_outdated(repository)


def test_a_page_is_outdated_when_a_source_is_renamed(repository: Path) -> None:
    (repository / "web" / "src" / "main.ts").rename(repository / "web" / "src" / "start.ts")
    assert hook.is_outdated(repository)


def test_tests_and_installed_packages_do_not_make_a_page_outdated(repository: Path) -> None:
    for name in ("tests", "node_modules"):
        (repository / "web" / name).mkdir()
        (repository / "web" / name / "more.ts").write_text("let tent = 1;")
    assert not hook.is_outdated(repository)


def test_a_built_page_without_sources_is_used_as_it_is(repository: Path) -> None:
    shutil.rmtree(repository / "web")
    assert not hook.build(repository)


def test_building_without_page_and_sources_fails(repository: Path) -> None:
    shutil.rmtree(repository / "web")
    shutil.rmtree(repository / hook.PAGE)
    with pytest.raises(hook.CannotBuild, match="its source, is missing"):
        hook.build(repository)


@pytest.mark.skipif(os.name == "nt", reason="the fake programs are shell scripts")
@pytest.mark.parametrize(
    ("version", "used"),
    [("v20.19.0", True), ("v24.1.0", True), ("v20.18.9", False), ("v8.17.0", False), ("?", False)],
)
def test_node_on_the_path_is_used_if_it_is_new_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, used: bool
) -> None:
    install_node(tmp_path / "bin", version)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert bool(hook.node_of_path()) == used


@pytest.mark.parametrize("outdated", [True, False])
@pytest.mark.parametrize("found", ["", "/usr/bin/node"])
def test_the_node_package_is_required_only_if_needed(
    repository: Path, monkeypatch: pytest.MonkeyPatch, outdated: bool, found: str
) -> None:
    if outdated:
        (repository / hook.PAGE / "index.html").unlink()
    monkeypatch.setattr(hook, "node_of_path", lambda: found)
    page_hook = hook.PageHook(str(repository), {}, None, None, "", "wheel")
    assert page_hook.dependencies() == ([hook.NODE_PACKAGE] if outdated and not found else [])


def test_without_node_the_error_says_what_to_install(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / hook.PAGE / "index.html").unlink()
    monkeypatch.setattr(hook, "node_of_path", lambda: "")
    monkeypatch.setattr(hook, "node_of_package", list)
    (repository / "web" / "package-lock.json").write_text("{}")
    with pytest.raises(hook.CannotBuild, match=r"no Node 20\.19 or newer"):
        hook.build(repository)


def test_wheel_and_source_distribution_contain_the_built_page(tmp_path: Path) -> None:
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


def test_every_relative_link_of_the_readme_exists() -> None:
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


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
