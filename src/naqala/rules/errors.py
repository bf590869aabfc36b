"""What can be refused.

NaqalaError (a ValueError)
├── BadOptions       a game that cannot be set up
├── BadText          text that is not an action, a record or a position
└── IllegalAction    an action that is not among the legal ones
"""


class NaqalaError(ValueError):
    """Something was refused; the message is a sentence for the person who reads it."""


class BadOptions(NaqalaError):
    """A game that cannot be set up."""


class BadText(NaqalaError):
    """Text that is not an action, a record or a position."""


class IllegalAction(NaqalaError):
    """An action that cannot be chosen now; the game is unchanged."""
