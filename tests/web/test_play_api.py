"""Sessions by the API: the rules, the log, the coach's numbers, and that nothing hidden is told."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import measure
from pokerzoo.evaluation.hands import read_hands, read_phh, replay

pytest.importorskip("fastapi")

import httpx

from pokerzoo.web.app import create_app
from pokerzoo.web.coach import solved_game
from pokerzoo.web.library import Library
from pokerzoo.web.settings import Settings
from pokerzoo_testing import ROOT

RIVER = {"ranges": ["QQ+,AKs", "JJ+"], "board": "2d2s2c2h3d", "pot": 20, "stack": 40, "bet_sizes": "100%", "raise_sizes": "a"}
Call = Callable[..., Any]


class Stubborn:
    """An agent that can be asked for actions only, and fails when told to."""

    name = "stubborn"
    fails = False

    def act(self, observation: Any, action_mask: Any, info: Any, rng: np.random.Generator) -> int:
        if self.fails:
            raise RuntimeError("out of order")
        return int(rng.choice(np.flatnonzero(action_mask)))


STUBBORN = Stubborn()


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder, found = tmp_path_factory.mktemp("policies"), Library()
    for name, params, iterations in (("kuhn", {}, 300), ("leduc", {}, 100), ("holdem", RIVER, 200)):
        game = make_game(name, **{key: tuple(v) if isinstance(v, list) else v for key, v in params.items()})
        path = folder / f"{name}.npz"
        CFR(game, "dcfr").run(iterations).average_policy().save(path)
        found.open(path, id=name)
    return found


class Client:
    """Asks an application without a network between: several times as fast as one that is served."""

    def __init__(self, app: Any) -> None:
        self.loop = asyncio.new_event_loop()
        # In a thread of its own: a browser's tests in the same process leave a loop that runs in this one.
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8765")

    def request(self, method: str, path: str, json: Any = None) -> httpx.Response:
        answer: httpx.Response = self.wait(self.client.request(method, path, json=json))
        return answer

    def wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(120)


@contextmanager
def client(work: Path, library: Library, agents: Any = None) -> Iterator[Client]:
    found = Client(create_app(Settings(work, agents=agents or {"stubborn": STUBBORN, "caller": "always_call"}), library))
    try:
        yield found
    finally:
        found.wait(found.client.aclose())
        found.wait(found.loop.shutdown_default_executor())
        found.loop.call_soon_threadsafe(found.loop.stop)
        found.thread.join()
        found.loop.close()


@pytest.fixture
def ask(tmp_path: Path, library: Library) -> Iterator[Call]:
    with client(tmp_path, library) as one:
        yield asking(one)


def asking(one: Client) -> Call:
    """A function that asks an explorer about sessions: the JSON of its answer, or the text of a file."""

    def call(path: str, body: Any = None, method: str | None = None, status: int | None = None) -> Any:
        response = one.request(method or ("GET" if body is None else "POST"), f"/api/play{path}", json=body)
        assert response.is_success if status is None else response.status_code == status, response.text
        json_sent = response.headers.get("content-type") == "application/json" and response.content
        return response.json() if json_sent else response.text

    return call


def play(ask: Call, id: str, hands: int, rng: np.random.Generator) -> dict[str, Any]:
    """Play until so many hands count, at random; every answer is looked at for what must not be told."""
    table: dict[str, Any] = ask(f"/{id}")
    while table["result"]["hands"] < hands:
        hand = table["hand"]
        if hand is None or hand["over"]:
            table = ask(f"/{id}/next", {})
            continue
        button = hand["buttons"][rng.integers(len(hand["buttons"]))]
        table = ask(f"/{id}/act", {"action": button["id"], "hand": hand["number"], "turn": hand["turn"]})
    return table


GAMES: list[tuple[dict[str, Any], str]] = [
    ({"game": "kuhn"}, "baseline:honest"),
    ({"policy": "leduc"}, "policy:leduc"),
    ({"game": "kuhn", "params": {"num_players": 3, "num_cards": 5}}, "baseline:always_call"),
    ({"game": "bet_fold", "params": {"num_players": 3, "num_cards": 11}}, "baseline:random"),
    ({"game": "rps"}, "agent:stubborn"),
    ({"policy": "holdem"}, "policy:holdem"),
    ({"game": "push_fold"}, "baseline:random"),
    ({"game": "texas_holdem"}, "baseline:random"),
]


@pytest.mark.parametrize(("game", "opponent"), GAMES)
def test_hands_are_those_of_the_rules_and_of_the_log(ask: Call, tmp_path: Path, game: Any, opponent: str) -> None:
    table = ask("", {**game, "opponents": [opponent], "seed": 3})
    table = play(ask, table["id"], 6, np.random.default_rng(1))
    path = tmp_path / "hands" / f"{table['id']}.jsonl"
    assert not list(tmp_path.glob("*.tmp"))
    file = read_hands(path)  # complete at any time
    players = file.game.num_players
    for hand, won in zip(file.hands, table["result"]["won"], strict=True):
        seat = hand.seats.index(0)
        assert seat == (hand.number - 1) % players and hand.deal == (hand.number - 1) // players
        assert replay(file.game, hand).returns()[seat] == hand.returns[0] == won
        seen = ask(f"/{table['id']}/hands/{hand.number}")
        assert (seen["seat"], seen["won"], seen["over"]) == (seat, won, True)
    score = read_hands(path)
    assert (len(score.hands), score.problems) == (6, ()) and score.chips[0] == pytest.approx(table["result"]["chips"]["total"])
    match, chips = score.as_match(), table["result"]["chips"]
    assert match.interval_kind == "confidence sequence"
    assert (chips["low"], chips["high"]) == pytest.approx(match.interval[0])


def test_the_same_seed_deals_the_same_and_another_seat_too(ask: Call) -> None:
    def cards(**terms: Any) -> list[str]:
        table = ask("", {"game": "leduc", "opponents": ["baseline:random"], "seed": 8, "coach": "none", **terms})
        play(ask, table["id"], 5, np.random.default_rng(2))
        return [hand["cards"] for hand in ask(f"/{table['id']}/hands")]

    assert cards() == cards() != cards(seed=9)
    assert cards(seat=0) != cards(seat=1)


def hidden_in_kuhn(answer: str) -> bool:
    """True if a card of the other player, or a seed, is in an answer of a hand that is going on."""
    hand = json.loads(answer)["hand"]
    own = [step for step in hand["steps"] if step["kind"] == "deal"]
    assert [step["player"] for step in own] == [hand["seat"]]
    card = own[0]["cards"][0]
    text = json.dumps({**json.loads(answer), "params": {}, "opponents": [], "title": "", "coach": ""})
    words = re.sub(r"\(you\)|Q\d|AKQJT", "", hand["picture"]["svg"] + hand["picture"]["words"])
    others = {"A", "K", "Q", "J", "T"} - {card}
    found = set(re.findall(r"(?<=>)[AKQJT](?=<)|\b[AKQJT]\b", words))
    return bool(found & others) or '"seed"' in text or "deal " in text or hand["won"] is not None


@pytest.mark.parametrize("feedback", ["decision", "end", "off"])
def test_nothing_hidden_is_told_before_the_end(tmp_path: Path, library: Library, feedback: str) -> None:
    secret = 123_456_789_012
    with client(tmp_path, library) as one:
        new = {
            "game": "kuhn",
            "params": {"num_cards": 5},
            "opponents": ["baseline:random"],
            "seed": secret,
            "feedback": feedback,
        }
        answer = one.request("POST", "/api/play", new)
        id, rng, going_on = answer.json()["id"], np.random.default_rng(0), 0
        for _ in range(60):
            hand = answer.json()["hand"]
            assert str(secret) not in answer.text
            if hand["over"]:
                text = json.dumps(hand["steps"])
                assert text.count('"deal"') == 2  # now both are shown
                answer = one.request("POST", f"/api/play/{id}/next", {})
                continue
            going_on += 1
            assert not hidden_in_kuhn(answer.text), answer.text
            assert len(hand["decisions"]) == (hand["turn"] if feedback == "decision" else 0)
            number = hand["number"]
            assert one.request("GET", f"/api/play/{id}/hands/{number}").status_code == 404
            action = hand["buttons"][rng.integers(len(hand["buttons"]))]["id"]
            answer = one.request("POST", f"/api/play/{id}/act", {"action": action, "hand": number, "turn": hand["turn"]})
        assert going_on > 20


def test_choices_at_the_same_time_stay_hidden(ask: Call) -> None:
    for seat in (0, 1):
        new = {"game": "rps", "opponents": ["baseline:random"], "seat": seat, "coach": "none"}
        hand = ask("", new)["hand"]
        assert hand["steps"] == [] and [b["name"] for b in hand["buttons"]] == ["rock", "paper", "scissors"]
        assert not any(word in hand["picture"]["words"] for word in ("rock", "paper", "scissors"))
        assert [b["keys"] for b in hand["buttons"]] == [["1", "r"], ["2", "p"], ["3", "s"]]


def test_the_coach_tells_what_a_choice_lost(ask: Call) -> None:
    table = ask("", {"game": "kuhn", "opponents": ["baseline:random"], "seat": 1, "seed": 1})
    assert table["coach"] == "kuhn"  # the policy that is open for this game
    rng, lost, seen = np.random.default_rng(4), 0.0, 0
    while seen < 30:
        hand = table["hand"]
        if hand["over"]:
            table = ask(f"/{table['id']}/next", {})
            continue
        action = hand["buttons"][rng.integers(2)]["id"]
        table = ask(f"/{table['id']}/act", {"action": action, "hand": hand["number"], "turn": hand["turn"]})
        told, seen = table["hand"]["decisions"][-1], seen + 1
        options = {option["id"]: option for option in told["options"]}
        assert options[action]["chosen"] and sum(option["probability"] for option in told["options"]) == pytest.approx(1)
        assert told["lost"] == pytest.approx(max(option["ev"] for option in told["options"]) - options[action]["ev"])
        assert told["lost_pot_percent"] == pytest.approx(100 * told["lost"] / told["pot"])
        if told["infoset"] == "K|b":  # a king calls a bet and wins 2 net; a fold is worth 0, as the ante is in
            assert options[0]["ev"] == pytest.approx(0) and options[1]["ev"] == pytest.approx(3) and told["paid"] == 1
            assert told["verdict"] == ("best" if action == 1 else "mistake")
        assert told["error"] == table["coach_error"] and (told["verdict"] == "unsure") == (2e-6 < told["lost"] <= told["error"])
        lost += told["lost"] if told["verdict"] != "unsure" else 0.0
        if table["hand"]["over"]:
            assert table["result"]["lost"] == pytest.approx(lost)
    assert table["result"]["decisions"] >= 28 and table["result"]["verdicts"]["mistake"] > 0
    hidden = ask(f"/{table['id']}/settings", {"feedback": "off"})
    assert hidden["result"]["lost"] is None and hidden["hand"]["decisions"] == []


def test_a_rough_coach_is_silent_below_its_own_error(tmp_path: Path) -> None:
    """The coach folds kings half of the time, so it may be off by what its best response gains."""
    game, library = make_game("kuhn"), Library()
    uniform = TabularPolicy.uniform(game)
    uniform.save(tmp_path / "rough.npz")
    library.open(tmp_path / "rough.npz", id="rough")
    with client(tmp_path / "work", library) as one:
        ask = asking(one)
        table = ask("", {"game": "kuhn", "opponents": ["baseline:random"], "seat": 0, "seed": 1, "coach": "policy:rough"})
        found = measure(game, uniform)
        assert table["coach_error"] == pytest.approx(found.nash_conv) and found.nash_conv > 0.9  # a pot of 2 chips
        assert table["coach_measured"]["grade"] == "far" and table["coach_measured"]["exploitability_pot_percent"] is None
        table = play(ask, table["id"], 12, np.random.default_rng(3))
    verdicts = table["result"]["verdicts"]
    assert verdicts["unsure"] > 0 and table["result"]["decisions"] == sum(verdicts.values()) - verdicts["unsure"]


def test_an_agent_that_fails_is_told_and_the_hand_goes_on(ask: Call) -> None:
    new = {"game": "kuhn", "opponents": ["agent:stubborn"], "seat": 0, "seed": 2}
    plain, table = (ask("", new) for _ in range(2))
    STUBBORN.fails = True
    try:
        error = ask(f"/{table['id']}/act", {"action": 2, "hand": 1, "turn": 0}, status=422)["error"]
    finally:
        STUBBORN.fails = False
    assert error["message"] == "stubborn failed: RuntimeError: out of order"
    outcomes = [ask(f"/{one['id']}/act", {"action": 2, "hand": 1, "turn": 0})["hand"] for one in (plain, table)]
    assert outcomes[0] == outcomes[1] and outcomes[0]["over"]


def test_a_session_is_there_again_after_a_restart(tmp_path: Path, library: Library) -> None:
    with client(tmp_path, library) as one:
        ask = asking(one)
        id = ask("", {"policy": "holdem", "opponents": ["policy:holdem"], "seed": 4})["id"]
        before = play(ask, id, 4, np.random.default_rng(3))
        ask(f"/{id}/next", {})
        before, hands, review = ask(f"/{id}"), ask(f"/{id}/hands"), ask(f"/{id}/hands/2")
    with client(tmp_path, library) as one:
        ask = asking(one)
        (summary,) = ask("")
        assert (summary["id"], summary["hands"]) == (id, 4)
        assert summary["chips"] == pytest.approx(before["result"]["chips"]["total"])
        assert (ask(f"/{id}/hands"), ask(f"/{id}/hands/2")) == (hands, review)
        assert ask(f"/{id}")["result"] == before["result"]
        assert ask(f"/{id}/next", {})["hand"] == before["hand"]  # the same cards, from its start
    with client(tmp_path, Library()) as one:
        ask = asking(one)
        table = ask(f"/{id}")
        assert table["missing"].startswith("This session cannot continue: no policy 'holdem' is open")
        assert table["result"]["hands"] == 4 and len(ask(f"/{id}/hands")) == 4
        ask(f"/{id}/next", {}, status=422)


def test_whole_hands_are_phh(ask: Call, tmp_path: Path) -> None:
    id = ask("", {"game": "texas_holdem", "opponents": ["baseline:random"], "seed": 5})["id"]
    table = play(ask, id, 3, np.random.default_rng(3))
    assert table["phh"]
    path = tmp_path / "hands.phhs"
    path.write_text(ask(f"/{id}/phh"))
    assert len(read_phh(path)) == 3
    log = tmp_path / "copy.jsonl"
    log.write_text(ask(f"/{id}/log"))
    file = read_hands(log)  # complete, as it was sent
    assert len(file.hands) == 3 and file.seed == 5 and file.names == ("you", "Random")


def test_a_spot_tells_what_the_hand_makes(ask: Call) -> None:
    id = ask("", {"policy": "holdem", "opponents": ["policy:holdem"], "seed": 5})["id"]
    table = play(ask, id, 3, np.random.default_rng(3))
    assert not table["phh"] and table["hand"]["made"] == "four of a kind, deuces"


def test_what_is_sent_back_does_not_depend_on_hidden_cards(ask: Call) -> None:
    """Two deals in which the person holds the same, and the other does not, look the same until the end."""
    seen: dict[str, set[str]] = {}
    for seed in range(12):
        new = {"game": "kuhn", "opponents": ["baseline:always_call"], "seat": 0, "seed": seed, "title": "same"}
        hand = ask("", new)["hand"]
        seen.setdefault(hand["steps"][0]["cards"][0], set()).add(json.dumps(hand))
    assert {card: len(looks) for card, looks in seen.items()} == {"J": 1, "Q": 1, "K": 1}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"game": "kuhn", "opponents": []}, "0 opponents for 1 seats"),
        ({"game": "kuhn", "opponents": ["baseline:nobody"]}, "nobody"),
        ({"game": "kuhn", "opponents": ["someone"]}, "opponent 'someone' is not there"),
        ({"game": "kuhn", "opponents": ["agent:nobody"]}, "opponent 'agent:nobody' is not there"),
        ({"game": "kuhn", "opponents": ["baseline:honest"], "seat": 2}, "seats are 0 to 1"),
        ({"game": "kuhn", "opponents": ["baseline:honest"], "seed": -1}, "seed -1"),
        ({"game": "kuhn", "opponents": ["policy:leduc"]}, "not for"),
        ({"game": "kuhn", "opponents": ["baseline:honest"], "coach": "policy:leduc"}, "is for another game"),
        ({"game": "kuhn", "opponents": ["baseline:honest"], "coach": "me"}, "must be policy:ID, solve or none"),
        ({"game": "kuhn", "params": {"num_cards": 1}, "opponents": ["baseline:honest"]}, "num_cards=1"),
        ({"opponents": ["baseline:honest"]}, "its name is needed"),
        ({"game": "kuhn", "opponents": ["baseline:honest"], "feedback": "never"}, "feedback"),
    ],
)
def test_what_cannot_be_set_up_is_told(ask: Call, tmp_path: Path, body: dict[str, Any], message: str) -> None:
    assert message in ask("", body, status=422)["error"]["message"]
    assert not list((tmp_path / "hands").glob("*")) and ask("") == []


def test_moves_that_are_not_due_are_refused(ask: Call, tmp_path: Path) -> None:
    table = ask("", {"game": "kuhn", "opponents": ["baseline:always_call"], "seat": 0})
    id = table["id"]
    assert "not legal" in ask(f"/{id}/act", {"action": 7, "hand": 1, "turn": 0}, status=422)["error"]["message"]
    ask(f"/{id}/act", {"action": 1, "hand": 2, "turn": 0}, status=422)
    ask(f"/{id}/act", {"action": 1, "hand": 1, "turn": 0})
    assert "the hand is over" in ask(f"/{id}/act", {"action": 1, "hand": 1, "turn": 0}, status=422)["error"]["message"]
    for wrong in ("nobody", "kuhn-00000000", "..%2Fhands"):
        ask(f"/{wrong}", status=404)
    ask(f"/{id}", method="DELETE")
    ask(f"/{id}", status=404)
    assert not list((tmp_path / "hands").iterdir())


def test_a_log_that_somebody_removed_is_not_called_a_full_disk(tmp_path: Path, library: Library) -> None:
    with client(tmp_path, library) as one:
        table = one.request("POST", "/api/play", {"game": "kuhn", "opponents": ["baseline:random"], "coach": "none"}).json()
        (tmp_path / "hands" / f"{table['id']}.jsonl").unlink()
        answer = one.request("GET", f"/api/play/{table['id']}/log")
    assert answer.status_code == 404
    assert answer.json()["error"]["message"] == "a file of the work folder that this needs is not there any more"


def test_small_games_are_solved_on_the_spot(ask: Call) -> None:
    game = make_game("bet_raise", num_cards=5)
    assert measure(game, solved_game(game)).exploitability < 1e-3
    table = ask("", {"game": "bet_raise", "params": {"num_cards": 5}, "opponents": ["baseline:random"]})
    assert table["coach"] == "Equilibrium, solved now"
    options = ask("/options", {"game": "kuhn"})
    assert [one["id"] for one in options["coaches"]] == ["policy:kuhn", "solve", "none"]
    assert [one["id"] for one in options["opponents"]][:3] == ["policy:kuhn", "agent:stubborn", "agent:caller"]
    assert [one["id"] for one in ask("/options", {"game": "rps"})["opponents"]][-1] == "baseline:random"


def test_the_example_of_the_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pokerzoo.web

    given: dict[str, Any] = {}
    monkeypatch.setattr(pokerzoo.web, "explore", lambda *files, **options: given.update(options))
    (code,) = re.findall(
        r"^```py\n(.*?)^```", (ROOT / "docs" / "howto" / "explorer.md").read_text(encoding="utf-8"), re.M | re.S
    )
    exec(code, {})
    assert set(given) == {"agents"}
    with client(tmp_path, Library(), given["agents"]) as one:
        ask = asking(one)
        for name in given["agents"]:
            id = ask("", {"game": "leduc", "opponents": [f"agent:{name}"], "coach": "none"})["id"]
            assert play(ask, id, 3, np.random.default_rng(0))["opponents"] == [name]
