"""What everybody sees, what one seat sees, and the messages that carry it."""
