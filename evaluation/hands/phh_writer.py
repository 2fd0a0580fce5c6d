"""Whole hands of hold'em written in PHH (``phh_format`` has the facts).

No-limit and pot-limit hands are ``NT`` (PHH has no pot-limit hold'em, and every pot-limit bet is a legal no-limit bet), with a
short deck ``NS``, fixed-limit ones ``FT``. A field of ours, ``_pokerzoo_game``, has the game with all its parameters, as JSON.
PHH has no field for a rake: ``finishing_stacks`` are the stacks after it is paid. A program that plays the hand again without
the rake finds more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pokerzoo.envs import State
from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.betting.row import BET, CALL, FOLD
from pokerzoo.envs.core import short_name
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation.matches.hand_log import Hand, replay

from .phh_format import GAME_FIELD, check_label, check_names, finishing_stacks, players_of, setup_fields, toml_value

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
    check_names("names", names, game.num_players)
    check_label("label", label)
    game = state.game
    fields = setup_fields(game) | {"actions": actions_of(state)}
    if label is not None:
        fields["hand"] = label
    if names is not None:
        fields["players"] = [names[seat] for seat in players_of(game)]
    if state.is_terminal:
        fields["finishing_stacks"] = finishing_stacks(state)
    fields[GAME_FIELD] = json.dumps({"name": game.name, "params": game.params}, allow_nan=False)
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in fields.items())


def actions_of(state: TexasHoldemState) -> list[str]:
    """The actions of a hand: deal, moves, public cards, showdown; ValueError before all players have cards."""
    names, seats = state.game.rules.deck.names, players_of(state.game)
    cards = {seat: "".join([names[card] for card in state.hole_cards(seat)]) for seat in seats}
    if not all(cards.values()):
        raise ValueError(f"state={state!r}: the players do not have their cards yet")
    player = {seat: f"p{number}" for number, seat in enumerate(seats, 1)}
    found = [f"d dh {player[seat]} {cards[seat]}" for seat in seats]
    board = [names[card] for card in state.board]
    to_come = [f"d db {''.join(board[start:end])}" for start, end in pairwise(STREET_ENDS) if len(board) >= end]
    street, first = 0, seats[0]  # the last to bet on a street shows first
    for number, seat, kind, total in state.moves:
        while street < number:
            street, first = street + 1, seats[0]
            found.append(to_come.pop(0))
        found.append(f"{player[seat]} " + {FOLD: "f", CALL: "cc", BET: f"cbr {chips_text(total)}"}[kind])
        if kind == BET:
            first = seat
    left = [seat for seat in seats if not state.folded[seat]]
    if state.is_terminal and len(left) > 1:
        start = seats.index(first)
        found += [f"{player[seat]} sm {cards[seat]}" for seat in (*seats[start:], *seats[:start]) if seat in left]
    return found + to_come  # after the last move, or since a player is all-in


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
