"""Whole hands of hold'em as PHH texts (``phh_format`` says what PHH is).

``p1`` is the first player left of the button, and so on round the table; seats that are out are left out. No-limit and
pot-limit hands are ``NT`` (PHH has no pot-limit hold'em, and every pot-limit bet is a legal no-limit bet), with a short deck
``NS``, fixed-limit ones ``FT``. The field ``_pokerzoo_game`` has the game with all its parameters: caps on raises and rake,
which PHH has no field for, among them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.posting import seats_after
from pokerzoo.envs.whole_hands.row import BET, CALL, DECK_CARDS, FOLD, PAYOFFS
from pokerzoo.envs.whole_hands.rows_of_rules import table_of
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .phh_format import GAME_FIELD, exact, plain, toml

VARIANTS = {("no-limit", "standard"): "NT", ("pot-limit", "standard"): "NT", ("fixed-limit", "standard"): "FT"}
VARIANTS |= {("no-limit", "short"): "NS", ("pot-limit", "short"): "NS"}
STREET_ENDS = (0, 3, 4, 5)
"""Public cards that there are from each street on."""


def players_of(game: TexasHoldemGame) -> list[int]:
    """The seats of ``p1``, ``p2`` and so on: those that are in, from the left of the button on."""
    return seats_after(game.button, table_of(game.rules).stacks)


def phh_of_whole_hand(state: TexasHoldemState, names: Sequence[str] | None = None, label: str | int | None = None) -> str:
    """Write a whole hand as PHH; it may still be going on."""
    game, params = state.game, state.game.params
    variant = VARIANTS.get((params["limit"], params["deck"]))
    if variant is None:
        raise ValueError(f"game={game}: PHH has no {params['limit']} hold'em with a {params['deck']} deck")
    seats = players_of(game)
    if not all(state.hole_cards(seat) for seat in seats):
        raise ValueError(f"state={state!r}: the players do not have their cards yet")
    table, chip = table_of(game.rules), exact(game.chip)

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
    fields["actions"] = actions_of(state, seats, chip)
    if label is not None:
        fields["hand"] = label
    if names is not None:
        fields["players"] = [names[seat] for seat in seats]
    if state.is_terminal:
        won = state.row[PAYOFFS : PAYOFFS + game.num_players].tolist()
        fields["finishing_stacks"] = [amount(table.stacks[seat]) + won[seat] * chip for seat in seats]
    fields[GAME_FIELD] = json.dumps({"name": game.name, "params": params}, allow_nan=False)
    return "".join(f"{key} = {toml(value)}\n" for key, value in fields.items())


def actions_of(state: TexasHoldemState, seats: Sequence[int], chip: Decimal) -> list[str]:
    """PHH actions of a hand."""
    deck = [CARD_NAMES[card] for card in state.game.rules_row[DECK_CARDS : DECK_CARDS + len(state.game.rules.deck)].tolist()]
    player = {seat: f"p{number}" for number, seat in enumerate(seats, 1)}
    cards = {seat: "".join(deck[card] for card in state.hole_cards(seat)) for seat in seats}
    found = [f"d dh {player[seat]} {cards[seat]}" for seat in seats]
    board, dealt, street, first = state.board, 0, 0, seats[0]
    for number, seat, kind, total in state.moves:
        while street < number:
            street, first = street + 1, seats[0]
            found.append("d db " + "".join(deck[card] for card in board[dealt : STREET_ENDS[street]]))
            dealt = STREET_ENDS[street]
        amount = plain(round(total / state.game.chip) * chip)
        found.append(f"{player[seat]} " + {FOLD: "f", CALL: "cc", BET: f"cbr {amount}"}[kind])
        if kind == BET:
            first = seat
    left = [seat for seat in seats if not state.folded[seat]]
    if state.is_terminal and len(left) > 1:
        start = seats.index(first)
        found += [f"{player[seat]} sm {cards[seat]}" for seat in (*seats[start:], *seats[:start]) if seat in left]
    for end in STREET_ENDS[street + 1 :]:
        if len(board) >= end:
            found.append("d db " + "".join(deck[card] for card in board[dealt:end]))
            dealt = end
    return found
