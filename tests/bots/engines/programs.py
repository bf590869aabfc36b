"""Engines for the tests: a sound one, and some that misbehave in one way each."""

import sys
from pathlib import Path
from shlex import quote

from hatch_build import node_of_package, node_of_path

ROOT = Path(__file__).parents[3]
NODE = node_of_path() or node_of_package()[0]
EXAMPLE = f"{quote(NODE)} {quote(str(ROOT / 'examples' / 'camel_driver.mjs'))}"
"""The command of the example in JavaScript."""

SOUND = """
import os, sys, time

def send(*lines):
    print(*lines, sep="\\n", flush=True)

def greet():
    send("id name {name}", "id author Tester", "option level number default 3 min 1 max 9",
         "option odd", "naqalaok")

def go(legal, words):
    send("info seconds 0.01 evaluations 12 samples 3 value -1.50 depth 4 best {two}".format(
        two="; ".join(legal[:2])))
    send("bestaction " + legal[0])

def illegal(words):
    pass

def see(word, words):
    pass

def run():
    legal = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "naqala":
            greet()
        elif word == "isready":
            send("readyok")
        elif word in ("view", "position"):
            see(word, rest)
        elif word == "legal":
            legal = rest.split("; ")
        elif word == "go":
            go(legal, rest)
        elif word == "illegal":
            illegal(rest)
        elif word == "quit":
            break
"""
"""An engine that plays the first legal action; `{name}` is its name."""

CHANGES = {
    "sound": "",
    "mute": "def greet():\n    time.sleep(60)\n",
    "dying": "def greet():\n    sys.stderr.write('out of water\\n')\n    os._exit(3)\n",
    "hanging": "def go(legal, words):\n    time.sleep(60)\n",
    "crashing": "def go(legal, words):\n    raise SystemError('a sand storm')\n",
    "flooding": "def go(legal, words):\n    while True:\n        send('info text sand')\n",
    "endless": "def go(legal, words):\n    while True:\n        sys.stdout.write('x' * 9999)\n",
    "lying": "def go(legal, words):\n    send('bestaction take z9')\n",
    "stubborn": (
        "stopped = []\n"
        "def go(legal, words):\n"
        "    while 'stop' not in sys.stdin.readline():\n        pass\n"
        "    send('bestaction ' + legal[-1])\n"
    ),
    "corrected": (
        "right = []\n"
        "def illegal(words):\n    right.append(words)\n"
        "def go(legal, words):\n"
        "    send('bestaction ' + (legal[-1] if right == ['nonsense'] else 'nonsense'))\n"
    ),
    "witness": (
        "def see(word, words):\n"
        "    keys = [line.split()[0] for line in words.split('; ')]\n"
        "    send('info text skipped')\n"
        "    seen[:] = [word] + [key for key in ('viewer', 'seed', 'deck') if key in keys]\n"
        "seen = []\n"
        "def go(legal, words):\n"
        "    send('info text ' + ' '.join(seen), 'bestaction ' + legal[-1])\n"
    ),
    "chatty": (
        "def go(legal, words):\n"
        "    send('info text one', 'bestaction ' + legal[-1], 'bestaction take z9', 'hello')\n"
    ),
    "garbled": (
        "def go(legal, words):\n"
        "    sys.stdout.buffer.write(b'\\xff\\xfe info\\n')\n"
        "    send('', 'info', 'info seconds nan value x evaluations', 'info best take z9; end')\n"
        "    send('bestaction ' + legal[0])\n"
    ),
}
"""What each engine does differently."""


def program(folder: Path, kind: str) -> str:
    """Write an engine to a file; returns its command."""
    file = folder / f"{kind}.py"
    file.write_text(f"{SOUND.replace('{name}', kind.title())}\n{CHANGES[kind]}\nrun()\n")
    return f"{quote(sys.executable)} {quote(str(file))}"
