"""Logs of hands, one line of JSON each, from which a match can be replayed and scored again. For all games.

The first line describes the match: ``format``, ``format_version``, ``pokerzoo_version``, ``game``, ``params``, ``names`` (of
the agents), ``seed``, ``duplicate`` and ``metadata``. Then comes a line for each hand:

    {"hand": 2, "deal": 0, "seats": [1, 0], "history": [2, 0, 1, 1], "returns": [-1.0, 1.0]}

``hand`` counts from 1, ``deal`` from 0: it is the same for the hands that make a round of the seats. ``seats`` has for each
seat the number of the agent in it. ``history`` has all action ids, chance's included. ``returns`` are net chips, in the order
of ``names``, not of the seats. The last line of a log that was closed is ``{"end": 2}``: the number of hands in it.

A reader takes nothing on trust: every hand is played again by the rules. A match that ends when a player stops says
``"open_ended": true`` in its metadata: its intervals then belong to a confidence sequence.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from operator import index
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import numpy as np

from pokerzoo.envs import Game, State
from pokerzoo.envs.core import GameLike, game_of, states_of_history
from pokerzoo.envs.registry import make_game_from_params
from pokerzoo.envs.support.atomic_files import plain_target, write_atomically
from pokerzoo.envs.support.errors import InputError, ParameterError, brief
from pokerzoo.envs.support.parameters import as_tuples, check_nesting, is_finite
from pokerzoo.envs.support.store import version_fault

from .match_result import MatchResult, Observations, match_result

FORMAT = "pokerzoo hand log"
FORMAT_VERSION = 3
ROUNDING = 1e-9
"""Tolerance of stored returns, relative to the largest of them (and at least one chip)."""


class HandLogError(InputError):
    """A file is not a log of hands that this version can read."""


class DamagedLine(UserWarning):
    """Warning of a hand in a file that cannot be read, or of missing hands."""


@dataclass(frozen=True)
class Hand:
    """One hand of a match, from a log.

    Attributes:
        number: of the hand in its match, from 1.
        deal: of the round of the seats that the hand belongs to, from 0.
        seats: for each seat the number of the agent in it.
        history: all action ids, chance's included.
        returns: net chips of each agent (by the agents' numbers, not by seat).

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.hands import replay
        >>> hand = Hand(number=1, deal=0, seats=(0, 1), history=(2, 0, 2, 0), returns=(1.0, -1.0))
        >>> replay(make_game("kuhn"), hand).returns()
        (1.0, -1.0)
    """

    number: int
    deal: int
    seats: tuple[int, ...]
    history: tuple[int, ...]
    returns: tuple[float, ...]


@dataclass(frozen=True)
class HandFile:
    """A log of hands as it was read.

    Attributes:
        game: of all hands.
        names: of the agents, one for each player.
        seed: of the match, if there was one.
        duplicate: whether each deal was dealt once in every seating, hand after hand.
        metadata: other facts about the match.
        hands: those that are whole, in the order of the file.
        problems: everything else: the lines that were skipped, and whether hands or the end are missing.

    Example:
        See ``read_hands``.
    """

    game: Game
    names: tuple[str, ...]
    seed: int | None
    duplicate: bool
    metadata: dict[str, Any]
    hands: tuple[Hand, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def chips(self) -> tuple[float, ...]:
        """Net chips of each agent in all hands, by the rules."""
        return tuple(fsum(hand.returns[agent] for hand in self.hands) for agent in range(len(self.names)))

    @property
    def chips_per_hand(self) -> tuple[float, ...]:
        """Mean net chips of each agent; zeros if there is no hand."""
        return tuple(total / max(1, len(self.hands)) for total in self.chips)

    def as_match(self, exact: tuple[float, ...] | None = None) -> MatchResult:
        """The result of ``head_to_head`` on these hands; rounds of the seats with a missing hand are left out.

        Args:
            exact: expected chips a hand of each agent, to show beside the means.

        Raises:
            ValueError: fewer than two whole rounds.
        """
        players = len(self.names)
        rounds: dict[int, list[Hand]] = {}
        for hand in self.hands:
            rounds.setdefault(hand.deal, []).append(hand)
        whole = [hands for _, hands in sorted(rounds.items()) if len({hand.seats for hand in hands}) == len(hands) == players]
        if len(whole) < 2:
            raise InputError(f"{len(whole)} complete rounds of {players} hands: at least 2 are needed")
        won = np.array([[hand.returns for hand in hands] for hands in whole])
        width, planned = self.metadata.get("until_width"), self.metadata.get("hands")
        observed = Observations(self.game, players, width if isinstance(width, int | float) else None)
        cut = width is None and isinstance(planned, int) and max(hand.number for hand in self.hands) < planned
        observed.interrupted = self.metadata.get("open_ended") is True or cut
        observed.add(won.mean(axis=1), (np.sign(won) + 1.0).sum(axis=(0, 1)) / 2.0)
        return match_result(self.game, self.names, observed, self.duplicate, exact)


class HandLog:
    """Writes a log of hands: the first line at once, then a line for each hand. A hand is in the file when ``add`` returns.

    A log that is already at ``path``, or an empty file, is replaced. Any other file is left alone and refused. Leaving the
    ``with`` block closes the log. If an error leaves it, the last line is missing, which shows readers that the log was not
    finished. docs/howto/hand_histories.md has the format.

    Attributes:
        path: the file.
        game: the game whose hands are logged.
        hands: number of hands written so far.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.hands import HandLog, read_hands
        >>> kuhn = make_game("kuhn")
        >>> with TemporaryDirectory() as folder:
        ...     with HandLog(kuhn, f"{folder}/hands.jsonl", names=["Ann", "Ben"]) as log:
        ...         state = kuhn.initial_state()
        ...         for action in (2, 0, 2, 0):  # cards K and J; bet, fold
        ...             state = state.child(action)
        ...         log.add(state, seats=[0, 1])
        ...     hands = read_hands(f"{folder}/hands.jsonl").hands
        >>> hands[0].history, hands[0].returns
        ((2, 0, 2, 0), (1.0, -1.0))
    """

    def __init__(
        self,
        game: Game,
        path: str | Path,
        names: Sequence[str],
        *,
        seed: int | None = None,
        duplicate: bool = False,
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        """Write the first line.

        Args:
            game: the game of all hands.
            path: the file.
            names: of the agents, one for each player.
            seed: of the match, if there is one.
            duplicate: whether each deal is dealt once in every seating, hand after hand.
            metadata: other facts about the match, as JSON can hold them.

        Raises:
            ValueError: names that do not fit, metadata that JSON cannot hold, or another file is at ``path``.
            OSError: the file cannot be written.
        """
        from pokerzoo import __version__

        if isinstance(names, str) or len(names) != game.num_players or not all(isinstance(name, str) for name in names):
            raise ParameterError("names", names, f"must be {game.num_players} strings, one for each player")
        self.path, self.game, self.hands = plain_target(path), game, 0
        header = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "pokerzoo_version": __version__,
            "game": game.name,
            "params": game.params,
            "names": list(names),
            "seed": None if seed is None else index(seed),
            "duplicate": bool(duplicate),
            "metadata": dict(metadata or {}),
        }
        try:
            line = as_line(header)
        except TypeError as error:
            raise ParameterError("metadata", metadata, str(error)) from None
        if self.path.exists() and not may_be_replaced(self.path):
            raise InputError(f"{self.path}: exists and is not a hand log: it is not overwritten")
        write_atomically(self.path, line)
        self._file: BinaryIO | None = open(self.path, "ab", buffering=0)  # noqa: SIM115

    @classmethod
    def resume(cls, game: Game, path: str | Path) -> HandLog:
        """Resume a log after its last whole line, without the line that marks it as complete.

        Args:
            game: the game of its hands.
            path: the file.

        Raises:
            ValueError: no hand log of this game, or its last hand is damaged.
            OSError: the file cannot be read or written.
        """
        log = cls.__new__(cls)
        log.path, log.game = plain_target(path), game
        lines = log.path.read_bytes().splitlines(keepends=True)
        if read_header(path, lines[0] if lines else b"").game != game:
            raise InputError(f"{path}: not a hand log of {game}")
        while lines[-1].startswith(b'{"end"') or not lines[-1].endswith(b"\n"):
            del lines[-1]
        log.hands = read_hand(game, parse_line(lines[-1])).number if len(lines) > 1 else 0
        os.truncate(log.path, sum(map(len, lines)))
        log._file = open(log.path, "ab", buffering=0)  # noqa: SIM115
        return log

    def add(self, state: State, seats: Sequence[int], deal: int | None = None) -> None:
        """Log a hand.

        Args:
            state: the end of the hand.
            seats: for each seat the number of the agent in it.
            deal: number of the round of the seats that the hand belongs to, from 0; None: as many hands as there are players,
                one after the other, are a round.

        Raises:
            ValueError: the log is closed, no end of a hand of this game, or seats in which an agent is missing.
            OSError: it cannot be written (a full disk); what was written before is whole.
        """
        if state.game != self.game:
            raise ParameterError("state", state, f"must be a state of {self.game}")
        if not state.is_terminal:
            raise ParameterError("state", state, "the hand is not over")
        agents = [int(agent) for agent in seats]
        if sorted(agents) != list(range(self.game.num_players)):
            raise ParameterError("seats", seats, f"must have each agent from 0 to {self.game.num_players - 1} once")
        number = self.hands // len(agents) if deal is None else int(deal)
        returns = by_agent(agents, state.returns())
        history = list(state.history())
        self._append({"hand": self.hands + 1, "deal": number, "seats": agents, "history": history, "returns": returns})
        self.hands += 1

    def close(self) -> None:
        """Write the last line, which says that the log is complete. To close a closed log does nothing."""
        if self._file is not None:
            try:
                self._append({"end": self.hands})
                os.fsync(self._file.fileno())
            finally:
                self._abandon()

    def _abandon(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _append(self, value: dict[str, Any]) -> None:
        if self._file is None:
            raise InputError(f"{self.path}: the log is closed")
        size, line = self._file.seek(0, os.SEEK_END), as_line(value)
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError:
            self._file.truncate(size)  # what broke off must not spoil the next line
            raise

    def __enter__(self) -> HandLog:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None:
            self.close()
        else:
            self._abandon()


def read_hands(path: str | Path, *, warn: bool = True) -> HandFile:
    """Read a log of hands. Every hand is played again by the rules; lines that are no such hand are skipped.

    Args:
        path: the file.
        warn: whether each problem is a ``DamagedLine`` warning, too: a line that is damaged or has other returns than the rules
            give, hands that are missing, and a log that was not finished.

    Returns:
        The match, its hands, and the problems.

    Raises:
        HandLogError: the first line is missing, damaged, or for a game or a version that is not known here.
        OSError: the file cannot be read.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import head_to_head
        >>> from pokerzoo.evaluation.hands import read_hands
        >>> with TemporaryDirectory() as folder:
        ...     path = f"{folder}/hands.jsonl"
        ...     match = head_to_head(make_game("kuhn"), ["honest", "random"], hands=10, seed=1, log=path)
        ...     log = read_hands(path)
        >>> log.names, len(log.hands), log.problems
        (('honest', 'random'), 10, ())
        >>> log.hands[0].history, log.hands[0].returns, log.chips
        ((2, 0, 2, 0), (1.0, -1.0), (2.0, -2.0))
    """
    hands: dict[int, Hand] = {}
    problems: list[str] = []
    with open(path, "rb") as file:
        match = read_header(path, file.readline())
        end: int | None = None
        number, skipped = 1, 0
        for number, line in enumerate(file, 2):
            try:
                value = parse_line(line)
                if end is not None:
                    raise InputError("comes after the end of the log")
                if "end" in value:
                    (end,) = integers([value["end"]], "end")
                    continue
                hand = read_hand(match.game, value)
                if hand.number in hands:
                    raise InputError(f"hand {hand.number}: was there before")
                hands[hand.number] = hand
            except ValueError as error:
                skipped += 1
                problems.append(f"line {number}: {error}")
    last = max(hands, default=0)
    if end is None:
        problems.append(f"line {number + 1}: the log has no last line: it was not finished, or its end is lost")
    elif last > end:
        problems.append(f"line {number}: the log says that it has {end:,} hands, but there is a hand {last:,}")
    if max(last, end or 0) - len(hands) > skipped:
        problems.append(f"line {number}: hands are missing: of {max(last, end or 0):,} {len(hands):,} could be read")
    if warn:
        warn_of(problems)
    return replace(match, hands=tuple(hands.values()), problems=tuple(problems))


def warn_of(problems: Sequence[str]) -> None:
    """Warn the caller's caller of problems in a file."""
    for problem in problems:
        warnings.warn(problem, DamagedLine, stacklevel=3)


def replay(game: GameLike, hand: Hand | Sequence[int]) -> State:
    """Play a hand again by the rules, and return the state at its end.

    Args:
        game: the game.
        hand: a hand of a log, or its history: the numbers of all actions, chance's included.

    Returns:
        The state after the last action.

    Raises:
        ValueError: an action is not legal; with its place in the history, from 1, and the legal ones.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.hands import replay
        >>> state = replay(make_game("kuhn"), [2, 0, 2, 1])  # cards K and J; bet, call
        >>> state.is_terminal, state.returns()
        (True, (2.0, -2.0))
    """
    return states_of_history(game_of(game), hand.history if isinstance(hand, Hand) else hand)[-1]


def read_header(path: str | Path, line: bytes) -> HandFile:
    """The match of the first line of a log, without hands."""
    try:
        value = parse_line(line)
    except ValueError as error:
        raise HandLogError(f"{path}: line 1: damaged, or not a hand log: {error}") from None
    if value.get("format") != FORMAT:
        raise HandLogError(f"{path}: line 1: not a hand log (it does not say {FORMAT!r})")
    fault = version_fault(value, FORMAT_VERSION)
    if fault is not None:
        raise HandLogError(f"{path}: {fault}")
    try:
        game = make_game_from_params(value["game"], as_tuples(value["params"]))
        names = tuple(value["names"])
        if list(map(type, names)) != [str] * game.num_players:
            raise InputError(f"names {brief(names)}, must be {game.num_players} strings")
        seed = None if value.get("seed") is None else integers([value["seed"]], "seed")[0]
        return HandFile(game, names, seed, bool(value["duplicate"]), dict(value["metadata"]))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        what = f"has no {error}" if isinstance(error, KeyError) else error
        raise HandLogError(f"{path}: line 1: damaged, or for a game that this version does not have: {what}") from None


def read_hand(game: Game, value: dict[str, Any]) -> Hand:
    """The hand of a line, with the returns by the rules; ValueError if it describes none."""
    missing = [key for key in ("hand", "deal", "seats", "history", "returns") if key not in value]
    if missing:
        raise InputError(f"has no {missing[0]!r}")
    number, deal = integers([value["hand"], value["deal"]], "hand and deal")
    seats, history, stored = integers(value["seats"], "seats"), integers(value["history"], "history"), value["returns"]
    if sorted(seats) != list(range(game.num_players)):
        agents = f"each agent from 0 to {game.num_players - 1} once"
        raise InputError(f"hand {number}: seats {brief(list(seats))}: must have {agents}")
    try:
        end = states_of_history(game, history)[-1]
        if not end.is_terminal:
            raise InputError(f"the hand is not over after {len(history)} moves")
    except ValueError as error:
        raise InputError(f"hand {number}: {error}") from None
    returns = by_agent(seats, end.returns())
    allowed = ROUNDING * max(1.0, *map(abs, returns))
    fits = isinstance(stored, list) and len(stored) == len(returns) and {*map(type, stored)} <= {int, float}
    if not fits or not all(is_finite(x) and abs(x - due) <= allowed for x, due in zip(stored, returns, strict=True)):
        raise InputError(f"hand {number}: returns {brief(stored)}, but by the rules they are {returns}")
    return Hand(number, deal, seats, history, tuple(returns))


def parse_line(line: bytes) -> dict[str, Any]:
    """A line as a JSON object; ValueError if it is none."""
    if not line.endswith(b"\n"):
        raise InputError("breaks off before the end of the line")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"no JSON: {str(error)[:100]}") from None
    if not isinstance(value, dict):
        raise InputError("no JSON object")
    check_nesting("no log", value)
    return value


def integers(values: Any, what: str) -> tuple[int, ...]:
    """A list of integers, 0 or more, as a tuple; ValueError if it is none."""
    if not isinstance(values, list) or not all(type(value) is int and value >= 0 for value in values):
        raise InputError(f"{what} {brief(values)}: must be integers, 0 or more")
    return tuple(values)


def as_line(value: dict[str, Any]) -> bytes:
    """A value as a line of JSON; ValueError or TypeError where JSON cannot hold it."""
    return json.dumps(value, allow_nan=False).encode() + b"\n"


def may_be_replaced(path: Path) -> bool:
    """Test for an empty file or a hand log, whole or not."""
    with open(path, "rb") as file:
        start = file.readline(1000)
    return not start or start.startswith(f'{{"format": "{FORMAT}"'.encode())


def by_agent(seats: Sequence[int], returns: Sequence[float]) -> list[float]:
    """Chips by seat as chips by agent."""
    chips = [0.0] * len(seats)
    for agent, won in zip(seats, returns, strict=True):
        chips[agent] = won
    return chips
