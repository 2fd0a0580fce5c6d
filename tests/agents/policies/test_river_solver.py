"""Rivers that are left out of a file are solved when asked for, from the ranges that reach them."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, SpotPolicy, StoreError, TabularPolicy, lock_node, subgame
from pokerzoo.agents.policies import river_solver
from pokerzoo.agents.policies.river_solver import TARGET, UNSAFE_TARGET
from pokerzoo.envs import make_game
from pokerzoo.evaluation import best_response, exploitability, head_to_head, measure
from pokerzoo_testing.small_games import TURN_SPOT


@pytest.fixture(scope="module")
def whole() -> SpotPolicy:
    policy = CFR(make_game("holdem", **TURN_SPOT)).run(until="0.1%").average_policy()
    assert isinstance(policy, SpotPolicy)
    return policy


@pytest.fixture
def saved(whole: SpotPolicy, tmp_path: Path) -> Path:
    path = tmp_path / "spot.npz"
    assert 5 * whole.save(path, rivers="solve") < whole.save(tmp_path / "all.npz")
    return path


def load(path: Path) -> SpotPolicy:
    policy = TabularPolicy.load(path)
    assert isinstance(policy, SpotPolicy)
    return policy


def test_streets_before_are_kept_and_rivers_are_solved(whole: SpotPolicy, saved: Path) -> None:
    policy = load(saved)
    assert policy.rivers == policy.metadata["rivers"] == "solve" and "rivers=solve" in repr(policy)
    table = policy.game.infosets
    for history in ("", "x", "xb20", "b20b"):
        if table.find(history):
            assert np.array_equal(policy.strategy(table.find(history)), whole.strategy(whole.game.infosets.find(history)))
    assert policy.solved_rivers == {}
    for history in ("xx/2c|", "xx/2c|x", "xx/Kd|b20"):
        public = table.find(history)
        answer, entries = policy.strategy(public), table.entries(public)
        assert answer[entries >= 0].min() >= 0.0 and not answer[entries < 0].any()
        assert answer[:, entries[0] >= 0].sum(axis=0) == pytest.approx(1.0, abs=1e-12)
        assert np.abs(answer - whole.strategy(whole.game.infosets.find(history))).max() > 1e-6
    assert list(policy.solved_rivers) == ["xx/2c|", "xx/Kd|"]  # one solution for all of a river
    assert 0 < max(policy.solved_rivers.values()) <= TARGET
    key = "AdAc|xx/2c|x"
    column = policy.strategy(table.find("xx/2c|x"))[:, table.hand_index["AdAc"]].tolist()
    assert list(policy[key].values()) == list(policy.action_probabilities(key).values()) == column


def test_without_values_what_is_solved_is_the_subgame_of_the_policy(saved: Path) -> None:
    kept = load(saved)
    policy = SpotPolicy(kept.game, kept.rows.copy(), rivers="solve")
    below = subgame(policy.game, "xx/2c|", policy)
    assert exploitability(below, of_river(policy, below)) / 20 * 100 <= UNSAFE_TARGET + 1e-6
    assert 0 < policy.solved_rivers["xx/2c|"] <= UNSAFE_TARGET


def of_river(policy: SpotPolicy, below: Any) -> TabularPolicy:
    theirs = policy.game.infosets.hand_index
    probabilities = below.infosets.uniform()
    for public in below.infosets.public_states():
        own = policy.strategy(policy.game.infosets.find(f"xx/2c|{public.history}"))
        entries = below.infosets.entries(public)
        answer = own[:, [theirs[name] for name in below.rules.deck.hand_names]]
        probabilities[entries[entries >= 0]] = answer[entries >= 0]
    return TabularPolicy(below, probabilities)


@pytest.mark.long
def test_all_rivers_solved_once_are_nearly_as_good_as_the_whole(whole: SpotPolicy, saved: Path) -> None:
    policy, told = load(saved), []
    full = policy.expanded(progress=lambda done, count: told.append((done, count)))
    count = told[0][1]
    assert told == [(k, count) for k in range(count + 1)] and count % 48 == 0
    assert full.rivers == "all" and "rivers" not in full.metadata
    assert 0 < full.metadata["rivers_solved_to_percent"] <= TARGET
    assert full.expanded() is full
    table = policy.game.infosets
    for history in ("x", "xx/2c|x", "xx/Kd|b20"):
        assert full.strategy(table.find(history)) == pytest.approx(policy.strategy(table.find(history)), abs=1e-6)
    game = whole.game
    before, after = measure(game, whole), measure(game, full)
    assert after.exploitability_pot_percent < before.exploitability_pot_percent + 2 * TARGET
    assert after.values == pytest.approx(before.values, abs=0.02)


def test_suits_that_are_alike(tmp_path: Path) -> None:
    """On a board of one suit the other three are one: what is solved after a heart is what is solved after a diamond."""
    game = make_game("holdem", **TURN_SPOT | {"board": "Qs8s5s2s"})
    whole, path = CFR(game).run(until="0.2%").average_policy(), tmp_path / "spot.npz"
    whole.save(path)
    assert load(path) == whole
    whole.save(path, rivers="solve")
    policy = load(path)
    table = policy.game.infosets
    heart, diamond = (policy.strategy(table.find(f"xx/{card}|x")) for card in ("7h", "7d"))
    for name, other in (("AdAc", "AhAc"), ("6s6d", "6s6h"), ("AsKs", "AsKs")):
        expected = heart[:, table.hand_index[name]]
        assert expected.sum() == pytest.approx(1.0, abs=1e-12)
        assert diamond[:, table.hand_index[other]] == pytest.approx(expected, abs=1e-3)
    found = measure(game, policy.expanded()).exploitability_pot_percent
    assert found < measure(game, whole).exploitability_pot_percent + 2 * TARGET


def test_what_needs_all_rivers_says_how_to_have_them(saved: Path) -> None:
    policy = load(saved)
    for ask in (
        lambda: exploitability(policy.game, policy),
        lambda: best_response(policy.game, policy, 0),
        lambda: policy.probabilities,
        policy.purified,
        policy.single_rows,
        lambda: policy.save(saved, rivers="all"),
    ):
        with pytest.raises(ValueError, match=r"policy.expanded\(\) solves all [0-9]+, which takes about [0-9]+ seconds"):
            ask()
    assert load(saved) == policy  # nothing was written


def test_matches_are_played_against_it(saved: Path) -> None:
    result = head_to_head(load(saved).game, [load(saved), "always_call"], hands=20, seed=1)
    assert result.hands >= 20


def test_few_solved_rivers_are_kept(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(river_solver, "KEPT_RIVERS", 2)
    policy = load(saved)
    for history in ("xx/2c|", "xx/3c|", "xx/2c|x", "xx/4c|"):
        policy.strategy(policy.game.infosets.find(history))
    assert list(policy.solved_rivers) == ["xx/2c|", "xx/4c|"]


def test_hands_and_lines_that_are_never_played_have_a_strategy_too() -> None:
    game = make_game("holdem", **TURN_SPOT)
    locks = lock_node(game, "", {"check": 1.0}) | lock_node(game, "x", {"check": 1.0}, hands="QQ")
    policy = CFR(game, locks=locks).run(20).average_policy()
    assert isinstance(policy, SpotPolicy)
    policy = policy.without_rivers()
    table = game.infosets
    for history, hand in (("b20c/2c|", "AdAc"), ("xb20c/2c|x", "QhQd"), ("xb20c/2c|x", "AdAc")):
        public = table.find(history)
        assert policy.strategy(public)[:, table.hand_index[hand]].sum() == pytest.approx(1.0, abs=1e-12)
    assert max(policy.solved_rivers.values()) <= TARGET


@pytest.mark.parametrize("precision", ["full", "half"])
def test_it_goes_on_being_saved_and_copied(precision: str, whole: SpotPolicy, saved: Path, tmp_path: Path) -> None:
    policy = load(saved)
    policy.save(tmp_path / "again.npz", precision)
    again = load(tmp_path / "again.npz")
    assert again.rivers == "solve" and again == policy  # numbers that values of rivers go with stay as they are
    assert pickle.loads(pickle.dumps(policy)) == policy == whole.without_rivers() != whole
    policy.check()
    table = TabularPolicy(whole.game, whole.probabilities)
    table.save(tmp_path / "table.npz", precision, rivers="solve")
    assert load(tmp_path / "table.npz").rivers == "solve"


def test_spots_without_such_rivers_are_refused(tmp_path: Path) -> None:
    for game in (make_game("leduc"), make_game("holdem"), make_game("holdem", board="2d2s2c2h")):
        with pytest.raises(ValueError, match="rivers='solve': .* is not walked board by board"):
            TabularPolicy.uniform(game).save(tmp_path / "no.npz", rivers="solve")
    with pytest.raises(ValueError, match="rivers='some': .*all.*solve"):
        TabularPolicy.uniform(make_game("leduc")).save(tmp_path / "no.npz", rivers="some")
    TabularPolicy.uniform(make_game("leduc")).save(tmp_path / "yes.npz", rivers="all")
    with pytest.raises(ValueError, match="target"):
        SpotPolicy.of(TabularPolicy.uniform(make_game("holdem", **TURN_SPOT))).without_rivers().expanded(0.0)


@pytest.mark.parametrize(
    ("rivers", "message"),
    [
        ("some", "damaged: rivers='some'"),
        (None, "damaged: rivers=''"),
        ("all", "damaged: rows of float32"),
        (3, "damaged: rivers=''"),
    ],
)
def test_files_that_say_otherwise_are_refused(rivers: Any, message: str, saved: Path) -> None:
    with np.load(saved) as archive:
        header = json.loads(archive["header"].tobytes()) | {"rivers": rivers}
        np.savez(saved, header=np.frombuffer(json.dumps(header).encode(), np.uint8), rows=archive["rows"])
    with pytest.raises(StoreError, match=message):
        TabularPolicy.load(saved)
