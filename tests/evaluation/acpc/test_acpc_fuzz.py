"""Odd strings and files of whole hands: each gives a clear error or a right result (``pokerzoo_testing.fuzzing``)."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import State, make_game
from pokerzoo.evaluation import PhhError, from_acpc, from_phh, from_slumbot, read_acpc_log, to_acpc, to_phh, to_slumbot
from pokerzoo.evaluation.acpc.acpc_dealer import action_of, answer_to
from pokerzoo.evaluation.acpc.acpc_games import ACPC_GAMES, acpc_game, definition_of_game, game_of_definition
from pokerzoo.evaluation.acpc.acpc_strings import AcpcError
from pokerzoo.evaluation.acpc.slumbot_strings import SlumbotError
from pokerzoo_testing.acpc_hands import LOGS
from pokerzoo_testing.fuzzing import Case, Fuzzer, fuzz

LETTERS = "frckb/:|0123456789AKQJTshdc.-?[]\"'=p \n\x00é\u202e٣"


def garbled(rng: random.Random, text: str) -> str:
    """A string with a few letters taken out, put in, exchanged, doubled or moved; seldom a very long one."""
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(letters))
        match rng.randint(0, 4):
            case 0:
                letters[at : at + rng.randint(1, 3)] = []
            case 1:
                letters.insert(at, rng.choice(LETTERS))
            case 2:
                letters[at : at + 1] = [rng.choice(LETTERS)]
            case 3:
                letters[at:at] = letters[at : at + 5]
            case _:
                letters = letters[at:] + letters[:at]
    return "".join(letters) * rng.choice([1] * 50 + [2000])


@cache
def games() -> tuple[Any, ...]:
    return (*(acpc_game(name) for name in ACPC_GAMES), make_game("texas_holdem", num_players=4, bet_sizes="any", stacks=90))


def random_hand(game: Any, rng: random.Random) -> State:
    """A hand, over or on its way."""
    generator = np.random.default_rng(rng.randrange(2**32))
    state: State = game.initial_state().after_chance(generator)
    for _ in range(rng.choice([3, 100])):
        if state.is_terminal:
            break
        legal = state.legal_actions()
        state = state.child(legal[int(len(legal) * rng.random() ** 3)] if rng.random() < 0.4 else 1).after_chance(generator)
    return state


def fuzz_lines(case: Case) -> None:
    rng = case.rng
    game = rng.choice(games())
    state = random_hand(game, rng)
    player = rng.choice([None, 0, 1])
    names = list("ABCD"[: game.num_players]) if state.is_terminal and player is None else None
    line = to_acpc(state, 7, player, names)
    if rng.random() < 0.1:
        case.note(line, kinds=())
        assert from_acpc(game, line).state == state or player is not None
        return
    text = garbled(rng, line)
    case.note(text, kinds=(AcpcError,))
    if player is not None and not state.is_terminal:
        word = answer_to(line, text + rng.choice(["", ":c", ":r", ":r99999999999999", ":x"]))
        assert word is None or action_of(state, word)[0] in state.legal_actions()  # type: ignore[arg-type]
    hand = from_acpc(game, text)
    again, own = from_acpc(game, to_acpc(hand.state, hand.number, hand.position)), hand.position or 0
    assert again.state.infoset_key(own) == hand.state.infoset_key(own)


def fuzz_slumbot(case: Case) -> None:
    rng = case.rng
    state: Any = random_hand(games()[2], rng)
    text = garbled(rng, to_slumbot(state))
    case.note(text, kinds=(SlumbotError,))
    again = from_slumbot(text)
    assert to_slumbot(again).rstrip("/") == text.rstrip("/") or again.is_terminal


def fuzz_definitions(case: Case) -> None:
    rng = case.rng
    text = definition_of_game(rng.choice(games()))
    if rng.random() < 0.5:
        text = re.sub(r"\d+", lambda found: rng.choice([found[0], found[0], "0", "1", "255", "99999999999"]), text)
    else:
        text = garbled(rng, text)
    case.note(text)
    game = game_of_definition(text)
    assert game_of_definition(definition_of_game(game)) == game


def fuzz_logs(case: Case) -> None:
    rng = case.rng
    name = rng.choice([*LOGS])
    text = garbled(rng, LOGS[name]).encode(errors="replace")
    if rng.random() < 0.2:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice([b"\xff", b"\r", b"\n", b"x" * 5000]) + text[at:]
    case.folder.mkdir(exist_ok=True)
    path = case.folder / "a.log"
    path.write_bytes(text)
    case.note((name, text[:300]), kinds=(AcpcError,))
    problems: list[Any] = []
    file = read_acpc_log(path, rng.choice([None, acpc_game(name)]), problems.append)
    assert all(len(str(problem)) < 1000 and problem.line >= 1 for problem in problems)
    assert sum(file.score.values()) == 0 and len(file.hands) <= 40_000


def fuzz_whole_phh(case: Case) -> None:
    rng = case.rng
    game = rng.choice(games())
    state = random_hand(game, rng)
    text = to_phh(game, state, list("ABCD"[: game.num_players]), 3)
    if rng.random() < 0.2:
        key = rng.choice(["antes", "blinds_or_straddles", "starting_stacks", "actions", "min_bet", "small_bet", "variant"])
        value = rng.choice(["[]", "[0]", "1e400", "-1", "nan", "[nan, inf]", "[1, 2, 3]", '"x"', "[[1], [2]]", "{}", "true"])
        text = re.sub(rf"^{key} = (\[[^\]]*\]|.*)$", f"{key} = {value}", text, flags=re.MULTILINE)
    else:
        text = garbled(rng, text)
    case.note(text, kinds=(PhhError,))
    how: dict[str, Any] = rng.choice([{}, {"street": "preflop"}, {"game": game}])
    hand = from_phh(text, **how)
    assert hand.state.history() == hand.history


FUZZERS: list[Fuzzer] = [fuzz_lines, fuzz_slumbot, fuzz_definitions, fuzz_logs, fuzz_whole_phh]
every_fuzzer = pytest.mark.parametrize("fuzzer", FUZZERS, ids=lambda fuzzer: fuzzer.__name__)


@every_fuzzer
def test_odd_strings(fuzzer: Fuzzer, tmp_path: Path) -> None:
    fuzz(fuzzer, range(100), tmp_path)


@pytest.mark.long
@every_fuzzer
def test_many_odd_strings(fuzzer: Fuzzer, tmp_path: Path) -> None:
    fuzz(fuzzer, range(500, 10_500), tmp_path)
