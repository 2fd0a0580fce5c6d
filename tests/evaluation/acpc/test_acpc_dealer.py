"""Matches over local sockets: our dealer, our client, and bots that do not behave."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import Game, make_game
from pokerzoo.evaluation.acpc import acpc_lines
from pokerzoo.evaluation.acpc.acpc_client import AcpcClientResult, play_acpc
from pokerzoo.evaluation.acpc.acpc_dealer import AcpcDealer, MatchStoppedError, TimeLimits, action_of, answer_to
from pokerzoo.evaluation.acpc.acpc_games import ACPC_GAMES, acpc_game
from pokerzoo.evaluation.acpc.acpc_log import read_acpc_log
from pokerzoo.evaluation.acpc.acpc_strings import AcpcError, acpc_values, from_acpc
from pokerzoo.evaluation.hands.hand_log_reader import replay
from pokerzoo_testing.acpc_hands import state_of_betting

NO_LIMIT = "holdem.nolimit.2p.reverse_blinds"
FAST = TimeLimits(response=5.0, start=5.0)


class Chooser:
    """Chooses among the legal actions at random, folds least."""

    def act(self, observation: Any, action_mask: Any, info: Any, rng: np.random.Generator) -> int:
        legal = np.flatnonzero(action_mask)
        return int(legal[0] if rng.random() < 0.1 else rng.choice(legal[-3:]))


class Caller:
    """Checks and calls."""

    def act(self, observation: Any, action_mask: Any, info: Any, rng: np.random.Generator) -> int:
        return 1


def in_threads(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Start these; what each returned or raised, when all are done."""
    found: list[Any] = [None] * len(calls)

    def run(place: int) -> None:
        try:
            found[place] = calls[place]()
        except Exception as error:
            found[place] = error

    threads = [threading.Thread(target=run, args=(place,), daemon=True) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()
    return found


def client(game: Game, dealer: AcpcDealer, seat: int, agent: Any) -> Callable[[], AcpcClientResult]:
    return lambda: play_acpc(game, agent, "127.0.0.1", dealer.ports[seat], seed=seat)


class Bot:
    """A program that speaks the protocol in its own way: ``answer`` has what it sends for a match state in which it acts."""

    def __init__(self, port: int, answer: Callable[[str], Sequence[bytes]], first: bytes = b"VERSION:2.0.0\r\n") -> None:
        self.port, self.answer, self.first = port, answer, first
        self.seen: list[str] = []

    def __call__(self) -> list[str]:
        game = acpc_game(NO_LIMIT)
        with socket.create_connection(("127.0.0.1", self.port)) as connection, connection.makefile("rb") as file:
            connection.sendall(self.first)
            for line in file:
                assert line.endswith(b"\r\n")
                text = line.decode().strip()
                self.seen.append(text)
                hand = from_acpc(game, text)
                if hand.state.current_player == hand.position:
                    for part in self.answer(text):
                        connection.sendall(part)
        return self.seen


@pytest.mark.parametrize("name", ACPC_GAMES)
def test_a_match_is_played_and_logged_by_the_rules(name: str, tmp_path: Path) -> None:
    game, own = acpc_game(name), acpc_game(name, bet_sizes="50%,100%,a") if "nolimit" in name else acpc_game(name)
    names = ["Ann", "Bob", "Eve"][: game.num_players]
    log = tmp_path / "match.log"
    dealer = AcpcDealer(game, names, 12, 5, log=log, game_name=f"{name}.game", limits=FAST)
    played = in_threads([dealer.run, *(client(own, dealer, seat, Chooser()) for seat in range(len(names)))])
    result = played[0]
    assert result.hands == 12 and result.corrected == result.ignored == [0] * len(names)
    assert [one.hands for one in played[1:]] == [12] * len(names)
    assert [one.chips for one in played[1:]] == result.score and sum(result.score) == 0
    file = read_acpc_log(log)  # no problem: else a warning, which is an error here
    assert file.game == game and file.names == tuple(names) and (file.planned, file.seed) == (12, 5)
    assert [file.score[one] for one in names] == result.score
    for number, hand in enumerate(file.hands):
        assert hand.names == tuple(names[(number + position) % len(names)] for position in range(len(names)))
        assert hand.values == acpc_values(hand.state)
        assert hand.state.returns() == pytest.approx([float(value) for value in hand.values], abs=len(names))
        assert replay(game, hand.state.history()) == hand.state


def test_the_same_seed_deals_the_same_cards_and_duplicate_deals_them_to_both(tmp_path: Path) -> None:
    game = acpc_game("holdem.limit.2p.reverse_blinds")
    cards = []
    for duplicate in (False, False, True):
        log = tmp_path / "match.log"
        dealer = AcpcDealer(game, ["A", "B"], 6, 9, log=log, game_name="holdem.limit.2p.reverse_blinds", duplicate=duplicate)
        in_threads([dealer.run, client(game, dealer, 0, Caller()), client(game, dealer, 1, Chooser())])
        hands = read_acpc_log(log).hands
        cards.append([(hand.state.hole_cards(0), hand.state.hole_cards(1)) for hand in hands])
    assert cards[0] == cards[1] and len(set(cards[0])) == 6
    assert cards[2] == [cards[0][number // 2] for number in range(6)]


def test_bad_answers_are_taken_as_the_competitions_dealer_takes_them(tmp_path: Path) -> None:
    told: list[str] = []
    dealer = AcpcDealer(acpc_game(NO_LIMIT), ["Odd", "Ann"], 8, 1, log=tmp_path / "a.log", limits=FAST, on_event=told.append)

    def answer(text: str) -> list[bytes]:
        hand = int(text.split(":")[2])
        line = text.encode()
        if hand == 0:
            garbage = b"\xff\xfe garbage\r\n\r\nMATCHSTATE:::::\r\nMATCHSTATE:0:x::y:c\n"
            return [b"# a comment\r\n; another\n", garbage, line + b":f\n"]
        if hand == 1:
            return [line[:5], line[5:], b":", b"r", b"100\r\n"]  # too little: the least raise, in pieces
        if hand == 2:
            return [line + b":r99999999999999999999\r\n"]  # too much: all-in
        if hand == 3:
            return [line + b":dance\r\n"]  # no action: a call
        if hand == 4:
            return [line + b"\r\n"]  # none at all: a call
        return [line + (b":f\r\n" if hand == 5 else b":r\r\n")]  # a fold where checking is free; a raise without a number

    result, seen, played = in_threads([dealer.run, Bot(dealer.ports[0], answer), client(dealer.game, dealer, 1, Caller())])
    assert result.hands == 8 and played.hands == 8 and seen[-1].startswith("MATCHSTATE:1:7:")
    file = read_acpc_log(tmp_path / "a.log", dealer.game)
    assert [hand.number for hand in file.hands] == list(range(8)) and not file.problems
    bets = ["".join(str(move[2]) for move in hand.state.moves) for hand in file.hands]
    assert file.hands[2].state.contributions == (20_000, 20_000)
    assert set(bets[3]) == set(bets[4]) == set(bets[6]) == {"1"}
    assert result.ignored[0] == 4 * 4 and result.ignored[1] == result.corrected[1] == 0
    assert result.corrected[0] == len([line for line in told if "is not allowed; played: " in line]) > 10
    assert "Odd, hand 0: 'MATCHSTATE:::::' is no answer to MATCHSTATE:0:0:c:" in told[2]
    assert any("'r100' is not allowed; played: raise to 200" in line for line in told)


def silent(text: str) -> list[bytes]:
    return []


@pytest.mark.parametrize(
    ("answer", "first", "message"),
    [
        (silent, b"VERSION:2.0.0\r\n", "Bad did not answer within 2 s (hand 2)"),
        (lambda text: [b"x" * 9000], b"VERSION:2.0.0\r\n", "Bad sent a line of more than 4,096 bytes (hand 2)"),
        (lambda text: [b"#" * 5000 + b"\n"], b"VERSION:2.0.0\r\n", "Bad sent a line of more than 4,096 bytes (hand 2)"),
        (lambda text: [b"MATCHSTATE:\r\n"] * 20, b"VERSION:2.0.0\r\n", "Bad did not answer within 2 s (hand 2)"),
        (lambda text: [1 // 0], b"VERSION:2.0.0\r\n", "Bad closed the connection (hand 2)"),  # type: ignore[list-item]
        (silent, b"VERSION:1.0.0\r\n", "Bad speaks an unknown protocol: 'VERSION:1.0.0', must be VERSION:2.0.0"),
        (silent, b"GET / HTTP/1.1\r\n\r\n", "Bad speaks an unknown protocol"),
        (silent, b"", "Bad did not answer within 2 s (before the first hand)"),
    ],
)
def test_bots_that_do_not_play_end_the_match_and_lose_nothing(
    answer: Callable[[str], list[bytes]], first: bytes, message: str, tmp_path: Path
) -> None:
    log = tmp_path / "a.log"
    dealer = AcpcDealer(acpc_game(NO_LIMIT), ["Ann", "Bad"], 50, 1, log=log, limits=TimeLimits(response=2, start=5))

    def good_at_first(text: str) -> list[bytes]:
        return answer(text) if ":2:" in text[12:16] else [text.encode() + b":c\r\n"]

    stopped, played, _ = in_threads(
        [dealer.run, client(dealer.game, dealer, 0, Caller()), Bot(dealer.ports[1], good_at_first, first)]
    )
    assert isinstance(stopped, MatchStoppedError) and str(stopped).startswith(message)
    problems: list[Any] = []
    file = read_acpc_log(log, dealer.game, problems.append) if "(hand 2)" in message else None
    if file is None:
        assert isinstance(played, AcpcError)
        assert "before a hand was played" in str(played)
        return
    assert [hand.number for hand in file.hands] == [0, 1] and played.hands == 2
    assert [problem.reason for problem in problems] == [
        "48 of 50 hands are missing: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...",
        "the log has no score at its end: the match was not finished, or its end is lost",
    ]


def test_a_player_who_does_not_come() -> None:
    dealer = AcpcDealer(acpc_game(NO_LIMIT), ["Ann", "Bob"], 1, 1, limits=TimeLimits(start=0.05))
    with pytest.raises(MatchStoppedError, match="Ann did not connect within 0.05 s"):
        dealer.run()


def test_a_players_time_for_a_hand_and_for_the_match() -> None:
    for limits, message in (
        (TimeLimits(response=5, hand=0.2, start=5), "Slow has used up 0.2 s for a hand (hand 0)"),
        (TimeLimits(response=5, per_hand=0.1, start=5), "Slow has used up 0.2 s for the match (hand 0)"),
    ):
        dealer = AcpcDealer(acpc_game(NO_LIMIT), ["Ann", "Slow"], 2, 1, limits=limits)
        pause = threading.Event()

        def slowly(text: str, pause: threading.Event = pause) -> list[bytes]:
            pause.wait(0.08)
            return [text.encode() + b":c\r\n"]

        stopped, *_ = in_threads([dealer.run, client(dealer.game, dealer, 0, Caller()), Bot(dealer.ports[1], slowly)])
        assert isinstance(stopped, MatchStoppedError)
        assert str(stopped) == message


def test_what_a_dealer_does_not_take(tmp_path: Path) -> None:
    game = acpc_game(NO_LIMIT)
    for call, message in (
        (lambda: AcpcDealer(make_game("kuhn"), ["A", "B"], 1, 1), "must be texas_holdem"),
        (lambda: AcpcDealer(acpc_game(NO_LIMIT, bet_sizes="50%"), ["A", "B"], 1, 1), "must have bet_sizes='any'"),
        (lambda: AcpcDealer(game, ["A"], 1, 1), "names="),
        (lambda: AcpcDealer(game, ["A", "A"], 1, 1), "must be different"),
        (lambda: AcpcDealer(game, ["A", "B:"], 1, 1), "without colons"),
        (lambda: AcpcDealer(game, ["A", "B"], 1, 1, ports=[0]), r"ports=\[0\]: must be 2"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    (tmp_path / "text").write_text("mine")
    with pytest.raises(ValueError, match="exists and is not a log of the ACPC"):
        AcpcDealer(game, ["A", "B"], 1, 1, log=tmp_path / "text")
    with AcpcDealer(game, ["A", "B"], 1, 1) as dealer, pytest.raises(OSError, match="127.0.0.1, port"):
        AcpcDealer(game, ["A", "B"], 1, 1, ports=list(dealer.ports))


def test_what_a_client_does_not_take(monkeypatch: pytest.MonkeyPatch) -> None:
    game = acpc_game(NO_LIMIT)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(AcpcError, match=f"no dealer at 127.0.0.1, port {port}: Connection refused"):
        play_acpc(game, Caller(), "127.0.0.1", port, wait=0.1)
    for line, message in (
        (b"MATCHSTATE:0:0:r150:AhTd|\r\n", "from the dealer: betting, character 1, 'r150'"),
        (b"STATE:0:f:AhTd|Jd7d\r\n", "from the dealer: a STATE, must be a MATCHSTATE"),
        (b"#GAMEOVER\r\n\r\nhello\r\n", "from the dealer: 'hello': must begin with STATE"),
        (b"", "closed the connection, before a hand was played"),
        (b"x" * 9000, "sent a line of more than 4,096 bytes, before a hand was played"),
    ):
        with socket.create_server(("127.0.0.1", 0)) as server:

            def serve(server: socket.socket = server, line: bytes = line) -> None:
                connection, _ = server.accept()
                with connection:
                    assert connection.recv(100) == b"VERSION:2.0.0\r\n"
                    connection.sendall(line)

            port = server.getsockname()[1]
            _, error = in_threads([serve, lambda port=port: play_acpc(game, Caller(), "127.0.0.1", port)])  # type: ignore[misc]
        assert isinstance(error, AcpcError)
        assert message in str(error)


def test_a_player_who_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acpc_lines, "SEND_SECONDS", 0.1)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        line = acpc_lines.Lines.__new__(acpc_lines.Lines)
        line._socket, line._rest = ours, b""

        def fill() -> None:
            for _ in range(1000):
                line.send("x" * 4000)

        with pytest.raises(acpc_lines.ConnectionEnd, match="did not read for 0.1 s"):
            fill()


def test_answers() -> None:
    shown = "MATCHSTATE:1:7:r200c/:|AhTd/2c3c4c"
    for text, word in (
        (f"{shown}:c", "c"),
        ("MATCHSTATE:1:7:r200c/:|TdAh/2c3c4c:r400", "r400"),
        ("MATCHSTATE:1:7:r200c:2h2d|AhTd/2c3c4c:f", "f"),
        (shown, ""),
        ("MATCHSTATE:0:7:r200c/:|AhTd/2c3c4c:c", None),
        ("MATCHSTATE:1:8:r200c/:|AhTd/2c3c4c:c", None),
        ("MATCHSTATE:1:7:r201c/:|AhTd/2c3c4c:c", None),
        ("MATCHSTATE:1:7:r200c/:|AhTs/2c3c4c:c", None),
        ("MATCHSTATE:1:7:r200c/:|AhTd/2c3c4d:c", None),
        ("STATE:1:7:r200c/:|AhTd/2c3c4c:c", None),
        ("", None),
    ):
        assert answer_to(shown, text) == word


def test_actions_of_the_server() -> None:
    state = state_of_betting(acpc_game(NO_LIMIT), "r300c/")
    for word, action, good in (
        ("r400", 1 + 100, True),
        ("R400", 1 + 100, True),
        ("b400x", 1 + 100, True),
        ("r399", 1 + 100, False),
        ("r20000", 1 + 19_700, True),
        ("r20001", 1 + 19_700, False),
        ("r", 1, False),
        ("k", 1, True),
        ("C", 1, True),
        ("f", 1, False),
        ("", 1, False),
        ("x", 1, False),
    ):
        assert action_of(state, word) == (action, good), word
    raised = state_of_betting(acpc_game(NO_LIMIT), "r20000")
    assert [action_of(raised, word) for word in ("f", "c", "r20000")] == [(0, True), (1, True), (1, False)]
    limit = state_of_betting(acpc_game("holdem.limit.2p.reverse_blinds"), "rrr")
    assert [action_of(limit, word) for word in ("f", "c", "r")] == [(0, True), (1, True), (1, False)]
    assert action_of(state_of_betting(acpc_game("holdem.limit.3p"), "r"), "r77") == (2, True)
