"""Flop hold'em: counts, blinds, order of acting, the cap of bets, payoffs and errors."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.poker.cards import CLASS_NAMES


def flop_holdem(**params: Any) -> PokerGame:
    game = make_game("flop_holdem", **params)
    assert isinstance(game, PokerGame)
    return game


def test_counts_without_loss() -> None:
    """Deep CFR's game has 234,199,693 infoset-actions up to suits; ``test_deals_at_once.py`` counts flops with a hand."""
    game = flop_holdem()
    (before, after), lines = game.size.sequences, game.rules.lines
    ways = [line for line in lines if line.card_due]
    assert len(ways) == 7
    on_flop = sum(after)  # sequences of both players, after all ways to the flop
    assert (sum(before), on_flop) == (21, 7 * 26)
    assert len(CLASS_NAMES) == 169
    assert 1_286_792 * on_flop + 169 * sum(before) == 234_199_693


def test_blinds_and_order() -> None:
    """The small blind acts first before the flop, the big blind on it."""
    start = flop_holdem().rules.root
    assert start.contributions == (100.0, 50.0)
    assert start.actor == 1
    limped = start.child(1)
    assert (limped.actor, limped.to_call) == (0, 0.0)
    flop = limped.child(1).deal(0)
    assert flop.actor == 0
    assert [flop.action_name(action) for action in flop.legal_actions] == ["check", "bet"]


def test_four_bets_a_round() -> None:
    """The big blind counts as the first bet before the flop, so that there are three raises; on the flop a bet and three."""
    public = flop_holdem().rules.root
    for _ in range(3):
        public = public.child(2)
    assert public.contributions == (300.0, 400.0) and tuple(public.legal_actions) == (0, 1)
    public = public.child(1).deal(0)
    for _ in range(4):
        public = public.child(2)
    assert tuple(public.legal_actions) == (0, 1)
    assert public.child(1).payoffs((0,)) == (800.0, -800.0)


def test_payoffs() -> None:
    """A fold loses what was put in; equal hands split the pot."""
    start = flop_holdem().rules.root
    assert start.child(0).payoffs((0,)) == (50.0, -50.0)
    assert start.child(2).child(0).payoffs((1,)) == (-100.0, 100.0)
    shown = start.child(1).child(1).deal(0).child(1).child(1)
    assert shown.is_over
    assert shown.payoffs((1,)) == (-100.0, 100.0)
    assert shown.payoffs((0, 1)) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"blinds": (50,)}, r"blinds=\(50,\): must be two numbers"),
        ({"blinds": (100, 50)}, r"blinds\[0\]=100: must be"),
        ({"blinds": (0, 0)}, r"blinds\[1\]=0: must be"),
        ({"bet": 0}, "bet=0: must be"),
        ({"raise_cap": 0}, "raise_cap=0: must be"),
        ({"deck": "short"}, "deck='short': must be"),
    ],
)
def test_errors(params: dict[str, Any], message: str) -> None:
    """Parameters that make no game are refused."""
    with pytest.raises(ValueError, match=message):
        flop_holdem(**params)
