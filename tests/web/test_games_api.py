"""Small games over the API: trees, strategies with their numbers, and CFR step by step."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import httpx

from pokerzoo.agents import CFR, MCCFR, SymmetricRegretMatching, TabularPolicy
from pokerzoo.agents.cfr.infoset_values import infoset_values
from pokerzoo.agents.training import Trainer
from pokerzoo.envs import make_game
from pokerzoo.evaluation import best_response, bet_fold_thresholds, leaks, measure
from pokerzoo.web.library import Library
from pokerzoo_testing.rules import poker_rules
from pokerzoo_testing.served import served


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("games")
    library = Library()
    path = folder / "kuhn.npz"
    CFR(make_game("kuhn")).run(50).average_policy().save(path)
    library.open(path, id="own")
    agents = {"caller": "always_call"}
    with served(folder, library, agents=agents) as (client, _):
        yield client


def ask(client: httpx.Client, path: str, **query: Any) -> Any:
    answer = client.get(f"/api/games{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def flat(lists: list[list[Any]]) -> np.ndarray[Any, Any]:
    return np.array([np.nan if x is None else x for one in lists for x in one])


def test_games_are_listed_with_what_their_makers_take(client: httpx.Client) -> None:
    games = {game["name"]: game for game in ask(client, "")}
    assert set(games) >= {"kuhn", "leduc", "rps", "bet_raise", "bet_fold"}
    assert not games.keys() & {"holdem", "fhp", "preflop_holdem", "texas_holdem"}
    cards = next(one for one in games["kuhn"]["parameters"] if one["name"] == "num_cards")
    assert cards["kind"] == "integer" and cards["default"] is None and "more than there are players" in cards["about"]
    assert not games["kuhn"]["own"]
    assert {one["label"] for one in ask(client, "/holdem")["parameters"]} >= {"Board", "Pot", "Stack behind"}
    assert client.get("/api/games/chess").status_code == 404


def test_kuhns_tree_is_the_blackboards(client: httpx.Client) -> None:
    tree = ask(client, "/kuhn/tree")
    assert [row["key"] for row in tree["infosets"]] == [row.key for row in make_game("kuhn").infosets]
    assert len(tree["infosets"]) == 12
    histories = tree["histories"]
    ends = [node for node in histories if node["kind"] == "end"]
    # One deal of two cards, six ways; after each four decisions and five ends.
    assert len(histories) == 1 + 6 * 9 and len(ends) == 6 * 5
    assert [node["label"] for node in histories if node["parent"] == 0] == ["J Q", "J K", "Q J", "Q K", "K J", "K Q"]
    assert sum(node["probability"] or 0 for node in histories) == pytest.approx(1)
    times = np.bincount([node["infosets"][0] for node in histories if node["infosets"]])
    assert times.tolist() == [2] * 12  # each infoset is two histories: the other card
    public = tree["public"]
    assert [(node["line"], node["kind"]) for node in public] == [
        ("", "player"), ("x", "player"), ("xx", "end"), ("xb", "player"), ("xbf", "end"), ("xbc", "end"),
        ("b", "player"), ("bf", "end"), ("bc", "end"),
    ]  # fmt: skip
    assert [tree["infosets"][i]["key"] for i in public[3]["infosets"]] == ["J|xb", "Q|xb", "K|xb"]
    assert public[4]["net"] == [[-1, 1]] and public[5]["net"] == [[2, -2], [-2, 2]] and public[5]["shows"]


@pytest.mark.parametrize(
    ("name", "params", "infosets", "histories"),
    [("kuhn", {"num_players": 3}, 48, True), ("leduc", {}, 936, False), ("bet_raise", {}, 50, False), ("rps", {}, 2, True)],
)
def test_trees_of_other_games(client: httpx.Client, name: str, params: Any, infosets: int, histories: bool) -> None:
    tree = ask(client, f"/{name}/tree", params=json.dumps(params))
    assert len(tree["infosets"]) == infosets
    assert (tree["histories"] is not None) is histories and (tree["not_drawn"] is None) is histories
    if tree["public"]:
        assert sorted(i for node in tree["public"] for i in node["infosets"]) == list(range(infosets))
    assert (tree["matrix"] is not None) is (name == "rps")


def test_an_equilibrium_has_the_known_value(client: httpx.Client) -> None:
    found = ask(client, "/kuhn/strategy", of="equilibrium")
    assert found["expects"] == pytest.approx([-1 / 18, 1 / 18])
    assert found["nash_conv"] == pytest.approx(0, abs=1e-9) and max(found["leaks"]) < 1e-9
    alpha = found["strategy"][0][1]
    assert found["strategy"][2][1] == pytest.approx(3 * alpha) and f"p = {alpha:.3f}" in found["notes"][0]


@pytest.mark.parametrize("p", ["0", "0.1", "0.333333"])
def test_kuhns_equilibria_are_all_equilibria(client: httpx.Client, p: str) -> None:
    found = ask(client, "/kuhn/strategy", of=f"kuhn:{p}")
    assert found["strategy"][0][1] == pytest.approx(float(p), abs=1e-6)
    assert found["nash_conv"] == pytest.approx(0, abs=1e-6) and found["expects"][1] == pytest.approx(1 / 18)
    assert client.get("/api/games/kuhn/strategy", params={"of": "kuhn:0.4"}).status_code == 422


def test_a_policys_numbers_are_the_evaluations(client: httpx.Client) -> None:
    game = make_game("kuhn")
    policy = TabularPolicy(game, CFR(game).run(50).average_policy().probabilities)
    found = ask(client, "/kuhn/strategy", policy="own")
    np.testing.assert_array_equal(flat(found["strategy"]), policy.probabilities)
    measured = measure(game, policy)
    assert found["expects"] == measured.values.tolist() and found["exploitability"] == measured.exploitability
    assert sum(found["leaks"]) == pytest.approx(measured.nash_conv)
    lost = leaks(game, policy)
    assert found["leaks"][3] == lost["J|xb"].chips
    np.testing.assert_array_equal(flat(found["values"]), infoset_values(policy).actions)
    wrong = client.get("/api/games/leduc/strategy", params={"policy": "own"})
    assert wrong.status_code == 422 and wrong.json()["error"]["field"] == "policy"


def test_an_agent_that_was_given_is_shown(client: httpx.Client) -> None:
    found = ask(client, "/kuhn/strategy", of="agent:caller")
    assert found["strategy"][0] == [1, 0] and found["strategy"][3] == [0, 1]
    assert client.get("/api/games/kuhn/strategy", params={"of": "agent:nobody"}).status_code == 422


def test_what_others_never_let_happen_has_no_value(client: httpx.Client) -> None:
    found = ask(client, "/kuhn/strategy", of="always_call")
    assert found["values"][3] == [None, None] and found["reach"][3] == 0


def test_bet_fold_is_a_curve(client: httpx.Client) -> None:
    found = ask(client, "/bet_fold/strategy")
    curve, values = found["curve"], np.array(found["values"])
    threshold = curve["bet"][0].index(1)
    assert threshold in bet_fold_thresholds([5], [3])[5, 3]
    assert max(curve["gain"][0]) < 1e-12 and values[threshold][1] >= values[threshold][0]
    assert values[threshold - 1][1] <= values[threshold - 1][0] == pytest.approx(values[0][0])
    assert found["reach"] is None


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"params": '{"num_cards": 2}'}, "num_cards"),
        ({"params": '{"cards": 4}'}, "no such parameter"),
        ({"params": "{"}, "JSON"),
        ({"params": "[]"}, "JSON object"),
        ({"params": "[" * 20_000}, "JSON"),
        ({"params": '{"num_cards": ' + "9" * 5_000 + "}"}, "JSON"),
        ({"params": '{"num_cards": [NaN, {"a": 1}]}'}, "num_cards"),
        ({"params": '{"num_cards": 900}'}, "at most"),
        ({"params": '{"num_players": 10}'}, "at most"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(client: httpx.Client, query: Any, message: str) -> None:
    answer = client.get("/api/games/kuhn/tree", params=query)
    assert answer.status_code == 422
    problem = answer.json()["error"]
    assert message in problem["message"] and problem["field"].startswith("params")


LESSONS: list[tuple[str, dict[str, Any], Trainer]] = [
    ("kuhn", {"variant": "cfr"}, CFR(make_game("kuhn"), "cfr")),
    ("kuhn", {"variant": "cfr", "alternating": True}, CFR(make_game("kuhn"), "cfr", alternating=True)),
    ("kuhn", {"variant": "cfr+"}, CFR(make_game("kuhn"), "cfr+")),
    ("kuhn", {"variant": "pcfr+"}, CFR(make_game("kuhn"), "pcfr+")),
    ("kuhn", {"variant": "dcfr"}, CFR(make_game("kuhn"), "dcfr")),
    ("kuhn", {"variant": "cfr", "sampling": "chance", "seed": 5}, MCCFR(make_game("kuhn"), "cfr", sampling="chance", seed=5)),
    ("kuhn", {"sampling": "external", "seed": 3}, MCCFR(make_game("kuhn"), sampling="external", seed=3)),
    ("rps", {"variant": "cfr+"}, CFR(make_game("rps"), "cfr+")),
    ("bet_fold", {"variant": "cfr"}, CFR(make_game("bet_fold"), "cfr")),
    ("bet_fold", {"chance": "sample", "seed": 4}, SymmetricRegretMatching(make_game("bet_fold"), seed=4)),
]


@pytest.mark.parametrize(("name", "query", "trainer"), LESSONS, ids=lambda x: x if isinstance(x, str) else "")
def test_a_frame_has_the_trainers_table(client: httpx.Client, name: str, query: Any, trainer: Any) -> None:
    if trainer.iteration == 0:
        trainer.run(7)
    found = ask(client, f"/{name}/learning", iteration=7, **query)
    np.testing.assert_array_equal(flat(found["regrets"]), trainer.regrets())
    np.testing.assert_array_equal(flat(found["average"]), trainer.average_policy().probabilities)
    np.testing.assert_array_equal(flat(found["strategy"]), trainer.current_policy().probabilities)
    assert found["exploitability"] == trainer.exploitability
    table = trainer.columns()
    counts = [len(one) for one in found["regrets"]]
    np.testing.assert_allclose(np.repeat(found["reach"], counts), table["reach"], rtol=1e-12)
    assert [point[0] for point in found["curve"]] == list(range(1, 8))


@pytest.mark.parametrize("query", [{"variant": v} for v in ("cfr", "cfr+", "lcfr", "dcfr", "pcfr+")] + [{"alternating": True}])
def test_the_arithmetic_of_an_iteration_adds_up(client: httpx.Client, query: Any) -> None:
    query = {"variant": "cfr"} | query
    for name, params in (("kuhn", "{}"), ("leduc", '{"suit_isomorphism": true}')):
        found = ask(client, f"/{name}/learning", iteration=12, params=params, **query)
        before = ask(client, f"/{name}/learning", iteration=11, params=params, **query)
        assert found["before"] == before["regrets"] and found["played"] == before["strategy"]
        sums = flat(found["before"]) + flat(found["gained"])
        factors = found["factors"]
        after = np.where(sums > 0, factors["positive"], factors["negative"]) * sums
        np.testing.assert_allclose(flat(found["regrets"]), after, atol=1e-12)
        for weights, total, chosen in zip(found["weights"], found["weight_sums"], found["strategy"], strict=True):
            expected = np.divide(weights, total) if total > 1e-9 else None
            if expected is not None:
                np.testing.assert_allclose(chosen, expected, atol=1e-6)


def test_stepping_back_and_forth_gives_the_same_bits(client: httpx.Client) -> None:
    frames = {t: ask(client, "/kuhn/learning", iteration=t, variant="cfr+") for t in (0, 1, 11, 111)}
    assert frames[0]["before"] is None and frames[0]["strategy"][0] == [0.5, 0.5]
    assert frames[111]["exploitability"] < frames[11]["exploitability"]
    for t in (11, 111, 0, 1):
        assert ask(client, "/kuhn/learning", iteration=t, variant="cfr+") == frames[t]
    assert [point[0] for point in frames[111]["curve"]] == [*range(1, 101), 110, 111]


@pytest.mark.parametrize(
    "query",
    [{"iteration": 100_001}, {"iteration": -1}, {"variant": "none"}, {"variant": "pcfr+", "chance": "sample"}, {"chance": "x"}],
)
def test_lessons_that_there_are_not(client: httpx.Client, query: Any) -> None:
    answer = client.get("/api/games/kuhn/learning", params=query)
    assert answer.status_code == 422 and answer.json()["error"]["message"]


def test_a_game_of_ones_own_is_shown(client: httpx.Client, tmp_path: Path) -> None:
    from pokerzoo.envs import FixedBets, PokerGame, Round
    from pokerzoo.envs.cards import card_names, high_card
    from pokerzoo.envs.registry import MAKERS, register_game

    def make_two_streets(num_cards: int = 4) -> PokerGame:
        """Two betting rounds on one card each.

        Args:
            num_cards: size of the deck.
        """
        rounds = (Round(public_cards=0, bets=FixedBets(1.0, (1, 1))), Round(public_cards=0, bets=FixedBets(2.0, (1, 1))))
        rules = poker_rules(deck=card_names(num_cards), antes=(1.0, 1.0), rounds=rounds, strength=high_card)
        return PokerGame("two_streets", {"num_cards": num_cards}, rules)

    register_game("two_streets", make_two_streets)
    try:
        listed = next(game for game in ask(client, "") if game["name"] == "two_streets")
        assert listed["own"] and listed["parameters"][0]["about"] == "size of the deck."
        tree = ask(client, "/two_streets/tree")
        assert len(tree["infosets"]) == 64 and len(tree["public"]) > 9
        assert ask(client, "/two_streets/learning", iteration=10)["exploitability"] > 0
    finally:
        del MAKERS["two_streets"]


@pytest.mark.parametrize("name", ["kuhn", "leduc", "rps"])
def test_values_of_decisions_agree_with_best_responses(name: str) -> None:
    game = make_game(name)
    policy = CFR(game).run(5).average_policy()
    found = infoset_values(policy)
    measured = measure(game, policy)
    table = game.infosets
    for player in range(2):
        # A player's value is what the first decisions are worth, by how often they come.
        first = [i for i in table.of_player(player) if found.own_reach[i] == 1.0]
        if len({len(table[i].key) for i in first}) == 1:
            value = sum(
                found.others_reach[i] * float(policy.probabilities[table.slice(i)] @ found.actions[table.slice(i)])
                for i in first
            )
            assert value == pytest.approx(measured.values[player])
        # Where a player has responded best, nothing else is worth more.
        reply = best_response(game, policy, player).policy
        after = infoset_values(reply)
        for i in table.of_player(player):
            worth = after.actions[table.slice(i)]
            if after.others_reach[i] > 0:
                assert worth.max() == pytest.approx(float(reply.probabilities[table.slice(i)] @ worth))
