"""Values at each start of the first street that a policy leaves out, and the bound that follows from those of rivers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.envs import Game
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo.envs.compiled.street_rivers import river_stakes, river_values
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import is_number
from pokerzoo.envs.support.records import INTERNAL, Percent, Record, json_key

from .policy import own_state
from .spot_rows import checked_form

if TYPE_CHECKING:
    from pokerzoo.envs.betting.line import Line
    from pokerzoo.envs.poker.public_state import PublicState

NUMBERS = ("values", "best_response_values", "stakes")
"""Entries of a file's header, in chips: of the solution, and of its rivers; two numbers each."""


@dataclass(frozen=True, eq=False)
class LaterValues:
    """Counterfactual values of all hands at each start of the first street that a policy leaves out.

    Attributes:
        form: the spot's compiled form.
        streets: how many streets are left out: 1: rivers, 2: turns and their rivers.
        by_hand: float32 [numbers]: for the first player, then for the second [canonical boards, ``lines``, own hands], in net
            chips from there on, weighted by the reach of chance and of the other player. At a river it is what a best response
            to the other player. At a turn it is the solver's estimate.
        solution: of rivers, what the solution is worth, and best responses to it; None at turns.
        stakes: float64 [2], of rivers: chips that each player plays for on all of them, if they do all to get there: a sum
            over all boards and lines of the pot there, times how likely they then come. A hundredth of it for each percent of
            its pot that a river is solved to is the most that a best response of the player wins by it. None at turns.

    >>> from pokerzoo.agents import CFR, ResolvingPolicy
    >>> from pokerzoo.envs import make_game
    >>> turn = make_game("holdem", board="QsJh2h8d", ranges=("22+", "22+,AKs"), pot=20, stack=20)
    >>> values = ResolvingPolicy.of(CFR(turn).run(20).average_policy()).later_values
    >>> len(values.lines), values.by_hand.dtype
    (3, dtype('float32'))
    """

    form: StreetTree
    streets: int
    by_hand: Floats32
    solution: Measurement | None = None
    stakes: Floats | None = None

    @classmethod
    def of_rivers(cls, form: StreetTree, rows: Floats32) -> LaterValues:
        """Compute those of a solution's rivers.

        Args:
            form: the spot's compiled form.
            rows: all numbers of the solution, rivers too: for each board, sequence and hand; shares of them are the strategies.
        """
        by_hand = np.concatenate([values.ravel() for values in river_values(form, rows)])
        solution = Measurement(form.game, *StreetEvaluator(form).evaluate_cumulative((rows,)))
        return cls(form, 1, by_hand, solution, river_stakes(form, rows))

    def header(self) -> dict[str, Any]:
        """The entries for a file's header."""
        if self.solution is None or self.stakes is None:
            return {}
        numbers = self.solution.values, self.solution.best_response_values, self.stakes
        return {name: pair.tolist() for name, pair in zip(NUMBERS, numbers, strict=True)}

    @cached_property
    def lines(self) -> dict[Line, int]:
        """The number of each line at which the street starts."""
        return {line: k for k, line in enumerate(start_lines(self.form, self.streets))}

    def at(self, public: PublicState) -> Floats:
        """float64 [2, hands of the spot]: values of both where the street starts; 0 where there is no such hand.

        Args:
            public: where it starts.
        """
        canonical, alike = self.form.canonical(own_state(self.form.infosets, public))
        return np.asarray(self.on_canonical(canonical)[:, alike])

    def on_canonical(self, public: PublicState) -> Floats:
        """``at`` for a canonical state, where equivalent hands may differ by rounding.

        Args:
            public: where the street starts.
        """
        form, stage = self.form, len(self.form.boards) - self.streets
        boards = form.boards[stage]
        board = int(boards.number[boards.all.number[public.board[len(form.game.rules.deck.board) :]]])
        values, first = np.zeros((2, len(form.game.rules.deck.hands))), 0
        for player, hands in enumerate(form.hands):
            start = first + (board * len(self.lines) + self.lines[public.line]) * len(hands)
            values[player, hands] = self.by_hand[start : start + len(hands)]
            first = len(boards) * len(self.lines) * len(hands)
        return values

    def __eq__(self, other: object) -> bool:
        """True if all values are equal."""
        return isinstance(other, LaterValues) and np.array_equal(self.by_hand, other.by_hand)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return remake_values, (self.form.game, self.streets, self.by_hand, self.solution, self.stakes)


def values_from_file(form: StreetTree, streets: int, by_hand: Floats32, header: object) -> LaterValues:
    """The values in a file's form: the array, and the header's entry. ValueError if they are malformed."""
    if not np.isfinite(by_hand).all():
        raise ParameterError("later_values", problem="some are not finite")
    if streets != 1:
        return LaterValues(form, streets, by_hand)
    pairs = []
    for name in NUMBERS:
        pair = header.get(name) if isinstance(header, dict) else None
        if not isinstance(pair, list) or len(pair) != 2 or not all(is_number(chips) and isfinite(chips) for chips in pair):
            raise ParameterError("later_values", problem=f"{name} must be two finite numbers")
        pairs.append(np.array(pair, dtype=np.float64))
    return LaterValues(form, streets, by_hand, Measurement(form.game, pairs[0], pairs[1]), pairs[2])


def remake_values(
    game: Game, streets: int, by_hand: Floats32, solution: Measurement | None, stakes: Floats | None
) -> LaterValues:
    """Values from their pickle: the form is compiled again."""
    return LaterValues(checked_form(game), streets, by_hand, solution, stakes)


def start_lines(form: StreetTree, streets: int) -> list[Line]:
    """The lines at which the first of the last ``streets`` starts with a decision."""
    return [line for line in form.entries[len(form.boards) - streets] if line.moves]


def count_values(form: StreetTree, streets: int) -> int:
    """The length of ``LaterValues.by_hand``."""
    return len(form.boards[-streets]) * len(start_lines(form, streets)) * sum(len(hands) for hands in form.hands)


@dataclass(frozen=True, eq=False)
class RiverBound(Record):
    """A bound on how much worse a policy with rivers solved on demand is than the solution it came from.

    ``ResolvingPolicy.river_bound`` returns it.

    Attributes:
        solution: what the solution was worth, with its own rivers, and best responses to it.
        gains: float64 [2]: by how many chips a hand each player's best response may gain over that against the solution.

    >>> from pokerzoo.agents import CFR, ResolvingPolicy
    >>> from pokerzoo.envs import make_game
    >>> turn = make_game("holdem", board="QsJh2h8d", ranges=("22+", "22+,AKs"), pot=20, stack=20)
    >>> bound = ResolvingPolicy.of(CFR(turn).run(20).average_policy()).river_bound()
    >>> bound.exploitability_pot_percent == bound.solution.exploitability_pot_percent + bound.added_pot_percent
    True
    """

    solution: Measurement = field(metadata=INTERNAL)
    gains: Floats

    @property
    def raked(self) -> bool:
        """True if there is rake; then ``exploitability`` is no bound by itself."""
        game = self.solution.game
        return isinstance(game, HoldemGame) and game.rules.betting.rake_rate > 0.0

    @property
    def best_response_values(self) -> Floats:
        """float64 [2]: the highest value of each player's best response to the policy, in net chips."""
        return self.solution.best_response_values + self.gains

    @property
    def exploitability(self) -> float:
        """An upper bound on the policy's exploitability in chips; with rake, plus half of both players' additional rake."""
        return self.solution.exploitability + float(self.gains.mean())

    @property
    def exploitability_pot_percent(self) -> float:
        """The same in percent of the starting pot."""
        return self.exploitability / self._pot * 100

    @property
    @json_key
    def added_pot_percent(self) -> Percent:
        """The most that is added to it; with rake, plus half of the additional rake."""
        return self.exploitability_pot_percent - float(self.solution.exploitability_pot_percent or 0.0)

    @property
    def _pot(self) -> float:
        assert isinstance(self.solution.game, HoldemGame)
        return self.solution.game.rules.betting.pot

    @property
    @json_key
    def solution_exploitability_pot_percent(self) -> Percent | None:
        """Exploitability of the original solution, from the file."""
        return self.solution.exploitability_pot_percent

    def __str__(self) -> str:
        had, added = self.solution.exploitability_pot_percent, self.added_pot_percent
        text = f"at most {had:.4f}% + {added:.4f}% of the pot"
        return f"{text}, and half of the rake that is paid more than before" if self.raked else text
