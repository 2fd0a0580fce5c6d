"""Whole hands as environments: official checkers, deals that depend on the seed only, sessions."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

from pokerzoo.envs import make_game, texas_holdem_v0
from pokerzoo.envs.environments.aec import GameAECEnv
from pokerzoo.envs.environments.session import SessionAECEnv, SessionSingleAgentEnv, button_after
from pokerzoo.envs.environments.single_agent import SingleAgentEnv
from pokerzoo.envs.environments.turn_wrapper import TurnWrapper
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo_testing.env_cases import needs_registry


@needs_registry
def test_sessions_by_name() -> None:
    for env in (
        pettingzoo.make("aec", "pokerzoo/texas_holdem-v0", hands=5).unwrapped,
        pettingzoo.make("aec", "pokerzoo/game-v0", game="texas_holdem", hands=5).unwrapped,
        gymnasium.make("pokerzoo/TexasHoldem-v0", hands=5).unwrapped,
    ):
        assert isinstance(env, SessionAECEnv | SessionSingleAgentEnv)
        assert env.hands == 5
    assert type(texas_holdem_v0.raw_env()) is GameAECEnv
    with pytest.raises(ValueError, match=r"set_state is for environments of one hand"):
        texas_holdem_v0.raw_env(hands=2).set_state(make_game("texas_holdem").initial_state())


def deals(env: Any, choose: Any) -> list[Any]:
    """Hole cards and public cards of some hands, as many as were shown."""
    result = []
    for k in range(12):
        env.reset(seed=7 if k == 0 else None)
        state = state_of(env)
        while not state.is_terminal:
            env.step(choose(state))
            state = state_of(env)
        result.append(([state.hole_cards(seat) for seat in range(4)], state.board))
    return result


def state_of(env: Any) -> Any:
    return env.state if isinstance(env, SingleAgentEnv) else env.game_state


def test_deals_depend_on_the_seed_alone() -> None:
    """In turn and from one seat; opponents who draw nothing leave the same numbers to the deals."""
    rng = np.random.default_rng(0)
    game = make_game("texas_holdem", num_players=4)
    called = deals(GameAECEnv(game), lambda state: 1)
    assert len({str(cards) for cards in called}) == 12 and all(len(cards[1]) == 5 for cards in called)
    for make in (lambda: GameAECEnv(game), lambda: SingleAgentEnv(game, Calls(), seat=2)):
        for choose in (lambda state: int(rng.choice(state.legal_actions())), lambda state: state.legal_actions()[-1]):
            for (holes, board), (others, longer) in zip(deals(make(), choose), called, strict=True):
                assert holes == others and board == longer[: len(board)]


class Calls:
    """Checks or calls."""

    def act(self, observation: Any, action_mask: Any, info: Any, rng: Any) -> int:
        return 1


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("rewards", ["chips", "blinds"])
def test_sessions_pay_what_their_hands_pay(players: int, rewards: str) -> None:
    """Stacks between hands and rewards add up, hand by hand."""
    env: Any = texas_holdem_v0.raw_env(num_players=players, hands=None, stack=60, rewards=rewards, rake_rate=0.05)
    rng = np.random.default_rng(players)
    unit = 2 if rewards == "blinds" else 1
    for episode in range(6):
        env.reset(seed=episode)
        total, before, hand = dict.fromkeys(env.agents, 0.0), env.stacks, 0
        gone: list[str] = []
        assert before == (60,) * players
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            total[agent] += reward
            assert not truncated and env.observation_space(agent).contains(observation)
            dealt = tuple(seat for seat, stack in enumerate(env.game_state.game.stacks) if stack)
            assert info["hand"] == env.hand and env.seats_in_play == dealt
            if env.hand != hand:  # the stacks have changed by what was won
                hand = env.hand
                assert sum(env.stacks) <= sum(before)  # the house takes some
                before = env.stacks
            if terminated:
                assert observation["action_mask"].all()
                gone.append(agent)
                env.step(None)
                assert agent not in env.agents
                continue
            assert env.stacks[int(agent[-1])] > 0
            assert env.infoset_key() == env.infoset_key(agent) and info["infoset_index"] == -1
            legal = np.flatnonzero(observation["action_mask"])
            assert tuple(legal) == env.game_state.legal_actions()
            env.step(int(rng.choice(legal)))
        assert sorted(gone) == sorted(total) and sum(stack > 0 for stack in env.stacks) == 1
        assert [60 + unit * won for won in total.values()] == pytest.approx(env.stacks)


def test_a_session_of_so_many_hands() -> None:
    env: Any = texas_holdem_v0.raw_env(num_players=3, hands=4)
    env.reset(seed=0)
    buttons, blinds = [], []
    while not any(env.terminations.values()):
        if not env.game_state.moves:
            buttons.append(env.game_state.game.button)
            blinds.append(env.game_state.round_contributions)
        env.step(0 if env.game_state.legal_actions()[0] == 0 else 1)  # all fold to the big blind
    assert buttons == [2, 0, 1, 2]
    assert blinds == [(1, 2, 0), (0, 1, 2), (2, 0, 1), (1, 2, 0)]
    assert env.hand == 3 and len(env.agents) == 3 and all(env.terminations.values())
    assert env.stacks == (199, 201, 200) and sum(env.rewards.values()) == 0
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0, "player_2": 0.0}


def test_the_game_of_a_later_hand_is_what_its_parameters_make() -> None:
    env: Any = texas_holdem_v0.raw_env(num_players=4, hands=None, stack=(30, 60, 45, 90), ante=1, straddle=4, bet_sizes="50%")
    rng, hands = np.random.default_rng(2), set()
    for seed in range(4):
        env.reset(seed=seed)
        while not any(env.terminations[agent] for agent in env.agents):
            state, game = env.game_state, env.game_state.game
            if env.hand not in hands:
                made = make_texas_holdem(**game.params)
                assert made == game and made.rules == game.rules and made.stacks == game.stacks
                assert np.array_equal(made.rules_row, game.rules_row) and np.array_equal(made.start, game.start)
                assert made.observation_names == env.observation_names and made.posted == game.posted
                again = pickle.loads(pickle.dumps(state))
                assert again == state and np.array_equal(again.observation(0), state.observation(0))
                hands.add(env.hand)
            env.step(int(rng.choice(state.legal_actions())))
    assert len(hands) > 2


def test_who_has_the_button() -> None:
    """Of two who are left neither posts the big blind twice in a row; else the next one to the left who has chips."""
    #     button, big blind, stacks -> the next button
    for button, big_blind, stacks, expected in [
        (3, 1, (5, 5, 5, 5), 0),
        (3, 1, (0, 5, 5, 5), 1),
        (0, 2, (5, 0, 0, 5), 3),
        (0, 2, (5, 0, 5, 0), 2),  # the big blind gets the button, and so the small blind
        (0, 2, (0, 5, 5, 0), 2),
        (0, 1, (5, 5), 1),
        (1, 0, (5, 5), 0),
    ]:
        assert button_after(button, big_blind, stacks) == expected


def test_players_with_less_than_a_blind_are_all_in_and_leave() -> None:
    env: Any = texas_holdem_v0.raw_env(num_players=2, hands=None, stack=(3, 8), blinds=(1, 2))
    for seed in range(20):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            env.step(1)
        assert sorted(env.stacks) == [0, 11] and env.agent_selection == env.agents[0]
        # Both leave, one after the other.
        for _ in range(2):
            env.step(None)
        assert env.agents == []
    assert env.game_state.game.stacks != (3, 8)


def test_a_session_from_one_seat() -> None:
    class Folds:
        def act(self, observation: Any, action_mask: Any, info: Any, rng: Any) -> int:
            return int(action_mask.argmax())

    env = SessionSingleAgentEnv(make_game("texas_holdem", num_players=3), 5, Folds(), seat=1)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        # The small blind folds to the agent's big blind: one hand before the first decision, and its chip in the first reward.
        assert (info["seat"], info["hand"], env.seats_in_play) == (1, 1, (0, 1, 2))
        rewards, over = [], False
        while not over:
            _, reward, over, truncated, info = env.step(2 if env.state.legal_actions()[-1] > 1 else 1)  # steals all blinds
            assert not truncated
            rewards.append(reward)
        assert env.stacks[1] == 200 + sum(rewards) and sum(env.stacks) == 600 and info["hand"] == env.hand == 4
    busted = SessionSingleAgentEnv(make_game("texas_holdem", num_players=3, stack=20), None, seat=0)
    ended = set()
    for seed in range(30):
        busted.reset(seed=seed)
        over, won = False, 0.0
        while not over:
            legal = busted.state.legal_actions()
            _, reward, over, _, _ = busted.step(legal[-1])
            won += reward
        assert won == busted.stacks[0] - 20 and busted.stacks[0] in (0, 60)
        ended.add(busted.stacks[0])
        assert busted.action_masks().all()
    assert ended == {0, 60}


def test_turns_of_a_session() -> None:
    """``TurnWrapper`` gives each decision what was won until the player's next one."""
    turns = TurnWrapper(texas_holdem_v0.env(num_players=3, hands=None, stack=30))
    rng = np.random.default_rng(5)
    for seed in range(5):
        turns.reset(seed=seed)
        won = dict.fromkeys(turns.env.agents, 0.0)
        while turns.agent is not None:
            for transition in turns.step(int(rng.choice(np.flatnonzero(turns.action_mask)))):
                won[transition.agent] += transition.reward
        assert sorted(won.values()) == [-30, -30, 60]
