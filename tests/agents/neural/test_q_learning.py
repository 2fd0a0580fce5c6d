"""The Q-learning baseline: its values find best responses where those stand still, runs can be taken up again.

Needs torch (extra ``rl``).
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import QLearning, TabularPolicy, UnsupportedError
from pokerzoo.envs import make_game
from pokerzoo.evaluation import best_response, expected_values, exploitability
from pokerzoo_testing.neural_trainers import KUHN, digest
from pokerzoo_testing.neural_trainers import small as small_trainer

pytest.importorskip("torch")


def small(game: Any = KUHN, **options: Any) -> QLearning:
    found: QLearning = small_trainer("q-learning", game, **options)
    return found


def test_action_values_find_the_best_response_to_uniform_play() -> None:
    trainer = QLearning(KUHN, seed=1, epsilon=1.0, decay=0.0).run(600)
    uniform = TabularPolicy.uniform(KUHN)
    assert trainer.average_policy().probabilities == pytest.approx(uniform.probabilities)
    found = trainer.current_policy()
    for player in range(2):
        value = expected_values(KUHN, [found if p == player else uniform for p in range(2)])[player]
        assert value == pytest.approx(best_response(KUHN, uniform, player).value, abs=1e-9)


def test_it_comes_some_way_from_uniform_play_and_no_further() -> None:
    """Uniform play is at 0.458; docs/neural.md has what comes of long runs."""
    trainer = QLearning(KUHN, seed=1).run(300)
    assert trainer.exploitability < 0.3
    assert exploitability(KUHN, trainer.current_policy()) > 0.05  # a best response, not an equilibrium
    assert set(trainer.current_policy().probabilities) == {0.0, 1.0}


def test_the_average_is_that_of_what_was_played_weighted_by_own_reach() -> None:
    trainer = small(epsilon=0.4)
    sums = np.zeros(KUHN.infosets.size)
    for now in range(1, 4):
        played = trainer._entries(trainer._policy(now**-0.5, 0.4 * now**-0.5))
        trainer.run(1)
        reach = np.ones(len(played))
        for i, row in enumerate(KUHN.infosets):
            if row.key.endswith("|xb"):  # the first player checked before
                first = next(k for k, other in enumerate(KUHN.infosets) if other.key == row.key[:-2])
                reach[KUHN.infosets.slice(i)] = played[KUHN.infosets.slice(first)][0]
        sums += reach * played
    for i in range(len(KUHN.infosets)):
        sums[KUHN.infosets.slice(i)] /= sums[KUHN.infosets.slice(i)].sum()
    assert trainer.average_policy().probabilities == pytest.approx(sums, abs=1e-12)


def test_with_a_temperature_play_is_the_softmax_and_values_are_soft() -> None:
    trainer = small(temperature=1.5, decay=0.0)
    values = np.array([0.3, -0.2, 0.1])
    trainer._values.weights[:, -3:] = values  # the last layer's biases: the same values everywhere
    policy, worths = trainer._policy(1.0, 0.0), trainer._worths(1.0)
    for i, row in enumerate(KUHN.infosets):
        chips = 2.0 * values[list(row.actions)]  # a unit is the largest payoff
        powers = np.exp(chips / 1.5)
        assert policy[row.player, i % 6][list(row.actions)] == pytest.approx(powers / powers.sum(), abs=1e-6)
        assert 2.0 * worths[row.player, i % 6] == pytest.approx(1.5 * np.log(powers.sum()), abs=1e-6)
    assert trainer.current_policy().probabilities == pytest.approx(trainer._entries(policy))


def test_illegal_actions_are_never_valued_or_played() -> None:
    trainer = small(epsilon=1.0)
    trainer._values.weights[:, -3:] = [9.0, -1.0, -2.0]  # fold looks best everywhere
    table = trainer._policy(1.0, 0.5)
    for i, row in enumerate(KUHN.infosets):
        assert set(np.flatnonzero(table[row.player, i % 6])) == set(row.actions)
    assert trainer._worths(1.0).reshape(-1) == pytest.approx([9.0 if 0 in row.actions else -1.0 for row in KUHN.infosets])
    trainer.advance(1)
    held = trainer._replay.seen
    for player in range(2):
        rows, actions = trainer._replay.row[player, : held[player]], trainer._replay.action[player, : held[player]]
        assert trainer._mask[player, rows, actions].all()
    assert trainer.decisions == held.sum() > 32


@pytest.mark.parametrize("options", [{}, {"temperature": 1.0}], ids=["epsilon", "temperature"])
def test_a_run_in_pieces_or_from_a_checkpoint_has_the_same_bits(options: dict[str, Any], tmp_path: Path) -> None:
    whole = small(**options).run(20)
    pieces = small(**options).run(7)
    looked = exploitability(KUHN, pieces.average_policy().to_dict())
    assert pieces.exploitability == pytest.approx(looked, abs=1e-12)  # looking changes nothing
    copied = copy.copy(pieces)
    assert digest(pieces.run(13)) == digest(whole) == digest(copied.run(13))
    small(**options).run(12, every=4, checkpoint=tmp_path)
    sorted(tmp_path.glob("*.npz"))[-1].unlink()  # as if killed before it was written
    assert digest(small(**options).run(20, every=4, checkpoint=tmp_path)) == digest(whole)
    assert digest(small(seed=6, **options).run(20)) != digest(whole)


@pytest.mark.parametrize("game", [make_game("leduc"), make_game("rps"), make_game("kuhn", num_players=3)], ids=str)
def test_other_games(game: Any) -> None:
    trainer = small(game).run(3)
    assert trainer.measure().values == pytest.approx(expected_values(game, trainer.average_policy().to_dict()), abs=1e-12)
    assert trainer.average_policy().metadata["variant"] == "q-learning"
    assert trainer.measure().values.sum() == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"epsilon": 1.5}, "epsilon=1.5"),
        ({"temperature": 0.0}, "temperature=0.0"),
        ({"decay": -1.0}, "decay=-1.0"),
        ({"hands": 0}, "hands=0"),
    ],
)
def test_what_is_not_allowed_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        small(**options)


def test_variants_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="variant='cfr': QLearning cannot do this: it is no kind of CFR"):
        QLearning(KUHN, "cfr")  # type: ignore[arg-type]
