"""Hands of poker against a perfect opponent as an environment of OpenEnv, in text.

pip install openenv-core
python examples/text/openenv_env.py  # serves it on port 8000 of this machine
"""

from __future__ import annotations

from typing import Any

from openenv.core.env_server import Environment, create_app
from openenv.core.env_server.types import Action, Observation, State

import pokerzoo as pz
from pokerzoo.envs import SingleAgentEnv
from pokerzoo.envs.text import parse_action, prompt_text


class Answer(Action):
    """What the model says; its last line is the action."""

    text: str


class Table(Observation):
    """The prompt; at the end how the hand ended.

    Attributes:
        text: what the player knows.
        no_action: whether the last answer was no action, so that check, else fold, was played.
    """

    text: str
    no_action: bool = False


class PokerEnvironment(Environment[Answer, Table, State]):
    """One hand an episode. The reward, at the end, is the net chips won."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str = "kuhn", opponent: Any = None) -> None:
        super().__init__()
        self.env = SingleAgentEnv(game, opponent=pz.solve_lp(game).policies[0] if opponent is None else opponent)
        self.status = State()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Table:
        """Deal a hand, and play it up to the model's first decision."""
        self.status = State(episode_id=episode_id)
        info: dict[str, Any] = {"hand_over": True}
        while info["hand_over"]:  # a hand that is over before the model has acted asks nothing
            _, info = self.env.reset(seed=seed)
            seed = None
        return Table(text=prompt_text(self.env.state))

    def step(self, action: Answer, timeout_s: float | None = None, **options: Any) -> Table:
        """Play an answer, up to the next decision."""
        state, no_action = self.env.state, False
        try:
            number = parse_action(state, action.text)
        except ValueError:
            number, no_action = state.passive_action(), True
        _, reward, over, _, _ = self.env.step(number)
        self.status.step_count += 1
        text = self.env.state.describe(self.env.player) if over else prompt_text(self.env.state)
        return Table(text=text, done=over, reward=reward, no_action=no_action)

    @property
    def state(self) -> State:
        """The episode's number and its steps."""
        return self.status


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(create_app(PokerEnvironment, Answer, Table, env_name="pokerzoo"), host="127.0.0.1", port=8000)
