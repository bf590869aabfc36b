"""Check the built documentation site: python docs/check_site.py dist/docs.

Every link within the site must lead to a page, and its fragment to an element of that page. Links
to the repository must name a file. Nothing may be loaded from another host. Every public name must
be in the API reference.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from functools import cached_property
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parents[1]
PUBLIC = (
    "naqala",
    "naqala.text",
    "naqala.bots",
    "naqala.bots.advice",
    "naqala.bots.engines",
    "naqala.envs",
    "naqala.datasets",
)
"""The packages whose exported names are documented."""
LOADING = {"img", "script", "source", "iframe", "video", "audio", "embed"}
"""Elements whose `src` is loaded with the page."""
LOADED = {"stylesheet", "icon", "preload", "modulepreload"}
"""Relations of a `link` that is loaded with the page."""
IN_STYLES = re.compile(r"(?:@import\s*|url\(\s*)[\"']?((?:https?:)?//[^\"')\s;]+)")


class Link(NamedTuple):
    """A reference to something else."""

    target: str
    loaded: bool
    """Whether browsers load it with the page."""


class Page(HTMLParser):
    """The links of a page, and the elements that links can lead to."""

    def __init__(self, path: Path) -> None:
        """Read the file."""
        super().__init__()
        self.path = path
        self.links: list[Link] = []
        self.ids: set[str] = {""}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the links and the names of an element."""
        found = {name: value or "" for name, value in attrs}
        self.ids |= {found.get("id", ""), found.get("name", "") if tag == "a" else ""}
        if "href" in found and tag != "base":
            loaded = tag == "link" and not LOADED.isdisjoint(found.get("rel", "").split())
            if tag != "link" or loaded:
                self.links.append(Link(found["href"], loaded))
        if "src" in found:
            self.links.append(Link(found["src"], tag in LOADING))


class Site:
    """A folder with a built site."""

    def __init__(self, folder: Path, repository: str = "") -> None:
        """Check this folder; `repository` is the address of the files on main."""
        self.folder = folder.resolve()
        self.repository = repository

    @cached_property
    def pages(self) -> dict[Path, Page]:
        """All pages by their files."""
        return {path: Page(path) for path in sorted(self.folder.rglob("*.html"))}

    def faults(self) -> Iterator[str]:
        """What is wrong, one sentence for each fault."""
        for page in self.pages.values():
            for link in page.links:
                if why := self._fault(page, link):
                    yield f"{page.path.relative_to(self.folder)}: {link.target} {why}"
        for path in sorted(self.folder.rglob("*.css")):
            for target in IN_STYLES.findall(path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(self.folder)}: {target} is loaded from another host"

    def _fault(self, page: Page, link: Link) -> str:
        address = urlsplit(link.target)
        if address.scheme == "data":
            return ""
        if address.scheme or address.netloc:
            if link.loaded:
                return "is loaded from another host"
            return self._repository_fault(link.target)
        path = unquote(address.path)
        # Only the page for missing pages has absolute links: it can be shown at any address.
        start = self.folder if path.startswith("/") else page.path.parent
        target = (start / path.lstrip("/")).resolve() if path else page.path
        if target.is_dir():
            target /= "index.html"
        if not target.is_file() or not target.is_relative_to(self.folder):
            return "does not exist"
        known = self.pages.get(target)
        if known is not None and unquote(address.fragment) not in known.ids:
            return "has no such section"
        return ""

    def _repository_fault(self, target: str) -> str:
        if self.repository and target.startswith(self.repository):
            path = unquote(urlsplit(target.removeprefix(self.repository)).path)
            return "" if (ROOT / path).exists() else "is not in the repository"
        return ""

    def missing(self, names: Iterable[tuple[str, str]]) -> list[str]:
        """The public names that no page documents, given with the names of their definitions."""
        ids = {each for page in self.pages.values() for each in page.ids}
        return [name for name, definition in names if not {name, definition} & ids]


def public_names() -> Iterator[tuple[str, str]]:
    """Every exported name, and where it is defined."""
    for package in PUBLIC:
        module = import_module(package)
        for name in module.__all__:
            found = getattr(module, name)
            if isinstance(found, type(module)):  # a module: its classes are documented
                for each, part in vars(found).items():
                    if isinstance(part, type) and part.__module__ == found.__name__:
                        yield f"{package}.{name}.{each}", f"{found.__name__}.{each}"
                continue
            place = getattr(found, "__module__", package)
            yield f"{package}.{name}", f"{place}.{name}"


def main() -> None:
    """Print what is wrong, and fail if there is anything."""
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    repository = re.search(r"^repo_url: (\S+)$", settings, re.M)
    assert repository is not None
    site = Site(Path(sys.argv[1]), f"{repository[1]}/blob/main/")
    faults = [*site.faults()]
    faults += [f"{name} is not documented" for name in site.missing(public_names())]
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(site.pages)} pages, {sum(len(page.links) for page in site.pages.values())} links")
    sys.exit(1 if faults or not site.pages else 0)


if __name__ == "__main__":
    main()
