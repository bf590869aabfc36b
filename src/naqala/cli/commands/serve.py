"""`naqala serve`: tables over the network, until the process is asked to stop."""

from __future__ import annotations

import os
import re
import sys
import webbrowser
from argparse import Namespace
from collections.abc import Sequence
from ipaddress import ip_network
from threading import Thread

from rich.console import Console

from naqala.bots import BOT_BUDGETS
from naqala.bots.external import ENGINE, load_bot, own_name
from naqala.cli.errors import CommandError, Unavailable
from naqala.cli.ui.qr_code import show_code
from naqala.rules.errors import brief
from naqala.text import Catalogue

BOT_NAME_LENGTH = 24
"""The longest name of a bot; tables refuse longer ones."""
LONGEST_PAUSE = 60.0
LONGEST_AWAY = 86_400.0
NEVER = ("no_database", "no_asyncpg")
"""Errors of a database that a restart cannot fix."""


HERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""The address at which this machine reaches a server that listens everywhere."""


def is_network(text: str) -> bool:
    """Whether a text is an address or a network."""
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def has_screen() -> bool:
    """Whether a graphical browser can be opened; otherwise Python would start a text browser."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def show(address: str) -> None:
    """Open the page in the browser, if there is one, without waiting for it."""
    if has_screen():
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def invite(addresses: Sequence[str], words: Catalogue, console: Console) -> None:
    """Print the addresses for phones, with a QR code."""
    if not addresses:
        console.print(words.say("terminal.no_network"))
        return
    console.print(words.say("terminal.phones", addresses=" ".join(addresses)), soft_wrap=True)
    show_code(addresses[0], console)


def own_bots(asked: Sequence[str]) -> list[tuple[str, str, float]]:
    """The bots that the operator adds: their names, specifications and seconds per turn.

    `NAME=SPEC` or `SPEC`, whose bot has a name of its own. Each is loaded here once, to refuse what
    is not a bot before anybody can play against it.
    """
    found: list[tuple[str, str, float]] = []
    for text in asked:
        named = re.fullmatch(r"\s*([^:=]+?)\s*=(.*)", text, re.DOTALL)
        spec = (named[2] if named else text).strip()
        loaded = load_bot(spec)
        name = named[1] if named else own_name(loaded, spec)
        loaded.close()
        taken = {other.casefold() for other in (*BOT_BUDGETS, *(each[0] for each in found))}
        if name.casefold() in taken:
            raise CommandError("bot_name_taken", name=brief(name))
        if not name.isprintable() or "," in name or len(name) > BOT_NAME_LENGTH:
            raise CommandError("bot_name", name=brief(name), most=BOT_NAME_LENGTH)
        found.append((name, spec, loaded.budget))
    if any(spec.startswith(ENGINE) for _, spec, _ in found):
        from naqala.bots.engines.engine_bot import IDLE

        IDLE.close()  # the workers start their own
    return found


def serve(given: Namespace, words: Catalogue, console: Console) -> int:
    """Serve tables as the command line asks."""
    # Imported here, because the other commands start faster without the server.
    from naqala.server.ops import logs
    from naqala.server.ops.addresses import reachable, url
    from naqala.server.ops.settings import OwnBot, Settings
    from naqala.server.serving import serve as run
    from naqala.server.workers.pool import MOST_WORKERS
    from naqala.tables.errors import Refusal

    if not 0 <= given.port < 1 << 16:
        raise CommandError("no_port", port=given.port)
    if not 0 <= given.pause <= LONGEST_PAUSE:
        raise CommandError("pause_seconds", pause=given.pause, most=LONGEST_PAUSE)
    if not 0 <= given.away <= LONGEST_AWAY:
        raise CommandError("away_seconds", away=given.away, most=LONGEST_AWAY)
    if not given.rate > 0:
        raise CommandError("message_rate", rate=given.rate)
    if not 0 <= given.workers <= MOST_WORKERS:
        raise CommandError("worker_number", workers=given.workers, most=MOST_WORKERS)
    if given.sockets < 1:
        raise CommandError("socket_number", sockets=given.sockets)
    for network in (*given.proxy, *given.monitor):
        if not is_network(network):
            raise CommandError("not_a_network", network=network)
    bots = tuple(OwnBot(*each) for each in own_bots(given.bot))
    logs.begin(given.log, given.log_level)
    settings = Settings(
        host=given.host,
        port=given.port,
        database=given.database,
        data=given.data,
        origins=tuple(given.origin),
        hosts=tuple(name.lower() for name in given.allowed_host),
        pause=given.pause,
        away=given.away,
        workers=given.workers,
        rate=given.rate,
        sockets=given.sockets,
        proxies=tuple(given.proxy),
        monitors=tuple(given.monitor),
        offline=given.offline,
        bots=bots,
    )

    def ready(host: str, port: int) -> None:
        address = url(HERE.get(host, host), port)
        console.print(words.say("terminal.serving", address=address))
        found = reachable(host, port)
        if found or host in HERE:
            invite(found, words, console)
        if given.open:
            show(address)

    try:
        run(settings, ready)
    except Refusal as refusal:
        if refusal.code in NEVER:
            raise
        raise Unavailable(refusal.code, **refusal.values) from None
    return 0
