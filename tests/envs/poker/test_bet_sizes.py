"""Bet sizes: the texts, the totals they allow, and the trees that come out."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any, TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerzoo.envs.betting.bets import SizedBets, sized_bets
from pokerzoo.envs.betting.sizes import Size, SizeLists, format_size_lists, format_sizes, parse_size_lists, parse_sizes
from pokerzoo.envs.support.errors import brief
from pokerzoo_testing.totals import bet_totals

PURE: dict[str, Any] = {"add_allin_threshold": 0.0, "force_allin_threshold": 0.0, "merging_threshold": 0.0}
FINE = 1e-6
"""The finest chip."""
RIVER = ("33%,75%,150%,a", "60%,a")

Tree: TypeAlias = "dict[str, Tree] | tuple[float, float]"
"""Children by action, or what both have put in at the end of the hand: a fold's are unequal."""


def tree(options: SizedBets, pot: float, stack: float, puts: tuple[float, float] = (0.0, 0.0), moves: str = "") -> Tree:
    """All lines of a river, the first player to act first; ``moves`` has one letter for each so far."""
    player = len(moves) % 2
    own, other = puts[player], puts[1 - player]
    children: dict[str, Tree] = {}
    if other > own:
        children |= {"f": puts, "c": (other, other)}
    else:
        children["x"] = puts if moves else tree(options, pot, stack, puts, "x")
    num_bets = moves.count("b")
    for total in bet_totals(
        options, player=player, pot=pot, own=own, other=other, stack=stack, num_bets=num_bets, streets_left=1
    ):
        after = (total, other) if player == 0 else (other, total)
        children[f"{'r' if other > own else 'b'}{total:g}"] = tree(options, pot, stack, after, moves + "b")
    return children


def size_of(node: Tree) -> tuple[int, int]:
    """Action nodes and terminal nodes."""
    if isinstance(node, tuple):
        return 0, 1
    counts = [size_of(child) for child in node.values()]
    return 1 + sum(a for a, _ in counts), sum(t for _, t in counts)


def lines(node: Tree, line: str = "") -> list[str]:
    if isinstance(node, tuple):
        return [line]
    return [end for action, child in node.items() for end in lines(child, f"{line}/{action}".lstrip("/"))]


def totals(
    sizes: str, *, pot: float = 100, own: float = 0, other: float = 0, stack: float = 1000, **more: Any
) -> tuple[float, ...]:
    """Pure totals of one list of sizes: of a bet, or of a raise where there is a bet to face."""
    where = {"player": 0, "num_bets": int(other > own), "streets_left": 1} | {
        name: more.pop(name) for name in ("num_bets", "streets_left", "player", "donk") if name in more
    }
    options = sized_bets("" if other > own else sizes, sizes if other > own else "", **(PURE | more))
    return bet_totals(options, pot=pot, own=own, other=other, stack=stack, **where)


@pytest.mark.parametrize(("thresholds", "nodes"), [(PURE, (24, 45)), ({}, (20, 37))], ids=["pure", "default"])
def test_river_tree_has_the_nodes_of_known_solvers(thresholds: dict[str, Any], nodes: tuple[int, int]) -> None:
    assert size_of(tree(sized_bets(*RIVER, **thresholds), 100, 300)) == nodes


def test_small_spot() -> None:
    # 25 to call: 25 + half of 100 = 75 leaves 25 behind in a pot of 200, an eighth, so the default goes all-in at once.
    assert lines(tree(sized_bets("50%", "50%"), 50, 100)) == [
        *("x/x", "x/b25/f", "x/b25/c", "x/b25/r100/f", "x/b25/r100/c"),
        *("b25/f", "b25/c", "b25/r100/f", "b25/r100/c"),
    ]
    # Without thresholds: to 75, and then 75 + half of 200 is beyond the stack.
    assert lines(tree(sized_bets("50%", "50%", **PURE), 50, 100)) == [
        *("x/x", "x/b25/f", "x/b25/c", "x/b25/r75/f", "x/b25/r75/c", "x/b25/r75/r100/f", "x/b25/r75/r100/c"),
        *("b25/f", "b25/c", "b25/r75/f", "b25/r75/c", "b25/r75/r100/f", "b25/r75/r100/c"),
    ]


@pytest.mark.parametrize(("thresholds", "percent"), [({}, 38.6752), (PURE, 50.4274)], ids=["default", "pure"])
def test_uniform_play_is_as_exploitable_as_known_solvers_say(thresholds: dict[str, Any], percent: float) -> None:
    """AA, KK and QQ on 2d 2s 2c 2h 3d: the better pair wins, and the number depends on every node of the tree."""
    hands = [(rank, suits) for rank in (3, 2, 1) for suits in combinations(range(4), 2)]
    meets = np.array([[float(r != s or not set(a) & set(b)) for s, b in hands] for r, a in hands])
    wins = meets * np.sign(np.subtract.outer([r for r, _ in hands], [r for r, _ in hands]))

    def best(node: Tree, player: int, reach: Any, actor: int) -> Any:
        if isinstance(node, tuple):
            stake = 25 + min(node)
            return stake * (wins @ reach if node[0] == node[1] else np.sign(node[player] - node[1 - player]) * meets @ reach)
        if actor == player:
            return np.max([best(child, player, reach, 1 - actor) for child in node.values()], axis=0)
        share = reach / len(node)
        return np.sum([best(child, player, share, 1 - actor) for child in node.values()], axis=0)

    root = tree(sized_bets("50%", "50%", **thresholds), 50, 100)
    gain = sum(best(root, player, np.ones(len(hands)), 0).sum() for player in (0, 1)) / meets.sum()
    assert 100 * gain / 2 / 50 == pytest.approx(percent, abs=1e-4)


def test_bets_by_hand() -> None:
    assert totals("50%") == (50,)
    assert totals("33.5%", chip=FINE) == (33.5,)
    assert totals("120c") == (120,)
    assert totals("a") == (1000,)
    assert totals("a,50%, 50c 1%") == (1, 50, 1000)
    assert totals("") == ()
    assert totals("1000%", stack=300) == (300,)


def test_raises_by_hand() -> None:
    facing: Any = {"other": 40.0, "stack": 1000}
    assert totals("50%", **facing) == (40 + 90,)  # the pot after calling is 180
    assert totals("2.5x", **facing) == (100,)
    assert totals("100c", **facing) == (140,)
    assert totals("60%", own=40, other=130, num_bets=2) == (130 + 216,)
    assert totals("3x", own=40, other=130, num_bets=2) == (390,)
    assert totals("a", **facing) == (1000,)


def test_geometric_sizes_put_the_stack_in_by_the_river() -> None:
    # 100 in the pot, 400 behind, three streets: 100 (1 + 2 f)^3 = 900.
    f = (9 ** (1 / 3) - 1) / 2
    assert totals("e", stack=400, streets_left=3, chip=FINE) == pytest.approx((100 * f,))
    assert totals("3e", stack=400, chip=FINE) == pytest.approx((100 * f,))
    assert totals("2e", stack=400, streets_left=3) == (100,)  # 100 (1 + 2 f)^2 = 900
    assert totals("e", stack=400, streets_left=1) == (400,)
    assert totals("3e50%,2e75%,e1000%", stack=400, streets_left=3) == (50, 54, 75)
    pot, stack = 100.0, 400.0
    for streets in (3, 2, 1):
        (bet,) = totals("e", pot=pot, stack=stack, streets_left=streets, chip=FINE)
        pot, stack = pot + 2 * bet, stack - bet
    assert stack == 0 and pot == 900
    # A raise: 180 in the pot after calling 40, 360 behind, two streets: 180 (1 + 2 f)^2 = 900.
    assert totals("e", other=40, stack=400, streets_left=2, chip=FINE) == pytest.approx((40 + 90 * (math.sqrt(5) - 1),))
    assert totals("e", other=40, stack=400.4, streets_left=1) == (400.4,)


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


def test_lists_of_sizes_are_by_the_number_of_raises_and_a_cap_counts_bets_too() -> None:
    fixed = sized_bets("20c", "20c|20c|20c|", **PURE)
    deepest = max(lines(tree(fixed, 100, 1000)), key=len)
    assert deepest == "x/b20/r40/r60/r80/f"
    assert "b20/r40/c" in lines(tree(replace(fixed, raise_cap=2), 100, 1000))
    assert not any("r60" in line for line in lines(tree(replace(fixed, raise_cap=2), 100, 1000)))
    assert lines(tree(replace(fixed, raise_cap=0), 100, 1000)) == ["x/x"]
    assert totals("20c,50c | 20c,50c | 20c,50c | 50c", own=60, other=80, num_bets=4) == (130,)
    assert [totals("3x | 2x | a", own=0, other=20, num_bets=number) for number in (1, 2, 3, 4)] == [
        (60,),
        (40,),
        (1000,),
        (1000,),
    ]


def test_rounding_is_half_up_to_whole_chips() -> None:
    assert totals("50%", pot=25) == (13,)  # 12.5
    assert totals("29%", pot=50) == (15,)  # 14.5, and a little less in floating point
    assert totals("50%", pot=25, chip=0.5) == (12.5,)
    assert totals("33%", pot=25, chip=0.5) == (8.5,)  # 8.25
    assert totals("3%", pot=10, chip=0.1, min_bet=0) == (0.3,)
    assert totals("33%", pot=25, chip=FINE) == (8.25,)
    assert totals("33%", pot=25, chip=5) == (10,)


def test_all_in_is_not_rounded_and_may_be_below_the_minimum() -> None:
    assert totals("50%,a", stack=50.4) == (50, 50.4)
    assert totals("e", stack=300.4) == (300.4,)
    assert totals("50%", stack=0.4, chip=FINE) == (0.4,)
    assert totals("50%", stack=3, min_bet=5) == (3,)
    assert totals("2.5x", other=40, stack=60) == (60,)
    assert totals("a", other=40, stack=40) == ()
    assert totals("50%,a", other=40, stack=40, **{"add_allin_threshold": 1.5}) == ()


def test_minimum_bet_and_minimum_raise() -> None:
    assert totals("1%,2%", min_bet=10) == (10,)
    assert totals("1%", min_bet=2.5) == (3,)  # the next whole chip
    assert totals("1%", pot=10, chip=1, min_bet=0) == (1,)  # no bet of nothing
    assert totals("1.1x,10c", other=40) == (80,)
    assert totals("10%", own=40, other=130, num_bets=2) == (220,)  # by 90, as the raise before
    assert totals("10c", other=1, min_bet=20) == (21,)


def test_add_all_in_threshold() -> None:
    assert totals("50%", stack=150, add_allin_threshold=1.5) == (50, 150)
    assert totals("50%", stack=150.1, add_allin_threshold=1.5) == (50,)
    # Facing 40: 180 after the call, 270 beyond it.
    assert totals("50%", other=40, stack=310, add_allin_threshold=1.5) == (130, 310)
    assert totals("50%", other=40, stack=311, add_allin_threshold=1.5) == (130,)
    assert totals("", stack=10, add_allin_threshold=1.5) == ()
    assert totals("20c | 20c | 20c |", own=60, other=80, num_bets=4, stack=90, add_allin_threshold=1.5) == ()


def test_force_all_in_threshold() -> None:
    # 50 bet and called makes 200; 0.15 of it is 30.
    assert totals("50%", stack=80, force_allin_threshold=0.15) == (80,)
    assert totals("50%", stack=80.1, force_allin_threshold=0.15) == (50,)
    assert totals("75%", other=0, stack=76) == (75,)


def test_merging_threshold() -> None:
    # (1 + 1.2) / (1 + 1) is 1.1, not less; against 119% it is.
    assert totals("100%,120%", merging_threshold=0.1) == (100, 120)
    assert totals("100%,119%", merging_threshold=0.1) == (119,)
    # From the largest down: 75 goes for 80, and 70 is compared with the 80 that stays.
    assert totals("50%,70%,75%,80%", merging_threshold=0.05) == (50, 70, 80)
    assert totals("50%,70%,75%,80%", merging_threshold=0.06) == (50, 80)
    # A raise by its part beyond the call: 90 and 100 of 180.
    assert totals("90c,100c", other=40, merging_threshold=0.03) == (130, 140)
    assert totals("90c,100c", other=40, merging_threshold=0.04) == (140,)
    assert totals("50%,50%,50c") == (50,)


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
    ("text", "kind", "where", "why"),
    [
        ("50", "bet", "at character 1, '50'", "a number needs a unit after it; allowed: 50% (of the pot), 100c"),
        ("33%, 50", "bet", "at character 6, '50'", "needs a unit"),
        ("33%, 2x", "bet", "at character 6, '2x'", "for raises only"),
        ("2x", "donk", "at character 1, '2x'", "for raises only"),
        ("2x | a,50", "raise", "at character 8, '50'", "needs a unit"),
        ("a -3%", "raise", "at character 3, '-3%'", "-3 must be a finite number above 0; allowed: 50% (of the pot), 100c"),
        ("0%", "bet", "at character 1, '0%'", "0 must be a finite number above 0"),
        ("9" * 400 + "%", "bet", "at character 1", "must be a finite number"),
        ("1x", "raise", "at character 1, '1x'", "1 must be a finite number above 1"),
        ("3e0%", "bet", "at character 1, '3e0%'", "above 0"),
        ("0e", "bet", "at character 1, '0e'", "streets=0: must be an integer from 1"),
        ("1.5e", "bet", "at character 1, '1.5e'", "not a size"),
        ("3e200", "bet", "at character 1, '3e200'", "not a size"),
        ("20c3r", "raise", "at character 1, '20c3r'", "not a size"),
        ("5a", "bet", "at character 1, '5a'", "not a size"),
        ("33%,abc", "bet", "at character 5, 'abc'", "not a size"),
        ("50 %", "bet", "at character 1, '50'", "needs a unit"),
        ("33%,,a", "bet", "at character 4, ','", "a size is missing"),
        ("33%, ,a", "bet", "at character 4, ','", "a size is missing"),
        ("33%,", "bet", "at character 4, ','", "a size is missing"),
        (",33%", "bet", "at character 1, ','", "a size is missing"),
        (",", "bet", "at character 1, ','", "a size is missing"),
    ],
)
def test_errors_of_texts(text: str, kind: Any, where: str, why: str) -> None:
    with pytest.raises(ValueError, match="_sizes=.*at character .* allowed") as error:
        parse_sizes(text, kind)
    message = str(error.value)
    assert message.startswith(f"{kind}_sizes={brief(text)}: ") and where in message and why in message
    assert ("2.5x" in message.split("allowed: ")[1]) == (kind == "raise")


def test_errors_of_options() -> None:
    for name in ("add_allin_threshold", "force_allin_threshold", "merging_threshold", "min_bet"):
        wrong: tuple[Any, ...] = (-1.0, math.nan, math.inf, True, "1")
        for value in wrong:
            changed = {name: value}
            with pytest.raises(ValueError, match=f"{name}={value!r}: must be a finite number, 0 or more"):
                sized_bets("50%", "50%", **changed)
    for chip in (0, -1.0, math.nan, math.inf, True, "1"):
        with pytest.raises(ValueError, match=f"chip={chip!r}: must be a finite number from 1e-06"):
            sized_bets("50%", "50%", chip=chip)
    for cap in (-1, 1.5, True):
        with pytest.raises(ValueError, match=f"raise_cap={cap!r}: must be an integer from 0"):
            sized_bets("50%", "50%", raise_cap=cap)
    for texts in (("50%",), ("50%", 3), 3, ("a", "a", "a")):
        with pytest.raises(ValueError, match="raise_sizes=.*must be a string or a pair of strings"):
            sized_bets("50%", texts)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="bet: 2x is for raises only"):
        SizedBets(((Size("x", 2.0),), ()), (((),), ((),)))
    for kind in ("bet", "donk"):
        with pytest.raises(ValueError, match=rf"{kind}_sizes=.*: {kind}s have one list of sizes; only raises may have several"):
            parse_sizes("50% | a", kind)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="raise_sizes=.*: must be one list of sizes"):
        parse_sizes("50% | a", "raise")
    with pytest.raises(ValueError, match="kind='limp': must be one of 'bet', 'raise', 'donk'"):
        parse_sizes("a", "limp")  # type: ignore[arg-type]
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
