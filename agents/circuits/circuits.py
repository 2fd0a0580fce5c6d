"""Regret minimizers, and the circuits that make one for a composite set out of those for its parts.

A *regret minimizer* of a convex set gives a point of it (``next_strategy``), is told what each coordinate was worth
(``observe_utility``), and so on in turn. Its *regret* after T rounds is what the best fixed point of the set would have
earned, less what its own points earned; it grows more slowly than T whatever the utilities are.

Cartesian product, affine map, convex hull, and the decision process made of decision, observation and terminal points:
Farina, Kroer, Sandholm: Regret circuits: composability of regret minimizers, ICML 2019, arXiv 1811.02540. Scaled extension:
Farina, Ling, Fang, Sandholm: Efficient regret minimization algorithm for extensive-form correlated equilibrium, NeurIPS
2019, arXiv 1910.12450. The papers minimize losses; a utility is a loss with the other sign. docs/circuits.md has examples.

>>> from pokerzoo.agents.circuits import RegretMatchingPlus
>>> minimizer = CartesianProduct(RegretMatching(2), RegretMatchingPlus(3))
>>> minimizer.next_strategy().round(3).tolist()
[0.5, 0.5, 0.333, 0.333, 0.333]
>>> minimizer.observe_utility([1.0, 0.0, 0.0, 0.0, 3.0])
1.5
>>> minimizer.next_strategy().tolist()
[1.0, 0.0, 0.0, 0.0, 1.0]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.treeplex import Treeplex, num_sequences
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.parameters import check_number

from .simplex_minimizers import RegretMatching, RegretMinimizer


def check_minimizer(minimizer: object) -> None:
    """ValueError unless it is one."""
    if not isinstance(minimizer, RegretMinimizer):
        raise ValueError(f"{minimizer!r}: must be a RegretMinimizer")


def taken_in(minimizers: Iterable[object]) -> tuple[RegretMinimizer, ...]:
    """These minimizers as parts of a circuit, which alone may ask them from now on.

    Raises:
        ValueError: one is no regret minimizer, is part of a circuit already, or waits for a utility.
    """
    taken: list[RegretMinimizer] = []
    for minimizer in minimizers:
        check_minimizer(minimizer)
        assert isinstance(minimizer, RegretMinimizer)
        if minimizer._expects != "next_strategy" or any(minimizer is other for other in taken):
            raise ValueError(f"{minimizer!r} is in use already: each place in a circuit needs a minimizer of its own")
        taken.append(minimizer)
    for minimizer in taken:
        minimizer._expects = "nothing"
    return tuple(taken)


def part_spans(parts: Iterable[RegretMinimizer], start: int = 0) -> list[tuple[int, int]]:
    """First and last coordinates of each part, one part after the other."""
    return list(pairwise(accumulate((part.dimension for part in parts), initial=start)))


class Singleton(RegretMinimizer):
    """The set of one point, which has no regret: a constant, and with no coordinates the end of a decision process.

    Args:
        point: the point, [dimension].

    Raises:
        ValueError: not a vector of finite numbers.

    >>> Singleton([2.0, 1.0]).next_strategy()
    array([2., 1.])
    """

    def __init__(self, point: npt.ArrayLike = ()) -> None:
        self.point = checked_array("point", point, 1).tolist()
        super().__init__(len(self.point))

    def play(self, scale: float) -> list[float]:
        return [scale * value for value in self.point]

    def learn(self, utility: list[float], onto: float) -> float:
        return onto + inner_product(self.point, utility)


class CartesianProduct(RegretMinimizer):
    """The product of the minimizers' sets: strategies one after the other. Regret: the sum of theirs.

    Regret circuits, section on the Cartesian product: each part observes its own coordinates.

    Args:
        *minimizers: the minimizers.

    Attributes:
        children: the minimizers.

    Raises:
        ValueError: one is no regret minimizer, or in use elsewhere.

    >>> CartesianProduct(RegretMatching(2), Singleton([3.0])).next_strategy()
    array([0.5, 0.5, 3. ])
    """

    def __init__(self, *minimizers: RegretMinimizer) -> None:
        self.children = taken_in(minimizers)
        super().__init__(sum(child.dimension for child in self.children))
        self._last_first = list(zip(self.children, part_spans(self.children), strict=True))[::-1]

    def play(self, scale: float) -> list[float]:
        strategy: list[float] = []
        for child in self.children:
            strategy += child.play(scale)
        return strategy

    def learn(self, utility: list[float], onto: float) -> float:
        for child, (start, end) in self._last_first:
            onto = child.learn(utility[start:end], onto)
        return onto


class ConvexHull(RegretMinimizer):
    """The convex hull of the minimizers' sets, all in the same space: their strategies, mixed.

    Regret circuits, section on the convex hull: all observe the same utility, and the mixer what each of them earned. Regret
    at most the mixer's plus the greatest of theirs.

    Attributes:
        children: the minimizers.
        mixer: the minimizer of the mixture, over one action a child.

    Args:
        *minimizers: at least one.
        mixer: whose strategies are distributions over the minimizers; None: ``RegretMatching``.

    Raises:
        ValueError: none given, their dimensions differ, the mixer's is not their number, or one is in use elsewhere.

    >>> hull = ConvexHull(Singleton([0.0, 1.0]), Singleton([4.0, 0.0]))
    >>> hull.next_strategy()
    array([2. , 0.5])
    """

    def __init__(self, *minimizers: RegretMinimizer, mixer: RegretMinimizer | None = None) -> None:
        for minimizer in (*minimizers, *([] if mixer is None else [mixer])):
            check_minimizer(minimizer)
        if not minimizers or len({minimizer.dimension for minimizer in minimizers}) != 1:
            raise ValueError(
                f"dimensions {[m.dimension for m in minimizers]}: a convex hull needs minimizers of one and the same"
            )
        mixer = RegretMatching(len(minimizers)) if mixer is None else mixer
        if mixer.dimension != len(minimizers):
            raise ValueError(f"a mixer of dimension {mixer.dimension}: must be {len(minimizers)}, one action a minimizer")
        self.mixer, *children = taken_in((mixer, *minimizers))
        self.children = tuple(children)
        super().__init__(children[0].dimension)

    def play(self, scale: float) -> list[float]:
        weights = self.mixer.play(scale)
        mixed = [0.0] * self.dimension
        for child, weight in zip(self.children, weights, strict=True):
            mixed = [total + value for total, value in zip(mixed, child.play(weight), strict=True)]
        return mixed

    def learn(self, utility: list[float], onto: float) -> float:
        return self.mixer.learn([child.learn(utility, 0.0) for child in self.children], onto)


class AffineMap(RegretMinimizer):
    """The image of a minimizer's set under x -> matrix x + offset. Regret: the same.

    Regret circuits, section on affine transformations: the minimizer observes matrix^T utility.

    Args:
        minimizer: of a set in n dimensions.
        matrix: [m, n].
        offset: [m]; None is zero.

    Raises:
        ValueError: a shape does not fit, a number is not finite, or the minimizer is in use elsewhere.

    >>> AffineMap(RegretMatching(2), [[12.0, 8.0]]).next_strategy()  # hours of a long and of a short shift
    array([10.])
    """

    def __init__(self, minimizer: RegretMinimizer, matrix: npt.ArrayLike, offset: npt.ArrayLike | None = None) -> None:
        check_minimizer(minimizer)
        self.matrix = checked_array("matrix", matrix, 2)
        if self.matrix.shape[1] != minimizer.dimension:
            raise ValueError(f"matrix of shape {self.matrix.shape}: needs {minimizer.dimension} columns")
        rows = self.matrix.shape[0]
        self.offset = checked_array("offset", np.zeros(rows) if offset is None else offset, 1)
        if len(self.offset) != rows:
            raise ValueError(f"offset of length {len(self.offset)}: must be {rows}, one a row of the matrix")
        (self.child,) = taken_in((minimizer,))
        super().__init__(rows)

    def play(self, scale: float) -> list[float]:
        image: list[float] = (self.matrix @ np.array(self.child.play(scale)) + scale * self.offset).tolist()
        return image

    def learn(self, utility: list[float], onto: float) -> float:
        observed = np.array(utility)
        return self.child.learn((observed @ self.matrix).tolist(), onto + float(observed @ self.offset))


class ScaledExtension(RegretMinimizer):
    """The set of all (x, h(x) y) with x in the base's set and y in the extension's; h(x) = weights x + constant.

    Farina, Ling, Fang, Sandholm 2019, the regret circuit of the scaled extension: the extension observes its own coordinates,
    and what it earns makes h worth something to the base. Regret at most the base's plus the largest h times the extension's.

    Args:
        base: minimizer of the x, in n dimensions.
        extension: minimizer of the y.
        weights: [n].
        constant: added to it.

    Raises:
        ValueError: a shape does not fit, a number is not finite, or a minimizer is in use elsewhere. Later, from
            ``next_strategy``: h is below zero.

    >>> ScaledExtension(RegretMatching(2), RegretMatching(2), [1.0, 0.0]).next_strategy()  # y counts after the first action
    array([0.5 , 0.5 , 0.25, 0.25])
    """

    def __init__(
        self, base: RegretMinimizer, extension: RegretMinimizer, weights: npt.ArrayLike, constant: float = 0.0
    ) -> None:
        check_minimizer(base)
        self.weights = checked_array("weights", weights, 1).tolist()
        if len(self.weights) != base.dimension:
            raise ValueError(f"weights of length {len(self.weights)}: must be {base.dimension}, one a coordinate of the base")
        check_number("constant", constant, -1e300, 1e300)
        self.constant = float(constant)
        self.base, self.extension = taken_in((base, extension))
        super().__init__(base.dimension + extension.dimension)

    def play(self, scale: float) -> list[float]:
        strategy = self.base.play(scale)
        factor = inner_product(self.weights, strategy) + scale * self.constant
        if factor < -1e-9 * scale:
            raise ValueError(
                f"h = {factor / scale!r} at {strategy}: a scaled extension needs h(x) >= 0 on all of the base's set"
            )
        return strategy + self.extension.play(max(factor, 0.0))

    def learn(self, utility: list[float], onto: float) -> float:
        earned = self.extension.learn(utility[self.base.dimension :], 0.0)
        own = [worth + weight * earned for worth, weight in zip(utility, self.weights, strict=False)]
        return self.base.learn(own, onto + self.constant * earned)


# Decision processes


class DecisionPoint(RegretMinimizer):
    """A simplex over actions, each followed by a decision process: see ``decision_point``, which makes one.

    Args:
        children: what follows each action.
        simplex: the minimizer of the distribution over actions.

    Attributes:
        children: what follows each action.
        simplex: the minimizer of the distribution over actions.

    >>> DecisionPoint([terminal_point(), terminal_point()], RegretMatching(2)).next_strategy()
    array([0.5, 0.5])
    """

    def __init__(self, children: Iterable[RegretMinimizer], simplex: RegretMinimizer) -> None:
        self.simplex, *after = taken_in((simplex, *children))
        self.children = tuple(after)
        super().__init__(simplex.dimension + sum(child.dimension for child in after))
        numbered = zip(range(len(after)), after, part_spans(after, simplex.dimension), strict=True)
        self._below = [entry for entry in numbered if entry[1].dimension]
        self._last_first = self._below[::-1]

    def play(self, scale: float) -> list[float]:
        strategy = shares = self.simplex.play(scale)
        for action, child, _ in self._below:
            strategy = strategy + child.play(shares[action])
        return strategy

    def learn(self, utility: list[float], onto: float) -> float:
        own = utility[: self.simplex.dimension]
        for action, child, (start, end) in self._last_first:
            own[action] = child.learn(utility[start:end], own[action])
        return self.simplex.learn(own, onto)


def decision_point(*children: RegretMinimizer, simplex: RegretMinimizer | None = None) -> DecisionPoint:
    """A decision point: one action is chosen, and the process goes on with what follows it.

    Strategies are in sequence form: the probability of each action, then for each action in turn the strategy of what follows
    it, times that probability. This is the convex hull of the actions' sets, each with coordinates of its own (Regret
    circuits, section on deriving CFR); regret at most the simplex's plus the greatest of the children's.

    Args:
        *children: what follows each action: decision, observation or terminal points, or any other minimizers.
        simplex: the minimizer of the distribution over actions; None: ``RegretMatching``.

    Raises:
        ValueError: no child, a simplex of another dimension, or a minimizer in use elsewhere.

    >>> later = decision_point(terminal_point(), terminal_point())
    >>> decision_point(terminal_point(), later).next_strategy()  # stop or go on; going on, left or right
    array([0.5 , 0.5 , 0.25, 0.25])
    """
    simplex = RegretMatching(len(children)) if simplex is None else simplex
    if simplex.dimension != len(children):
        raise ValueError(f"simplex of dimension {simplex.dimension}: must be {len(children)}, one a child")
    return DecisionPoint(children, simplex)


def observation_point(*children: RegretMinimizer) -> CartesianProduct:
    """An observation point: nature gives a signal, and the process goes on with what follows it: a Cartesian product.

    The utilities say how probable a signal is: they carry nature's probability. Where a signal was *sampled*, its
    coordinates have the utility in full and all others have zero, which is the same in the mean.

    Args:
        *children: what follows each signal.

    Raises:
        ValueError: a minimizer is in use elsewhere.

    >>> hands = [decision_point(terminal_point(), terminal_point()) for _ in range(3)]
    >>> observation_point(*hands).dimension  # three hands with two actions each
    6
    """
    return CartesianProduct(*children)


def terminal_point() -> Singleton:
    """A terminal point: the process is over. It has no coordinates.

    >>> terminal_point().dimension
    0
    """
    return Singleton()


class SequenceForm(RegretMinimizer):
    """A decision process whose coordinates are the sequences of a ``Treeplex``: see ``circuit_for``, which makes one.

    Args:
        root: the observation point before the first decisions.
        rows: for each of the root's children, the sequence of each of its coordinates.
        simplexes: the minimizer at each decision point of the treeplex.

    Attributes:
        root: the observation point before the first decisions.
        rows: for each of the root's children, the sequence of each of its coordinates.
        simplexes: the minimizer at each decision point of the treeplex.

    >>> from pokerzoo.envs import make_game
    >>> circuit = circuit_for(make_game("kuhn").tree().treeplexes[0])
    >>> circuit.dimension, len(circuit.simplexes)
    (13, 6)
    """

    def __init__(self, root: CartesianProduct, rows: list[list[int]], simplexes: tuple[RegretMinimizer, ...]) -> None:
        (self.root,) = taken_in((root,))
        self.children = root.children
        self.rows = rows
        self.simplexes = simplexes
        self._order = [row for own in rows for row in own]
        super().__init__(1 + root.dimension)

    def play(self, scale: float) -> list[float]:
        strategy = [scale] * self.dimension
        for row, value in zip(self._order, self.root.play(scale), strict=True):
            strategy[row] = value
        return strategy

    def learn(self, utility: list[float], onto: float) -> float:
        return onto + self.root.learn([utility[row] for row in self._order], utility[0])


def circuit_for(treeplex: Treeplex, simplex: Callable[[int], RegretMinimizer] = RegretMatching) -> SequenceForm:
    """The circuit of a player's whole decision problem: counterfactual regret minimization, point by point.

    Regret circuits, section on deriving CFR. Strategies are in sequence form, [sequences]: the player's own reach of each,
    with 1 for sequence 0, the empty one. So are utilities: what each sequence's own terminals are worth, given the others'
    reach.

    >>> from pokerzoo.agents.circuits import RegretMatchingPlus
    >>> from pokerzoo.envs import make_game
    >>> circuit = circuit_for(make_game("kuhn").tree().treeplexes[0], RegretMatchingPlus)
    >>> circuit.next_strategy().tolist()
    [1.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]

    Args:
        treeplex: of a compiled game (``game.tree().treeplexes``), or by ``make_treeplex``.
        simplex: makes the minimizer for a number of actions: a class of this module, or a function.

    Raises:
        ValueError: ``simplex`` returns a minimizer of another dimension, or the same one twice.
    """
    below: list[list[int]] = [[] for _ in range(num_sequences(treeplex))]
    for point, parent in enumerate(treeplex.parent.tolist()):
        below[parent].append(point)
    simplexes = tuple(simplex(count) for count in treeplex.actions.tolist())

    def build(point: int) -> tuple[RegretMinimizer, list[int]]:
        first = int(treeplex.first[point])
        rows = list(range(first, first + int(treeplex.actions[point])))
        after: list[RegretMinimizer] = []
        for sequence in tuple(rows):
            built = [build(child) for child in below[sequence]]
            for _, own in built:
                rows += own
            children = [child for child, _ in built]
            after.append(children[0] if len(children) == 1 else observation_point(*children) if children else terminal_point())
        return decision_point(*after, simplex=simplexes[point]), rows

    first_decisions = [build(point) for point in below[0]]
    root = observation_point(*(child for child, _ in first_decisions))
    return SequenceForm(root, [rows for _, rows in first_decisions], simplexes)


def inner_product(one: list[float], two: list[float]) -> float:
    """The inner product of two lists, summed in order."""
    total = 0.0
    for a, b in zip(one, two, strict=True):
        total += a * b
    return total


def checked_array(name: str, values: npt.ArrayLike, ndim: int) -> Floats:
    """``values`` as a float64 array with ``ndim`` axes; ValueError if it is none, or not finite."""
    array = np.array(values, dtype=np.float64)
    if array.ndim != ndim or not np.isfinite(array).all():
        raise ValueError(f"{name}={values!r}: must be finite numbers in {ndim} dimension{'s' * (ndim > 1)}")
    return array
