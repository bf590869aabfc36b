"""Hooks of the documentation site (mkdocs.yml)."""

from __future__ import annotations

import re
from typing import Any

OUTSIDE = re.compile(r"\]\(\.\./([^)]+)\)")
"""A link to a file of the repository that is not part of the site."""


def on_page_markdown(markdown: str, config: Any, **_: Any) -> str:
    """Point links that leave `docs/` to the repository."""
    return OUTSIDE.sub(rf"]({config['repo_url']}/blob/main/\1)", markdown)
