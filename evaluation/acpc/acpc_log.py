"""Logs of matches as the ACPC's dealer writes them: comments, a ``STATE`` line for each hand, and the ``SCORE`` at the end.

    # name/game/hands/seed match holdem.limit.2p.reverse_blinds.game 1000 0
    STATE:0:crrrc/rrc/rf:3s5d|Td2s/4d5c4s/Kd:60|-60:Ann|Bob
    STATE:1:rc/crrrrc/rrc/rc:7d5s|Kh9c/As3hTs/Jh/Js:-120|120:Bob|Ann
    SCORE:-60|60:Ann|Bob

Hands are counted from 0. Values and names are by position (0: left of the button) in the hands, and in the order of the players
in the score. Every hand is played again, and its values are compared with those by the rules.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from pokerzoo.agents.policies.files import plain_target, write_atomically
from pokerzoo.envs import Game, State
from pokerzoo.envs.support.parameters import brief
from pokerzoo.evaluation.hands.hand_log_reader import FileProblem, OnProblem, report_problems

from .acpc_games import ACPC_GAMES, SUFFIX, acpc_game, check_acpc
from .acpc_strings import (
    LONGEST_LINE,
    AcpcError,
    AcpcState,
    acpc_values,
    check_names,
    from_acpc,
    to_acpc,
    value_text,
    values_of,
)

TITLE = "# name/game/hands/seed "
CLOSE_ENOUGH = Fraction(1, 1_000_000)
"""Values have six decimals."""
MOST_SHOWN = 10
"""Most missing hands that are named by number."""


@dataclass(frozen=True)
class AcpcLogFile:
    """A log of the ACPC as it was read.

    Attributes:
        game: the game of its hands.
        names: of the players, in the order of the score, or as in the first hand.
        hands: those that are whole, in the order of the file.
        score: net chips of each player over these hands, by name.
        planned: the number of hands of the match by the first line; None without such a line.
        seed: of the cards, as the first line says.
        problems: everything else: lines that were skipped, hands that are missing, a score that is not that of the hands.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import read_acpc_log

            log = read_acpc_log("2p_limit.log")
            print(log.game, log.names, log.score)
    """

    game: Game
    names: tuple[str, ...]
    hands: tuple[AcpcState, ...]
    score: Mapping[str, Fraction]
    planned: int | None
    seed: int | None
    problems: tuple[FileProblem, ...]


def read_acpc_log(
    path: str | Path, game: Game | None = None, on_problem: OnProblem | None = None, *, check_values: bool = True
) -> AcpcLogFile:
    """Read a log of the ACPC. Damaged lines are reported and skipped, and hands with other values than by the rules, too.

    Args:
        path: the file.
        game: the game. None: the first line of the log names it (a game of the ACPC, or a game definition beside the log).
        on_problem: called with each problem, in the order of the file; by default each becomes a ``DamagedLine`` warning.
        check_values: require the values that the rules give. (If both were all-in, the competition of 2017 counted the mean
            over all boards.)

    Returns:
        The hands, and the problems.

    Raises:
        AcpcError: no game is given, and the file does not name one that is known.
        ValueError: the ACPC has no such game.
        OSError: the file cannot be read.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import read_acpc_log

            log = read_acpc_log("2p_limit.log")
            print(len(log.hands), "hands;", len(log.problems), "lines that were skipped")
    """
    place = Path(path)
    hands: list[AcpcState] = []
    problems: list[FileProblem] = []
    planned = seed = score = None
    names: tuple[str, ...] | None = None
    seen: set[int] = set()
    number = 0
    with open(place, "rb") as file:
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
                problems.append(FileProblem(number, f"longer than {LONGEST_LINE:,} bytes"))
                skip_line(file)
                continue
            try:
                text = line.decode().strip()
            except UnicodeDecodeError:
                problems.append(FileProblem(number, "no UTF-8"))
                continue
            if text.startswith(TITLE):
                game, planned, seed = title_of(place, text, game)
            if not text or text[0] in "#;":
                continue
            if game is None:
                raise AcpcError(f"{place}: line {number}: which game? The log does not say it; give one")
            try:
                if score is not None:
                    raise AcpcError("stands after the score")
                if text.startswith("SCORE:"):
                    score = score_of(text, game)
                    names = score[1]
                else:
                    seated = names or (tuple(sorted(hands[0].names or ())) if hands else None)
                    hands.append(hand_of(text, game, seen, seated, check_values))
            except AcpcError as error:
                problems.append(FileProblem(number, str(error)))
    if game is None:
        raise AcpcError(f"{place}: no log of the ACPC: it has no hand and names no game")
    problems += problems_at_the_end(hands, seen, planned, score, number)
    report_problems(problems, on_problem)
    found: dict[str, Fraction] = {}
    for hand in hands:
        for name, value in zip(hand.names or (), hand.values or (), strict=True):
            found[name] = found.get(name, Fraction(0)) + value
    return AcpcLogFile(game, names or tuple(found), tuple(hands), found, planned, seed, tuple(problems))


def skip_line(file: BinaryIO) -> None:
    """Read to the end of a line, a piece at a time."""
    while (piece := file.readline(LONGEST_LINE)) and not piece.endswith(b"\n"):
        pass


def title_of(path: Path, text: str, game: Game | None) -> tuple[Game, int | None, int | None]:
    """Game (unless one is given), number of hands and seed of the first line."""
    words = text.removeprefix(TITLE).split()
    numbers = [int(word) if word.isascii() and word.isdecimal() and len(word) < 20 else None for word in words[-2:]]
    if game is None:
        named = words[-3] if len(words) >= 3 else ""
        if named.removesuffix(SUFFIX) in ACPC_GAMES:
            game = acpc_game(named)
        else:
            try:
                game = acpc_game(str(path.parent / Path(named).name))
            except (ValueError, OSError):
                raise AcpcError(
                    f"{path}: line 1: for the game {brief(named)}, which is not known here; give the game"
                ) from None
    return game, *(numbers if len(numbers) == 2 else (None, None))


def hand_of(text: str, game: Game, seen: set[int], names: Sequence[str] | None, check_values: bool) -> AcpcState:
    """Parse the hand on a line; AcpcError if none counts."""
    if not text.startswith("STATE:"):
        raise AcpcError("neither a comment nor a STATE nor the SCORE")
    hand = from_acpc(game, text)
    if hand.number in seen:
        raise AcpcError(f"hand {hand.number}: was there before")
    seen.add(hand.number)
    if not hand.state.is_terminal:
        raise AcpcError(f"hand {hand.number}: does not end")
    if hand.values is None or hand.names is None:
        raise AcpcError(f"hand {hand.number}: values and names are missing")
    if len(set(hand.names)) != len(hand.names) or (names is not None and sorted(names) != sorted(hand.names)):
        raise AcpcError(f"hand {hand.number}: players {', '.join(hand.names)}" + (f", not {', '.join(names)}" if names else ""))
    if check_values:
        right = acpc_values(hand.state)
        if any(abs(ours - theirs) > CLOSE_ENOUGH for ours, theirs in zip(right, hand.values, strict=True)):
            given, ours = ("|".join(map(value_text, values)) for values in (hand.values, right))
            raise AcpcError(f"hand {hand.number}: values {given}, but by the rules they are {ours}")
    return hand


def score_of(text: str, game: Game) -> tuple[tuple[Fraction, ...], tuple[str, ...]]:
    """Parse values and names of a score."""
    fields = text.split(":")
    names = tuple(fields[2].split("|")) if len(fields) == 3 else ()
    if len(names) != game.num_players or len(set(names)) != len(names):
        raise AcpcError(f"a score must have {game.num_players} values and names")
    return values_of(fields[1], game.num_players), names


def problems_at_the_end(
    hands: Sequence[AcpcState],
    seen: set[int],
    planned: int | None,
    score: tuple[tuple[Fraction, ...], tuple[str, ...]] | None,
    line: int,
) -> list[FileProblem]:
    """Problems of the log as a whole."""
    found = []
    last = max(seen, default=-1) + 1 if planned is None else planned
    lost = list(islice((number for number in range(last) if number not in seen), MOST_SHOWN + 1))
    count = last - sum(number < last for number in seen)
    if count > 0:
        shown = ", ".join(map(str, lost[:MOST_SHOWN])) + (", ..." if len(lost) > MOST_SHOWN else "")
        found.append(FileProblem(line, f"{count} of {last} hands are missing: {shown}"))
    if score is None:
        found.append(FileProblem(line, "the log has no score at its end: the match was not finished, or its end is lost"))
    elif len(hands) == len(seen) and count <= 0:
        total = dict.fromkeys(score[1], Fraction(0))
        for hand in hands:
            for name, value in zip(hand.names or (), hand.values or (), strict=True):
                total[name] = total.get(name, Fraction(0)) + value
        # Values of hands are rounded to six decimals, the score is a sum before rounding.
        room = CLOSE_ENOUGH * (len(hands) + 1)
        if any(abs(total[name] - value) > room for name, value in zip(score[1], score[0], strict=True)):
            shown = "|".join(value_text(total[name]) for name in score[1])
            found.append(
                FileProblem(line, f"the score is {'|'.join(map(value_text, score[0]))}, but the hands come to {shown}")
            )
    return found


class AcpcLog:
    """Writes a log: the comments at once, then a line a hand, in the file when ``add`` returns; the score at ``close``.

    A log of the ACPC that is at ``path`` is written anew, and so is an empty file; any other file is refused. Leaving the
    context closes the log; if an error leaves it, the log stays without its score: readers see that the match was not finished.

    Attributes:
        path: the file.
        hands: number of hands written so far.
        score: net chips of each player so far.

    Example::

        with AcpcLog(game, "own.log", ["caller", "raiser"], planned=1, seed=1) as log:
            log.add(state, seats=(0, 1))  # the end of a hand
    """

    def __init__(
        self,
        game: Game,
        path: str | Path,
        names: Sequence[str],
        *,
        game_name: str = "own",
        planned: int = 0,
        seed: int | None = None,
        comments: Sequence[str] = (),
    ) -> None:
        """Write the comments.

        Args:
            game: the game of all hands.
            path: the file.
            names: of the players.
            game_name: the name of the game in the first line.
            planned: the number of hands of the match.
            seed: of the cards.
            comments: more lines at the start.

        Raises:
            ValueError: a game that the ACPC does not have, names that cannot stand in a line, or another file is at ``path``.
            OSError: the file cannot be written.
        """
        self.game = check_acpc(game)
        check_names(names, game.num_players)
        if len(set(names)) != len(names):
            raise ValueError(f"names={brief(names)}: must be different")
        self.path, self.names = plain_target(path), tuple(names)
        self.hands, self.score = 0, [Fraction(0)] * len(self.names)
        if self.path.exists() and not may_be_replaced(self.path):
            raise ValueError(f"{self.path}: exists and is not a log of the ACPC: it is not overwritten")
        called = [as_word(self.path.stem), as_word(game_name), str(planned), str(0 if seed is None else seed)]
        title = TITLE + " ".join(called)
        write_atomically(
            self.path, "".join(f"{line}\n" for line in (title, *(f"#{line}" for line in comments))).encode(errors="replace")
        )
        self._file: BinaryIO | None = open(self.path, "ab", buffering=0)  # noqa: SIM115

    def add(self, state: State, seats: Sequence[int], number: int | None = None) -> None:
        """Log a hand.

        Args:
            state: the end of the hand.
            seats: for each position the number of the player in it.
            number: of the hand; None: one more than the last.

        Raises:
            ValueError: the log is closed, or no end of a hand of this game.
            OSError: it cannot be written.
        """
        if state.game != self.game:
            raise ValueError(f"state={state!r}: must be a state of {self.game}")
        values = acpc_values(state)
        line = to_acpc(state, self.hands if number is None else number, names=[self.names[seat] for seat in seats])
        self._write(line)
        for seat, value in zip(seats, values, strict=True):
            self.score[seat] += value
        self.hands += 1

    def close(self) -> None:
        """Write the score. To close a closed log does nothing."""
        if self._file is not None:
            try:
                self._write(f"SCORE:{'|'.join(map(value_text, self.score))}:{'|'.join(self.names)}")
                os.fsync(self._file.fileno())
            finally:
                self.abandon()

    def _write(self, line: str) -> None:
        if self._file is None:
            raise ValueError(f"{self.path}: the log is closed")
        rest = line.encode() + b"\n"
        while rest:
            rest = rest[self._file.write(rest) :]

    def abandon(self) -> None:
        """Close the file without a score."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> AcpcLog:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None:
            self.close()
        else:
            self.abandon()


def as_word(name: str) -> str:
    """A name as one word of printable letters."""
    return "".join(letter if letter.isprintable() and letter != " " else "_" for letter in name) or "match"


def may_be_replaced(path: Path) -> bool:
    """True if the file is empty or a log of the ACPC, whole or not."""
    with open(path, "rb") as file:
        start = file.read(len(TITLE))
    return not start or start.startswith((TITLE.encode(), b"STATE:"))
