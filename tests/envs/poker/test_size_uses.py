"""Sizes that never lead to a bet of that size, and why."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.poker import size_uses as module
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.size_uses import size_uses

RIVER: dict[str, Any] = {"board": "QsJh2h8d3c", "pot": 100, "stack": 300}


def fates(**params: Any) -> dict[tuple[int, int, str, str], str]:
    game = make_game("holdem", **params)
    assert isinstance(game, PokerGame)
    return {(use.round_index, use.player, use.kind, str(use.size)): use.fate for use in size_uses(game.rules)}


def test_a_size_too_close_to_a_larger_one_is_merged() -> None:
    # (1 + 0.80) / (1 + 0.75) = 1.029 < 1.1, the merging threshold
    found = fates(**RIVER, bet_sizes="75%,80%", raise_sizes="a")
    assert found[0, 0, "bet", "75%"] == "merged" and found[0, 0, "bet", "80%"] == "used"
    assert fates(**RIVER, bet_sizes="75%,80%", raise_sizes="a", merging_threshold=0)[0, 0, "bet", "75%"] == "used"


def test_a_size_that_leaves_too_little_is_all_in() -> None:
    # 280 leaves 20 of 300, less than 0.15 of the pot after the call, 660: it is all-in at once
    found = fates(**RIVER, bet_sizes="33%,280%", raise_sizes="a")
    assert found[0, 1, "bet", "280%"] == "all-in" and found[0, 1, "raise", "a"] == "used"
    found = fates(**RIVER, bet_sizes="e", raise_sizes="")  # on the last street it is all-in, as meant
    assert found[0, 0, "bet", "e"] == "used"


def test_sizes_that_nobody_can_use() -> None:
    found = fates(**RIVER, bet_sizes=("50%", ""), raise_sizes=("2.5x", ""))  # who is never bet into or raised never raises
    assert found == {(0, 0, "bet", "50%"): "used", (0, 0, "raise", "2.5x"): "never asked for"}
    turn = fates(board="QsJh2h8d", pot=20, stack=60, bet_sizes="", raise_sizes="", donk_sizes="33%")
    assert turn == {(1, player, "donk", "33%"): "never asked for" for player in (0, 1)}


def test_of_a_large_tree_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_LINES", 5)
    assert fates(**RIVER, bet_sizes="75%,80%", raise_sizes="a") == {}
