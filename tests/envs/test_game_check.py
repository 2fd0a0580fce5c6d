"""``check_game``: every game of the package passes, and each thing that may be wrong is named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import (
    BatchedGame,
    Betting,
    FixedBets,
    GameAECEnv,
    Round,
    SingleAgentEnv,
    check_game,
    list_games,
    make_game,
)
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.registry import MAKERS
from pokerzoo_testing.own_game import ClaimGame, ClaimState
from pokerzoo_testing.small_games import walk_game

MAKERS.pop("own_claim")  # its import registers it, and other tests list the games of the package


@pytest.mark.parametrize("name", list_games())
def test_all_games_of_the_package_pass(name: str) -> None:
    check_game(make_game(name, **({"ranges": ("AA,KQs", "KK,AQs")} if name == "holdem" else {})), states=300)


def test_games_with_flops_after_the_blinds_pass() -> None:
    check_game(make_game("preflop_holdem", last_street="flop", stack=10, rake_rate=0.05), states=300)
    check_game(make_game("fhp", deck="royal", blinds=(0, 1), bet=0.5, raise_cap=2), states=300)


def test_small_games_are_walked_whole() -> None:
    for game in (ClaimGame(1.0), walk_game(), make_game("kuhn", num_players=3, num_cards=4), make_game("rps")):
        check_game(game)
    with pytest.raises(ValueError, match="states=0: must be"):
        check_game(make_game("kuhn"), states=0)


def broken(**changes: Any) -> Any:
    """The game with other answers of its states."""

    class State(ClaimState):
        def child(self, action: int) -> Any:
            return State(self.game, super().child(action).history())

    class Broken(ClaimGame):
        def initial_state(self) -> Any:
            return State(self, ())

    for name, value in changes.items():
        setattr(State if hasattr(ClaimState, name) else Broken, name, value)
    return Broken(1.0)


def with_length(length: int) -> Any:
    return lambda state, player: np.zeros(length, np.float32)


SIZE = len(ClaimGame(1.0).observation_names)
FAULTS: list[tuple[dict[str, Any], str]] = [
    (
        {"observation": with_length(SIZE - 1)},
        rf"has shape \({SIZE - 1},\); it must be \({SIZE},\), as",
    ),
    ({"observation": with_length(SIZE + 8)}, rf"has shape \({SIZE + 8},\)"),
    ({"observation": lambda state, player: [0.0] * SIZE}, r"it must be an array of np\.float32"),
    ({"observation": lambda state, player: np.zeros(SIZE)}, "is an array of float64"),
    ({"observation": lambda state, player: np.full(SIZE, 2, np.float32)}, "has 2 at '.*observation_bounds"),
    ({"observation": lambda state, player: np.full(SIZE, np.nan, np.float32)}, "has nan at"),
    ({"observation": lambda state, player: np.full(SIZE, sum(state.history()[:1]) / 4, np.float32)}, "of the observation"),
    ({"returns": lambda state: (0.0,)}, r"returns\(\) is \(0\.0,\); it must have 2 finite numbers"),
    ({"returns": lambda state: (1.0, 1.0)}, "with a sum of 2; it must be 0"),
    ({"returns": lambda state: (float("nan"), 0.0)}, "finite numbers"),
    ({"returns": lambda state: (99.0, -99.0)}, "player 0 wins 99; utility_range"),
    ({"num_distinct_actions": 1}, "action 1 is legal; ids must be below num_distinct_actions=1"),
    ({"num_players": 0}, "num_players is 0"),
    ({"chance_outcomes": lambda state: tuple(enumerate((0.2, 0.2, 0.3, 0.4)))}, r"the chances .* with a sum of 1\.1"),
    ({"chance_outcomes": lambda state: ((0, 1.0),)}, "other actions than"),
    ({"legal_actions": lambda state: (1, 0) if not state.is_terminal else ()}, r"legal_actions\(\) is \(1, 0\)"),
    (
        {"infoset_key": lambda state, player: f"player_{player}|"},
        "infoset 'player_0|' has two",
    ),
    ({"infoset_key": lambda state, player: 7}, r"infoset_key\(0\) is 7"),
    ({"action_name": lambda state, action: "go"}, r"its actions are called \['go', 'go'\]"),
    ({"observation_names": ["a"]}, "it must be a tuple of strings"),
]


@pytest.mark.parametrize(("changes", "message"), FAULTS, ids=[message for _, message in FAULTS])
def test_faults_are_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_game(broken(**changes))


def test_own_games_are_checked_where_they_enter() -> None:
    """Rows of observations were joined as bytes, and pieces of others came back."""
    for use in (lambda game: BatchedGame(game, 4), GameAECEnv, SingleAgentEnv, CFR):
        with pytest.raises(ValueError, match="has shape"):
            use(broken(observation=with_length(SIZE - 1)))
    assert BatchedGame(ClaimGame(1.0), 3, seed=1).reset().observation.shape == (3, SIZE)


@pytest.mark.parametrize("bets", [1, [1, 1], (1,), (1, 1.5), (1, -1), None])
def test_fixed_bets_name_what_is_wrong(bets: Any) -> None:
    with pytest.raises(ValueError, match="^max_bets=.*: must be a tuple of whole numbers, one for each player"):
        FixedBets(2.0, bets)


def test_fixed_bets_are_for_each_player() -> None:
    rounds = (Round(public_cards=0, bets=FixedBets(1.0, (1, 1, 1))),)
    with pytest.raises(ValueError, match=r"rounds\[0\]\.bets\.max_bets=\(1, 1, 1\): must be one for each of the 2 players"):
        Betting(antes=(1.0, 1.0), rounds=rounds)


def test_a_game_of_any_sum_says_so() -> None:
    """Its tree can be used either way; its sums are checked on request."""
    game = broken(returns=lambda state: (1.0, 1.0) if state.is_terminal else (0.0, 0.0))
    assert tree_of(game).num_nodes > 1
    with pytest.raises(ValueError, match="as zero_sum says"):
        check_game(game)
    game.zero_sum = False
    check_game(game)
