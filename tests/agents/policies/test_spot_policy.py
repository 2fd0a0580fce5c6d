"""Policies of spots with cards to come: rows read node by node say what one array over all infosets says."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy, best_response_policy
from pokerzoo.agents.policies import spot_policy
from pokerzoo.agents.policies.players import to_player
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo.envs.poker.game import state_at
from pokerzoo.evaluation import exploitability, measure
from pokerzoo_testing.cases import public_at
from pokerzoo_testing.small_games import TURN_SPOT


def flat(policy: TabularPolicy) -> TabularPolicy:
    return TabularPolicy(policy.game, policy.probabilities, policy.metadata)


def without_array(policy: SpotPolicy) -> SpotPolicy:
    """The same on the same rows, with no array made."""
    return SpotPolicy(policy.game, policy.stored, policy.metadata)


def with_numbers(policy: SpotPolicy, *numbers: float) -> SpotPolicy:
    """The same but for the first numbers of the first hand that acts first."""
    form = policy.form
    root = form.game.rules.root
    places = form.read(np.arange(form.num_floats, dtype=np.float32), root).astype(int)
    rows = policy.rows.copy()
    rows[places[: len(numbers), form.infosets.hands(root)[0]]] = numbers
    return SpotPolicy(policy.game, rows)


def test_rows_say_what_the_array_says(solved: SpotPolicy) -> None:
    table, rules, lazy = solved.form.infosets, solved.form.game.rules, without_array(solved)
    plain = flat(solved)
    for number, public in enumerate(table.public_states()):
        if number % 17 == 0:
            assert np.array_equal(lazy.strategy(public), plain.strategy(public))
    for index in range(0, len(table), 997):
        key = table[index].key
        assert lazy[key] == plain[key]
        assert lazy.action_probabilities(key) == plain.action_probabilities(key)
        name, _, history = key.partition("|")
        public, hand = public_at(solved.game, history), table.hand_index[name]
        other = next(h for h in rules.deck.hands_left(public.board + rules.deck.hands[hand]))
        hands = (hand, other)[:: 1 - 2 * public.actor]
        if all(rules.ranges.dealable[seat][h] for seat, h in enumerate(hands)):
            state = state_at(solved.form.game, public, hands)
            assert lazy.action_probabilities(state) == plain.action_probabilities(key)
    assert len(lazy) == len(table) == len(plain)
    assert next(iter(lazy)) == next(iter(plain)) and list(lazy)[-1] == table[-1].key
    assert lazy == plain and plain == lazy and hash(lazy) == hash(plain)
    assert "probabilities" not in vars(lazy)  # no array was made on the way
    for key in ("AKs|", "AhKh|xx", "QhQd|xx/2c|q", "2s2c|xx/2c|", "JhJd|", ""):  # such as hands that the board rules out
        with pytest.raises(KeyError, match="infoset"):
            lazy[key]
        assert key not in lazy


def test_probabilities_are_made_once_and_sum_to_one_in_float64(solved: SpotPolicy) -> None:
    assert solved.probabilities is solved.probabilities
    assert not solved.probabilities.flags.writeable
    assert np.abs(solved.game.infosets.sums(solved.probabilities) - 1).max() < 1e-15
    with pytest.raises(ValueError, match="read-only"):
        solved.rows[0] = 1.0


def test_values_and_best_responses_are_found_on_the_rows(solved: SpotPolicy) -> None:
    expected, plain = measure(solved.game, flat(solved)), without_array(solved)
    result = measure(solved.game, plain)
    assert result.values == pytest.approx(expected.values, abs=1e-5)
    assert result.best_response_values == pytest.approx(expected.best_response_values, abs=1e-5)
    solver = CFR(solved.game).run(20)
    assert exploitability(solved.game, solver.average_policy()) == pytest.approx(solver.exploitability, abs=1e-6)
    again = make_game("holdem", **TURN_SPOT)  # an equal game, compiled on its own
    assert exploitability(again, plain) == result.exploitability
    assert "probabilities" not in vars(plain)
    response = best_response_policy(plain)
    assert measure(solved.game, [response, plain]).values[0] == pytest.approx(result.best_response_values[0], abs=1e-4)


def test_whole_nodes_are_asked_at_the_door_without_an_array(solved: SpotPolicy) -> None:
    lazy = without_array(solved)
    ask = to_player(solved.game, lazy).strategy
    public = public_at(solved.game, "xx/2c|x")
    assert np.array_equal(ask(public), flat(solved).strategy(public))
    assert "probabilities" not in vars(lazy)
    again = public_at(make_game("holdem", **TURN_SPOT), "xx/2c|x")  # of an equal game
    assert again != public and np.array_equal(lazy.strategy(again), ask(public))
    with pytest.raises(KeyError):
        lazy.strategy(make_leduc().rules.root)


def test_copies_and_pickles(solved: SpotPolicy) -> None:
    for other in (copy.copy(solved), copy.deepcopy(solved), pickle.loads(pickle.dumps(solved))):
        assert isinstance(other, SpotPolicy)
        assert other == solved and other.metadata == solved.metadata


def test_of_a_table_and_back(solved: SpotPolicy) -> None:
    again = SpotPolicy.of(flat(solved))
    assert again.probabilities == pytest.approx(solved.probabilities, abs=1e-7)
    assert SpotPolicy.of(again) is again
    again.check()
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: SpotPolicy.of(TabularPolicy.uniform(make_game("leduc"))), "not walked board by board"),
        (lambda: SpotPolicy(make_game("leduc"), solved.stored), "not walked board by board"),
        (lambda: SpotPolicy(solved.game, solved.rows[:-1]), r"must be float32 or uint16 \["),
        (lambda: SpotPolicy(solved.game, solved.rows.astype(np.float64)), "rows of float64"),
    ]
    for make, message in cases:
        with pytest.raises(ValueError, match=message):
            make()


@pytest.mark.parametrize(("precision", "threshold"), [("single", 0.2), ("single", 1.0), ("half", 0.5)])
def test_improbable_actions_go_from_rows(solved: SpotPolicy, precision: Any, threshold: float, tmp_path: Path) -> None:
    """The same as from an array of all probabilities, which is not made."""
    solved.save(tmp_path / "p.npz", precision)
    loaded = TabularPolicy.load(tmp_path / "p.npz")
    assert isinstance(loaded, SpotPolicy)
    result, plain = loaded.purified(threshold), flat(SpotPolicy(loaded.game, loaded.stored)).purified(threshold)
    assert isinstance(result, SpotPolicy) and "probabilities" not in vars(loaded)
    assert result.metadata == {**loaded.metadata, "purified": threshold}
    result.check()
    assert np.array_equal(result.probabilities == 0.0, plain.probabilities == 0.0)
    assert result.probabilities == pytest.approx(plain.probabilities, abs=1e-7)
    if threshold == 1.0:
        assert set(np.unique(result.probabilities)) == {0.0, 1.0}


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((-0.25,), "plays -0.25"), ((np.nan,), "plays nan"), ((np.inf,), "sum to inf"),
        ((0.5,), "plays 0.5, .* must sum to 1"), ((0.0, 0.0), "plays 0, 0"), ((-0.5, 1.5), "plays -0.5, 1.5"),
    ],
)  # fmt: skip
def test_damaged_numbers_come_out_nowhere(solved: SpotPolicy, numbers: tuple[float, ...], message: str) -> None:
    root = solved.form.game.rules.root
    first = solved.game.infosets[0].key
    asks: list[Callable[[SpotPolicy], object]] = [lambda p: p[first], lambda p: p.probabilities, lambda p: p.check()]
    for ask in asks:
        with pytest.raises(ValueError, match="damaged"):
            ask(with_numbers(solved, *numbers))
    with pytest.raises(ValueError, match=message):
        with_numbers(solved, *numbers).strategy(root)
    with_numbers(solved, *numbers).strategy(public_at(solved.game, "x"))  # of other nodes nothing is damaged
    with_numbers(solved, float(solved.probabilities[0])).check()
    if min(numbers) < 0.0 or not np.isfinite(numbers).all():  # of the others what is there is scaled
        with pytest.raises(ValueError, match="damaged"):
            measure(solved.game, with_numbers(solved, *numbers))


def test_the_array_is_refused_where_memory_does_not_suffice(solved: SpotPolicy, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(what: str, needed: int) -> None:
        raise ValueError(f"{what} needs {needed}")

    monkeypatch.setattr(spot_policy, "check_fits", refuse)
    lazy = without_array(solved)
    with pytest.raises(ValueError, match=r"all [0-9,]+ probabilities \(strategy\(public\) reads a node without it\) needs"):
        _ = lazy.probabilities
    assert lazy.strategy(solved.form.game.rules.root).shape[0] == 2
