"""Addresses: where other devices reach this server, and where clients come from."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Thread

PROBES = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses reserved for documentation (RFC 5737, RFC 3849), which no machine has."""
RESOLVER_SECONDS = 1.0
"""How long looking up the name of this machine may take."""


def reachable(host: str, port: int) -> tuple[str, ...]:
    """URLs at which other devices reach a server that listens on this host; may be empty."""
    try:
        address = ip_address(host or "0.0.0.0")
    except ValueError:  # a host name
        return ()
    if is_loopback(host):
        return ()
    if not address.is_unspecified:
        return (url(str(address), port),)
    # A socket that listens on IPv6 also accepts IPv4.
    found = [each for each in own_addresses() if address.version == 6 or each.version == 4]
    return tuple(url(str(each), port) for each in sorted(found, key=lambda each: each.version))


def is_loopback(host: str) -> bool:
    """Whether an address or a name is a loopback address."""
    try:
        address = ip_address(host.strip("[]"))
        return (getattr(address, "ipv4_mapped", None) or address).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def in_networks(host: str, networks: tuple[str, ...]) -> bool:
    """Whether an address lies in one of these networks."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in ip_network(each, strict=False) for each in networks)


@lru_cache(maxsize=4096)
def rate_limit_key(host: str) -> str:
    """An IPv4 address, or the /64 network of an IPv6 address: what one household usually has."""
    try:
        address = ip_address(host)
    except ValueError:
        return host[:64]
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False))


def url(host: str, port: int) -> str:
    """The URL of the page."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def own_addresses() -> list[IPv4Address | IPv6Address]:
    """The addresses of this machine in its networks, the default one first."""
    found: dict[IPv4Address | IPv6Address, None] = {}
    for text in (*_routed(), *_named()):
        with suppress(ValueError):
            address = ip_address(text)
            if not (address.is_loopback or address.is_link_local or address.is_unspecified):
                found[address] = None
    return list(found)


def _routed() -> Iterator[str]:
    """The addresses from which this machine sends to others.

    Connecting a UDP socket looks up the route without sending anything.
    """
    for family, other in PROBES:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((other, 9))
            yield probe.getsockname()[0]


def _named() -> list[str]:
    """The addresses of this machine's host name, within `RESOLVER_SECONDS`."""
    found: list[str] = []

    def look_up() -> None:
        with suppress(OSError, UnicodeError):
            name = socket.gethostname()
            found.extend(str(each[4][0]) for each in socket.getaddrinfo(name, None))

    looking = Thread(target=look_up, daemon=True)
    looking.start()
    looking.join(RESOLVER_SECONDS)
    return found
