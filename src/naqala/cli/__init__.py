"""The command `naqala`: play in the terminal, serve tables, advise, simulate, measure."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from naqala.text import catalogue

EXTRAS = {
    "asyncpg": "postgres",
    "distributed": "cluster",
    "joblib": "bots",
    "msgspec": "serve",
    "numpy": "bots",
    "platformdirs": "serve",
    "prometheus_client": "serve",
    "rich": "play",
    "segno": "serve",
    "starlette": "serve",
    "uvicorn": "serve",
    "websockets": "serve",
}
"""The extra that installs each package."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; exit code 1 and a message if an extra is not installed."""
    try:
        from naqala.cli.command import main as run

        return run(arguments)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        from naqala.cli.language import language_of

        words = catalogue(language_of(sys.argv[1:] if arguments is None else arguments))
        message = words.say("terminal.extra_missing", package=package, extra=EXTRAS[package])
        print(f"naqala: {message}", file=sys.stderr)
        return 1
