"""The table in the terminal: board, panels, choices, help."""
