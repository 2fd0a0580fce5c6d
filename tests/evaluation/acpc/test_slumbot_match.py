"""The example that plays Slumbot, against a server of our own that answers as Slumbot's API does."""

from __future__ import annotations

import json
import runpy
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import SolvingAgent, WholeHandBaseline
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation import from_slumbot, to_slumbot
from pokerzoo.evaluation.acpc.slumbot_strings import slumbot_game
from pokerzoo_testing import ROOT

EXAMPLE: dict[str, Any] = runpy.run_path(str(ROOT / "examples" / "slumbot_match.py"))


class Dealer:
    """Hands as Slumbot deals them: the client changes seats, and a baseline plays the other."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.bot = WholeHandBaseline(slumbot_game(), "loose")
        self.hands = 0
        self.won: list[int] = []
        self.words: list[str] = []
        self.state: TexasHoldemState

    def new_hand(self) -> dict[str, Any]:
        self.seat = self.hands % 2
        self.hands += 1
        state = slumbot_game().initial_state().after_chance(self.rng)
        assert isinstance(state, TexasHoldemState)
        self.state = state
        return self.answer()

    def act(self, word: str) -> dict[str, Any]:
        self.words.append(word)
        before = to_slumbot(self.state)
        for action in self.state.legal_actions():
            after = self.state.child(action)
            if to_slumbot(after).rstrip("/")[len(before) :] == word:
                self.state = self.dealt(after)
                return self.answer()
        return {"error_msg": f"illegal {word}"}

    def dealt(self, state: TexasHoldemState) -> TexasHoldemState:
        found = state.after_chance(self.rng)
        assert isinstance(found, TexasHoldemState)
        return found

    def answer(self) -> dict[str, Any]:
        while not self.state.is_terminal and self.state.current_player != self.seat:
            self.state = self.dealt(self.state.child(self.bot.action_in(self.state.row)))
        deck = self.state.game.rules.deck
        found: dict[str, Any] = {
            "token": f"t{self.hands}", "client_pos": self.seat, "action": to_slumbot(self.state),
            "hole_cards": [deck[card] for card in self.state.hole_cards(self.seat)],
            "board": [deck[card] for card in self.state.board],
        }  # fmt: skip
        if self.state.is_terminal:
            found["winnings"] = round(self.state.returns()[self.seat])
            self.won.append(found["winnings"])
        return found


@pytest.fixture
def server() -> Iterator[tuple[str, Dealer]]:
    """The address of a server, and its dealer."""
    dealer, tokens = Dealer(3), set[Any]()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            tokens.add(asked.get("token"))
            answer = dealer.new_hand() if self.path == "/api/new_hand" else dealer.act(asked["incr"])
            body = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            """Say nothing."""

    serving = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=serving.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{serving.server_port}", dealer
    serving.shutdown()
    serving.server_close()
    thread.join()


def test_a_match(server: tuple[str, Dealer], tmp_path: Path) -> None:
    address, dealer = server
    agent = SolvingAgent("loose", game=from_slumbot("").game, iterations=2, first_street="river")
    told: list[str] = []
    log = tmp_path / "hands.jsonl"
    won = EXAMPLE["play_match"](EXAMPLE["Slumbot"](address), agent, 12, 1, log, told.append)
    assert won == dealer.won and len(won) == 12 and any(won)
    assert sum(json.loads(line)["winnings"] for line in log.read_text().splitlines()) == sum(won)
    assert "token" not in log.read_text()
    assert told[-1].startswith(f"12 hands: {np.mean(won) * 10:+.0f} mbb a hand")
    assert {word[0] for word in dealer.words} == {"f", "k", "c", "b"}
    assert agent.num_solves > 0


def test_an_error_of_the_server_is_told(server: tuple[str, Dealer]) -> None:
    address, _ = server
    slumbot = EXAMPLE["Slumbot"](address)
    slumbot.ask("new_hand")
    with pytest.raises(RuntimeError, match="illegal q"):
        slumbot.ask("act", incr="q")


def test_without_a_server_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["slumbot_match.py", "--hands", "1", "--host", "http://127.0.0.1:9"])
    with pytest.raises(SystemExit, match="http://127.0.0.1:9 cannot be reached: .*refused"):
        EXAMPLE["main"]()
