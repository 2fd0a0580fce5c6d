"""The example that plays Slumbot, against a dealer of our own that answers as Slumbot's API does.

Samples of betting strings are those of the comments of its published sample client (slumbot_api.py).
"""

from __future__ import annotations

import io
import json
import runpy
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import SolvingAgent, WholeHandBaseline
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo_testing import ROOT
from pokerzoo_testing.cases import random_walk

EXAMPLE: dict[str, Any] = runpy.run_path(str(ROOT / "examples" / "slumbot_match.py"))
GAME, from_slumbot, to_slumbot = (EXAMPLE[name] for name in ("GAME", "from_slumbot", "to_slumbot"))


class Dealer:
    """Hands as Slumbot deals them: the client changes seats, and a baseline plays the other."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.bot = WholeHandBaseline(GAME, "loose")
        self.hands = 0
        self.won: list[int] = []
        self.words: list[str] = []
        self.state: TexasHoldemState

    def ask(self, path: str, **data: str) -> dict[str, Any]:
        return self.new_hand() if path == "new_hand" else self.act(data["incr"])

    def new_hand(self) -> dict[str, Any]:
        self.seat = self.hands % 2
        self.hands += 1
        state = GAME.initial_state().after_chance(self.rng)
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
        result = state.after_chance(self.rng)
        assert isinstance(result, TexasHoldemState)
        return result

    def answer(self) -> dict[str, Any]:
        while not self.state.is_terminal and self.state.current_player != self.seat:
            self.state = self.dealt(self.state.child(self.bot.action_in(self.state.row)))
        deck = self.state.game.rules.deck.names
        result: dict[str, Any] = {
            "token": f"t{self.hands}", "client_pos": self.seat, "action": to_slumbot(self.state),
            "hole_cards": [deck[card] for card in self.state.hole_cards(self.seat)],
            "board": [deck[card] for card in self.state.board],
        }  # fmt: skip
        if self.state.is_terminal:
            result["winnings"] = round(self.state.returns()[self.seat])
            self.won.append(result["winnings"])
        return result


def test_the_sample_of_a_hand_on_its_way() -> None:
    state = from_slumbot("b200c/kk/kk/kb200", [["Ac", "9d"], None], ["Kd", "7s", "2c", "2d", "9h"])
    assert (state.current_player, state.street, state.contributions) == (0, 3, (200, 400))
    assert state.infoset_key(0) == "Ac9d|r200c/Kd7s2c|xx/2d|xx/9h|xb200"
    assert to_slumbot(state) == "b200c/kk/kk/kb200"


def test_an_all_in_may_have_streets_without_actions() -> None:
    for text in ("b20000c///", "b20000c"):
        state = from_slumbot(text)
        assert state.is_terminal and state.contributions == (20_000, 20_000)
        assert to_slumbot(state) == "b20000c///"


def test_random_hands_are_read_as_they_are_written() -> None:
    rng = np.random.default_rng(3)
    deck = GAME.rules.deck.names
    for _ in range(30):
        state: Any = random_walk(GAME, rng)[-1]
        hands = [[deck[card] for card in state.hole_cards(seat)] for seat in (0, 1)]
        again = from_slumbot(to_slumbot(state), hands, [deck[card] for card in state.board])
        assert again == state and again.returns() == state.returns()


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        *((text, f"character 1, '{text}': must be f, c, b200 to b20000") for text in ("x", "k", "b150", "b0200")),
        ("b200c/c", "character 7, 'c': must be k, b100 to b19800"),
        ("b200cb300", "character 6, 'b300': must be a slash"),
        ("b200/", "character 5, '/': must be f, c, b300 to b20000"),
        ("b200ff", "character 6, 'f': must be the end"),
    ],
)
def test_strings_that_are_none(text: str, pattern: str) -> None:
    with pytest.raises(ValueError, match=f"action, {pattern}"):
        from_slumbot(text)


@pytest.mark.check
def test_a_match(tmp_path: Path) -> None:
    dealer, log = Dealer(3), tmp_path / "hands.jsonl"
    agent = SolvingAgent("loose", game=GAME, iterations=2, first_street="river")
    lines: list[str] = []
    won = EXAMPLE["play_match"](dealer, agent, 12, 1, log, lines.append)
    assert won == dealer.won and len(won) == 12 and any(won)
    assert sum(json.loads(line)["winnings"] for line in log.read_text().splitlines()) == sum(won)
    assert "token" not in log.read_text()
    assert lines[-1].startswith(f"12 hands: {np.mean(won) * 10:+.0f} mbb a hand")
    assert {word[0] for word in dealer.words} == {"f", "k", "c", "b"} and agent.num_solves > 0


def test_answers_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its token comes with the next request, its errors are raised."""
    sent: list[Any] = []

    def answer(request: Any, timeout: float) -> Any:
        sent.append(json.loads(request.data))
        return io.BytesIO(b'{"error_msg": "illegal q"}' if "incr" in sent[-1] else b'{"token": "t1"}')

    monkeypatch.setattr("urllib.request.urlopen", answer)
    slumbot = EXAMPLE["Slumbot"]("http://127.0.0.1:9")
    slumbot.ask("new_hand")
    with pytest.raises(RuntimeError, match="illegal q"):
        slumbot.ask("act", incr="q")
    assert sent == [{}, {"incr": "q", "token": "t1"}]


def test_without_a_server_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["slumbot_match.py", "--hands", "1", "--host", "http://127.0.0.1:9"])
    with pytest.raises(SystemExit, match="http://127.0.0.1:9 cannot be reached: .*refused"):
        EXAMPLE["main"]()
