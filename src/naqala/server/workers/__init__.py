"""Worker processes in which bots and the adviser think."""
