"""The rules of betting of whole hands, case by case: order, least and most raises, reopening, limits.

TDA are the Poker TDA Rules 2024, RR is Robert's Rules of Poker, version 11. ``test_against_pokerkit.py`` plays random hands.
"""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.envs.betting.row import NUM_BETS
from pokerzoo_testing.hands_by_rule import any_amount, options, play


def test_no_one_acts_when_one_player_has_chips_and_nothing_to_call() -> None:
    over = play(any_amount(num_players=3, stack=(200, 50, 20)), "r20 r50 c")
    assert over.is_terminal and over.street == 3 and len(over.board) == 5
    # The big blind need not check when the small blind, all-in for less, is the only other one.
    assert play(any_amount(num_players=3, stack=(1, 200, 200), short_stacks=True), "f").is_terminal
    # Against a short blind alone there is no more to win: the small blind has called already.
    short = any_amount(num_players=4, blinds=(50, 100), stack=(1000, 30, 1000, 1000), short_stacks=True)
    assert play(short, "f f").is_terminal
    assert play(any_amount(num_players=3, stack=(200, 200, 20)), "r20 c c / x x / x x / x x").is_terminal


Options = tuple[bool, int, tuple[int, int] | None]
SHORT = {"num_players": 4, "stack": (200, 200, 200, 14)}
FIVE = {"num_players": 5, "blinds": (50, 100), "button": 4}
LIMIT = {"limit": "fixed-limit", "num_players": 4, "blinds": (10, 20), "button": 3}
RULES: list[tuple[str, dict[str, Any], dict[str, Options]]] = [
    (
        "to fold is legal only against a bet",
        {},
        {"": (True, 2, (4, 200)), "c": (False, 2, (4, 200)), "c x /": (False, 0, (2, 198))},
    ),
    ("the big blind may raise when all have called", {"num_players": 3}, {"c c": (False, 2, (4, 200))}),
    (
        "RR no-limit 2: a straddle is a new least bet, no raise; after the flop the big blind is the least again",
        {"num_players": 4, "straddle": 4},
        {"": (True, 4, (8, 200)), "c c c": (False, 4, (8, 200)), "c c c x /": (False, 0, (2, 196))},
    ),
    (
        "TDA 43: a raise is by at least the largest bet or raise of the round",
        {"num_players": 3, "blinds": (50, 100), "stack": 10000},
        {
            "": (True, 100, (200, 10000)),
            "r500": (True, 500, (900, 10000)),
            "r500 r900": (True, 900, (1300, 10000)),
            "r500 r2000": (True, 2000, (3500, 10000)),
            "c c x /": (False, 0, (100, 9900)),
            "c c x / b300": (True, 300, (600, 9900)),
        },
    ),
    (
        "RR no-limit 2: with a least bet of 100, an all-in of 20 is raised to at least 120",
        {"num_players": 3, "blinds": (50, 100), "stack": (120, 5000, 5000)},
        {"c c x /": (False, 0, (20, 20)), "c c x / b20": (True, 20, (120, 4900))},
    ),
    (
        "TDA 47, RR no-limit 3: an incomplete raise leaves the least raise as it was, and reopens nothing",
        SHORT,
        {
            "r10 r14": (True, 14, (22, 200)),
            "r10 r14 f f": (True, 14, None),
            "r10 r14 c c": (True, 14, None),
            "r10 r14 f r22": (True, 22, (30, 200)),
        },
    ),
    (
        "who has checked has acted",
        {"num_players": 3, "blinds": (50, 100), "stack": (5000, 120, 5000)},
        {"c c x / x b20 c": (True, 20, None), "c c x / x b20 r120": (True, 120, (220, 4900))},
    ),
    ("a full raise all-in reopens", SHORT | {"stack": (200, 200, 200, 18)}, {"r10 r18 c c": (True, 18, (26, 200))}),
    (
        "TDA 47: incomplete raises add up: who bet 100 faces 100 more, who called 150 faces 50",
        FIVE | {"stack": (300, 5000, 5000, 250, 5000)},
        {
            "c c c c x / x b100 c r150 c r200": (True, 200, (300, 4900)),
            "c c c c x / x b100 c r150 c r200 c": (True, 200, (300, 4900)),
            "c c c c x / x b100 c r150 c r200 c c": (True, 200, None),
        },
    ),
    (
        "TDA 47: a later one does not close what earlier ones opened (pokerkit 0.7.7 counts the last 30 alone)",
        FIVE | {"stack": (5000, 5000, 250, 300, 330)},
        {"c c c c x / b100 c r150 r200 r230": (True, 230, (330, 4900))},
    ),
    ("nobody raises when nobody could answer", {"stack": (50, 200)}, {"r50": (True, 50, None)}),
    ("a call with the last chip is no answer", {"num_players": 3, "stack": (200, 50, 50)}, {"r50": (True, 50, None)}),
    (
        "while one of several can answer, everything may be bet",
        {"num_players": 3, "stack": (60, 50, 200)},
        {"": (True, 2, (4, 200)), "r50": (True, 50, (60, 60)), "r60": (True, 60, None), "r60 f": (True, 50, None)},
    ),
    ("whoever has less than a call calls with all", {"stack": (30, 200)}, {"r100": (True, 30, None)}),
    (
        "RR no-limit 2: a short blind is called in full where two others have chips",
        {"num_players": 4, "blinds": (50, 100), "stack": (1000, 30, 1000, 1000), "short_stacks": True},
        {"": (True, 100, (200, 1000)), "c f": (True, 100, (200, 1000))},
    ),
    (
        "and where one has, up to what it has",
        {"num_players": 4, "blinds": (50, 100), "stack": (1000, 70, 1000, 1000), "short_stacks": True},
        {"f f": (True, 70, None)},
    ),
    (
        "a cap counts the blinds as one",
        {"num_players": 3, "raise_cap": 2},
        {"r6": (True, 6, None), "c c x / b2 r4": (True, 4, None)},
    ),
    (
        "a cap counts all-ins however short",
        {"num_players": 3, "stack": (200, 12, 200), "raise_cap": 2},
        {"c c x / b6 r10": (True, 10, None)},
    ),
    (
        "under pot limit, too",
        {"limit": "pot-limit", "num_players": 3, "stack": (200, 12, 200), "raise_cap": 2},
        {"c c x / b6 r10": (True, 10, None)},
    ),
    (
        "fixed limit: a bet is one big blind, from the turn on two",
        {"limit": "fixed-limit", "num_players": 3},
        {
            "": (True, 2, (4, 4)),
            "r4": (True, 4, (6, 6)),
            "c c x / b2": (True, 2, (4, 4)),
            "c c x / x x x / b4": (True, 4, (8, 8)),
            "c c x / x x x / x x x / b4 r8": (True, 8, (12, 12)),
        },
    ),
    (
        "ACPC, RR betting 3: four bets a round, before the flop with the blind",
        {"limit": "fixed-limit"},
        {
            "r4 r6": (True, 6, (8, 8)),
            "r4 r6 r8": (True, 8, None),
            "c x / b2 r4 r6": (True, 6, (8, 8)),
            "c x / b2 r4 r6 r8": (True, 8, None),
        },
    ),
    (
        "RR betting 6, TDA 47: half a bet all-in counts as a raise, and reopens",
        LIMIT | {"stack": (500, 35, 500, 500)},
        {"c c c x / x b15": (True, 15, (35, 35)), "c c c x / x b15 c c": (True, 15, (35, 35))},
    ),
    (
        "RR betting 6: less is completed, and does not reopen until it is",
        LIMIT | {"stack": (500, 29, 500, 500)},
        {
            "c c c x / x b9": (True, 9, (20, 20)),
            "c c c x / x b9 c c": (True, 9, None),
            "c c c x / x b9 r20": (True, 20, (40, 40)),
            "c c c x / x b9 r20 f": (True, 20, (40, 40)),
        },
    ),
    (
        "nor does less than half a raise",
        LIMIT | {"stack": (500, 49, 500, 500)},
        {"c c c x / b20 r29": (True, 29, (40, 40)), "c c c x / b20 r29 c c": (True, 29, None)},
    ),
    (
        "half a raise does",
        LIMIT | {"stack": (500, 50, 500, 500)},
        {"c c c x / b20 r30": (True, 30, (50, 50)), "c c c x / b20 r30 c c": (True, 30, (50, 50))},
    ),
    (
        "RR betting 6: if what a player faces is half a bet, here 13, the betting is reopened",
        LIMIT | {"stack": (500, 47, 53, 500)},
        {"c c c x / b20 r27 r33 c": (True, 33, (53, 53))},
    ),
    (
        "all-ins of less than half a bet do not count for the cap",
        LIMIT | {"stack": (500, 29, 500, 500), "raise_cap": 2},
        {"c c c x / x b9 r20": (True, 20, (40, 40)), "c c c x / x b9 r20 r40": (True, 40, None)},
    ),
    ("a straddle is raised by a bet", {"limit": "fixed-limit", "num_players": 4, "straddle": 4}, {"": (True, 4, (6, 6))}),
]


@pytest.mark.parametrize(("rule", "params", "expected"), RULES, ids=[rule for rule, *_ in RULES])
def test_options(rule: str, params: dict[str, Any], expected: dict[str, Options]) -> None:
    """Whether to fold is legal, the total of a call, and the least and the most of a raise."""
    game = any_amount(**params)
    assert {moves: options(play(game, moves)) for moves in expected} == expected


def test_blinds_that_stacks_do_not_cover_are_all_in() -> None:
    game = any_amount(num_players=3, blinds=(5, 10), ante=2, stack=(4, 1, 50), short_stacks=True)
    state = game.initial_state()
    assert (state.stacks, state.round_contributions, state.contributions) == ((0, 0, 48), (2, 0, 0), (4, 1, 2))
    assert options(play(game, "")) == (True, 2, None)  # no more than the small blind has put in
    one_ante = any_amount(num_players=3, blinds=(5, 10), big_blind_ante=10, stack=(50, 13, 50), short_stacks=True)
    state = one_ante.initial_state()
    assert [*state.round_contributions, state.pot] == [5, 10, 0, 18]  # the blind comes before the ante
    called = play(any_amount(stack=(30, 200)), "r100 c")
    assert called.stacks[0] == 0


def test_all_ins_that_count_as_bets() -> None:
    """Short ones count without a limit; under a fixed limit those of half a bet."""
    for params, moves, bets in (
        ({"num_players": 3, "stack": (200, 12, 200)}, "c c x / b6 r10", 2),
        (LIMIT | {"stack": (500, 35, 500, 500)}, "c c c x / x b15", 1),
        (LIMIT | {"stack": (500, 29, 500, 500)}, "c c c x / x b9", 0),
    ):
        assert int(play(any_amount(**params), moves).row[NUM_BETS]) == bets
