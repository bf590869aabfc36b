"""What operators need: settings, logs, metrics, health."""
