"""Counterfactual regret minimization on any game, in full or with sampled chance."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game
from pokerzoo.envs.board_sweep import with_own_scratch
from pokerzoo.envs.exact import (
    Evaluator,
    Rows,
    fastest_form,
    new_reaches,
    new_rows,
    normalise,
    policy_from_rows,
    rows_from_policy,
)
from pokerzoo.envs.parameters import check_choice, check_int
from pokerzoo.envs.treeplex import reach_down

from .first_call import told_if_slow
from .locks import locked_start
from .policy import TabularPolicy
from .variants import Variant, get_variant

Callback = Callable[["CFR"], Any]
"""Called with the solver between iterations; returning True stops the run."""


LONGEST_STRETCH = 50_000
"""Iterations that the compiled code does at a time: Ctrl-C is heard in between."""


def game_of(game_or_env: Any) -> Game:
    """The game of an environment of this package, or the game itself.

    Raises:
        ValueError: neither.
    """
    game = game_or_env if isinstance(game_or_env, Game) else getattr(game_or_env, "unwrapped", None)
    game = game if isinstance(game, Game) else getattr(game, "game", None)
    if not isinstance(game, Game):
        raise ValueError(f"game_or_env={game_or_env!r}: must be a game (make_game) or an environment of pokerzoo")
    return game


class CFR:
    """Counterfactual regret minimization.

    Deterministic: two runs with the same arguments agree to the bit, in whatever pieces they are run.

    For more than two players no convergence to an equilibrium is promised; ``exploitability`` still measures.

    Attributes:
        game: the game.
        variant: the row of ``variants.VARIANTS`` in use.
        alternating: whether players update in turn.
        chance: ``"all"`` (every deal, each iteration) or ``"sample"`` (one deal an iteration).
        form: the compiled game it works on.
    """

    def __init__(
        self,
        game_or_env: Any,
        variant: str | Variant = "cfr",
        *,
        alternating: bool | None = None,
        chance: str = "all",
        layout: str = "auto",
        seed: int | None = None,
        locks: Mapping[str, Mapping[str, float]] | None = None,
    ) -> None:
        """Set up a solver at its uniform start.

        Args:
            game_or_env: a game, or an environment of this package (its game is taken).
            variant: a name in ``VARIANTS``, or a ``Variant`` of your own.
            alternating: update players in turn; None takes what the variant is published with.
            chance: ``"all"`` or ``"sample"``.
            layout: ``"public"`` (hands side by side), ``"flat"`` or ``"auto"``, the faster that the game has.
            seed: of the sampled deals; None draws one, kept in ``seed``. Unused with ``chance="all"``.
            locks: infosets that keep a fixed strategy: {infoset key: {action name: probability}}; see ``lock_node``.
                ``exploitability`` then measures best responses that keep to the locks too.

        Raises:
            ValueError: an argument is not allowed, or the layout is not there for this game.
        """
        self.game = game_of(game_or_env)
        self.variant = get_variant(variant)
        self.alternating = self.variant.alternating if alternating is None else alternating
        check_choice("chance", chance, ("all", "sample"))
        check_choice("layout", layout, ("auto", "public", "flat"))
        self.chance = chance
        self.seed = seed
        public = self.game.public_tree()
        if chance == "sample" and self.variant.predicts:
            raise ValueError(f"variant={self.variant.name!r}: predicts regrets, which needs chance='all'")
        if layout == "public" and (public is None or chance == "sample"):
            raise ValueError("layout='public': needs a two-player poker game and chance='all'")
        if chance == "sample":
            from .chance_sampling import sampling_nodes

            self.seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
            self._rng = np.random.default_rng(self.seed)
            self._nodes = sampling_nodes(self.game.tree())
        flat = layout == "flat" or chance == "sample"
        self.form = self.game.tree() if flat else fastest_form(self.game)
        if locks and chance == "sample":
            raise ValueError("locks: need chance='all'")
        start, locked = locked_start(self.game, locks or {})
        self._strategies = rows_from_policy(self.form, start)
        rows = rows_from_policy(self.form, locked)
        self._lock_at = tuple(np.flatnonzero(row) for row in rows)
        self._lock_to = tuple(own.ravel()[at] for own, at in zip(self._strategies, self._lock_at, strict=True))
        self._reaches = new_reaches(self.form)
        self._utilities = new_rows(self.form)
        self._regrets = new_rows(self.form)
        self._averages = new_rows(self.form)
        self._value_sums = np.zeros(self.game.num_players)
        self._iteration = np.zeros(1, dtype=np.int64)
        self._oracle = with_own_scratch(self.form.oracle)
        self._evaluator = Evaluator(self.form, rows if locks else None)
        for plex, strategy, reach in zip(self.form.treeplexes, self._strategies, self._reaches, strict=True):
            reach_down(self.form.lanes, plex, 0, self.form.lanes.blocks, strategy, reach)

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return int(self._iteration[0])

    def run(
        self,
        iterations: int | None = None,
        *,
        until: float | str | None = None,
        callbacks: Iterable[Callback] = (),
        every: int | None = None,
    ) -> CFR:
        """Go on for ``iterations`` more or until the average policy's exploitability is ``until``, whichever comes first.

        Exploitability is looked at when the count has grown by a twentieth, which keeps it below a tenth of the time.
        Ctrl-C stops between iterations and leaves a usable solver.

        Args:
            iterations: at most so many.
            until: exploitability (NashConv / players) in chips, or in percent of the starting pot: ``"0.1%"``.
            callbacks: each is called with this solver after every stretch; one that returns True ends the run.
            every: iterations between callbacks, which are called once more at the end; None: about ten times a second.

        Raises:
            ValueError: neither limit given, or one that is not positive (iterations and ``every`` are whole numbers).
        """
        if iterations is None and until is None:
            raise ValueError("run needs iterations=, until= or both")
        for name, count in (("iterations", iterations), ("every", every)):
            if count is not None:
                check_int(name, count, 1, 10**15)
        target = None if until is None else self.chips_of(until)
        if target is not None and not target > 0:
            raise ValueError(f"until={until!r}: must be above 0")
        callbacks = tuple(callbacks)
        last = None if iterations is None else self.iteration + iterations
        stretch = 1 if every is None else every
        since = self.iteration
        check = self._next_check(since)
        stop = False
        while not stop and (last is None or self.iteration < last):
            stops = [self.iteration + stretch if every is None else since + every, self.iteration + LONGEST_STRETCH]
            if last is not None:
                stops.append(last)
            if target is not None:
                stops.append(check)
            began = time.perf_counter()
            if self.iteration == 0:
                with told_if_slow("pokerzoo: compiling (first run only), this takes some seconds ..."):
                    self._iterate(min(stops))
            else:
                self._iterate(min(stops) - self.iteration)
            if every is None:
                spent = time.perf_counter() - began
                stretch = int(np.clip(stretch * 0.1 / max(spent, 1e-6), stretch / 10, stretch * 10)) + 1
            if target is not None and self.iteration == check:
                check = self._next_check(check)
                stop = self.exploitability <= target
            if every is None or stop or self.iteration in (since + every, last):
                since = self.iteration
                for callback in callbacks:
                    stop |= bool(callback(self))
        return self

    def chips_of(self, amount: float | str) -> float:
        """Chips from a number, or from a text in percent of the starting pot.

        Raises:
            ValueError: not a number, or percent in a game that has no starting pot.
        """
        if not isinstance(amount, str):
            return amount
        percent = amount.strip().removesuffix("%")
        pot: float | None = getattr(self.game, "pot", None)
        try:
            number = float(percent)
        except ValueError:
            raise ValueError(f"until={amount!r}: must be chips (0.05) or percent of the starting pot ('0.1%')") from None
        if percent == amount.strip():
            return number
        if pot is None:
            raise ValueError(f"until={amount!r}: {self.game.name} has no starting pot; give chips")
        return number * pot / 100

    def _next_check(self, iteration: int) -> int:
        # An evaluation costs about two iterations and 0.1 ms of Python: on tiny trees that is hundreds of iterations.
        floats = sum(row.size for row in self._regrets)
        return iteration + max(20, 100_000 // floats, iteration // 20)

    def _iterate(self, count: int) -> None:
        factors = self.variant.factors(self.iteration + 1, count)
        if self.chance == "sample":
            from .chance_sampling import sampled_iterations

            sampled_iterations(
                self._nodes, self.form.treeplexes, self.alternating, factors, self._strategies, self._regrets,
                self._averages, self._value_sums, self._iteration, self._rng,
            )  # fmt: skip
            return
        from .kernels import iterate

        iterate(
            self.form.lanes, self.form.treeplexes, self._oracle, self.alternating, factors,
            self._lock_at, self._lock_to, self._strategies, self._reaches, self._utilities, self._regrets, self._averages,
            self._value_sums, self._iteration,
        )  # fmt: skip

    def _metadata(self, kind: str) -> dict[str, Any]:
        return {
            "strategy": kind,
            "variant": self.variant.name,
            "iterations": self.iteration,
            "alternating": self.alternating,
            "chance": self.chance,
            "seed": self.seed,
        }

    def current_policy(self) -> TabularPolicy:
        """The strategy that the next iteration would play: proportional to positive regret (and forecast), or locked."""
        # With sampled chance strategies are made when they are met, of regrets.
        sums = self._strategies if self.chance == "all" else tuple(np.maximum(regret, 0.0) for regret in self._regrets)
        return TabularPolicy(self.game, self._probabilities(sums), self._metadata("current"))

    def average_policy(self) -> TabularPolicy:
        """The average of all strategies so far, weighted by own reach: what converges. Uniform where never reached."""
        return TabularPolicy(self.game, self._probabilities(self._averages), self._metadata("average"))

    def regrets(self) -> npt.NDArray[np.float64]:
        """Cumulative (discounted) counterfactual regrets in chips, float64 [entries], in the order of ``game.infosets``."""
        return policy_from_rows(self.form, self._regrets)

    @property
    def expected_value(self) -> float:
        """Net chips that the first player expects when all play the average policy."""
        return float(self._evaluate_average()[0][0])

    @property
    def mean_iteration_value(self) -> float:
        """Mean over iterations of what the first player expected of the strategies that met: the tutorials' game value.

        It converges to the value of the game too, but it is not the value of any policy at hand.

        Raises:
            ValueError: before the first iteration.
        """
        if self.iteration == 0:
            raise ValueError("no iteration done yet: call run() first")
        return float(self._value_sums[0]) / self.iteration

    @property
    def exploitability(self) -> float:
        """Of the average policy: NashConv / number of players, in chips."""
        values, best = self._evaluate_average()
        return float((best - values).sum()) / self.game.num_players

    @property
    def exploitability_percent(self) -> float:
        """``exploitability`` in percent of the starting pot.

        Raises:
            ValueError: the game has no starting pot.
        """
        return 100 * self.exploitability / self.chips_of("100%")

    def _evaluate_average(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        return self._evaluator.evaluate(self._shares(self._averages))

    def _shares(self, sums: Rows) -> Rows:
        rows = new_rows(self.form)
        for plex, total, row in zip(self.form.treeplexes, sums, rows, strict=True):
            normalise(self.form.lanes, plex, total, row)
        return rows

    def _probabilities(self, sums: Rows) -> npt.NDArray[np.float64]:
        return policy_from_rows(self.form, self._shares(sums))
