"""Small random changes of texts, as people, editors and attackers make them."""

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from tests.play import GAMES, USUAL_GAMES

Pick = Callable[[int], int]
"""A number below the one given: from `Random.randrange`, or drawn by hypothesis."""

CHARACTERS = " \n\t\r-#/*@,.x'0129aAdfhYWGBRPé\x00\u2028ß٣"
NUMBERS = (
    *map(str, range(13)), "18", "30", "31", "32", "63", "64", "65", "98", "99", "100", "9998",
    "9999", "10000", "-1", "1e3",
)  # fmt: skip
WORDS = (
    "-", "#", "/", "p1", "p2", "p3", "p4", "p5", "a1", "c3", "f5", "f6", "h8", "i9", "c3-c4",
    "a1*2", "Y", "WW", "RRR", "YWGBR", "P", "v5", "s15", "o8", "m6", "l4", "ivory", "gems*2",
    "gold", "papyrus", "silk", "spices", "fish", "wheat", "pottery", "fakir", "fakir*3", "fakirs",
    "elder", "elders", "bidding", "moving", "finishing", "sowing", "tribe", "tile", "placing",
    "keeping", "palm", "palace", "boosted", "sold", "last-round", "over", "al-amin", "ba'al",
    "boaz", "dhenim", "enki", "hagis", "iblis", "kandicha", "kumarbi", "lamia", "sibittis",
    "sloar", "utug", "bid", "take", "drop", "sow", "build", "kill", "buy", "summon", "use", "keep",
    "sell", "pass", "end", "whims", "artisans", "whim-04", "whim-05", "c3:whim-06", "jewel",
    "crown", "carpet", "lamp", "flute", "scimitar", "talisman", "horn", "ring", "tents", "marking",
    "gathering", "slaying", "arranging", "naming", "anywhere", "offering", "departing", "struck",
    "acted", "flying", "~", "w5", "x10", "c0", "r0", "craft", "gather", "lay", "name", "first",
    "camel", "tent", "yes", "djinns", "assassins",
)  # fmt: skip


def examples(usual: int) -> int:
    """The number of texts to try; a soak test tries more, as with games."""
    return max(1, usual * GAMES // USUAL_GAMES)


def mutate(text: str, pick: Pick) -> str:
    """One small change."""
    return CHANGES[pick(len(CHANGES))](text, pick)


def edit_character(text: str, pick: Pick) -> str:
    """Insert, delete or replace one character."""
    at = pick(len(text) + 1)
    new = "" if (kind := pick(3)) == 0 else CHARACTERS[pick(len(CHARACTERS))]
    return text[:at] + new + text[at + (kind < 2) :]


def edit_line(text: str, pick: Pick) -> str:
    """Delete, duplicate or swap lines."""
    lines = text.split("\n")
    one, other = pick(len(lines)), pick(len(lines))
    match pick(3):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case _:
            lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def edit_words(text: str, pick: Pick) -> str:
    """Delete, duplicate, swap or replace words of one line."""
    lines = text.split("\n")
    at = pick(len(lines))
    words = lines[at].split(" ")
    one, other = pick(len(words)), pick(len(words))
    match pick(5):
        case 0:
            del words[one]
        case 1:
            words.insert(other, words[one])
        case 2:
            words[one], words[other] = words[other], words[one]
        case 3:
            words[one] = WORDS[pick(len(WORDS))]
        case _:
            words.insert(one, WORDS[pick(len(WORDS))])
    lines[at] = " ".join(words)
    return "\n".join(lines)


def swap_words_anywhere(text: str, pick: Pick) -> str:
    """Replace a word of one line by a word of another."""
    words = text.split(" ")
    one, other = pick(len(words)), pick(len(words))
    words[one], words[other] = words[other], words[one]
    return " ".join(words)


def change_number(text: str, pick: Pick) -> str:
    """Replace one of the numbers."""
    starts = [
        n for n, c in enumerate(text) if c in DIGITS and (n == 0 or text[n - 1] not in DIGITS)
    ]
    if not starts:
        return text
    start = end = starts[pick(len(starts))]
    while end < len(text) and text[end] in DIGITS:
        end += 1
    return text[:start] + NUMBERS[pick(len(NUMBERS))] + text[end:]


def replace_line(text: str, pick: Pick) -> str:
    """Keep the key of a line and replace its words."""
    lines = text.split("\n")
    at = pick(len(lines))
    words = [WORDS[pick(len(WORDS))] for _ in range(pick(4))]
    lines[at] = " ".join([lines[at].partition(" ")[0], *words])
    return "\n".join(lines)


DIGITS = "0123456789"
CHANGES = (
    edit_character,
    edit_line,
    edit_words,
    swap_words_anywhere,
    change_number,
    replace_line,
)


@st.composite
def mutated(draw: st.DrawFn, texts: Sequence[str]) -> str:
    """One of the texts, after one to four small changes."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        text = mutate(text, lambda below: draw(st.integers(0, below - 1)))
    return text
