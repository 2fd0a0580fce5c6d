"""Spots of whole hands: the present street, with two or three players left, as a game that can be solved.

Of a hand that was played ``spot_params`` has a spot from the start of a street on, with just the bets that were made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.betting.line import BET, CALL, FOLD, Move, chips_text
from pokerzoo.envs.betting.row import IN_HAND, IN_ROUND, PAID_DEAD, PUBLIC_CARD_DUE, STACKS, STATUS
from pokerzoo.envs.betting.street_sizes import STREETS
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.units import chips_of
from pokerzoo.envs.whole_hands.keys import steps_to
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .holdem import HoldemGame, make_holdem
from .holdem_rules import ANY

if TYPE_CHECKING:
    from pokerzoo.envs.betting.street_sizes import StreetSizes
    from pokerzoo.envs.poker.ranges import Range
    from pokerzoo.envs.whole_hands.game import TexasHoldemGame


@dataclass(frozen=True)
class HandSpot:
    """A spot, and the whole hand's point in it, as ``TexasHoldemState.to_spot`` returns it.

    Attributes:
        game: the spot, from the start of the street on.
        seats: the seat in the whole hand of player 0, who acts first on this street, and of the others in order.
        public: the point in the spot that the hand has reached.
        paid: chips that each player had put in before this street, beyond the player's part of the spot's pot: what the whole
            hand pays in chips is what the spot pays less this. (Rake apart, which a whole hand rounds down to whole chips.)
        start: the whole hand's line up to this street, its cards included.

    >>> import numpy as np
    >>> from pokerzoo.envs import make_game
    >>> state = make_game("texas_holdem").initial_state().after_chance(np.random.default_rng(5))
    >>> state = state.child(1).child(1).after_chance(np.random.default_rng(5))  # a call and a check; the flop
    >>> spot = state.to_spot(["QQ+, AKs", "TT+"])
    >>> spot.game.stakes.starting_pot, spot.seats, spot.infoset_key("AsKs")
    (4.0, (0, 1), 'AsKs|')
    """

    game: HoldemGame
    seats: tuple[int, ...]
    public: PublicState
    paid: tuple[float, ...]
    start: str

    @property
    def history(self) -> str:
        """The betting on this street so far, as the spot's infoset keys have it: ``xb60``."""
        return self.public.history

    def infoset_key(self, hand: str) -> str:
        """The spot's infoset key of a hand of the player to act: ``AsKd`` -> ``AsKd|xb60``.

        Args:
            hand: the hand by name.
        """
        return f"{hand}|{self.history}"

    def whole_key(self, key: str) -> str:
        """The whole hand's infoset key of one of the spot's: ``AsKd|xb60`` -> ``AsKd|r6c/QsJh2h|xb60``.

        Args:
            key: of an infoset of the spot.
        """
        hand, _, history = key.partition("|")
        return f"{hand}|{self.start}{history}"


def spot_of_hand(
    state: TexasHoldemState,
    ranges: Sequence[str | Range],
    *,
    bet_sizes: StreetSizes | None = None,
    raise_sizes: StreetSizes | None = None,
    **options: Any,
) -> HandSpot:
    """The street of a whole hand as a spot (``TexasHoldemState.to_spot``)."""
    game, row = state.game, state.row
    left = check_seats_left(state)
    in_order = [(game.button + step) % game.num_players for step in range(1, game.num_players + 1)]
    seats = tuple([seat for seat in in_order if seat in left])
    limit, fixed = game.params["limit"], game.params["limit"] == "fixed-limit"
    if fixed and bet_sizes is None and raise_sizes is None:
        sizes = {"bet": game.params["bet"]}
    else:  # sizes of one's own are no fixed bets
        sizes, limit = sizes_of(game, state.street, bet_sizes, raise_sizes), "no-limit" if fixed else limit
    units = [row.item(STACKS + seat) + row.item(IN_ROUND + seat) for seat in seats]
    before = [row.item(IN_HAND + seat) - row.item(IN_ROUND + seat) + row.item(PAID_DEAD + seat) for seat in seats]
    pot = state.pot - sum(state.round_contributions)
    params = {
        "add_allin_threshold": 0,
        "force_allin_threshold": 0,
        "merging_threshold": 0,
        "raise_cap": game.params["raise_cap"],
        "limit": limit,
        "big_blind": game.params["blinds"][1],
        "min_bet": game.params["blinds"][1],
        "chip": game.chip,
        "rake_rate": game.params["rake_rate"],
        "rake_cap": game.params["rake_cap"],
    }
    board = "".join([game.rules.deck.names[card] for card in state.board])
    given_ranges: Any = ranges  # what is no list is refused with the spot's other parameters
    if isinstance(given_ranges, Sequence) and not isinstance(given_ranges, str) and len(given_ranges) != len(seats):
        raise ParameterError(
            "to_spot", problem=f"{len(ranges)} ranges; must be {len(seats)}, one for each player in on this street"
        )
    stacks = [chips_of(units_of_player, game.chip) for units_of_player in units]
    spot = make_holdem(board, ranges, pot, stacks, **sizes, **(params | options))
    paid = tuple([chips_of(units_of_player, game.chip) - pot / len(seats) for units_of_player in before])
    start = state.line.rpartition("|")[0] + "|"
    return HandSpot(spot, seats, point_of(state, spot, seats), paid, start)


def check_seats_left(state: TexasHoldemState) -> set[int]:
    """The two or three seats that are in on this street; ValueError unless a spot can begin on it."""
    game = state.game
    where = f"to_spot at {state.line or 'the start'!r}"
    if state.street == 0 or state.row.item(STATUS) == PUBLIC_CARD_DUE or state.is_terminal:
        raise ParameterError(where, problem="must be called on a flop, turn or river, at a decision")
    last = game.params["last_street"]
    if last != STREETS[-1]:
        raise ParameterError(
            "to_spot", problem=f"last_street={last!r}: a spot is played to the river, and this hand ends on the {last}"
        )
    if len(game.rules.deck.names) != 52:
        raise ParameterError("to_spot", problem=f"a spot is played with all 52 cards, not with a {game.params['deck']} deck")
    left = [seat for seat, folded in enumerate(state.folded) if not folded]
    here = {player for street, player, _, _ in state.moves if street == state.street} | set(left)
    if len(here) > 3:
        raise ParameterError(
            where,
            problem=f"{len(here)} players are in on this street; a spot is for two, on a turn or river for three "
            "(ask on the next street, if three are left)",
        )
    if len(here) == 3 and state.street == 1:
        raise ParameterError(
            where, problem="3 players are in on this street; a spot is for two on a flop, for three on a turn or river"
        )
    for seat in here if len(here) == 3 else ():
        if state.row.item(STACKS + seat) + state.row.item(IN_ROUND + seat) == 0:
            raise ParameterError(where, problem=f"player {seat} was all-in before this street; all three must have chips left")
    return here


def sizes_of(game: TexasHoldemGame, street: int, bet_sizes: Any, raise_sizes: Any) -> dict[str, Any]:
    """The sizes of the streets from this one on, as ``make_holdem`` takes them; the whole hand's where none are given."""
    streets = STREETS[street - 1 :]
    sizes = {}
    for name, choice in (("bet_sizes", bet_sizes), ("raise_sizes", raise_sizes)):
        theirs = game.params[name]
        if choice is not None:
            sizes[name] = choice
        elif game.params["limit"] == "fixed-limit":
            low, high = game.params["bet"]
            sizes[name] = {at: f"{chips_text(low if at == 'flop' else high)}c" for at in streets}
        elif theirs == ANY:
            raise ParameterError(
                "to_spot",
                problem=f"in this game every amount may be bet; give bet_sizes and raise_sizes for the spot ({name}=)",
            )
        else:
            sizes[name] = {at: theirs[at] if isinstance(theirs, dict) else theirs for at in streets}
    return sizes


def point_of(state: TexasHoldemState, spot: HoldemGame, seats: tuple[int, ...]) -> PublicState:
    """The point in the spot after the moves on this street; ValueError where a bet is none of the spot's sizes."""
    moves = moves_on_street(state)
    public, followed = follow_moves(spot, moves)
    if followed < len(moves):
        here = ", ".join(chips_text(amount) for its_kind, amount in public.line.moves if its_kind == BET) or "none"
        raise ParameterError(
            "to_spot",
            problem=f"the bet to {chips_text(moves[followed][1])} on this street is none of the spot's sizes there ({here}); "
            "give bet_sizes and raise_sizes that have it",
        )
    assert public.actor == seats.index(state.current_player)
    return public


def moves_on_street(state: TexasHoldemState) -> list[Move]:
    """The moves on the present street as (FOLD, CALL or BET; the player's total in the round after it)."""
    return [(kind, total) for street, _, kind, total in state.moves if street == state.street]


def follow_moves(spot: HoldemGame, moves: Sequence[Move]) -> tuple[PublicState, int]:
    """The point in a spot after moves on its first street, and how many of them it has: a bet may be none of its sizes."""
    public = spot.rules.root
    for followed, move in enumerate(moves):
        k = find_move(public, move)
        if k is None:
            return public, followed
        public = public.after(k)
    return public, len(moves)


def find_move(public: PublicState, move: Move) -> int | None:
    """The place among a spot's moves of a move of the whole hand; None if it is none of them."""
    kind, total = move
    line = public.line
    units = line.betting.units
    wanted = units(min(total, line.most_total))
    for k, (its_kind, its_total) in enumerate(line.moves):
        if its_kind == kind and (kind in (FOLD, CALL) or units(its_total) == wanted):
            return k
    return None


FIRST_STREETS = {"flop": 1, "turn": 2, "river": 3}
"""On which street a spot may start."""


def spot_params(state: TexasHoldemState, street: str) -> tuple[dict[str, Any], tuple[int, ...]]:
    """Parameters of ``make_game("holdem", ...)`` for a street of a hand, and the seats of its players.

    Args:
        state: the hand at its end.
        street: ``flop``, ``turn`` or ``river``; two players must be in on it, or three on a turn or river, with chips to bet.

    Returns:
        Board, pot, stacks, all hands as ranges, and the sizes that were bet from there on; the seats, out of position first.

    Raises:
        ValueError: the hand has no such decision, more players are in, or one of three is all-in before.
    """
    decisions = (step.state for step in steps_to(state))
    start = next((decision for decision in decisions if decision.street == FIRST_STREETS[street]), None)
    if start is None:
        raise ParameterError("street", street, f"nothing was left to decide on the {street} of this hand")
    left = start.folded.count(False)
    if left > (2 if street == "flop" else 3):
        allowed = "two on a flop, two or three on a turn or river"
        raise ParameterError("street", street, f"{left} players are in on the {street} of this hand; must be {allowed}")
    try:
        bare = start.to_spot(["random"] * left, bet_sizes="", raise_sizes="")
    except ParameterError as error:
        raise ParameterError("street", street, error.problem) from None
    params = bare.game.params
    stack = params["stack"]
    stacks = dict(zip(bare.seats, stack if isinstance(stack, tuple) else (stack,) * left, strict=True))
    return params | sizes_of_moves(state, FIRST_STREETS[street], stacks), bare.seats


def sizes_of_moves(state: TexasHoldemState, first: int, stacks: dict[int, float]) -> dict[str, Any]:
    """The sizes that were bet on each street by each player, as parameters of a spot.

    Args:
        state: the hand at its end.
        first: the street on which the spot begins.
        stacks: of the seats in the spot, at its beginning.
    """
    chip = state.game.chip
    left = {seat: round(stack / chip) for seat, stack in stacks.items()}  # of those who are in, in the smallest unit
    names = list(FIRST_STREETS)[first - 1 :]
    sizes: dict[str, dict[str, dict[int, list[str]]]] = {
        parameter: {name: {seat: [] for seat in stacks} for name in names} for parameter in ("bet_sizes", "raise_sizes")
    }
    faced, at, count, most = 0, first, 0, 0
    for street, seat, kind, total in state.moves:
        if street < first:
            continue
        if street != at:
            left = {player: stack - min(stack, faced) for player, stack in left.items()}
            faced, at, count = 0, street, 0
        if kind == FOLD:
            del left[seat]
        elif kind == BET:
            all_in = min(left[seat], max(stack for player, stack in left.items() if player != seat))
            units = min(round(total / chip), all_in)  # the excess over the largest other stack is returned
            size = "a" if units == all_in else f"{chips_text(chips_of(units - faced, chip))}c"
            sizes["raise_sizes" if faced else "bet_sizes"][names[street - first]][seat].append(size)
            faced, count = units, count + 1
            most = max(most, count)
    texts = {
        parameter: {name: tuple(map(",".join, by_seat.values())) for name, by_seat in by_street.items()}
        for parameter, by_street in sizes.items()
    }
    return {**texts, "raise_cap": most or None}
