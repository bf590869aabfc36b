"""The command `naqala`: play in the terminal, simulate, replay, measure."""

from naqala.cli.command import main

__all__ = ["main"]
