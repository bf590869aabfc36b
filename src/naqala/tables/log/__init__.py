"""The log of a table and the state that results from replaying it."""
