"""Resources that solving takes: boards up to suit permutations by listing them, bytes of what is allocated, and the refusal."""

from __future__ import annotations

import tracemalloc
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.forms import form_of
from pokerzoo.envs.compiled.street_compiler import each_board_of
from pokerzoo.envs.compiled.street_size import check_solving_fits, solving_size
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.poker import preflop_equities
from pokerzoo.envs.poker.cards import CARD_NAMES, COMBO_NAMES
from pokerzoo.envs.support import memory
from pokerzoo_testing.cases import make_poker

ALIKE = ("QQ+", "random")
FLOP: dict[str, Any] = {
    "board": "Td9d6h",
    "ranges": (
        "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
        "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
    ),
    "pot": 200, "stack": 900, "bet_sizes": "60%", "raise_sizes": "60%",
    "add_allin_threshold": 0, "force_allin_threshold": 0, "merging_threshold": 0,
}  # fmt: skip
"""The flop of which known solvers' times are published: 68 million probabilities."""


def listed(game: Any) -> int:
    """The run-outs of a spot, those that differ by an exchange of suits counted once, one by one."""
    board = {CARD_NAMES[card] for card in game.rules.deck.board}
    weights = [dict(zip(map(frozenset, pairs()), held.weights.tolist(), strict=True)) for held in game.ranges]
    exchanges = []
    for order in permutations("cdhs"):
        to = dict(zip("cdhs", order, strict=True))

        def image(card: str, to: dict[str, str] = to) -> str:
            return card[0] + to[card[1]]

        same = all(held[frozenset(map(image, pair))] == weight for held in weights for pair, weight in held.items())
        if {image(card) for card in board} == board and same:
            exchanges.append(image)
    left = [card for card in CARD_NAMES if card not in board]
    runs = permutations(left, 5 - len(board))
    return len({min(tuple(image(card) for card in run) for image in exchanges) for run in runs})


def pairs() -> list[tuple[str, str]]:
    """The two cards of each combo."""
    return [(name[:2], name[2:]) for name in COMBO_NAMES]


@pytest.mark.parametrize(
    ("board", "ranges", "wanted"),
    [
        ("Td9d6h", ALIKE, 1429),  # clubs and spades are alike: (49 x 48 + 23 x 22) / 2
        ("Td9d6h", ("QQ+,AsKs", "random"), 2352),  # a range tells them apart
        ("Td9d6h", ("QQ+,AsKs,AcKc,AhKh:0.5", "random"), 1429),
        ("AsAhKd", ALIKE, 1476),  # the board stays the same set if spades and hearts change places
        ("AsKsQs", ALIKE, 675),
        ("2c3d4h", ALIKE, 2352),
        ("7c7d2h2s", ALIKE, 24),
        ("QsJh2h8d", ALIKE, 48),
        ("QsJs2s8s", ALIKE, 22),  # a spade, or one of thirteen ranks
    ],
)
def test_boards_that_differ_by_an_exchange_of_suits_count_once(board: str, ranges: tuple[str, str], wanted: int) -> None:
    game: Any = make_game("holdem", board=board, ranges=ranges)
    assert solving_size(game).distinct_boards[-1] == wanted == listed(game)


def bytes_taken(game: Any, precision: Any, threads: int) -> int:
    """The most bytes held at a time while this game is made, solved and measured, as Python counts them."""
    CFR(game, precision=precision, threads=threads).run(1).measure()  # kernels are compiled, or read from their cache
    for value in vars(preflop_equities).values():  # what a process keeps for all games is paid for by the first
        getattr(value, "cache_clear", lambda: None)()
    tracemalloc.start()
    try:
        CFR(make_game(game.name, **game.params), precision=precision, threads=threads).run(2).measure()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


TURN = {"ranges": ("random", "random"), "pot": 20, "stack": 90, "board": "QsJh2h8d"}
SMALL_FLOP = {"board": "Td9d6h", "ranges": ("QQ+,AKs", "JJ+,AK"), "pot": 20, "stack": 90}
FEW_HANDS = {"board": "2c7d9h", "ranges": ("AsAh,KsKh", "QsQh,JdJs"), "pot": 20, "stack": 30}
THREE_PLAYERS = {
    "board": "QsJh2h8d3c", "ranges": ("22+,A2s+,K9s+,AJo+", "22+,A2s+,K9s+,AJo+,KQo", "66+,A9s+,KTs+,AJo+,KQo"),
    "pot": 60, "stack": 150, "bet_sizes": "50%,100%", "raise_sizes": "60%",
}  # fmt: skip
PREFLOP = {"stack": 5, "raise_sizes": "a"}
SOLVED: dict[str, tuple[str, dict[str, Any], str]] = {
    "river": ("holdem", TURN | {"board": "QsJh2h8d3c"}, "single"),
    "turn": ("holdem", TURN, "single"),
    "turn on five threads": ("holdem", TURN, "single"),
    "turn in half precision": ("holdem", TURN, "half"),
    "turn, uneven ranges": ("holdem", TURN | {"ranges": ("QQ+,AsKs", "random")}, "single"),
    "turn of one suit": ("holdem", FLOP | {"board": "QsJs2s8s"}, "single"),
    "flop": ("holdem", SMALL_FLOP, "single"),
    "flop in half precision": ("holdem", SMALL_FLOP, "half"),
    "flop of few hands": ("holdem", FEW_HANDS, "double"),
    "three players": ("holdem", THREE_PLAYERS, "single"),
    "flop hold'em": ("fhp", {"deck": "royal", "raise_cap": 3}, "single"),
    "flop hold'em in half precision": ("fhp", {"deck": "royal"}, "half"),
    "before the flop": ("preflop_holdem", PREFLOP, "single"),
    "five flops": ("preflop_holdem", PREFLOP | {"last_street": "flop", "flops": "flops:5"}, "single"),
}
TAKE_LONG = ("flop of few hands", "flop hold'em in half precision")


@pytest.mark.parametrize("name", [pytest.param(own, marks=pytest.mark.long if own in TAKE_LONG else ()) for own in SOLVED])
def test_estimated_bytes_bound_what_solving_and_measuring_take(name: str) -> None:
    """A game that is not refused fits, and none is refused that takes less than a bound some 30% above what it needs."""
    named, params, precision = SOLVED[name]
    game: Any = make_game(named, **params)
    threads = 5 if "threads" in name else 1
    estimated = solving_size(game, threads=threads).bytes
    bound, taken = estimated.get(precision, min(estimated.values())), bytes_taken(game, precision, threads)
    assert taken <= bound <= 1.3 * taken, (bound, taken)


@pytest.mark.parametrize("board", ["QsJh2h8d", "QsJs2s8s"])
def test_sizes_are_those_of_the_compiled_game(board: str) -> None:
    game = make_poker("holdem", **(FLOP | {"board": board}))
    size, form = solving_size(game), form_of(game)
    assert isinstance(form, StreetTree)
    assert size.distinct_boards == tuple(map(len, form.boards))
    assert (size.infosets, size.probabilities) == (len(game.infosets), game.infosets.size)
    assert size.public_states == form.num_public_states
    apart = solving_size(game, symmetric=False)
    assert apart.distinct_boards == apart.boards
    assert apart.bytes["single"] - size.bytes["single"] >= 8 * (each_board_of(game).num_floats - form.num_floats)


def test_a_flop_of_68_million_probabilities_is_solved_in_two_gigabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = make_game("holdem", **FLOP)
    size = solving_size(game)
    assert size.probabilities == 68_020_030
    monkeypatch.setattr(memory, "free_memory", lambda: 2 * 10**9)
    assert len(game.infosets) == size.infosets == 31_081_470  # computed, not listed
    for precision in ("single", "half", None):
        check_solving_fits(game, precision)
    monkeypatch.setattr(memory, "free_memory", lambda: 3 * 10**8)
    check_solving_fits(game, "half", threads=1)
    for free, threads, pattern in (
        (3 * 10**8, 1, r"0.394 GB .* 0.3 GB are free .*precision='half' \(0.218 GB\), .* \(now 180 and 265\)"),
        (4 * 10**8, 30, r"0\.4\d+ GB .* makes it smaller: .*threads=1 \(0\.394 GB\)"),
        (10**8, 1, "0.1 GB are free .*; what makes it smaller: fewer bet sizes"),
    ):
        monkeypatch.setattr(memory, "free_memory", lambda free=free: free)
        with pytest.raises(ValueError, match=f"^holdem.*31,081,470 infosets and 68,020,030 prob.*1,429.*{pattern}"):
            CFR(game, threads=threads)


def test_nothing_is_allocated_to_find_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: 10**6)
    game: Any = make_game("holdem", board="Td9d6h", ranges=("random", "random"), bet_sizes="33%,66%,a", stack=1000)
    size = solving_size(game)
    assert size.probabilities > 10**9 and size.seconds_per_iteration is not None and size.seconds_per_iteration > 1
    assert "infosets" not in vars(game)


def test_spots_that_are_not_walked_by_boards_have_their_own_precision() -> None:
    small: Any = make_game("holdem")
    river: Any = make_game("holdem", board="QsJh2h8d3c", ranges=("random", "random"))
    leduc: Any = make_game("leduc")
    flop: Any = make_game("holdem", board="Td9d6h", ranges=("QQ+", "JJ+"))  # few hands, but 2,352 boards
    games = (small, river, leduc, flop)
    assert [list(solving_size(game).bytes) for game in games] == [["double"], ["single"], ["double"], ["single", "half"]]
    assert isinstance(form_of(flop), StreetTree)
    assert solving_size(leduc).boards == (1, 6) == solving_size(leduc).distinct_boards
    assert solving_size(river).seconds_per_iteration is None and np.prod(solving_size(river).boards) == 1
