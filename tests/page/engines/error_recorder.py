"""Run `naqala` with a script in the page that records errors and warnings.

WebKit's driver does not report the console.
"""

from __future__ import annotations

import sys

from naqala.cli import main
from naqala.server.http import static_files

STORAGE_KEY = "errors"
"""The key in the session storage, which survives reloads."""
SCRIPT = f"""
const recorded = JSON.parse(sessionStorage.getItem('{STORAGE_KEY}') ?? '[]');
const record = (...parts) => {{
  recorded.push(parts.map(String).join(' '));
  sessionStorage.setItem('{STORAGE_KEY}', JSON.stringify(recorded));
}};
addEventListener(
  'error', (event) => record('error', event.message ?? event.target.outerHTML), true
);
addEventListener('unhandledrejection', (event) => record('rejection', event.reason));
addEventListener('securitypolicyviolation', (event) => record('policy', event.violatedDirective));
for (const level of ['error', 'warn']) {{
  const log = console[level];
  console[level] = (...parts) => {{
    record(level, ...parts);
    log(...parts);
  }};
}}
"""


def install() -> None:
    """Load the script before all others of the page."""
    files = static_files.built_page().files
    html = files["/index.html"].body
    changed = html.replace(b"<head>", b'<head><script src="/error_recorder.js"></script>', 1)
    assert changed != html
    files["/index.html"] = static_files.CachedFile(changed, "text/html")
    files["/error_recorder.js"] = static_files.CachedFile(SCRIPT.encode(), "text/javascript")


if __name__ == "__main__":
    install()
    sys.exit(main())
