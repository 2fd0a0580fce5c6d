"""The hold'em river: known figures, sweeps against matrices and the flat tree, locks, percent of the pot, bad input."""

from __future__ import annotations

import sys
import threading
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, lock_node, tabulate
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled import public_tree
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import form_of, rows_of, tree_of
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.evaluation import solve_lp
from pokerzoo_testing.all_hands import AllHands
from pokerzoo_testing.cases import make_poker, random_strategy

PURE: dict[str, Any] = {"add_allin_threshold": 0, "force_allin_threshold": 0, "merging_threshold": 0}
FULL: dict[str, Any] = {
    "board": "QsJh2h8d3c",
    "ranges": ("random", "random"),
    "pot": 100,
    "stack": 300,
    "bet_sizes": "33%,75%,150%,a",
    "raise_sizes": "60%,a",
}
SMALL: dict[str, Any] = {  # weights, two different ranges, ties, blockers, a rake
    "board": "Ks7h4d3c2s",
    "ranges": ("AA:0.5,KQs,76s,AcKd:0.25", "KK,QJs:0.75,A5s,65s,AhKd"),
    "pot": 10,
    "stack": 25,
    "bet_sizes": "50%,a",
    "raise_sizes": "50%",
}


@pytest.mark.parametrize(
    ("params", "percent"),
    [({}, 38.6752), (PURE, 50.4274), (FULL, 64.0385), (FULL | PURE, 65.7832)],
    ids=["article", "article, pure", "full", "full, pure"],
)
def test_uniform_play_is_as_exploitable_as_other_solvers_say(params: dict[str, Any], percent: float) -> None:
    """Exploitability before the first iteration, which postflop-solver prints too: the same trees, ranges and payoffs."""
    solver = CFR(make_game("holdem", **params))
    assert solver.exploitability_percent == pytest.approx(percent, abs=1e-3)


@pytest.mark.parametrize(("params", "decisions_", "terminals"), [(FULL, 20, 37), (FULL | PURE, 24, 45)])
def test_betting_trees_of_the_known_sizes(params: dict[str, Any], decisions_: int, terminals: int) -> None:
    game: Any = make_game("holdem", **params)
    assert sum(len(points) for points in form_of(game).points) == decisions_
    assert game.size.public_states == decisions_ + terminals


@pytest.mark.parametrize("params", [{}, PURE], ids=["default", "pure"])
def test_the_articles_spot(params: dict[str, Any]) -> None:
    """Value -1.225674434 in every reasonable tree; aces bet 0.948, kings never, queens 0.316."""
    game = make_game("holdem", **params)
    solver = CFR(game, "dcfr").run(5000, until="0.002%")
    assert solver.iteration < 5000
    assert solver.expected_value == pytest.approx(-1.225674434, abs=5e-4)
    assert solve_lp(game).value == pytest.approx(-1.225674434, abs=1e-8)
    policy = solver.average_policy()
    for hand, bet in (("AsAd", 0.948), ("KsKd", 0.0), ("QsQd", 0.316)):
        assert 1 - policy[f"{hand}|"]["check"] == pytest.approx(bet, abs=0.02)


def test_the_full_river_converges_to_the_known_value() -> None:
    game = make_game("holdem", **FULL, **PURE)
    solver, pot = CFR(game, "dcfr").run(1000, until="0.1%"), FULL["pot"]
    assert solver.iteration < 400
    assert solver.expected_value + pot / 2 == pytest.approx(47.008, abs=0.05)
    values, best = Evaluator(rows_of(game)).evaluate_policy(solver.average_policy().probabilities)
    assert values.sum() == pytest.approx(0.0, abs=1e-3)
    assert 100 * (best - values).sum() / 2 / pot == pytest.approx(solver.exploitability_percent, abs=1e-3)


@pytest.mark.parametrize(
    ("name", "params"),
    [("kuhn", {}), ("leduc", {}), ("holdem", SMALL), ("holdem", FULL | {"ranges": ("22+,A2s+,KTs+", "22+,AJo+:0.5")})],
    ids=["kuhn", "leduc", "small", "large"],
)
def test_a_solve_starts_at_equal_shares_where_a_hand_can_be_held(name: str, params: dict[str, Any]) -> None:
    game: Any = make_game(name, **params)
    for form in (rows_of(game), *([tree_of(game).rows] if name != "holdem" else [])):
        for rows, others in zip(form.uniform_rows(), form.rows_from_policy(game.infosets.uniform()), strict=True):
            assert rows.dtype == others.dtype and np.array_equal(rows, others)


def test_a_spot_is_solved_and_measured_without_its_table_of_infosets() -> None:
    game: Any = make_game("holdem", **FULL)
    assert CFR(game, threads=1).run(2).exploitability > 0
    assert "infosets" not in game.__dict__
    assert sum(len(points) for points in form_of(game).points) == len(game.infosets.points)


def as_sweeps(game: PokerGame, monkeypatch: pytest.MonkeyPatch) -> RowsForm:
    """The public tree of a small game with the terminal evaluation that large ones have."""
    monkeypatch.setattr(public_tree, "MAX_MATRIX_HANDS", 0)
    return public_tree.compile_public_tree(game)


@pytest.mark.parametrize("params", [{}, SMALL, SMALL | {"rake_rate": 0.05, "rake_cap": 1.0}], ids=["article", "small", "rake"])
def test_sweeps_matrices_and_histories_agree(params: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_poker("holdem", **params)
    matrices, sweeps = rows_of(game), as_sweeps(game, monkeypatch)
    for seed in range(3):
        strategy = random_strategy(game, seed)
        flat = Evaluator(tree_of(game).rows).evaluate_policy(strategy)
        for form, accuracy in ((matrices, 1e-11), (sweeps, 2e-5)):
            for a, b in zip(flat, Evaluator(form).evaluate_policy(strategy), strict=True):
                np.testing.assert_allclose(a, b, rtol=0, atol=accuracy)


@pytest.mark.parametrize("variant", ["cfr", "cfr+", "lcfr", "dcfr"])
def test_sweeps_have_the_regrets_of_the_flat_game(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_poker("holdem", **SMALL)
    flat = CFR(game, variant, layout="flat").run(20)
    as_sweeps(game, monkeypatch)
    game._forms.clear()
    many = CFR(game, variant).run(20)
    assert many._walk.regrets[0].dtype == np.float32
    np.testing.assert_allclose(many.regrets(), flat.regrets(), atol=2e-4)
    assert many.expected_value == pytest.approx(flat.expected_value, abs=1e-3)


def test_locks_are_checked() -> None:
    game = make_game("holdem")
    for arguments, pattern in (
        (("b26", {"fold": 1.0}), "no player acts there; decisions are at '', 'x'"),
        (("b25", {"pass": 1.0}), "no action 'pass' there; allowed: fold, call"),
        (("b25", {"fold": float("nan")}), "must sum to 1"),
        (("b25", {"fold": 1.0}, "QQ:0.5"), "weights between 0 and 1 mean nothing"),
        (("b25", {"fold": 1.0}, ["JsJd"]), "cannot hold 'JsJd'"),
    ):
        with pytest.raises(ValueError, match=pattern):
            lock_node(game, *arguments)
    for locks, pattern in (
        ({"JsJd|": {"check": 1.0}}, "no infoset"),
        ({"AsAd|": {"check": 0.5}}, r"locks\['AsAd\|'\]=.*sum to 1"),
    ):
        with pytest.raises(ValueError, match=pattern):
            CFR(game, locks=locks)
    assert lock_node(game, "B25", {"fold": 1.0}, hands=["QdQs"]) == lock_node(game, "b25", {"fold": 1.0}, hands="QsQd")


def test_two_solvers_on_one_game_in_two_threads_do_not_meet() -> None:
    """Kernels let go of the interpreter's lock, and the compiled game is shared: each solver has scratch of its own."""
    game = make_game("holdem", **FULL)
    alone = CFR(game, "dcfr").run(150).regrets()
    solvers = [CFR(game, "dcfr") for _ in range(2)]
    threads = [threading.Thread(target=solver.run, args=(150,)) for solver in solvers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(solver.regrets(), alone) for solver in solvers)


def strength_policy(game: HoldemGame) -> AllHands:
    """Bets more, and folds less, the stronger the hand: a stand-in for a network."""
    strengths = np.argsort(np.argsort(game.strengths(game.rules.deck.board))) / len(game.rules.deck.hands)

    def ask(public: Any) -> np.ndarray:
        actions = np.arange(len(public.line.moves))[:, None]
        values = np.exp(actions * (strengths - 0.5))
        return np.asarray(values / values.sum(axis=0))

    return AllHands(ask)


def test_one_hand_at_a_time_in_a_large_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["pokerzoo.agents.policies.policy_tables"], "MAX_HISTORIES_ASKED", 0)
    game = make_game("holdem", **SMALL)
    assert isinstance(game, HoldemGame)
    policy = strength_policy(game)
    asked = []

    def one_by_one(state: Any) -> list[float]:
        asked.append(state)
        return list(policy.ask(state.public)[:, state.hands[state.current_player]])

    assert tabulate(game, one_by_one) == tabulate(game, policy)
    assert len(asked) <= 2 * len(game.infosets)

    def sees_the_other_hand(state: Any) -> dict[int, float]:
        return {state.legal_actions()[state.hands[1 - state.current_player] % 2]: 1.0}

    with pytest.raises(ValueError, match="in one history"):
        tabulate(game, sees_the_other_hand)
    with pytest.raises(ValueError, match="of shape"):
        tabulate(game, AllHands(lambda public: np.ones((1, 1))))
