"""Whole hands in the notation of Slumbot's API, both ways: ``b200c/kk/b400f``.

``k`` checks, ``c`` calls, ``f`` folds, ``b`` bets or raises to a number of chips *on this street*; streets stand between
slashes. When both are all-in the slashes of the streets to come may follow or not: ``b20000c///``. Slumbot plays heads-up
with blinds of 50 and 100 and 20,000 chips, which are there again in each hand. The player with the small blind is on the
button and acts first before the flop. This player is position 1 in its answers, as here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pokerzoo.envs import Game, State
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.replay import HandReplay
from pokerzoo.envs.whole_hands.row import BET, CALL, FOLD
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .acpc_games import acpc_game
from .acpc_strings import MOST_DIGITS, card_list

LONGEST = 4096


class SlumbotError(ValueError):
    """Invalid string of Slumbot, or one that does not fit the game."""


@lru_cache(maxsize=1)
def slumbot_game() -> TexasHoldemGame:
    """Slumbot's game, with every whole amount as an action."""
    return acpc_game("holdem.nolimit.2p.reverse_blinds")


def to_slumbot(state: State) -> str:
    """Write the betting of a heads-up no-limit hand as Slumbot does, such as ``b200c/kb300``.

    Args:
        state: the hand.

    Returns:
        The string. In it ``k`` is a check, ``c`` a call, ``f`` a fold, ``b200`` a bet or raise to 200 in the round, and ``/`` a
        new street.

    Raises:
        ValueError: another game than heads-up no-limit to the river.

    Example:
        >>> from pokerzoo.evaluation import from_slumbot, to_slumbot
        >>> to_slumbot(from_slumbot("b200c/kb300"))
        'b200c/kb300'
    """
    if not isinstance(state, TexasHoldemState) or state.game.num_players != 2 or not like_slumbot(state.game):
        raise ValueError(f"state={state!r}: must be a heads-up no-limit hand of texas_holdem to the river, in whole chips")
    pieces = [""]
    put = dict(enumerate(state.game.posted))
    for street, player, kind, total in state.moves:
        while len(pieces) <= street:
            pieces.append("")
            put = {}
        if kind == CALL:
            pieces[-1] += "c" if total > put.get(player, 0.0) else "k"
        else:
            pieces[-1] += "f" if kind == FOLD else f"b{round(total)}"
        put[player] = total
    return "/".join([*pieces, *[""] * (state.street + 1 - len(pieces))])


def from_slumbot(
    action: str,
    hole_cards: Sequence[str | Sequence[str] | None] = (None, None),
    board: str | Sequence[str] = (),
    game: Game | None = None,
    *,
    any_total: bool = False,
) -> TexasHoldemState:
    """Read the state after a betting string of Slumbot.

    If the string ends a round, the next street's cards are there, with or without a slash at the end, as in Slumbot's
    answers.

    Args:
        action: the string.
        hole_cards: for each player two cards (``"AcKd"`` or ``["Ac", "Kd"]``). None: not known; any cards are dealt.
        board: the public cards. Public cards that are not given are any that are left.
        game: the game; None: Slumbot's.
        any_total: where the game has sizes, take bets of other sizes, too. The state is then exact; its history has the nearest
            size.

    Returns:
        The state after the betting.

    Raises:
        SlumbotError: an action that is not legal, with its place and the legal ones, or cards that cannot be.
        ValueError: another game than heads-up no-limit to the river.

    Example:
        >>> from pokerzoo.evaluation import from_slumbot
        >>> state = from_slumbot("b200c/k", hole_cards=["AcKd", None], board="2h3h9c")
        >>> state.current_player, [state.action_name(action) for action in state.legal_actions()][:3]
        (1, ['check', 'bet 100', 'bet 101'])
    """
    played = slumbot_game() if game is None else game
    if not isinstance(played, TexasHoldemGame) or played.num_players != 2 or not like_slumbot(played):
        raise ValueError(f"game={game}: must be texas_holdem, heads-up and no-limit, to the river and in whole chips")
    if len(action) > LONGEST:
        raise SlumbotError(f"longer than {LONGEST:,} characters")
    if len(hole_cards) != 2:
        raise SlumbotError(f"hole_cards: {len(hole_cards)}, must be 2: two cards for each player, or None")
    try:
        hands = [None if cards is None else card_list(played, "".join(cards)) for cards in hole_cards]
        known = card_list(played, "".join(board))
        replay = HandReplay(played, hands, known, any_total)
    except ValueError as error:
        raise SlumbotError(str(error)) from None
    if len(known) > 5:
        raise SlumbotError(f"board: {len(known)} cards, must be at most 5")
    play_betting(replay, action, known)
    return replay.state()


def like_slumbot(game: TexasHoldemGame) -> bool:
    """True if the game is no-limit, to the river and in whole chips."""
    return game.params["limit"] == "no-limit" and game.params["last_street"] == "river" and game.chip == 1


def play_betting(replay: HandReplay, action: str, known: Sequence[int]) -> None:
    """Play a betting string, with public cards as the rounds end."""
    words = re.compile(rf"[kcf/]|b[1-9]\d{{0,{MOST_DIGITS - 1}}}(?!\d)", re.ASCII)
    place = 0
    while place < len(action):
        found = words.match(action, place)
        where = f"action, character {place + 1}, {action[place : place + 12]!r}"
        if found is None:
            raise SlumbotError(f"{where}: must be k, c, f, b with a number of at most {MOST_DIGITS} digits, or /")
        word = found[0]
        where = f"action, character {place + 1}, {brief(word)}"
        place = found.end()
        if word == "/":
            if not replay.card_due:
                raise SlumbotError(f"{where}: {legal_text(replay)}")
            turn_up_street(replay, known)
            continue
        if replay.actor is None:
            raise SlumbotError(f"{where}: {'a slash must stand here' if replay.card_due else 'the hand is over'}")
        allowed = replay.allowed()
        if word in ("k", "c"):
            good = (word == "k") == (allowed.call_to == allowed.own) and replay.play(CALL)
        else:
            good = replay.play(FOLD) if word == "f" else replay.play(BET, int(word[1:]))
        if not good:
            raise SlumbotError(f"{where}: {legal_text(replay)}")
    if replay.card_due and action.endswith("/"):
        raise SlumbotError(f"action {brief(action)}: where both are all-in the slashes of all streets must follow, or none")
    while replay.card_due:
        turn_up_street(replay, known)


def turn_up_street(replay: HandReplay, known: Sequence[int]) -> None:
    """Turn up the next street's cards if they are due: the known ones, else the lowest that are left."""
    count = replay.cards_due()
    if not count:
        return
    state = replay.state()
    start = len(state.board)
    cards = list(known[start : start + count])
    seen = state.seen_cards() | set(known)
    cards += [card for card in range(len(replay.game.rules.deck)) if card not in seen][: count - len(cards)]
    replay.deal(cards)


def legal_text(replay: HandReplay) -> str:
    """The player to act and the legal actions, in Slumbot's notation."""
    if replay.actor is None:
        return "no player is to act"
    allowed = replay.allowed()
    words = ["f"] if allowed.fold else []
    words.append("k" if allowed.call_to == allowed.own else "c")
    if allowed.totals is not None and not replay.any_total:
        words += [f"b{total}" for total in allowed.totals]
    elif allowed.least:
        words.append(f"b{allowed.least}" if allowed.least == allowed.most else f"b{allowed.least} to b{allowed.most}")
    return f"player {replay.actor} is to act; allowed: {', '.join(words)}"
