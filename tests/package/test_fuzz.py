"""Attacks that are kept: odd ranges, sizes, parameters, files, logs and command lines.

Each gives a clear error or a right result, in two seconds and a gibibyte (``pokerzoo_testing.fuzzing``). 500 of each kind in
every run, of command lines 150, which take longer; the cases up to number 10,500 in ``make test-long``. A failure names its
case, which is made again from that number alone.
"""

from __future__ import annotations

import contextlib
import datetime
import decimal
import fractions
import io
import json
import math
import os
import random
import re
import shutil
import sys
import tempfile
import warnings
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import BASELINES, CFR, VARIANTS, CheckpointError, TabularPolicy, baseline_policy
from pokerzoo.agents.policies.policy_file import PolicyFileError
from pokerzoo.agents.training.checkpoint import Checkpoints, state_digest
from pokerzoo.cli import main
from pokerzoo.envs import board_set, list_games, make_game, texture
from pokerzoo.envs.poker.bet_sizes import bet_options, bet_totals, format_sizes, parse_sizes
from pokerzoo.envs.poker.cards import CARD_NAMES, COMBO_NAMES, RANKS, SUITS
from pokerzoo.envs.poker.ranges import parse_range
from pokerzoo.envs.registry import game_parameters
from pokerzoo.envs.support.parameters import as_tuples
from pokerzoo.evaluation import HandLog, from_phh, head_to_head, read_hands, to_phh
from pokerzoo.evaluation.hands.hand_log_reader import HandLogError, rescore
from pokerzoo.evaluation.hands.phh_format import PhhError
from pokerzoo.evaluation.hands.played_spot import spot_of_text
from pokerzoo_testing.cases import random_walk
from pokerzoo_testing.fuzzing import LONGEST, Case, Fuzzer, fuzz
from pokerzoo_testing.site_hand import STARS

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of what eval7 is built on
    import eval7

JUNK = "AKQJT9872akqjt shdc,;:()%+-.0159exacrRNDOM\t\n\x00\x1bé½♠\u202e\U0001f0a1'\"\\[]{}="


def garbled(rng: random.Random, text: str, junk: str = JUNK) -> str:
    """A text with a few letters taken out, put in, exchanged, doubled or moved."""
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(letters))
        match rng.randint(0, 4):
            case 0:
                letters[at : at + rng.randint(1, 3)] = []
            case 1:
                letters.insert(at, rng.choice(junk))
            case 2:
                letters[at : at + 1] = [rng.choice(junk)]
            case 3:
                letters[at:at] = letters[at : at + 5]
            case _:
                letters = letters[at:] + letters[:at]
    return "".join(letters)


def junk(rng: random.Random) -> str:
    """A text of nothing in particular, seldom a very long one."""
    letters = rng.choices(JUNK, k=rng.randint(0, 30))
    return "".join(letters) * rng.choice([1] * 30 + [5_000])


# Ranges


def combos_between(high: int, low: int, suits: str) -> set[frozenset[str]]:
    """The combos of two ranks: ``s``uited, ``o``ffsuit or both; by counting through the suits."""
    found = {
        frozenset({RANKS[high] + one, RANKS[low] + two})
        for one in SUITS
        for two in SUITS
        if (one == two) in {"s": (True,), "o": (False,), "": (True, False)}[suits]
    }
    return {combo for combo in found if len(combo) == 2}


def range_piece(rng: random.Random) -> tuple[str, set[frozenset[str]]]:
    """A piece of a range, and the combos that it means."""
    high = rng.randint(1, 12)
    low = rng.randint(0, high - 1)
    suits = rng.choice(["s", "o", ""])
    pair, other = RANKS[high] * 2, rng.randint(0, 12)
    match rng.randint(0, 8):
        case 0:
            return pair, combos_between(high, high, "")
        case 1:
            return pair + "+", set().union(*(combos_between(r, r, "") for r in range(high, 13)))
        case 2:
            low_pair, high_pair = sorted((high, other))
            ends = [RANKS[low_pair] * 2, RANKS[high_pair] * 2]
            rng.shuffle(ends)
            return "-".join(ends), set().union(*(combos_between(r, r, "") for r in range(low_pair, high_pair + 1)))
        case 3:
            return RANKS[high] + RANKS[low] + suits, combos_between(high, low, suits)
        case 4 if low < high - 1 or high == 12:
            text = f"{RANKS[high]}{RANKS[low]}{suits}+"
            return text, set().union(*(combos_between(high, r, suits) for r in range(low, high)))
        case 5:
            bottom = rng.randint(0, low)
            text = f"{RANKS[high]}{RANKS[low]}{suits}-{RANKS[high]}{RANKS[bottom]}{suits}"
            return text, set().union(*(combos_between(high, r, suits) for r in range(bottom, low + 1)))
        case 6:
            down = rng.randint(0, low)
            text = f"{RANKS[high]}{RANKS[low]}{suits}-{RANKS[high - down]}{RANKS[low - down]}{suits}"
            return text, set().union(*(combos_between(high - i, low - i, suits) for i in range(down + 1)))
        case 7:
            return "random", {frozenset({a, b}) for a in CARD_NAMES for b in CARD_NAMES if a != b}
    cards = rng.sample(CARD_NAMES, 2)
    return "".join(cards), {frozenset(cards)}


def fuzz_ranges(case: Case) -> None:
    rng = case.rng
    text, expected, plain = "", {}, True
    for _ in range(rng.randint(1, 6)):
        piece, combos = range_piece(rng)
        weight, form = 1.0, rng.randint(0, 5)
        if form == 0:
            weight = rng.randint(0, 100) / 100
            piece += f":{weight}"
        elif form == 1:
            percent = rng.randint(0, 100)
            weight, piece = percent / 100, f"{percent}%({piece})"
        plain &= form > 1
        expected |= dict.fromkeys(combos, weight)
        text += piece + rng.choice([",", ", ", " ", ";", "\n"])
    kind = rng.randint(0, 9)
    if kind < 5 and any(expected.values()):
        case.note(text, kinds=())
        range_ = parse_range(text)
        found = {frozenset({name[:2], name[2:]}): w for name, w in zip(COMBO_NAMES, range_.weights.tolist(), strict=True) if w}
        assert found == {combo: weight for combo, weight in expected.items() if weight}
        assert parse_range(str(range_)) == range_
        if plain and "random" not in text and kind == 0:
            with warnings.catch_warnings(), contextlib.suppress(eval7.rangestring.RangeStringError):  # it reads fewer forms
                warnings.simplefilter("ignore")
                theirs = eval7.HandRange(re.sub(r"[,;\s]+", ",", text).strip(","))
                assert {frozenset(map(str, cards)) for cards, _ in theirs.hands} == set(expected)
        return
    text = garbled(rng, text) if kind < 9 else junk(rng)
    case.note(text, ["ranges[1]="])
    range_ = parse_range(text, "ranges[1]")
    assert range_.weights.min() >= 0.0 and 0.0 < range_.weights.max() <= 1.0
    assert parse_range(str(range_)) == range_


# Sets of boards

KINDS = ["all-flops", "all-turn-boards", "all-river-boards", "all-turn-sets", "all-turns", "all-rivers", "flops:5", "random:7"]
KINDS += ["random-flops:9", "random-turns:1000", "random-rivers:1000000"]


def fuzz_boards(case: Case) -> None:
    rng = case.rng
    start = "".join(rng.sample(CARD_NAMES, rng.choice([3, 3, 4, 5])))
    options: dict[str, Any] = {"seed": rng.choice([0, 1, 2**64 - 1])}
    if rng.random() < 0.4:
        options["board"] = start if rng.random() < 0.7 else garbled(rng, start)
    if rng.random() < 0.5:
        options["num_cards"] = rng.choice([3, 4, 5, 5, 6, -1])
    if rng.random() < 0.3:
        options["ranges"] = [range_piece(rng)[0], range_piece(rng)[0]]
    if rng.random() < 0.6:
        text = rng.choice(KINDS)
    else:
        text = rng.choice([",", " ", ";\n"]).join(
            "".join(rng.sample(CARD_NAMES, len(start) // 2)) for _ in range(rng.randint(1, 9))
        )
    if rng.random() < 0.5:
        text = garbled(rng, text) if rng.random() < 0.8 else junk(rng)
    case.note((text, options), ["board", "num_cards"])
    boards = board_set(text, **options)
    case.note((text, options), kinds=())
    for index in {0, len(boards) - 1, rng.randrange(len(boards))}:
        board, weight = boards[index]
        cards = [board[at : at + 2] for at in range(0, len(board), 2)]
        assert len(set(cards)) == len(cards) == boards.num_cards and set(cards) <= set(CARD_NAMES)
        assert 1 <= weight <= boards.total_weight
        assert texture(board).ranks == "".join(sorted(board[::2], key=RANKS.index, reverse=True))
        assert boards[index - len(boards)] == (board, weight)
    if len(boards) < 3000 and rng.random() < 0.3:
        assert sum(weight for _, weight in boards) == boards.total_weight


# Bet sizes

PURE = {"add_allin_threshold": 0, "force_allin_threshold": 0, "merging_threshold": 0, "min_bet": 0, "chip": 0}


def size(rng: random.Random, kind: str) -> str:
    """A size that can be read."""
    amount = rng.choice([str(rng.randint(2, 400)), f"{rng.randint(2, 40)}.{rng.randint(0, 99)}"])
    forms = [f"{amount}%", f"{amount}c", "a", "e", f"{rng.randint(1, 4)}e", f"{rng.randint(1, 4)}e{amount}%"]
    return rng.choice(forms + ([f"{amount}x", f"{amount}c{rng.randint(1, 4)}r"] if kind == "raise" else []))


def fuzz_sizes(case: Case) -> None:
    rng = case.rng
    kind = rng.choice(["bet", "raise", "donk"])
    texts = [size(rng, kind) for _ in range(rng.randint(0, 5))]
    text = rng.choice([",", ", ", " ", " ,\n"]).join(texts)
    if rng.random() < 0.5:
        text = garbled(rng, text) if rng.random() < 0.8 else junk(rng)
        case.note(text, [f"{kind}_sizes", f"{kind} sizes"])
    else:
        case.note(text, kinds=())
    sizes = parse_sizes(text, kind)  # type: ignore[arg-type]
    assert parse_sizes(format_sizes(sizes), kind) == sizes  # type: ignore[arg-type]
    if case.kinds == ():
        assert [float(s.amount) for s in sizes if s.unit in "%xc"] == [  # type: ignore[arg-type]
            float(re.match(r"[\d.]+", t)[0])
            for t in texts
            if "e" not in t and t != "a"  # type: ignore[index]
        ]

    # The totals that they come to, in a round of the rng's making.
    case.note((text, "totals"), kinds=())
    pot, stack = rng.choice([1, 7.5, 100, 1e6, 1e-3]), rng.choice([1, 33.3, 300, 1e7])
    other = rng.choice([0.0, stack / 4, stack / 2]) if kind == "raise" else 0.0
    own = rng.choice([0.0, other / 2]) if other else 0.0
    there = {"player": 0, "pot": pot, "own": own, "other": other, "stack": stack, "num_bets": int(other > 0)}
    thresholds = rng.choice([{}, PURE])
    options = bet_options(
        text if kind == "bet" else "", text if kind == "raise" else "", text if kind == "donk" else None, **thresholds
    )
    totals = bet_totals(options, **there, streets_left=rng.randint(1, 3), donk=kind == "donk")  # type: ignore[arg-type]
    assert list(totals) == sorted(set(totals)) and all(other < total <= stack for total in totals)
    least = min(stack, 2 * other - own)
    assert all(total >= least * (1 - 1e-12) for total in totals)
    if (thresholds and {s.unit for s in sizes} <= {"%", "a"}) and (kind != "raise" or other):
        wanted = [other + float(s.amount or math.inf) * (pot + 2 * other) / 100 for s in sizes]
        expected = sorted({min(stack, max(least, total)) for total in wanted})
        assert all(min(abs(total - e) for e in expected) <= 1e-9 * stack for total in totals)
        assert all(min(abs(total - e) for total in totals) <= 1e-9 * stack for e in expected)


# Parameters of games


def nested(depth: int) -> Any:
    """Lists in lists."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


ODD: list[Any] = [
    *(None, True, False, "", "x", "50%", "\x1b[31mred", "é" * 50, "A" * 100_000, b"50%", bytearray(b"x")),
    *(0, -1, 1, 2, 3, 5, 10**6, 10**30, 10**400, -(10**400), 0.5, 1.5, -0.0, math.nan, math.inf, -math.inf, 5e-324, 1e308),
    *(1j, decimal.Decimal(2), decimal.Decimal("nan"), fractions.Fraction(1, 3), datetime.date(2024, 1, 1)),
    *(np.int64(3), np.uint8(2), np.float32(2.5), np.float16("inf"), np.float64("nan"), np.bool_(True), np.complex128(1)),
    *(np.array(3), np.array([1.0, 2.0]), np.array("x"), np.ma.masked, np.ma.array([1, 2], mask=[0, 1])),
    np.datetime64("NaT", "s"),
    *([], (), [[]], ((),), (None,), {}, {"a": 1}, {1}, object(), len, range(3), nested(5), nested(900), nested(20_000)),
    *(["50%", "a"], ("50%", None), ["50%"] * 3, [0.0] * 100_000, np.zeros((3, 3)), "22+," * 10_000, "QQ " * 100_000),
]


def good_value(rng: random.Random, name: str, key: str) -> Any:
    """A value that a parameter may well have."""
    cards = rng.sample(CARD_NAMES, 5)
    pool: dict[str, list[Any]] = {
        "num_players": [2, 3, 4, 10],
        "num_cards": [3, 4, 5, 13, 101],
        "odds": [1.5, 2, 3.0, 1e6],
        "blind": [0.3, 1, 2.5],
        "suit_isomorphism": [True, False],
        "payoffs": [
            [[rng.randint(-3, 3) for _ in range(3)] for _ in range(rng.randint(1, 4))],
            [[0.5]],
            ((1, -1e300), (0, 5e-324)),
        ],
        "board": ["".join(cards), " ".join(cards), "AhAh2c3c4c", "AhKh"],
        "ranges": [("QQ+", "JJ+"), ["random", "22+, AKs:0.5"], (range_piece(rng)[0], range_piece(rng)[0])],
        "pot": [1, 50, 50.0, 1e-6, 1e12, 33.3],
        "stack": [1, 100, 100.0, 5000, 1e-6, 1e12],
        "removed": [(), ["b25"], "b25", ("x",), ("zz",)],
        "sizes_at": [
            {},
            {"": "+25%"},
            {"x": "+20%,-50%"},
            {"x": "+a", "b25": "+3x"},
            {"zz": "+1"},
            {"x": "-"},
            {"xb25c/x": "+1c"},
        ],
        "max_nodes": [1, 50, 1000],
        "raise_cap": [None, 0, 2],
    }
    if key.endswith("_sizes"):
        return rng.choice([size(rng, "bet"), "50%,a", ("50%", "1c"), "", "1c", "e"])
    return rng.choice(pool.get(key, [0, 0.05, 0.5, 1, 2]))


def fuzz_parameters(case: Case) -> None:
    rng = case.rng
    name = rng.choice([*list_games(), "holdem", "holdem"])
    keys = list(game_parameters(name))
    params = {"max_nodes": 1000} if name == "holdem" else {}
    for key in rng.sample(keys, rng.randint(1, min(4, len(keys)))):
        params[key] = good_value(rng, name, key)
    if rng.random() < 0.7:
        params[rng.choice(keys)] = rng.choice(ODD)
    elif rng.random() < 0.1:
        params[rng.choice(["cards", "x" * 10_000, "name", "\x1b[31m"])] = 1
    shown = {
        key: repr(value)[:200] if not isinstance(value, list) else f"list of {len(value)}" for key, value in params.items()
    }
    # An error names a parameter that was given, or one that it cannot go with.
    case.note((name, shown), [key[:50] for key in [*params, *keys]], (ValueError, TypeError))
    game = make_game(name, **params)
    stored = json.loads(json.dumps(game.params, allow_nan=False))
    again = make_game(name, **as_tuples(stored))
    assert again == game and hash(again) == hash(game) and again.params == game.params
    assert all(map(math.isfinite, game.utility_range))
    assert len(repr(game)) < 100_000


# Policy files and checkpoints

SMALL = ("kuhn", "rps")


def npz(arrays: dict[str, np.ndarray[Any, Any]]) -> bytes:
    """An archive of arrays."""
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


def npy(dtype: str, shape: Any, data: bytes) -> bytes:
    """An array's file with a header that may be untrue."""
    text = f"{{'descr': {dtype!r}, 'fortran_order': False, 'shape': {shape!r}, }}".encode()
    text += b" " * (63 - (len(text) + 10) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + data


def odd_json(rng: random.Random, depth: int = 0) -> Any:
    """A JSON value."""
    values: list[Any] = [None, True, 0, -1, 1e308, 10**30, "", "x" * 3000, "\x1b[2J\n", [], {}, nested(900), "kuhn", "leduc"]
    if depth < 3 and rng.random() < 0.3:
        return {rng.choice(["game", "params", "x", "num_cards"]): odd_json(rng, depth + 1)}
    return rng.choice(values)


def broken_bytes(rng: random.Random, data: bytes) -> bytes:
    """Bytes flipped, cut out, doubled or put in."""
    mutable = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(mutable) + 1)
        match rng.randint(0, 3):
            case 0 if at < len(mutable):
                mutable[at] ^= 1 << rng.randint(0, 7)
            case 1:
                del mutable[at : at + rng.choice([1, 8, 500])]
            case 2:
                mutable[at:at] = rng.randbytes(rng.choice([1, 8, 100]))
            case _:
                mutable[at:at] = mutable[at : at + 50]
    return bytes(mutable)


def broken_archive(rng: random.Random, arrays: dict[str, np.ndarray[Any, Any]], floats: str) -> bytes:
    """An archive with something wrong in it, or nothing."""
    match rng.randint(0, 6):
        case 0:
            return npz(arrays)
        case 1 | 2:
            return broken_bytes(rng, npz(arrays))
        case 3:  # another header
            header = json.loads(arrays["header"].tobytes())
            header[rng.choice([*header, "x"])] = odd_json(rng)
            if rng.random() < 0.3:
                del header[rng.choice(list(header))]
            text = json.dumps(header).encode() if rng.random() < 0.8 else json.dumps(odd_json(rng)).encode()
            changed = arrays | {"header": np.frombuffer(text, dtype=np.uint8)}
            if "sha256" in arrays and rng.random() < 0.7:  # by somebody who knows how it is made
                del changed["sha256"]
                changed["sha256"] = state_digest(changed)
            return npz(changed)
        case 4:  # other values
            values = arrays[floats].copy()
            kinds = [np.float16, np.float32, np.float64, np.complex128, np.int8, np.uint64, np.bool_, "U3", "S3", "M8[s]"]
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                values.flat[rng.randrange(values.size)] = rng.choice([-1.0, 2.0, math.nan, math.inf, 1e-300])
                values = values.astype(rng.choice(kinds))  # type: ignore[call-overload]
            return npz(arrays | {floats: values if rng.random() < 0.8 else values.reshape(1, -1)})
        case 5:  # a header of an array that lies about what follows
            buffer = io.BytesIO()
            with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, array in arrays.items():
                    if name != floats:
                        archive.writestr(f"{name}.npy", npy(array.dtype.str, array.shape, array.tobytes()))
                shape = rng.choice([(10**9,), (10**30,), (2**62,), (-1,), (), (1.5,), (12, 0), ("a",), (3, 4), None])
                dtype = rng.choice(["<f8", "<f2", "|O", "<U9", "<V8", "nonsense", "<f80"])
                archive.writestr(f"{floats}.npy", npy(dtype, shape, rng.choice([b"", b"\0" * 192, b"\0" * 10_000_000])))
            return buffer.getvalue()
    return npz({name: array for name, array in arrays.items() if rng.random() < 0.5} or {"x": np.zeros(3)})


def random_policy(rng: random.Random, name: str) -> TabularPolicy:
    """Any strategy of a game."""
    game = make_game(name)
    values = np.array([rng.random() for _ in range(game.infosets.size)])
    first = game.infosets.first
    return TabularPolicy(game, values / np.repeat(np.add.reduceat(values, first[:-1]), np.diff(first)))


def fuzz_policy_files(case: Case) -> None:
    rng = case.rng
    case.folder.mkdir(exist_ok=True)
    path = case.folder / "policy.npz"
    policy = random_policy(rng, rng.choice(SMALL))
    policy.save(path, rng.choice(["full", "single", "half"]))
    with np.load(path) as archive:
        arrays = dict(archive)
    data = broken_archive(rng, arrays, "probabilities")
    path.write_bytes(data)
    case.note(data, [str(path)], (PolicyFileError,))
    loaded = TabularPolicy.load(path)
    sums = np.add.reduceat(loaded.probabilities, loaded.game.infosets.first[:-1])
    assert loaded.probabilities.dtype == np.float64 and loaded.probabilities.min() >= 0.0 and np.abs(sums - 1.0).max() < 1e-6
    loaded.save(case.folder / "again.npz")
    assert TabularPolicy.load(case.folder / "again.npz") == loaded


@cache
def trained(name: str, variant: str) -> tuple[dict[str, bytes], TabularPolicy]:
    """Checkpoints after 8 and 12 iterations, by the names of their files, and the policy after 20."""
    with tempfile.TemporaryDirectory() as folder:
        solver = CFR(make_game(name), variant).run(12, every=4, checkpoint=folder)
        files = {path.name: path.read_bytes() for path in Path(folder).glob("*.npz")}
    return files, solver.run(8).average_policy()


def fuzz_checkpoints(case: Case) -> None:
    rng = case.rng
    case.folder.mkdir(exist_ok=True)
    name, variant = rng.choice(SMALL), rng.choice(["cfr", "cfr+", "dcfr", "pcfr+"])
    game, folder = make_game(name), case.folder / "checkpoints"
    written, expected = trained(name, variant)
    folder.mkdir(exist_ok=True)
    for file, data in written.items():
        (folder / file).write_bytes(data)
    newest = folder / max(written)
    with np.load(newest) as archive:
        arrays = dict(archive)
    data = broken_archive(rng, arrays, sorted(name for name in arrays if name.startswith("state/"))[0])
    newest.write_bytes(data)
    case.note(data, [str(folder)], (CheckpointError,))
    solver = CFR(game, variant)
    with warnings.catch_warnings(record=True) as told, Checkpoints(folder) as checkpoints:
        warnings.simplefilter("always")
        restored = checkpoints.restore(solver)
    if not restored:  # a header that says that it is no further than a solver that is new
        assert solver.iteration == 0 and b'"iteration": 12' not in data
        return
    # The newest if it was whole, else the one before it, which is told; never anything else.
    assert [str(newest) in str(w.message) and "going on from" in str(w.message) for w in told] == [True] * len(told)
    assert solver.iteration == (8 if told else 12) and all(len(str(w.message)) < LONGEST for w in told)
    assert solver.run(20 - solver.iteration).average_policy() == expected


# Hand logs


def fuzz_hand_logs(case: Case) -> None:
    rng = case.rng
    case.folder.mkdir(exist_ok=True)
    path = case.folder / "log.jsonl"
    game = make_game(rng.choice(["kuhn", "leduc", "rps"]))
    with HandLog(game, path, ["one", "two"], readable=rng.random() < 0.5) as log:
        draw = np.random.default_rng(rng.randrange(2**32))
        for i in range(6):
            log.add(random_walk(game, draw)[-1], (i % 2, 1 - i % 2))
    lines = path.read_bytes().splitlines(keepends=True)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        match rng.randint(0, 5):
            case 0:
                lines[at] = broken_bytes(rng, lines[at])
            case 1:
                del lines[at]
                if not lines:
                    lines = [b""]
            case 2:
                lines.insert(at, lines[rng.randrange(len(lines))])
            case 3:
                rng.shuffle(lines)
            case _:
                with contextlib.suppress(ValueError):
                    value = json.loads(lines[at])
                    if isinstance(value, dict) and value:
                        value[rng.choice(list(value))] = odd_json(rng)
                        lines[at] = json.dumps(value).encode() + b"\n"
    data = b"".join(lines)
    path.write_bytes(data)
    case.note(data, [str(path)], (HandLogError,))
    problems: list[Any] = []
    file = read_hands(path, problems.append)
    assert all(len(str(problem)) < LONGEST for problem in problems)
    for hand in file.hands:  # what is read is a hand by the rules, with what the rules pay for it
        state = file.header.game.initial_state()
        for action in hand.history:
            state = state.child(action)
        assert state.is_terminal and hand.returns == tuple(state.returns()[hand.seats.index(agent)] for agent in range(2))
    assert len(file.hands) + len(problems) > 0
    score = rescore(path, lambda problem: None)
    assert score.hands == len(file.hands) and all(map(math.isfinite, score.chips))


SPOT = {"board": "AhJs7c7d2h", "ranges": ("AsKs,QhQd", "AdKd,8h8d"), "pot": 10, "stack": 95, "bet_sizes": "33%,a"}
PHH_JUNK = "0123456789 pdcbrshf[]=\",.'\n#_-+einfAKQtrue\x00é"


def fuzz_phh(case: Case) -> None:
    rng = case.rng
    game = make_game("texas_holdem", stacks=95)
    state = random_walk(game, np.random.default_rng(rng.randrange(2**32)))[-1]
    text = to_phh(game, state, ["one", "two"], rng.choice([None, 3, "table 1\n"]))
    kind = rng.randint(0, 9)
    if kind == 0:
        case.note(text, kinds=())
        assert from_phh(text, game).history == state.history() == from_phh(text).history
        return
    if kind == 1:
        key = rng.choice(
            ["antes", "blinds_or_straddles", "starting_stacks", "actions", "min_bet", "finishing_stacks", "variant"]
        )
        value = rng.choice(
            ["[]", "[0]", "1e400", "-1", "nan", "[nan, inf]", "[1, 2, 3]", '"x"', "[[1], [2]]", "{}", "true", "1e999999999"]
        )
        text = re.sub(rf"^{key} = (\[[^\]]*\]|.*)$", f"{key} = {value}", text, flags=re.MULTILINE)
    elif kind == 2:
        text = text.replace(
            "actions = [",
            "actions = [" + rng.choice(['"p1 cbr 1e9999",', '"d dh p1 ????",', "1,", '"",', '"p9 f",', "[" * 3000]),
        )
    elif kind == 3:
        text = junk(rng)
    else:
        text = garbled(rng, text, PHH_JUNK)
    case.note(text, kinds=(PhhError,))
    hand = from_phh(text, rng.choice([None, game]))
    assert hand.state.history() == hand.history and to_phh(hand.game, hand.history)


def fuzz_site_hands(case: Case) -> None:
    """Hands of a poker site: pokerkit raises anything, and prints what it cannot read."""
    pytest.importorskip("pokerkit")
    rng = case.rng
    text = STARS if rng.random() < 0.1 else garbled(rng, STARS, "0123456789 $,.:[]()AKQJcdhs*#\n\x00é/x")
    case.note(text, kinds=(PhhError, ValueError))
    params, names = spot_of_text(text, rng.choice(["flop", "turn", "river"]))
    assert make_game("holdem", **params).starting_pot == params["pot"]
    assert names is None or len(names) == len(params["ranges"])


# The command line

FILES = Path(tempfile.gettempdir())


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Options that commands may be given."""
    folder = tmp_path_factory.mktemp("given")
    TabularPolicy.uniform(make_game("kuhn")).save(folder / "kuhn.npz")
    baseline_policy(make_game("leduc"), "honest").save(folder / "leduc.npz")
    TabularPolicy.uniform(make_game("holdem", **SPOT)).save(folder / "spot.npz")
    TabularPolicy.uniform(make_game("rps")).save(folder / "rps.npz")
    (folder / "cut.npz").write_bytes((folder / "kuhn.npz").read_bytes()[:300])
    (folder / "text.npz").write_text("hello")
    (folder / "spot.toml").write_text('pot = 10\nstack = 20\nbet = "50%"\n')
    (folder / "deep.toml").write_text("pot = " + "[" * 900 + "]" * 900)
    (folder / "directory").mkdir()
    head_to_head(make_game("kuhn"), ["random", "honest"], 20, seed=1)
    return folder


NAMES = ["kuhn.npz", "leduc.npz", "spot.npz", "rps.npz", "cut.npz", "text.npz", "directory", "missing.npz", *sorted(BASELINES)]
NUMBERS = [
    "1",
    "2",
    "3",
    "7",
    "20",
    "0",
    "-1",
    "1.5",
    "1e3",
    "nan",
    "inf",
    "1e999",
    "x",
    "",
    "9" * 400,
    "0x10",
    "1_0",
    "½",
    "True",
]
VALUES: dict[str, list[str]] = {
    "--param": [
        "num_cards=4",
        "num_cards=4.0",
        "num_players=3",
        "name=1",
        "payoffs=[[1,2],[3,4]]",
        "=",
        "a=b=c",
        "payoffs=" + "[" * 900,
    ],
    "--variant": [*sorted(VARIANTS), "cfr++", ""],
    "--chance": ["all", "sample", "x"],
    "--sampling": ["external", "outcome", "chance", "x"],
    "--out": ["new.npz", "directory", "missing/x.npz", "kuhn.npz", "pipe", "", "a\nb.npz", "k" * 300],
    "--log": ["new.jsonl", "directory", "new.npz", ""],
    "--checkpoint": ["points", "kuhn.npz", ""],
    "--board": ["AhJs7c7d2h", "AhJs7c", "AhAh7c7d2h", "", "ZZ"],
    "--oop": ["QQ+", "AA:0", "random:1e-40", "zz", ""],
    "--ip": ["JJ,KK", "22+", "(", "A" * 5000],
    "--bet": ["50%", "33%,a", "1c", "x", "", "-5%", "1e9%"],
    "--raise": ["60%", "2.5x", "3e", "0x", "a"],
    "--donk": ["50%", "x"],
    "--remove": ["b25", "x", "q"],
    "--until": ["0.1", "1%", "0.1%", "-1", "nan", "%"],
    "--precision": ["full", "half", "x"],
    "--preset": ["seed", "x"],
    "--config": ["spot.toml", "deep.toml", "kuhn.npz", "missing.toml"],
    "--players": ["2", "2:3", "2,5", "3:2", "1", "x", ":", "2:1000000000"],
    "--odds": ["2", "1.5,3", "1", "nan", "x", ",", "1e400"],
    "--cards": ["3", "5", "10", "2", "x"],
    "--infoset": ["K", "Q|", "zz", "", "K|b", "\x1b[2J"],
    "--at": ["b25", "x", "b3", "zz", "/"],
    "--player": ["0", "1", "2", "oop", "ip", "x"],
    "--lbr": ["100", "4", "x", "-1"],
    "--game": [*list_games(), "khun", ""],
    "--hands": ["1", "2", "10", "0", "x"],
    "--seat": ["0", "1", "2", "x"],
    "--seed": ["0", "1", "99999999999999999999", "-1"],
    "--iterations": ["1", "5", "0", "x"],
    "--png": ["pictures"],
}
FLAGS = [
    "--json",
    "--quiet",
    "--alternating",
    "--simultaneous",
    "--baseline",
    "--duplicate",
    "--aivat",
    "--all",
    "--played",
    "--help",
]
COMMANDS: dict[str, tuple[list[str], list[str]]] = {  # what it always gets so as to be short, and its options
    "games": ([], ["--json"]),
    "train": (
        ["--iterations", "3"],
        ["--param", "--variant", "--until", "--chance", "--sampling", "--out", "--log", "--checkpoint", "--seed"],
    ),
    "solve": (
        ["--iterations", "3", "--max-nodes", "500"],
        [
            "--board",
            "--oop",
            "--ip",
            "--pot",
            "--stack",
            "--bet",
            "--raise",
            "--donk",
            "--remove",
            "--until",
            "--out",
            "--precision",
            "--preset",
            "--config",
            "--variant",
            "--chip",
            "--min-bet",
            "--rake-rate",
            "--rake-cap",
            "--raise-cap",
        ],
    ),
    "tree": (
        ["--max-nodes", "500"],
        ["--board", "--oop", "--ip", "--pot", "--stack", "--bet", "--raise", "--remove", "--config"],
    ),
    "show": ([], ["--infoset", "--at", "--player"]),
    "evaluate": ([], ["--lbr", "--seed"]),
    "match": (["--hands", "4"], ["--until-width", "--seed", "--game", "--param", "--log"]),
    "round-robin": (["--hands", "4"], ["--seed", "--game", "--param"]),
    "play": (["--hands", "1"], ["--game", "--param", "--seat", "--seed"]),
}


def fuzz_command_lines(case: Case) -> None:
    rng = case.rng
    command = rng.choice(list(COMMANDS))
    always, options = COMMANDS[command]
    places = {
        "train": 1,
        "show": 1,
        "evaluate": 1,
        "play": 1,
        "match": rng.choice([1, 2, 2, 2, 3]),
        "round-robin": rng.randint(1, 3),
    }
    line = [rng.choice(list_games() if command == "train" else NAMES) for _ in range(places.get(command, 0))]
    line += always
    for option in rng.sample(options, rng.randint(0, min(4, len(options)))):
        line += [option, rng.choice(VALUES.get(option, NUMBERS) if rng.random() < 0.85 else [*NUMBERS, junk(rng)[:200]])]
    line += [flag for flag in FLAGS if rng.random() < 0.1]
    if rng.random() < 0.1:
        rng.shuffle(line)
    line.insert(0, command if rng.random() < 0.98 else garbled(rng, command))
    typed = (
        "".join(
            rng.choice(["c", "b", "f", "x", "0", "1", "", "?", "zz", "check", "bet 33", "q", "\x00", "é"]) + "\n"
            for _ in range(8)
        )
        + "q\n"
    )
    case.note(line)
    shutil.copytree(FILES, case.folder, dirs_exist_ok=True)
    os.mkfifo(case.folder / "pipe")
    with (
        open(case.folder / ".out", "w+") as out,
        open(case.folder / ".err", "w+") as err,
        contextlib.chdir(case.folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.MonkeyPatch.context() as patched,
    ):
        patched.setattr(sys, "stdin", io.StringIO(typed))
        patched.delenv("POKERZOO_DEBUG", raising=False)
        code = main(line)
        printed, said = ((case.folder / name).read_text() for name in (".out", ".err") if not (out.flush() or err.flush()))
    shutil.rmtree(case.folder)
    assert code in (0, 2), said[:500]
    if code == 2:
        assert said.startswith("pokerzoo: ") and said.count("\n") == 1 and "a bug" not in said, said[:500]
        assert len(said) <= LONGEST and said.removesuffix("\n").isprintable(), f"{len(said)} characters: {said[:300]!r}"
        assert printed == "" or command in ("play", "train", "solve"), printed[:300]
    else:
        assert "Traceback" not in said
        if "--json" in line and "--help" not in line:
            json.loads(printed, parse_constant=lambda name: pytest.fail(f"{name} in JSON"))
        else:
            assert printed.strip() or "--quiet" in line


FUZZERS: list[Fuzzer] = [
    fuzz_ranges,
    fuzz_boards,
    fuzz_sizes,
    fuzz_parameters,
    fuzz_policy_files,
    fuzz_checkpoints,
    fuzz_hand_logs,
    fuzz_phh,
    fuzz_site_hands,
    fuzz_command_lines,
]
IN_EVERY_RUN = dict.fromkeys(FUZZERS, 500) | {fuzz_command_lines: 150, fuzz_site_hands: 40}
"""Number of cases of each in every run. A command line or a site's hand takes as long as ten of the others."""
every_fuzzer = pytest.mark.parametrize("fuzzer", FUZZERS, ids=lambda fuzzer: fuzzer.__name__)


@pytest.fixture
def given_files(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "FILES", files)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("os.fsync", lambda number: None)  # which takes most of the time, and changes no answer


@every_fuzzer
def test_odd_inputs(fuzzer: Fuzzer, tmp_path: Path, given_files: None) -> None:
    fuzz(fuzzer, range(IN_EVERY_RUN[fuzzer]), tmp_path)


@pytest.mark.long
@every_fuzzer
def test_many_odd_inputs(fuzzer: Fuzzer, tmp_path: Path, given_files: None) -> None:
    fuzz(fuzzer, range(IN_EVERY_RUN[fuzzer], 10_500), tmp_path)
