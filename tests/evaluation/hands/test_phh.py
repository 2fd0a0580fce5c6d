"""PHH against pokerkit, which plays the texts by rules of its own."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

from pokerzoo.envs import Game, State, make_game
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.evaluation import HandLog, PhhError, from_phh, read_hands, read_phh, to_phh
from pokerzoo.evaluation.hands.hand_log_reader import DamagedLine
from pokerzoo.evaluation.hands.phh_writer import join_phh
from pokerzoo_testing.cases import random_walk

BOARD = "AhJs7c7d2h"
SPOTS: dict[str, dict[str, Any]] = {
    "article": {"ranges": ("QQ,22", "QQ,KsKh")},  # with splits: the board of the default spot has quads for both
    "many sizes": {"board": BOARD, "ranges": ("AsKs,QhQd", "AdKd,JhJd"), "pot": 10, "stack": 95, "bet_sizes": "33%,75%,a"},
    "halves": {"board": BOARD, "ranges": ("AsKs", "AdKd,8h8d"), "pot": 25, "stack": 40.5, "chip": 0.5, "min_bet": 0.5},
    "tiny pot": {"board": BOARD, "ranges": ("AsKs", "AdKd,8h8d"), "pot": 1, "stack": 0.7, "chip": 0.1, "min_bet": 0.1},
    "pot of two blinds": {"board": BOARD, "ranges": ("AsKs", "AdKd,8h8d"), "pot": 4, "stack": 9},
    "pot of five": {"board": BOARD, "ranges": ("AsKs", "AdKd,8h8d"), "pot": 5, "stack": 9, "raise_sizes": "a"},
    "no chips": {"board": BOARD, "ranges": ("AsKs", "AdKd,8h8d"), "pot": 17.3, "stack": 33.33, "chip": 0, "min_bet": 0},
    "rounded": {
        "board": BOARD,
        "ranges": ("AsKs", "AdKd,8h8d"),
        "pot": 0.03,
        "stack": 11.1,
        "chip": 0.01,
        "min_bet": 0.01,
        "raise_cap": 2,
        "bet_sizes": "33%,a",
    },
    "check only": {"board": BOARD, "ranges": ("AsKs", "AdKd,8h8d"), "bet_sizes": "", "raise_sizes": ""},
    "stack below a bet": {"board": BOARD, "ranges": ("AsKs", "AdKd,8h8d"), "pot": 30, "stack": 0.25},
}


def terminals(game: Game) -> Iterator[State]:
    stack = [game.initial_state()]
    while stack:
        state = stack.pop()
        if state.is_terminal:
            yield state
        stack += [state.child(action) for action in state.legal_actions()]


def by_pokerkit(text: str, **how: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        *_, state = HandHistory.loads(text, **how)
    assert not state.status
    return state


@pytest.mark.parametrize("name", SPOTS)
def test_pokerkit_finds_the_same_payoffs_for_every_end_of_a_spot(name: str) -> None:
    game = make_game("holdem", **SPOTS[name])
    ends = list(terminals(game))
    assert len(ends) >= 6 if name != "check only" else len(ends) == 2
    for i, state in enumerate(ends):
        text = to_phh(game, state)
        theirs = by_pokerkit(text)
        assert [float(x) for x in theirs.payoffs] == pytest.approx(state.returns(), abs=1e-9)
        assert [float(x) for x in theirs.stacks] == pytest.approx([float(x) for x in HandHistory.loads(text).finishing_stacks])
        hand = from_phh(text, game if i % 10 else None)  # without, it is made from the text
        assert hand.game == game and hand.history == state.history() and hand.state == state


EARLY: dict[str, dict[str, Any]] = {
    "turn": {"board": "AhJs7c7d", "ranges": ("AsKs,QhQd,JJ", "AdKd,JhJd,88"), "pot": 10, "stack": 95, "bet_sizes": "33%,a"},
    "flop": {"board": "AhJs7c", "ranges": ("AsKs,QhQd,JJ", "AdKd,JhJd,88"), "pot": 25, "stack": 100.5, "chip": 0.5},
    "sizes by street": {
        "board": "AhJs7c",
        "ranges": ("AsKs,KK", "AdKd,8h8d"),
        "pot": 6,
        "stack": 30,
        "raise_sizes": "60%",
        "bet_sizes": {"flop": "33%", "turn": ("50%", "75%,a"), "river": "a"},
    },
    "short flop": {"board": "AhJs7c", "ranges": ("AsKs,KK", "AdKd,8h8d"), "pot": 6, "stack": 5, "bet_sizes": "a,50%"},
    "no chips": {"board": "AhJs7c", "ranges": ("AsKs,KK", "AdKd,8h8d"), "pot": 17.3, "stack": 33.33, "chip": 0, "min_bet": 0},
}


@pytest.mark.parametrize("name", EARLY)
def test_pokerkit_finds_the_same_payoffs_for_hands_with_cards_to_come(name: str) -> None:
    """All-in with cards to come, folds on each street, and showdowns."""
    game = make_game("holdem", **EARLY[name])
    rng = np.random.default_rng(12)
    boards, all_in = set(), 0
    for i in range(80):
        states = random_walk(game, rng)
        state = states[-1]
        text = to_phh(game, state)
        theirs = by_pokerkit(text)
        assert [float(x) for x in theirs.payoffs] == pytest.approx(state.returns(), abs=1e-9), text
        assert [float(x) for x in theirs.stacks] == pytest.approx([float(x) for x in HandHistory.loads(text).finishing_stacks])
        hand = from_phh(text, game if i % 2 else None)
        assert hand.game == game and hand.history == state.history() and hand.state == state
        public = state.public  # type: ignore[attr-defined]
        boards.add(len(public.board))
        all_in += max(public.contributions) == game.rules.max_contribution  # type: ignore[attr-defined]
        if i % 8 == 0:  # the spot is made from the text, with the sizes that were bet
            names = [game.rules.hand_names[h] for h in state.hands]  # type: ignore[attr-defined]
            street = {3: "flop", 4: "turn"}[len(game.rules.board)]  # type: ignore[attr-defined]
            own = from_phh(text, street=street, ranges=names)
            assert own.state.returns() == pytest.approx(state.returns())
            assert own.state.public.history == public.history  # type: ignore[attr-defined]
            if len(states) > 5:
                going_on = states[int(rng.integers(2, len(states)))]
                assert from_phh(to_phh(game, going_on)).state == going_on
    assert boards == set(range(len(game.rules.board), 6)) and all_in > 5  # type: ignore[attr-defined]


def test_an_exported_text() -> None:
    game = make_game("holdem", board=BOARD, ranges=("AsKs", "JhJd"), pot=10, stack=95)
    state = game.initial_state()
    for _ in (0, 1):
        state = state.child(state.legal_actions()[0])
    for kind in ("check", "bet 5", "call"):
        state = state.child(next(a for a in state.legal_actions() if state.action_name(a) == kind))
    text = to_phh(game, state, names=['Al "the" Ω', "B\\ob\x7f"], label=7)
    assert text.startswith(
        'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\n'
        "actions = [\n"
        '    "d dh p1 AsKs",\n    "d dh p2 JhJd",\n    "p2 cbr 5",\n    "p1 cc",\n'
        '    "d db AhJs7c",\n    "p1 cc",\n    "p2 cc",\n'
        '    "d db 7d",\n    "p1 cc",\n    "p2 cc",\n    "d db 2h",\n    "p1 cc",\n    "p2 cbr 5",\n    "p1 cc",\n'
        '    "p2 sm JhJd",\n    "p1 sm AsKs",\n]\nhand = 7\nplayers = ["Al \\"the\\" Ω", "B\\\\ob\\u007f"]\n'
        "finishing_stacks = [90, 110]\n_pokerzoo_game = "
    )
    hand = from_phh(text)
    assert (hand.names, hand.label) == (('Al "the" Ω', "B\\ob\x7f"), 7)
    assert HandHistory.loads(text).players == ['Al "the" Ω', "B\\ob\x7f"]


def test_hands_that_are_going_on() -> None:
    game = make_game("holdem", **SPOTS["many sizes"])
    rng = np.random.default_rng(4)
    for _ in range(30):
        for state in random_walk(game, rng)[2:]:
            text = to_phh(game, state.history())
            assert ("finishing_stacks" in text) == state.is_terminal
            assert from_phh(text).state == from_phh(text, game).state == state


def test_a_rake_is_in_the_finishing_stacks() -> None:
    params = {"board": BOARD, "ranges": ("AsKs", "AdKd,JhJd"), "pot": 10, "stack": 95, "rake_rate": 0.05, "rake_cap": 4}
    game = make_game("holdem", **params)

    def rake(amount: Any, state: Any = None) -> Any:
        taken = min(Decimal(amount) * Decimal("0.05"), Decimal(4))
        return taken, amount - taken

    ends = [state for state in terminals(game) if not any(state.public.folded)]  # type: ignore[attr-defined]
    assert len(ends) > 5
    for state in ends:
        text = to_phh(game, state)
        theirs = by_pokerkit(text, rake=rake)
        told = HandHistory.loads(text).finishing_stacks
        assert told is not None and [float(x) for x in told] == pytest.approx([float(x) for x in theirs.stacks])
        assert from_phh(text).history == state.history()
        with pytest.raises(PhhError, match="by the rules they are .* another rake"):
            from_phh(text, ranges=("random", "random"))
        assert from_phh(text, ranges=("random", "random"), check_result=False).state.is_terminal
        assert from_phh(text, rake_rate=0.05, rake_cap=4).state.returns() == pytest.approx(state.returns())


# A hand with a past of its own: a raise and a call, a bet on the flop, checks, and a raise on the river. p2 came with more.
GENUINE = """\
# 0.50/1 with antes
variant = "NT"
antes = [0.25, 0.25]
blinds_or_straddles = [0.50, 1.00]
min_bet = 1.00
starting_stacks = [100.00, 180.00]
actions = [
  # Pre-flop
  "d dh p1 9h8h",
  "d dh p2 ????",
  "p2 cbr 2.50",
  "p1 cbr 9.00 # a lot",
  "p2 cc",
  # Flop
  "d db 7c6dKs",
  "p1 cbr 8.25",
  "p2 cc",
  # Turn
  "d db 2s",
  "p1 cc",
  "",
  "p2 cc",
  # River
  "d db Th",
  "p1 cbr 20",
  "p2 cbr 162.50",
  "p1 cc",
  "# He thinks for long.",
  "p2 sm KhKc",
  "p1 sm 9h8h",
]
players = ["Ann", ""]
hand = "twelve"
_note = {anything = [1, 2.5]}
"""


def test_a_genuine_hand_becomes_a_spot() -> None:
    hand = from_phh(GENUINE)
    assert (hand.names, hand.label) == (("Ann", ""), "twelve")
    game = hand.game
    assert game.params["board"] == "7c6dKs2sTh" and (game.starting_pot, game.params["stack"]) == (35.0, 82.5)
    assert (game.params["bet_sizes"], game.params["raise_sizes"]) == (("20c", ""), ("", "a"))
    state = hand.state
    assert state.history()[2:] == (2, 3, 1) and state.describe(None).splitlines()[-2].endswith("history: b20r82.5c")
    assert state.returns() == (100.0, -100.0)
    theirs = by_pokerkit(GENUINE)
    assert [float(x) for x in theirs.payoffs] == [100.0, -100.0]
    other = make_game("holdem", board="ThKs2s7c6d", pot=35, stack=82.5, bet_sizes="20c", raise_sizes="a,50%",
                      ranges=("random", "KK,AK"))  # fmt: skip
    assert from_phh(GENUINE, other).state.returns() == (100.0, -100.0)
    small = from_phh(GENUINE, ranges=("98s", "KK+"), rake_rate=0.05)
    assert small.game.ranges[0].num_combos == 4 and small.state.returns()[0] == pytest.approx(90.0)


def edited(*pairs: tuple[str, str]) -> str:
    text = GENUINE
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GENUINE[:200], "no TOML"),
        ("x = [[[[[[[", "no TOML"),
        ("", "variant=None"),
        (edited(('"NT"', '"FT"')), "variant='FT': must be 'NT'"),
        (edited(("[100.00, 180.00]", "[100, 180, 90]")), "has 3 players: must be heads-up"),
        (edited(("[100.00, 180.00]", "[100, -1]")), "starting_stacks=-1: must be a finite number, above 0"),
        (edited(("[100.00, 180.00]", "[100, inf]")), "starting_stacks=Infinity: must be a finite number"),
        (edited(("[100.00, 180.00]", "[100, nan]")), "starting_stacks=NaN"),
        (edited(("[100.00, 180.00]", "[100, true]")), "starting_stacks=True"),
        (edited(("[100.00, 180.00]", "[100, 1e999]")), "starting_stacks="),
        (edited(("[100.00, 180.00]", "100")), "starting_stacks=100: must be an array"),
        (edited(("min_bet = 1.00", "")), "min_bet=None"),
        (edited(("[0.50, 1.00]", "[0.5, -1]")), "blinds_or_straddles=-1"),
        (edited(("actions = [", "actions = [3,")), "must be an array of strings"),
        (edited(("p2 cbr 2.50", "p1 cbr 2.50")), "action 3, 'p1 cbr 2.50': p2 is to act"),
        (edited(("p2 cbr 2.50", "p2 cbr 1.50")), "action 3, 'p2 cbr 1.50': must be from 2 to 179.75"),
        (edited(("p2 cbr 2.50", "p2 cbr 200")), "must be from 2"),
        (edited(("p2 cbr 2.50", "p2 cbr lots")), "action 3, 'p2 cbr lots': amount='lots'"),
        (edited(("p2 cbr 2.50", "p2 raises")), "no action of hold'em"),
        (edited(("p2 cbr 2.50", "p3 f")), "no action of d or p1 to p2"),
        (edited(("p1 cbr 9.00 # a lot", "p1 cbr 3.50")), "must be from 4 to"),  # the raise before was by 1.50
        (edited(('"p1 cbr 9.00 # a lot",', '"p1 f"]\nx = [')), "ends before the flop: it does not reach the river"),
        (edited(('"d db 2s",', '"d db 2s"]\nx = [')), "ends on the turn"),
        (edited(("d dh p1 9h8h", "d dh p1 9h")), "must be two cards"),
        (edited(("d dh p1 9h8h", "d dh p1 9h9h")), "occurs twice"),
        (edited(("d dh p2 ????", "d dh p1 ????")), "p1 has cards already"),
        (edited(('"d dh p2 ????",', "")), "before all players have cards"),
        (edited(("d db 7c6dKs", "d db 7c6d")), "2 cards, must be 3 on the flop"),
        (edited(("d db 7c6dKs", "d db 7c6d9h")), "out already"),
        (edited(("d db 7c6dKs", "d db 7c6dXs")), "must be a rank of"),
        (edited(("d db 7c6dKs", "d db 7c6d??")), "must be known"),
        (edited(("d db 2s", "d db 7c")), "out already"),
        (edited(("d db 7c6dKs", "d xx 7c6dKs")), "no deal"),
        (edited(('"d db Th",', "")), "no player is to act"),
        (edited(('"p1 cc",\n  "",', '"",')), "p1 is to act"),
        (edited(("p1 cbr 8.25", "p1 cbr 90.75"), ), "all-in on the flop: nothing is left to decide"),
        (edited(("p1 cbr 8.25", "p1 f")), "nothing to fold to"),
        (edited(('"p2 sm KhKc",', "")), "p2's cards are not known"),
        (edited(("p2 sm KhKc", "p2 sm KhTh")), "out already"),
        (edited(("p1 sm 9h8h", "p1 sm AsAc")), "p1 has other cards"),
        (edited(("p1 sm 9h8h", "p1 sm")), "p1 mucks a hand that does not lose"),
        (edited(("p1 sm 9h8h", "p1 sm 9h 8h")), "the cards that are shown"),
        (edited(("p2 cbr 162.50", "p2 sm KhKc")), "no showdown of this player here"),
        (edited(('"p1 cc",\n  "# He', '"p1 cc",\n"p2 cc",\n  "# He')), "no player is to act"),
        (edited(('["Ann", ""]', '["Ann"]')), "players=['Ann']"),
        (edited(('"twelve"', "1.5")), "hand="),
        (GENUINE + "finishing_stacks = [100, 180]\n", "by the rules they are [200, 80]"),
        (GENUINE + "finishing_stacks = 3\n", "must be an array"),
        (GENUINE + "_pokerzoo_game = '{}'\n", "_pokerzoo_game: damaged"),
        (GENUINE + "_pokerzoo_game = 5\n", "_pokerzoo_game: damaged"),
        (GENUINE + '_pokerzoo_game = \'{"name": "holdem", "params": {"name": 3}}\'\n', "_pokerzoo_game: damaged"),
        (join_phh([GENUINE]), "several hands"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(text: str, message: str) -> None:
    with pytest.raises(PhhError) as error:
        from_phh(text)
    assert message in str(error.value)


def test_a_right_result_is_taken() -> None:
    assert from_phh(GENUINE + "finishing_stacks = [200, 80.00]\n").state.is_terminal


def test_the_odd_chip_of_a_split_pot() -> None:
    checks = ["p1 cc", "p2 cc"]
    actions = ["d dh p1 KhQh", "d dh p2 KcQd", "p2 cc", "p1 cc", "d db 7c6dKs", *checks, "d db 2s", *checks, "d db Th", *checks]
    text = (
        'variant = "NT"\nantes = [1, 2]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n'
        f"starting_stacks = [100, 100]\nactions = {actions}\n"
    )
    assert [float(x) for x in by_pokerkit(text).stacks] == [100.0, 100.0]
    for told in ("[100, 100]", "[99, 101]", "[99.5, 100.5]"):
        assert from_phh(text + f"finishing_stacks = {told}\n").state.returns() == (0.0, 0.0)
    for told in ("[98, 102]", "[99.49, 100.51]"):
        with pytest.raises(PhhError, match="by the rules they are .99.5, 100.5."):
            from_phh(text + f"finishing_stacks = {told}\n")


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"bet_sizes": "50%"}, "p1 cbr 20 on the river is not in the betting tree; in it are check, bet 17.5"),
        ({"raise_sizes": ""}, "p2 cbr 82.5 on the river is not in the betting tree; in it are fold, call"),
        ({"pot": 36}, "the pot at the start of the river is 35, but 36"),
        ({"stack": 82}, "the stack at the start of the river is 82.5, but 82"),
        ({"board": "7c6dKs2sTd"}, "the board is 7c6dKs2sTh, not that of"),
        ({"ranges": ("98s", "AA")}, "p2's KhKc is not in the range of player 1"),
        ({"ranges": ("AA", "KK")}, "p1's 9h8h is not in the range of player 0"),
        ({"ranges": ("98s:0,AA", "KK,98s")}, "p1's 9h8h is not in the range of player 0"),
    ],
)
def test_a_hand_that_is_not_in_the_game(params: dict[str, Any], message: str) -> None:
    spot = {"board": "7c6dKs2sTh", "pot": 35, "stack": 82.5, "bet_sizes": "20c", "raise_sizes": "a", "chip": 0.5,
            "ranges": ("98s", "KK")} | params  # fmt: skip
    with pytest.raises(PhhError) as error:
        from_phh(GENUINE, make_game("holdem", **spot))
    assert message in str(error.value)


def test_wrong_requests() -> None:
    game = make_game("holdem", **SPOTS["halves"])
    state = game.initial_state()
    kuhn = make_game("kuhn")
    for call, message in (
        (lambda: to_phh(kuhn, kuhn.initial_state()), "PHH is for hold'em, whole hands and spots"),
        (lambda: to_phh(game, state), "do not have their cards"),
        (lambda: to_phh(game, kuhn.initial_state()), "must be a state of"),
        (lambda: to_phh(game, [99999]), "move 1: .* not legal"),
        (lambda: to_phh(game, next(terminals(game)), names=["one"]), "must be two strings"),
        (lambda: to_phh(game, next(terminals(game)), names="ab"), "must be two strings"),
        (lambda: to_phh(game, next(terminals(game)), label=1.5), "must be a string or an integer"),  # type: ignore[arg-type]
        (lambda: from_phh(GENUINE, kuhn), "must be hold'em, whole hands or a spot"),
        (lambda: from_phh(GENUINE, street="start"), "street='start': must be one of 'preflop', 'flop', 'turn', 'river'"),
        (lambda: from_phh(GENUINE, game, street="turn"), "street='turn': .* starts elsewhere"),
        (lambda: from_phh(GENUINE, game, ranges=("AA", "KK")), "must not be given beside a game"),
        (lambda: from_phh(GENUINE, pot=5), "the hand says it"),
        (lambda: from_phh(GENUINE, ranges=("AA", "hello")), "no spot can be made of it: ranges"),
    ):
        with pytest.raises(ValueError, match=message):
            call()


def test_files_of_several_hands(tmp_path: Path) -> None:
    game = make_game("holdem", **SPOTS["many sizes"])
    rng = np.random.default_rng(8)
    states = [random_walk(game, rng)[-1] for _ in range(5)]
    texts = [to_phh(game, state, label=i) for i, state in enumerate(states)]
    assert len(list(HandHistory.loads_all(join_phh(texts)))) == 5
    path = tmp_path / "hands.phhs"
    path.write_text("# five hands\n" + join_phh(texts), encoding="utf-8")
    file = read_phh(path)
    assert [hand.state for hand in file.hands] == states and file.problems == ()
    assert [hand.label for hand in file.hands] == [0, 1, 2, 3, 4]
    texts[1] = texts[1][:150] + "\n"
    texts[3] = texts[3].replace('"p2 cbr 5"', '"p2 cbr 3"')
    whole = join_phh(texts)
    path.write_text(whole, encoding="utf-8")
    told: list[str] = []
    file = read_phh(path, on_problem=lambda problem: told.append(str(problem)))
    assert [hand.state for hand in file.hands] == [states[i] for i in (0, 2, 4)]
    lines = whole.splitlines()
    assert [problem.line for problem in file.problems] == [lines.index("[2]") + 1, lines.index("[4]") + 1]
    assert told == [str(problem) for problem in file.problems]
    assert ": hand 2: no TOML" in told[0] and ": hand 4: action 3, 'p2 cbr 3': must be from 4" in told[1]
    with pytest.warns(DamagedLine) as warned:
        read_phh(path, game)
    assert [str(entry.message) for entry in warned] == told and {entry.filename for entry in warned} == {__file__}
    path.write_text("%&$\n" + join_phh(texts[:1]), encoding="utf-8")
    file = read_phh(path, on_problem=told.append)
    assert len(file.hands) == 1 and [problem.line for problem in file.problems] == [1]
    path.write_text(GENUINE, encoding="utf-8")
    assert len(read_phh(path).hands) == 1
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(PhhError, match="no UTF-8"):
        read_phh(path)


def test_hands_of_a_log(tmp_path: Path) -> None:
    game = make_game("holdem", **SPOTS["pot of five"])
    rng = np.random.default_rng(3)
    with HandLog(game, tmp_path / "log.jsonl", ["Ann", "Bob"]) as log:
        for i in range(4):
            log.add(random_walk(game, rng)[-1], [i % 2, 1 - i % 2])
    for hand in read_hands(tmp_path / "log.jsonl").hands:
        names = ["Ann", "Bob"]
        text = to_phh(game, hand, [names[agent] for agent in hand.seats], hand.number)
        payoffs = by_pokerkit(text).payoffs
        assert [float(payoffs[hand.seats.index(agent)]) for agent in (0, 1)] == list(hand.returns)


AUTOMATIONS = (
    Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING, Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING,
)  # fmt: skip


def random_hand(rng: np.random.Generator) -> str:
    """The text of a hand that pokerkit played at random."""
    blinds = [(1, 2), (2, 2), (0, 0), (5, 10)][rng.integers(4)]
    antes = [(0, 0), (1, 1), (0, 3)][rng.integers(3)] if any(blinds) else (4, 4)
    return played_by_pokerkit(rng, blinds, antes, [int(x) for x in rng.integers(30, 400, 2)])[0]


def played_by_pokerkit(
    rng: np.random.Generator, blinds: tuple[int, int], antes: tuple[int, int], stacks: list[int], trimming: bool = False
) -> tuple[str, float | None, list[float]]:
    """A hand of pokerkit's, played at random: its text, the pot at the start of the river, and the payoffs."""
    game = NoLimitTexasHoldem(AUTOMATIONS, trimming, antes, blinds, 2)
    state = game(stacks, 2)
    pot = None
    deck = iter([CARD_NAMES[card] for card in rng.permutation(52)])
    while state.status:
        if state.can_deal_hole():
            state.deal_hole(next(deck) + next(deck))
        elif state.can_burn_card("??"):
            state.burn_card("??")
        elif state.can_deal_board():
            count = 3 if state.street_index == 1 else 1
            state.deal_board("".join(next(deck) for _ in range(count)))
            pot = float(state.total_pot_amount) if state.street_index == 3 else None
        elif state.actor_index is not None:
            choice = rng.random()
            if choice < 0.3 and state.can_complete_bet_or_raise_to():
                low = state.min_completion_betting_or_raising_to_amount
                high = state.max_completion_betting_or_raising_to_amount
                assert low is not None and high is not None
                all_in = state.street_index == 3 and rng.random() < 0.3
                state.complete_bet_or_raise_to(high if all_in else min(high, low + int(rng.integers(0, 8))))
            elif choice < 0.36 and state.can_fold() and state.checking_or_calling_amount:
                state.fold()
            else:
                state.check_or_call()
        else:
            state.select_runout_count()
    told = {"finishing_stacks": list(state.stacks), "ante_trimming_status": trimming}
    text = HandHistory.from_game_state(game, state, **told).dumps()
    return text, pot, [float(x) for x in state.payoffs]


@pytest.mark.parametrize("trimming", [False, True])
def test_uneven_antes_are_trimmed_where_the_text_says_so(trimming: bool) -> None:
    """pokerkit plays, with antes and blinds that need not fit each other or the stacks; pots and payoffs are its own."""
    rng = np.random.default_rng(11)
    read = other_pot = 0
    refused: list[str] = []
    for _ in range(60):
        blinds = [(1, 2), (1, 3), (3, 3), (0, 5)][rng.integers(4)]
        antes = [(2, 0), (0, 2), (1, 4), (3, 3), (30, 5), (5, 30)][rng.integers(6)]
        stacks = [int(x) for x in rng.integers(8, 120, 2)]
        text, pot, payoffs = played_by_pokerkit(rng, blinds, antes, stacks, trimming)
        assert f"ante_trimming_status = {str(trimming).lower()}" in text
        try:
            hand = from_phh(text, ranges=("random", "random"))
        except PhhError as error:
            refused.append(str(error))
            continue
        read += 1
        assert hand.game.starting_pot == pot, text
        ends = [s + round(paid) for s, paid in zip(stacks, payoffs, strict=True)]
        wrong = text.replace(f"finishing_stacks = {ends}", f"finishing_stacks = {[ends[0] + 2, ends[1]]}")
        assert wrong != text
        with pytest.raises(PhhError, match="by the rules they are"):
            from_phh(wrong, hand.game)
        turned = text.replace(f"status = {str(trimming).lower()}", f"status = {str(not trimming).lower()}")
        try:  # trimmed, or not, the same text is another hand
            from_phh(turned, hand.game, check_result=False)
        except PhhError:
            other_pot += 1
    assert read > 25 and other_pot > 20
    known = ("does not reach the river", "nothing is left to decide")
    assert [reason for reason in refused if not any(part in reason for part in known)] == []


def test_the_example_of_uneven_antes() -> None:
    checks = ["p1 cc", "p2 cc"]
    actions = ["d dh p1 KcQd", "d dh p2 AhQh", "p2 cc", "p1 cc", "d db 7c6dKs", *checks, "d db 2s", *checks, "d db Th", *checks]
    actions += ["p1 sm KcQd", "p2 sm AhQh"]
    for trimming, pot, stacks in (("false", 8, [105, 95]), ("true", 6, [103, 97])):
        text = (
            f'variant = "NT"\nante_trimming_status = {trimming}\nantes = [2, 0]\nblinds_or_straddles = [1, 3]\nmin_bet = 3\n'
            f"starting_stacks = [100, 100]\nactions = {actions}\n"
        )
        assert [float(x) for x in by_pokerkit(text).stacks] == stacks
        assert from_phh(text + f"finishing_stacks = {stacks}\n").game.starting_pot == pot
    for value in ("1", '"true"', "[]"):
        with pytest.raises(PhhError, match=r"ante_trimming_status=.*: must be true or false"):
            from_phh(text.replace("status = true", f"status = {value}"))


@pytest.mark.parametrize("street", ["river", "turn", "flop"])
def test_random_hands_that_pokerkit_played(street: str) -> None:
    rng = np.random.default_rng(2)
    read = raised = early = 0
    refused: list[str] = []
    for _ in range(60 if street == "river" else 120):
        text = random_hand(rng)
        dealt = re.findall(r"d dh p[12] (\w{4})", text)
        try:
            hand = from_phh(text, street=street, ranges=("random", "random") if street == "river" else dealt)
        except PhhError as error:
            refused.append(str(error))
            continue
        # The finishing stacks were compared; and what a spot wins is what the hand wins, but for what went in before.
        read += 1
        raised += max(a for a in (0, *hand.history[2:])) >= 2
        early += len(hand.state.public.board) < 5  # type: ignore[attr-defined]
        assert hand.state.is_terminal and sum(hand.state.returns()) == 0
    assert len(refused) > 3 and raised > 5 and read > 40 and (early > 1) == (street != "river")
    known = (f"does not reach the {street}", "nothing is left to decide")
    assert [reason for reason in refused if not any(part in reason for part in known)] == []


def test_a_genuine_hand_from_an_earlier_street() -> None:
    """The hand above, from the flop and from the turn on."""
    for street, board, pot, stack, history in (
        ("flop", "7c6dKs", 18.5, 90.75, "b8.25c/2s|xx/Th|b20r82.5c"),
        ("turn", "7c6dKs2s", 35.0, 82.5, "xx/Th|b20r82.5c"),
        ("river", "7c6dKs2sTh", 35.0, 82.5, "b20r82.5c"),
    ):
        hand = from_phh(GENUINE, street=street, ranges=("98s", "KK"))
        assert hand.game.params["board"] == board and (hand.game.starting_pot, hand.game.params["stack"]) == (pot, stack)
        assert hand.state.public.history == history  # type: ignore[attr-defined]
        assert hand.state.returns() == (100.0, -100.0)
    text = edited(("p1 cbr 8.25", "p1 cbr 90.75"), ('"p2 cc",\n  # Turn', '"p2 cc", "p2 sm KhKc", "p1 sm 9h8h",\n  # Turn'))
    text = re.sub(r'"p1 cc",\n  "",\n  "p2 cc",|"p1 cbr 20",[^]]*', "", text)
    hand = from_phh(text, street="flop", ranges=("98s", "KK"))
    assert hand.state.public.history == "b90.75c/2s|/Th|" and hand.state.returns() == (100.0, -100.0)  # type: ignore[attr-defined]
    with pytest.raises(PhhError, match="on the flop: nothing is left to decide on the turn"):
        from_phh(text, street="turn")
