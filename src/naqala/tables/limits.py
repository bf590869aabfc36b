"""Limits on the number of tables and entries."""

MOST_TABLES = 100
"""Unfinished tables per guest."""
MOST_LISTED = 100
"""Tables in one list."""
MOST_ENTRIES = 10_000
"""Entries in a log. Beyond this, only actions of the game are accepted."""
