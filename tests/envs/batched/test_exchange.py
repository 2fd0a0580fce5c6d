"""Arrays of batches in other libraries: the same memory there and here, by DLPack; actions likewise."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import BatchedGame, make_game
from pokerzoo.envs.batched import Batch

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")
GAMES = ["kuhn", "texas_holdem"]


class Exchanged:
    """An array that can be had by DLPack and in no other way."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


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


@pytest.mark.parametrize("batch", [1, 7, 64])
def test_arrays_to_write_into_are_aligned(batch: int) -> None:
    hands = BatchedGame(make_game("leduc"), batch)
    for array in hands.empty():
        assert array.ctypes.data % 64 == 0
        assert array.flags.c_contiguous and array.flags.writeable


@pytest.mark.parametrize("autoreset", [False, True])
@pytest.mark.parametrize("wrap", [Exchanged, memoryview, np.ndarray.tolist])
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


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("autoreset", [False, True])
def test_actions_may_be_read_only(game: str, autoreset: bool) -> None:
    """As arrays of jax are."""
    hands, now = played(game, autoreset=autoreset)
    other, same = played(game, autoreset=autoreset)
    actions = hands.random_actions()
    actions.flags.writeable = False
    hands.step(actions, now)
    other.step(other.random_actions(), same)
    assert all(np.array_equal(a, b) for a, b in zip(now, same, strict=True))


def test_arrays_to_write_into_must_be_writeable() -> None:
    hands, out = played("kuhn")
    out.rewards.flags.writeable = False
    with pytest.raises(ValueError, match=r"out\.rewards: must be contiguous and writeable"):
        hands.reset(out=out)


@needs_torch
@pytest.mark.parametrize("game", GAMES)
def test_torch_works_in_the_same_memory(game: str) -> None:
    import torch

    hands, out = played(game, autoreset=True)
    seen = Batch(*map(torch.from_numpy, out))
    kinds = [torch.int8, torch.float32, torch.bool, torch.float64, torch.bool, torch.int64]
    assert [tensor.dtype for tensor in seen] == kinds
    assert [tensor.data_ptr() for tensor in seen] == [array.ctypes.data for array in out]
    for _ in range(3):
        actions = torch.where(seen.legal_action_mask, torch.rand(seen.legal_action_mask.shape), -1.0).argmax(dim=1)
        hands.step(actions, out)
        assert all(np.array_equal(tensor.numpy(), array) for tensor, array in zip(seen, out, strict=True))
    seen.observation[3, 0] = 0.25
    assert out.observation[3, 0] == 0.25


@needs_torch
def test_torch_takes_actions_as_they_are() -> None:
    import torch

    hands, _ = played("kuhn")
    actions = torch.from_numpy(hands.random_actions())
    before = actions.clone()
    hands.step(actions)
    assert torch.equal(actions, before)
    with pytest.raises(ValueError, match=r"actions: float32 \(64,\); must be integers"):
        hands.step(actions.float())
