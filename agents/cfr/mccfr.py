"""Monte Carlo CFR: chance, external and outcome sampling, with or without baselines, on any game that can be compiled."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.arrays import Counter
from pokerzoo.envs.compiled.forms import Form, form_evaluator, form_of, is_by_boards, tree_of
from pokerzoo.envs.compiled.street_size import check_solving_fits
from pokerzoo.envs.compiled.tree import Tree
from pokerzoo.envs.compiled.treeplex import num_sequences
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.parameters import check_bool, check_choice, check_number

from .dealt_walk import DealtWalk, is_dealt_once
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
from .variants import VARIANTS, Variant, get_variant
from .walk import Walk

Sampling: TypeAlias = Literal["external", "outcome", "chance"]
"""Sampling schemes."""
SAMPLING = get_args(Sampling)
MCCFR_VARIANTS = ("cfr", "cfr+", "lcfr")
"""Variants that sampling allows: the others discount all regrets in each iteration, visited or not."""
BASELINE_RATE = 0.5
"""Share of the latest estimate in a baseline (Schmid et al. 2019, experiments: a decay factor of 0.5)."""


class MCCFR(Solver):
    """Monte Carlo counterfactual regret minimization: CFR on samples of the tree (Lanctot and others 2009).

    In an iteration each player in turn traverses a sample of the tree and updates the regrets that occur there, which
    are unbiased estimates of the exact ones, against the latest strategies of the others. Chance is always sampled. With
    ``"chance"`` all players' actions are explored (Lanctot et al. 2009), with ``"external"`` the traverser's only. With
    ``"outcome"`` one action is explored at each history: the others' by their strategies, the traverser's by a mixture with
    uniform play.

    Of a hold'em game for two that is dealt from the whole deck, with one public deal (``fhp``), deals are drawn and never
    listed. Regrets and averages are in a table by canonical infoset. Sampling is external, and variants are ``"cfr"`` and
    ``"lcfr"``.

    Two runs with the same arguments and seed are bit-identical, however they are split. For more than two players
    no convergence to an equilibrium is promised; ``nash_conv`` still measures.

    Attributes:
        game: the game.
        variant: the row of ``variants.VARIANTS`` whose weights are in use.
        sampling: ``"external"``, ``"outcome"`` or ``"chance"``.
        epsilon: share of uniform play in outcome sampling.
        baseline: whether there are baselines.
        seed: of the random numbers.
        form: the compiled game it works on, history by history; of games that are dealt from the whole deck, by boards.

    >>> from pokerzoo.envs import make_game
    >>> solver = MCCFR(make_game("kuhn"), sampling="external", seed=1).run(20_000)
    >>> solver.exploitability < 0.02
    True
    """

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
            UnsupportedError: another variant, or what the game's sampling lacks.
        """
        check_choice("sampling", sampling, SAMPLING)
        row = get_variant(variant or "cfr")
        if row.name not in MCCFR_VARIANTS or row is not VARIANTS[row.name]:
            raise self._cannot("variant", row.name, f"it takes {', '.join(MCCFR_VARIANTS)}")
        check_bool("baseline", baseline)
        check_number("epsilon", epsilon, 0.0, 1.0, above=True)
        game = game_of(game)
        self._sampling = sampling
        self.sampling, self.epsilon, self.baseline = sampling, float(epsilon), baseline
        if is_dealt_once(game):
            self._check_dealt(game, row)
            form: Form = form_of(game)
        else:
            form = tree_of(game).rows
        super().__init__(game, form, row, seed, "sample")
        assert self._rng is not None  # every sampling trainer has one
        self._evaluator, self._alternating = form_evaluator(form), True
        self._walk: NodeWalk | DealtWalk
        if is_by_boards(form):
            self._walk = DealtWalk(form, row.name == "lcfr", self._iteration, self._rng)
            return
        gather = AT_OWN if sampling == "chance" else AT_OTHERS if game.num_players == 2 else BY_WALKS
        scheme = SamplingScheme(
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
        self._walk = NodeWalk(tree_of(game), scheme, self._iteration, self._rng)

    def _check_dealt(self, game: PokerGame, row: Variant) -> None:
        """Reject what sampling of deals does not support."""
        kind = f"on {game.name}, whose deals are drawn and never listed,"
        if self.sampling != "external":
            raise self._cannot("sampling", self.sampling, f"{kind} it samples externally")
        if self.baseline:
            raise self._cannot("baseline", True, f"{kind} it has none")
        if row.name == "cfr+":
            raise self._cannot("variant", row.name, f"{kind} it takes cfr and lcfr")
        check_solving_fits(game, "single")

    @property
    def nodes_touched(self) -> int:
        """Histories visited so far, terminals, chance and repeated visits included; of games that are dealt, lines."""
        return int(self._walk.touched[0])

    def advance(self, count: int) -> None:
        self._walk.advance(count)

    def _next_check(self, iteration: int) -> int:
        return iteration + max(self._walk.between_checks, iteration // 20)

    def identity(self) -> dict[str, Any]:
        return super().identity() | self._options()

    def _metadata(self, kind: str) -> dict[str, Any]:
        return super()._metadata(kind) | self._options()

    def _options(self) -> dict[str, Any]:
        options = {"sampling": self.sampling, "baseline": self.baseline}
        return options | ({"epsilon": self.epsilon} if self.sampling == "outcome" else {})


class NodeWalk(Walk):
    """Numbers on the rows of a tree, and traversals of samples of it."""

    def __init__(self, tree: Tree, scheme: SamplingScheme, iteration: Counter, rng: np.random.Generator) -> None:
        """Start at the uniform strategy."""
        self._nodes, self._scheme, self._players, self._rng = tree.table, scheme, tree.game.num_players, rng
        ends = np.cumsum([num_sequences(plex) for plex in tree.rows.treeplexes])
        self._all = new_cumulative(self._nodes, int(ends[-1]), scheme)._replace(iteration=iteration)
        self._scratch = new_scratch(self._nodes)
        regrets, averages = (tuple(np.split(rows, ends[:-1])) for rows in (self._all.regrets, self._all.averages))  # views
        super().__init__(regrets, averages)
        self.touched = self._all.touched

    @property
    def between_checks(self) -> int:
        """The number of iterations that takes about as long as a measurement: some 10 ns a history and 0.1 ms of Python."""
        return max(1000, len(self._nodes.nodes) // 20)

    def advance(self, count: int) -> None:
        """Run ``count`` iterations."""
        iterate_traversals(self._nodes, self._scheme, 0, self._players, count, self._all, self._scratch, self._rng)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """See ``Walk``."""
        return super().state() | {"baselines": self._all.baselines, "touched": self.touched}
