"""Hooks of the documentation site (mkdocs.yml)."""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath
from typing import Any

UPWARDS = re.compile(r"\]\((\.\./[^)]+)\)")
"""A link to something above the folder of the page."""


def on_page_markdown(markdown: str, page: Any, config: Any, **_: Any) -> str:
    """Point links that leave `docs/` to the repository."""

    def target(link: re.Match[str]) -> str:
        path = normpath(join("docs", dirname(page.file.src_uri), link[1]))
        outside = not path.startswith("docs/")
        return f"]({config['repo_url']}/blob/main/{path})" if outside else link[0]

    return UPWARDS.sub(target, markdown)
