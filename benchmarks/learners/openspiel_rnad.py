"""OpenSpiel's R-NaD (``open_spiel.python.algorithms.rnad``, on JAX), as a learner of the benchmark.

    pokerzoo bench --games leduc --learners benchmarks/learners/openspiel_rnad.py ...

The last release of OpenSpiel that has it is 1.5, and it does not run on today's JAX, so that it has an environment of its own:
``pip install -r benchmarks/learners/openspiel_rnad.txt ".[sweeps]"``. Its runs go into a folder of their own.

Settings: ``settings="default"`` are the defaults of ``RNaDConfig``, with which the policy to which rewards are regularised
changes every 20,000 updates of 256 hands, after more than an hour of learning. ``settings="short"`` are ours for runs of
minutes, the better of two by a look at one run of 30 seconds each on Leduc with seed 100, which is not reported. An option
(``learning_rate=0.001``) replaces one of them.

The policy is that of ``RNaDSolver.action_probabilities``: the slow copy of the network, with probabilities below 0.03 taken out
and the rest rounded to 32nds, as OpenSpiel does it by default. Programs are compiled before the learning starts.
"""

from __future__ import annotations

import os
import warnings
from typing import Any

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game
from pokerzoo.evaluation import openspiel_game, openspiel_states

LEARNED = ("params", "params_target", "params_prev", "params_prev_", "optimizer", "optimizer_target")
SETTINGS: dict[str, dict[str, Any]] = {
    "default": {},
    "short": {"learning_rate": 0.002, "entropy_schedule_size": [100], "target_network_avg": 0.05, "batch_size": 128},
}
DRAWN = ("_rngkey", "learner_steps", "actor_steps")


class OpenSpielRNaD:
    """See the module; a ``Learner`` of the benchmark, whose steps are updates."""

    def __init__(self, game: Game, seed: int | None, options: dict[str, Any]) -> None:
        # One thread, as everybody in the benchmark has; read when JAX starts.
        os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
        os.environ.setdefault("JAX_PLATFORMS", "cpu")
        # NumPy's float64 becomes JAX's float32, which haiku tells at each layer.
        warnings.filterwarnings("ignore", message="Explicitly requested dtype float64", category=UserWarning)
        from open_spiel.python.algorithms.rnad import rnad

        self.game = game
        theirs = openspiel_game(game)
        parts = {"adam": rnad.AdamConfig, "nerd": rnad.NerdConfig, "finetune": rnad.FineTuning}
        given = {name: parts[name](**value) if name in parts else value for name, value in options.items()}
        self.solver = rnad.RNaDSolver(rnad.RNaDConfig(game_name=str(theirs), seed=seed or 0, **given))
        self._states = openspiel_states(game)
        # What is compiled belongs to this solver, so that a twin cannot do it: two updates, and everything as it was before.
        before = {name: getattr(self.solver, name) for name in LEARNED + DRAWN}
        random = self.solver._np_rng.get_state()
        for _ in range(2):
            self.solver.step()
        for name, value in before.items():
            setattr(self.solver, name, value)
        self.solver._np_rng.set_state(random)

    @property
    def decisions(self) -> int:
        return int(self.solver.actor_steps)

    def advance(self, steps: int) -> None:
        for _ in range(steps):
            logs = self.solver.step()
        logs["loss"].block_until_ready()  # JAX returns before it has calculated

    def current(self) -> TabularPolicy:
        """The policy of ``action_probabilities``, asked about all infosets in one batch."""
        steps = self.solver._batch_of_states_as_env_step(self._states)
        told = np.asarray(self.solver._network_jit_apply_and_post_process(self.solver.params_target, steps), dtype=np.float64)
        rows = [row[state.legal_actions()] for row, state in zip(told, self._states, strict=True)]
        return TabularPolicy(self.game, np.concatenate([row / row.sum() for row in rows]))

    def average(self) -> None:
        """It keeps none: its last policy is what converges."""


def make(game: Game, seed: int | None, settings: str = "default", **options: Any) -> OpenSpielRNaD:
    """The learner; ``options`` are those of OpenSpiel's ``RNaDConfig``."""
    if settings not in SETTINGS:
        raise ValueError(f"settings={settings!r}: allowed: {', '.join(SETTINGS)}")
    return OpenSpielRNaD(game, seed, SETTINGS[settings] | options)
