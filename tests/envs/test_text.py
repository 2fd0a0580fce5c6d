"""Games in words: complete observations, answers as actions, and the wrapper of environments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import State, kuhn_v0, leduc_v0, make_game, rps_v0, texas_holdem_v0
from pokerzoo.envs.text import TextWrapper, observation_text, parse_action, prompt_text, rules_text
from pokerzoo_testing.env_cases import GAMES, all_states, game_ids
from pokerzoo_testing.official import seed_test
from pokerzoo_testing.own_game import ClaimGame


def by_infoset(states: Iterable[State]) -> dict[tuple[int, str], set[str]]:
    """The texts of each (player, key)."""
    texts: dict[tuple[int, str], set[str]] = {}
    for state in states:
        player = state.current_player
        texts.setdefault((player, state.infoset_key(player)), set()).add(observation_text(state, player))
    return texts


def read_apart(texts: dict[tuple[int, str], set[str]]) -> bool:
    """Whether each infoset has one text, and no two have the same."""
    return all(len(result) == 1 for result in texts.values()) and len(set().union(*texts.values())) == len(texts)


@pytest.mark.parametrize("case", GAMES, ids=game_ids)
def test_infosets_read_apart(case: tuple[str, dict[str, Any]]) -> None:
    game = make_game(case[0], **case[1])
    texts = by_infoset(state for state in all_states(game) if not state.is_terminal)
    assert len(texts) == len(game.infosets)
    assert read_apart(texts)


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("push_fold", {}),
        ("preflop_holdem", {}),
        ("preflop_holdem", {"last_street": "flop"}),
        ("fhp", {}),
        ("holdem", {"board": "Td9d6h", "ranges": ("QQ+,AKs", "JJ,AQs"), "stack": 100 / 3, "bet_sizes": "33.3%,33.4%,75%"}),
        ("texas_holdem", {}),
        ("texas_holdem", {"num_players": 3, "stack": 40, "bet_sizes": "any"}),
    ],
)
def test_infosets_of_large_games_read_apart(name: str, params: dict[str, Any]) -> None:
    rng = np.random.default_rng(1)
    game, states = make_game(name, **params), list[State]()
    for _ in range(400):
        state = game.initial_state().after_chance(rng)
        while not state.is_terminal:
            states.append(state)
            state = state.child(int(rng.choice(state.legal_actions()))).after_chance(rng)
    texts = by_infoset(states)
    assert len(texts) > 400
    assert read_apart(texts)


def test_a_game_of_ones_own_says_what_is_known() -> None:
    state = ClaimGame(0.5).initial_state().after_chance(np.random.default_rng(1))
    assert f"known: {state.infoset_key(state.current_player)}" in observation_text(state, state.current_player)
    assert rules_text(state.game)


def test_prompts_are_complete() -> None:
    state = make_game("leduc").initial_state().child(0).child(2)
    for action in (2, 2, 1):  # bet, raise, call
        state = state.child(action)
    prompt = prompt_text(state.child(state.legal_actions()[0])).lower()
    moves = "moves: player 0 bet 2, player 1 raise to 4"
    assert all(part in prompt for part in ("public card", "six cards", "you are player 0.", "board: ", moves, "check, bet"))
    with pytest.raises(ValueError, match="no player is to move"):
        prompt_text(make_game("kuhn").initial_state())


def spot() -> State:
    """A state with a fold, a call, a raise, and all-in."""
    game = make_game("holdem", pot=10, stack=100, bet_sizes="50%", raise_sizes="50%,a")
    return game.initial_state().child(0).child(5).child(2)


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ("fold", "fold"),
        ("Action: Call.", "call"),
        ("I hold aces, so I do not fold.\n\n**raise to 15**\n", "raise to 15"),
        ("Raise 15", "raise to 15"),
        ("all in", "raise to 100"),
        ("`call`", "call"),
    ],
)
def test_answers(answer: str, name: str) -> None:
    state = spot()
    assert state.action_name(parse_action(state, answer)) == name


@pytest.mark.parametrize("answer", ["", "check", "raise", "1", "I call and then fold", "raise to 16", "fold\nor not"])
def test_answers_that_are_no_actions(answer: str) -> None:
    with pytest.raises(ValueError, match="not a legal action; allowed: fold, call, raise to 15, raise to 100"):
        parse_action(spot(), answer)


def test_many_amounts_are_listed_in_part() -> None:
    state = make_game("texas_holdem", bet_sizes="any").initial_state().after_chance(np.random.default_rng(1))
    assert "(199 in all), raise to 200" in prompt_text(state)
    assert state.action_name(parse_action(state, "raise to 57")) == "raise to 57"


@pytest.mark.parametrize("mask_in", ["observation", "info"])
@pytest.mark.parametrize("module", [kuhn_v0, leduc_v0, rps_v0, texas_holdem_v0])
def test_wrapped_environments(module: Any, mask_in: str) -> None:
    """As ``api_test`` would have it, which knows arrays alone."""
    seed_test(lambda: TextWrapper(module.env(mask_in=mask_in)), num_cycles=20)
    env: Any = TextWrapper(module.env(mask_in=mask_in))
    assert all(env.observation_space(agent) is env.observation_space(agent) for agent in env.possible_agents)
    rng = np.random.default_rng(1)
    for seed in range(20):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, _, over, _, info = env.last()
            assert env.observation_space(agent).contains(seen)
            mask = info["action_mask"] if mask_in == "info" else seen["action_mask"]
            action = int(rng.choice(np.flatnonzero(mask)))
            env.step(None if over else action if rng.random() < 0.5 else env.game_state.action_name(action))


def test_answers_in_an_environment() -> None:
    env = TextWrapper(kuhn_v0.env())
    env.reset(seed=1)
    seen = env.observe("player_0")["observation"]
    assert "player 0, to act" not in seen
    assert seen.endswith("check, bet")
    assert "Answer" not in env.observe("player_1")["observation"]
    with pytest.raises(ValueError, match="answer 'call': not a legal action; allowed: check, bet"):
        env.step("call")
    env.step("bet")
    env.step(0)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    with pytest.raises(ValueError, match="must be a turn environment of pokerzoo"):
        TextWrapper(object.__new__(type("Other", (), {"unwrapped": None})))


def test_answers_that_are_no_actions_in_an_environment() -> None:
    env = TextWrapper(kuhn_v0.env(illegal="passive"))
    env.reset(seed=1)
    env.step("whatever")
    assert env.infos["player_0"]["illegal"]
    assert "player 0 check" in env.observe("player_1")["observation"]
