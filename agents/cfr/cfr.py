"""Counterfactual regret minimization on any game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.training.trainer import Layout
from pokerzoo.envs.compiled.arrays import Counter
from pokerzoo.envs.compiled.forms import Form, form_evaluator, form_of, in_single, is_by_boards, tree_of
from pokerzoo.envs.compiled.shared_parts import MAX_THREADS
from pokerzoo.envs.compiled.street_size import check_solving_fits
from pokerzoo.envs.core import Game, GameLike, game_of
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.errors import NO_VALUE, InputError
from pokerzoo.envs.support.parameters import check_bool, check_choice, check_int

from .locks import by_line, form_with_locks, locked_start
from .rows_walk import RowsWalk
from .solver import Solver, rows_digest
from .variants import Variant, variant_for
from .walk import FullWalk

Precision: TypeAlias = Literal["auto", "half", "single", "double"]
"""Of regrets and averages."""
FLOATS = {"double": "float64", "single": "float32"}
"""The numbers of a form by precision; in half precision regrets and averages alone are smaller."""


class CFR(Solver):
    """Counterfactual regret minimization (CFR) and its variants, on any game.

    The average strategy converges to an equilibrium in two-player zero-sum games. docs/explain/algorithms.md has the equations
    of each variant with its source; the first is Zinkevich and others 2007.

    ``TextbookCFR`` is the same in plain Python, to be read first.

    Deterministic: two runs with the same arguments are bit-identical, however they are split.

    For more than two players no convergence to an equilibrium is promised; ``exploitability`` still measures.

    Attributes:
        game: the game.
        variant: the row of ``variants.VARIANTS`` in use.
        form: the compiled game it works on.

    >>> from pokerzoo.envs import make_game
    >>> solver = CFR(make_game("kuhn"), "dcfr").run(until=0.001)
    >>> solver.exploitability <= 0.001
    True
    >>> round(solver.average_policy()["K|b"]["call"], 4)  # the king calls a bet
    1.0
    """

    _title = "DCFR"
    _walk: FullWalk

    def __init__(
        self,
        game: GameLike,
        variant: str | Variant | None = None,
        *,
        alternating: bool | None = None,
        layout: Layout = "auto",
        seed: int | None = None,
        locks: Mapping[str, Mapping[str, float]] | None = None,
        precision: Precision = "auto",
        threads: int | None = None,
    ) -> None:
        """Set up a solver at its uniform start.

        Args:
            game: a game, or an environment of this package.
            variant: a name in ``VARIANTS``, or a ``Variant`` of your own. None takes discounted CFR, the fastest over
                all: ``"pdcfr-holdem"`` for rivers for two, ``"dcfr-holdem"`` for their turns and flops, else ``"dcfr"`` (see
                docs/explain/algorithms.md).
            alternating: update players in turn; None takes what the variant is published with, but at once in bet/fold, where
                all players then stay alike. In turn, it is for up to 14 players.
            layout: how the game is compiled: ``"public"`` (hands side by side), ``"flat"`` (history by history) or
                ``"auto"``, the faster that the game has.
            seed: as all trainers take it; nothing is drawn. ``MCCFR`` samples.
            locks: infosets that keep a fixed strategy: {infoset key: {action name: probability}}; see ``lock_node``.
                ``exploitability`` then measures best responses that keep to the locks too.
            precision: ``"double"`` (float64), ``"single"`` (float32, of games with a public layout) or ``"auto"``: double, but
                single for poker with more than 64 hands, turns with more than 32, and flops, which have no other. ``"half"``,
                of such turns and flops: numbers in 16 bits (whole numbers with a unit for each sixteen hands at a decision
                point), which take half of the memory.
            threads: number of threads for such games, and for turns with three players; None: one for
                each processor. Results have the same bits with any number.

        Raises:
            ValueError: an argument is not allowed.
            UnsupportedError: arguments that do not go together, or that this game does not have.
        """
        game, locks = game_of(game), locks or {}
        row = variant_for(game, variant)
        form = self._check_options(game, row, locks, alternating, layout, precision, threads)
        super().__init__(game, form, row, seed, "all")
        # Who is alike from the start stays so where all update at once: of bet/fold that makes values short sums.
        self._alternating = row.alternating and not isinstance(game, BetFoldGame) if alternating is None else alternating
        self._walk = new_walk(form, row, self._alternating, locks, precision == "half", threads, self._iteration)
        self._locks = by_line(locks)
        self._evaluator = form_evaluator(form, self._walk.locked, threads)

    def _check_options(
        self,
        game: Game,
        row: Variant,
        locks: Mapping[str, Mapping[str, float]],
        alternating: bool | None,
        layout: Layout,
        precision: Precision,
        threads: int | None,
    ) -> Form:
        """Compile the game, and check every option and the free memory against it."""
        check_choice("layout", layout, ("auto", "public", "flat"))
        check_choice("precision", precision, ("auto", *FLOATS, "half"))
        if alternating is not None:
            check_bool("alternating", alternating)
        if threads is not None:
            check_int("threads", threads, 1, MAX_THREADS)
        if layout == "public" and not (isinstance(game, PokerGame) and game.rules.has_hands_side_by_side):
            raise self._cannot("layout", "public", "it needs a two-player poker game")
        if isinstance(game, PokerGame):
            check_solving_fits(game, "single" if precision == "auto" else precision, threads=threads)
        form: Form = tree_of(game).rows if layout == "flat" else form_of(game)
        if precision == "single":
            form = in_single(form)
        if precision == "half" and not is_by_boards(form):
            three = "it is for two players"
            two = "only turns of more than 32 hands and flops have it"
            raise self._cannot("precision", "half", three if game.num_players == 3 else two)
        if precision == "half" and row.predicts:
            raise self._cannot("precision", "half", f"variant={row.name!r} predicts, and keeps strategies in float32")
        if FLOATS.get(precision, form.floats) != form.floats:
            raise self._cannot("precision", precision, f"this layout of {game.name} is in {form.floats}")
        return form_with_locks(form, locks) if is_by_boards(form) else form

    @property
    def precision(self) -> str:
        """Precision of the regrets and averages: ``"double"``, ``"single"`` or ``"half"``."""
        return {"float64": "double", "float32": "single", "int16": "half"}[self._walk.regrets[0].dtype.name]

    @property
    def threads(self) -> int:
        """Number of threads that the boards are split across; 1 in games without cards to come."""
        return self._walk.num_threads

    def advance(self, count: int) -> None:
        self._walk.advance(self.variant.factors(self.iteration + 1, count))

    def identity(self) -> dict[str, Any]:
        lanes = self.form.lanes_name
        half = {"precision": "half"} if self.precision == "half" else {}
        return super().identity() | {"lanes": lanes, "locks": rows_digest(self._walk.lock_arrays())} | half

    def _metadata(self, kind: str) -> dict[str, Any]:
        count = sum(map(len, self._locks.values()))
        return super()._metadata(kind) | ({"locked_infosets": count, "locks": self._locks} if count else {})

    def measure(self) -> Measurement:
        result = super().measure()
        return replace(result, method=f"{result.method}, the locks kept") if self._locks else result

    def hand_values(self) -> npt.NDArray[np.float64]:
        """Value of each hand to its player at the start, where both play the average policy.

        Returns:
            float64 [2, hands]: counterfactual values, of hands of weight 0, too. A value is a sum over the opponent's hands
            that share no card with the hand: weight times expected net chips. It is divided by the sum over all pairs of
            hands of the products of their weights. In single precision, as the solver is.

        Raises:
            UnsupportedError: a game that is not poker for two, or one with few hands, whose chance nodes cannot be separated.
        """
        if not self.form.has_hand_values:
            raise self._cannot("hand_values()", NO_VALUE, "it needs poker for two players with more than 64 hands")
        return form_evaluator(self.form, threads=1).hand_values(self.average_rows())

    @property
    def mean_iteration_value(self) -> float:
        """Average over iterations of the first player's expected value under the current strategies: the tutorials' game value.

        It converges to the value of the game too, but it is not the value of any policy at hand.

        Raises:
            ValueError: before the first iteration.
        """
        if self.iteration == 0:
            raise InputError("no iteration done yet: call run() first")
        return float(self._walk.value_sums[0]) / self.iteration


def new_walk(
    form: Form,
    row: Variant,
    alternating: bool,
    locks: Mapping[str, Mapping[str, float]],
    half: bool,
    threads: int | None,
    iteration: Counter,
) -> FullWalk:
    """The walk for a form; the module of boards is imported lazily."""
    if is_by_boards(form):
        from .board_walk import BoardWalk, lock_rows

        kept = lock_rows(form, locks)
        return BoardWalk(form, alternating, locks=kept, predicts=row.predicts, half=half, threads=threads, iteration=iteration)
    start, locked = locked_start(form, locks)
    return RowsWalk(form, start, alternating, locked=locked, threads=threads, iteration=iteration)
