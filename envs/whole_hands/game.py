"""Whole hands of hold'em as a ``Game``: rules as a row for compiled functions, outcomes of chance, names of actions.

Compiled functions are imported with the first state: a game is described without them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.betting.row import BET, BUTTON, CALL, FIRST, FOLD, HIGHEST, IN_ROUND, NUM_SIZES, STREET_WIDTH, STREETS
from pokerzoo.envs.betting.setup import Betting, posted
from pokerzoo.envs.core import short_name
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.poker.state import PokerGameBase
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.parameters import python_number
from pokerzoo.envs.support.units import Stakes, chips_of

from .rows_of_rules import play_rules_row, play_start_row

if TYPE_CHECKING:
    from pokerzoo.envs.infosets import InfosetTable

    from .state import TexasHoldemState


class TexasHoldemGame(PokerGameBase):
    """Whole hands of hold'em, from the blinds to the showdown.

    ``make_game("texas_holdem", ...)`` makes one; docs/howto/whole_hands.md has its parameters.

    Args:
        params: every parameter with its value.
        rules: the rules, with a ``table``.
        deck: the cards that are dealt from, as indices into ``rules.deck.names``.

    Attributes:
        rules: the rules, with a ``table``.
        rules_row: int64 [columns]: the same for compiled functions.
        start: int64 [columns]: a hand before the deal, after antes and blinds.
        any_amount: whether every whole amount is an action.
        chip: the smallest unit, in chips.
        payoff_unit: what ``returns`` counts a smallest unit as.
        stacks: chips of each player before anything is posted.
        button: the seat with the button.
        posted: live blinds of each player at the start, in chips.
        blinds_are_posted: whether there are blinds, so that the first bet before the flop is a raise.

    >>> from pokerzoo.envs import make_game
    >>> game = make_game("texas_holdem", num_players=3)
    >>> game.stacks, game.posted, game.stakes.big_blind
    ((200.0, 200.0, 200.0), (1.0, 2.0, 0.0), 2.0)
    """

    title, about = "Texas hold'em", "Whole hands of hold'em, two to ten players, with any stacks and limits."
    numbered, names_amounts = False, True

    def __init__(self, params: dict[str, Any], rules: PokerRules, deck: tuple[int, ...]) -> None:
        self.name = "texas_holdem"
        self.params = params
        self.rules = rules
        self.num_players = rules.num_players
        betting = rules.betting
        assert betting.unit is not None
        self.rules_row: Int64s = play_rules_row(betting, deck)
        self.names_hands = params["deck"] != "short"  # where flushes beat full houses
        self.chip = betting.unit
        self.any_amount = betting.any_amount
        in_blinds = params["rewards"] == "blinds"
        self.payoff_unit = betting.unit / betting.big_blind if in_blinds else betting.unit
        self.stakes = Stakes(big_blind=1.0 if in_blinds else betting.big_blind, rake_rate=betting.rake_rate)
        most = max(betting.units(stack) for stack in (*betting.stacks, betting.chips_in_play or 0))
        self.num_distinct_actions = BET + (most if self.any_amount else int(self.rules_row[NUM_SIZES]))
        self._actions: dict[int, tuple[int, ...]] = {}
        self._sit_down()

    def _sit_down(self) -> None:
        """Set what follows from stacks and button."""
        betting = self.rules.betting
        self.button = int(self.rules_row[BUTTON])
        self.stacks = betting.stacks
        self.start: Int64s = play_start_row(betting, self.rules_row)
        self.start.flags.writeable = self.rules_row.flags.writeable = False
        self.posted = tuple([betting.chips(units) for units in self.start[IN_ROUND : IN_ROUND + self.num_players].tolist()])
        self.blinds_are_posted = int(self.start[HIGHEST]) > 0

    def with_stacks(self, stacks: tuple[float, ...], button: int) -> TexasHoldemGame:
        """The same game with other stacks and another button: the next hand of a session. Made fast.

        Needs ``short_stacks`` and ``chips_in_play``, so that hands and observations have the same size in both.

        Args:
            stacks: chips of each seat; at least two have some, and not more than ``chips_in_play`` in all.
            button: a seat that has chips, or of three or more any seat.
        """
        params = self.params
        assert params["short_stacks"]
        assert params["chips_in_play"]
        straddle = params["straddle"] if sum(chips > 0 for chips in stacks) > 2 else 0
        posts = params["blinds"], params["ante"], params["big_blind_ante"], straddle
        game = self._with_betting(posted(replace(self.rules.betting, stacks=stacks), button, *posts))
        game.params = params | {"stack": tuple(map(python_number, stacks)), "button": button, "straddle": straddle}
        if len(set(stacks)) == 1:
            game.params["stack"] = python_number(stacks[0])
        return game

    def with_posts(
        self, blinds: tuple[float, ...], dead: tuple[float, ...], antes: tuple[float, ...], first: int
    ) -> TexasHoldemGame:
        """The same game with posts of each seat that no parameters have: late and dead blinds, and antes that differ.

        Its ``params`` are still those of the game. It is for reading a hand that was played elsewhere.

        Args:
            blinds: live chips of each seat.
            dead: chips of each seat that are no bet.
            antes: of each seat.
            first: the seat where the search for the first to act before the flop begins.
        """
        betting = self.rules.betting
        rounds = (replace(betting.rounds[0], first=first), *betting.rounds[1:])
        to_match = max(betting.big_blind, *blinds)
        return self._with_betting(replace(betting, blinds=blinds, dead=dead, antes=antes, rounds=rounds, to_match=to_match))

    def _with_betting(self, betting: Betting) -> TexasHoldemGame:
        game = object.__new__(type(self))  # copy() would make it from its parameters
        game.__dict__.update(self.__dict__)
        for kept in ("_identity", "_initial"):
            game.__dict__.pop(kept, None)
        game.rules = replace(self.rules, betting=betting)
        game.rules_row = self.rules_row.copy()
        assert betting.button is not None
        game.rules_row[BUTTON] = betting.button
        for number, round_ in enumerate(betting.rounds):
            game.rules_row[STREETS + STREET_WIDTH * number + FIRST] = round_.first
        game._sit_down()
        return game

    def initial_state(self) -> TexasHoldemState:
        return self._initial

    @cached_property
    def _initial(self) -> TexasHoldemState:
        from .state import TexasHoldemState

        return TexasHoldemState(self, self.start)

    @property
    def utility_range(self) -> tuple[float, float]:
        stacks = [stack / self.chip * self.payoff_unit for stack in self.rules.betting.stacks]
        return -max(stacks), sum(stacks) - min(stacks)

    @cached_property
    def observation_names(self) -> tuple[str, ...]:  # type: ignore[override]
        from .observations import observation_names

        return observation_names(self)

    @cached_property
    def observation_width(self) -> int:
        """Entries of an observation."""
        from .observations import observation_width

        return int(observation_width(self.rules_row))

    @property
    def public_cards(self) -> int:
        """Public cards of a hand that is played to the end: 5, or fewer where ``last_street`` is not the river."""
        return self.rules.betting.cards_through[-1]

    @property
    def has_preflop_table(self) -> bool:
        """True if all-ins before the flop have the equities of ``preflop_equities``: 52 cards, five public ones."""
        return len(self.rules.deck.names) == 52 and self.public_cards == 5

    @property
    def exact_takes_seconds(self) -> bool:
        return False

    @property
    def seat_names(self) -> tuple[str, ...]:
        if self.num_players == 2:
            names = {self.button: " (button)", 1 - self.button: " (big blind)"}
        else:
            names = {self.button: " (button)"}
        return tuple(f"Player {seat}{names.get(seat, '')}" for seat in range(self.num_players))

    def action_label(self, action: int) -> str:
        if action < BET:
            return {FOLD: "fold", CALL: "check/call"}[action]
        if self.any_amount:
            return f"bet/raise to {chips_text(chips_of(action - BET + 1, self.chip))}"
        return f"bet/raise {self.rules.betting.size_label(action - BET)}".rstrip()

    def actions_of(self, bits: int) -> tuple[int, ...]:
        """The actions of a set, ascending.

        Args:
            bits: the set: bit k is set for action k.
        """
        result = self._actions.get(bits)
        if result is None:
            result = self._actions[bits] = tuple([k for k in range(bits.bit_length()) if bits >> k & 1])
        return result

    def action_of(self, move: int) -> int:
        """The action of a move of a row.

        Args:
            move: the move, as the column ``MOVES`` of a row has it.
        """
        kind = move >> 4 & 3
        if kind < BET:
            return kind
        return BET + ((move >> 16) - 1 if self.any_amount else move >> 8 & 255)

    @cached_property
    def hand_index(self) -> dict[tuple[int, ...], int]:
        """The index in ``rules.deck.hands`` of two cards, the higher one first."""
        return {cards: k for k, cards in enumerate(self.rules.deck.hands)}

    def _collect_infosets(self) -> InfosetTable:
        raise InputError(
            f"{short_name(self)}: a whole hand has too many infosets and histories to list; "
            "solve a spot out of it (state.to_spot), or push/fold play (push_fold)"
        )
