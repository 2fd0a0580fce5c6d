"""Logs of hands: written, read, damaged in every way, scored again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import Game, make_game
from pokerzoo.evaluation import head_to_head
from pokerzoo.evaluation.hands import Hand, HandLogError, read_hands, replay
from pokerzoo.evaluation.matches.hand_log import DamagedLine, HandFile, HandLog
from pokerzoo_testing.cases import every_game, random_walk


def write(path: Path, game: Game, hands: int = 6, seed: int = 1, **options: Any) -> list[Hand]:
    """A log of random hands, seats rotated; what should be read from it."""
    rng = np.random.default_rng(seed)
    players = game.num_players
    written = []
    with HandLog(game, path, [f"agent {i}" for i in range(players)], **options) as log:
        for i in range(hands):
            state = random_walk(game, rng)[-1]
            seats = tuple((seat + i) % players for seat in range(players))
            log.add(state, seats)
            returns = tuple(state.returns()[seats.index(agent)] for agent in range(players))
            written.append(Hand(i + 1, i // players, seats, state.history(), returns))
    return written


def quietly(path: Path) -> HandFile:
    return read_hands(path, warn=False)


@every_game
def test_round_trip(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    written = write(path, game, 12, seed=4, duplicate=True, metadata={"place": ["here", 1.5, None]})
    file = read_hands(path)
    assert file.hands == tuple(written) and file.problems == ()
    assert file.game == game and file.names == tuple(f"agent {i}" for i in range(game.num_players))
    assert (file.duplicate, file.metadata) == (True, {"place": ["here", 1.5, None]})
    for hand in file.hands:
        state = replay(game, hand)
        assert state.is_terminal and state.history() == hand.history and state == replay(game, hand.history)
    assert np.allclose(file.chips, np.sum([hand.returns for hand in written], axis=0))
    assert file.as_match().deals == 12 // game.num_players


@pytest.mark.parametrize(("name", "duplicate"), [("kuhn", True), ("kuhn", False), ("leduc", True), ("holdem", True)])
def test_a_match_scored_again_is_the_match(name: str, duplicate: bool, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    game = make_game(name)
    played = head_to_head(game, ["random", "honest"], hands=120, seed=5, duplicate=duplicate, log=path)
    score = read_hands(path)
    again = score.as_match(played.exact)
    assert (score.seed, score.duplicate) == (5, duplicate)
    assert score.chips_per_hand == pytest.approx(played.chips_per_hand)
    assert again.interval == pytest.approx(np.array(played.interval))
    for field in ("chips_per_hand", "standard_error", "p_value", "score"):
        assert getattr(again, field) == pytest.approx(getattr(played, field)), field
    for field in ("names", "hands", "deals", "exact", "interval_kind", "stopped_by"):
        assert getattr(again, field) == getattr(played, field), field


def test_rounds_with_a_hand_missing_are_left_out_of_the_match(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    written = write(path, make_game("kuhn"), 8)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b"?\n", *lines[4:]]))
    with pytest.warns(DamagedLine, match="line 4: no JSON"):
        score = read_hands(path)
    assert len(score.hands) == 7
    assert score.chips == pytest.approx(np.sum([hand.returns for hand in written if hand.number != 3], axis=0))
    match = score.as_match()
    assert (match.hands, match.deals) == (6, 6)
    kept = [hand.returns for hand in written if hand.number not in (3, 4)]
    assert match.chips_per_hand == pytest.approx(np.mean(kept, axis=0))
    path.write_bytes(b"".join(lines[:4]))
    with pytest.raises(ValueError, match="1 complete rounds of 2 hands: at least 2"), pytest.warns(DamagedLine):
        read_hands(path).as_match()


def test_an_empty_log(tmp_path: Path) -> None:
    write(tmp_path / "hands.jsonl", make_game("kuhn", num_players=3), 0)
    score = read_hands(tmp_path / "hands.jsonl")
    assert (len(score.hands), score.chips_per_hand) == (0, (0.0, 0.0, 0.0))


def change(**entries: Any) -> Callable[[bytes], bytes]:
    """Replaces entries of a line; those that are None are taken out."""

    def changed(line: bytes) -> bytes:
        value = {key: entry for key, entry in (json.loads(line) | entries).items() if entry is not None}
        return json.dumps(value).encode() + b"\n"

    return changed


# The hand is the fourth of a Kuhn log with seed 1; on line 5.
DAMAGE: list[tuple[str, Callable[[bytes], bytes], str]] = [
    ("truncated", lambda line: line[:40] + b"\n", "no JSON: "),
    ("not UTF-8", lambda line: line[:30] + b"\xff" + line[31:], "no JSON: 'utf-8' codec can't decode byte 0xff"),
    ("too deep", lambda line: b"[" * 200_000 + b"\n", "no JSON: maximum recursion depth"),
    ("too many digits", lambda line: line.replace(b'"hand": 4', b'"hand": ' + b"9" * 5000), "digits"),
    ("a list", lambda line: b"[1, 2]\n", "no JSON object"),
    ("no number", change(hand=None), "has no 'hand'"),
    ("number true", change(hand=True), "hand and deal [True, 1]: must be integers, 0 or more"),
    ("number twice", change(hand=2), "hand 2: was there before"),
    ("unknown seat", change(seats=[0, 2]), "hand 4: seats [0, 2]: must have each agent from 0 to 1 once"),
    ("history of floats", change(history=[0.0, 1, 1, 1]), "history [0.0, 1, 1, 1]: must be integers"),
    ("a card twice", change(history=[1, 1, 1, 1]), "hand 4: move 2: action 1 is not legal for chance"),
    ("illegal", change(history=[0, 1, 0, 1]), "hand 4: move 3: action 0 is not legal for player 0"),
    ("too short", change(history=[0, 1, 1]), "hand 4: the hand is not over after 3 moves"),
    ("too long", change(history=[0, 1, 1, 1, 1]), "hand 4: move 5: action 1: the game is over"),
    ("another history", change(history=[0, 2, 2, 1]), "by the rules they are"),
    ("wrong returns", change(returns=[7.0, -7.0]), "hand 4: returns [7.0, -7.0], but by the rules they are ["),
    ("not a number", lambda line: re.sub(rb'"returns": .*}', b'"returns": [NaN, NaN]}', line), "by the rules they are ["),
    ("three returns", change(returns=[1, -1, 0]), "hand 4: returns [1, -1, 0], but by the rules"),
    ("returns of text", change(returns=["1", "-1"]), "by the rules they are"),
    ("returns too large", change(returns=[10**400, 0]), "by the rules they are"),
    ("the end before its time", lambda line: b'{"end": "x"}\n', "end ['x']: must be integers"),
]


@pytest.mark.parametrize(("damage", "message"), [entry[1:] for entry in DAMAGE], ids=[entry[0] for entry in DAMAGE])
def test_a_damaged_line_is_reported_and_skipped(damage: Callable[[bytes], bytes], message: str, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    written = write(path, make_game("kuhn"), 8)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[4] = damage(lines[4])
    path.write_bytes(b"".join(lines))
    file = quietly(path)
    (problem,) = file.problems
    assert problem.startswith("line 5: ") and message in problem
    assert file.hands == tuple(hand for hand in written if hand.number != 4)
    with pytest.warns(DamagedLine) as warned:
        read_hands(path)
    assert [(str(entry.message), entry.filename) for entry in warned] == [(problem, __file__)]


def test_a_log_cut_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    written = write(path, make_game("kuhn"), 3)
    data = path.read_bytes()
    first = data.index(b"\n") + 1
    ends = [i + 1 for i, byte in enumerate(data) if byte == ord("\n")]
    for length in range(len(data)):
        path.write_bytes(data[:length])
        if length < first:
            with pytest.raises(HandLogError):
                quietly(path)
            continue
        file = quietly(path)
        whole = sum(end <= length for end in ends) - 1
        assert file.hands == tuple(written[:whole])
        assert "the log has no last line" in file.problems[-1]
        assert len(file.problems) == 1 + (length not in ends)
        assert ("breaks off" in file.problems[0]) == (length not in ends)
        assert file.problems[0].startswith(f"line {whole + 2}: ")


def test_lines_that_are_missing_moved_or_too_many(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    written = write(path, make_game("kuhn"), 8)
    lines = path.read_bytes().splitlines(keepends=True)

    def told(*parts: list[bytes]) -> tuple[list[str], list[int]]:
        path.write_bytes(b"".join(line for part in parts for line in part))
        file = quietly(path)
        assert all(hand == written[hand.number - 1] for hand in file.hands)
        return list(file.problems), [hand.number for hand in file.hands]

    missing = "line {}: hands are missing: of 8 {} could be read"
    assert told(lines[:3], lines[4:]) == ([missing.format(9, 7)], [1, 2, 4, 5, 6, 7, 8])
    assert told(lines[:3], lines[5:], [b"?\n"])[0] == [
        "line 9: no JSON: Expecting value: line 1 column 1 (char 0)",
        missing.format(9, 6),
    ]
    assert told(lines[:3], [b"?\n"], lines[4:])[0] == ["line 4: no JSON: Expecting value: line 1 column 1 (char 0)"]
    assert told(lines[:3], [lines[4]], [lines[3]], lines[5:])[0] == []  # order does not matter
    assert told(lines, [lines[3]]) == (["line 11: comes after the end of the log"], list(range(1, 9)))
    assert told(lines[:9], [b'{"end": 7}\n'])[0] == ["line 10: the log says that it has 7 hands, but there is a hand 8"]
    assert told(lines[:9], [b'{"end": 9}\n'])[0] == ["line 10: hands are missing: of 9 8 could be read"]
    unfinished = "the log has no last line: it was not finished, or its end is lost"
    assert told(lines[:1])[0] == [f"line 2: {unfinished}"]
    assert told(lines[:2], lines[3:5])[0] == [f"line 5: {unfinished}", "line 4: hands are missing: of 4 3 could be read"]


HEADERS: list[tuple[str, Callable[[bytes], bytes], str]] = [
    ("nothing", lambda line: b"", "line 1: not a hand log"),
    ("cut", lambda line: line[:60], "line 1: damaged, or not a hand log: no JSON"),
    ("another format", change(format="something"), "line 1: not a hand log"),
    (
        "a later version",
        change(format_version=99),
        "format version 99, not 3: made by a development version",
    ),
    ("no game", change(game=None), "has no 'game'"),
    ("an unknown game", change(game="chess"), "no such game"),
    ("params", change(params=[1]), "for a game that this version does not have"),
    ("an unknown parameter", change(params={"cards": 3}), "no such parameter"),
    ("names", change(names="abc"), "names ('a', 'b', 'c'), must be 2 strings"),
    ("metadata", change(metadata=7), "'int' object is not iterable"),
    ("seed", change(seed="x"), "seed ['x']: must be integers"),
]


@pytest.mark.parametrize(("damage", "message"), [entry[1:] for entry in HEADERS], ids=[entry[0] for entry in HEADERS])
def test_a_damaged_header_is_an_error(damage: Callable[[bytes], bytes], message: str, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    write(path, make_game("kuhn"))
    first, _, rest = path.read_bytes().partition(b"\n")
    path.write_bytes(damage(first + b"\n") + rest)
    with pytest.raises(HandLogError) as error:
        read_hands(path)
    assert str(error.value).startswith(f"{path}: ") and message in str(error.value)


def test_random_damage_is_never_silent(tmp_path: Path) -> None:
    """A byte changed anywhere either leaves all hands as they were or is told."""
    path = tmp_path / "hands.jsonl"
    written = write(path, make_game("leduc"), 4)
    data = path.read_bytes()
    start = data.index(b"\n") + 1
    rng = np.random.default_rng(9)
    silent = 0
    for _ in range(600):
        at = int(rng.integers(start, len(data)))
        damaged = bytearray(data)
        damaged[at] = int(rng.choice(list(b'0123456789[]{},.": -ae\n\xff')))
        path.write_bytes(bytes(damaged))
        file = quietly(path)
        if not file.problems:
            silent += 1
            # Undetected can only be the number of a deal, or another hand that pays the same.
            for hand, was in zip(file.hands, written, strict=True):
                assert (hand.number, hand.returns) == (was.number, was.returns)
        assert len(file.hands) >= 2
    assert silent < 90


def test_what_is_there_is_not_written_over_unless_it_is_a_log(tmp_path: Path) -> None:
    path, game = tmp_path / "hands.jsonl", make_game("kuhn")
    write(path, game, 8)
    written = write(path, game, 2, seed=3)
    assert read_hands(path).hands == tuple(written)
    before = path.read_bytes()
    for wrong in ({"names": ["a"]}, {"names": "ab"}, {"names": [1, 2]}, {"metadata": {"x": object()}},
                  {"metadata": {"x": float("nan")}}):  # fmt: skip
        with pytest.raises(ValueError, match="names|metadata|JSON"):
            HandLog(game, path, **({"names": ["a", "b"]} | wrong))
    assert path.read_bytes() == before
    for text in (b"something else\n", b'{"format": "another"}\n', b"\n"):
        path.write_bytes(text)
        with pytest.raises(ValueError, match="is not a hand log: it is not overwritten"):
            HandLog(game, path, ["a", "b"])
        assert path.read_bytes() == text
    path.write_bytes(b"")
    write(path, game, 2)
    path.write_bytes(path.read_bytes()[:200])  # one that broke off
    write(path, game, 2)
    assert len(read_hands(path).hands) == 2
    with pytest.raises(OSError, match="nowhere"):
        HandLog(game, tmp_path / "nowhere" / "hands.jsonl", ["a", "b"])


def test_what_cannot_be_logged(tmp_path: Path) -> None:
    game, other = make_game("kuhn"), make_game("leduc")
    end = random_walk(game, np.random.default_rng(1))[-1]
    log = HandLog(game, tmp_path / "hands.jsonl", ["a", "b"])
    for state, seats, message in (
        (random_walk(other, np.random.default_rng(1))[-1], [0, 1], "must be a state of"),
        (game.initial_state(), [0, 1], "the hand is not over"),
        (end, [0, 2], "must have each agent"),
        (end, [0], "must have each agent"),
    ):
        with pytest.raises(ValueError, match=message):
            log.add(state, seats)
    log.add(end, np.array([1, 0]), deal=np.int64(7))  # type: ignore[arg-type]
    log.close()
    log.close()
    with pytest.raises(ValueError, match="the log is closed"):
        log.add(end, [0, 1])
    (hand,) = read_hands(tmp_path / "hands.jsonl").hands
    assert (hand.number, hand.deal, hand.seats) == (1, 7, (1, 0))


def test_every_hand_is_in_the_file_at_once_and_an_error_leaves_the_log_unfinished(tmp_path: Path) -> None:
    path, game = tmp_path / "hands.jsonl", make_game("kuhn")
    end = random_walk(game, np.random.default_rng(1))[-1]

    def interrupted() -> None:
        with HandLog(game, path, ["a", "b"]) as log:
            for count in (1, 2):
                log.add(end, [0, 1])
                assert len(quietly(path).hands) == count == log.hands
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    file = quietly(path)
    assert len(file.hands) == 2
    assert file.problems == ("line 4: the log has no last line: it was not finished, or its end is lost",)


def test_a_line_that_broke_off_leaves_nothing(tmp_path: Path) -> None:
    path, game = tmp_path / "hands.jsonl", make_game("kuhn")
    end = random_walk(game, np.random.default_rng(1))[-1]

    class FullDisk:
        """Takes ten bytes, then fails."""

        def __init__(self, file: Any) -> None:
            self.file, self.taken = file, 0

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

        def write(self, data: bytes) -> int:
            if self.taken:
                raise OSError(28, "No space left on device")
            self.taken = int(self.file.write(data[:10]))
            return self.taken

    with HandLog(game, path, ["a", "b"]) as log:
        log.add(end, [0, 1])
        disk = log._file
        log._file = FullDisk(disk)  # type: ignore[assignment]
        with pytest.raises(OSError, match="No space left"):
            log.add(end, [1, 0])
        log._file = disk
        log.add(end, [1, 0])
    assert [hand.number for hand in read_hands(path).hands] == [1, 2]


def test_a_log_is_gone_on_with(tmp_path: Path) -> None:
    path, game = tmp_path / "hands.jsonl", make_game("leduc")
    write(path, game, 6)
    whole = path.read_bytes()
    for damage in (whole, whole.rpartition(b'{"end"')[0], whole.rpartition(b'{"end"')[0] + b'{"hand": 7, "de'):
        path.write_bytes(damage)
        log = HandLog.resume(game, path)
        assert log.hands == 6
        log.add(replay(game, quietly(path).hands[0]), [0, 1])
        log.close()
        assert [hand.number for hand in read_hands(path).hands] == [1, 2, 3, 4, 5, 6, 7]
        assert path.read_bytes().startswith(whole.rpartition(b'{"end"')[0])
    with pytest.raises(ValueError, match="not a hand log of kuhn"):
        HandLog.resume(make_game("kuhn"), path)
    path.write_bytes(b"something else\n")
    with pytest.raises(ValueError, match="not a hand log"):
        HandLog.resume(game, path)
