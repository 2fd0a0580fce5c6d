"""OpenSpiel's NFSP (``open_spiel.python.pytorch.nfsp``), as a learner of the benchmark.

    pokerzoo bench --games leduc --learners benchmarks/learners/openspiel_nfsp.py ...

The loop and the settings are those of OpenSpiel's ``nfsp_leduc_pytorch.py``, which is made for 20 million hands. An option
(``learn_every=8``, ``optimizer_str="adam"``) replaces one of the settings.

Needs open_spiel 2, dm-tree and torch: ``pip install -r benchmarks/learners/openspiel.txt ".[sweeps]"``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game
from pokerzoo.evaluation import openspiel_game, openspiel_states

EXAMPLE: dict[str, Any] = {
    "hidden_layers_sizes": [128],
    "reservoir_buffer_capacity": 2_000_000,
    "anticipatory_param": 0.1,
    "batch_size": 128,
    "rl_learning_rate": 0.01,
    "sl_learning_rate": 0.01,
    "min_buffer_size_to_learn": 1000,
    "learn_every": 64,
    "optimizer_str": "sgd",
    "replay_buffer_capacity": 200_000,
    "epsilon_decay_duration": 20_000_000,
    "epsilon_start": 0.06,
    "epsilon_end": 0.001,
    "update_target_network_every": 19_200,
    "discount_factor": 1.0,
    "loss_str": "mse",
}


class OpenSpielNFSP:
    """See the module; a ``Learner`` of the benchmark, whose steps are ``hands`` hands each."""

    def __init__(self, game: Game, seed: int | None, hands: int, options: dict[str, Any]) -> None:
        import torch
        from open_spiel.python import rl_environment
        from open_spiel.python.pytorch import nfsp

        torch.set_num_threads(1)
        self.game, self.decisions, self.hands = game, 0, hands
        self._modes, self._time_step = nfsp.MODE, rl_environment.TimeStep
        theirs = openspiel_game(game)
        sampler = rl_environment.ChanceEventSampler(seed=seed)
        self.environment = rl_environment.Environment(theirs, chance_event_sampler=sampler)
        self.agents = [
            nfsp.NFSP(
                player,
                theirs.information_state_tensor_size(),
                theirs.num_distinct_actions(),
                seed=1000 * (seed or 0) + 10 * player,
                **EXAMPLE | options,
            )
            for player in range(game.num_players)
        ]
        self._states = openspiel_states(game)

    def advance(self, steps: int) -> None:
        for _ in range(steps * self.hands):
            now = self.environment.reset()
            while not now.last():
                now = self.environment.step([self.agents[now.observations["current_player"]].step(now).action])
                self.decisions += 1
            for agent in self.agents:
                agent.step(now)

    def current(self) -> TabularPolicy:
        """The greedy best response, from which the average learns."""
        return self._policy(self._modes.BEST_RESPONSE)

    def average(self) -> TabularPolicy:
        """The average network's policy: what NFSP is about."""
        return self._policy(self._modes.AVERAGE_POLICY)

    def _policy(self, mode: Any) -> TabularPolicy:
        """The agents are asked state by state, as in the example; what they draw meanwhile changes nothing."""
        before = np.random.get_state()  # noqa: NPY002 - what OpenSpiel draws from
        result = []
        for state in self._states:
            player, legal = state.current_player(), state.legal_actions()
            nobody: list[Any] = [None] * self.game.num_players
            observations = {"current_player": player, "info_state": list(nobody), "legal_actions": list(nobody)}
            observations["info_state"][player] = state.information_state_tensor(player)
            observations["legal_actions"][player] = legal
            now = self._time_step(observations=observations, rewards=None, discounts=None, step_type=None)
            agent = self.agents[player]
            with agent.temp_mode_as(mode):
                told = np.asarray(agent.step(now, is_evaluation=True).probs, dtype=np.float64)[legal]
            result.append(told / told.sum())
        np.random.set_state(before)  # noqa: NPY002
        return TabularPolicy(self.game, np.concatenate(result))


def make(game: Game, seed: int | None, hands: int = 20, **options: Any) -> OpenSpielNFSP:
    """The learner; ``options`` are those of OpenSpiel's ``NFSP``."""
    return OpenSpielNFSP(game, seed, hands, options)
