"""Events as plain data."""

import json
from random import Random

from naqala import Game
from tests.positions import SQUARE, game_at


def test_events_and_options_become_plain_data() -> None:
    game = game_at(*SQUARE, "pending moving")
    events = game.play("sow b2 b1Y a1W a2G")
    data = [event.to_dict() for event in events]
    assert data[0] == {"type": "Taken", "seat": 0, "tile": "b2", "pile": "YWG"}
    assert data[1] == {"type": "Dropped", "seat": 0, "tile": "b1", "tribe": "Y"}
    options = Game.new(players=3, seed=7, expansions="whims").options.to_dict()
    assert json.loads(json.dumps(options)) == options
    assert (options["players"], options["seed"], options["expansions"]) == (3, 7, ["whims"])


def test_every_event_of_whole_games_becomes_json() -> None:
    for players, expansions in ((1, ()), (5, ("whims", "artisans"))):
        game = Game.new(players=players, seed=5, expansions=expansions)
        random = Random(5)
        while not game.over:
            for event in game.play(random.choice(game.legal())):
                data = event.to_dict()
                assert data["type"] == type(event).__name__
                assert tuple(data)[1:] == event.__match_args__
                json.dumps(data)
