"""Training of the value nets. The package does not import this."""
