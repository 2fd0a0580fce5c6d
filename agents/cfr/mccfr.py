"""Monte Carlo CFR: chance, external and outcome sampling, with or without baselines, on any game that can be compiled."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.tree import Tree
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.support.parameters import check_bool, check_choice, check_number

from .mccfr_kernels import (
    AT_OTHERS,
    AT_OWN,
    BY_WALKS,
    SamplingScheme,
    iterate_traversals,
    new_cumulative,
    new_scratch,
)
from .solver import Solver
from .variants import DEFAULT_VARIANT, VARIANTS, Variant, get_variant
from .walk import Walk

Sampling: TypeAlias = Literal["external", "outcome", "chance"]
"""Sampling schemes."""
SAMPLING = get_args(Sampling)
MCCFR_VARIANTS = ("cfr", "cfr+", "lcfr")
"""Variants that sampling allows: the others discount all regrets in each iteration, visited or not."""
BASELINE_RATE = 0.5
"""Share of the newest estimate in a baseline (Schmid et al. 2019, experiments: a decay factor of 0.5)."""


class MCCFR(Solver):
    """Monte Carlo counterfactual regret minimization: CFR on samples of the tree (Lanctot and others 2009).

    In an iteration each player in turn traverses a sample of the tree and updates the regrets that occur there, which
    are unbiased estimates of the exact ones, against the newest strategies of the others. Chance is always sampled. With
    ``"chance"`` all players' actions are explored (Lanctot et al. 2009), with ``"external"`` the traverser's only. With
    ``"outcome"`` one action is explored at each history: the others' by their strategies, the traverser's by a mixture with
    uniform play.

    Two runs with the same arguments and seed agree to the bit, in whatever pieces they are run. For more than two players
    no convergence to an equilibrium is promised; ``nash_conv`` still measures.

    Attributes:
        game: the game.
        variant: the row of ``variants.VARIANTS`` whose weights are in use.
        sampling: ``"external"``, ``"outcome"`` or ``"chance"``.
        epsilon: share of uniform play in outcome sampling.
        baseline: whether there are baselines.
        seed: of the random numbers.
        form: the compiled game it works on, history by history.

    >>> from pokerzoo.envs import make_game
    >>> solver = MCCFR(make_game("kuhn"), sampling="external", seed=1).run(20_000)
    >>> solver.exploitability < 0.02
    True
    """

    form: Tree

    def __init__(
        self,
        game: GameLike,
        variant: str | Variant | None = None,
        *,
        sampling: Sampling = "external",
        epsilon: float = 0.6,
        baseline: bool = False,
        seed: int | None = None,
    ) -> None:
        """Set up a solver at its uniform start.

        Args:
            game: a game, or an environment of this package.
            variant: ``"cfr"`` (also for None), ``"lcfr"`` or ``"cfr+"``. In ``"lcfr"`` regrets and strategies of iteration
                t are weighted by t (Brown and Sandholm 2019). In ``"cfr+"`` negative regrets are set to zero as they arise
                and strategies are weighted by t.
            sampling: what is sampled, see above.
            epsilon: share of uniform play at the traverser's own decisions in outcome sampling, above 0 and up to 1.
            baseline: keep an estimate of each history's value as a control variate where actions are sampled (Schmid et al.
                2019, equations 9 to 11). This has less variance, for some more work and memory (one float a history and
                player).
            seed: the seed of the random numbers; None draws one, kept in ``seed``.

        Raises:
            ValueError: an argument is not allowed, or the game is too large to compile.
            UnsupportedError: another variant.
        """
        check_choice("sampling", sampling, SAMPLING)
        row = get_variant(variant or DEFAULT_VARIANT[True])
        if row.name not in MCCFR_VARIANTS or row is not VARIANTS[row.name]:
            raise self._cannot(f"variant={row.name!r}", f"it takes {', '.join(MCCFR_VARIANTS)}")
        check_bool("baseline", baseline)
        check_number("epsilon", epsilon, 0.0, 1.0, above=True)
        game = game_of(game)
        tree = tree_of(game)
        super().__init__(game, tree, row, seed, "sample")
        self.evaluator, self.alternating = tree.evaluator(), True
        self.sampling, self.epsilon, self.baseline = sampling, float(epsilon), baseline
        gather = AT_OWN if sampling == "chance" else AT_OTHERS if game.num_players == 2 else BY_WALKS
        self._scheme = SamplingScheme(
            sample_own=sampling == "outcome",
            sample_others=sampling != "chance",
            epsilon=self.epsilon,
            baselines=baseline,
            rate=BASELINE_RATE,
            average=gather,
            weigh_regrets=row.name == "lcfr",
            weigh_average=row.name != "cfr",
            floor=row.name == "cfr+",
        )
        self._nodes = tree.node_table
        self._all = new_cumulative(self._nodes, sum(tree.num_sequences), self._scheme)._replace(iteration=self._iteration)
        self._scratch = new_scratch(self._nodes)
        self._walk = Walk(self._by_player(self._all.regrets), self._by_player(self._all.averages))

    @property
    def nodes_touched(self) -> int:
        """Histories visited so far, terminals, chance and repeated visits included."""
        return int(self._all.touched[0])

    def advance(self, count: int) -> None:
        players = self.game.num_players
        assert self._rng is not None  # whatever samples has one
        iterate_traversals(self._nodes, self._scheme, 0, players, count, self._all, self._scratch, self._rng)

    def next_check(self, iteration: int) -> int:
        # An evaluation goes through the whole tree, at some 10 ns a history, and takes 0.1 ms of Python; an iteration takes
        # a few microseconds.
        return iteration + max(1000, len(self._nodes.nodes) // 20, iteration // 20)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        cumulative = self._all
        return super().state() | {"baselines": cumulative.baselines, "touched": cumulative.touched}

    def identity(self) -> dict[str, Any]:
        return super().identity() | self._options()

    def _metadata(self, kind: str) -> dict[str, Any]:
        return super()._metadata(kind) | self._options()

    def _options(self) -> dict[str, Any]:
        options = {"sampling": self.sampling, "baseline": self.baseline}
        return options | ({"epsilon": self.epsilon} if self.sampling == "outcome" else {})

    def _by_player(self, rows: npt.NDArray[np.float64]) -> AllRows:
        return tuple(np.split(rows, np.cumsum(self.form.num_sequences)[:-1]))  # views
