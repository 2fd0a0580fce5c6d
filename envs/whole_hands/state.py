"""A whole hand on the tree API: ``TexasHoldemState``, a row of numbers (``row``) and the compiled rules that step it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import chips_text as chips_as_text
from pokerzoo.envs.core import CHANCE, TERMINAL, State, illegal_action, played
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.chips import chips_of
from pokerzoo.envs.support.lazy import load_object

from .pots import split_pots
from .row import (
    ACTOR,
    BET,
    BOARD,
    CALL,
    CALL_TO,
    DEAD,
    FOLD,
    HOLE_CARDS_DUE,
    HOLES,
    IN_HAND,
    IN_ROUND,
    LEAST_TO,
    LEGAL,
    LIVE,
    MOST_TO,
    MOVES,
    NUM_BETS,
    NUM_BOARD,
    NUM_MOVES,
    OVER,
    PAYOFFS,
    POT,
    PUBLIC_CARD_DUE,
    STACKS,
    STATUS,
    STREET,
    TO_ACT,
    TO_COME,
    TOTALS,
)
from .steps import deal_cards, deal_drawn, play_action, play_move, write_seat_observation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pokerzoo.envs.betting.street_sizes import StreetSizes
    from pokerzoo.envs.games.hand_spot import HandSpot
    from pokerzoo.envs.poker.ranges import Range

    from .game import TexasHoldemGame

NO_CARDS: tuple[int, ...] = ()
NO_NUMBERS = np.empty(0)
FLOP = 3


Moves: TypeAlias = tuple[int, ...]
"""Moves as rows have them (``row.MOVES``)."""


class TexasHoldemState(State):
    """A whole hand at one moment.

    Equal states have the same cards and the same moves to the chip. A copy made by ``pickle`` goes on as the state itself
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

    __slots__ = ("_legal", "current_player", "game", "row")

    game: TexasHoldemGame

    def __init__(self, game: TexasHoldemGame, row: Int64s) -> None:
        self.game = game
        self.row = row
        self._legal: tuple[int, ...] | None = None
        status = row.item(STATUS)
        self.current_player: int = row.item(ACTOR) if status == TO_ACT else TERMINAL if status == OVER else CHANCE

    # Bets of an amount that is no size of the game (``LbrMove``) are not in ``history``: values are made of moves.

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
        status = row.item(STATUS)
        if status == TO_ACT:
            found = game.actions_of(row.item(LEGAL))
            if game.any_amount and row.item(MOST_TO):
                return (*found, *range(BET + row.item(LEAST_TO) - 1, BET + row.item(MOST_TO)))
            return found
        if status == OVER:
            return ()
        return tuple([action for action, _ in self.chance_outcomes()])

    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        seen = self.seen_cards()
        if self.row.item(STATUS) == HOLE_CARDS_DUE:
            return self.game.hand_outcomes(seen)
        if self.row.item(STATUS) == PUBLIC_CARD_DUE:
            return self.game.card_outcomes(seen)
        raise ValueError("no chance move is due here")

    def seen_cards(self) -> frozenset[int]:
        """All cards that have been dealt, as indices into the deck."""
        return frozenset([card for card in self.row[HOLES : BOARD + 5].tolist() if card >= 0])

    def child(self, action: int) -> TexasHoldemState:
        status = self.row.item(STATUS)
        row, game = self.row.copy(), self.game
        if status == TO_ACT:
            if action.__class__ is not int or not self._allows(action):
                action = played(self, action)
            play_action(game.rules_row, row, action)
        elif status == OVER:
            raise illegal_action(self, action)
        else:
            self._deal(row, played(self, action))
        return TexasHoldemState(game, row)

    def _allows(self, action: int) -> bool:
        """True if an action is legal; where every whole amount is one, without listing them."""
        row = self.row
        if action < BET or not self.game.any_amount:
            return action in (self.game.actions_of(row.item(LEGAL)) if self.game.any_amount else self.legal_actions())
        return row.item(MOST_TO) > 0 and BET + row.item(LEAST_TO) - 1 <= action < BET + row.item(MOST_TO)

    def _deal(self, row: Int64s, action: int) -> None:
        rules = self.game.rules_row
        row[TO_COME : TO_COME + 5] = -1
        if row.item(STATUS) == HOLE_CARDS_DUE:
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
        drawn = row.item(STATUS) == PUBLIC_CARD_DUE and row.item(TO_COME) >= 0
        deal_drawn(self.game.rules_row, row, NO_NUMBERS if drawn else rng.random(25))
        return TexasHoldemState(self.game, row)

    def returns(self) -> tuple[float, ...]:
        game = self.game
        if self.row.item(STATUS) != OVER:
            return (0.0,) * game.num_players
        return tuple([units * game.payoff_unit for units in self.row[PAYOFFS : PAYOFFS + game.num_players].tolist()])

    # What is to be seen.

    @property
    def street(self) -> int:
        """0 before the flop, 1 on it, to 3 on the river; where a public card is due that of the card."""
        return self.row.item(STREET)

    @property
    def board(self) -> tuple[int, ...]:
        """Public cards so far in the order in which they came, as indices into the deck."""
        return tuple(self.row[BOARD : BOARD + self.row.item(NUM_BOARD)].tolist())

    def hole_cards(self, player: int) -> tuple[int, ...]:
        """A player's cards, the higher one first, as indices into the deck; empty before the deal and of a seat that is out.

        Args:
            player: the seat, from 0.
        """
        self._check_player(player)
        first = HOLES + 2 * player
        return tuple(self.row[first : first + 2].tolist()) if self.row.item(first) >= 0 else NO_CARDS

    def _check_player(self, player: int) -> None:
        if not 0 <= player < self.game.num_players:
            raise ValueError(f"player={player!r}: must be from 0 to {self.game.num_players - 1}")

    def _by_seat(self, column: int) -> tuple[float, ...]:
        game = self.game
        return tuple([chips_of(units, game.chip) for units in self.row[column : column + game.num_players].tolist()])

    @property
    def stacks(self) -> tuple[float, ...]:
        """Chips that each player has behind."""
        return self._by_seat(STACKS)

    @property
    def round_contributions(self) -> tuple[float, ...]:
        """Chips that each player has put in since the start of this round."""
        return self._by_seat(IN_ROUND)

    @property
    def contributions(self) -> tuple[float, ...]:
        """Chips that each player has put in since the start, antes included (but for a big blind's ante)."""
        return self._by_seat(IN_HAND)

    @property
    def pot(self) -> float:
        """Chips in the middle, the bets of this round included."""
        return chips_of(self.row.item(POT), self.game.chip)

    @property
    def pots(self) -> tuple[float, ...]:
        """Chips in the main pot and in each side pot, without the bets of this round until the hand is over."""
        game, row = self.game, self.row
        players = game.num_players
        put = row[IN_HAND : IN_HAND + players]
        if row.item(STATUS) != OVER:
            put = put - row[IN_ROUND : IN_ROUND + players]
        return tuple([chips_of(units, game.chip) for units in split_pots(put.tolist(), row.item(DEAD), row.item(LIVE))])

    @property
    def chips_won(self) -> tuple[float, ...]:
        """Net chips won by each player, whatever ``returns`` counts in; zeros before the end."""
        return self._by_seat(PAYOFFS)

    @property
    def folded(self) -> tuple[bool, ...]:
        """True for each player who has folded, or was not dealt in."""
        live = self.row.item(LIVE)
        return tuple([not live >> seat & 1 for seat in range(self.game.num_players)])

    @property
    def to_call(self) -> float:
        """Chips that the player to act must add to stay in; 0 where no player is to act."""
        row = self.row
        if row.item(STATUS) != TO_ACT:
            return 0.0
        units: int = row.item(CALL_TO) - row.item(IN_ROUND + row.item(ACTOR))
        return chips_of(units, self.game.chip)

    @property
    def moves(self) -> tuple[tuple[int, int, int, float], ...]:
        """(street, player, FOLD, CALL or BET, the player's total in the round after it) of each move so far."""
        chip = self.game.chip
        return tuple([(m >> 6 & 3, m & 15, m >> 4 & 3, chips_of(m >> 16, chip)) for m in self._packed_moves()])

    def _packed_moves(self) -> list[int]:
        found: list[int] = self.row[MOVES : MOVES + self.row.item(NUM_MOVES)].tolist()
        return found

    def total_of(self, action: int) -> float:
        """The chips that the player to act has put in in this round after a legal action.

        Args:
            action: the action.
        """
        row = self.row
        units = row.item(IN_ROUND + row.item(ACTOR)) if action == FOLD else row.item(CALL_TO)
        if action >= BET:
            units = action - BET + 1 if self.game.any_amount else row.item(TOTALS + action)
        return chips_of(units, self.game.chip)

    def action_name(self, action: int) -> str:
        game, row = self.game, self.row
        if row.item(STATUS) == HOLE_CARDS_DUE:
            return f"deal {game.rules.deck.hand_names[action]}"
        if row.item(STATUS) == PUBLIC_CARD_DUE:
            return f"deal {game.rules.deck.names[action]}"
        if action == FOLD:
            return "fold"
        if action == CALL:
            return "call" if self.to_call > 0 else "check"
        return f"{'raise to' if row.item(NUM_BETS) else 'bet'} {chips_as_text(self.total_of(action))}"

    def action_detail(self, action: int) -> str:
        if action == CALL and self.to_call > 0:
            return chips_as_text(self.to_call)
        if action < BET:
            return ""
        put = self.round_contributions[self.current_player]
        if action == self.all_in_action():
            return "all-in"
        return f"{(self.total_of(action) - put - self.to_call) / (self.pot + self.to_call):.0%} pot"

    def dealt_cards(self, action: int) -> tuple[int | None, tuple[str, ...]]:
        deck = self.game.rules.deck.names
        if self.row.item(STATUS) == PUBLIC_CARD_DUE:
            return None, (deck[action],)
        after = self.child(action)
        player = next(seat for seat in range(self.game.num_players) if after.hole_cards(seat) != self.hole_cards(seat))
        return player, tuple([deck[card] for card in after.hole_cards(player)])

    def made_hand(self, player: int) -> str:
        game = self.game
        if not self.board or not self.hole_cards(player) or game.params["deck"] == "short":  # with another order of hands
            return ""
        from pokerzoo.envs.poker.hand_strength import hand_category

        return hand_category(game.rules.strength(self.hole_cards(player), self.board))

    def all_in_action(self) -> int | None:
        action = self.legal_actions()[-1]
        return action if action >= BET and self.child(action).stacks[self.current_player] == 0 else None

    def passive_action(self) -> int:
        """Check, else fold."""
        return FOLD if self.row.item(LEGAL) & 1 << FOLD else CALL

    @property
    def line(self) -> str:
        """The public history: ``r6c/QsJh2h|xb8c/8d|xx``: moves with totals of the round, streets and their cards."""
        deck, board = self.game.rules.deck.names, self.board
        pieces = ["", "", "", ""]
        raised = [self.game.blinds_are_posted, False, False, False]
        put: list[dict[int, float]] = [dict(enumerate(self.game.posted)), {}, {}, {}]
        for street, player, kind, total in self.moves:
            own = put[street].get(player, 0.0)
            if kind == FOLD:
                pieces[street] += "f"
            elif kind == CALL:
                pieces[street] += "c" if total > own else "x"
            else:
                pieces[street] += ("r" if raised[street] else "b") + chips_as_text(total)
                raised[street] = True
            put[street][player] = total
        found = pieces[0]
        for street in range(1, 4):
            first, last = (0, FLOP) if street == 1 else (street + 1, street + 2)
            cards = board[first:last]
            if not cards:
                break
            found += "/" + "".join([deck[card] for card in sorted(cards, reverse=True)]) + "|" + pieces[street]
        return found

    def infoset_key(self, player: int) -> str:
        cards = self.hole_cards(player)
        hand = "".join([self.game.rules.deck.names[card] for card in cards])
        return f"{hand}|{self.line}"

    def infoset_index(self) -> int:
        raise ValueError(f"{self.game.name}: its infosets are not numbered, there are too many; ask for infoset_key")

    def observation(self, player: int) -> npt.NDArray[np.float32]:
        game = self.game
        self._check_player(player)
        found = np.empty(game.observation_width, np.float32)
        write_seat_observation(game.rules_row, self.row, player, found)
        return found

    def history(self) -> tuple[int, ...]:
        game, row = self.game, self.row
        found = []
        for seat in range(game.num_players):
            cards = self.hole_cards(seat)
            if cards:
                found.append(game.hand_index[cards])
        board, street = self.board, 0
        for move in self._packed_moves():
            while street < (move >> 6 & 3):
                street += 1
                found += board[:FLOP] if street == 1 else board[street + 1 : street + 2]
            found.append(game.action_of(move))
        dealt = 0 if street == 0 else street + 2
        return (*found, *board[dealt : row.item(NUM_BOARD)])

    def to_spot(
        self,
        ranges: Sequence[str | Range],
        *,
        bet_sizes: StreetSizes | None = None,
        raise_sizes: StreetSizes | None = None,
        **options: Any,
    ) -> HandSpot:
        """The street at which the hand stands, as a spot of its own (``holdem``): to solve it, or to check play.

        It can be asked on the flop, turn and river, at the street's start or later, if two players were in on the street from
        its start; on the turn and river three may be. The spot begins with the street; ``HandSpot.public`` is the point in it
        at which the hand stands.

        Args:
            ranges: of the players in on this street in the order in which they act (player 0 first); as ``make_holdem``.
            bet_sizes: as ``make_holdem``; None: the whole hand's own from this street on.
            raise_sizes: as ``bet_sizes``, of raises.
            **options: other parameters of ``make_holdem`` (``add_allin_threshold`` ...); by default such that the bets are the
                whole hand's (geometric sizes count with the smaller stack).

        Returns:
            The spot, which player has which seat, and where in it the hand stands. Stacks of two are the smaller one; of three
            each has their own.

        Raises:
            ValueError: no player is to act, too many players, one of three who was all-in before this street, another deck than
                the standard one, a hand that ends before the river, or sizes spots lack.
        """
        found: HandSpot = load_object("pokerzoo.envs.games.hand_spot:spot_of_hand")(
            self, ranges, bet_sizes=bet_sizes, raise_sizes=raise_sizes, **options
        )
        return found

    def describe(self, player: int | None) -> str:
        game = self.game
        deck, lines, over = game.rules.deck.names, [], self.is_terminal
        for seat in range(game.num_players):
            cards = self.hole_cards(seat)
            shown = player is None or player == seat or (over and not self.folded[seat] and self.folded.count(False) > 1)
            hand = " ".join([deck[card] for card in cards]) if shown else "? ?"
            marks = " button" if seat == game.button else ""
            marks += " folded" if cards and self.folded[seat] else ""
            marks += " to act" if seat == self.current_player else ""
            lines.append(
                f"player {seat}: {hand if cards else '-'}  stack {self.stacks[seat]:g}  "
                f"in front {self.round_contributions[seat]:g}{marks}"
            )
        board = " ".join([deck[card] for card in self.board])
        lines.append(f"board: {board or '-'}  pot {self.pot:g}  history: {self.line or '-'}")
        if over:
            lines.append("net chips: " + "  ".join(f"player {i} {x:+g}" for i, x in enumerate(self.returns())))
        return "\n".join(lines)


def restored_state(game: TexasHoldemGame, cards: tuple[int, ...], moves: Moves, to_come: tuple[int, ...]) -> TexasHoldemState:
    """A state from its value and its cards to come."""
    rules, row = game.rules_row, game.start.copy()
    holes, board = cards[: BOARD - HOLES], [card for card in cards[BOARD - HOLES :] if card >= 0]
    for seat in range(game.num_players):
        if holes[2 * seat] >= 0:
            deal_cards(rules, row, holes[2 * seat], holes[2 * seat + 1])
    for move in moves:
        while row.item(STATUS) == PUBLIC_CARD_DUE:
            deal_cards(rules, row, board[row.item(NUM_BOARD)], -1)
        play_move(rules, row, move >> 4 & 3, move >> 16, move >> 8 & 255)
    while row.item(NUM_BOARD) < len(board):
        deal_cards(rules, row, board[row.item(NUM_BOARD)], -1)
    row[TO_COME : TO_COME + 5] = to_come
    return TexasHoldemState(game, row)


def is_whole_hand(state: object) -> TypeGuard[TexasHoldemState]:
    """True for a state of a whole hand; tells type checkers the class."""
    return isinstance(state, TexasHoldemState)
