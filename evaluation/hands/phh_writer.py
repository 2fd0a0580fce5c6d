"""Hands of hold'em written in PHH: whole hands, and hands of spots.

In a whole hand ``p1`` is the first player left of the button, and so on round the table; seats that are out are left out.
No-limit and pot-limit hands are ``NT`` (PHH has no pot-limit hold'em, and every pot-limit bet is a legal no-limit bet), with
a short deck ``NS``, fixed-limit ones ``FT``.

A spot starts on the flop or later, PHH hands before it. So a hand of a spot is written with a past that leads to it: both put
half of the pot in before the flop and check until the spot's street. Chips are the spot's, one for one. Where the pot allows
it the blinds are 1 and 2, else a quarter and half of the pot. Player 0 (OOP) is ``p1``.

A field of ours, ``_pokerzoo_game``, has the game with all its parameters, as JSON. PHH has no field for a rake:
``finishing_stacks`` are the stacks after it is paid. A program that plays the hand again without the rake finds more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

from pokerzoo.envs import Game, State
from pokerzoo.envs.core import check_chips, short_name
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.game import PokerState
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import BET, CALL, DECK_CARDS, FOLD, PAYOFFS
from pokerzoo.envs.whole_hands.rows_of_rules import table_of
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .hand_log_reader import Hand, replay
from .phh_format import CLOSE, GAME_FIELD, check_river, exact_decimal, plain_decimal, players_of, toml_value

VARIANTS = {("no-limit", "standard"): "NT", ("pot-limit", "standard"): "NT", ("fixed-limit", "standard"): "FT"}
VARIANTS |= {("no-limit", "short"): "NS", ("pot-limit", "short"): "NS"}
STREET_ENDS = (0, 3, 4, 5)
"""Number of public cards from each street on."""


def to_phh(
    game: Game,
    hand: State | Hand | Sequence[int],
    names: Sequence[str] | None = None,
    label: str | int | None = None,
) -> str:
    """Write a hand of hold'em in the PHH format: a whole hand, or a hand of a spot. It may still be going on.

    PHH (poker hand history) is an open format for hands (Kim 2024, "Recording and describing poker hands", arXiv:2312.11753).

    Args:
        game: the game.
        hand: a state of the game, a history, or a hand of a log. All players must have their cards.
        names: of the players, player 0 first.
        label: the entry ``hand``: a name, or a number.

    Returns:
        The hand as a string in TOML.

    Raises:
        ValueError: no hold'em, whole hands that end before the river (PHH has no such game), a history that is not legal,
            cards not dealt yet, or not a name for each player.

    Example:
        >>> import numpy as np
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import to_phh
        >>> game = make_game("texas_holdem")
        >>> state = game.initial_state().after_chance(np.random.default_rng(1))
        >>> to_phh(game, state.child(0), names=["Ann", "Ben"]).splitlines()[5]
        'actions = ["d dh p1 Ac8h", "d dh p2 Kh3s", "p2 f"]'
    """
    if not isinstance(game, HoldemGame | TexasHoldemGame):
        raise ValueError(f"game={game}: PHH is for hold'em, whole hands and spots")
    if game.num_players > 2 and isinstance(game, HoldemGame):
        raise ValueError(
            f"game={short_name(game)}: a spot for three players is not written as PHH; spots for two and whole hands are"
        )
    check_chips(game, "PHH")
    state = hand if isinstance(hand, State) else replay(game, hand)
    if state.game != game or not isinstance(state, PokerState | TexasHoldemState):
        raise ValueError(f"hand={brief(hand)}: must be a state of {game}")
    check_label(names, label, game.num_players)
    if isinstance(state, TexasHoldemState):
        seats, (fields, finish) = players_of(state.game), whole_hand_fields(state)
    else:
        seats, (fields, finish) = [0, 1], spot_fields(state)
    if label is not None:
        fields["hand"] = label
    if names is not None:
        fields["players"] = [names[seat] for seat in seats]
    if state.is_terminal:
        fields["finishing_stacks"] = finish
    fields[GAME_FIELD] = json.dumps({"name": game.name, "params": game.params}, allow_nan=False)
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in fields.items())


def spot_fields(state: PokerState) -> tuple[dict[str, Any], list[Decimal]]:
    """Fields of a hand of a spot, and the stacks at its end."""
    if len(state.hands) < 2:
        raise ValueError(f"state={state!r}: the players do not have their cards yet")
    rules, board = state.game.rules, state.public.board
    half, behind = exact_decimal(state.game.starting_pot or 0.0) / 2, exact_decimal(rules.stack or 0.0)

    def amount(total: float, before: Decimal = Decimal(0)) -> Decimal:
        # All-in, as a float, is a difference that may be a little off.
        left = behind - before
        return left if abs(exact_decimal(total) - left) <= CLOSE * min(half, behind) else exact_decimal(total)

    small, big, least, before_flop = preflop_opening(half, amount(rules.amounts[0]) if rules.amounts else Decimal(1))
    cards = ["".join(CARD_NAMES[card] for card in rules.hands[hand]) for hand in state.hands]
    given = len(rules.board)
    streets = ["".join(CARD_NAMES[card] for card in board[:3]), *(CARD_NAMES[card] for card in board[3:])]
    checked = [word for street in streets[: given - 3] for word in (f"d db {street}", "p1 cc", "p2 cc")]
    moves = []
    put, before, street = Decimal(0), Decimal(0), 0  # by each who calls, on this street and before it
    for number, player, kind, total in state.public.actions:
        if number > street:
            before, put, street = before + put, Decimal(0), number
        chips = amount(total, before)
        moves.append((number, player, kind, chips))
        put = chips if kind == BET else put
    left = [player for player, folded in enumerate(state.public.folded) if not folded] if state.is_terminal else []
    deals = [f"d dh p{player + 1} {cards[player]}" for player in (0, 1)]
    start = half + behind
    fields: dict[str, Any] = {
        "variant": "NT",
        "antes": [0, 0],
        "blinds_or_straddles": [small, big],
        "min_bet": least,
        "starting_stacks": [start, start],
        "actions": [
            *deals,
            *before_flop,
            *checked,
            f"d db {streets[given - 3]}",
            *moves_of(moves, [0, 1], dict(enumerate(cards)), streets[given - 2 :], left),
        ],
    }
    digits = 14 - start.adjusted()  # totals as floats are right to some 16 digits: the last ones are rounding
    returns = state.returns() if state.is_terminal else ()
    return fields, [exact_decimal(max(0.0, round(float(start) + won, digits))) for won in returns]


def moves_of(
    moves: Sequence[tuple[int, int, int, Decimal]],
    seats: Sequence[int],
    cards: Mapping[int, str],
    streets: Sequence[str],
    left: Sequence[int],
) -> list[str]:
    """PHH actions after the deal: moves (street, seat, kind, total), showdown of ``left``, cards of later ``streets``."""
    player = {seat: f"p{number}" for number, seat in enumerate(seats, 1)}
    to_come, found = list(streets), []
    street, first = 0, seats[0]  # the last to bet on a street shows first
    for number, seat, kind, total in moves:
        while street < number:
            street, first = street + 1, seats[0]
            found.append(f"d db {to_come.pop(0)}")
        found.append(f"{player[seat]} " + {FOLD: "f", CALL: "cc", BET: f"cbr {plain_decimal(total)}"}[kind])
        if kind == BET:
            first = seat
    if len(left) > 1:
        start = seats.index(first)
        found += [f"{player[seat]} sm {cards[seat]}" for seat in (*seats[start:], *seats[:start]) if seat in left]
    return found + [f"d db {public}" for public in to_come]  # after the last move, or since a player is all-in


def whole_hand_fields(state: TexasHoldemState) -> tuple[dict[str, Any], list[Decimal]]:
    """Fields of a whole hand, and the stacks at its end."""
    game, params = state.game, state.game.params
    check_river(game)
    variant = VARIANTS.get((params["limit"], params["deck"]))
    if variant is None:
        raise ValueError(f"game={game}: PHH has no {params['limit']} hold'em with a {params['deck']} deck")
    seats = players_of(game)
    if not all(state.hole_cards(seat) for seat in seats):
        raise ValueError(f"state={state!r}: the players do not have their cards yet")
    table, chip = table_of(game.rules), exact_decimal(game.chip)

    def amount(chips: float) -> Decimal:
        return round(chips / game.chip) * chip

    # Heads-up, PHH lists what is posted in reverse: [1, 2] is p2's 1 and p1's 2.
    posted = [amount(table.blinds[seat]) for seat in seats]
    antes = [amount(game.rules.antes[seat] + table.dead[seat]) for seat in seats]
    if len(seats) == 2:
        posted, antes = posted[::-1], antes[::-1]
    fields: dict[str, Any] = {"variant": variant}
    if params["ante"] and not params["big_blind_ante"]:
        fields["ante_trimming_status"] = True
    fields |= {"antes": antes, "blinds_or_straddles": posted}
    if variant == "FT":
        fields |= {"small_bet": amount(params["bets"][0]), "big_bet": amount(params["bets"][1])}
    else:
        fields["min_bet"] = amount(table.big_blind)
    fields["starting_stacks"] = [amount(table.stacks[seat]) for seat in seats]
    deck = [CARD_NAMES[card] for card in game.rules_row[DECK_CARDS : DECK_CARDS + len(game.rules.deck)].tolist()]
    cards = {seat: "".join(deck[card] for card in state.hole_cards(seat)) for seat in seats}
    board = [deck[card] for card in state.board]
    streets = ["".join(board[start:end]) for start, end in pairwise(STREET_ENDS) if len(board) >= end]
    moves = [(street, seat, kind, amount(total)) for street, seat, kind, total in state.moves]
    left = [seat for seat in seats if not state.folded[seat]] if state.is_terminal else []
    deals = [f"d dh p{number} {cards[seat]}" for number, seat in enumerate(seats, 1)]
    fields["actions"] = [*deals, *moves_of(moves, seats, cards, streets, left)]
    won = state.row[PAYOFFS : PAYOFFS + game.num_players].tolist()
    return fields, [amount(table.stacks[seat]) + won[seat] * chip for seat in seats]


def check_label(names: Sequence[str] | None, label: str | int | None, players: int) -> None:
    """ValueError unless these names and this label can be written."""
    if names is not None and (isinstance(names, str) or len(names) != players or not all(isinstance(n, str) for n in names)):
        raise ValueError(f"names={brief(names)}: must be {'two' if players == 2 else players} strings, player 0's first")
    if label is not None and (isinstance(label, bool) or not isinstance(label, str | int)):
        raise ValueError(f"label={brief(label)}: must be a string or an integer")


def join_phh(texts: Iterable[str]) -> str:
    r"""Join single hands into one string (a ``.phhs`` file): each under its number in brackets, from 1.

    Args:
        texts: hands as ``to_phh`` writes them.

    Example:
        >>> print(join_phh(['variant = "NT"\n', 'variant = "FT"\n']), end="")
        [1]
        variant = "NT"
        <BLANKLINE>
        [2]
        variant = "FT"
    """
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))


def preflop_opening(half: Decimal, smallest: Decimal) -> tuple[Decimal, Decimal, Decimal, list[str]]:
    """Small blind, big blind, least bet and the actions with which both put ``half`` in before the flop."""
    small, big = Decimal(1), Decimal(2)
    least = min(big, smallest)
    if half >= big + least:
        return small, big, least, [f"p2 cbr {plain_decimal(half)}", "p1 cc"]
    if half != big:
        small, big = half / 2, half
    return small, big, min(big, smallest), ["p2 cc", "p1 cc"]
