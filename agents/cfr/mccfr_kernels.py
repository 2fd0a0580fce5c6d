"""Monte Carlo CFR, compiled: one traversal of the flat tree for every sampling scheme.

Schemes: Lanctot, Waugh, Zinkevich, Bowling: Monte Carlo sampling for regret minimization in extensive games, 2009.
Averages: Lanctot: Monte Carlo sampling and regret minimization for equilibrium computation and decision-making in large
extensive form games, 2013. Baselines: Schmid, Burch, Lanctot, Moravcik, Kadlec, Bowling: Variance reduction in Monte Carlo
counterfactual regret minimization for extensive form games using baselines, 2019.

A traversal for player i lists the histories that it visits on the way down, and finds i's values on the way up. At history h
with strategy s and sampling probabilities x, for each action a (Schmid et al. 2019, equations 9 and 10)

    u(h, a) = b(h, a) + (u(ha) - b(h, a)) / x(h, a) if a was taken, else b(h, a)        u(h) = sum over a of s(h, a) u(h, a)

where the baseline b is zero without baselines, and cancels where all actions are taken (x = 1). The regret of a for i grows
by (reach of the others and of chance / probability that the traversal visits h) * (u(h, a) - u(h)) (equation 11). In
expectation this is exactly the counterfactual regret, for any b, as long as x is above zero wherever s is, and
everywhere at i's own histories. After use b(h, a) moves towards u(ha).

The paper keeps a baseline for each infoset and action of the player who moves, and moves it towards u(h, a), with its
division by x. Here there is one for each history and player, at chance's and the others' histories too: it can come closer
to the value that it stands for, and does not jump where x is small.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba import types

from pokerzoo.envs.compiled.regret_matching import match_regrets
from pokerzoo.envs.compiled.simd import kind_of, need_compiler
from pokerzoo.envs.compiled.tree import CHILD, KIDS, MOVER, ROW, NodeTable
from pokerzoo.envs.core import CHANCE, TERMINAL
from pokerzoo.envs.support.arrays import Floats, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel, typed_overload

AT_OWN, AT_OTHERS, BY_WALKS = 0, 1, 2
"""Places where the average strategy is gathered: see ``SamplingScheme.average``."""


class SamplingScheme(NamedTuple):
    """A sampling scheme: what is sampled, and what is added to regrets and averages."""

    sample_own: bool  # whether the traverser's actions are sampled too (outcome sampling), or all taken
    sample_others: bool  # whether the other players' are (external and outcome sampling), or all taken (chance sampling)
    epsilon: float  # share of uniform play when the traverser's own actions are sampled
    baselines: bool  # whether there are baselines
    rate: float  # of a baseline towards the latest estimate
    # ``AT_OWN`` (the traverser's histories, weighted by own reach), ``AT_OTHERS`` (the other player's, by one over the
    # traverser's sampling probability; two players only), ``BY_WALKS`` (on a path of its own)
    average: int
    weigh_regrets: bool  # whether regrets of iteration t are weighted by t
    weigh_average: bool  # whether strategies of iteration t are
    floor: bool  # whether negative cumulative regrets are set to zero


class CumulativeNumbers(NamedTuple):
    """All that a run changes, its random generator apart."""

    regrets: Floats  # [rows]: cumulative regrets
    averages: Floats  # [rows]: cumulative strategies
    baselines: Floats  # [players, nodes] in use with baselines (else [players, 0]): estimates of each player's value
    iteration: Int64s  # [1]: iterations done
    touched: Int64s  # [1]: histories visited, terminals, chance and repeated visits included


class TraversalScratch(NamedTuple):
    """Scratch of one traversal, in the order in which it visits histories; nothing in it outlives the traversal."""

    node: Int32s  # [nodes]: the history visited
    below: Int32s  # [nodes]: where its visited children start
    start: Int32s  # [nodes]: where its strategy starts in ``strategy``
    own_reach: Floats  # [nodes]: reach by the traverser's own strategy
    weight: Floats  # [nodes]: reach by all others and chance, over the probability of the visit
    chosen: Floats  # [nodes]: probability with which the sampled child was chosen
    value: Floats  # [nodes]: estimate of the traverser's value
    strategy: Floats  # [nodes]: strategies at the histories visited, one after the other
    mixed: Floats  # [nodes]: one history's sampling probabilities


class ChoiceScript(NamedTuple):
    """Choices fixed in advance, in place of a random generator: tests enumerate all of them."""

    choices: Int64s  # [room]: which of the actions with positive probability to take, choice after choice
    counts: Int64s  # [room]: filled in: how many there were
    position: Int64s  # [1]: choices made so far
    probability: Floats  # [1]: multiplied by the probability of each


def new_cumulative(table: NodeTable, size: int, scheme: SamplingScheme) -> CumulativeNumbers:
    """Zeros; ``size``: the number of rows."""
    players = len(table.utility)
    return CumulativeNumbers(
        regrets=np.zeros(size),
        averages=np.zeros(size),
        baselines=np.zeros((players, len(table.nodes) if scheme.baselines else 0)),
        iteration=np.zeros(1, dtype=np.int64),
        touched=np.zeros(1, dtype=np.int64),
    )


def new_scratch(table: NodeTable) -> TraversalScratch:
    """Scratch large enough for a traversal that visits everything."""
    size = len(table.nodes)
    places, numbers = np.zeros((3, size), dtype=np.int32), np.zeros((6, size))
    return TraversalScratch(
        node=places[0],
        below=places[1],
        start=places[2],
        own_reach=numbers[0],
        weight=numbers[1],
        chosen=numbers[2],
        value=numbers[3],
        strategy=numbers[4],
        mixed=numbers[5],
    )


ChoiceSource: TypeAlias = np.random.Generator | ChoiceScript
"""Source of choices: a generator, or in tests a script."""


def draw_action(source: ChoiceSource, probabilities: Floats, start: int, count: int) -> int:
    """Take one of ``count`` actions with these probabilities (from ``start`` on); never one with probability zero."""
    need_compiler()
    raise NotImplementedError("choose is called from numba functions")


def _drawn_action(source, probabilities, start, count):  # type: ignore[no-untyped-def]
    left = source.random()
    chosen = 0
    for k in range(count):
        probability = probabilities[start + k]
        if probability > 0.0:  # rounding may leave a rest after the last of these: it must not go to one with zero
            chosen = k
            if left < probability:
                break
            left -= probability
    return chosen


def _scripted_action(source, probabilities, start, count):  # type: ignore[no-untyped-def]
    at = source.position[0]
    skip = source.choices[at]
    chosen = 0
    possible = 0
    for k in range(count):
        if probabilities[start + k] > 0.0:
            if possible == skip:
                chosen = k
            possible += 1
    source.counts[at] = possible
    source.position[0] += 1
    source.probability[0] *= probabilities[start + chosen]
    return chosen


@typed_overload(draw_action)
def _overload_draw_action(source: Any, probabilities: Any, start: Any, count: Any) -> Any:
    if isinstance(source, types.NumPyRandomGeneratorType):
        return _drawn_action
    return _scripted_action if kind_of(source) is ChoiceScript else None


@kernel(error_model="numpy")
def average_path(
    table: NodeTable, player: int, weight: float, cumulative: CumulativeNumbers, scratch: TraversalScratch, source: ChoiceSource
) -> None:
    """One path for the average strategy of ``player``, who plays the strategy; all other players play uniformly."""
    # With three players or more a traversal meets a player's histories with a probability that depends on the others'
    # strategies. An average gathered there would be weighted by their reach; here it is not.
    nodes, strategy, mixed = table.nodes, scratch.strategy, scratch.mixed
    node = 0
    touched = 1
    while nodes[node, MOVER] != TERMINAL:
        mover, child, kids, row = nodes[node, MOVER], nodes[node, CHILD], nodes[node, KIDS], nodes[node, ROW]
        if mover == CHANCE:
            k = draw_action(source, table.chance, child, kids)
        elif mover == player:
            match_regrets(cumulative.regrets, row, kids, strategy, 0)
            for j in range(kids):
                cumulative.averages[row + j] += weight * strategy[j]
            k = draw_action(source, strategy, 0, kids)
        else:
            for j in range(kids):
                mixed[j] = 1.0 / kids
            k = draw_action(source, mixed, 0, kids)
        node = child + k
        touched += 1
    cumulative.touched[0] += touched


@kernel(nogil=True, error_model="numpy")
def iterate_traversals(
    table: NodeTable,
    scheme: SamplingScheme,
    first_player: int,
    end_player: int,
    iterations: int,
    cumulative: CumulativeNumbers,
    scratch: TraversalScratch,
    source: ChoiceSource,
) -> None:
    """Run ``iterations`` iterations, each with a traversal for every player from ``first_player`` on."""
    # With AT_OTHERS the other player's history h adds (1 / traverser's probability of sampling to h) * strategy. It is visited
    # with h's own reach times chance's times that probability. So the expected sum over an infoset is its own reach times the
    # strategy, times chance's reach of its histories, which never changes. AT_OWN has the same expectation.
    # All in one function, and each array taken out of its tuple once. For each array that numba hands over it counts
    # references with two atomic instructions, which at each traversal would cost as much as ten nodes.
    nodes, chance, utility = table.nodes, table.chance, table.utility
    regrets, averages = cumulative.regrets, cumulative.averages
    baseline, touched = cumulative.baselines, cumulative.touched
    order, below, start, own_reach, weight = scratch.node, scratch.below, scratch.start, scratch.own_reach, scratch.weight
    chosen, value, strategy, mixed = scratch.chosen, scratch.value, scratch.strategy, scratch.mixed
    iteration = cumulative.iteration
    sample_own, sample_others, epsilon, average = scheme.sample_own, scheme.sample_others, scheme.epsilon, scheme.average
    baselines, rate, floor = scheme.baselines, scheme.rate, scheme.floor

    for _ in range(iterations):
        t = float(iteration[0] + 1)
        regret_weight = t if scheme.weigh_regrets else 1.0
        average_weight = t if scheme.weigh_average else 1.0
        for traverser in range(first_player, end_player):
            if average == BY_WALKS:
                average_path(table, traverser, average_weight, cumulative, scratch, source)

            order[0] = 0
            own_reach[0] = 1.0
            weight[0] = 1.0
            count = 1
            used = 0
            at = 0
            while at < count:
                node = order[at]
                mover, child, kids, row = nodes[node, MOVER], nodes[node, CHILD], nodes[node, KIDS], nodes[node, ROW]
                if mover == TERMINAL:
                    value[at] = utility[traverser, row]
                    at += 1
                    continue
                below[at] = count
                if mover == CHANCE:
                    k = draw_action(source, chance, child, kids)
                    order[count] = child + k
                    own_reach[count] = own_reach[at]
                    weight[count] = weight[at]
                    count += 1
                    at += 1
                    continue
                start[at] = used
                match_regrets(regrets, row, kids, strategy, used)
                if mover == traverser:
                    if average == AT_OWN:
                        for k in range(kids):
                            averages[row + k] += average_weight * own_reach[at] * strategy[used + k]
                    if sample_own:
                        for k in range(kids):
                            mixed[k] = epsilon / kids + (1.0 - epsilon) * strategy[used + k]
                        k = draw_action(source, mixed, 0, kids)
                        chosen[at] = mixed[k]
                        order[count] = child + k
                        own_reach[count] = own_reach[at] * strategy[used + k]
                        weight[count] = weight[at] / mixed[k]
                        count += 1
                    else:
                        for k in range(kids):
                            order[count] = child + k
                            own_reach[count] = own_reach[at] * strategy[used + k]
                            weight[count] = weight[at]
                            count += 1
                else:
                    if average == AT_OTHERS:
                        for k in range(kids):
                            averages[row + k] += average_weight * weight[at] * strategy[used + k]
                    if sample_others:
                        k = draw_action(source, strategy, used, kids)
                        order[count] = child + k
                        own_reach[count] = own_reach[at]
                        weight[count] = weight[at]
                        count += 1
                    else:
                        for k in range(kids):
                            order[count] = child + k
                            own_reach[count] = own_reach[at]
                            weight[count] = weight[at] * strategy[used + k]
                            count += 1
                used += kids
                at += 1
            touched[0] += count

            for at in range(count - 1, -1, -1):
                node = order[at]
                mover, child, kids, row = nodes[node, MOVER], nodes[node, CHILD], nodes[node, KIDS], nodes[node, ROW]
                if mover == TERMINAL:
                    continue
                first = below[at]
                here = 0.0
                if mover == CHANCE or (mover != traverser and sample_others):
                    # Sampled by what it is weighed by: the share of what was taken over its probability is one.
                    here = value[first]
                    if baselines:
                        sampled = order[first]
                        surprise = here - baseline[traverser, sampled]
                        here = surprise
                        for k in range(kids):
                            share = chance[child + k] if mover == CHANCE else strategy[start[at] + k]
                            here += share * baseline[traverser, child + k]
                        baseline[traverser, sampled] += rate * surprise
                elif mover == traverser and sample_own:
                    sampled = order[first]
                    surprise = value[first]
                    if baselines:
                        surprise -= baseline[traverser, sampled]
                        for k in range(kids):
                            here += strategy[start[at] + k] * baseline[traverser, child + k]
                    extra = surprise / chosen[at]
                    here += strategy[start[at] + sampled - child] * extra
                    factor = regret_weight * weight[at]
                    for k in range(kids):
                        expected = baseline[traverser, child + k] if baselines else 0.0
                        regrets[row + k] += factor * (expected - here)
                    regrets[row + sampled - child] += factor * extra
                    if baselines:
                        baseline[traverser, sampled] += rate * surprise
                else:
                    for k in range(kids):
                        here += strategy[start[at] + k] * value[first + k]
                    if mover == traverser:
                        factor = regret_weight * weight[at]
                        for k in range(kids):
                            regrets[row + k] += factor * (value[first + k] - here)
                value[at] = here

            if floor:
                # After all of them: chance sampling may visit several histories of one infoset.
                for at in range(count):
                    node = order[at]
                    if nodes[node, MOVER] == traverser:
                        for k in range(nodes[node, ROW], nodes[node, ROW] + nodes[node, KIDS]):
                            if regrets[k] < 0.0:
                                regrets[k] = 0.0
        iteration[0] += 1
