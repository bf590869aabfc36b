"""The expansions: their tiles, pieces, cards, decisions and points.

The base game refers to them only by name. `whims` and `artisans` add their kinds of tiles to
`tiles.TILE_EFFECTS` and the Artisans to `tribes.TRIBE_EFFECTS`; set-up, scoring and the clean-up
call them. Their Djinns are in `djinns`, with all others.
"""

WHIMS, ARTISANS_BOX = EXPANSIONS = "whims", "artisans"
"""What the expansions are called in options."""
