"""Regret circuits: minimizers for composite sets, composed of minimizers for their parts, and CFR composed of them.

A *regret minimizer* of a convex set gives a point of it (``next_strategy``), observes the utility of each coordinate
(``observe_utility``), and so on in turn. Its *regret* after T rounds is what the best fixed point of the set would have
earned, less what its own points earned; it is sublinear in T for any utilities.

Farina, Kroer, Sandholm: Regret circuits: composability of regret minimizers, ICML 2019, arXiv 1811.02540. The paper
minimizes losses; a utility is a loss with the other sign. docs/learn/6_circuits.md has examples.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.variants import Variant, get_variant, variant_for
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.treeplex import Treeplex, num_sequences
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.parameters import check_bool, check_int

__all__ = [
    "CartesianProduct", "CircuitCFR", "ConvexHull", "DecisionPoint", "PlayerCircuit", "RegretMatching", "RegretMinimizer",
    "Singleton", "circuit_for", "decision_point", "observation_point", "terminal_point",
]  # fmt: skip
CHUNK = 256
"""Iterations of a variant's schedule that are computed at a time."""
SMALLEST = 2.0**-1021
"""Smaller sums of regrets count as zero, as in the compiled CFR: 1 / sum must be finite."""


class RegretMinimizer(ABC):
    """Base of all minimizers and circuits; a subclass has ``play`` and ``learn``.

    Inside circuits vectors are lists: most points have two or three actions, for which NumPy is slower.
    """

    def __init__(self, dimension: int) -> None:
        """Make one whose strategies and utilities have this length."""
        self.dimension = dimension
        self._next = "next_strategy"

    def next_strategy(self) -> Floats:
        """The next point of the set, float64 [dimension]; ValueError if the last one's utility is still to be observed."""
        self._check_turn("next_strategy")
        self._next = "observe_utility"
        return np.array(self.play(1.0), dtype=np.float64)

    def observe_utility(self, utility: npt.ArrayLike) -> float:
        """Observe the utility of each coordinate of the last strategy, [dimension]; return what the strategy earned."""
        self._check_turn("observe_utility")
        vector = np.asarray(utility, dtype=np.float64)
        if vector.shape != (self.dimension,) or not np.isfinite(vector).all():
            raise InputError(f"utility {vector.tolist()} of shape {vector.shape}: must be ({self.dimension},) and finite")
        self._next = "next_strategy"
        return self.learn(vector.tolist(), 0.0)

    @abstractmethod
    def play(self, scale: float) -> list[float]:
        """The strategy times a number, such as the probability of the action before; asking again gives the same."""

    @abstractmethod
    def learn(self, utility: list[float], onto: float) -> float:
        """Take in a utility; returns ``onto`` plus what the strategy earned.

        Sums go from the last part to the first, onto what is there: the order in which the compiled CFR adds up.
        """

    def _check_turn(self, called: str) -> None:
        if self._next != called:
            after = "ask the circuit that it is a part of" if self._next == "part" else f"{self._next} is to be called next"
            raise InputError(f"{called} out of order: {after}")


def taken_in(minimizers: Iterable[RegretMinimizer]) -> tuple[RegretMinimizer, ...]:
    """These minimizers as parts of a circuit, which alone may ask them now; ValueError if one is in use already."""
    parts = tuple(minimizers)
    for part in parts:
        if not isinstance(part, RegretMinimizer):
            raise InputError(f"{part!r}: must be a RegretMinimizer")
        if part._next != "next_strategy":
            raise InputError(f"{part!r} is in use already: each place in a circuit needs a minimizer of its own")
        part._next = "part"
    return parts


def part_spans(parts: Iterable[RegretMinimizer], start: int = 0) -> list[tuple[int, int]]:
    """First and last coordinates of each part, one part after the other."""
    return list(pairwise(accumulate((part.dimension for part in parts), initial=start)))


@lru_cache(maxsize=64)
def factors_of(variant: Variant, chunk: int) -> list[list[float]]:
    """(positive, negative, prediction) of the iterations of one chunk of a variant's schedule."""
    factors: list[list[float]] = variant.factors(1 + chunk * CHUNK, CHUNK)[:, [0, 1, 3]].tolist()
    return factors


class RegretMatching(RegretMinimizer):
    """Regret matching on distributions over ``n`` actions (Hart and Mas-Colell 2000), with the weights of a CFR variant.

    ``"cfr"`` keeps regrets as they are, ``"cfr+"`` forgets those below zero, ``"pcfr+"`` counts the last ones twice, ``"dcfr"``
    discounts old ones. With the first two, regret after T rounds is at most Delta sqrt(n T), where utilities span Delta.
    """

    def __init__(self, n: int, variant: str | Variant = "cfr") -> None:
        check_int("n", n, 1, 10**9)
        super().__init__(n)
        self.variant, self.rounds = get_variant(variant), 0
        self.regrets, self.strategy = [0.0] * n, [1.0 / n] * n

    def play(self, scale: float) -> list[float]:
        return [scale * share for share in self.strategy]

    def learn(self, utility: list[float], onto: float) -> float:
        positive, negative, prediction = factors_of(self.variant, self.rounds // CHUNK)[self.rounds % CHUNK]
        self.rounds += 1
        value = inner_product(self.strategy, utility)
        shares, total = [0.0] * self.dimension, 0.0
        for action, payoff in enumerate(utility):
            gain = payoff - value
            regret = self.regrets[action] + gain
            self.regrets[action] = regret = regret * (positive if regret > 0.0 else negative)
            shares[action] = max(regret + gain * prediction, 0.0)
            total += shares[action]
        inverse = 1.0 / total if total > SMALLEST else 0.0
        self.strategy = [share * inverse for share in shares] if inverse else [1.0 / len(shares)] * len(shares)
        return onto + value


class Singleton(RegretMinimizer):
    """The set of one point, which has no regret."""

    def __init__(self, point: npt.ArrayLike = ()) -> None:
        self.point: list[float] = np.array(point, dtype=np.float64).ravel().tolist()
        super().__init__(len(self.point))

    def play(self, scale: float) -> list[float]:
        return [scale * value for value in self.point]

    def learn(self, utility: list[float], onto: float) -> float:
        return onto + inner_product(self.point, utility)


class CartesianProduct(RegretMinimizer):
    """The product of the minimizers' sets: each observes its own coordinates. Regret: the sum of theirs."""

    def __init__(self, *minimizers: RegretMinimizer) -> None:
        self.children = taken_in(minimizers)
        super().__init__(sum(child.dimension for child in self.children))
        self._last_first = list(zip(self.children, part_spans(self.children), strict=True))[::-1]

    def play(self, scale: float) -> list[float]:
        return [value for child in self.children for value in child.play(scale)]

    def learn(self, utility: list[float], onto: float) -> float:
        for child, (start, end) in self._last_first:
            onto = child.learn(utility[start:end], onto)
        return onto


class ConvexHull(RegretMinimizer):
    """All mixtures of the minimizers' sets: all observe the same utility, and the mixer what each of them earned.

    Regret: at most the mixer's plus the greatest of theirs. ``mixer`` is a minimizer of one action a set, by default
    ``RegretMatching``.
    """

    def __init__(self, *minimizers: RegretMinimizer, mixer: RegretMinimizer | None = None) -> None:
        sizes = [child.dimension for child in minimizers]
        if len(set(sizes)) != 1:
            raise InputError(f"dimensions {sizes}: a convex hull needs minimizers of one and the same")
        mixer = RegretMatching(len(sizes)) if mixer is None else mixer
        if mixer.dimension != len(sizes):
            raise InputError(f"a mixer of dimension {mixer.dimension}: must be {len(sizes)}, one action a minimizer")
        self.mixer, *children = taken_in((mixer, *minimizers))
        self.children = tuple(children)
        super().__init__(sizes[0])

    def play(self, scale: float) -> list[float]:
        played = [child.play(weight) for child, weight in zip(self.children, self.mixer.play(scale), strict=True)]
        return [sum(values) for values in zip(*played, strict=True)]

    def learn(self, utility: list[float], onto: float) -> float:
        return self.mixer.learn([child.learn(utility, 0.0) for child in self.children], onto)


class DecisionPoint(RegretMinimizer):
    """A decision: an action is chosen, and the process continues below it.

    Strategies are in sequence form: the probability of each action, then for each action in turn the strategy of what follows
    it, times that probability. That is a convex hull in which each action has coordinates of its own; regret at most that of
    ``simplex``, the minimizer over actions (by default ``RegretMatching``), plus the greatest of what follows.
    """

    def __init__(self, *children: RegretMinimizer, simplex: RegretMinimizer | None = None) -> None:
        simplex = RegretMatching(len(children)) if simplex is None else simplex
        if simplex.dimension != len(children):
            raise InputError(f"simplex of dimension {simplex.dimension}: must be {len(children)}, one a child")
        self.simplex, *after = taken_in((simplex, *children))
        self.children = tuple(after)
        super().__init__(simplex.dimension + sum(child.dimension for child in after))
        spans = part_spans(after, simplex.dimension)
        self._below = [(k, child, span) for k, (child, span) in enumerate(zip(after, spans, strict=True)) if child.dimension]

    def play(self, scale: float) -> list[float]:
        strategy = shares = self.simplex.play(scale)
        for action, child, _ in self._below:
            strategy = strategy + child.play(shares[action])
        return strategy

    def learn(self, utility: list[float], onto: float) -> float:
        at_root = utility[: self.simplex.dimension]
        for action, child, (start, end) in reversed(self._below):
            at_root[action] = child.learn(utility[start:end], at_root[action])
        return self.simplex.learn(at_root, onto)


decision_point = DecisionPoint
observation_point = CartesianProduct  # of what follows each signal of nature, whose probability is part of the utilities
terminal_point = Singleton  # the process is over: no coordinates


class PlayerCircuit(NamedTuple):
    """The circuit of a player's decision problem; its coordinates are the sequences of a treeplex, but for the empty one."""

    root: CartesianProduct  # the observation point before the first decisions
    sequences: list[int]  # the sequence of each coordinate of the root
    points: list[RegretMatching]  # at each decision point of the treeplex


def circuit_for(treeplex: Treeplex, variant: str | Variant = "cfr") -> PlayerCircuit:
    """The circuit of a player's whole decision problem, such as ``tree_of(game).rows.treeplexes[0]``."""
    below: list[list[int]] = [[] for _ in range(num_sequences(treeplex))]
    for point, parent in enumerate(treeplex.parent.tolist()):
        below[parent].append(point)
    points = [RegretMatching(count, variant) for count in treeplex.actions.tolist()]
    sequences: list[int] = []

    def build(point: int) -> RegretMinimizer:
        first = int(treeplex.first[point])
        rows = range(first, first + points[point].dimension)
        sequences.extend(rows)
        after = [[build(child) for child in below[row]] for row in rows]
        joined = (parts[0] if len(parts) == 1 else observation_point(*parts) if parts else terminal_point() for parts in after)
        return decision_point(*joined, simplex=points[point])

    return PlayerCircuit(observation_point(*(build(point) for point in below[0])), sequences, points)


class CircuitCFR:
    """Self-play of regret circuits, one a player: what ``CFR`` computes, from minimizers that know nothing of the game.

    Regrets and policies are those of ``CFR`` with ``layout="flat"``, on any game that can be compiled history by history. This
    is the version to compose from; ``CFR`` is some hundreds of times as fast.

    >>> from pokerzoo.agents import CFR
    >>> from pokerzoo.envs import make_game
    >>> circuits, solver = CircuitCFR(make_game("kuhn"), "cfr+").run(10), CFR(make_game("kuhn"), "cfr+").run(10)
    >>> np.allclose(circuits.regrets(), solver.regrets(), rtol=0, atol=1e-12)
    True
    """

    def __init__(self, game: GameLike, variant: str | Variant | None = None, *, alternating: bool | None = None) -> None:
        """Set up the circuits at their uniform start.

        Args:
            game: a game of any number of players, or an environment of this package.
            variant: a name in ``VARIANTS``, or a ``Variant``; None is what ``CFR`` takes.
            alternating: update players in turn; None takes what the variant is published with.
        """
        self.game = game_of(game)
        self.variant = variant_for(self.game, variant)
        self.alternating = self.variant.alternating if alternating is None else alternating
        check_bool("alternating", self.alternating)
        self._form = tree_of(self.game).rows
        self.circuits = [circuit_for(plex, self.variant) for plex in self._form.treeplexes]
        self._sums = [np.zeros(num_sequences(plex)) for plex in self._form.treeplexes]
        self._strategies = [self._strategy(player) for player in range(self.game.num_players)]
        self.iteration = 0

    def run(self, iterations: int) -> CircuitCFR:
        """Do more iterations.

        Args:
            iterations: how many.
        """
        check_int("iterations", iterations, 1, 10**9)
        players = list(range(self.game.num_players))
        for discount in self.variant.factors(self.iteration + 1, iterations)[:, 2].tolist():
            for group in [[player] for player in players] if self.alternating else [players]:
                utilities = [self._utility(player) for player in group]
                for player, utility in zip(group, utilities, strict=True):
                    circuit = self.circuits[player]
                    self._sums[player] = self._sums[player] * discount + self._strategies[player]
                    circuit.root.learn(utility[circuit.sequences].tolist(), 0.0)
                    self._strategies[player] = self._strategy(player)
            self.iteration += 1
        return self

    def _strategy(self, player: int) -> Floats:
        """float64 [sequences]: own reach; 1 of the first, the empty sequence."""
        circuit, strategy = self.circuits[player], np.ones(len(self._sums[player]))
        strategy[circuit.sequences] = circuit.root.play(1.0)
        return strategy

    def _utility(self, player: int) -> Floats:
        """float64 [sequences]: the values of each one's own terminals, by the reach of the others and of chance."""
        terminals = self._form.terminals
        worth = terminals.payoffs[player].copy()
        for other, strategy in enumerate(self._strategies):
            if other != player:
                worth *= strategy[terminals.sequences[other]]
        utility: Floats = np.bincount(terminals.sequences[player], worth, len(self._sums[player])).astype(np.float64)
        return utility

    def regrets(self) -> Floats:
        """float64, in the order of ``game.infosets``: cumulative regrets."""
        return np.concatenate([point.regrets for circuit in self.circuits for point in circuit.points])

    def current_policy(self) -> TabularPolicy:
        """The strategy that the next iteration plays."""
        shares = [point.strategy for circuit in self.circuits for point in circuit.points]
        return TabularPolicy(self.game, np.concatenate(shares))

    def average_policy(self) -> TabularPolicy:
        """The average of all strategies, weighted by own reach: what converges. Uniform where never reached."""
        result = []
        for plex, sums in zip(self._form.treeplexes, self._sums, strict=True):
            for first, count in zip(plex.first.tolist(), plex.actions.tolist(), strict=True):
                entries = sums[first : first + count]
                result.append(entries / entries.sum() if entries.sum() > SMALLEST else np.full(count, 1.0 / count))
        return TabularPolicy(self.game, np.concatenate(result))


def inner_product(left: list[float], right: list[float]) -> float:
    """The inner product of two lists, summed in order."""
    total = 0.0
    for a, b in zip(left, right, strict=True):
        total += a * b
    return total
