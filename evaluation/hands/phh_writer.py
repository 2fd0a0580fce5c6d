"""Whole hands of hold'em written in PHH.

``p1`` is the first player left of the button, and so on round the table; seats that are out are left out. No-limit and
pot-limit hands are ``NT`` (PHH has no pot-limit hold'em, and every pot-limit bet is a legal no-limit bet), with a short deck
``NS``, fixed-limit ones ``FT``.

A field of ours, ``_pokerzoo_game``, has the game with all its parameters, as JSON. PHH has no field for a rake:
``finishing_stacks`` are the stacks after it is paid. A program that plays the hand again without the rake finds more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

from pokerzoo.envs import State
from pokerzoo.envs.core import short_name
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import BET, CALL, DECK_CARDS, FOLD, PAYOFFS
from pokerzoo.envs.whole_hands.rows_of_rules import table_of
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .hand_log_reader import Hand, replay
from .phh_format import GAME_FIELD, check_river, exact_decimal, plain_decimal, players_of, toml_value

VARIANTS = {("no-limit", "standard"): "NT", ("pot-limit", "standard"): "NT", ("fixed-limit", "standard"): "FT"}
VARIANTS |= {("no-limit", "short"): "NS", ("pot-limit", "short"): "NS"}
STREET_ENDS = (0, 3, 4, 5)
"""Number of public cards from each street on."""


def to_phh(
    game: GameLike,
    hand: State | Hand | Sequence[int],
    names: Sequence[str] | None = None,
    label: str | int | None = None,
) -> str:
    """Write a whole hand of hold'em in the PHH format. It may still be going on.

    PHH (poker hand history) is an open format for hands (Kim 2024, "Recording and describing poker hands", arXiv:2312.11753).

    Args:
        game: the game.
        hand: a state of the game, a history, or a hand of a log. All players must have their cards.
        names: of the players, player 0 first.
        label: the entry ``hand``: a name, or a number.

    Returns:
        The hand as a string in TOML.

    Raises:
        ValueError: no whole hands of hold'em, hands that end before the river (PHH has no such game), a history that is not
            legal, cards not dealt yet, or not a name for each player.

    Example:
        >>> import numpy as np
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import to_phh
        >>> game = make_game("texas_holdem")
        >>> state = game.initial_state().after_chance(np.random.default_rng(1))
        >>> to_phh(game, state.child(0), names=["Ann", "Ben"]).splitlines()[5]
        'actions = ["d dh p1 Ac8h", "d dh p2 Kh3s", "p2 f"]'
    """
    game = game_of(game)
    if not isinstance(game, TexasHoldemGame):
        raise ValueError(f"game={short_name(game)}: PHH is for whole hands of hold'em (texas_holdem)")
    state = hand if isinstance(hand, State) else replay(game, hand)
    if state.game != game or not isinstance(state, TexasHoldemState):
        raise ValueError(f"hand={brief(hand)}: must be a state of {game}")
    check_label(names, label, game.num_players)
    seats, (fields, finish) = players_of(state.game), whole_hand_fields(state)
    if label is not None:
        fields["hand"] = label
    if names is not None:
        fields["players"] = [names[seat] for seat in seats]
    if state.is_terminal:
        fields["finishing_stacks"] = finish
    fields[GAME_FIELD] = json.dumps({"name": game.name, "params": game.params}, allow_nan=False)
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in fields.items())


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
    antes = [amount(game.rules.betting.antes[seat] + table.dead[seat]) for seat in seats]
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
    deck = [CARD_NAMES[card] for card in game.rules_row[DECK_CARDS : DECK_CARDS + len(game.rules.deck.names)].tolist()]
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
