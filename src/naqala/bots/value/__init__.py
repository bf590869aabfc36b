"""How good a position is: points, features, the value net and its weights."""
