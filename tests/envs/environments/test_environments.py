"""The turn environments: official checkers, observations, masks, infos, rewards, illegal actions."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from pokerzoo.envs import Game, make_game
from pokerzoo.envs.environments.aec import GameAECEnv, OrderEnforcing
from pokerzoo_testing.env_cases import GAMES, MODULES, all_states, game_ids, games, plain, play, raw

cases = pytest.mark.parametrize(("name", "params"), GAMES, ids=[game_ids(case) for case in GAMES])
every_game = pytest.mark.parametrize("game", games(), ids=[game_ids(case) for case in GAMES])
masks = pytest.mark.parametrize("mask_in", ["observation", "info"])


@every_game
def test_observation_and_infoset_determine_each_other(game: Game) -> None:
    env: Any = GameAECEnv(game)
    seen: dict[Any, set[str]] = defaultdict(set)
    keys: dict[str, set[Any]] = defaultdict(set)
    for state in all_states(game):
        if state.is_terminal:
            continue
        env.set_state(state)
        observation, *over, info = env.last()
        assert over == [0.0, False, False] and env.observation_space(env.agent_selection).contains(observation)
        assert tuple(np.flatnonzero(observation["action_mask"])) == state.legal_actions()
        assert env.agent_selection == f"player_{state.current_player}" and info["infoset_index"] == state.infoset_index()
        vector, key = plain(observation)["observation"], str(env.infoset_key())
        seen[vector].add(key)
        keys[key].add((vector, plain(observation)["action_mask"]))
    assert all(len(result) == 1 for result in seen.values())
    assert all(len(result) == 1 for result in keys.values())
    assert keys.keys() == {row.key for row in game.infosets}


@every_game
@masks
def test_no_player_is_shown_more_than_they_know(game: Game, mask_in: Any) -> None:
    env: Any = GameAECEnv(game, mask_in=mask_in)
    listed = ["infoset_index"] + ["action_mask"] * (mask_in == "info")
    shown: dict[Any, Any] = {}
    for state in all_states(game):
        if state.is_terminal:
            continue
        env.set_state(state)
        for seat, agent in enumerate(env.agents):
            mover = state.current_player
            # In a simultaneous game a player must not even learn that another has chosen.
            known = (agent, state.infoset_key(seat), mover)
            view = plain(env.observe(agent)), plain(env.infos[agent])
            assert shown.setdefault(known, view) == view
            assert (env.infos[agent]["infoset_index"] >= 0) == (seat == mover)
            assert type(env.infos[agent]) is dict and [*env.infos[agent]] == listed
            mask = env.infos[agent]["action_mask"] if mask_in == "info" else env.observe(agent)["action_mask"]
            assert mask.any() == (seat == mover or (game.simultaneous and seat > mover))


@every_game
@masks
def test_after_the_end_masks_are_ones_and_rewards_add_up_to_zero(game: Game, mask_in: Any) -> None:
    env: Any = GameAECEnv(game, mask_in=mask_in)
    rng = np.random.default_rng(3)
    env.reset(seed=5)
    for _ in range(30):
        env.reset()
        while not any(env.terminations.values()):
            env.step(int(rng.choice(env.game_state.legal_actions())))
        assert sum(env.rewards.values()) == 0.0
        assert all(type(reward) is float for reward in env.rewards.values())
        assert all(type(over) is bool for over in [*env.terminations.values(), *env.truncations.values()])
        assert list(env.rewards.values()) == list(env.game_state.returns()) and env.infoset_key() is None
        for agent in env.agents:
            mask = env.infos[agent]["action_mask"] if mask_in == "info" else env.observe(agent)["action_mask"]
            assert mask.all()
            assert env.infos[agent]["infoset_index"] == -1
        while env.agents:
            env.step(None)


def test_illegal_action_raises_and_harms_nothing() -> None:
    leduc: Any
    ordered = OrderEnforcing(GameAECEnv(make_game("leduc")))
    for leduc in (raw("leduc", {}, illegal="raise"), raw("leduc", {}), MODULES["leduc"].env(illegal="raise"), ordered):
        leduc.reset(seed=1)
        state, before = leduc.unwrapped.game_state, plain(leduc.last())
        for action in (0, 3, -1, None, 1.0, "call"):
            with pytest.raises(ValueError, match=r"not legal for player 0; legal: 1 \(check\), 2 \(bet"):
                leduc.step(action)
            assert leduc.unwrapped.game_state is state
            assert plain(leduc.last()) == before
        with pytest.raises(ValueError, match=r'action 0 is .*\. illegal="passive" plays 1 \(check\) in its place'):
            leduc.step(0)
        leduc.step(np.int32(1))
        assert leduc.agent_selection == "player_1"


def test_first_illegal_action_is_warned_of() -> None:
    leduc = raw("leduc", {}, illegal="warn")
    leduc.reset(seed=1)
    with pytest.warns(
        UserWarning, match=r"action 0 is not legal for player 0; .*\. 1 \(check\) is played in its place"
    ) as warned:
        leduc.step(0)
    assert len(warned) == 1
    assert leduc.infos["player_0"]["illegal"] and leduc.game_state.action_name(1) == "check"
    leduc.step(0)  # warnings are errors here
    assert leduc.infos["player_1"]["illegal"]


def test_pettingzoos_wrapper_ends_the_hand_at_an_illegal_action(caplog: pytest.LogCaptureFixture) -> None:
    for mask_in in ("observation", "info"):
        kuhn = TerminateIllegalWrapper(MODULES["kuhn"].env(mask_in=mask_in), illegal_reward=-2)
        kuhn.reset(seed=1)
        kuhn.step(0)
        assert all(kuhn.terminations.values())
        assert [kuhn.last()[1], kuhn._cumulative_rewards] == [-2.0, {"player_0": -2.0, "player_1": 0.0}]
        for _ in range(2):
            kuhn.step(None)
        assert kuhn.agents == []
        kuhn.reset()
        assert len(play(kuhn, np.random.default_rng(1))) > 3
    assert "Illegal move" in caplog.text


def test_illegal_action_is_played_passively_and_flagged_until_the_next() -> None:
    leduc = raw("leduc", {}, illegal="passive")
    leduc.reset(seed=1)
    leduc.step(0)  # folding is not legal where checking is free
    assert leduc.game_state.action_name(1) == "check"
    assert [info.get("illegal") for info in leduc.infos.values()] == [True, None]
    leduc.step(2)
    assert [info.get("illegal") for info in leduc.infos.values()] == [True, None]
    leduc.step(7)  # no such action, and a bet to call: a fold
    assert all(leduc.terminations.values())
    assert leduc.rewards == {"player_0": -1.0, "player_1": 1.0}
    assert [info.get("illegal") for info in leduc.infos.values()] == [True, None]
    leduc.reset()
    assert not any("illegal" in info for info in leduc.infos.values())
    leduc.step(9)
    leduc.step(1)
    assert leduc.infos["player_0"]["illegal"]
    leduc.step(1)
    assert "illegal" not in leduc.infos["player_0"]


def test_use_before_reset_and_after_the_end() -> None:
    wrapped = MODULES["kuhn"].env()
    for attribute in ("agents", "agent_selection", "rewards", "num_agents"):
        with pytest.raises(AttributeError, match="cannot be accessed before reset"):
            getattr(wrapped, attribute)
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        wrapped.last()
    with pytest.raises(AssertionError, match="reset"):
        wrapped.step(1)


@cases
def test_render_shows_what_the_mover_sees(name: str, params: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    text, human = raw(name, params, render_mode="ansi"), raw(name, params, render_mode="human")
    for shown in (text, human):
        shown.reset(seed=2)
    assert text.render() == text.game_state.describe(text.game_state.current_player)
    assert text.render() != text.game_state.describe(None) or name == "rps"
    printed = capsys.readouterr().out
    assert all(line in printed for line in text.game_state.describe(0).splitlines())
    assert human.render() is None
    silent = raw(name, params)
    silent.reset()
    with pytest.warns(UserWarning, match="render_mode=None"):
        silent.render()


@every_game
def test_the_global_state_is_what_all_players_see(game: Game) -> None:
    """As PettingZoo has it: a method, also through wrappers, and a space that contains it."""
    env: Any = OrderEnforcing(GameAECEnv(game))
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(20):
        seen = env.state()
        assert seen.dtype == np.float32 and env.unwrapped.state_space.contains(seen)
        assert np.array_equal(seen, [env.observe(agent)["observation"] for agent in env.possible_agents])
        if any(env.terminations.values()):
            env.reset()
        else:
            env.step(int(rng.choice(env.unwrapped.game_state.legal_actions())))
