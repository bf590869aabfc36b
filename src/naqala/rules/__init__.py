"""The rules of the game: a pure library, standard library only."""
