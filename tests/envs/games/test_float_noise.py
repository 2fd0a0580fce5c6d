"""Amounts in tenths and cents: no line, key or text shows a rounding error, and no raise is a call."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.line import BET, CALL
from pokerzoo.envs.poker.game import PokerGame

LONG = re.compile(r"\d\.\d{4,}")
"""More decimals than cents and their halves and quarters have."""


def random_spot(rng: random.Random, chip: float) -> dict[str, Any]:
    """A spot for two or three with amounts in multiples of a chip."""

    def amount(low: int, high: int) -> float:
        return round(rng.randint(low, high) * chip, 4)

    three = rng.random() < 0.4
    sizes = ["33%", "50%", "75%", "a", f"{amount(10, 80):g}c", "e", "2e"]
    return {
        "board": "QsJh2h8d3c",
        "ranges": ("AA", "KK", "TT") if three else ("AA", "KK"),
        "pot": amount(30, 2000) * 3 if three and rng.random() < 0.5 else amount(30, 2000),
        "stack": tuple(amount(20, 3000) for _ in range(3)) if three else amount(20, 3000),
        "bet_sizes": ",".join(rng.sample(sizes, 2)),
        "raise_sizes": ",".join(rng.sample([*sizes, "2.5x", "3x"], 2)),
        "chip": chip,
        "min_bet": chip,
        "raise_cap": rng.choice((2, 3)),
    }


@pytest.mark.parametrize("chip", [0.1, 0.01])
def test_lines_of_random_spots(chip: float) -> None:
    rng = random.Random(round(1 / chip))
    for _ in range(250):
        params = random_spot(rng, chip)
        params["pot"] = round(params["pot"], 4)
        game = make_game("holdem", **params)
        assert isinstance(game, PokerGame)
        for line in game.rules.root.line.walk():
            texts = [line.text, *line.action_names, repr(line.to_call), *line.tokens]
            assert not any(map(LONG.search, texts)), (params, texts)
            if line.is_over or line.card_due:
                continue
            stack = line.stack_of(line.actor)
            call = next(total for kind, total in line.moves if kind == CALL)
            bets = [total for kind, total in line.moves if kind == BET]
            assert all(total > call * (1 + 1e-9) for total in bets), (params, line.text, bets)
            assert all(total <= stack for total in bets) and bets == sorted(set(bets))
            assert all(abs(total / chip - round(total / chip)) < 1e-6 for total in bets)


@pytest.mark.parametrize(
    ("stacks", "sizes"),
    [("200/50/200", "50%"), ("200/33.3/200", "33.3c"), ("90/16.7/50", "16.7c"), ("61/20.1/61", "20.1c")],
)
def test_what_is_all_another_player_has_is_no_raise(stacks: str, sizes: str) -> None:
    """With a third of the pot counted as each player's own, all-in for 50 came to 50.00000000000001."""
    amounts = tuple(map(float, stacks.split("/")))
    game = make_game(
        "holdem", board="QsJh2h8d3c", ranges=("AA", "KK", "TT"), pot=100, stack=amounts, bet_sizes=sizes,
        raise_sizes="50%,a", chip=0.1, add_allin_threshold=0, force_allin_threshold=0, merging_threshold=0,
    )  # fmt: skip
    assert isinstance(game, PokerGame)
    bet = game.rules.root.line.after(1)
    assert bet.text in ("b50", "b33.3", "b16.7", "b20.1")
    assert [name for name in bet.action_names if name.startswith("raise")] == []
    assert bet.action_names == ("fold", "call")
