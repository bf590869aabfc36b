"""Bots in other programs: the engine protocol, clients for it, and a bot that plays through it.

docs/engine-protocol.md describes the protocol. `Engine` and `AsyncEngine` start a program and ask
it; `EngineBot` seats it like any other bot; `serve` lets a bot of Python speak the protocol.
"""

from naqala.bots.engines.async_client import AsyncEngine, AsyncThinking
from naqala.bots.engines.client import Engine, Thinking
from naqala.bots.engines.protocol import EngineError, EngineOption, Info

__all__ = [
    "AsyncEngine",
    "AsyncThinking",
    "Engine",
    "EngineError",
    "EngineOption",
    "Info",
    "Thinking",
]
