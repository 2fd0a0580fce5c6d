"""Value networks: exact without bets, the same under suits to the bit, zero-sum; training equals its export and goes on."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import ValueNetwork
from pokerzoo.agents.neural.value_training import ValueData, ValueOptions, ValueTraining, network_guess, value_errors
from pokerzoo.envs.poker.cards import COMBO_TABLE, COMBOS, HOLDERS
from pokerzoo.envs.poker.hand_strength import board_strength
from pokerzoo.envs.poker.suit_orbits import ALL_SUIT_PERMUTATIONS, permuted_card
from pokerzoo.evaluation.sweeps.situation_values import solve_situation
from pokerzoo.evaluation.sweeps.situations import random_situation

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")
BOARDS = [[0, 5, 10, 30, 50], [32, 36, 40, 44, 48], [3, 7, 11, 2, 6], [51, 50, 49, 48, 47]]
"""Nothing special; a royal flush, where all tie; two suits; four aces."""


def situations(count: int = 4, seed: int = 0) -> tuple[Any, ...]:
    """Ranges of some hands, boards, pots and stacks."""
    random = np.random.default_rng(seed)
    boards = np.array((BOARDS * count)[:count])
    ranges = (random.random((count, 2, 1326)) ** 4 * (random.random((count, 2, 1326)) < 0.3)).astype(np.float32)
    for k, board in enumerate(boards):
        ranges[k][:, HOLDERS[board].ravel()] = 0.0
    ranges /= ranges.sum(axis=2, keepdims=True)
    return ranges, boards, np.full(count, 100.0), random.uniform(10.0, 900.0, count)


def random_network() -> ValueNetwork:
    """A network that has something to say."""
    random, made = np.random.default_rng(3), ValueNetwork.untrained(layer_width=16, passes=2, seed=2)
    return ValueNetwork({name: own + 0.1 * random.standard_normal(own.shape) for name, own in made.weights.items()})


def test_values_without_bets_equal_a_sum_over_all_pairs() -> None:
    ranges, boards, pots, stacks = situations()
    found = ValueNetwork.untrained().values(ranges, boards, pots, stacks)
    for k, board in enumerate(boards):
        strength = board_strength(tuple(board.tolist()))
        apart = ~(COMBOS[:, None, :, None] == COMBOS[None, :, None, :]).any(axis=(2, 3))
        wins = np.sign(strength[:, None] - strength[None]) * apart / 2.0
        for player in range(2):
            wanted = np.where(strength >= 0, wins @ ranges[k, 1 - player].astype(np.float64), 0.0)
            np.testing.assert_allclose(found[k, player], wanted, atol=1e-6)
    assert not found[1].any()  # the royal flush on the board


def test_exchanged_suits_exchange_the_values_to_the_bit() -> None:
    network, (ranges, boards, pots, stacks) = random_network(), situations()
    found = network.values(ranges, boards, pots, stacks)
    assert np.ptp(found[0]) > 0.1
    for permutation in ALL_SUIT_PERMUTATIONS[1::5]:
        card = np.array([permuted_card(one, permutation) for one in range(52)])
        image = COMBO_TABLE[card[COMBOS[:, 0]], card[COMBOS[:, 1]]]
        moved = np.empty_like(ranges)
        moved[:, :, image] = ranges
        again = network.values(moved, card[boards][:, ::-1], pots, stacks)
        np.testing.assert_array_equal(again[:, :, image], found)


def test_values_are_zero_sum_and_see_the_ranges_and_the_stack() -> None:
    network, (ranges, boards, pots, stacks) = random_network(), situations()
    found = network.values(ranges, boards, pots, stacks)
    np.testing.assert_allclose((ranges * found).sum(axis=(1, 2)), 0.0, atol=1e-6)
    assert np.abs(network.values(ranges, boards, pots, stacks * 2) - found).max() > 1e-3
    assert np.abs(network.values(ranges[:, ::-1], boards, pots, stacks)[:, ::-1] - found).max() > 1e-3  # who acts first
    same = network.values(ranges, boards, pots * 7, stacks * 7)
    np.testing.assert_allclose(same, found, atol=1e-6)
    nobody = ranges.copy()
    nobody[:, 1] = 0.0
    alone = network.values(nobody, boards, pots, stacks)
    assert not alone[:, 0].any()
    assert np.isfinite(alone).all()


def test_a_batch_is_its_situations_one_by_one() -> None:
    network, given = random_network(), situations(count=70)
    whole = network.values(*given)
    for k in (0, 63, 64, 69):
        np.testing.assert_allclose(network.values(*(part[k : k + 1] for part in given))[0], whole[k], atol=2e-6)


def test_file_is_read_again_and_bad_ones_are_refused(tmp_path: Path) -> None:
    network, given = random_network(), situations()
    network.metadata["rows"] = 5
    network.save(tmp_path / "river.npz")
    again = ValueNetwork.load(tmp_path / "river.npz")
    assert again.metadata == {"rows": 5}
    np.testing.assert_array_equal(again.values(*given), network.values(*given))
    (tmp_path / "damaged.npz").write_bytes((tmp_path / "river.npz").read_bytes()[:-500])
    (tmp_path / "text.npz").write_text("no")
    np.savez(tmp_path / "other.npz", header=np.frombuffer(b'{"format": "x"}', np.uint8))
    for name in ("damaged", "text", "other"):
        with pytest.raises(ValueError, match=f"{name}.npz"):
            ValueNetwork.load(tmp_path / f"{name}.npz")
    with pytest.raises(ValueError, match="weights"):
        ValueNetwork({name: own for name, own in network.weights.items() if name != "last"})


def test_network_of_the_package_knows_what_betting_adds() -> None:
    """On a river that was drawn and solved here with a seed that it did not learn from."""
    situation = random_situation("river", 99, 3, "deepstack", "100:150")
    solved = solve_situation(situation, until="1%", bet_sizes="100%,a", raise_sizes="100%,a").values
    given = (situation.ranges[None], np.array([situation.board]), np.array([100.0]), np.array([150.0]))
    off = [np.abs(one.values(*given)[0] - solved).mean() for one in (ValueNetwork.load(), ValueNetwork.untrained())]
    assert off[0] < 0.05
    assert off[0] < off[1] / 2
    assert ValueNetwork.load().metadata["data"].startswith("1fb9dc5e8e52")


@pytest.mark.parametrize(
    ("which", "wrong", "told"),
    [
        (0, np.zeros((4, 1326)), r"ranges: .* must be \[4, 2, 1326\]"),
        (0, np.full((4, 2, 1326), np.nan), "ranges: must be probabilities"),
        (1, np.zeros((4, 4), int), "boards: .* for rivers"),
        (1, np.zeros((4, 5), int), "five different cards"),
        (2, np.zeros(4), "pots must be above 0"),
    ],
)
def test_bad_situations_are_refused(which: int, wrong: Any, told: str) -> None:
    given = list(situations())
    given[which] = wrong
    with pytest.raises(ValueError, match=told):
        ValueNetwork.untrained(layer_width=4, passes=1).values(*given)


def some_data(count: int = 48) -> ValueData:
    """Situations with the values of a network, as if they were solved."""
    ranges, boards, pots, stacks = situations(count)
    return ValueData(boards, pots, stacks, ranges, random_network().values(ranges, boards, pots, stacks))


@needs_torch
def test_exported_network_equals_torch() -> None:
    data = some_data(8)
    training = ValueTraining(data, ValueOptions(epochs=2, width=8, passes=2, batch_size=4)).run()
    inside = training.values_of(slice(0, 8)).detach().numpy()
    outside = training.network().values(data.ranges, data.boards, data.pots, data.stacks)
    for k, board in enumerate(data.boards):
        strength = board_strength(tuple(board.tolist()))
        order = np.argsort(strength, kind="stable")[np.count_nonzero(strength < 0) :]
        np.testing.assert_allclose(outside[k][:, order], inside[k], atol=1e-6)


@needs_torch
def test_training_learns_and_goes_on_from_a_checkpoint_with_equal_bits(tmp_path: Path) -> None:
    data, options = some_data(), ValueOptions(epochs=6, width=8, passes=1, batch_size=8, learning_rate=0.01)
    whole = ValueTraining(data, options).run().network()

    def stop(training: ValueTraining) -> None:
        if training.epoch == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ValueTraining(data, options).run(tmp_path / "on.npz", after=stop)
    rest = ValueTraining(data, options).run(tmp_path / "on.npz").network()
    for name, own in whole.weights.items():
        np.testing.assert_array_equal(rest.weights[name], own)
    assert rest.metadata == whole.metadata
    before = value_errors(data, network_guess(ValueNetwork.untrained(layer_width=8, passes=1)))
    assert value_errors(data, network_guess(whole)).huber < 0.8 * before.huber
    with pytest.raises(ValueError, match="other options"):
        ValueTraining(data, ValueOptions(epochs=7)).run(tmp_path / "on.npz")
    with pytest.raises(ValueError, match="other data"):
        ValueTraining(data.part(slice(0, 40)), options).run(tmp_path / "on.npz")
