"""Several continuations at the end of a street, among which the players choose: a rival of values.

Brown, Sandholm and Amos, "Depth-limited solving for imperfect-information games", NeurIPS 2018. There the opponent chooses for
the rest of the game; here both do, as in Pluribus (Brown and Sandholm 2019), so that one run gives both players' strategies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs.compiled.showdown_pass import LANES
from pokerzoo.envs.compiled.simd import aligned_zeros
from pokerzoo.envs.compiled.street_plan import EXITS_AT, EXITS_END
from pokerzoo.envs.compiled.street_threads import Threads
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.street_walk import (
    BELOW,
    NOTHING,
    REACH,
    WalkScratch,
    new_scratch,
    new_worth,
    root_rows,
    scratch_rows,
)
from pokerzoo.envs.poker.lines import BET, CALL, FOLD
from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s
from pokerzoo.envs.support.parameters import check_number

from .leaf_values import LeafSource, evaluated_leaves
from .street_end import StreetEnd

KINDS = {"fold": FOLD, "call": CALL, "raise": BET}
"""Kinds of action by the names of biases; a check is a call, a bet a raise."""


class Continuations:
    """Strategies for all that follows a street. At its end each player chooses one of them, on each card and with each hand.

    The choice is hidden, as a card is. So the street is solved against opponents who may go on in any of these ways, and in all
    mixtures. The more of them, the closer the choice comes to a best response.

    Attributes:
        policies: the strategies. Only what they do after the first street counts.

    Example:

    .. code-block:: python

        coarse = CFR(turn).run(10).average_policy()
        solver = DepthLimitedCFR(turn, values=Continuations.biased(coarse)).run(100)
        print(exploitability(turn, solver.completed()))
    """

    def __init__(self, policies: Sequence[SpotPolicy]) -> None:
        """Take the strategies.

        Args:
            policies: of one spot with cards to come, with all its streets.

        Raises:
            ValueError: none, others than ``SpotPolicy``, of several games, or without rivers.
        """
        given: list[object] = list(policies)
        if not given or not all(isinstance(policy, SpotPolicy) and policy.rivers == "all" for policy in given):
            raise ValueError("policies: must be one or more policies of a spot with cards to come, with all streets")
        if any(policy.game != policies[0].game for policy in policies):
            raise ValueError("policies: must be of one game")
        self.policies = tuple(policies)

    @classmethod
    def biased(cls, policy: SpotPolicy, factor: float = 10.0) -> Continuations:
        """The four continuations of a policy: itself, and biased towards folding, towards calling and towards raising.

        Args:
            policy: a blueprint or a coarse solution of the whole spot.
            factor: by which the probability of the favoured actions is multiplied, before all are made to add up to 1.

        Raises:
            ValueError: see the class, or a factor that is not above 1.
        """
        own = cls([policy])
        check_number("factor", factor, 1, 1e6)
        form, policies = policy.form, [policy]
        whole = form.shares((np.array(policy.rows, dtype=np.float32),))[0]
        for name, kind in KINDS.items():
            rows = whole.copy()
            favour(form, rows, kind, factor)
            policies.append(SpotPolicy(policy.game, form.shares((rows,))[0], {"bias": name, "factor": factor}))
        return cls([*own.policies, *policies[1:]])


def favour(form: StreetTree, rows: Floats32, kind: int, factor: float) -> None:
    """Multiply the numbers of all actions of a kind, on all streets after the first."""
    for stage in range(1, len(form.points)):
        for player in range(2):
            own = stage_rows(form, rows, stage, player)
            firsts = form.streets.first[slice(*form.streets.plex_at[stage, player])].tolist()
            for point, first in zip(form.points[stage][player], firsts, strict=True):
                for k, (each, _) in enumerate(form.infosets.points[point].line.moves):
                    if each == kind:
                        own[:, first + k] *= np.float32(factor)


def stage_rows(form: StreetTree, rows: npt.NDArray[Any], stage: int, player: int) -> npt.NDArray[Any]:
    """View [blocks on all boards, sequences, 16] of a player's rows of a stage."""
    return np.asarray(rows[form.rows_of(player)[stage]].reshape(-1, int(form.streets.sequences[stage, player]), LANES))


class ChoiceLeaves(LeafSource):
    """Leaves at which both players choose among continuations, by regret matching with the variant's discounts."""

    settles = True

    def __init__(self, end: StreetEnd, threads: Threads, strategies: Sequence[Floats32]) -> None:
        """Take the leaves and the continuations, as rows of the whole game."""
        self.end, self._threads, form = end, threads, end.form
        self._root, self._worth = root_rows(form), new_worth(form, 2)
        self._scratch = [new_scratch(form, 5) for _ in range(threads.count)]
        self._places = [form.rows_of(player)[1:] for player in range(2)]
        self._leaf = leaf_places(form, len(end.lines), self._worth.shape[-1])
        self._plans = [self._plan(rows) for rows in strategies]
        (self._rows,) = form.new_rows()
        shape = (2, len(self._plans), *self._worth.shape[2:])
        self.regrets: Floats32 = np.zeros(shape, dtype=np.float32)
        self.averages: Floats32 = np.zeros(shape, dtype=np.float32)  # choices, times own reach
        self._gains: dict[int, Floats32] = {}  # by player: what each continuation was worth more than the choice

    def fill(self, worth: Floats32, above: WalkScratch, player: int, factors: Floats) -> Floats32:
        """See ``LeafSource``: values of the player's own choice; ``learn`` follows when both have theirs."""
        discount = np.float32(factors[2])
        self._mix(self._rows, 1 - player, shares_of(self.regrets[1 - player]))
        mine, found = shares_of(self.regrets[player]), np.empty_like(self.regrets[player])
        for k, plan in enumerate(self._plans):
            for place in self._places[player]:
                self._rows[place] = plan[place]
            found[k], best = evaluated_leaves(
                self.end, self._threads, self._root, self._rows, above, self._scratch, self._worth, player
            )
        worth[player, 0] = (mine * found).sum(axis=0)
        self.averages[player] *= discount
        self.averages[player] += mine * self._own_reach(above, player)
        self._gains[player] = found - worth[player, 0]
        return best

    def learn(self, factors: Floats) -> None:
        """Choose anew by what each continuation was worth."""
        positive, negative = (np.float32(factor) for factor in factors[:2])
        for player, gains in self._gains.items():
            regrets = self.regrets[player]
            regrets += gains
            regrets *= np.where(regrets > 0.0, positive, negative)
        self._gains.clear()

    def rows(self) -> Floats32:
        """Cumulative numbers of all streets after the first: the continuations, as often as they were chosen."""
        (found,) = self.end.form.new_rows()
        for player in range(2):
            self._mix(found, player, self.averages[player])
        return found

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """Arrays of a checkpoint."""
        return {"choice regrets": self.regrets, "average choices": self.averages}

    def _mix(self, rows: Floats32, player: int, choices: Floats32) -> None:
        """Write a player's continuations, each weighted by ``choices`` [continuations, boards, numbers]."""
        for place in self._places[player]:
            leaf, target = self._leaf[place], rows[place]
            target[:] = 0.0
            for plan, choice in zip(self._plans, choices, strict=True):
                target += plan[place] * choice.reshape(-1)[leaf]

    def _own_reach(self, above: WalkScratch, player: int) -> Floats32:
        """float32 [numbers]: own reach of each leaf, in the order of ``worth``."""
        form, lines = self.end.form, len(self.end.lines)
        blocks, reach = int(form.streets.blocks[player]), self.end.reaches(above, player)
        wide = np.zeros((lines, blocks * LANES), dtype=np.float32)
        wide[:, : reach.shape[1]] = reach
        found = np.zeros(self._worth.shape[-1], dtype=np.float32)
        found[: wide.size] = wide.reshape(lines, blocks, LANES).swapaxes(0, 1).ravel()
        return found

    def _plan(self, strategy: Floats32) -> Floats32:
        """Return how likely each hand's own actions lead to each sequence from its leaf on."""
        from .street_kernels import walk_boards

        form = self.end.form
        above, worth, sums = new_scratch(form, 3), new_worth(form, 1), np.zeros(2)
        for player in range(2):
            stage = form.plan.stages[0, player]
            rows = scratch_rows(stage, above.rows, above.row_at[0, player, REACH])
            by_row = rows.reshape(len(rows), -1, LANES)
            by_row[:, form.plan.exits[player, stage[EXITS_AT] : stage[EXITS_END]]] = 1.0
        (plan,), used = form.new_rows(), aligned_zeros(form.num_floats, np.float32)
        used[:] = strategy
        scratch, once = [new_scratch(form, 3) for _ in range(self._threads.count)], np.zeros(5)

        def walk(worker: int, start: int, stop: int) -> None:
            walk_boards(
                form.plan, self._root, BELOW, start, stop, 0, 2, once, NOTHING, NOTHING, used, NOTHING, plan, NOTHING, NOTHING,
                NOTHING, above, scratch[worker], worth, sums,
            )  # fmt: skip

        self._threads.run(walk)
        return plan


def shares_of(regrets: Floats32) -> Floats32:
    """Regret matching over the first axis."""
    good = np.maximum(regrets, 0.0)
    total = good.sum(axis=0)
    return np.where(total > 0.0, good / np.where(total > 0.0, total, 1.0), np.float32(1.0 / len(good)))


def leaf_places(form: StreetTree, lines: int, size: int) -> npt.NDArray[np.int32]:
    """int32 [numbers of rows]: the leaf and hand from which each follows, as a place in [boards, ``size``]."""
    streets = form.streets
    found = np.zeros(form.num_floats, dtype=np.int32)
    for player in range(2):
        entries: Int64s = np.arange(lines)  # of each entry of a stage the one of the first that follows
        boards: Int64s = np.arange(len(form.boards[1]))  # of each board the one on that stage
        for stage in range(1, len(form.points)):
            of_rows = first_entries(form, stage, player, entries)
            for number, above in enumerate(boards.tolist()):
                view = form.board_rows(found, stage, player, number)
                hands = np.zeros(len(view) * LANES + 1, dtype=np.int64)
                lanes = form.lanes(stage, player, number)
                hands[lanes[::-1]] = np.arange(len(lanes))[::-1]  # of hands that are alike the first counts
                hand = hands[:-1].reshape(len(view), 1, LANES)
                sequences = of_rows[: view.shape[1]][:, None]
                view[:] = above * size + hand // LANES * (lines * LANES) + sequences * LANES + hand % LANES
            if stage + 1 < len(form.points):
                entries = of_rows[streets.exits[player, streets.exit_at[stage] : streets.exit_at[stage + 1]]]
                start = int(streets.board_at[stage])
                children = streets.children[start : start + len(boards)]
                boards = np.repeat(boards, children[:, 1] - children[:, 0])
    return found


def first_entries(form: StreetTree, stage: int, player: int, entries: Int64s) -> Int64s:
    """int64 [sequences + entries of a stage]: the line after the first street from which each follows."""
    streets = form.streets
    own = int(streets.sequences[stage, player])
    found = np.concatenate([np.zeros(own, dtype=np.int64), entries])
    where = slice(*streets.plex_at[stage, player].tolist())
    for first, actions, parent in zip(streets.first[where], streets.actions[where], streets.parent[where], strict=True):
        found[first : first + actions] = found[parent]
    return found
