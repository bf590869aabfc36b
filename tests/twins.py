"""States that a seat cannot distinguish."""

from dataclasses import replace
from random import Random

from naqala import State
from naqala.rules import goods
from naqala.rules.expansions.item_piles import ItemPiles
from naqala.rules.expansions.items import KeepingItem
from naqala.rules.expansions.whims import WhimTable


def reshuffled(state: State, seat: int, random: Random) -> State:
    """A random state that this seat cannot distinguish from the given one."""
    twin = state.copy()
    twin.options = replace(state.options, seed=random.getrandbits(256))
    twin.draws = random.randrange(10_000)
    others = [player for other, player in enumerate(twin.players) if other != seat]
    cards = [*goods.members(twin.deck), *(c for p in others for c in goods.members(p.hand))]
    random.shuffle(cards)
    for player in others:
        size = goods.size(player.hand)
        player.hand = goods.gather(cards[:size])
        del cards[:size]
        player.gold = random.randrange(100)
    twin.deck = goods.gather(cards)
    if twin.whims:
        whims = [*twin.whims.deck, *(whim for player in others for whim in player.whims)]
        random.shuffle(whims)
        for player in others:
            player.whims = tuple(whims.pop() for _ in player.whims)
        twin.whims = WhimTable(tuple(sorted(whims)), twin.whims.cities)
    if twin.items:
        top = twin.pending[-1] if twin.pending else None
        drawn = top.items if isinstance(top, KeepingItem) and twin.seat != seat else ()
        items = [*twin.items.deck, *drawn, *(item for player in others for item in player.items)]
        random.shuffle(items)
        for player in others:
            player.items = tuple(sorted(items.pop() for _ in player.items))
        if drawn:
            kept = KeepingItem(tuple(sorted(items.pop() for _ in drawn)), len(drawn))
            twin.pending = (*twin.pending[:-1], kept)
        twin.items = ItemPiles(tuple(sorted(items)), twin.items.discards)
    return twin
