"""Bots with the plain backend, for matches: `naqala arena benchmarks/plain_bots.py:PlainSultan`."""

from naqala.bots.sultan import Sultan
from naqala.bots.value.backend import plain_backend
from naqala.bots.vizier import Vizier


class PlainVizier(Vizier):
    name = "plain-vizier"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, plain_backend())


class PlainSultan(Sultan):
    name = "plain-sultan"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, backend=plain_backend())
