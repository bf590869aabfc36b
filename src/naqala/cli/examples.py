"""Examples of commands, shown below their help."""

from __future__ import annotations

from naqala.bots import BOTS

PLAY = """\
examples:
  naqala play                               you against a sultan, a strong bot
  naqala play --against merchant            you against a weaker one
  naqala play --against djinn --budget 5    you against the strongest, 5 seconds a turn
  naqala play --against sultan,merchant     you against two
  naqala play --players 4 --seed 7          you against three; the same deal every time
  naqala play --names Ann,Bob               two people at one terminal
  naqala play --names Ann,Bob --against vizier
                                            two people and a bot
  naqala play --solo                        you against the sultan Yazid and his dice
  naqala play --expansions whims            with Whims of the Sultan
  naqala play --players 5 --expansions whims,artisans
                                            five players, with both boxes
  naqala play --expansions whims --whims deck.toml
                                            with a deck of Whims of your own
  naqala play --players 4 --doubled         four players with the track of five
  naqala play --load evening.naqala         go on with a saved game

At the prompt, type the number of a choice or an action such as 'bid 5', 'take c3' or
'sow c3 d3W d4Y'; '?' lists all commands. 'save FILE' keeps the game.
"""
SIMULATE = """\
examples:
  naqala simulate                           100 games of two players
  naqala simulate --games 1000 --players 4 --seed 1
  naqala simulate --solo                    how often Yazid is survived, and with which title
  naqala simulate --expansions artisans     with Artisans of Naqala
  naqala simulate --json > figures.json
"""
ARENA = """\
examples:
  naqala arena sultan merchant              100 games of two, the seats swapped
  naqala arena sultan merchant vizier --games 400 --jobs all --plot elo.svg
                                            every pair; the Elo ratings as a picture
  naqala arena sultan sultan                a mirror match
  naqala arena sultan merchant --players 4  one sultan among merchants, at every seat in turn
  naqala arena sultan djinn --solo          each alone against Yazid, on the same seeds
  naqala arena mine.py:Nomad merchant       a bot of your own: the class Nomad of mine.py
  naqala arena vizier djinn --mode both --budget 5
                                            with both boxes and 5 seconds a turn
  naqala arena sultan djinn --cluster tcp://10.0.0.1:8786
                                            on the workers of a Dask cluster

The bots, weakest first: {bots}. With more bots than seats all line-ups are played;
with fewer, the first bot is alone among the others.
""".format(bots=", ".join(BOTS))
REPLAY = """\
examples:
  naqala replay evening.naqala              the whole log
  naqala replay evening.naqala --step       turn by turn, with the board
  naqala replay - < evening.naqala          from the standard input
"""
ADVISE = """\
examples:
  naqala advise evening.naqala              what to do where the game stands, and why
  naqala advise evening.naqala --at 40      after the first 40 actions of the record
  naqala advise evening.naqala --seat 2     at the last turn or bid of player 2
  naqala advise - --budget 5 < table.txt    a position or a game from the standard input
"""
REVIEW = """\
examples:
  naqala review evening.naqala              the largest swings of a finished game
  naqala review evening.naqala --picture points.svg
  naqala review evening.naqala --budget 2   look longer at every decision
"""
VERIFY = """\
examples:
  naqala verify evening.naqala              does the seed fit the commitment of the record?
  naqala verify evening.naqala --commitment 5f0c…
                                            … and is it the one that was shown at the start?

Exit code: 0 fair, 1 not fair, 2 cannot be checked.
"""
BENCH = """\
examples:
  naqala bench                              everything, in a minute or two
  naqala bench --quick --json               what follows goes to the benchmarks as it is
"""
SERVE = """\
examples:
  naqala serve                              tables for this machine, at http://127.0.0.1:8420/
  naqala serve --open                       and the page is opened in the browser
  naqala serve --host 0.0.0.0 --port 80     tables for everybody who can reach this machine
  naqala serve --data ~/tables              tables are kept in this folder
  naqala serve --database sqlite:////srv/naqala/tables.sqlite3
  naqala serve --database postgresql://naqala@db.example.org/naqala
                                            several servers can share one PostgreSQL

Tables survive: stop the server as you like, and start it again.
"""
EXPORT = """\
examples:
  naqala export tables.jsonl                all tables of the data folder
  naqala export one.jsonl --table 6vq9gkp5rhyw3mv9ndkc
  naqala export all.jsonl --database postgresql://naqala@db.example.org/naqala

The file holds seeds and hands of running games: keep it to yourself.
"""
IMPORT = """\
examples:
  naqala import tables.jsonl                into the data folder
  naqala import tables.jsonl --database postgresql://naqala@db.example.org/naqala

All tables of the file come in, or none.
"""
PRUNE = """\
examples:
  naqala prune --days 365 --dry-run         how many tables nobody has touched for a year?
  naqala prune --days 365                   remove them
  naqala prune --days 30 --finished         only what is over or closed for a month
  naqala prune --days 90 --database postgresql://naqala@db.example.org/naqala

What is removed is gone: `naqala export` keeps a copy. A server can go on meanwhile.
"""
ALL = """\
examples:
  naqala play                               you against a bot
  naqala play --against merchant            you against a weaker one
  naqala serve                              tables for people and bots over the network
  naqala play --solo                        you against the sultan Yazid
  naqala play --expansions whims,artisans   with both expansions
  naqala simulate --games 1000              how random games go
  naqala arena sultan merchant              which bot is stronger
  naqala replay evening.naqala --step       see a saved game again
  naqala advise evening.naqala              what to do now, and why
  naqala review evening.naqala              what could have been better
  naqala verify evening.naqala              was the chance of a game fair
  naqala play --help                        more about one command

An unofficial fan project. Five Tribes is a trademark of its owner.
"""
