"""Logs of the ACPC: published ones, our own, and damaged ones."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import State
from pokerzoo.evaluation.acpc.acpc_games import acpc_game, definition_of_game
from pokerzoo.evaluation.acpc.acpc_log import AcpcLog, read_acpc_log
from pokerzoo.evaluation.acpc.acpc_strings import AcpcError
from pokerzoo.evaluation.hands.hand_log_reader import DamagedLine
from pokerzoo_testing.acpc_hands import ALL_IN_2017, LIMIT_2P, LOGS, MATCH_2017, NO_LIMIT_3P

NO_LIMIT = "holdem.nolimit.2p.reverse_blinds"
SCORES = {
    "holdem.limit.2p.reverse_blinds": (100, -100),
    "holdem.nolimit.2p.reverse_blinds": (14298, -14298),
    "holdem.limit.3p": (175, 375, -550),
    "holdem.nolimit.3p": (19835, 621, -20456),
}


def read(path: Path, *args: Any, **how: Any) -> tuple[Any, list[str]]:
    """A log, and what is wrong with it."""
    problems: list[str] = []
    return read_acpc_log(path, *args, on_problem=lambda problem: problems.append(str(problem)), **how), problems


@pytest.mark.parametrize("name", LOGS)
def test_published_logs_come_to_their_scores_by_our_rules(name: str, tmp_path: Path) -> None:
    path = tmp_path / "match.log"
    path.write_text(LOGS[name])
    file, problems = read(path)
    assert problems == ["line 12: 990 of 1000 hands are missing: 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, ..."]
    assert file.game == acpc_game(name) and (file.planned, file.seed, len(file.hands)) == (1000, 0, 10)
    assert tuple(file.score[f"p{k}"] for k in range(1, file.game.num_players + 1)) == SCORES[name]
    path.write_bytes(LOGS[name].replace(" 1000 0\n", " 10 0\n").replace("\n", "\r\n").encode())
    # The published score of one of them is not what its hands come to: 105 + 375 - 550 is not 0.
    wrong = ["line 12: the score is 105|375|-550, but the hands come to 175|375|-550"]
    assert read(path)[1] == (wrong if name == "holdem.limit.3p" else [])


def random_hand(game: Any, rng: np.random.Generator) -> State:
    state: State = game.initial_state()
    while not state.is_terminal:
        state = state.after_chance(rng)
        if not state.is_terminal:
            legal = state.legal_actions()
            state = state.child(int(rng.choice(legal[-3:])) if rng.random() < 0.5 else 1)
    return state


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    game = acpc_game("holdem.nolimit.3p", stacks=777)
    rng = np.random.default_rng(0)
    hands = [random_hand(game, rng) for _ in range(30)]
    path = tmp_path / "own.log"
    names = ["A", "B", "C"]
    with AcpcLog(game, path, names, planned=30, seed=3) as log:
        for number, state in enumerate(hands):
            log.add(state, [(number + k) % 3 for k in range(3)])
            assert path.read_text().count("\n") == number + 2  # each line is there at once
    file, problems = read(path, game)
    assert problems == [] and [hand.state for hand in file.hands] == hands
    assert [file.score[name] for name in names] == log.score and sum(log.score) == 0
    assert file.names == ("A", "B", "C") and (file.planned, file.seed) == (30, 3)
    (tmp_path / "own.game").write_text(definition_of_game(game))
    path.write_text(path.read_text().replace(" own 30 3", " own.game 30 3"))
    assert read_acpc_log(path).game == game  # the definition that lies beside the log


def test_a_log_without_its_first_line_needs_a_game(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text(MATCH_2017)
    with pytest.raises(AcpcError, match="a.log: line 1: which game"):
        read_acpc_log(path)
    file, problems = read(path, acpc_game(NO_LIMIT))
    assert len(file.hands) == 5 and [problem.partition(": ")[2] for problem in problems] == [
        "113 of 118 hands are missing: 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, ...",
        "the log has no score at its end: the match was not finished, or its end is lost",
    ]
    assert file.score == {"HITSZ_2pn_2017": -5500, "Slumbot_2pn_2017": 5500} or sum(file.score.values()) == 0
    path.write_text("# name/game/hands/seed a b 1 1\n")
    with pytest.raises(AcpcError, match="line 1: for the game 'b', which is not known here; give the game"):
        read_acpc_log(path)
    path.write_text("")
    with pytest.raises(AcpcError, match="no log of the ACPC"):
        read_acpc_log(path)


def test_values_that_are_not_those_of_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text(ALL_IN_2017 + "\n")
    file, problems = read(path, acpc_game(NO_LIMIT))
    values = "values -18181.818182|18181.818182, but by the rules they are -20000|20000"
    assert file.hands == () and problems[0] == f"line 1: hand 112: {values}"
    file, _ = read(path, acpc_game(NO_LIMIT), check_values=False)
    assert file.score["Slumbot_2pn_2017"] == Fraction("18181.818182")


LINES = LIMIT_2P.replace(" 1000 0\n", " 10 0\n").splitlines()


@pytest.mark.parametrize(
    ("line", "new", "message", "left"),
    [
        (
            1,
            "STATE:0:crrrc/rrc/rf:3s5d|Td2s/4d5c4s/Kd:-60|60:p1|p2",
            "hand 0: values -60|60, but by the rules they are 60|-60",
            9,
        ),
        (
            1,
            "STATE:0:crrrc/rrc/rrf:3s5d|Td2s/4d5c4s/Kd:60|-60:p1|p2",
            "values 60|-60, but by the rules they are -80|80",
            9,
        ),
        (
            2,
            "STATE:1:rc/crrrrrc/rrc/rc:7d5s|Kh9c/As3hTs/Jh/Js:-120|120:p2|p1",
            "character 9, 'r': player 1 is to act",
            9,
        ),
        (2, "STATE:0:rc/crrrrc/rrc/rc:7d5s|Kh9c/As3hTs/Jh/Js:-120|120:p2|p1", "hand 0: was there before", 9),
        (2, "STATE:1:rc/crrrrc/rrc/r:7d5s|Kh9c/As3hTs/Jh/Js:-120|120:p2|p1", "hand 1: does not end", 9),
        (2, "STATE:1:rf:7d5s|Kh9c:-10|10:p2|p3", "hand 1: players p2, p3, not p1, p2", 9),
        (2, "STATE:1:rf:7d5s|Kh9c:-10|10:p2|p2", "hand 1: players p2, p2, not p1, p2", 9),
        (2, "STATE:1:rf:7d5s|Kh9c:-10|10", "hand 1: values and names are missing", 9),
        (2, "STATE:1:rf:7d5s|Kh9c", "hand 1: values and names are missing", 9),
        (2, "STATE:1:r200f:7d5s|Kh9c:-10|10:p2|p1", "betting, character 1, 'r200': player 1 is to act; allowed: f, c, r", 9),
        (2, "garbage", "neither a comment nor a STATE nor the SCORE", 9),
        (2, "\udcff", "no UTF-8", 9),
        (2, "x" * 1_000_000, "longer than 4,096 bytes", 9),
        (11, "SCORE:99|-99:p1|p2", "the score is 99|-99, but the hands come to 100|-100", 10),
        (11, "SCORE:100|-100:p1", "a score must have 2 values and names", 10),
        (11, "SCORE:100|x:p1|p2", "values '100|x': must be 2 numbers", 10),
        (5, "SCORE:100|-100:p1|p2", "stands after the score", 4),
    ],
)
def test_damaged_lines_are_told_and_skipped(line: int, new: str, message: str, left: int, tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    lines = [*LINES]
    lines[line] = new
    path.write_bytes("\n".join(lines).encode(errors="surrogateescape"))
    file, problems = read(path)
    assert len(file.hands) == left
    number = {"stands after the score": 7, "the score is": 12}.get(message[:22], line + 1)
    assert any(problem.startswith(f"line {12 if message.startswith('the score') else number}: ") for problem in problems)
    assert any(message in problem for problem in problems)
    assert all(len(problem) < 250 for problem in problems)
    with pytest.warns(DamagedLine):
        read_acpc_log(path)


def test_split_pots_have_fractions(tmp_path: Path) -> None:
    game = acpc_game("holdem.nolimit.3p", blinds=(1, 2), stacks=50)
    path = tmp_path / "a.log"
    path.write_text("STATE:0:r25fc/cc/cc/cc:2c3d|AhKh|AsKs/QdJdTd/4c/5c:-1|0.5|0.5:A|B|C\nSCORE:-1|0.5|0.5:A|B|C\n")
    file, problems = read(path, game)
    assert problems == [] and file.score["B"] == Fraction(1, 2)
    assert file.hands[0].state.returns() == (-1.0, 1.0, 0.0)  # ours: the odd chip goes left of the button


def test_a_log_takes_no_other_files_place(tmp_path: Path) -> None:
    game = acpc_game("holdem.nolimit.3p")
    (tmp_path / "text").write_text("mine")
    with pytest.raises(ValueError, match="exists and is not a log of the ACPC"):
        AcpcLog(game, tmp_path / "text", ["A", "B", "C"])
    for start in ("", NO_LIMIT_3P, "STATE:0:"):
        (tmp_path / "log").write_text(start)
        with AcpcLog(game, tmp_path / "log", ["A", "B", "C"]) as log:
            pass
        with pytest.raises(ValueError, match="the log is closed"):
            log.add(random_hand(game, np.random.default_rng(1)), [0, 1, 2])
    assert (tmp_path / "log").read_text() == "# name/game/hands/seed log own 0 0\nSCORE:0|0|0:A|B|C\n"
    with pytest.raises(ValueError, match="must be a state of"), AcpcLog(game, tmp_path / "log", ["A", "B", "C"]) as log:
        log.add(acpc_game(NO_LIMIT).initial_state(), [0, 1, 2])
    assert "SCORE" not in (tmp_path / "log").read_text()
    with AcpcLog(game, tmp_path / "a b\n.log", ["A", "B", "C"], game_name="my game.game"):
        pass
    assert (tmp_path / "a b\n.log").read_text().startswith("# name/game/hands/seed a_b_ my_game.game 0 0\nSCORE")
    for names in (["A", "B"], ["A", "B", "B"], ["A", "B", "C D"]):
        with pytest.raises(ValueError, match="names="):
            AcpcLog(game, tmp_path / "log", names)
