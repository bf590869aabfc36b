"""The command `naqala`: play in the terminal, serve tables, advise, simulate, measure."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from naqala import __version__
from naqala.bots.one_thread import use_one_thread
from naqala.text import catalogue

EXTRAS = {
    "asyncpg": "postgres",
    "distributed": "cluster",
    "joblib": "bots",
    "msgspec": "serve",
    "numpy": "bots",
    "platformdirs": "serve",
    "prometheus_client": "serve",
    "pyarrow": "data",
    "rich": "play",
    "segno": "serve",
    "starlette": "serve",
    "uvicorn": "serve",
    "websockets": "serve",
}
"""The extra that installs each package."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; exit code 1 and a message if an extra is not installed."""
    given = sys.argv[1:] if arguments is None else arguments
    if [*given] == ["--version"]:  # works without any extra
        print(f"naqala {__version__}")
        return 0
    use_one_thread()
    try:
        from naqala.cli.command import main as run

        return run(given)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        from naqala.cli.language import language_of

        words = catalogue(language_of(given))
        message = words.say("terminal.extra_missing", package=package, extra=EXTRAS[package])
        print(f"naqala: {message}", file=sys.stderr)
        return 1
