"""Magnetic mirror descent on tables: exact action values, and policies that move by them and are drawn to a magnet.

Step sizes and temperatures may fall with the iteration; a schedule is written ``0.5``, ``"5/sqrt(t)"`` or ``"2/t^0.75"``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from math import inf, isfinite
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.solver import next_look
from pokerzoo.agents.cfr.variants import averaging_factor
from pokerzoo.agents.cfr.walk import iterate_turns
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.agents.training.trainer import Layout, Trainer
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import Form, form_of, is_by_boards, tree_of
from pokerzoo.envs.compiled.infoset_reach import others_reach
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.simd import OneLane
from pokerzoo.envs.compiled.treeplex import reach_down
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import ParameterError, Shown
from pokerzoo.envs.support.parameters import check_bool, check_choice, check_number
from pokerzoo.envs.support.records import Chips, Record

WEIGHT = 2.0
"""The average weighs iteration t by t to this power, as discounted CFR does."""
CHUNK = 10_000
"""Iterations whose schedules are computed at a time."""


@dataclass(frozen=True)
class MirrorDescentResult(Record):
    """The fields of a training result that only magnetic mirror descent has.

    Attributes:
        temperature: its temperature.
        step: its step size.
        magnet_rate: how fast its magnet moves.
        current_exploitability_chips: exploitability of the last policy.
    """

    temperature: str
    step: str
    magnet_rate: str
    current_exploitability_chips: Chips


class MMD(Trainer):
    """Magnetic mirror descent (Sokota and others, 2023) in behavioural form, with exact action values.

    In iteration t each player's policy at each infoset becomes

        policy <- (policy * magnet^(step * temperature) * exp(step * q))^(1 / (1 + step * temperature)), normalised,

    with q(a) the chips that the player expects after action a, given that the infoset is reached and all play their present
    policies. With a temperature that stays, the policies converge to a fixed point, at a linear rate: there each is
    softmax(q / temperature) (around the magnet), a quantal response equilibrium of the game's agents. With a temperature
    that falls, or a magnet that moves, they approach a Nash equilibrium of a two-player zero-sum game: the *current* policy
    does. For more than two players nothing is promised.

    Deterministic: two runs with the same arguments are bit-identical, however they are split.

    Attributes:
        game: the game.
        temperature: how strongly policies are drawn to the magnet, as a ``Schedule`` in chips.
        step: how far they move by action values, as a ``Schedule`` in 1 / chips.
        magnet_rate: by which share of the way the magnet moves to the policy in each iteration, as a ``Schedule``.
        alternating: whether players move in turn, each against the latest policies of the others, or at once.
        form: the compiled game it works on.

    >>> from pokerzoo.envs import make_game
    >>> learner = MMD(make_game("kuhn")).run(500)
    >>> learner.measure_current().exploitability < 0.01
    True
    """

    form: RowsForm
    _too_much = "the step is too large"

    def __init__(
        self,
        game: GameLike,
        variant: None = None,
        *,
        temperature: ScheduleLike | None = None,
        step: ScheduleLike | None = None,
        magnet_rate: ScheduleLike = 0.0,
        alternating: bool | None = None,
        layout: Layout = "auto",
        seed: int | None = None,
    ) -> None:
        """Set up a trainer at its uniform start, with uniform magnets.

        Args:
            game: a game, or an environment of this package.
            variant: there are none.
            temperature: a number of chips, or a string that says how it falls with the iteration t: ``"5/sqrt(t)"``,
                ``"5/t"``, ``"5/t^0.75"``. None: with P the largest payoff, ``2 P/t``; ``P/2 / sqrt(t)`` where players move at
                once; ``P/10`` where the magnet moves.
            step: as ``temperature``, in 1 / chips. None: ``1.5 / P``; where players move at once temperature / P^2 for a
                temperature that stays, else ``2/P / sqrt(t)``.
            magnet_rate: as ``temperature``, from 0 (the magnet stays uniform) to 1 (it is the last policy).
            alternating: players move in turn, as they do with None, or at once.
            layout: how the game is compiled: ``"public"`` (hands side by side), ``"flat"`` (history by history) or
                ``"auto"``, the faster that the game has.
            seed: not used: nothing is drawn.

        Raises:
            ValueError: an argument is not allowed.
            UnsupportedError: a variant is asked for, or the game's boards are walked one by one (turns, flops).
        """
        game = game_of(game)
        if variant is not None:
            raise self._cannot("variant", variant, "it is no kind of CFR; it has temperature=, step= and magnet_rate=")
        if alternating is not None:
            check_bool("alternating", alternating)
        check_choice("layout", layout, ("auto", "public", "flat"))
        self.magnet_rate = read_schedule("magnet_rate", magnet_rate, most=1.0)
        self._largest = max(abs(x) for x in game.utility_range) or 1.0
        self._alternating = alternating is not False
        self.temperature = self._temperature(temperature)
        self.step = self._step(step)
        super().__init__(game, seed, draws=False)
        self.form = form = self._form(game, layout)
        self._evaluator = Evaluator(form)
        self._terminals = form.terminal_values()
        self._ends = tuple(form.terminal_values(ends) for ends in others_reach(form))
        self._strategies, self._reaches = form.uniform_rows(), form.new_reaches()
        self._logits, self._averages, self._utilities, self._faced = (form.new_rows() for _ in range(4))
        moves = self.magnet_rate.start > 0.0
        self._magnets = form.new_rows() if moves else form.no_rows()
        self._walk_down()

    def _form(self, game: Game, layout: Layout) -> RowsForm:
        form: Form = tree_of(game).rows if layout == "flat" else form_of(game)
        if is_by_boards(form):
            raise self._cannot(
                "game", Shown(game), "its boards are walked one by one; CFR takes it, or a small one layout='flat'"
            )
        if layout == "public" and isinstance(form.lanes, OneLane):
            raise self._cannot("layout", "public", "it needs a two-player poker game")
        return form

    def _temperature(self, schedule: ScheduleLike | None) -> Schedule:
        if schedule is not None:
            return read_schedule("temperature", schedule)
        if self.magnet_rate.start > 0.0:
            return Schedule(self._largest / 10.0)
        return Schedule(2.0 * self._largest, 1.0) if self._alternating else Schedule(0.5 * self._largest, 0.5)

    def _step(self, schedule: ScheduleLike | None) -> Schedule:
        if schedule is not None:
            return read_schedule("step", schedule, above=True)
        if self._alternating:
            return Schedule(1.5 / self._largest)
        if not self.temperature.exponent and self.temperature.start > 0.0:
            return Schedule(self.temperature.start / self._largest / self._largest)
        return Schedule(2.0 / self._largest, 0.5)

    def _walk_down(self) -> None:
        lanes = self.form.lanes
        for plex, strategy, reach in zip(self.form.treeplexes, self._strategies, self._reaches, strict=True):
            reach_down(lanes, plex, 0, lanes.blocks, strategy, reach)

    def advance(self, count: int) -> None:
        from .mmd_kernels import iterate_policies

        form, last, players = self.form, self.iteration + count, len(self._strategies)
        while True:
            t = np.arange(self.iteration + 1, min(last, self.iteration + CHUNK) + 1, dtype=np.float64)
            columns = [self.step.values(t), self.temperature.values(t), self.magnet_rate.values(t), averaging_factor(WEIGHT, t)]
            moves = np.stack(columns, axis=1)
            if self._terminals.in_kernels:
                iterate_policies(
                    form.lanes, form.treeplexes, self._terminals.evaluation, tuple(ends.evaluation for ends in self._ends),
                    self._alternating, moves, self._largest, self._strategies, self._reaches, self._utilities, self._faced,
                    self._logits, self._magnets, self._averages, self._iteration,
                )  # fmt: skip
            else:
                iterate_turns(moves, self._alternating, players, self._ask, self._move, self._iteration)
            if self.iteration >= last:
                break

    def _ask(self, player: int) -> None:
        """Value a player's terminals, and the others' reach of the player's decision points."""
        self._terminals.counterfactual_values(player, self._reaches, self._utilities[player])
        self._ends[player].counterfactual_values(player, self._reaches, self._faced[player])

    def _move(self, player: int, move: Floats) -> None:
        """A player's turn."""
        from .mmd_kernels import move_player

        self._terminals.over_blocks(
            partial(
                move_player, self.form.lanes, self.form.treeplexes[player], move, self._largest, self._faced[player],
                self._utilities[player], self._strategies[player], self._reaches[player], self._logits[player],
                self._magnets[player], self._averages[player],
            )
        )  # fmt: skip

    def _next_check(self, iteration: int) -> int:
        return next_look(iteration, self._averages)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        state = super().state()
        named = {"logits": self._logits, "strategies": self._strategies, "reaches": self._reaches, "averages": self._averages}
        if self._magnets[0].size:
            named["magnets"] = self._magnets
        return state | {f"{name} {player}": row for name, rows in named.items() for player, row in enumerate(rows)}

    def identity(self) -> dict[str, Any]:
        return super().identity() | self._options() | {"lanes": type(self.form.lanes).__name__}

    def _options(self) -> dict[str, Any]:
        return {
            "temperature": str(self.temperature),
            "step": str(self.step),
            "magnet_rate": str(self.magnet_rate),
            "alternating": self._alternating,
        }

    def _metadata(self, kind: str) -> dict[str, Any]:
        return super()._metadata(kind) | {"solver": "MMD"} | self._options()

    def _reach(self, probabilities: Floats) -> Floats:
        return self.form.own_reach(probabilities)

    def current_policy(self) -> TabularPolicy:
        """The policies that the next iteration moves on from: what converges, to the fixed point or to an equilibrium."""
        return TabularPolicy(self.game, self.form.policy_from_rows(self._strategies), self._metadata("current"))

    def average_policy(self) -> TabularPolicy:
        """The average of all policies so far, weighted by own reach and by the square of the iteration."""
        return TabularPolicy(self.game, self.form.policy_from_rows(self.form.shares(self._averages)), self._metadata("average"))

    def measure(self) -> Measurement:
        return Measurement(self.game, *self._evaluator.evaluate_cumulative(self._averages))

    def measure_current(self) -> Measurement:
        """``measure`` of the current policy."""
        return Measurement(self.game, *self._evaluator.evaluate(self._strategies))

    def own_result(self) -> MirrorDescentResult:
        """The settings, and the exploitability of the current policy."""
        settings = (str(self.temperature), str(self.step), str(self.magnet_rate))
        return MirrorDescentResult(*settings, self.measure_current().exploitability)

    def action_values(self) -> Floats:
        """Value of each action to its player under the current policies, given that its infoset is reached, in chips.

        At the fixed point of a temperature that stays, with a uniform magnet, the current policy is
        softmax(action values / temperature) at each infoset.

        Returns:
            float64 [entries], in the order of ``game.infosets``; 0 where the others' policies never lead.
        """
        from .mmd_kernels import sequence_values

        form = self.form
        for player, plex in enumerate(form.treeplexes):
            self._ask(player)
            rows = self._strategies[player], self._faced[player], self._utilities[player]
            sequence_values(form.lanes, plex, self._largest, *rows)
        return form.policy_from_rows(self._utilities)


ScheduleLike: TypeAlias = float | str
"""A number for all iterations, or a string that says how it falls with t, the iteration counted from 1."""

NUMBER = r"(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)"
WRITTEN = re.compile(rf"{NUMBER}(?:/(?:(sqrt\(t\))|t(?:\^{NUMBER})?))?", flags=re.IGNORECASE)


class Schedule(NamedTuple):
    """``start / t**exponent`` for iterations t = 1, 2, ..."""

    start: float  # what it is at t = 1
    exponent: float = 0.0  # 0: it stays

    def values(self, t: Floats) -> Floats:
        """Values in iterations ``t``."""
        return self.start / t**self.exponent if self.exponent else np.full_like(t, self.start)

    def __str__(self) -> str:
        if not self.exponent:
            return f"{self.start:.12g}"
        falls = {0.5: "sqrt(t)", 1.0: "t"}.get(self.exponent, f"t^{self.exponent:.12g}")
        return f"{self.start:.12g}/{falls}"


def read_schedule(name: str, value: ScheduleLike, least: float = 0.0, above: bool = False, most: float = inf) -> Schedule:
    """A schedule from a user's text or number."""
    if not isinstance(value, str):
        check_number(name, value, least, most, above=above)
        return Schedule(float(value))
    match = WRITTEN.fullmatch(value.replace(" ", ""))
    if match is None:
        raise ParameterError(name, value, "must be a number, or a number over sqrt(t), t or t^0.75 (or another exponent)")
    start = float(match[1])
    check_number(name, start, least, most, above=above)
    exponent = 0.5 if match[2] else float(match[3]) if match[3] else 1.0 if "/" in value else 0.0
    if not isfinite(exponent) or exponent > 10.0:
        raise ParameterError(name, value, "the exponent must be at most 10")
    return Schedule(start, exponent)
