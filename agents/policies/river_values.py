"""Values at the start of each river of a spot, to which rivers solved anew are held, and the bound that follows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.envs import Game
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo.envs.compiled.street_rivers import river_lines, river_stakes, river_values
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.parameters import is_number
from pokerzoo.envs.support.records import Percent, Record

from .spot_rows import checked_form

if TYPE_CHECKING:
    from pokerzoo.envs.betting.line import Line
    from pokerzoo.envs.poker.public_state import PublicState

NUMBERS = ("values", "best_response_values", "stakes")
"""Entries of a file's header, in chips: of the solution, and of its rivers; two numbers each."""


@dataclass(frozen=True, eq=False)
class RiverValues:
    """Values of the rivers of a solution that are left out.

    Attributes:
        form: the spot's compiled form.
        by_hand: float32 [numbers]: for the first player, then for the second [canonical river boards, ``lines``, own hands].
            A number is what a best response to the other player is worth from there on. It is in net chips, weighted by the
            reach of chance and of the other player.
        solution: what the solution is worth, and best responses to it.
        stakes: float64 [2]: chips that each player plays for on all rivers, if they do whatever leads there: a sum over all
            boards and lines of the pot there, times how likely they then come. A hundredth of it for each percent of its pot
            that a river is solved to is the most that a best response of the player wins by it.

    >>> from pokerzoo.agents import CFR
    >>> from pokerzoo.envs import make_game
    >>> turn = make_game("holdem", board="QsJh2h8d", ranges=("22+", "22+,AKs"), pot=20, stack=20)
    >>> values = CFR(turn).run(20).average_policy().without_rivers().river_values
    >>> len(values.lines), values.by_hand.dtype
    (3, dtype('float32'))
    """

    form: StreetTree
    by_hand: Floats32
    solution: Measurement
    stakes: Floats

    @classmethod
    def of(cls, form: StreetTree, rows: Floats32) -> RiverValues:
        """Compute them of a solution.

        Args:
            form: the spot's compiled form.
            rows: all numbers of the solution, rivers too: for each board, sequence and hand; shares of them are the strategies.
        """
        by_hand = np.concatenate([own.ravel() for own in river_values(form, rows)])
        solution = Measurement(form.game, *StreetEvaluator(form).evaluate_cumulative((rows,)))
        return cls(form, by_hand, solution, river_stakes(form, rows))

    def header(self) -> dict[str, Any]:
        """The entries for a file's header."""
        numbers = self.solution.values, self.solution.best_response_values, self.stakes
        return {name: own.tolist() for name, own in zip(NUMBERS, numbers, strict=True)}

    @cached_property
    def lines(self) -> dict[Line, int]:
        """The number of each line."""
        return {line: k for k, line in enumerate(river_lines(self.form))}

    def at(self, public: PublicState, player: int) -> Floats:
        """float64 [hands of the spot]: values of a player's hands where a river starts; 0 where there is no such hand.

        Args:
            public: where it starts, on a canonical board.
            player: whose values.
        """
        form, last = self.form, len(self.form.boards) - 1
        boards, own = form.boards[last], form.hands[player]
        board = int(boards.number[boards.all.number[public.board[len(form.game.rules.deck.board) :]]])
        first = player * len(boards) * len(self.lines) * len(form.hands[0])
        start = first + (board * len(self.lines) + self.lines[public.line]) * len(own)
        found = np.zeros(len(form.game.rules.deck.hands))
        found[own] = self.by_hand[start : start + len(own)]
        return found

    def __eq__(self, other: object) -> bool:
        """True if rivers are held to the same values."""
        return isinstance(other, RiverValues) and np.array_equal(self.by_hand, other.by_hand)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return remake_values, (self.form.game, self.by_hand, self.solution, self.stakes)


def remake_values(game: Game, by_hand: Floats32, solution: Measurement, stakes: Floats) -> RiverValues:
    """Values from their pickle: the form is compiled anew."""
    return RiverValues(checked_form(game), by_hand, solution, stakes)


def values_from_file(form: StreetTree, by_hand: Floats32, header: object) -> RiverValues:
    """The values as a file has them: the array, and the header's entry. ValueError if something is not as it must be."""
    if not isinstance(header, dict):
        raise ValueError("river_values: the header has no numbers of them")
    found = []
    for name in NUMBERS:
        pair = header.get(name)
        if not isinstance(pair, list) or len(pair) != 2 or not all(is_number(one) and isfinite(one) for one in pair):
            raise ValueError(f"river_values: {name} must be two finite numbers")
        found.append(np.array(pair, dtype=np.float64))
    if not np.isfinite(by_hand).all():
        raise ValueError("river_values: some are not finite")
    return RiverValues(form, by_hand, Measurement(form.game, found[0], found[1]), found[2])


def count_values(form: StreetTree) -> int:
    """The length of ``RiverValues.by_hand``."""
    return len(form.boards[-1]) * len(river_lines(form)) * sum(len(own) for own in form.hands)


@dataclass(frozen=True, eq=False)
class RiverBound(Record):
    """A limit to how much worse a policy with rivers solved on demand is than the solution that it was made of.

    ``SpotPolicy.river_bound`` returns it.

    Attributes:
        solution: what the solution was worth, with its own rivers, and best responses to it.
        gains: float64 [2]: by how many chips a hand each player's best response may be worth more than against the solution.

    >>> from pokerzoo.agents import CFR
    >>> from pokerzoo.envs import make_game
    >>> turn = make_game("holdem", board="QsJh2h8d", ranges=("22+", "22+,AKs"), pot=20, stack=20)
    >>> bound = CFR(turn).run(20).average_policy().without_rivers().river_bound()
    >>> bound.exploitability_pot_percent == bound.solution.exploitability_pot_percent + bound.added_pot_percent
    True
    """

    told = ("solution_exploitability_pot_percent", "added_pot_percent", "best_responses_gain_at_most_chips=gains")

    solution: Measurement
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
        """The policy's exploitability in chips, at most; given rake, plus half of what both pay more of it than before."""
        return self.solution.exploitability + float(self.gains.mean())

    @property
    def exploitability_pot_percent(self) -> float:
        """The same in percent of the starting pot."""
        return self.exploitability / self._pot * 100

    @property
    def added_pot_percent(self) -> Percent:
        """The most that is added to it; given rake, also half of the rake that is paid more than before."""
        return self.exploitability_pot_percent - float(self.solution.exploitability_pot_percent or 0.0)

    @property
    def _pot(self) -> float:
        assert isinstance(self.solution.game, HoldemGame)
        return self.solution.game.starting_pot

    @property
    def solution_exploitability_pot_percent(self) -> Percent | None:
        """Exploitability of what was solved, as the file has it."""
        return self.solution.exploitability_pot_percent

    def __str__(self) -> str:
        had, added = self.solution.exploitability_pot_percent, self.added_pot_percent
        text = f"at most {had:.4f}% + {added:.4f}% of the pot"
        return f"{text}, and half of the rake that is paid more than before" if self.raked else text
