"""The spots of a sweep by number: the product of all that varies, computed for one number at a time.

From the slowest to the fastest: ranges, rake, sizes, pots, stacks, boards. So spots with the same betting come one after the
other, and ``limit`` takes the first boards of the first combination.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from pokerzoo.envs.poker.board_sets import AFTER, ANY_STREET, RANDOM, BoardSet, RandomBoards, board_set
from pokerzoo.envs.poker.cards import parse_board
from pokerzoo.envs.poker.ranges import Range, parse_range
from pokerzoo.envs.registry import game_parameters
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import python_number
from pokerzoo.jobs.work import record_digest

from .sweep_config import GAME, SweepConfig

FILES = 1_000
"""Files of rows that a sweep should have, where the limits below allow."""
MOST_FILES = 65_536
ROWS_PER_FILE = {3: (1, 16), 4: (2, 256), 5: (256, 4_096)}
"""By the number of public cards the fewest and the most rows of a file, unless there would be more than ``MOST_FILES``."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One spot of a sweep; a combination of all that varies but boards has the digest of it, and no board."""

    names: Mapping[str, str | None]
    parameters: Mapping[str, Any]
    pot: float
    stack: float
    digest: str
    index: int = -1
    board: str = ""
    weight: int = 0
    draw: int | None = None


class SpotPlan:
    """The spots of a sweep."""

    def __init__(self, config: SweepConfig) -> None:
        """Take a sweep."""
        self.config = config
        vary, self._base = config.vary, config.spot
        axes: tuple[Sequence[Any] | None, ...] = (vary.ranges, vary.rake, vary.sizes, vary.pots, vary.stacks)
        self._axes: list[Sequence[Any]] = [axis or [None] for axis in axes]
        self._default = game_parameters(GAME)
        self._ranges = ranges_of(config, self._base.get("ranges", self._default["ranges"]))
        self.boards = self._make_boards()
        self._combinations = prod(map(len, self._axes))
        self.count = self._combinations * len(self.boards)
        if vary.limit is not None:
            self.count = min(self.count, vary.limit)
        self.rows_per_file = config.rows_per_file or rows_per_file(self.count, self.boards.num_cards)
        self._kept = lru_cache(4)(self._combination)

    def spot(self, index: int) -> Spot:
        """A spot by its number."""
        if not 0 <= index < self.count:
            raise IndexError(f"index={index}: must be from 0 to {self.count - 1}")
        return self.at(*divmod(index, len(self.boards)))

    def with_sizes(self, place: int) -> int:
        """The number of the first combination with one of the named sizes, whether ``limit`` leaves it out or not."""
        return place * len(self._axes[3]) * len(self._axes[4])

    def at(self, number: int, place: int) -> Spot:
        """The spot of a combination of all but the boards, and a board, by their numbers."""
        board, weight = self.boards[place]
        like, index = self._kept(number), number * len(self.boards) + place
        draw = place if isinstance(self.boards, RandomBoards) else None
        return replace(like, parameters={**like.parameters, "board": board}, index=index, board=board, weight=weight, draw=draw)

    def combinations(self) -> int:
        """Number of combinations of all that varies except boards, up to ``limit``."""
        return min(self._combinations, -(-self.count // len(self.boards)))

    def _make_boards(self) -> BoardSet:
        vary, board = self.config.vary, self._base.get("board")
        every = [chosen for ranges in self._ranges for chosen in ranges]  # a board has one weight for all ranges
        if vary.boards is None:
            return board_set([board or self._default["board"]], ranges=every)
        if isinstance(vary.boards, str) and vary.boards in AFTER and board is None:
            raise ParameterError("vary.boards", vary.boards, "needs a board to follow: board = ...")
        if isinstance(vary.boards, str) and vary.boards.strip().startswith(f"{ANY_STREET}:"):
            if board is None:
                kinds = ", ".join(f"{kind}:N" for kind in RANDOM)
                raise ParameterError(
                    "vary.boards", vary.boards, f"is for the street of board = ..., which is not there; else write {kinds}"
                )
            cards = len(parse_board(board, (3, 4, 5)))
            return board_set(vary.boards, ranges=every, seed=vary.seed, num_cards=cards)
        return board_set(vary.boards, board=board, ranges=every, seed=vary.seed)

    def _combination(self, number: int) -> Spot:
        places = [int(place) for place in np.unravel_index(number, [len(axis) for axis in self._axes])]
        ranges, rake, sizes, *amounts = (axis[place] for axis, place in zip(self._axes, places, strict=True))
        parameters = self._base | ({} if sizes is None else sizes.parameters) | {"ranges": self._ranges[places[0]]}
        if rake is not None:
            parameters |= {"rake_rate": rake.rate, "rake_cap": rake.cap}
        parameters |= {
            key: python_number(value) for key, value in zip(("pot", "stack"), amounts, strict=True) if value is not None
        }
        names = {key: chosen and chosen.name for key, chosen in (("ranges", ranges), ("rake", rake), ("sizes", sizes))}
        written = parameters | {"ranges": [str(chosen) for chosen in parameters["ranges"]]}
        written.pop("board", None)
        pot, stack = (float(parameters.get(name, self._default[name])) for name in ("pot", "stack"))
        return Spot(names, parameters, pot, stack, record_digest([names, written]))


def ranges_of(config: SweepConfig, base: Sequence[str]) -> list[tuple[Range, ...]]:
    """Ranges of the players in each combination, in the order in which players act; ``base`` has the spot's."""
    players = ("oop", "ip")
    varied = [
        tuple([parse_range(getattr(ranges, name), f"vary.ranges[{k}].{name}") for name in players])
        for k, ranges in enumerate(config.vary.ranges or ())
    ]
    return varied or [tuple([parse_range(text, name) for name, text in zip(players, base, strict=True)])]


def rows_per_file(count: int, num_cards: int) -> int:
    """Rows of a file: a power of two such that there are about ``FILES`` files, within ``ROWS_PER_FILE``.

    >>> [rows_per_file(count, 5) for count in (2_000, 1_000_000, 10_000_000, 100_000_000)]
    [256, 1024, 4096, 4096]
    >>> rows_per_file(1_755, 3), rows_per_file(22_100, 3), rows_per_file(270_725, 4)
    (2, 16, 256)
    """
    fewest, most = ROWS_PER_FILE[num_cards]
    wanted = min(max(_power(-(-count // FILES)), fewest), most)
    return max(wanted, _power(-(-count // MOST_FILES)))


def _power(number: int) -> int:
    """The least power of two that is no less."""
    return 1 << max(number - 1, 0).bit_length()
