"""Examples of commands, shown below their help; their descriptions are in the catalogue."""

from __future__ import annotations

from naqala.bots import BOT_BUDGETS
from naqala.text import Catalogue

Example = tuple[str, str]
"""Arguments after `naqala`, and the key of the description; empty if none is needed.
"""

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "all": (
        ("play", "play"),
        ("play --against merchant", "weaker"),
        ("serve", "serve"),
        ("play --solo", "solo"),
        ("play --expansions whims,artisans", "boxes"),
        ("simulate --games 1000", "simulate"),
        ("arena sultan merchant", "arena"),
        ("replay evening.naqala --step", "replay"),
        ("advise evening.naqala", "advise"),
        ("review evening.naqala", "review"),
        ("verify evening.naqala", "verify"),
        ("play --help", "help"),
    ),
    "play": (
        ("play", "usual"),
        ("play --against merchant", "weaker"),
        ("play --against djinn --budget 5", "strongest"),
        ("play --against sultan,merchant", "two"),
        ("play --players 4 --seed 7", "three"),
        ("play --names Ann,Bob", "people"),
        ("play --names Ann,Bob --against vizier", "mixed"),
        ("play --against mine.py:Nomad", "own"),
        ("play --solo", "solo"),
        ("play --expansions whims", "whims"),
        ("play --players 5 --expansions whims,artisans", "five"),
        ("play --expansions whims --whims deck.toml", "deck"),
        ("play --players 4 --doubled", "doubled"),
        ("play --load evening.naqala", "load"),
    ),
    "simulate": (
        ("simulate", "usual"),
        ("simulate --games 1000 --players 4 --seed 1", ""),
        ("simulate --solo", "solo"),
        ("simulate --expansions artisans", "artisans"),
        ("simulate --json > statistics.json", ""),
        ("simulate --games 10000 --jobs all --out games", "data"),
    ),
    "arena": (
        ("arena sultan merchant", "usual"),
        ("arena sultan merchant vizier --games 400 --jobs all --plot elo.svg", "pairs"),
        ("arena sultan sultan", "mirror"),
        ("arena sultan merchant --players 4", "four"),
        ("arena sultan djinn --solo", "solo"),
        ("arena mine.py:Nomad merchant --strict", "own"),
        ("arena 'engine:node nomad.mjs' merchant", "engine"),
        ("arena vizier djinn --mode both --budget 5", "both"),
        ("arena sultan djinn --cluster tcp://10.0.0.1:8786", "cluster"),
        ("arena sultan merchant --out games --format csv", "data"),
    ),
    "dataset": (
        ("dataset strong --jobs all", "usual"),
        ("dataset small --games 60 --format csv", "csv"),
        ("dataset strong --cluster tcp://10.0.0.1:8786", "cluster"),
    ),
    "engine": (
        ("engine sultan", "usual"),
        ("engine mine.py:Nomad", "own"),
    ),
    "replay": (
        ("replay evening.naqala", "usual"),
        ("replay evening.naqala --step", "step"),
        ("replay - < evening.naqala", "input"),
    ),
    "advise": (
        ("advise evening.naqala", "usual"),
        ("advise evening.naqala --at 40", "at"),
        ("advise evening.naqala --seat 2", "seat"),
        ("advise evening.naqala --budget 10", "budget"),
        ("advise evening.naqala --evaluations 100000", "evaluations"),
        ("advise - < table.txt", "input"),
    ),
    "review": (
        ("review evening.naqala", "usual"),
        ("review evening.naqala --seat 1 --count 10", "seat"),
        ("review evening.naqala --at 40", "at"),
        ("review evening.naqala --picture points.svg", ""),
        ("review evening.naqala --budget 2", "budget"),
    ),
    "verify": (
        ("verify evening.naqala", "usual"),
        ("verify evening.naqala --commitment 5f0c…", "shown"),
    ),
    "serve": (
        ("serve", "usual"),
        ("serve --open", "open"),
        ("serve --host 0.0.0.0 --port 80", "host"),
        ("serve --data ~/tables", "data"),
        ("serve --bot Nomad=mine.py:Nomad", "bot"),
        ("serve --database sqlite:////srv/naqala/tables.sqlite3", ""),
        ("serve --database postgresql://naqala@db.example.org/naqala", "shared"),
    ),
    "export": (
        ("export tables.jsonl", "usual"),
        ("export one.jsonl --table 6vq9gkp5rhyw3mv9ndkc", ""),
        ("export all.jsonl --database postgresql://naqala@db.example.org/naqala", ""),
    ),
    "import": (
        ("import tables.jsonl", "usual"),
        ("import tables.jsonl --database postgresql://naqala@db.example.org/naqala", ""),
    ),
    "prune": (
        ("prune --days 365 --dry-run", "count"),
        ("prune --days 365", "usual"),
        ("prune --days 30 --finished", "finished"),
        ("prune --days 90 --database postgresql://naqala@db.example.org/naqala", ""),
    ),
    "bench": (
        ("bench", "usual"),
        ("bench --quick --json", "quick"),
    ),
}
COLUMN = 44
"""The column of the descriptions; a longer example has its description on the next line."""


def examples(command: str, words: Catalogue) -> str:
    """The examples of a command, and notes about it."""
    lines = [words.say("command.examples")]
    for typed, key in EXAMPLES[command]:
        line = f"  naqala {typed}"
        if key and len(line) > COLUMN - 2:
            lines.append(line)
            line = ""
        description = words.say(f"command.{command}.example_{key}") if key else ""
        lines.append(f"{line:<{COLUMN}}{description}".rstrip())
    if (note := f"command.{command}.note") in words.messages:
        lines += ["", words.say(note, bots=", ".join(BOT_BUDGETS))]
    return "\n".join(lines) + "\n"
