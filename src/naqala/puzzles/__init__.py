"""Puzzles: positions in which one turn is clearly the best."""
