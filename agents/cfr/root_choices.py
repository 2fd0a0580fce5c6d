"""Choices of the opponent at the root of a re-solved game, and the engines that begin with them."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.public_tree import PublicTree
from pokerzoo.envs.compiled.simd import pack_rows, unpack_rows
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.street_walk import NOTHING, entry_values
from pokerzoo.envs.compiled.treeplex import best_values_up, reach_down
from pokerzoo.envs.support.arrays import Floats

from .boards_engine import BoardsEngine
from .engines import RowsEngine
from .locks import locked_start


class RootChoice:
    """The opponent's choice by regret matching: with each hand whether to play on.

    Attributes:
        reach: float64 [hands]: how much each hand of the opponent counts in the next iteration.
    """

    def __init__(self, worth: Floats, scale: Floats, weights: Floats) -> None:
        """Take what each hand is worth outside, the weight that all values have in them, and the weight at the root."""
        self._worth, self._scale, self._weights = worth, np.where(scale > 0.0, scale, 1.0), weights
        self._held = weights > 0.0
        self._inner, self._outer = np.zeros(len(worth)), np.zeros(len(worth))
        self._share = np.where(self._held, 0.5, 0.0)
        self.reach = self._reach()

    def _reach(self) -> Floats:
        """The weights at the root for the present choice."""
        return np.asarray(self._share * self._weights)

    def update(self, inside: Floats, positive: float, negative: float) -> Floats:
        """Take in what each hand is worth in the game now; the new ``reach``."""
        gains = np.where(self._held, (inside - self._worth) / self._scale, 0.0)
        self._inner = discounted(self._inner + (1.0 - self._share) * gains, positive, negative)
        self._outer = discounted(self._outer - self._share * gains, positive, negative)
        inner, outer = np.maximum(self._inner, 0.0), np.maximum(self._outer, 0.0)
        totals = inner + outer
        self._share = np.where(totals > 0.0, inner / np.where(totals > 0.0, totals, 1.0), 0.5) * self._held
        self.reach = self._reach()
        return self.reach


def discounted(regrets: Floats, positive: float, negative: float) -> Floats:
    """Regrets times the factor of their sign."""
    return np.asarray(regrets * np.where(regrets > 0.0, positive, negative))


class RowsRoot:
    """Start of iterations on rows."""

    def __init__(self, form: PublicTree, opponent: int) -> None:
        """Make the engine at uniform strategies."""
        self.form, self.opponent = form, opponent
        self.engine = RowsEngine(form, *locked_start(form, {}))
        self.shares, self._reaches = form.new_rows(), form.new_reaches()
        self._utilities, self._best = form.new_rows(), form.new_rows()

    def choose_in_kernel(self, worth: Floats, weights: Floats) -> None:
        """Have the kernel choose with each hand whether to play on."""
        lanes, engine = self.form.lanes, self.engine
        enter, nothing = np.full(len(worth), 0.5), np.zeros(len(worth))
        choices = list(engine.choices)
        choices[self.opponent] = pack_rows(lanes, np.stack([worth, weights, enter, nothing, nothing]))
        engine.choices = tuple(choices)
        self.enter(weights * enter)

    def enter(self, reach: Floats) -> None:
        """Begin with these weights of the opponent's hands."""
        lanes, own = self.form.lanes, self.opponent
        target, start = self.engine.reaches[own], pack_rows(lanes, reach[None])
        target[..., : start.shape[-1]] = start
        reach_down(lanes, self.form.treeplexes[own], 0, lanes.blocks, self.engine.strategies[own], target)

    def best_values(self, player: int, averages: AllRows) -> Floats:
        """float64 [hands]: what each of the opponent's hands is worth against the average strategy."""
        form, lanes, own = self.form, self.form.lanes, self.opponent
        form.write_shares(averages, self.shares)
        reach_down(lanes, form.treeplexes[player], 0, lanes.blocks, self.shares[player], self._reaches[player])
        best = self._best[own]
        self.engine.terminals.counterfactual_values(own, self._reaches, self._utilities[own])
        best_values_up(lanes, form.treeplexes[own], 0, lanes.blocks, best, best[:0], self._utilities[own], best)
        return np.asarray(unpack_rows(lanes, self._utilities[own], form.num_lanes)[0].astype(np.float64))


class BoardsRoot:
    """Start of iterations on boards."""

    def __init__(self, form: StreetTree, opponent: int, half: bool, threads: int | None) -> None:
        """Make the engine at uniform strategies."""
        self.form, self.opponent = form, opponent
        self.engine = BoardsEngine(form, NOTHING, False, half, threads)
        self._evaluator = StreetEvaluator(form, None, threads)

    def enter(self, reach: Floats) -> None:
        """Begin with these weights of the opponent's hands."""
        own = self.form.hands[self.opponent]
        self.engine.root[self.opponent].reshape(-1)[: len(own)] = reach[own]

    def values(self) -> Floats:
        """float64 [hands]: what each of the opponent's hands was worth in the last iteration."""
        own, found = self.form.hands[self.opponent], np.zeros(len(self.form.game.rules.deck.hands))
        found[own] = entry_values(self.form.plan, self.opponent, self.engine.root_scratch)[: len(own)]
        return found

    def best_values(self, player: int, averages: AllRows) -> Floats:
        """float64 [hands]: what each of the opponent's hands is worth against the average strategy."""
        return self._evaluator.values_of_best_response(1 - player, averages).start
