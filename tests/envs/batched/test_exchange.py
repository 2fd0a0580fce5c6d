"""Arrays of batches in other libraries: the same memory there and here, by DLPack; actions likewise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import BatchedGame, make_game
from pokerzoo.envs.batched import Batch

GAMES = ["kuhn", "texas_holdem"]


class Exchanged:
    """An array that can be had by DLPack and in no other way."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


def read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """As arrays of jax are."""
    result = array.copy()
    result.flags.writeable = False
    return result


def played(game: str, batch: int = 64, **options: Any) -> tuple[BatchedGame, Batch]:
    """Hands, some way into them, and the arrays that they are written to."""
    hands = BatchedGame(make_game(game), batch, seed=1, **options)
    out = hands.reset(out=hands.empty())
    for _ in range(2):
        hands.step(hands.random_actions(), out)
    return hands, out


@pytest.mark.parametrize("game", GAMES)
def test_dlpack_shares_memory_and_the_arrays_stay(game: str) -> None:
    hands, out = played(game, autoreset=True)
    views = [np.from_dlpack(array) for array in out]
    assert all(np.shares_memory(view, array) for view, array in zip(views, out, strict=True))
    for _ in range(3):
        before = [view.copy() for view in views]
        assert hands.step(hands.random_actions(), out) is out
        assert all(np.array_equal(view, array) for view, array in zip(views, out, strict=True))
        assert not np.array_equal(views[1], before[1])
    fresh = hands.step(hands.random_actions())
    assert not any(np.shares_memory(array, other) for array, other in zip(fresh, out, strict=True))


@pytest.mark.parametrize("autoreset", [False, True])
@pytest.mark.parametrize("wrap", [Exchanged, memoryview, np.ndarray.tolist, read_only])
def test_actions_come_in_any_form_and_are_not_written_to(wrap: Any, autoreset: bool) -> None:
    hands, now = played("kuhn", autoreset=autoreset)
    other, same = played("kuhn", autoreset=autoreset)
    assert now.terminated.any()
    for _ in range(3):
        actions = hands.random_actions()
        actions[now.current_player < 0] = 99  # of hands that are over
        before = actions.copy()
        hands.step(wrap(actions), now)
        assert np.array_equal(actions, before)
        other.step(before, same)
        assert all(np.array_equal(a, b) for a, b in zip(now, same, strict=True))
