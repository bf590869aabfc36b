"""`naqala play`: the game at the prompt, with people at one terminal and bots."""

from __future__ import annotations

import shlex
from collections.abc import Callable

from rich.console import Console, RenderableType
from rich.padding import Padding

from naqala.bots.bot import MOST_SECONDS, Bot, is_budget
from naqala.cli import files
from naqala.cli.errors import INTERRUPTED, CommandError, explain_bad_input
from naqala.cli.saved_games import load, tag_seats
from naqala.cli.seating import Seating
from naqala.cli.ui import guide, palette, screen
from naqala.cli.ui.choices import choice_lines, chosen
from naqala.cli.ui.journal import log, news
from naqala.cli.ui.moves import can_move, moves, refusal_key
from naqala.cli.ui.sheet import ending, open_view, sheet, verdict
from naqala.cli.ui.table import ROOM_BELOW, table
from naqala.cli.ui.wrapping import prose
from naqala.rules.errors import NaqalaError, brief
from naqala.rules.events import GameOver
from naqala.rules.game import Game
from naqala.rules.text_tokens import tile_of
from naqala.rules.view import View
from naqala.rules.visible_scores import sources
from naqala.text import Catalogue

TURN = "turn"
LOG_LINES = 30
"""How many lines of the log are shown by default."""
HINTS = 3
"""How many options a hint shows."""
HINT_SECONDS = 2.0
"""How long the adviser thinks about a hint by default."""
END_LINES = 9
"""The lines that the frame of the score sheet and the winner take below the table."""
FORGET_SCREEN = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and the scroll-back, so that no secret stays visible."""

Read = Callable[[str], str]
"""Shows a prompt and returns a line; raises EOFError at the end of input."""


class Play:
    """A session: shows the table, reads commands and executes them until the player quits."""

    def __init__(
        self,
        game: Game,
        seats: Seating,
        words: Catalogue,
        console: Console,
        read: Read,
        *,
        greeting: bool = False,
    ) -> None:
        """Play a game with these seats, printing to `console` and reading with `read`."""
        self.greeting = greeting
        self.game = game
        self.seats = seats
        self.words = words
        self.console = console
        self.read = read
        self.saved = game.record()
        self.file = ""
        """The last file saved; `save` without a name writes to it again."""
        self.warned = False
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "all": self._all,
            "board": self._board,
            "moves": self._moves,
            "hint": self._hint,
            "score": self._score,
            "log": self._log,
            "undo": self._undo,
            "save": self._save,
            "load": self._load,
            "quit": self._quit,
        }
        self._begin()

    def _begin(self) -> None:
        self.viewer: int | None = None
        self.seen = [0] * self.game.options.players
        self.faults: list[str] = []
        """What bots did wrong since the last screen."""
        self.stale = True
        self.going = True

    def run(self) -> int:
        """Play until the end and return the exit code."""
        try:
            while self.going:
                self._let_opponents_play()
                self._hand_over()
                if self.viewer is None and not self.game.over:
                    continue
                if self.stale:
                    self._show()
                self._execute(self.read(self._prompt()).strip())
        except EOFError:
            self._leave()
            return 0
        except KeyboardInterrupt:
            self._leave()
            return INTERRUPTED
        return 0

    # What is shown

    def _say(self, key: str, style: str = "", **values: object) -> None:
        self._print(prose(self.words.say(f"terminal.{key}", **values), style))

    def _print(self, shown: RenderableType) -> None:
        width, _ = screen.size(self.console)
        screen.put(self.console, shown, width)

    def _prompt(self) -> str:
        if self.game.over:
            return self.words.say("terminal.prompt_over")
        return self.words.say("terminal.prompt", name=self.seats.names[self.game.seat])

    def _view(self) -> View:
        """What may be shown now: the view of the seat in turn, or everything after the end."""
        return open_view(self.game) if self.game.over else self.game.view(self.game.seat)

    def _show(self) -> None:
        self.console.clear()
        faults, self.faults = self.faults, []
        if self.game.over:
            self._show_end()
            for fault in faults:
                self._print(prose(fault, palette.WARNING))
        else:
            seat = self.game.seat
            seen = news(self.game, self.words, self.seats.names, seat, self.seen[seat])
            if self.greeting:
                seen.append(self._greeting())
                self.greeting = False
            seen += faults
            self._print(screen.screen(self.game, self.words, self.seats.names, seen, self.console))
            self.seen[seat] = len(self.game.history)
        self.stale = False

    def _greeting(self) -> str:
        """The players, the seed, and how to get help."""
        seed = self.game.options.seed
        if self.game.state.yazid:
            return self.words.say("terminal.greeting_solo", name=self.seats.names[0], seed=seed)
        people = self.words.listed(self.seats.names[seat] for seat in self.seats.people)
        opponents = [
            name for name, bot in zip(self.seats.names, self.seats.bots, strict=True) if bot
        ]
        if not opponents:
            return self.words.say("terminal.greeting_people", people=people, seed=seed)
        others = self.words.listed(opponents)
        return self.words.say("terminal.greeting", people=people, opponents=others, seed=seed)

    def _show_board(self, below: int = 0) -> None:
        """The table, with room for some lines below it."""
        width, height = screen.size(self.console)
        names = self.seats.names
        height += ROOM_BELOW - below if below else 0
        self._print(table(self._view(), self.words, names, width=width, height=height))

    def _show_end(self) -> None:
        self._show_board(END_LINES + len(sources(self.game.options)))
        width, _height = screen.size(self.console)
        winners = self.game.winners
        self._print(sheet(self._view(), self.words, self.seats.names, winners, width))
        reader = self.seats.people[0] if len(self.seats.people) == 1 else None
        if reason := ending(self.game, self.words, self.seats.names, reader):
            self._print(prose(reason))
        last = self.game.history[-1].events[-1] if self.game.history else None
        if isinstance(last, GameOver):
            result = self.words.event(last, self.seats.names, reader)
            self._print(prose(result, palette.TITLE))
        for line in verdict(self.game, self.words):
            self._print(line)

    # Whose turn it is

    def _let_opponents_play(self) -> None:
        while not self.game.over and (bot := self.seats.opponent(self.game)):
            name = self.seats.names[self.game.seat]
            status = prose(self.words.say("terminal.thinking", name=name), palette.QUIET)
            with self.console.status(status, spinner="line"):  # removed afterwards
                self._let_bot_play(bot)
            self.stale = True

    def _let_bot_play(self, bot: Bot) -> None:
        """Let a bot choose as long as the decision is its own."""
        game, seat = self.game, self.game.seat
        while True:
            faults = bot.faults
            game.play(bot.decide(game.view(seat), game.legal()))
            if bot.faults > faults:
                self._note_fault(self.seats.names[seat], bot.last_fault)
            if game.over or game.seat != seat:
                return

    def _note_fault(self, name: str, fault: str) -> None:
        """Report a fault with the next screen, which clears what is printed now."""
        text = self.words.say("terminal.bot_failed", name=name, fault=fault)
        if text not in self.faults:
            self.faults.append(text)

    def _hand_over(self) -> None:
        """Hide the secrets of one person before another one looks at the screen."""
        if self.game.over or self.game.seat == self.viewer:
            return
        if len(self.seats.people) > 1:
            if self.viewer is not None and self.console.is_terminal:
                self.console.clear()
                self.console.file.write(FORGET_SCREEN)
            self.viewer = None
            name = self.seats.names[self.game.seat]
            self._say("hand_over", palette.TITLE, name=name)
            answer = self.read(self.words.say("terminal.ready")).strip().lower()
            if guide.command_of(answer, self.words) == "quit":
                self._quit("")
                return
        self.viewer = self.game.seat
        self.stale = True

    # What is typed

    def _execute(self, line: str) -> None:
        first, _, rest = line.partition(" ")
        if not line and self.game.over:
            self.going = False
            return
        if line.startswith("?"):
            first, rest = "?", line[1:]
        command = guide.command_of(first.lower(), self.words)
        if command != "quit":
            self.warned = False
        try:
            if command:
                self.commands[command](rest.strip())
            elif line:
                self._play(line)
            else:
                self._ask()
        except NaqalaError as error:
            self._warn(self.words.error(error))

    def _play(self, line: str) -> None:
        """Play a choice, or several actions one after the other, as a hint lists them."""
        seat = self.game.seat
        for nth, part in enumerate(line.split(";")):
            part = part.strip()
            if nth and not part:
                continue
            if nth and (self.game.over or self.game.seat != seat):
                self._warn(self.words.say("prompt.rest", line=brief(part)))
                return
            try:
                self.game.play(chosen(part, self.game.legal()) or part)
                self.stale = True
            except NaqalaError as error:
                if self.stale:
                    self._show()  # before the message, because it clears the screen
                self._warn(explain_bad_input(part, error, self.game, self.words))
                return

    def _warn(self, message: str) -> None:
        self._print(
            prose(message if message.endswith((".", "?")) else f"{message}.", palette.WARNING)
        )

    def _ask(self) -> None:
        """The question and the choices once more."""
        if not self.game.over:
            width, height = screen.size(self.console)
            self._print(screen.question(self.game, self.words, self.seats.names))
            lines = choice_lines(
                self.game.legal(), self.words, self.game.state, self.seats.names, width, height // 2
            )
            for line in lines:
                self._print(line)

    def _help(self, topic: str) -> None:
        if not topic or topic.isdecimal():
            self._help_page(int(topic or 1))
        elif text := guide.explanation(topic, self.words, self.game.options):
            self._print(text)
        else:
            self._say("no_topic", palette.WARNING, topic=brief(topic))

    def _help_page(self, number: int) -> None:
        """A page of the help; if it is not read on a terminal, the whole help."""
        width, height = screen.size(self.console)
        if not self.console.is_terminal:
            self._print(guide.commands(self.words, self.game.options))
            return
        # Below it are the line about the next page and the prompt.
        pages = guide.pages(self.words, self.game.options, width=width, height=height - 2)
        number = min(max(1, number), len(pages))
        self._print(pages[number - 1])
        if len(pages) > 1:
            following = number % len(pages) + 1
            self._say("help_pages", palette.QUIET, page=number, pages=len(pages), next=following)

    def _all(self, _: str) -> None:
        width, _height = screen.size(self.console)
        for line in choice_lines(
            self.game.legal(), self.words, self.game.state, self.seats.names, width
        ):
            self._print(line)

    def _board(self, how_much: str) -> None:
        everything = guide.command_of(how_much.lower(), self.words) == "all"
        self._show_board(-screen.PAPER_HEIGHT if everything else 0)
        self._ask()

    def _moves(self, tile: str) -> None:
        try:
            where = tile_of(tile.lower()) if tile else None
        except NaqalaError:
            self._say("no_tile", palette.WARNING, tile=brief(tile))
            return
        if key := refusal_key(self.game):
            self._say(key)
            return
        if not can_move(self.game):
            self._say("moves_later", palette.QUIET)
        self._print(moves(self.game, self._view(), self.words, where))

    def _hint(self, seconds: str) -> None:
        """What the adviser would do, from the view of the seat in turn."""
        from naqala.cli.reports.advice_report import report  # NumPy
        from naqala.cli.ui.thinking import think

        if self.game.over:
            self._warn(self.words.say("prompt.over"))
            return
        budget = _seconds(seconds) if seconds else HINT_SECONDS
        view = self.game.view(self.game.seat)
        advice = think(view, self.words, self.console, budget=budget, count=HINTS)
        for part in report(self.game, self.seats.names, advice, self.words):
            self._print(part)

    def _score(self, _: str) -> None:
        winners = self.game.winners if self.game.over else ()
        width, _height = screen.size(self.console)
        self._print(sheet(self._view(), self.words, self.seats.names, winners, width))

    def _log(self, how_much: str) -> None:
        seat = None if self.game.over else self.game.seat
        lines = log(self.game, self.words, self.seats.names, seat)
        if guide.command_of(how_much.lower(), self.words) != "all" and len(lines) > LOG_LINES:
            self._say("log_more", palette.QUIET, count=len(lines) - LOG_LINES)
            lines = lines[-LOG_LINES:]
        for line in lines:
            self._print(Padding(prose(line), (0, 0, 0, 2)))

    def _undo(self, what: str) -> None:
        """Undo to the last choice, or the last turn, of a person."""
        game, people = self.game, self.seats.people
        mine = [nth for nth, played in enumerate(game.history) if played.seat in people]
        if not mine:
            self._say("nothing_to_undo", palette.WARNING)
        elif what in ("", TURN, self.words.say("terminal.turn")):
            if what:
                game.undo_turn()
                while game.history and game.seat not in people:
                    game.undo_turn()
            else:
                game.undo(len(game.history) - mine[-1])
            self.seen = [min(seen, len(game.history)) for seen in self.seen]
            self.stale = True
        else:
            self._say("undo_what", palette.WARNING)

    def _save(self, name: str) -> None:
        if not (name or self.file):
            self._say("save_where", palette.WARNING)
            return
        if name and files.exists(name) and not self._confirmed("overwrite", name):
            self._say("not_saved", palette.QUIET)
            return
        name = name or self.file
        tag_seats(self.game, self.seats)
        record = self.game.record()
        files.write_text(name, record, self.words)
        self.saved, self.file = record, name
        self._say("saved", palette.QUIET, file=files.shown(name, self.words))

    def _load(self, name: str) -> None:
        if not name:
            self._say("load_what", palette.WARNING)
            return
        game, seats = load(name, self.words)
        if self._unsaved() and not self._confirmed("abandon", name):
            return
        self.seats.close()
        self.game, self.seats = game, seats
        self.saved, self.file = game.record(), ""
        self._begin()

    def _quit(self, _: str) -> None:
        if self._unsaved() and not self.warned:
            self._say("quit_unsaved", palette.WARNING)
            self.warned = True
        else:
            self._say("farewell")
            self.going = False

    def _unsaved(self) -> bool:
        """Whether unsaved actions would be lost by quitting."""
        chose = any(played.seat in self.seats.people for played in self.game.history)
        return chose and not self.game.over and self.game.record() != self.saved

    def _confirmed(self, question: str, name: str) -> bool:
        """Whether the answer to a question is yes."""
        asked = self.words.say(f"terminal.{question}", file=files.shown(name, self.words))
        answer = self.read(asked).strip().lower()
        return answer in ("y", "yes", self.words.say("terminal.yes"), self.words.say("terminal.y"))

    def _leave(self) -> None:
        """Save the game if it is not, and explain how to continue it."""
        self.console.print()
        if not self._unsaved():
            self._say("farewell")
            return
        tag_seats(self.game, self.seats)
        try:
            name = files.keep_text(self.file, self.game.record(), self.words)
        except NaqalaError as error:
            self._say("farewell_unsaved", palette.WARNING, reason=self.words.error(error))
        else:
            self._say("farewell_saved", file=shlex.quote(name))


def _seconds(text: str) -> float:
    """Read the seconds of a hint."""
    try:
        budget = float(text.replace(",", "."))
    except ValueError:
        budget = 0.0
    if not is_budget(budget):
        raise CommandError("not_seconds", value=brief(text), most=MOST_SECONDS)
    return budget
