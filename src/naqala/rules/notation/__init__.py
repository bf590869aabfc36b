"""Actions, positions and records as text, read and written."""
