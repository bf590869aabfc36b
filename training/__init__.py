"""How the value nets are made. Never imported by the package."""
