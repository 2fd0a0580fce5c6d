"""Every decision of a poker game as a task for ``verifiers``, graded exactly.

A task is an infoset: the prompt says what the player knows, the answer is an action. The reward is what the action is worth
against an opponent trained by CFR (exploitable for less than 0.001 chips a hand), less what the best action is worth: 0, or
below it by what the mistake costs.

    pip install verifiers
    python examples/text/verifiers_env.py  # prints a task, and the reward of each answer
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import verifiers.v1 as vf

import pokerzoo as pz
from pokerzoo.envs.core import replay_history
from pokerzoo.envs.environments.infoset_observations import one_state_each
from pokerzoo.envs.text import parse_action, prompt_text
from pokerzoo.evaluation.spots.decision_values import decision_values


class PokerConfig(vf.TasksetConfig):
    """The game; ``leduc`` is the next larger one."""

    game: str = "kuhn"


class PokerData(vf.TaskData):
    """A decision.

    Attributes:
        game: the game's name.
        history: the actions that lead to a state of the infoset.
        rewards: the reward of each action, by its number.
    """

    game: str
    history: tuple[int, ...]
    rewards: dict[int, float]


class PokerTask(vf.Task[PokerData, vf.State, vf.TaskConfig]):
    """One decision; what is no action costs as much as the worst one."""

    @vf.reward
    async def chips(self, trace: vf.Trace) -> float:
        """What the answer is worth, less what the best action is worth."""
        state = replay_history(pz.make_game(self.data.game), self.data.history)
        try:
            return self.data.rewards[parse_action(state, trace.last_reply)]
        except ValueError:
            return min(self.data.rewards.values())


class PokerTaskset(vf.Taskset[PokerTask, PokerConfig]):
    """All infosets to which the opponent's play leads."""

    def load(self) -> Iterator[PokerTask]:
        """Solve the game, and make a task of each infoset."""
        game = pz.make_game(self.config.game)
        values = decision_values(game, pz.CFR(game, "cfr").run(until=0.001).average_policy())
        for state in one_state_each(game):
            decision = values.at(state)
            if not np.isfinite(decision.net).all():
                continue  # the others never lead here
            rewards = dict(zip(decision.actions, (decision.net - decision.net.max()).tolist(), strict=True))
            yield PokerTask(
                PokerData(
                    name=decision.infoset, prompt=prompt_text(state), game=game.name, history=state.history(), rewards=rewards
                ),
                self.config.task,
            )


if __name__ == "__main__":
    task = next(iter(PokerTaskset(PokerConfig(id="poker"))))
    print(task.data.prompt, task.data.rewards, sep="\n\n")
