"""Matches between bots: lineups, games, standings, ratings."""
