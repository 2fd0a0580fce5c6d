"""Local best response in hold'em spots for three players: the choices of one player against two others who stay as they are.

For two players Lisý and Bowling look one action ahead: the opponent folds to a bet as the policy says, else calls, and then
both check or call. With two opponents the same is asked of each in turn: one who is bet into folds as the policy says after
what the opponent before did, else calls; all others check. So after a call, too, a player behind may fold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.public_tree import payments_at_end
from pokerzoo.envs.compiled.simd import HandLanes, lanes_for, need_compiler
from pokerzoo.envs.compiled.three_way_answers import ONLY_MASS, answered, full_boards
from pokerzoo.envs.compiled.three_way_tables import Answer
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import CALL, FOLD, PublicState

from .checked_strategy import Strategy
from .lbr_moves import best_moves

Floats = npt.NDArray[np.float64]
Reach: TypeAlias = dict[int, Floats]
"""Reach of each of the two others, float64 [hands]."""


def moves_of_street(
    game: PokerGame, player: int, starts: list[tuple[PublicState, Reach]], ask: list[Strategy]
) -> tuple[list[tuple[PublicState, npt.NDArray[np.int64]]], list[tuple[PublicState, Reach]]]:
    """LBR's decisions on a street that begins at some public states with one board.

    Returns:
        The decisions, each with int64 [hands]: the position of the move of each hand. And the public states after which a
        card is due, each with the reach of the others.
    """
    decisions, due, stack = [], [], list(starts)
    while stack:
        public, reach = stack.pop()
        if public.is_over:
            continue
        if public.card_due:
            due.append((public, reach))
            continue
        if public.actor == player:
            decisions.append((public, reach))
        shares = ask[public.actor](public) if public.actor != player else None
        for k in range(len(public.moves)):
            own = reach if shares is None else reach | {public.actor: reach[public.actor] * shares[k]}
            stack.append((public.after(k), own))
    return list(zip([public for public, _ in decisions], local_moves(game, player, decisions, ask), strict=True)), due


def local_moves(
    game: PokerGame, player: int, decisions: list[tuple[PublicState, Reach]], ask: list[Strategy]
) -> list[npt.NDArray[np.int64]]:
    """int64 [hands] for each decision on one board: the position of LBR's move."""
    need_compiler()
    one, two = (other for other in range(3) if other != player)
    rows: list[tuple[Floats, Floats]] = []
    own: list[Answer] = []
    places: list[slice] = []
    number = 0
    for public, reach in decisions:
        rows.append((reach[one], reach[two]))
        own.append((public.board, number, (len(rows) - 1,) * 2, ONLY_MASS))
        boards, chance = full_boards(game, public.board)
        for k, (kind, _) in enumerate(public.moves):
            place = number + 1 + k
            if kind == FOLD:
                own.append((public.board, place, (len(rows) - 1,) * 2, (-public.contributions[player], 0.0, 0.0, 0.0)))
                continue
            for end, left in ends_of_move(public.after(k), player, reach, ask):
                rows.append((left[one], left[two]))
                chips = payments_at_end(game, end)[player]
                mass = (chips[0], 0.0, 0.0, 0.0)
                own.append((public.board, place, (len(rows) - 1,) * 2, mass))
                shown = (0.0, *(chance * amount for amount in chips[1:]))
                if any(shown):
                    own.extend((board, place, (len(rows) - 1,) * 2, shown) for board in boards)
        places.append(slice(number, number + 1 + len(public.moves)))
        number = places[-1].stop
    if not decisions:
        return []
    given = np.zeros((3, max(number, len(rows)), len(game.rules.hands)))
    given[[one, two], : len(rows)] = np.array(rows).swapaxes(0, 1)
    answers: tuple[list[Answer], ...] = ([], [], [])
    answers[player].extend(own)
    found = answered(game, lanes_for(HandLanes, given.shape[-1]), given, answers)[player]
    return [best_moves(public, found[at][1:], found[at][0]) for (public, _), at in zip(decisions, places, strict=True)]


def ends_of_move(after: PublicState, player: int, reach: Reach, ask: list[Strategy]) -> Iterator[tuple[PublicState, Reach]]:
    """Ends of the hand that LBR reckons with after its move, each with the reach of the others.

    Cards that come are any: only the betting of these ends counts.
    """
    if after.is_over:
        yield after, reach
    elif after.card_due:
        yield from ends_of_move(after.deal(after.deal_probabilities()[0][0]), player, reach, ask)
    else:
        kinds = [kind for kind, _ in after.moves]
        call, actor = kinds.index(CALL), after.actor
        if actor != player and FOLD in kinds:
            folds = ask[actor](after)[kinds.index(FOLD)]
            if folds.any():
                yield from ends_of_move(after.after(kinds.index(FOLD)), player, reach | {actor: reach[actor] * folds}, ask)
            reach = reach | {actor: reach[actor] * (1.0 - folds)}
        yield from ends_of_move(after.after(call), player, reach, ask)


def choices(game: PokerGame, player: int, ask: list[Strategy]) -> Iterator[tuple[PublicState, npt.NDArray[np.int64]]]:
    """Each decision of a player, with int64 [hands]: the position of LBR's move, street by street."""
    weights = game.rules.dealable_rows * game.rules.weight_rows
    stack = [[(game.rules.root, {other: weights[other] for other in range(3) if other != player})]]
    while stack:
        found, due = moves_of_street(game, player, stack.pop(), ask)
        yield from found
        if due:
            for card, _ in due[0][0].deal_probabilities():
                alive = ~(game.rules.hand_cards == card).any(axis=1)
                stack.append([(public.deal(card), {o: own * alive for o, own in reach.items()}) for public, reach in due])
