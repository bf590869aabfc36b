"""Data sets: many games as records, and as tables for pandas and polars.

`DataSet` plays the games of a `Plan` into a folder; `rows_of` turns any finished game into rows.
"""

from naqala.datasets.data_set import BadFolder, DataSet, WriteError
from naqala.datasets.finished_game import FinishedGame
from naqala.datasets.plan import Plan, RandomGames, all_modes
from naqala.datasets.rows import rows_of
from naqala.datasets.tables import TABLES, Column, Rows, columns

__all__ = [
    "TABLES",
    "BadFolder",
    "Column",
    "DataSet",
    "FinishedGame",
    "Plan",
    "RandomGames",
    "Rows",
    "WriteError",
    "all_modes",
    "columns",
    "rows_of",
]
