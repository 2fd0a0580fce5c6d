"""Writes a log of hands, one line of JSON each, from which a match can be replayed and scored again. For all games.

The first line describes the match: ``format``, ``format_version``, ``pokerzoo_version``, ``game``, ``params``, ``names`` (of
the agents), ``seed``, ``duplicate`` and ``metadata``. Then comes a line for each hand:

    {"hand": 2, "deal": 0, "seats": [1, 0], "history": [2, 0, 1, 1], "actions": ["deal K to player 0", ...],
     "returns": [-1.0, 1.0]}

``hand`` counts from 1, ``deal`` from 0: it is the same for the hands that make a round of the seats. ``seats`` has for each
seat the number of the agent in it. ``history`` has all action ids, chance's included, ``actions`` their names (may be left
out). ``returns`` are net chips, in the order of ``names``, not of the seats. The last line of a log that was closed is
``{"end": 2}``: the number of hands in it.

    with HandLog(game, "hands.jsonl", ["mine", "random"]) as log:
        log.add(state, [0, 1])  # the end of a hand; agent 0 in seat 0

``head_to_head(..., log="hands.jsonl")`` writes such a log; ``hand_log_reader`` reads and scores it. A match that ends when
a player stops says ``"open_ended": true`` in its metadata: its intervals then belong to a confidence sequence.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from operator import index
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from pokerzoo.envs import Game, State
from pokerzoo.envs.support.atomic_files import plain_target, write_atomically
from pokerzoo.envs.support.parameters import as_tuples, brief
from pokerzoo.envs.support.store import version_fault

FORMAT = "pokerzoo hand log"
FORMAT_VERSION = 2


class HandLog:
    """Writes a log of hands: the first line at once, then a line for each hand. A hand is in the file when ``add`` returns.

    A log that is already at ``path`` is replaced once the new first line is whole; an empty file, too. Any other file is left
    alone and refused. Leaving the ``with`` block closes the log. If an error leaves it, the last line is missing, which tells
    readers that the log was not finished. docs/hand_histories.md has the format.

    Attributes:
        path: the file.
        game: the game whose hands are logged.
        hands: number of hands written so far.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import HandLog, read_hands
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
        readable: bool = True,
    ) -> None:
        """Write the first line.

        Args:
            game: the game of all hands.
            path: the file.
            names: of the agents, one for each player.
            seed: of the match, if there is one.
            duplicate: whether each deal is dealt once in every seating, hand after hand.
            metadata: whatever else describes the match, as JSON can hold it.
            readable: write the names of actions too, by which readers find more damage; it takes a second walk of each hand.

        Raises:
            ValueError: names that do not fit, metadata that JSON cannot hold, or another file is at ``path``.
            OSError: the file cannot be written.
        """
        from pokerzoo import __version__

        if isinstance(names, str) or len(names) != game.num_players or not all(isinstance(name, str) for name in names):
            raise ValueError(f"names={brief(names)}: must be {game.num_players} strings, one for each player")
        self.path = plain_target(path)
        self.game = game
        self.hands = 0
        self.readable = readable
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
            raise ValueError(f"metadata={brief(metadata)}: {error}") from None
        if self.path.exists() and not may_be_replaced(self.path):
            raise ValueError(f"{self.path}: exists and is not a hand log: it is not overwritten")
        write_atomically(self.path, line)
        self._file: BinaryIO | None = open(self.path, "ab", buffering=0)  # noqa: SIM115
        self._torn = False

    @classmethod
    def resume(cls, game: Game, path: str | Path) -> HandLog:
        """Go on with a log: after its last whole line, the one apart that says that it is complete.

        Args:
            game: the game of its hands.
            path: the file.

        Raises:
            ValueError: no hand log of this game.
            OSError: the file cannot be read or written.
        """
        log = cls.__new__(cls)
        log.path, log.game, log.readable, log._torn = plain_target(path), game, True, False
        whole = log.path.read_bytes().rpartition(b"\n")[0].split(b"\n")
        try:
            header, *lines = map(json.loads, whole)
        except ValueError:
            raise ValueError(f"{path}: damaged, or no hand log") from None
        if header.get("format") != FORMAT or (header.get("game"), as_tuples(header.get("params"))) != (game.name, game.params):
            raise ValueError(f"{path}: not a hand log of {game}")
        fault = version_fault(header, FORMAT_VERSION)
        if fault is not None:
            raise ValueError(f"{path}: {fault}")
        if lines and "end" in lines[-1]:
            del lines[-1], whole[-1]
        log.hands = max((hand["hand"] for hand in lines), default=0)
        os.truncate(log.path, sum(len(line) + 1 for line in whole))
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
            raise ValueError(f"state={state!r}: must be a state of {self.game}")
        if not state.is_terminal:
            raise ValueError(f"state={state!r}: the hand is not over")
        agents = [int(agent) for agent in seats]
        if sorted(agents) != list(range(self.game.num_players)):
            raise ValueError(f"seats={brief(seats)}: must have each agent from 0 to {self.game.num_players - 1} once")
        history = state.history()
        number = self.hands // len(agents) if deal is None else int(deal)
        hand: dict[str, Any] = {"hand": self.hands + 1, "deal": number, "seats": agents, "history": list(history)}
        if self.readable:
            hand["actions"] = [
                at.action_name(action) for at, action in zip(states_of_history(self.game, history), history, strict=False)
            ]
        hand["returns"] = by_agent(agents, state.returns())
        self._append(hand)
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
            raise ValueError(f"{self.path}: the log is closed")
        # After a line that broke off comes a new one, so that no more than that one is lost.
        rest = (b"\n" if self._torn else b"") + as_line(value)
        self._torn = True
        while rest:
            rest = rest[self._file.write(rest) :]
        self._torn = False

    def __enter__(self) -> HandLog:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None:
            self.close()
        else:
            self._abandon()


def as_line(value: dict[str, Any]) -> bytes:
    """A value as a line of JSON; ValueError or TypeError where JSON cannot hold it."""
    return json.dumps(value, allow_nan=False).encode() + b"\n"


def may_be_replaced(path: Path) -> bool:
    """Test for an empty file or a hand log, whole or not."""
    with open(path, "rb") as file:
        start = file.readline(1000)
    return not start or start.startswith(f'{{"format": "{FORMAT}"'.encode())


def states_of_history(game: Game, history: Sequence[int]) -> list[State]:
    """The states before each action of a history and after the last; ValueError at the first that is not legal."""
    states = [game.initial_state()]
    for number, action in enumerate(history, 1):
        try:
            states.append(states[-1].child(action))
        except ValueError as error:
            raise ValueError(f"move {number}: {error}") from None
    return states


def by_agent(seats: Sequence[int], returns: Sequence[float]) -> list[float]:
    """Chips by seat as chips by agent."""
    chips = [0.0] * len(seats)
    for agent, won in zip(seats, returns, strict=True):
        chips[agent] = won
    return chips
