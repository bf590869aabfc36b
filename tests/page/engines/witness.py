"""`naqala` with a witness: a script before all others that keeps what goes wrong in the page.

WebKit's driver tells nothing of the console; Firefox tells it by itself.
"""

from __future__ import annotations

import sys

from naqala.cli import main
from naqala.server.http import static_files

KEPT = "complaints"
"""Where a tab keeps them, over reloads too."""
SCRIPT = f"""
const kept = JSON.parse(sessionStorage.getItem('{KEPT}') ?? '[]');
const keep = (...said) => {{
  kept.push(said.map(String).join(' '));
  sessionStorage.setItem('{KEPT}', JSON.stringify(kept));
}};
addEventListener('error', (event) => keep('error', event.message ?? event.target.outerHTML), true);
addEventListener('unhandledrejection', (event) => keep('rejection', event.reason));
addEventListener('securitypolicyviolation', (event) => keep('policy', event.violatedDirective));
for (const level of ['error', 'warn']) {{
  const log = console[level];
  console[level] = (...said) => {{
    keep(level, ...said);
    log(...said);
  }};
}}
"""


def install() -> None:
    """Put the script in front of the page."""
    files = static_files.built_page().files
    html = files["/index.html"].body
    loaded = html.replace(b"<head>", b'<head><script src="/witness.js"></script>', 1)
    assert loaded != html
    files["/index.html"] = static_files.CachedFile(loaded, "text/html")
    files["/witness.js"] = static_files.CachedFile(SCRIPT.encode(), "text/javascript")


if __name__ == "__main__":
    install()
    sys.exit(main())
