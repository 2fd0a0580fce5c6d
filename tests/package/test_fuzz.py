"""Attacks that are kept: odd ranges, policy files, checkpoints and logs of hands.

Each gives a clear error or a right result, in two seconds and a gibibyte (``pokerzoo_testing.fuzzing``). 500 of each kind in
every run, the cases up to number 10,500 in ``make nightly PARTS=long``. A failure names its case, which is
made from that number alone.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import random
import re
import tempfile
import warnings
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, StoreError, TabularPolicy
from pokerzoo.agents.training.checkpoint import ENTRIES, Checkpoints, digest_of
from pokerzoo.envs import make_game
from pokerzoo.envs.poker.cards import CARD_NAMES, COMBO_NAMES, RANKS, SUITS
from pokerzoo.envs.poker.ranges import parse_range
from pokerzoo.evaluation.hands import HandLog, HandLogError, read_hands
from pokerzoo_testing.cases import random_walk
from pokerzoo_testing.fuzzing import LONGEST, Case, Fuzzer, fuzz

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


def nested(depth: int) -> Any:
    """Lists in lists."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


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
            if "sha256" in header and header.keys() >= ENTRIES.keys() and rng.random() < 0.7:  # by somebody who knows how
                header["sha256"] = digest_of(header, {name: array for name, array in arrays.items() if name != "header"})
            text = json.dumps(header).encode() if rng.random() < 0.8 else json.dumps(odd_json(rng)).encode()
            return npz(arrays | {"header": np.frombuffer(text, dtype=np.uint8)})
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
    case.note(data, [str(path)], (StoreError,))
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
    case.note(data, [str(folder)], (StoreError,))
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
    with HandLog(game, path, ["one", "two"]) as log:
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
    file = read_hands(path, warn=False)
    assert all(len(problem) < LONGEST for problem in file.problems)
    for hand in file.hands:  # what is read is a hand by the rules, with what the rules pay for it
        state = file.game.initial_state()
        for action in hand.history:
            state = state.child(action)
        assert state.is_terminal and hand.returns == tuple(state.returns()[hand.seats.index(agent)] for agent in range(2))
    assert len(file.hands) + len(file.problems) > 0
    assert all(map(math.isfinite, file.chips))


every_fuzzer = pytest.mark.parametrize(
    "fuzzer", [fuzz_ranges, fuzz_policy_files, fuzz_checkpoints, fuzz_hand_logs], ids=lambda fuzzer: fuzzer.__name__
)


@pytest.fixture(autouse=True)
def _without_fsync(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes most of the time, and changes no answer."""
    monkeypatch.setattr("os.fsync", lambda number: None)


@every_fuzzer
def test_odd_inputs(fuzzer: Fuzzer, tmp_path: Path) -> None:
    fuzz(fuzzer, range(500), tmp_path)


@pytest.mark.long
@every_fuzzer
def test_many_odd_inputs(fuzzer: Fuzzer, tmp_path: Path) -> None:
    fuzz(fuzzer, range(500, 10_500), tmp_path)
