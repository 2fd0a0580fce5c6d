"""Rivers that are left out of a file are solved when asked for, from the ranges that reach them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pokerzoo.agents import CFR, ResolvingPolicy, SpotPolicy, TabularPolicy, lock_node
from pokerzoo.agents.subgames import resolving_policy
from pokerzoo.agents.subgames.resolving_policy import HELD_TARGET
from pokerzoo.envs import make_game
from pokerzoo.envs.games.holdem import make_holdem
from pokerzoo.evaluation import best_response, exploitability, head_to_head
from pokerzoo_testing.cases import public_at
from pokerzoo_testing.small_games import TURN_SPOT


@pytest.fixture(scope="module")
def whole() -> SpotPolicy:
    policy = CFR(make_game("holdem", **TURN_SPOT)).run(until="0.1%").average_policy()
    assert isinstance(policy, SpotPolicy)
    return policy


@pytest.fixture
def saved(whole: SpotPolicy, tmp_path: Path) -> Path:
    path = tmp_path / "spot.npz"
    assert 5 * whole.save(path, streets=1) < whole.save(tmp_path / "all.npz")
    return path


def load(path: Path) -> ResolvingPolicy:
    policy = TabularPolicy.load(path)
    assert isinstance(policy, ResolvingPolicy)
    return policy


def test_streets_before_are_kept_and_rivers_are_solved(whole: SpotPolicy, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    policy = load(saved)
    assert policy.streets == policy.metadata["streets"] == 1
    table = policy.form.infosets
    for history in ("", "x", "xb20", "b20b"):
        if table.find(history):
            public = public_at(whole.game, history)
            assert np.array_equal(policy.strategy(public), whole.strategy(public))
    assert policy.solved == {}
    for history in ("xx/2c|", "xx/2c|x", "xx/Kd|b20"):
        public = public_at(policy.game, history)
        answer, entries = policy.strategy(public), table.entries(public)
        assert answer[entries >= 0].min() >= 0.0 and not answer[entries < 0].any()
        assert answer[:, entries[0] >= 0].sum(axis=0) == pytest.approx(1.0, abs=1e-12)
        assert np.abs(answer - whole.strategy(public_at(whole.game, history))).max() > 1e-6
    assert list(policy.solved) == ["xx/2c|", "xx/Kd|"]  # one solution for all of a river
    assert 0 < max(policy.solved.values()) <= HELD_TARGET
    key = "AdAc|xx/2c|x"
    column = policy.strategy(public_at(policy.game, "xx/2c|x"))[:, table.hand_index["AdAc"]].tolist()
    assert list(policy[key].values()) == list(policy.action_probabilities(key).values()) == column
    monkeypatch.setitem(resolving_policy.KEPT, 1, 2)
    few = load(saved)
    for history in ("xx/2c|", "xx/3c|", "xx/2c|x", "xx/4c|"):
        few.strategy(public_at(few.game, history))
    assert list(few.solved) == ["xx/2c|", "xx/4c|"]


def test_first_streets_of_half_precision_are_scaled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three numbers, each off by half a unit, may miss 1 by more than numbers in single precision."""
    game = make_game("holdem", **TURN_SPOT | {"bet_sizes": "50%, 100%"})
    CFR(game).run(5).average_policy().save(tmp_path / "half.npz", "half", streets=1)
    monkeypatch.setattr(ResolvingPolicy, "_river_starts", lambda self: iter(()))
    full = load(tmp_path / "half.npz").expanded()
    root = full.form.game.rules.root
    held = full.form.infosets.entries(root)[0] >= 0
    assert full.strategy(root)[:, held].sum(axis=0) == pytest.approx(1.0, abs=1e-12)
    assert full.form.read(full.rows, root)[:, held].sum(axis=0) == pytest.approx(1.0, abs=1e-6)


def test_suits_that_are_alike(tmp_path: Path) -> None:
    """On a board of one suit the other three are one: what is solved after a heart is what is solved after a diamond."""
    game = make_game("holdem", **TURN_SPOT | {"board": "Qs8s5s2s"})
    whole, path = CFR(game).run(until="0.2%").average_policy(), tmp_path / "spot.npz"
    whole.save(path)
    assert TabularPolicy.load(path) == whole
    whole.save(path, streets=1)
    policy = load(path)
    table = policy.form.infosets
    heart, diamond = (policy.strategy(public_at(game, f"xx/{card}|x")) for card in ("7h", "7d"))
    for name, other in (("AdAc", "AhAc"), ("6s6d", "6s6h"), ("AsKs", "AsKs")):
        expected = heart[:, table.hand_index[name]]
        assert expected.sum() == pytest.approx(1.0, abs=1e-12)
        assert diamond[:, table.hand_index[other]] == pytest.approx(expected, abs=1e-3)
    pot = TURN_SPOT["pot"]
    assert exploitability(game, policy.expanded()) < exploitability(game, whole) + 2 * HELD_TARGET / 100 * pot


def test_what_needs_all_rivers_says_how_to_have_them(saved: Path) -> None:
    policy = load(saved)
    for ask in (
        lambda: exploitability(policy.game, policy),
        lambda: best_response(policy.game, policy, 0),
        lambda: policy.probabilities,
        lambda: policy.save(saved, streets=0),
    ):
        with pytest.raises(ValueError, match=r"policy.expanded\(\) solves all [0-9]+, which takes about [0-9]+ seconds"):
            ask()
    assert load(saved) == policy  # nothing was written
    assert head_to_head(policy.game, [policy, "always_call"], hands=20, seed=1).hands >= 20


def test_hands_and_lines_that_are_never_played_have_a_strategy_too() -> None:
    game = make_holdem(**TURN_SPOT)
    locks = lock_node(game, "", {"check": 1.0}) | lock_node(game, "x", {"check": 1.0}, hands="QQ")
    policy = CFR(game, locks=locks).run(20).average_policy()
    policy = ResolvingPolicy.of(policy)
    table = game.infosets
    for history, hand in (("b20c/2c|", "AdAc"), ("xb20c/2c|x", "QhQd"), ("xb20c/2c|x", "AdAc")):
        public = public_at(game, history)
        assert policy.strategy(public)[:, table.hand_index[hand]].sum() == pytest.approx(1.0, abs=1e-12)
    assert max(policy.solved.values()) <= HELD_TARGET


def test_spots_without_such_rivers_are_refused(tmp_path: Path) -> None:
    for game in (make_game("leduc"), make_game("holdem"), make_game("holdem", board="2d2s2c2h")):
        with pytest.raises(ValueError, match="streets=1: .* is not walked board by board"):
            TabularPolicy.uniform(game).save(tmp_path / "no.npz", streets=1)
    with pytest.raises(ValueError, match="streets=2: must be an integer from 0 to 1"):
        TabularPolicy.uniform(make_game("leduc")).save(tmp_path / "no.npz", streets=2)
    TabularPolicy.uniform(make_game("leduc")).save(tmp_path / "yes.npz", streets=0)
    with pytest.raises(ValueError, match="target"):
        ResolvingPolicy.of(TabularPolicy.uniform(make_game("holdem", **TURN_SPOT))).expanded(0.0)
