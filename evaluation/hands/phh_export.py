"""Hands of hold'em spots as PHH texts (``phh_format`` says what PHH is).

A spot starts on the flop or later, PHH hands before it. So a hand is written with a past that leads to the spot: both put half
of the pot in before the flop and check until the spot's street. Chips are the spot's, one for one. Where the pot allows it the
blinds are 1 and 2, else a quarter and half of the pot. Player 0 (OOP) is ``p1``.

A field of ours, ``_pokerzoo_game``, has the game with all its parameters, as JSON; other programs pass over it. PHH has no
field for a rake: ``finishing_stacks`` are what the players have left when it is paid, as PHH wants them. A program that
plays the hand again without knowing of the rake finds more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from pokerzoo.envs import Game, State
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.game import PokerState
from pokerzoo.envs.poker.public_state import BET, CALL, FOLD
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .hand_log_reader import Hand, replay
from .phh_format import CLOSE, GAME_FIELD, exact, plain, toml
from .phh_whole_export import phh_of_whole_hand


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
        ValueError: no hold'em, a history that is not legal, cards not dealt yet, or not a name for each player.

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
    state = hand if isinstance(hand, State) else replay(game, hand)
    if isinstance(game, TexasHoldemGame):
        if state.game != game or not isinstance(state, TexasHoldemState):
            raise ValueError(f"hand={brief(hand)}: must be a state of {game}")
        check_label(names, label, game.num_players)
        return phh_of_whole_hand(state, names, label)
    if state.game != game or not isinstance(state, PokerState):
        raise ValueError(f"hand={brief(hand)}: must be a state of {game}")
    if len(state.hands) < 2:
        raise ValueError(f"hand={brief(hand)}: the players do not have their cards yet")
    check_label(names, label, 2)
    rules = game.rules
    half, behind = exact(game.starting_pot) / 2, exact(rules.stack or 0.0)

    def amount(total: float, before: Decimal = Decimal(0)) -> Decimal:
        # All-in, as a float, is a difference that may be a little off.
        left = behind - before
        return left if abs(exact(total) - left) <= CLOSE * min(half, behind) else exact(total)

    small, big, least, before_flop = opening(half, amount(rules.amounts[0]) if rules.amounts else Decimal(1))
    cards = ["".join(CARD_NAMES[card] for card in rules.hands[hand]) for hand in state.hands]
    given, streets = len(rules.board), state.public.board[3:]
    actions = [f"d dh p1 {cards[0]}", f"d dh p2 {cards[1]}", *before_flop, deal(state.public.board[:3])]
    for card in streets[: given - 3]:
        actions += ["p1 cc", "p2 cc", deal((card,))]
    to_come = [deal((card,)) for card in streets[given - 3 :]]
    aggressor, street = 0, 0
    put, before = Decimal(0), Decimal(0)  # by each who calls, on this street and before it
    for number, player, kind, total in state.public.actions:
        if number > street:
            actions += to_come[:1]
            del to_come[:1]
            before, put, street, aggressor = before + put, Decimal(0), number, 0
        chips = amount(total, before)
        actions.append(f"p{player + 1} " + {FOLD: "f", CALL: "cc", BET: f"cbr {plain(chips)}"}[kind])
        if kind == BET:
            aggressor, put = player, chips
    if state.is_terminal and not any(state.public.folded):
        actions += [f"p{player + 1} sm {cards[player]}" for player in (aggressor, 1 - aggressor)]
    actions += to_come  # after the last move, or since a player is all-in
    start = half + behind
    fields: dict[str, Any] = {
        "variant": "NT",
        "antes": [0, 0],
        "blinds_or_straddles": [small, big],
        "min_bet": least,
        "starting_stacks": [start, start],
        "actions": actions,
    }
    if label is not None:
        fields["hand"] = label
    if names is not None:
        fields["players"] = list(names)
    if state.is_terminal:
        digits = 14 - start.adjusted()  # totals as floats are right to some 16 digits: the last ones are rounding
        fields["finishing_stacks"] = [exact(max(0.0, round(float(start) + won, digits))) for won in state.returns()]
    fields[GAME_FIELD] = json.dumps({"name": game.name, "params": game.params}, allow_nan=False)
    return "".join(f"{key} = {toml(value)}\n" for key, value in fields.items())


def check_label(names: Sequence[str] | None, label: str | int | None, players: int) -> None:
    """ValueError unless these names and this label can be written."""
    if names is not None and (isinstance(names, str) or len(names) != players or not all(isinstance(n, str) for n in names)):
        raise ValueError(f"names={brief(names)}: must be {'two' if players == 2 else players} strings, player 0's first")
    if label is not None and (isinstance(label, bool) or not isinstance(label, str | int)):
        raise ValueError(f"label={brief(label)}: must be a string or an integer")


def deal(cards: Sequence[int]) -> str:
    """PHH action that deals public cards."""
    return "d db " + "".join(CARD_NAMES[card] for card in cards)


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


def opening(half: Decimal, smallest: Decimal) -> tuple[Decimal, Decimal, Decimal, list[str]]:
    """Small blind, big blind, least bet and the actions with which both put ``half`` in before the flop."""
    small, big = Decimal(1), Decimal(2)
    least = min(big, smallest)
    if half >= big + least:
        return small, big, least, [f"p2 cbr {plain(half)}", "p1 cc"]
    if half != big:
        small, big = half / 2, half
    return small, big, min(big, smallest), ["p2 cc", "p1 cc"]
