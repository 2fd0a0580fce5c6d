"""``pokerzoo play`` with typed input."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pokerzoo import list_games
from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.cli import main
from pokerzoo.cli.play import matching_choices
from pokerzoo.envs import Game, State, make_game
from pokerzoo.envs.game_words import RULES, explained_rules
from pokerzoo.evaluation.hands import read_hands
from pokerzoo.evaluation.spots.decision_values import decision_values


class Session:
    """Plays with some typed lines; keeps what was printed and the numbers at the end."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: str, typed: str) -> str:
        """Output that the person sees."""
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["play", *arguments]) == 0
        return self.capsys.readouterr().out

    def hands_and_chips(self, *arguments: str, typed: str) -> tuple[int, float]:
        """The numbers of ``--json``."""
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["play", *arguments, "--json"]) == 0
        out, error = self.capsys.readouterr()
        result = json.loads(out)
        assert f"{result['hands']} hand" in error
        return result["hands"], result["chips"]["total"]


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Session:
    return Session(capsys, monkeypatch)


def test_names_letters_and_numbers_are_the_same(play: Session) -> None:
    arguments = ("always_call", "--game", "kuhn", "--seat", "0", "--hands", "4", "--seed", "1")
    expected = play(*arguments, typed="bet\nbet\nbet\nbet\n")
    assert play(*arguments, typed="b\n2\nBET\n be \n") == expected
    assert play(*arguments, typed="c\n1\ncheck\nch\n") != expected


def test_results_add_up_and_match_what_is_shown(play: Session) -> None:
    arguments = ("always_call", "--game", "kuhn", "--seat", "0", "--hands", "6", "--seed", "4")
    text = play(*arguments, typed="b\n" * 6)
    shown = [float(x) for x in re.findall(r"net chips: player 0 ([+-]\d+)", text)]
    assert len(shown) == 6
    assert set(map(abs, shown)) == {2.0}  # ante 1, bet 1, always called
    assert f"6 hands played, {sum(shown):+g}" in text.replace("played, 0", "played, +0")
    assert play.hands_and_chips(*arguments, typed="b\n" * 6) == (6, sum(shown))


def test_cards_are_open_at_showdown_and_only_then(play: Session) -> None:
    text = play("always_call", "--game", "kuhn", "--seat", "0", "--hands", "1", "--seed", "2", typed="b\n")
    before, after = text.split("1 check, 2 bet > ")
    assert "player 1: ?" in before
    assert re.search(r"player 1: [JQK]", after)
    folded = play("always_raise", "--game", "kuhn", "--seat", "0", "--hands", "1", "--seed", "2", typed="check\nfold\n")
    assert not re.search(r"player 1: [JQK]", folded)
    assert "You lose 1." in folded


def test_seats_change_unless_given(play: Session) -> None:
    arguments = ("always_fold", "--game", "kuhn", "--hands", "3", "--seed", "1")
    text = play(*arguments, typed="b\n" * 3)
    assert re.findall(r"You are player (\d)", text) == ["0", "1", "0"]
    assert re.findall(r"You are player (\d)", play(*arguments, "--seat", "1", typed="b\n" * 3)) == ["1"] * 3


def test_bad_input_is_asked_again(play: Session) -> None:
    text = play("always_call", "--game", "kuhn", "--seat", "0", "--hands", "1", typed="fold\n\n3\nrubbish\nb\n")
    assert text.count("is none of: check, bet") == 4
    assert text.count("1 check, 2 bet > ") == 5
    assert "1 hand played" in text


@pytest.mark.parametrize("typed", ["b\nq\n", "b\nQUIT\n", "b\n"], ids=["q", "quit", "end of input"])
def test_leaving_keeps_the_total(play: Session, typed: str) -> None:
    arguments = ("always_call", "--game", "kuhn", "--seat", "0", "--seed", "2")
    assert "1 hand played" in play(*arguments, typed=typed)
    hands, chips = play.hands_and_chips(*arguments, typed=typed)
    assert hands == 1
    assert abs(chips) == 2


def test_ctrl_c_leaves(play: Session, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1) -> Any:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupted())
    assert main(["play", "random", "--game", "kuhn", "--seat", "0"]) == 0
    assert "0 hands played, 0 chips." in capsys.readouterr().out


def test_simultaneous_choices_stay_hidden(play: Session) -> None:
    text = play("random", "--game", "rps", "--seat", "1", "--hands", "1", typed="rock\n")
    before, after = text.split(" > ")
    assert "player 0: ?" in before
    assert re.search(r"player 0: (rock|paper|scissors)", after)


def test_more_than_two_players(play: Session) -> None:
    text = play("always_call", "--game", "kuhn", "--param", "num_players=3", "--seat", "0", "--hands", "2", typed="b\nb\n")
    assert text.count("player 1: call") == text.count("player 2: call") == 2
    assert re.search(r"You (win 4|lose 2)\.", text)


def test_a_best_response_can_be_played(play: Session) -> None:
    arguments = ("best_response:always_call", "--game", "kuhn", "--seat", "1", "--hands", "20", "--seed", "1")
    text = play(*arguments, typed="c\n" * 20)  # check or call, whichever there is
    assert "20 hands played" in text
    assert set(re.findall(r"player 0: ([JK]  in the pot \d)", text)) == {"J  in the pot 1", "K  in the pot 2"}


def test_input_from_a_pipe_and_json_on_stdout(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pokerzoo.cli", "play", "always_fold", "--game", "kuhn", "--seat", "0", "--json"]
    done = subprocess.run(command, input="b\nb\nb\n", capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0
    result = json.loads(done.stdout)
    assert (result["hands"], result["chips"]["total"], result["seat"]) == (3, 3.0, 0)
    assert "1 check, 2 bet > " in done.stderr


@pytest.mark.parametrize(
    ("answer", "names", "meant"),
    [
        ("check", ["check", "call"], [0]),
        ("c", ["check", "call"], [1]),  # what histories call it
        ("ch", ["check", "call"], [0]),
        ("ca", ["check", "call"], [1]),
        ("x", ["check", "bet"], [0]),
        ("x", ["fold", "call"], []),
        ("c", ["check", "bet"], [0]),
        ("b", ["check", "bet 5", "bet 50"], [1, 2]),
        ("b5", ["check", "bet 5", "bet 50"], [1]),
        ("bet 5", ["check", "bet 5", "bet 50"], [1]),
        ("r100", ["fold", "call", "raise to 75", "raise to 100"], [3]),
        ("raise", ["fold", "call", "raise to 75", "raise to 100"], [2, 3]),
        ("0", ["fold", "call"], []),
        ("3", ["fold", "call"], []),
        ("²", ["fold", "call"], []),
        ("1", ["0", "1", "2"], [1]),
        ("1", ["0", "1", "10"], [1]),
        ("r", ["rock", "paper", "scissors"], [0]),
        ("2", ["fold", "call", *[f"raise to {chips}" for chips in range(4, 100)]], [1]),
        ("r7", ["fold", "call", *[f"raise to {chips}" for chips in range(4, 100)]], [5]),
    ],
)
def test_choose(answer: str, names: list[str], meant: list[int]) -> None:
    assert matching_choices(answer, names) == meant


def test_which_size_is_asked(play: Session) -> None:
    sizes = ("--param", 'bet_sizes="50%,100%"', "--param", "add_allin_threshold=0")
    text = play("always_call", "--game", "holdem", *sizes, "--seat", "0", "--hands", "1", typed="b\nb25\n")
    assert "'b': which size? bet 25, bet 50 (q leaves)" in text
    assert "is none of" not in text
    assert "1 hand played" in text
    number = play("always_call", "--game", "holdem", *sizes, "--seat", "0", "--hands", "1", "--seed", "1", typed="b\n50\n")
    assert "history: b50c" in number  # the size alone is enough where it was asked for


def test_of_many_sizes_the_first_and_the_last_are_shown(play: Session) -> None:
    """Those are offered that the explorer has buttons for."""
    any_size = ("--game", "texas_holdem", "--param", "bet_sizes=any", "--param", "stack=60")
    text = play("always_fold", *any_size, "--seat", "1", "--hands", "1", "--seed", "1", typed="99\nr\nr7\n")
    assert text.count("1 fold, 2 call, 3 raise to 4, 4 raise to 5, ") == text.count(" raise to 60, or another size > ") == 3
    assert "'99' is none of: fold, call, raise to 4, raise to 5," in text
    assert "'r': which size? raise to 4, ..., raise to 60 (q leaves)" in text
    assert "history: r7f" in text


def test_whole_hands_tell_what_the_cards_make(play: Session) -> None:
    game = ("--game", "texas_holdem", "--param", "deck=royal", "--seat", "0", "--hands", "1", "--seed", "3")
    text = play("always_call", *game, typed="c\n" * 6)
    before, flop = text.split("/", 1)
    assert "you have" not in before
    assert flop.count("you have: ") == 3  # on the flop, the turn and the river


def test_whole_hands_have_an_opponent_at_once(play: Session, capsys: pytest.CaptureFixture[str]) -> None:
    """The name of the game alone: the blueprint that comes with the package, as if it were named."""
    arguments = ("--hands", "2", "--seed", "1", "--seat", "0")
    text = play("texas_holdem", *arguments, typed="c\n" * 20)
    assert "against blueprint." in text and "2 hands played" in text
    assert play("blueprint", "--game", "texas_holdem", *arguments, typed="c\n" * 20) == text
    assert main(["play", "texas_holdem", "--param", "stack=30"]) == 2
    assert "comes with pokerzoo is of another game; yours has stack 15 big blinds (blueprint: 100)" in capsys.readouterr().err
    assert main(["play", "leduc"]) == 2
    assert "'leduc': a game, not a player" in capsys.readouterr().err


def test_the_cards_of_a_whole_hand_do_not_depend_on_the_hands_before(play: Session) -> None:
    arguments = ("always_call", "--game", "texas_holdem", "--seat", "1", "--hands", "2", "--seed", "1")
    folded, called = play(*arguments, typed="f\n" * 2), play(*arguments, typed="c\n" * 5 + "f\n")
    hands = [re.findall(r"player 1: (\S+ \S+)  .*to act", text.split("Hand 2")[1])[0] for text in (folded, called)]
    assert hands[0] == hands[1]


def test_all_in_is_a(play: Session) -> None:
    spot = ("always_fold", "--game", "holdem", "--seat", "0", "--hands", "1", "--seed", "1")
    sizes = ("--param", 'bet_sizes="50%,a"')
    assert "history: b100f" in play(*spot, *sizes, typed="a\n")
    assert "'a' is none of: check, bet 25" in play(*spot, "--param", "add_allin_threshold=0", typed="a\nx\n")
    whole = ("always_fold", "--game", "texas_holdem", "--seat", "1", "--hands", "1", "--seed", "1")
    assert "history: r200f" in play(*whole, typed="all-in\n")
    assert "'a' is none of" in play(*whole, "--param", "limit=fixed-limit", typed="a\nf\n")
    assert "history: r10f" in play("always_fold", "--game", "push_fold", "--seat", "1", "--hands", "1", typed="a\n")


def test_the_game_is_explained_before_the_first_hand_and_when_asked(play: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = play("always_call", "--game", "kuhn", "--seat", "0", "--hands", "1", typed="?\nhelp\nb\n")
    before = text.partition("Hand 1.")[0]
    assert "  In turn, check or bet 1 chip. After a bet, call or fold. There are no raises.\n" in before
    assert "x check, b bet, c call, f fold" in before
    assert "No advisor comments on your choices; --advisor FILE names a policy that does." in before
    assert text.count("There are no raises") == 3


def test_every_game_has_an_explanation_of_three_lines() -> None:
    assert sorted(RULES) == list_games()
    for name in list_games():
        rules, signs = explained_rules(make_game(name))
        assert 2 <= len(rules) <= 3
        assert "chips chips" not in " ".join(rules)
        assert "{" not in signs.join(rules)
        assert all(line[0].isupper() or line[0].isdigit() for line in rules)
        assert all(line.endswith(".") and "SizedBets" not in line and "_" not in line for line in rules)
    rules, _ = explained_rules(make_game("holdem", board="QsJh2h", ranges=("AA,KK", "QQ"), pot=20, stack=60))
    assert "the board is Qs Jh 2h, and two cards are to come. The pot has 20 chips, 10 from each player" in rules[0]
    rules, _ = explained_rules(make_game("holdem", ranges=("AA", "KK", "QQ"), stack=(90, 40, 20)))
    assert "16.6667 from each player, and they have 40, 40, 20 left." in " ".join(rules)
    rules, _ = explained_rules(make_game("texas_holdem", last_street="flop"))
    assert "There are two rounds of betting: before and after three public cards" in rules[1]
    assert rules[2].startswith("The best five of your two and the three public cards win")
    rules, _ = explained_rules(make_game("rps", payoffs=((1.0, -1.0), (-1.0, 1.0))))
    assert rules[1] == "What player 0 wins from player 1, against 0, 1 in that order: 0 wins 1, -1; 1 wins -1, 1."


def test_every_hand_is_in_the_log(play: Session, tmp_path: Path) -> None:
    log = tmp_path / "hands.jsonl"
    arguments = ("always_call", "--game", "kuhn", "--hands", "3", "--seed", "1", "--log", str(log))
    hands, chips = play.hands_and_chips(*arguments, typed="b\n" * 3)
    file = read_hands(log)
    assert (len(file.hands), file.chips[0], file.names, file.problems) == (hands, chips, ("you", "always_call"), ())
    log.write_text("mine")
    assert main(["play", *arguments]) == 2 and log.read_text() == "mine"


def test_who_comments(play: Session, tmp_path: Path) -> None:
    CFR(make_game("kuhn"), "cfr+").run(50).average_policy().save(tmp_path / "kuhn.npz")
    TabularPolicy.uniform(make_game("kuhn", num_cards=4)).save(tmp_path / "other.npz")
    file, more = str(tmp_path / "kuhn.npz"), ("--seat", "0", "--hands", "1", "--seed", "1")
    assert "kuhn.npz does" in play("always_call", "--game", "kuhn", "--advisor", file, *more, typed="b\n")
    assert "you knew" not in play(file, "--advisor", "none", *more, typed="b\nf\n")
    assert "you knew" not in play(f"best_response:{file}", *more, typed="b\nf\n")
    assert main(["play", file, "--advisor", str(tmp_path / "other.npz"), *more]) == 2
    assert "other.npz: for kuhn(num_cards=4" in play.capsys.readouterr().err
    assert main(["play", file, "--advisor", str(tmp_path / "no.npz"), *more]) == 2


def test_comments_on_spots_and_on_simultaneous_games(play: Session, tmp_path: Path) -> None:
    spot = make_game("holdem", ranges=("QQ+", "QQ+"))
    CFR(spot, "dcfr").run(50).average_policy().save(tmp_path / "spot.npz")
    text = play(str(tmp_path / "spot.npz"), "--seat", "0", "--hands", "1", "--seed", "1", typed="x\nf\n")
    assert re.search(r"^[AKQ][cdhs][AKQ][cdhs]\| +check +", text, re.MULTILINE)
    TabularPolicy.uniform(make_game("rps")).save(tmp_path / "rps.npz")
    text = play(str(tmp_path / "rps.npz"), "--seat", "0", "--hands", "1", typed="rock\n")
    assert re.search(r"^player_0\| +rock +rock 33%, paper 33%, scissors 33% +0 +best$", text, re.MULTILINE)
    assert "then the history" not in text
    assert "Your choices cost 0 chips in all, 0 a hand; 1 of 1 were best." in text


def test_after_a_hand_the_policy_comments(play: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What choices cost is what ``decision_values`` says."""
    monkeypatch.setenv("COLUMNS", "80")
    policy = CFR(make_game("kuhn"), "cfr").run(30).average_policy()
    policy.save(tmp_path / "kuhn.npz")
    arguments, typed = (str(tmp_path / "kuhn.npz"), "--hands", "6", "--seed", "3"), "b\nf\n" * 12
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["play", *arguments, "--json"]) == 0
    result = json.loads(play.capsys.readouterr().out)
    assert result["advisor"] == arguments[0]
    assert {choice["hand"] for choice in result["choices"]} == set(range(1, 7))
    values = decision_values(policy.game, policy)
    for choice in result["choices"]:
        assert {one["name"]: one["probability"] for one in choice["options"]} == policy[choice["infoset"]]
        decision = values.at(state_of(policy.game, choice["infoset"]))
        assert choice["lost"] == decision.lost(next(one["id"] for one in choice["options"] if one["chosen"]))
    sure = [choice["lost"] for choice in result["choices"] if choice["verdict"] != "unsure"]
    assert result["lost"] == pytest.approx(sum(sure)) and max(sure) > 0.05
    assert {choice["verdict"] for choice in result["choices"]} <= {"best", "unsure", "inaccuracy", "mistake"}
    text = play(*arguments, typed=typed)
    assert text.count("\nyou knew") == 6
    assert text.count("What you knew is your cards, then |, then the") == 1
    assert re.search(r"^you knew +you did +kuhn.npz does +cost +verdict$", text, re.MULTILINE)
    assert re.search(r"^Your choices cost \S+ chips in all, \S+ a hand; \d+ of \d+ were best\.$", text, re.MULTILINE)


def state_of(game: Game, infoset: str) -> State:
    """A state in which the player to act knows this."""
    todo = [game.initial_state()]
    while todo:
        state = todo.pop()
        if state.is_terminal:
            continue
        if not state.is_chance and state.infoset_key(state.current_player) == infoset:
            return state
        moves = [one for one, _ in state.chance_outcomes()] if state.is_chance else state.legal_actions()
        todo += [state.child(one) for one in moves]
    raise AssertionError(infoset)
