"""Benchmarks of the table server, on one machine over loopback."""
