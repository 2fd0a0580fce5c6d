"""Values of a spot's rivers to best responses to a policy, and the stakes there, from the policy's rows.

With these values rivers can be solved again one by one, safely (``agents.subgames.resolving_policy``).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.support.arrays import Floats, Floats32

from .arrays import BoardRows
from .regret_matching import shares_along
from .street_lines import chance_reaches
from .street_tree import StreetTree
from .street_values import values_after_cards
from .street_walk import new_scratch


def river_lines(form: StreetTree) -> dict[Line, int]:
    """The lines at which a river starts that has decisions, and for each its entry of the last stage."""
    return {line: entry for entry, line in enumerate(form.entries[-1]) if line.moves}


def river_values(form: StreetTree, rows: BoardRows) -> tuple[Floats32, Floats32]:
    """Counterfactual values of each player's best responses to the other, from the start of each river on."""
    plan, last = form.plan, len(form.boards) - 1
    wanted = list(river_lines(form).values())
    result = tuple(np.zeros((len(form.boards[last]), len(wanted), len(hands)), dtype=np.float32) for hands in form.hands)
    scratch = new_scratch(plan, 2, one_player=False)
    for board, reach in entry_reaches(form, rows, last - 1):
        start, end = plan.children_of(last - 1, board)
        for player, best in enumerate(values_after_cards(plan, last - 1, board, reach, rows, scratch, True)):
            by_line = best[:, :, wanted].swapaxes(1, 2).reshape(end - start, len(wanted), -1)
            result[player][start:end] = by_line[:, :, : len(form.hands[player])]
    return result[0], result[1]


def river_stakes(form: StreetTree, rows: BoardRows) -> Floats:
    """The stakes of each player on all rivers, if their own actions lead there."""
    plan, last = form.plan, len(form.boards) - 1
    lines = river_lines(form)
    pots, wanted = np.array([2.0 * line.before[0] for line in lines]), list(lines.values())
    images = np.bincount(form.boards[last].number, minlength=len(form.boards[last]))
    first, stakes = int(plan.stages["boards_at"][last, 0]), np.zeros(2)
    for board, reach in entry_reaches(form, rows, last):
        for player, (hands, theirs) in enumerate((form.hands, form.hands[::-1])):
            weights = np.zeros(len(form.game.rules.deck.hands))
            weights[hands] = form.root_reach[player] * (plan.alive[player, first + board, : len(hands)] > 0.0)
            met = reach[1 - player][wanted] @ form.game.rules.ranges.weights_beside(weights)[theirs]
            stakes[player] += images[board] * float(met @ pots)
    return np.asarray(stakes * chance_reaches(form.game.rules, last + 1)[last])


def entry_reaches(form: StreetTree, rows: BoardRows, last: int) -> Iterator[tuple[int, tuple[Floats, Floats]]]:
    """(canonical board, pair of float64 [lines that get there, own hands] of own reach) for all boards of a stage."""
    plan = form.plan
    stack = [(0, 0, (form.root_reach[0][None], form.root_reach[1][None]))]
    while stack:
        stage, board, reach = stack.pop()
        if stage == last:
            yield board, reach
            continue
        first, second = (reach_of_exits(form, rows, stage, board, player, above) for player, above in enumerate(reach))
        start, end = plan.children_of(stage, board)
        for child in range(end - 1, start - 1, -1):
            alive = plan.alive[:, plan.stages["boards_at"][stage + 1, 0] + child] > 0.0
            stack.append((stage + 1, child, (first * alive[0, : first.shape[1]], second * alive[1, : second.shape[1]])))


def reach_of_exits(form: StreetTree, rows: BoardRows, stage: int, board: int, player: int, above: Floats) -> Floats:
    """float64 [lines that continue, own hands]: own reach after a street on one board, of [lines that get there, own hands]."""
    here = form.board_rows(rows, stage, player, board).swapaxes(0, 1)
    sums = here.reshape(len(here), -1)[:, : above.shape[1]].astype(np.float64)
    reach = np.concatenate([np.empty_like(sums), above])
    for first, actions, parent in form.plan.points_of(stage, player).tolist():
        these = slice(first, first + actions)
        reach[these] = reach[parent] * shares_along(sums[these], 0)
    return np.asarray(reach[form.plan.exits_of(stage, player)])
