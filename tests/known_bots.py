"""The expected bots of the registry."""

KNOWN_BOTS: dict[str, tuple[float, str]] = {
    "traveller": (0, "Voyageur"),
    "merchant": (0.02, "Calme"),
    "vizier": (0.3, "Solide"),
    "sultan": (0.5, "Vif"),
    "djinn": (2, "Féroce"),
}
"""The budget in seconds and the French name of each bot, weakest first."""
BUDGETS = {name: budget for name, (budget, _) in KNOWN_BOTS.items()}
FRENCH_NAMES = tuple(french for _, french in KNOWN_BOTS.values())
CHOOSE = f"choose from {', '.join(KNOWN_BOTS)}"
"""How an error message lists the bots."""
