"""A whole hand on the tree API: ``TexasHoldemState``, a row of numbers (``row``) and the compiled rules that step it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.betting.engine import pots_of
from pokerzoo.envs.betting.line import RowView
from pokerzoo.envs.betting.line import chips_text as chips_as_text
from pokerzoo.envs.core import CHANCE, TERMINAL, illegal_action, played
from pokerzoo.envs.poker.state import PokerStateBase
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.units import chips_of
from pokerzoo.envs.views import Seat

from .row import BOARD, HOLES, MOVES, NUM_BOARD, NUM_DEALT, NUM_MOVES, PAYOFFS, TO_COME
from .steps import deal_cards, deal_drawn, play_action, play_move, write_seat_observation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pokerzoo.envs.betting.street_sizes import StreetSizes
    from pokerzoo.envs.games.hand_spot import HandSpot
    from pokerzoo.envs.poker.ranges import Range

    from .game import TexasHoldemGame

NO_CARDS: tuple[int, ...] = ()
NO_NUMBERS = np.empty(0)
FLOP = 3


Moves: TypeAlias = tuple[int, ...]
"""Moves as rows have them (``row.MOVES``)."""


class TexasHoldemState(PokerStateBase):
    """A whole hand at one moment.

    Equal states have the same cards and the same moves to the chip. A copy made by ``pickle`` continues as the state itself
    would: public cards that were drawn with the deal (``after_chance``) stay drawn.

    Args:
        game: what is played.
        row: int64 [columns]: the hand.

    Attributes:
        row: int64 [columns]: the hand, not to be written to.

    >>> from pokerzoo.envs import make_game
    >>> state = make_game("texas_holdem").initial_state().after_chance(np.random.default_rng(5))
    >>> state.current_player, state.pot, state.to_call, state.stacks
    (1, 3.0, 1.0, (198.0, 199.0))
    >>> state.child(1).line  # the button calls
    'c'
    """

    __slots__ = ("_legal", "_line", "_table", "current_player", "game", "row")

    game: TexasHoldemGame

    def __init__(self, game: TexasHoldemGame, row: Int64s) -> None:
        self.game = game
        self.row = row
        self._legal: tuple[int, ...] | None = None
        self._line: str | None = None
        self._table: RowView | None = None
        status = row.item(col.STATUS)
        self.current_player: int = row.item(col.ACTOR) if status == col.TO_ACT else TERMINAL if status == col.OVER else CHANCE

    # Bets of an amount that is no size of the game (``LbrMove``) are not in ``history``: values come from moves.

    def __reduce__(self) -> tuple[Any, ...]:
        return restored_state, (self.game, *self._value(), tuple(self.row[TO_COME : TO_COME + 5].tolist()))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TexasHoldemState):
            return NotImplemented
        return self is other or (self._value() == other._value() and self.game == other.game)

    def __hash__(self) -> int:
        return hash((self.game, *self._value()))

    def _value(self) -> tuple[tuple[int, ...], Moves]:
        """All cards, -1 for those that are not there yet, and all moves."""
        return tuple(self.row[HOLES : BOARD + 5].tolist()), tuple(self._packed_moves())

    def legal_actions(self) -> tuple[int, ...]:
        if self._legal is None:
            self._legal = self._find_legal()
        return self._legal

    def _find_legal(self) -> tuple[int, ...]:
        row, game = self.row, self.game
        status = row.item(col.STATUS)
        if status == col.TO_ACT:
            result = game.actions_of(row.item(col.LEGAL))
            if game.any_amount and row.item(col.MOST_TO):
                return (*result, *range(col.BET + row.item(col.LEAST_TO) - 1, col.BET + row.item(col.MOST_TO)))
            return result
        if status == col.OVER:
            return ()
        return tuple([action for action, _ in self.chance_outcomes()])

    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        seen, deck = tuple(sorted(self.seen_cards())), self.game.rules.deck
        if self.row.item(col.STATUS) == col.HOLE_CARDS_DUE:
            return deck.hand_probabilities(seen)
        if self.row.item(col.STATUS) == col.PUBLIC_CARD_DUE:
            return deck.card_probabilities(seen)
        raise InputError("no chance move is due here")

    def seen_cards(self) -> frozenset[int]:
        """All cards that have been dealt, as indices into the deck."""
        return frozenset([card for card in self.row[HOLES : BOARD + 5].tolist() if card >= 0])

    def child(self, action: int) -> TexasHoldemState:
        status = self.row.item(col.STATUS)
        row, game = self.row.copy(), self.game
        if status == col.TO_ACT:
            if action.__class__ is not int or not self.allows(action):
                action = played(self, action)
            play_action(game.rules_row, row, action)
        elif status == col.OVER:
            raise illegal_action(self, action)
        else:
            self._deal(row, played(self, action))
        return TexasHoldemState(game, row)

    def allows(self, action: int) -> bool:
        row = self.row  # where every whole amount is legal it is not listed
        if action < col.BET or not self.game.any_amount:
            return action in (self.game.actions_of(row.item(col.LEGAL)) if self.game.any_amount else self.legal_actions())
        return row.item(col.MOST_TO) > 0 and col.BET + row.item(col.LEAST_TO) - 1 <= action < col.BET + row.item(col.MOST_TO)

    def _deal(self, row: Int64s, action: int) -> None:
        rules = self.game.rules_row
        row[TO_COME : TO_COME + 5] = -1
        if row.item(col.STATUS) == col.HOLE_CARDS_DUE:
            high, low = self.game.rules.deck.hands[action]
            deal_cards(rules, row, high, low)
        else:
            deal_cards(rules, row, action, -1)

    def after_chance(self, rng: np.random.Generator) -> TexasHoldemState:
        """The next state in which no chance move is due.

        The first time in a hand it takes 25 numbers of ``rng`` and draws all cards, the public ones as well: so they do not
        depend on the betting. (``child`` with a card forgets what was drawn.)

        Args:
            rng: the generator.
        """
        if not self.is_chance:
            return self
        row = self.row.copy()
        drawn = row.item(col.STATUS) == col.PUBLIC_CARD_DUE and row.item(TO_COME) >= 0
        deal_drawn(self.game.rules_row, row, NO_NUMBERS if drawn else rng.random(25))
        return TexasHoldemState(self.game, row)

    def returns(self) -> tuple[float, ...]:
        game = self.game
        if self.row.item(col.STATUS) != col.OVER:
            return (0.0,) * game.num_players
        return tuple([units * game.payoff_unit for units in self.row[PAYOFFS : PAYOFFS + game.num_players].tolist()])

    # What is to be seen.

    @property
    def table(self) -> RowView:
        if self._table is None:
            self._table = RowView(self.game.rules.betting, self.row.data)  # a list would take ten times as long to make
        return self._table

    @property
    def stacks(self) -> tuple[float, ...]:
        return tuple([self.table.left_of(seat) for seat in range(self.game.num_players)])

    @property
    def board(self) -> tuple[int, ...]:
        return tuple(self.row[BOARD : BOARD + self.row.item(NUM_BOARD)].tolist())

    def hole_cards(self, player: int) -> tuple[int, ...]:
        self._check_player(player)
        first = HOLES + 2 * player
        return tuple(self.row[first : first + 2].tolist()) if self.row.item(first) >= 0 else NO_CARDS

    def _check_player(self, player: int) -> None:
        if not 0 <= player < self.game.num_players:
            raise ParameterError("player", player, f"must be from 0 to {self.game.num_players - 1}")

    @property
    def receiver(self) -> int | None:
        return self.row.item(NUM_DEALT) if self.row.item(col.STATUS) == col.HOLE_CARDS_DUE else None

    @property
    def num_deals(self) -> int:
        return self.row.item(NUM_BOARD)

    @property
    def pots(self) -> tuple[float, ...]:
        """Chips in the main pot and in each side pot, without the bets of this round until the hand is over."""
        rules, row = self.game.rules_row.tolist(), self.row.tolist()
        if row[col.STATUS] != col.OVER:
            for seat in range(self.game.num_players):
                row[col.IN_HAND + seat] -= row[col.IN_ROUND + seat]
        return tuple([chips_of(units, self.game.chip) for units, _ in pots_of(rules, row)])

    @property
    def chips_won(self) -> tuple[float, ...]:
        game = self.game
        return tuple([chips_of(units, game.chip) for units in self.row[PAYOFFS : PAYOFFS + game.num_players].tolist()])

    @property
    def moves(self) -> tuple[tuple[int, int, int, float], ...]:
        chip = self.game.chip
        return tuple([(m >> 6 & 3, m & 15, m >> 4 & 3, chips_of(m >> 16, chip)) for m in self._packed_moves()])

    def _packed_moves(self) -> list[int]:
        result: list[int] = self.row[MOVES : MOVES + self.row.item(NUM_MOVES)].tolist()
        return result

    def total_of(self, action: int) -> float:
        row = self.row
        units = row.item(col.IN_ROUND + row.item(col.ACTOR)) if action == col.FOLD else row.item(col.CALL_TO)
        if action >= col.BET:
            units = action - col.BET + 1 if self.game.any_amount else row.item(col.TOTALS + action)
        return chips_of(units, self.game.chip)

    def _seat_text(self, seat: Seat) -> str:
        button = " button" if seat.player == self.game.button else ""
        front = self.round_contributions[seat.player]
        return f"{' '.join([card or '?' for card in seat.cards]) or '-'}  stack {seat.stack:g}  in front {front:g}{button}"

    @property
    def num_hands(self) -> int:
        return len(self.game.rules.deck.hands)

    def key(self, hand: int) -> str:
        return f"{self.game.rules.deck.hand_names[hand]}|{self.line}"

    @property
    def line(self) -> str:
        if self._line is None:
            self._line = self._write_line()
        return self._line

    def _write_line(self) -> str:
        deck, board = self.game.rules.deck.names, self.board
        pieces = ["", "", "", ""]
        raised = [self.game.blinds_are_posted, False, False, False]
        put: list[dict[int, float]] = [dict(enumerate(self.game.posted)), {}, {}, {}]
        for street, player, kind, total in self.moves:
            already = put[street].get(player, 0.0)
            if kind == col.FOLD:
                pieces[street] += "f"
            elif kind == col.CALL:
                pieces[street] += "c" if total > already else "x"
            else:
                pieces[street] += ("r" if raised[street] else "b") + chips_as_text(total)
                raised[street] = True
            put[street][player] = total
        result = pieces[0]
        for street in range(1, 4):
            first, last = (0, FLOP) if street == 1 else (street + 1, street + 2)
            cards = board[first:last]
            if not cards:
                break
            result += "/" + "".join([deck[card] for card in sorted(cards, reverse=True)]) + "|" + pieces[street]
        return result

    def infoset_index(self) -> int:
        raise InputError(f"{self.game.name}: its infosets are not numbered, there are too many; ask for infoset_key")

    def observation(self, player: int) -> npt.NDArray[np.float32]:
        game = self.game
        self._check_player(player)
        result = np.empty(game.observation_width, np.float32)
        write_seat_observation(game.rules_row, self.row, player, result)
        return result

    def history(self) -> tuple[int, ...]:
        game, row = self.game, self.row
        result = []
        for seat in range(game.num_players):
            cards = self.hole_cards(seat)
            if cards:
                result.append(game.hand_index[cards])
        board, street = self.board, 0
        for move in self._packed_moves():
            while street < (move >> 6 & 3):
                street += 1
                result += board[:FLOP] if street == 1 else board[street + 1 : street + 2]
            result.append(game.action_of(move))
        dealt = 0 if street == 0 else street + 2
        return (*result, *board[dealt : row.item(NUM_BOARD)])

    def to_spot(
        self,
        ranges: Sequence[str | Range],
        *,
        bet_sizes: StreetSizes | None = None,
        raise_sizes: StreetSizes | None = None,
        **options: Any,
    ) -> HandSpot:
        """The hand's current street as a separate spot (``holdem``): to solve it, or to check play.

        It can be asked on the flop, turn and river, at the street's start or later, if two players were in on the street from
        its start; on the turn and river three may be. The spot begins with the street; ``HandSpot.public`` is the point in it
        that the hand has reached.

        Args:
            ranges: of the players in on this street in the order in which they act (player 0 first); as ``make_holdem``.
            bet_sizes: as ``make_holdem``; None: the whole hand's own from this street on.
            raise_sizes: as ``bet_sizes``, of raises.
            **options: other parameters of ``make_holdem`` (``add_allin_threshold`` ...); by default such that the bets are the
                whole hand's (geometric sizes count with the smaller stack).

        Returns:
            The spot, which player has which seat, and the point in it that the hand has reached. Two players have the smaller
            stack, three their own.

        Raises:
            ValueError: no player is to act, too many players, one of three who was all-in before this street, another deck than
                the standard one, a hand that ends before the river, or sizes spots lack.
        """
        from pokerzoo.envs.games.hand_spot import spot_of_hand

        return spot_of_hand(self, ranges, bet_sizes=bet_sizes, raise_sizes=raise_sizes, **options)


def restored_state(game: TexasHoldemGame, cards: tuple[int, ...], moves: Moves, to_come: tuple[int, ...]) -> TexasHoldemState:
    """A state from its value and its cards to come."""
    rules, row = game.rules_row, game.start.copy()
    holes, board = cards[: BOARD - HOLES], [card for card in cards[BOARD - HOLES :] if card >= 0]
    for seat in range(game.num_players):
        if holes[2 * seat] >= 0:
            deal_cards(rules, row, holes[2 * seat], holes[2 * seat + 1])
    for _ in moves_on(rules, row, moves, board):
        pass
    while row.item(NUM_BOARD) < len(board):
        deal_cards(rules, row, board[row.item(NUM_BOARD)], -1)
    row[TO_COME : TO_COME + 5] = to_come
    return TexasHoldemState(game, row)


def moves_on(rules: Int64s, row: Int64s, moves: Iterable[int], board: Sequence[int]) -> Iterator[int]:
    """Each move, before it is played on a row; public cards that are due come from ``board``."""
    for move in moves:
        while row.item(col.STATUS) == col.PUBLIC_CARD_DUE:
            deal_cards(rules, row, board[row.item(NUM_BOARD)], -1)
        yield move
        play_move(rules, row, move >> 4 & 3, move >> 16, move >> 8 & 255)
