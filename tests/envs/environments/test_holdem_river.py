"""The hold'em river environment: deals against brute force, spots by keyword, and the registries."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import holdem_river_v0, make_game
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.game import PokerState

BOARD = "AhJs7c7d2h"
# AsKs comes up in both ranges; AhKh is on the board; QQ and JhJd have weights.
RANGES = ("AsKs,QQ:0.5,AdKd", "AKs,JhJd:0.25,QsQh")
WEIGHTS: tuple[dict[str, float], dict[str, float]] = (
    {"AsKs": 1.0, "AdKd": 1.0} | {f"Q{a}Q{b}": 0.5 for a, b in combinations("shdc", 2)},
    {"AsKs": 1.0, "AdKd": 1.0, "AcKc": 1.0, "JhJd": 0.25, "QsQh": 1.0},
)


def brute_force() -> dict[tuple[frozenset[str], frozenset[str]], float]:
    """The probability of each deal: proportional to the product of the weights, where no card occurs twice."""
    joint = {}
    for one, weight in WEIGHTS[0].items():
        for two, other in WEIGHTS[1].items():
            cards = [text[i : i + 2] for text in (one, two, BOARD) for i in range(0, len(text), 2)]
            if len(set(cards)) == len(cards):
                joint[frozenset(cards[:2]), frozenset(cards[2:4])] = weight * other
    total = sum(joint.values())
    return {deal: weight / total for deal, weight in joint.items()}


def dealt(state: Any) -> tuple[frozenset[str], frozenset[str]]:
    """Both hands as sets of cards."""
    assert isinstance(state, PokerState)
    rules = make_game("holdem", board=BOARD, ranges=RANGES).rules  # type: ignore[attr-defined]
    one, two = (frozenset(CARD_NAMES[card] for card in rules.deck.hands[hand]) for hand in state.hands)
    return one, two


def test_chance_deals_each_pair_with_the_probability_of_brute_force() -> None:
    exact = {}
    root = make_game("holdem", board=BOARD, ranges=RANGES).initial_state()
    for first, p in root.chance_outcomes():
        for second, q in root.child(first).chance_outcomes():
            exact[dealt(root.child(first).child(second))] = p * q
    assert exact == pytest.approx(brute_force(), abs=1e-15)


def test_actions_and_observations_are_those_of_the_spot() -> None:
    env = holdem_river_v0.raw_env(pot=100, stack=300, bet_sizes="33%,75%,a", raise_sizes="60%,a")
    labels = [env.game.action_label(action) for action in range(env.game.num_distinct_actions)]
    assert labels == ["fold", "check/call", "bet/raise 33%", "bet/raise 75%", "bet/raise 60%", "bet/raise all-in"]
    env.reset(seed=0)
    state: Any = env.game_state
    names = env.observation_names
    seen: Any = env.observe("player_0")
    vector, mask = seen["observation"], seen["action_mask"]
    ones = {name for name, value in zip(names, vector, strict=True) if value == 1.0}
    hand = state.game.rules.deck.hands[state.hands[0]]
    assert ones == {
        "seat_0",
        *(f"hand_{CARD_NAMES[card]}" for card in hand),
        *(f"board_{c}" for c in ("2d", "2s", "2c", "2h", "3d")),
    }
    values = dict(zip(names, vector.tolist(), strict=True))
    assert values["pot"] == pytest.approx(100 / 700)
    assert values["stack_0"] == values["stack_1"] == pytest.approx(300 / 350)
    assert [labels[a] for a in np.flatnonzero(mask)] == ["check/call", "bet/raise 33%", "bet/raise 75%", "bet/raise all-in"]
    assert str(env.infoset_key()).endswith("|")


def test_rewards_are_net_chips_less_the_rake() -> None:
    env = holdem_river_v0.raw_env(rake_rate=0.05, rake_cap=2)
    env.reset(seed=1)
    env.step(1)
    env.step(1)
    assert sum(env.rewards.values()) == pytest.approx(-2.0)  # 5% of 50 is more than the cap
