"""Worker processes for bots and the adviser."""
