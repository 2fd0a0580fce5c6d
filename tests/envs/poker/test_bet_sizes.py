"""Bet sizes: the texts, the totals they allow, and the trees that come out."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerzoo.envs.betting.bets import SizedBets, sized_bets
from pokerzoo.envs.betting.sizes import Size, SizeLists, format_size_lists, format_sizes, parse_size_lists, parse_sizes
from pokerzoo_testing.totals import bet_totals

PURE: dict[str, Any] = {"add_allin_threshold": 0.0, "force_allin_threshold": 0.0, "merging_threshold": 0.0}
FINE = 1e-6
"""The finest chip."""

Tree: TypeAlias = "dict[str, Tree] | tuple[float, float]"
"""Children by action, or what both have put in at the end of the hand: a fold's are unequal."""


def totals(
    sizes: str, *, pot: float = 100, own: float = 0, other: float = 0, stack: float = 1000, **more: Any
) -> tuple[float, ...]:
    """Pure totals of one list of sizes: of a bet, or of a raise where there is a bet to face."""
    where = {"player": 0, "num_bets": int(other > own), "streets_left": 1} | {
        name: more.pop(name) for name in ("num_bets", "streets_left", "player", "donk") if name in more
    }
    options = sized_bets("" if other > own else sizes, sizes if other > own else "", **(PURE | more))
    return bet_totals(options, pot=pot, own=own, other=other, stack=stack, **where)


FACING: dict[str, Any] = {"other": 40}
THIRD = {"own": 40, "other": 130, "num_bets": 2}
ADD, FORCE, MERGE = "add_allin_threshold", "force_allin_threshold", "merging_threshold"
GEOMETRIC = 50 * (9 ** (1 / 3) - 1)
"""100 in the pot, 400 behind, three streets: f of 100 with 100 (1 + 2 f)^3 = 900."""
BY_HAND: list[tuple[str, dict[str, Any], tuple[float, ...]]] = [
    # Bets into 100, of 1,000.
    ("50%", {}, (50,)),
    ("33.5%", {"chip": FINE}, (33.5,)),
    ("a,50%, 50c 1%", {}, (1, 50, 1000)),
    ("", {}, ()),
    ("1000%", {"stack": 300}, (300,)),
    # Raises: the pot after calling 40 is 180, after calling 130 it is 360.
    ("50%", FACING, (40 + 90,)),
    ("2.5x,100c,a", FACING, (100, 140, 1000)),
    ("60%,3x", THIRD, (130 + 216, 390)),
    # Geometric sizes put the stack in by the river.
    ("e", {"stack": 400, "streets_left": 3, "chip": FINE}, (GEOMETRIC,)),
    ("3e", {"stack": 400, "chip": FINE}, (GEOMETRIC,)),
    ("2e", {"stack": 400, "streets_left": 3}, (100,)),  # 100 (1 + 2 f)^2 = 900
    ("e", {"stack": 400}, (400,)),
    ("3e50%,2e75%,e1000%", {"stack": 400, "streets_left": 3}, (50, 54, 75)),
    ("e", FACING | {"stack": 400, "streets_left": 2, "chip": FINE}, (40 + 90 * (math.sqrt(5) - 1),)),  # 180 to 900
    ("e", FACING | {"stack": 400.4}, (400.4,)),
    # Lists by the number of raises.
    *(("3x | 2x | a", {"other": 20, "num_bets": bets}, (total,)) for bets, total in ((1, 60), (2, 40), (3, 1000), (4, 1000))),
    ("20c | 20c | 20c |", {"own": 60, "other": 80, "num_bets": 4}, ()),
    ("20c", {"other": 20, "raise_cap": 1}, ()),
    ("20c", {"other": 20, "raise_cap": 2}, (40,)),
    ("20c", {"raise_cap": 0}, ()),
    # Rounding is half up to whole chips.
    ("50%", {"pot": 25}, (13,)),  # 12.5
    ("29%", {"pot": 50}, (15,)),  # 14.5, and a little less in floating point
    ("33%", {"pot": 25, "chip": 0.5}, (8.5,)),  # 8.25
    ("3%", {"pot": 10, "chip": 0.1, "min_bet": 0}, (0.3,)),
    ("33%", {"pot": 25, "chip": 5}, (10,)),
    ("50%", {"pot": 30, "stack": 1003, "chip": 10}, (20,)),  # 15, of ten units
    # All-in is not rounded, and may be below the minimum.
    ("50%,a", {"stack": 50.4}, (50, 50.4)),
    ("50%", {"stack": 0.4, "chip": FINE}, (0.4,)),
    ("50%", {"stack": 3, "min_bet": 5}, (3,)),
    ("2.5x", FACING | {"stack": 60}, (60,)),
    ("50%,a", FACING | {"stack": 40, ADD: 1.5}, ()),
    # The least bet and raise.
    ("1%,2%", {"min_bet": 10}, (10,)),
    ("1%", {"min_bet": 2.5}, (3,)),  # the next whole chip
    ("1%", {"pot": 10, "chip": 1, "min_bet": 0}, (1,)),  # no bet of nothing
    ("1.1x,10c", FACING, (80,)),
    ("10%", THIRD, (220,)),  # by 90, as the raise before
    ("10c", {"other": 1, "min_bet": 20}, (21,)),
    # All-in is added up to 1.5 times the pot; facing 40 there are 180 after the call, and 270 beyond it.
    ("50%", {"stack": 150, ADD: 1.5}, (50, 150)),
    ("50%", {"stack": 150.1, ADD: 1.5}, (50,)),
    ("50%", FACING | {"stack": 310, ADD: 1.5}, (130, 310)),
    ("50%", FACING | {"stack": 311, ADD: 1.5}, (130,)),
    ("", {"stack": 10, ADD: 1.5}, ()),
    # It is forced: 50 bet and called makes 200; 0.15 of it is 30.
    ("50%", {"stack": 80, FORCE: 0.15}, (80,)),
    ("50%", {"stack": 80.1, FORCE: 0.15}, (50,)),
    # Sizes are merged: (1 + 1.2) / (1 + 1) is 1.1, not less; against 119% it is.
    ("100%,120%", {MERGE: 0.1}, (100, 120)),
    ("100%,119%", {MERGE: 0.1}, (119,)),
    ("50%,70%,75%,80%", {MERGE: 0.05}, (50, 70, 80)),  # from the largest down: 75 goes for 80, 70 is compared with 80
    ("50%,70%,75%,80%", {MERGE: 0.06}, (50, 80)),
    ("90c,100c", FACING | {MERGE: 0.03}, (130, 140)),  # a raise by its part beyond the call: 90 and 100 of 180
    ("90c,100c", FACING | {MERGE: 0.04}, (140,)),
]


@pytest.mark.parametrize(("sizes", "where", "wanted"), BY_HAND)
def test_totals_by_hand(sizes: str, where: dict[str, Any], wanted: tuple[float, ...]) -> None:
    assert totals(sizes, **where) == pytest.approx(wanted, rel=0, abs=FINE if where.get("chip") == FINE else 0)


@pytest.mark.parametrize(
    ("sizes", "stack", "wanted"),
    [
        # The numbers of postflop-solver for pot 100, stack 1,000, bet 50%, raise 3e: 50 + 100 (10.5^(1/3) - 1) is 169;
        # then 438 in the pot once called and 831 behind, over two: 169 + 219 ((1 + 1662/438)^(1/2) - 1) is 430.
        ("3e", 1000, (50, 169, 430, 1000)),
        ("1e", 1000, (50, 1000)),
        ("e", 1000, (50, 1000)),  # one street is left on the river
        # 200 in the pot once called and 950 behind: 50 + 100 (10.5^(1/2) - 1) is 274.04.
        ("2e", 1000, (50, 274, 1000)),
        # 50 + 100 (10.5^(1/4) - 1) is 130.01, 130 + 180 ((1 + 1740/360)^(1/3) - 1) is 274.04,
        # 274 + 324 ((1 + 1452/648)^(1/2) - 1) is 533.31.
        ("4e", 1000, (50, 130, 274, 533, 1000)),
        # Both would be larger: 60% of 200 is 120, then 60% of 440 is 264, then 60% of 968 is more than the stack.
        ("2e60%", 1000, (50, 170, 434, 1000)),
    ],
)
def test_geometric_raises_count_the_raises_before_them(sizes: str, stack: float, wanted: tuple[float, ...]) -> None:
    options = sized_bets("50%", sizes, **PURE)
    puts = [0.0, *wanted]
    for number, (own, other) in enumerate(pairwise(puts)):
        spot: Any = {"player": number % 2, "pot": 100, "own": own, "other": other, "stack": stack, "streets_left": 1}
        assert bet_totals(options, num_bets=number + 1, **spot) == wanted[number + 1 : number + 2]


def test_geometric_raises_over_the_streets_left_count_down_too() -> None:
    # On the flop e is another name for 3e.
    for number, (own, other) in enumerate([(0, 50), (50, 169), (169, 430)], start=1):
        facing: Any = {"own": own, "other": other, "num_bets": number}
        assert totals("e", streets_left=3, **facing) == totals("3e", streets_left=1, **facing)


def test_sizes_by_player_and_donk_bets() -> None:
    options = sized_bets(("33%", "66%"), ("2x", "3x"), "20%", **PURE)
    spot: Any = {"pot": 100, "own": 0, "other": 0, "stack": 1000, "num_bets": 0, "streets_left": 2}
    facing = spot | {"other": 50, "num_bets": 1}
    assert [bet_totals(options, player=p, **spot) for p in (0, 1)] == [(33,), (66,)]
    assert [bet_totals(options, player=p, **facing) for p in (0, 1)] == [(100,), (150,)]
    assert bet_totals(options, player=0, donk=True, **spot) == (20,)
    assert bet_totals(options, player=0, donk=True, **facing) == (100,)
    assert bet_totals(replace(options, donk=None), player=0, donk=True, **spot) == (33,)
    assert bet_totals(replace(options, donk=((), ())), player=0, donk=True, **spot) == ()


@pytest.mark.parametrize(
    ("text", "kind", "pattern"),
    [
        ("50", "bet", r"character 1, '50': .* unit .* 50% \(of the pot\), 100c"),
        ("33%, 50", "bet", "character 6, '50': .* unit"),
        ("2x", "donk", "character 1, '2x': for raises only"),
        ("2x | a,50", "raise", "character 8, '50': .* unit .* 2.5x"),
        ("a -3%", "raise", "character 3, '-3%': -3 .* above 0"),
        ("9" * 400 + "%", "bet", "character 1.* a finite number"),
        ("1x", "raise", "character 1, '1x': 1 .* above 1"),
        ("3e0%", "bet", "character 1, '3e0%': .* above 0"),
        ("0e", "bet", "character 1, '0e': streets=0"),
        ("1.5e", "bet", "character 1, '1.5e': not a size"),
        ("33%,abc", "bet", "character 5, 'abc': not a size"),
        ("33%, ,a", "bet", "character 4, ',': a size is missing"),
        (",", "bet", "character 1, ',': a size is missing"),
        ("50% | a", "bet", "bets have one list"),
        ("50% | a", "donk", "donks have one list"),
        ("50% | a", "raise", "one list of sizes"),
    ],
)
def test_errors_of_texts(text: str, kind: Any, pattern: str) -> None:
    with pytest.raises(ValueError, match=f"^{kind}_sizes=.*{pattern}"):
        parse_sizes(text, kind)


def test_errors_of_options() -> None:
    for name in ("add_allin_threshold", "force_allin_threshold", "merging_threshold", "min_bet"):
        for value in (-1.0, math.nan, True, "1"):
            changed: Any = {name: value}
            with pytest.raises(ValueError, match=f"{name}={value!r}: .* 0 or more"):
                sized_bets("50%", "50%", **changed)
    wrong: list[tuple[dict[str, Any], str]] = [
        *(({"chip": chip}, "chip=.* from 1e-06") for chip in (0, -1.0, math.inf, True)),
        *(({"raise_cap": cap}, "raise_cap=.* from 0") for cap in (-1, 1.5, True)),
        *(({"raise_sizes": texts}, "raise_sizes=.* a pair of strings") for texts in (("50%",), ("50%", 3), 3)),
    ]
    for options, pattern in wrong:
        with pytest.raises(ValueError, match=pattern):
            sized_bets(**({"bet_sizes": "50%", "raise_sizes": "50%"} | options))
    with pytest.raises(ValueError, match="bet: 2x is for raises only"):
        SizedBets(((Size("x", 2.0),), ()), (((),), ((),)))
    for size in ({"unit": "%"}, {"unit": "a", "amount": 1.0}, {"unit": "b"}, {"unit": "c", "amount": 1.0, "streets": 2}):
        with pytest.raises(ValueError, match="must be"):
            Size(**size)


def test_texts_come_back() -> None:
    text = "33%,0.5%,33.333%,2.5x,100c,0.25c,e,2e,3e200%,e75.5%,a"
    assert format_sizes(parse_sizes(text, "raise")) == text
    assert format_sizes(parse_sizes(" 50.0%  A ,2E, .5c ", "bet")) == "50%,a,2e,0.5c"
    assert parse_sizes("", "bet") == parse_sizes("  ", "raise") == ()
    assert str(Size("c", 1e-7)) == "0.0000001c" and str(Size("c", 1e22)) == "10000000000000000000000c"


amounts = st.floats(1e-6, 1e9)
thresholds = st.just(0.0) | st.floats(0, 3).map(lambda threshold: round(threshold, 6))  # millionths
streets = st.none() | st.integers(1, 9)
bet_size = (
    st.builds(Size, st.sampled_from("%c"), amounts)
    | st.builds(Size, st.just("e"), st.none() | amounts, streets)
    | st.just(Size("a"))
)
raise_size = bet_size | st.builds(Size, st.just("x"), st.floats(1.001, 100))


@settings(deadline=None)
@given(st.lists(raise_size).map(tuple))
def test_every_list_of_sizes_comes_back(sizes: tuple[Size, ...]) -> None:
    assert parse_sizes(format_sizes(sizes), "raise") == sizes


@settings(deadline=None)
@given(st.lists(st.lists(raise_size, max_size=3).map(tuple), min_size=1, max_size=4).map(tuple))
def test_lists_by_the_number_of_raises_come_back_without_repetitions_at_their_end(lists: SizeLists) -> None:
    last = max((k for k, sizes in enumerate(lists[:-1], start=1) if sizes != lists[-1]), default=0)
    assert parse_size_lists(format_size_lists(lists), None, "raise") == lists[: last + 1]


@st.composite
def spots(draw: st.DrawFn) -> tuple[SizedBets, dict[str, Any]]:
    """Any options; a bet, or a raise of something smaller, before a stack of any size."""
    bets, raises = (tuple(draw(st.lists(kind, max_size=5))) for kind in (bet_size, raise_size))
    options = SizedBets(
        (bets, ()),
        ((raises,), ((),)),
        add_allin_threshold=draw(thresholds),
        force_allin_threshold=draw(thresholds),
        merging_threshold=draw(thresholds),
        raise_cap=draw(st.none() | st.integers(0, 4)),
        min_bet=draw(st.sampled_from([0.0, 1.0, 2.5])),
        chip=draw(st.sampled_from([FINE, 0.1, 0.5, 1.0, 7.0])),
    )
    stack = draw(st.floats(0.01, 1e5))
    other = draw(st.sampled_from([0.0, 0.01, 0.3, 0.6, 1.0])) * stack
    own = other * draw(st.sampled_from([0.0, 0.5])) if other else 0.0
    spot = {"player": 0, "pot": draw(st.floats(0.01, 1e5)), "own": own, "other": other, "stack": stack}
    return options, spot | {"num_bets": draw(st.integers(int(other > 0), 4)), "streets_left": draw(st.integers(1, 3))}


@settings(deadline=None)
@given(spots())
def test_totals_ascend_and_are_legal(case: tuple[SizedBets, dict[str, Any]]) -> None:
    options, spot = case
    own, other, stack = spot["own"], spot["other"], spot["stack"]
    result = bet_totals(options, **spot)
    assert all(low < high for low, high in pairwise(result))
    for total in result:
        assert other < total <= stack
        if total < stack:
            assert total >= (other + max(other - own, options.min_bet)) * (1 - 1e-9)
            if options.chip != FINE:
                assert math.isclose(total, options.chip * round(total / options.chip), rel_tol=1e-9)
            behind = options.force_allin_threshold * (spot["pot"] + 2 * total)
            assert stack - total > behind * (1 - 1e-9)
    if not options.lists(0)[2 if other else 0]:
        assert result == ()


@settings(deadline=None)
@given(spots())
def test_pure_has_every_size_that_is_not_forced(case: tuple[SizedBets, dict[str, Any]]) -> None:
    options, spot = case
    pure = replace(options, **PURE)
    every = bet_totals(pure, **spot)
    unmerged = bet_totals(replace(options, merging_threshold=0.0), **spot)
    assert {*bet_totals(options, **spot)} <= {*unmerged} <= {*every, spot["stack"]}
    for total in every:
        if spot["stack"] - total > options.force_allin_threshold * (spot["pot"] + 2 * total) * (1 + 1e-6) + 1e-6:
            assert total in unmerged


@settings(deadline=None)
@given(st.integers(1, 400).filter(lambda n: n % 5), st.integers(1, 1000))
def test_rounding_is_that_of_fractions(percent: int, pot: int) -> None:
    exact = Fraction(percent * pot, 100)
    assert totals(f"{percent}%", pot=pot, stack=10_000) == (max(1, math.floor(exact + Fraction(1, 2))),)
