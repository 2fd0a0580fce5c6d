"""In a session each hand has its own stacks and button: every kind of opponent is asked about the hand that is played."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from pokerzoo.agents import PolicyAgent, SolvingAgent, WholeHandBaseline, as_agent
from pokerzoo.agents.policies.players import to_player
from pokerzoo.envs import make_game, texas_holdem_v0
from pokerzoo.envs.whole_hands.keys import state_at_key
from pokerzoo.envs.whole_hands.state import TexasHoldemState


class Seen:
    """The states and keys with which a player was asked."""

    def __init__(self) -> None:
        self.at: list[Any] = []

    def answer(self, where: Any) -> dict[int, float]:
        self.at.append(where)
        return {1: 1.0}


class BySeen(Seen):
    """A policy of a user's own, which says nothing of a game."""

    def action_probabilities(self, where: Any) -> dict[int, float]:
        return self.answer(where)


class Watching:
    """Plays an agent, and checks that it was asked about the hand that the environment plays."""

    def __init__(self, agent: Any, seen: Seen | None = None) -> None:
        self.agent, self.seen = agent, seen
        self.hands: set[Any] = set()

    def act(self, observation: Any, action_mask: Any, info: Any, rng: np.random.Generator) -> int:
        game, key = info["infoset"].game, info["infoset"]["key"]
        self.hands.add((game.stacks, game.button))
        action = int(self.agent.act(observation, action_mask, info, rng))
        assert action_mask[action] == 1
        if self.seen is not None:
            asked = self.seen.at[-1]
            if isinstance(asked, str):  # by key: it is the hand of the game that the agent was made for
                assert (asked, game) == (key, self.agent.game)
            else:
                assert (asked.game, asked.infoset_key(asked.current_player)) == (game, key)
                assert asked.hole_cards(1 - asked.current_player) == (), "it sees its own cards alone"
        return action


def opponents(game: Any) -> dict[str, Watching]:
    function, policy, agent = Seen(), BySeen(), BySeen()

    def caller(state: Any) -> dict[int, float]:
        return function.answer(state)

    return {
        "a function": Watching(as_agent(game, caller), function),
        "a policy": Watching(as_agent(game, policy), policy),
        "a policy's agent": Watching(PolicyAgent(agent), agent),
        "blueprint": Watching(as_agent(game, "blueprint")),
        "tight": Watching(as_agent(game, "tight")),
        "random": Watching(as_agent(game, "random")),
    }


KINDS = ["a function", "a policy", "a policy's agent", "blueprint", "tight", "random"]


@pytest.mark.parametrize("kind", KINDS)
def test_single_agent_sessions(kind: str) -> None:
    game: Any = gymnasium.make("pokerzoo/TexasHoldem-v0", hands=6, stack=200).unwrapped
    watching = opponents(game.game)[kind]
    env = gymnasium.make("pokerzoo/TexasHoldem-v0", opponent=watching, hands=6, stack=200)
    for seed in range(6):
        play(env, seed)
    assert len(watching.hands) > 3, "stacks and button have changed"


def play(env: Any, seed: int) -> None:
    rng, over = np.random.default_rng(seed), False
    observation, _ = env.reset(seed=seed)
    while not over:
        observation, _, over, _, _ = env.step(folds_or_calls(observation["action_mask"], rng))


def folds_or_calls(mask: np.ndarray, rng: np.random.Generator) -> int:
    """An action that seldom ends a session at once, as all-ins do."""
    return int(rng.choice(mask.nonzero()[0][:2]))


@pytest.mark.parametrize("kind", KINDS)
def test_two_agents_in_a_session_of_pettingzoo(kind: str) -> None:
    env: Any = texas_holdem_v0.env(stack=200, hands=5)
    watching, rng = opponents(env.unwrapped.game)[kind], np.random.default_rng(1)
    for seed in range(4):
        env.reset(seed=seed)
        for name in env.agent_iter():
            observation, _, over, stopped, _ = env.last()
            action = None
            if not (over or stopped):
                mask = observation["action_mask"]
                action = folds_or_calls(mask, rng)
                if name == "player_0":
                    action = watching.act(observation["observation"], mask, env.unwrapped.agent_info(), rng)
            env.step(action)
    assert len(watching.hands) > 3


class ByKeyOrState:
    """Calls; it has the number of chips in play from the state or, by key, from its own game."""

    game = make_game("texas_holdem", stack=100)

    def action_probabilities(self, where: Any) -> dict[int, float]:
        state = where if isinstance(where, TexasHoldemState) else state_at_key(self.game, where)  # type: ignore[arg-type]
        return {1: 1.0} if state.game.stacks[0] < 100 else {2: 1.0}


def test_strategies_of_all_hands_are_those_of_the_hands_game() -> None:
    table: Any = make_game("texas_holdem", stack=100)
    short = make_game("texas_holdem", stack=(40, 100), short_stacks=True)
    player = to_player(table, ByKeyOrState())
    for game, action in ((table, 2), (short, 1)):
        state = state_at_key(game, "AsKd|")  # type: ignore[arg-type]
        answer = player.strategy(state, [0, 1, 2])
        assert answer[state.legal_actions().index(action), :3].tolist() == [1.0, 1.0, 1.0]


def test_baselines_answer_for_the_hands_own_game() -> None:
    """Also as the blueprint of an agent that solves at the table."""
    table: Any = make_game("texas_holdem", stack=40, short_stacks=True, chips_in_play=80)
    hand = table.with_stacks((30.0, 50.0), 1)
    for_table, for_hand = WholeHandBaseline(table, "tight"), WholeHandBaseline(hand, "tight")
    agent = SolvingAgent("tight", game=table, iterations=1, first_street="river")
    for key in ("AsKd|", "AsKd|c", "7h2c|cx/QsJh2d|x"):
        state = state_at_key(hand, key)
        wanted = for_hand.action_probabilities(key)
        assert for_table.action_probabilities(state) == wanted == agent.action_probabilities(state)
        np.testing.assert_array_equal(for_table.strategy(state), for_hand.strategy(state))
