"""The re-solving gadget as a linear program over realization plans, straight from the rules of a game without cards to come."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import form_of
from pokerzoo.envs.compiled.public_tree import compile_public_tree
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.compiled.terminal_chips import pair_weight
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.arrays import Floats


def payoffs(game: PokerGame, opponent: int) -> list[tuple[int, int, Floats]]:
    """(the opponent's sequence, the player's, [opponent's hands, player's hands] net chips of the opponent) of all terminals.

    Straight from the rules: who wins, and what that pays. Of hands that share a card it is 0. All of it is divided by the sum
    over all pairs of hands of the products of their weights.
    """
    rules = game.rules
    form = form_of(game)
    assert isinstance(form, RowsForm)
    number = [
        {public.line: first for public, first in zip(own, plex.first, strict=True)}
        for own, plex in zip(form.points, form.treeplexes, strict=True)
    ]
    cards = rules.deck.hand_cards
    apart = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    strengths = np.array(game.strengths(rules.deck.board))
    ahead = np.sign(strengths[:, None] - strengths[None, :])
    result, stack = [], [(rules.root, (0, 0))]
    while stack:
        public, at = stack.pop()
        if public.is_over:
            if any(public.line.folded):
                chips = np.full(apart.shape, public.line.payoffs((public.line.folded.index(False),))[opponent])
            else:
                win, lose, tie = (public.line.payoffs(who)[opponent] for who in ((opponent,), (1 - opponent,), (0, 1)))
                chips = np.where(ahead > 0, win, np.where(ahead < 0, lose, tie))
            result.append((at[opponent], at[1 - opponent], chips * apart / pair_weight(rules)))
            continue
        first = number[public.actor][public.line]
        for k in range(len(public.line.moves)):
            below = (first + k, at[1]) if public.actor == 0 else (at[0], first + k)
            stack.append((public.after(k), below))
    return result


def least_excess(game: PokerGame, player: int, worth: Floats, one_hand: bool = False) -> float:
    """The least excess that a strategy of a player leaves, by a linear program over realization plans.

    ``one_hand``: the least of what the hand gains that gains most.
    """
    rules, opponent = game.rules, 1 - player
    form = form_of(game)
    assert isinstance(form, RowsForm) and rules.weights is not None
    weights = [np.array(own) for own in rules.weights]
    mine, theirs = form.treeplexes[player], form.treeplexes[opponent]
    own, others = np.flatnonzero(weights[player] > 0), np.flatnonzero(weights[opponent] > 0)
    sequences = 1 + int(mine.actions.sum())
    plan = np.arange(len(own) * sequences).reshape(len(own), sequences)
    points = len(theirs.first)
    values = plan.size + np.arange(len(others) * (points + 1)).reshape(len(others), points + 1)  # the last: of the whole
    size = plan.size + values.size + 1  # and the most that a hand gains
    goal = np.zeros(size)
    if one_hand:
        goal[-1] = 1.0
    else:
        goal[values[:, points]] = weights[opponent][others]
    equal, equal_to = [], []
    for hand in range(len(own)):
        row = np.zeros(size)
        row[plan[hand, 0]] = 1.0
        equal.append(row)
        equal_to.append(1.0)
        for first, actions, parent in zip(mine.first, mine.actions, mine.parent, strict=True):
            row = np.zeros(size)
            row[plan[hand, first : first + actions]] = 1.0
            row[plan[hand, parent]] -= 1.0
            equal.append(row)
            equal_to.append(0.0)
    rows, at_most = [], []
    ends = payoffs(game, opponent)
    for k, hand in enumerate(others):
        of_sequence: dict[int, np.ndarray[Any, Any]] = {}
        for sequence, other, chips in ends:
            row = of_sequence.setdefault(int(sequence), np.zeros(size))
            row[plan[:, other]] += chips[hand, own] * weights[player][own]
        for point, parent in enumerate(theirs.parent):
            of_sequence.setdefault(int(parent), np.zeros(size))[values[k, point]] += 1.0
        for sequence, row in of_sequence.items():  # what a sequence is worth is no more than the point above it
            above = points if sequence == 0 else int(np.searchsorted(theirs.first, sequence, side="right")) - 1
            row[values[k, above]] -= 1.0
            rows.append(row)
            at_most.append(0.0)
        row = np.zeros(size)
        row[values[k, points]] = 1.0 if one_hand else -1.0
        row[-1] = -1.0 if one_hand else 0.0
        rows.append(row)
        at_most.append(worth[hand] if one_hand else -worth[hand])
    free: list[tuple[float | None, float | None]] = [(0.0, None)] * plan.size + [(None, None)] * (values.size + 1)
    solved = linprog(goal, np.array(rows), at_most, np.array(equal), equal_to, bounds=free, method="highs")
    assert solved.status == 0, solved.message
    return float(solved.fun if one_hand else solved.fun - weights[opponent][others] @ worth[others])


def worth_against(game: PokerGame, player: int, policy: TabularPolicy) -> Floats:
    """float64 [hands]: what a best response to a player's strategy is worth with each hand."""
    form = compile_public_tree(game)
    evaluator = Evaluator(form)
    evaluator.evaluate(form.rows_from_policy(policy.probabilities))
    rows = evaluator.best_utilities(evaluator.shares)[1 - player]
    result = unpack_rows(form.lanes, rows, form.num_lanes)[0].astype(np.float64)
    weights = np.array(game.rules.weights)[1 - player] if len(game.rules.deck.hands) <= 64 else np.ones(form.num_lanes)
    return np.divide(result, weights, out=np.zeros_like(result), where=weights > 0)
