"""Baselines of whole hands on the command line: matches, round robins, and errors in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pokerzoo.agents.blueprint import Blueprint, BlueprintPolicy
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.envs.game_words import game_text
from pokerzoo.evaluation import local_best_response
from pokerzoo_testing.command_line import Printed


def test_what_local_best_response_wins_from_a_blueprint(
    printed: Printed, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = make_game("texas_holdem", deck="royal", last_street="flop", stack=20)
    policy = Blueprint(game, hand_classes={"flop": 20}, seed=1, threads=1).run(20).average_policy()
    assert isinstance(policy, BlueprintPolicy)
    file = str(tmp_path / "blueprint.npz")
    policy.save(file)
    lbr = ("--lbr", "80", "--seed", "3", "--lbr-actions", "pot_all_in", "--lbr-from", "flop")
    result = printed.json("evaluate", file, *lbr)
    results = local_best_response(
        game, BlueprintPolicy.load(file), 80, 3, actions="pot_all_in", first_street="flop", aivat=True
    )
    assert results.mean_interval is not None
    assert {name: result[name] for name in results.to_dict()} == results.to_dict()
    assert (result["hands"], result["seed"], result["actions"], result["first_street"]) == (80, 3, "pot_all_in", "flop")
    assert main(["evaluate", file, *lbr]) == 0
    assert f"LBR wins        {results.mean_mbb:,.0f} mbb a hand, 95% interval" in capsys.readouterr().out
    for more, said in (
        (("--lbr", "all"), "Invalid value for '--lbr': 'all' is not a valid integer"),
        (("--lbr", "3"), "Invalid value for '--lbr': 3 is not in the range x>=4"),
        (("--lbr-actions", "pots"), "actions='pots': no such set of actions"),
        (("--leaks", "2"), "--leaks: not for a blueprint of whole hands"),
    ):
        assert main(["evaluate", file, *more]) != 0
        assert said in capsys.readouterr().err


def test_a_match_of_three(printed: Printed) -> None:
    game = ("--game", "texas_holdem", "--param", "num_players=3", "--param", "stack=40")
    result = printed.json("match", "tight", "loose", "always_fold", *game, "--hands", "60", "--seed", "1", "--aivat")
    assert [row["name"] for row in result["players"]] == ["tight", "loose", "always_fold"]
    assert (result["hands"], result["deals"], result["estimator"]) == (60, 20, "aivat")
    assert sum(row["won_chips_per_hand"] for row in result["players"]) == pytest.approx(0.0, abs=1e-9)
    assert result["players"][0]["mbb_per_hand"] == pytest.approx(500 * result["players"][0]["chips_per_hand"])


def test_a_round_robin(printed: Printed) -> None:
    result = printed.json(
        "match", "--round-robin", "always_raise", "always_fold", "--game", "texas_holdem", "--hands", "20", "--seed", "1"
    )
    assert result["chips"] == [[0.0, 1.5], [-1.5, 0.0]]


def test_of_many_parameters_those_are_told_that_matter() -> None:
    game = make_game("texas_holdem", num_players=3, ante=1, stack=(50, 100, 200))
    text = "texas_holdem(num_players=3, limit='no-limit', blinds=(1, 2), stack=(50, 100, 200), ante=1)"
    assert game_text(game) == text
    assert game_text(make_game("push_fold", stack=8)) == "push_fold(blinds=(0.5, 1), stack=8)"
    assert "ante=0.1" in game_text(make_game("push_fold", ante=0.1))


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("texas_holdem", {"blinds": (0.5, 1), "chip": 0.5}),
        ("texas_holdem", {"blinds": (0.05, 0.1), "chip": 0.01, "stack": (7.77, 12.5, 9), "num_players": 3, "ante": 0.02}),
        ("texas_holdem", {"stack": (1, 200), "short_stacks": True, "button": 0}),
        ("texas_holdem", {"limit": "fixed-limit", "num_players": 3, "bet": (2, 5), "raise_cap": 3, "stack": 60}),
        ("texas_holdem", {"limit": "pot-limit", "bet_sizes": "50%", "raise_sizes": "100%"}),
        ("texas_holdem", {"num_players": 4, "straddle": 6, "stack": 40}),
        ("texas_holdem", {"rake_rate": 0.05, "rake_cap": 3, "deck": "short", "rewards": "blinds"}),
        ("push_fold", {"blinds": (1, 2), "stack": 8, "ante": 0.1}),
        ("preflop_holdem", {"blinds": (0.5, 1), "chip": 0.5, "stack": 9, "raise_sizes": "a"}),
    ],
)
def test_a_game_is_told_with_all_that_makes_it(name: str, params: dict[str, Any]) -> None:
    game = make_game(name, **params)
    told = game_text(game).removeprefix(f"{name}(").removesuffix(")")
    assert make_game(name, **eval(f"dict({told})")) == game
    assert len(told) < 200


@pytest.mark.parametrize("more", [(), ("--round-robin",)])
def test_matches_of_a_game_in_half_chips(more: tuple[str, ...], printed: Printed) -> None:
    game = ("--game", "texas_holdem", "--param", "blinds=[0.5,1]", "--param", "chip=0.5")
    assert "blinds=(0.5, 1)" in printed("match", *more, "random", "always_call", *game, "--hands", "20", "--seed", "1")
