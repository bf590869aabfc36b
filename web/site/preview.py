"""Serve the built site as any static host would (`make site-preview`)."""

from __future__ import annotations

import argparse
import os
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from web.site.build import SITE

TYPES = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


class Handler(SimpleHTTPRequestHandler):
    """Serves files with the types that browsers require of scripts and WebAssembly."""

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Only errors are logged."""

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """The content type of a file."""
        return TYPES.get(Path(path).suffix) or super().guess_type(path)


def server(folder: Path = SITE, port: int = 0) -> ThreadingHTTPServer:
    """A server on this machine for the files of a folder; the system chooses port 0."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))


def main() -> None:
    """Serve the site until it is interrupted."""
    parser = argparse.ArgumentParser(prog="python -m web.site.preview", description=__doc__)
    parser.add_argument("--port", type=int, default=8421)
    options = parser.parse_args()
    with server(port=options.port) as preview:
        print(f"http://127.0.0.1:{preview.server_port}/  (Ctrl+C ends it)")
        with suppress(KeyboardInterrupt):
            preview.serve_forever()


if __name__ == "__main__":
    main()
