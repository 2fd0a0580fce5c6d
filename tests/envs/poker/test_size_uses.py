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


TURN: dict[str, Any] = {"board": "QsJh2h8d", "pot": 20, "stack": 60, "raise_sizes": ""}


def test_donk_sizes_that_never_apply() -> None:
    """They are OOP's, and need a bet of IP on the turn that OOP has called."""
    nobody_bets = fates(**TURN, bet_sizes="", donk_sizes="33%")
    assert nobody_bets == {(1, 0, "donk", "33%"): "never asked for"}
    oop_bets = fates(**TURN, bet_sizes=("50%", ""), donk_sizes="33%")  # OOP leads both streets, IP only calls
    assert oop_bets[1, 0, "donk", "33%"] == "never asked for"
    ip_bets = fates(**TURN, bet_sizes=("", "50%"), donk_sizes="33%")
    assert ip_bets[1, 0, "donk", "33%"] == "used" and (1, 1, "donk", "33%") not in ip_bets
    pair = fates(**TURN, bet_sizes="50%", donk_sizes=("33%", "20%"))
    assert (pair[1, 0, "donk", "33%"], pair[1, 1, "donk", "20%"]) == ("used", "never asked for")
    assert fates(**TURN, bet_sizes=("", "50%"), removed=["xx"])[1, 1, "bet", "50%"] == "used"


def test_without_donk_sizes_a_donk_bet_is_one_of_the_bets() -> None:
    sizes = {"turn": ("", "50%"), "river": ("25%", "")}  # OOP's bet on the river follows on IP's bet alone
    found = fates(**TURN, bet_sizes=sizes, removed=["xx"])
    assert found[1, 0, "bet", "25%"] == "used"


def test_of_a_large_tree_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_LINES", 5)
    assert fates(**RIVER, bet_sizes="75%,80%", raise_sizes="a") == {}
