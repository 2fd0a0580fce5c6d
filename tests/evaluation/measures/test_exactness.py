"""The linear program on every registered two-player game that is small enough, and how it refuses the others."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import Game, list_games, make_game
from pokerzoo.envs.compiled.forms import form_of, tree_of
from pokerzoo.envs.compiled.public_tree import MAX_MATRIX_HANDS
from pokerzoo.envs.infosets import count_histories
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.infosets import poker_histories
from pokerzoo.evaluation import best_response, expected_values, solve_lp
from pokerzoo_testing.small_games import choose, rules, turn_game

SMALL_ENOUGH: list[tuple[str, dict[str, Any]]] = [
    ("kuhn", {}),
    ("kuhn", {"num_cards": 13}),
    ("bet_raise", {}),
    ("leduc", {}),
    ("leduc", {"suit_isomorphism": True}),
    ("rps", {}),
    ("rps", {"payoffs": ((0.0, 2.5), (-1.0, 0.5), (3.0, -4.0))}),
    ("bet_fold", {"num_players": 2, "num_cards": 6, "odds": 2.1, "blind": 0.3}),
    ("bet_fold", {"num_players": 2, "num_cards": 20}),
    ("holdem", {}),
    ("holdem", {"board": "AhJs7c7d2h", "ranges": ("AsKs,QQ:0.5", "AKs,JhJd:0.25"), "pot": 10, "stack": 95, "raise_cap": 2}),
    ("holdem", {"board": "QsJh2h8d3c", "ranges": ("22+,AK", "22+,AK"), "pot": 10, "stack": 20}),  # 79 hands
]


def test_every_registered_game_is_tried() -> None:
    games = {name: make_game(name) for name in list_games()}
    large = {
        name for name, game in games.items() if not game.numbered or (isinstance(game, PokerGame) and game.rules.hand_sets)
    }
    assert {name for name, _ in SMALL_ENOUGH} == set(games) - large


@pytest.mark.parametrize(("name", "params"), SMALL_ENOUGH, ids=str)
def test_the_linear_program_is_exact_and_cfr_brackets_it(name: str, params: dict[str, Any]) -> None:
    game = make_game(name, **params)
    solution = solve_lp(game)
    assert solution.gap == pytest.approx(0.0, abs=1e-10)
    average = CFR(game, "dcfr").run(500).average_policy()
    # What the second player's average holds the first to, and what the first's is sure of; sweeps count in float32.
    rounding = 1e-10 if form_of(game).num_lanes <= MAX_MATRIX_HANDS else 1e-4
    most, least = best_response(game, average, 0).value, -best_response(game, average, 1).value
    assert least - rounding <= solution.value <= most + rounding
    assert most - least < 0.02
    assert expected_values(game, solution.policies)[0] == pytest.approx(solution.value, abs=rounding)


TOO_LARGE: list[tuple[str, dict[str, Any], int]] = [
    # 47 x 46 / 2 hands, then 45 x 44 / 2, and 27 public states
    ("holdem", {"board": "QsJh2h8d3c", "ranges": ("random", "random"), "pot": 100, "stack": 300}, 1 + 1081 + 1081 * 990 * 27),
    ("kuhn", {"num_cards": 1000}, 1 + 1000 + 1000 * 999 * 9),
    ("bet_raise", {"num_cards": 1000}, 1 + 1000 + 1000 * 999 * 12),
    ("bet_fold", {"num_players": 2, "num_cards": 500}, 1 + 500 + 500 * 499 * 7),
    ("rps", {"payoffs": ((1.0,) * 1000,) * 1000}, 1 + 1000 + 1000 * 1000),
]


@pytest.mark.parametrize(("name", "params", "histories"), TOO_LARGE, ids=[f"{name}" for name, *_ in TOO_LARGE])
def test_a_game_that_is_too_large_is_refused_at_once(
    name: str, params: dict[str, Any], histories: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(name, **params)
    for method in ("initial_state", "_collect_infosets"):
        monkeypatch.setattr(type(game), method, lambda self: pytest.fail("works"))
    monkeypatch.setattr(type(game), "_forms", property(lambda self: pytest.fail("compiles")))
    message = rf"^{name}\(.* has {histories:,} histories: more than 1,000,000, too large for the linear program$"
    with pytest.raises(ValueError, match=message) as caught:
        solve_lp(game)
    assert len(str(caught.value)) < 400


def test_the_limit_holds_to_the_last_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that does not know its size is walked no further than the limit."""
    drawn = choose(1.0)  # 1 + 2 + 4 histories
    assert drawn.num_histories is None
    for game, count in ((drawn, 7), (make_game("kuhn"), 1 + 3 + 6 * 9)):
        monkeypatch.setattr("pokerzoo.evaluation.measures.linear_program.MAX_HISTORIES", count)
        assert solve_lp(game).gap < 1e-12
        monkeypatch.setattr("pokerzoo.evaluation.measures.linear_program.MAX_HISTORIES", count - 1)
        with pytest.raises(ValueError, match=rf"has ({count} histories: )?more than {count - 1}( histories)?, too large"):
            solve_lp(game)
    assert count_histories(drawn, 6) is None and count_histories(drawn, 7) == 7


def test_a_game_of_unknown_size_is_not_walked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerzoo.envs.infosets.MAX_NODES", 6)
    with pytest.raises(ValueError, match="has more than 6 histories: too large to compile"):
        choose(1.0).infosets  # noqa: B018
    monkeypatch.setattr("pokerzoo.envs.infosets.MAX_NODES", 7)
    assert len(choose(1.0).infosets) == 2


def test_three_players_are_refused_whatever_the_size() -> None:
    with pytest.raises(ValueError, match="has 3 players: the linear program is for two"):
        solve_lp(make_game("bet_fold", num_players=3, num_cards=10_000))


def not_zero_sum() -> list[Game]:
    """Games in which the house takes part."""
    return [make_game("holdem", rake_rate=0.05), PokerGame("raked", {}, rules(rake_rate=0.1))]


@pytest.mark.parametrize("game", not_zero_sum(), ids=lambda game: game.name)
def test_a_rake_is_refused(game: Game) -> None:
    with pytest.raises(ValueError, match=rf"^{game.name}\(.*is not zero-sum"):
        solve_lp(game)


def test_histories_are_counted_with_ranges_and_cards_to_come() -> None:
    """From public states, as a walk counts them: some cards rule hands out, and all-ins are dealt to the end."""
    game = turn_game()
    count = poker_histories(game.rules)
    assert count is not None and count > 10_000
    assert count == tree_of(game).num_nodes
