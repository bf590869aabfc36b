"""What the table server costs: everything on this machine, over loopback, bounded in time."""
