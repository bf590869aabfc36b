"""Open tables: lock, write, broadcast, timeouts, bots and presence."""
