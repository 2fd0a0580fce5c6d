"""No hand has more moves than a row has columns for them: a search for long hands, and hands by a twin that is not compiled."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import HAND_WIDTH, MOVES, NUM_MOVES
from pokerzoo.envs.whole_hands.steps import deal_drawn, play_action

LOOSE = {"a multiple", "a small multiple", "pot limit"}
"""Rules for which the bound takes each street to be as long as if it were the only one."""
SPARE, GUARD = 4000, -7
"""Columns behind the row in which nothing may be written, and what they hold."""


def length_of(game: TexasHoldemGame, style: str, rng: Random) -> int:
    """Moves of a hand played to be long; AssertionError if anything was written behind the row.

    ``last``: whoever is the last to act in a round makes the least bet or raise, so that everybody acts again; ``spread``: so
    that as much is left for each of the streets to come; ``least``: all make it; ``short``: all but those who would be all-in;
    ``random``: mostly the least, sometimes any, sometimes a call.
    """
    rules = game.rules_row
    row = np.concatenate([game.start, np.full(SPARE, GUARD, dtype=np.int64)])
    numbers = np.array([rng.random() for _ in range(25)])
    while row[col.STATUS] != col.OVER:
        if row[col.STATUS] != col.TO_ACT:
            deal_drawn(rules, row, numbers)
            continue
        bets = []
        if row[col.MOST_TO]:
            if rules[col.NUM_SIZES]:
                legal = int(row[col.LEGAL])
                bets = sorted((int(row[col.TOTALS + k]), k) for k in range(col.BET, 62) if legal >> k & 1)
            else:
                bets = [
                    (int(row[col.LEAST_TO]), col.BET + int(row[col.LEAST_TO]) - 1),
                    (int(row[col.MOST_TO]), col.BET + int(row[col.MOST_TO]) - 1),
                ]
        all_in = int(row[col.IN_ROUND + row[col.ACTOR]] + row[col.STACKS + row[col.ACTOR]])
        action = col.CALL
        if bets:
            least = bets[0]
            spare = [bet for bet in bets if bet[0] < all_in]
            if style == "least" or (style == "short" and (spare or rng.random() < 0.5)):
                action = least[1]
            elif row[col.PENDING] & (row[col.PENDING] - 1) == 0:
                if style == "last" or (style == "spread" and least[0] * (4 - row[col.STREET]) <= all_in):
                    action = least[1]
            elif style == "random":
                action = rng.choice([least[1], least[1], rng.choice(bets)[1], col.CALL])
        play_action(rules, row, action)
    assert (row[len(game.start) :] == GUARD).all()
    return int(row[NUM_MOVES])


LONG: dict[str, dict[str, Any]] = {
    "any amount": {"bet_sizes": "any"},
    "any amount, ten players": {"num_players": 10, "stack": 60, "bet_sizes": "any"},
    "stacks that end one by one": {"num_players": 6, "stack": (30, 33, 37, 42, 48, 55), "bet_sizes": "any"},
    "a small share": {"num_players": 3, "bet_sizes": "1%", "raise_sizes": "1%", "stack": 5000},
    "a quarter": {"num_players": 2, "bet_sizes": "25%", "raise_sizes": "25%", "stack": 10**7, "blinds": (1, 1)},
    "a multiple": {"num_players": 3, "bet_sizes": "33%", "raise_sizes": "2x", "stack": 10**6},
    "a small multiple": {"num_players": 3, "bet_sizes": "33%", "raise_sizes": "1.3x,a", "stack": 10**4, "blinds": (1, 3)},
    "the pot": {"num_players": 2, "limit": "pot-limit", "bet_sizes": "a", "raise_sizes": "a", "stack": 10**9},
    "pot limit": {"num_players": 4, "limit": "pot-limit", "bet_sizes": "50%,100%", "raise_sizes": "10x", "stack": 10**6},
    "geometric": {"num_players": 3, "bet_sizes": "e", "raise_sizes": "e", "stack": 3000},
    "capped": {"num_players": 10, "raise_cap": 3, "bet_sizes": "any"},
    "fixed limit": {"num_players": 10, "limit": "fixed-limit"},
    "fixed limit, short stacks": {"num_players": 10, "limit": "fixed-limit", "stack": tuple(range(43, 53)), "blinds": (5, 10)},
    "fixed limit, to the flop": {"num_players": 6, "limit": "fixed-limit", "last_street": "flop"},
    "geometric, to the turn": {"num_players": 3, "bet_sizes": "e", "raise_sizes": "e", "stack": 3000, "last_street": "turn"},
    "any amount, to the flop": {"num_players": 4, "stack": 90, "bet_sizes": "any", "last_street": "flop"},
    "all-in": {"num_players": 10, "bet_sizes": "a", "raise_sizes": "a", "stack": tuple(range(100, 110))},
}


@pytest.mark.parametrize("name", list(LONG))
def test_no_hand_is_longer_than_its_row(name: str) -> None:
    game = make_texas_holdem(**LONG[name])
    most = int(game.rules_row[HAND_WIDTH]) - MOVES
    rng = Random(name)
    lengths = [length_of(game, style, rng) for style in ("least", "last", "spread", "short", "random") for _ in range(2)]
    assert max(lengths) <= most
    # A bound that is far above what is played would make rows and observations long.
    assert most <= 4 * max(lengths) or name in LOOSE, (most, max(lengths))
