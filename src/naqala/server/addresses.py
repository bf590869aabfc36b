"""Where other devices reach a server: the addresses of this machine in its networks."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Thread

PROBES = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses for documentation (RFC 5737, RFC 3849), which no machine has."""
RESOLVER_SECONDS = 1.0
"""How long the name of this machine is looked up."""


def reachable(host: str, port: int) -> tuple[str, ...]:
    """The addresses at which other devices find a server that listens here; perhaps none."""
    try:
        address = ip_address(host or "0.0.0.0")
    except ValueError:  # a name
        return ()
    if is_loopback(host):
        return ()
    if not address.is_unspecified:
        return (url(str(address), port),)
    # One that listens to version 6 answers version 4 as well.
    found = [each for each in own_addresses() if address.version == 6 or each.version == 4]
    return tuple(url(str(each), port) for each in sorted(found, key=lambda each: each.version))


def is_loopback(host: str) -> bool:
    """Whether an address or a name is that by which a machine speaks of itself."""
    try:
        address = ip_address(host.strip("[]"))
        return (getattr(address, "ipv4_mapped", None) or address).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def url(host: str, port: int) -> str:
    """The address of the page of a server."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def own_addresses() -> list[IPv4Address | IPv6Address]:
    """The addresses of this machine that its networks know, the usual one first."""
    found: dict[IPv4Address | IPv6Address, None] = {}
    for text in (*_routed(), *_named()):
        with suppress(ValueError):
            address = ip_address(text)
            if not (address.is_loopback or address.is_link_local or address.is_unspecified):
                found[address] = None
    return list(found)


def _routed() -> Iterator[str]:
    """The addresses from which this machine would send to others.

    To connect a UDP socket looks up the route and sends nothing.
    """
    for family, other in PROBES:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((other, 9))
            yield probe.getsockname()[0]


def _named() -> list[str]:
    """The addresses that the name of this machine stands for; nobody waits long for a resolver."""
    found: list[str] = []

    def look_up() -> None:
        with suppress(OSError, UnicodeError):
            name = socket.gethostname()
            found.extend(str(each[4][0]) for each in socket.getaddrinfo(name, None))

    looking = Thread(target=look_up, daemon=True)
    looking.start()
    looking.join(RESOLVER_SECONDS)
    return found
