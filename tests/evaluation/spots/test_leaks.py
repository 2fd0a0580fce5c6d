"""Leaks: a recursion over states, values worked out by hand, and that the parts add up to the whole."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs import Game, State, make_game
from pokerzoo.envs.compiled.street_compiler import each_board_of
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.evaluation import Leaks, SpotReport, leaks, measure
from pokerzoo.evaluation.measures.leak_values import LeakValues, street_leaks
from pokerzoo_testing.cases import every_game, games, make_poker, random_strategy
from pokerzoo_testing.small_games import on_boards, turn_game, walk_game

SMALL_RIVER = {"board": "QsJh2h8d3c", "ranges": ("QQ+,AKs", "JJ,AQs,T9s"), "pot": 10, "stack": 20, "bet_sizes": "50%,100%"}


def leaks_by_recursion(game: Game, policy: TabularPolicy) -> dict[str, float]:
    """Each infoset's leak by the definition, history by history, with nothing but the tree API."""
    result: dict[str, float] = {}
    for player in range(game.num_players):
        here: dict[str, list[tuple[State, float, float]]] = {}  # key: (state, reach of all others, own reach)

        def collect(state: State, others: float, own: float, here: Any = here, player: int = player) -> None:
            if state.is_terminal:
                return
            if state.is_chance:
                for action, probability in state.chance_outcomes():
                    collect(state.child(action), others * probability, own)
                return
            actor = state.current_player
            if actor == player:
                here.setdefault(state.infoset_key(player), []).append((state, others, own))
            for action, probability in policy.action_probabilities(state).items():
                mine = actor == player
                collect(state.child(action), others * (1 if mine else probability), own * (probability if mine else 1))

        known: dict[str, int] = {}

        def value(state: State, player: int = player, known: Any = known, here: Any = here) -> float:
            """Value of a state to the player who plays best from here on."""
            if state.is_terminal:
                return float(state.returns()[player])
            if state.is_chance:
                return sum(probability * value(state.child(action)) for action, probability in state.chance_outcomes())
            if state.current_player != player:
                return sum(p * value(state.child(action)) for action, p in policy.action_probabilities(state).items())
            key = state.infoset_key(player)
            if key not in known:
                totals = action_values(key)
                known[key] = max(totals, key=totals.__getitem__)
            return value(state.child(known[key]))

        def action_values(key: str, here: Any = here) -> dict[int, float]:
            totals: dict[int, float] = {}
            for state, others, _ in here[key]:
                for action in state.legal_actions():
                    totals[action] = totals.get(action, 0.0) + others * value(state.child(action))
            return totals

        collect(game.initial_state(), 1.0, 1.0)
        for key, states in here.items():
            totals = action_values(key)
            strategy = policy.action_probabilities(states[0][0])
            result[key] = states[0][2] * (max(totals.values()) - sum(p * totals[a] for a, p in strategy.items()))
    return result


def listed(found: Leaks) -> np.ndarray:
    return np.array([found[row.key].chips for row in found.game.infosets])


@pytest.mark.parametrize("game", [*games, walk_game()], ids=lambda game: str(game)[:60])
def test_the_leaks_of_each_player_add_up_to_the_gain(game: Game) -> None:
    policy = TabularPolicy(game, random_strategy(game, 3))
    result, whole = leaks(game, policy), measure(game, policy)
    own = np.bincount(game.infosets.players, listed(result), minlength=game.num_players)
    np.testing.assert_allclose(own, whole.gains, atol=1e-9)
    assert result.nash_conv == pytest.approx(whole.nash_conv, abs=1e-12)
    assert listed(result).min() >= 0
    assert sum(leak.share for leak in result.ranked(None)) == pytest.approx(1)


@every_game
def test_leaks_equal_a_recursion_over_histories(game: Game) -> None:
    if len(game.infosets) > 400 and game.name != "holdem":
        game = make_game("leduc", suit_isomorphism=True)
    if game.name == "bet_fold" and game.num_players > 2:
        game = make_game("bet_fold", num_players=3, num_cards=4)
    policy = TabularPolicy(game, random_strategy(game, 5))
    expected, result = leaks_by_recursion(game, policy), leaks(game, policy)
    for key, chips in expected.items():
        assert result[key].chips == pytest.approx(chips, abs=1e-9), key
    assert set(expected) == {row.key for row in game.infosets}


def test_kuhn_by_hand() -> None:
    """Both play uniformly. A player holds each card in a third of all deals, and the other each of the two left in half.

    King facing a bet (1/3 x 1/2 of deals): a call wins 2, a fold loses 1; half the time it folds: 1/6 x 1/2 x 3 = 1/4.
    Queen facing a bet: a call wins 2 or loses 2, a fold loses 1: 1/6 x 1/2 x 1 = 1/12; jack: a call loses 2: likewise 1/12.
    King behind a check: a bet is called half the time, and wins 3/2; a check wins 1: 1/6 x 1/2 x 1/2 = 1/24; jack: a bet
    makes 1/2 x 1 - 1/2 x 2 = -1/2, a check -1: 1/24; queen: a check makes 0, so does a bet: it wins 3/2 or loses 1/2 ... both
    hands call half: 1/2 x 1 + 1/2 x 0 = 1/2 > 0: 1/24.
    """
    kuhn = make_game("kuhn")
    result = leaks(kuhn, TabularPolicy.uniform(kuhn))
    expected = {"K|b": (1, 4), "Q|b": (1, 12), "J|b": (1, 12), "K|x": (1, 24), "Q|x": (1, 24), "J|x": (1, 24)}
    for key, ratio in expected.items():
        assert result[key].chips == pytest.approx(float(Fraction(*ratio)), abs=1e-15), key
    assert result.gains[1] == pytest.approx(13 / 24, abs=1e-15)
    players = ["always_call", "honest"]
    assert leaks(kuhn, players).gains == pytest.approx(measure(kuhn, players).gains)


def test_where_the_player_never_comes_nothing_leaks() -> None:
    kuhn = make_game("kuhn")
    always_bets = {"check": 0.0, "bet": 1.0}
    folds = {"fold": 1.0, "call": 0.0}
    policy = {row.key: always_bets if row.player == 0 and row.key.endswith("|") else None for row in kuhn.infosets}
    table = {key: own or (folds if "bet" not in kuhn.infosets[kuhn.infosets.index(key)].action_names else always_bets)
             for key, own in policy.items()}  # fmt: skip
    result = leaks(kuhn, table)
    assert result["K|xb"].chips == 0  # player 0 never checks, though to fold the king there would be a mistake
    assert result["K|xb"].best == "call"
    assert result["K|b"].chips == pytest.approx(1)  # 1/3 of deals, and 3 chips between a call and a fold
    assert result["K|b"].policy == folds


def test_an_equilibrium_has_no_leaks() -> None:
    kuhn = make_game("kuhn")
    third = 1 / 3
    table = {
        "J|": (1, 0), "Q|": (1, 0), "K|": (1, 0), "J|xb": (1, 0), "Q|xb": (2 * third, third), "K|xb": (0, 1),
        "J|x": (1 - third, third), "Q|x": (1, 0), "K|x": (0, 1), "J|b": (1, 0), "Q|b": (1 - third, third), "K|b": (0, 1),
    }  # fmt: skip
    policy = {row.key: dict(zip(row.action_names, table[row.key], strict=True)) for row in kuhn.infosets}
    result = leaks(kuhn, policy)
    assert result.ranked(None) == ()
    assert listed(result).max() < 1e-15
    assert result.table()["player"] == []


LEDUC = make_game("leduc", suit_isomorphism=True)
KUHN3 = make_game("kuhn", num_players=3)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32 - 1), st.sampled_from([LEDUC, KUHN3]))
def test_sums_for_random_policies(seed: int, game: Game) -> None:
    policy = TabularPolicy(game, random_strategy(game, seed))
    result = leaks(game, policy)
    for player in range(game.num_players):
        own = result.ranked(None, player=player)
        assert sum(leak.chips for leak in own) == pytest.approx(result.gains[player], abs=1e-9)
        others = sum(leak.chips for leak in result.ranked(None, against=player))
        assert others == pytest.approx(result.nash_conv - result.gains[player], abs=1e-9)
        for each in ("node", "line"):
            assert sum(leak.chips for leak in result.ranked(None, each, player)) == pytest.approx(
                result.gains[player], abs=1e-9
            )


def best_actions(result: Leaks, line: Any) -> Any:
    """int64 [hands]: the place of the best action of each hand; -1 for those that cannot be there."""
    node, best = result.on(line), np.full(len(result.at(line)), -1)
    best[node.numbers] = node.best
    return best


def test_a_river_equals_the_recursion() -> None:
    game = make_poker("holdem", **SMALL_RIVER)
    policy = CFR(game).run(5).average_policy()
    expected, result = leaks_by_recursion(game, policy), leaks(game, policy)
    for key, chips in expected.items():
        assert result[key].chips == pytest.approx(chips, abs=1e-9), key
    for line in ("", "x", "b5"):
        keys = [f"{hand}|{line}" for hand in game.rules.deck.hand_names]
        np.testing.assert_allclose(result.at(line), [expected.get(key, 0.0) for key in keys], atol=1e-9)
        best = best_actions(result, line)
        for key, place in zip(keys, best.tolist(), strict=True):
            row = game.infosets[game.infosets.index(key)] if key in expected else None
            assert place == (-1 if row is None else row.action_names.index(result[key].best or ""))
    assert result.ranked(1)[0].pot_percent == pytest.approx(10 * result.ranked(1)[0].chips)


@pytest.mark.parametrize("each", ["infoset", "node", "line"])
def test_the_first_rows_are_those_of_the_whole(each: Any) -> None:
    """Also where suits that are alike cost the same."""
    result = leaks(make_game("leduc"), "random")
    whole = result.ranked(None, each)
    assert [leak.chips for leak in whole] == sorted((leak.chips for leak in whole), reverse=True)
    for top in (0, 1, 7, len(whole), len(whole) + 5):
        assert result.ranked(top, each) == whole[:top]


def test_kinds_of_hands_and_whole_nodes() -> None:
    """Sums and weighted means of single hands."""
    game = make_game("holdem", **SMALL_RIVER)
    policy = CFR(game).run(5).average_policy()
    result, spot = leaks(game, policy), SpotReport(game, policy)
    classes = result.ranked(None, "hand_class")
    assert sum(leak.chips for leak in classes) == pytest.approx(result.nash_conv, abs=1e-9)
    for leak in classes[:6]:
        node, grid = spot.at(leak.line or ""), spot.at(leak.line or "").grid()
        own = node.hand_classes == CLASS_NAMES.index(leak.hand)
        assert node.player == leak.player
        assert leak.chips == pytest.approx(result.at(leak.line or "")[own].sum(), abs=1e-12)
        row, column = divmod(CLASS_NAMES.index(leak.hand), 13)
        assert list((leak.policy or {}).values()) == pytest.approx(grid.frequencies[row, column].tolist())
        best = np.arange(len(node.actions))[:, None] == best_actions(result, leak.line or "")[own]
        weights = node.share[leak.player, own] / node.share[leak.player, own].sum()
        assert list((leak.best_response or {}).values()) == pytest.approx((best @ weights).tolist())
    first = result.ranked(1, "node")[0]
    assert first.chips == pytest.approx(result.at(first.line or "").sum(), abs=1e-12)
    assert list((first.policy or {}).values()) == pytest.approx(spot.at(first.line or "").frequencies.tolist())
    assert str(result).splitlines()[1].split()[:5] == ["player", "line", "hand", "plays", "best"]


def test_a_turn_walked_board_by_board_equals_one_that_is_not() -> None:
    game = turn_game()
    twin, strategy = on_boards(game), random_strategy(game, 3)
    expected, result = leaks(game, TabularPolicy(game, strategy)), leaks(twin, TabularPolicy(twin, strategy))
    np.testing.assert_allclose(result.gains, expected.gains, atol=1e-5)
    np.testing.assert_allclose(listed(result), listed(expected), atol=2e-6)
    for each in ("infoset", "node", "line"):
        for player in (None, 0, 1):
            here, there = result.ranked(30, each, player), expected.ranked(30, each, player)
            np.testing.assert_allclose([a.chips for a in here], [b.chips for b in there], atol=1e-5)
            assert [(a.player, a.line, a.hand) for a in here[:3]] == [(b.player, b.line, b.hand) for b in there[:3]]
    for public in list(game.infosets.public_states())[::40]:
        np.testing.assert_allclose(result.at(public), expected.at(public), atol=2e-6)
        np.testing.assert_array_equal(best_actions(result, public) < 0, best_actions(expected, public) < 0)


def test_boards_that_one_stands_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hearts, diamonds and clubs are alike on this turn; without that each board has numbers of its own."""
    ranges = ("KK,AhKh,AdKd,AcKc", "QQ,T9s")
    game = on_boards(make_game("holdem", board="Qs7s2s3s", ranges=ranges, pot=10, stack=20, bet_sizes="100%"))  # type: ignore[arg-type]
    policy = CFR(game).run(4).average_policy()
    result = leaks(game, policy)
    plain = street_leaks(each_board_of(game), TabularPolicy(game, policy.probabilities))
    whole = type(result)(game, policy, plain)

    def rows_and_boards(values: LeakValues) -> tuple[int, int]:
        last = values.point(len(values.players) - 1)
        return len(last.chips), len(last.row)

    assert rows_and_boards(result._values) == (22, 48) and rows_and_boards(plain) == (48, 48)
    for each in ("infoset", "hand_class", "node", "line"):
        here, there = (one._ranked(10**6, each, [0, 1], frequencies=False) for one in (result, whole))
        one, two = ({(a.player, a.line, a.hand): a.chips for a in rows} for rows in (here, there))
        for key in one.keys() | two.keys():
            assert one.get(key, 0.0) == pytest.approx(two.get(key, 0.0), abs=2e-6), key
        assert sum(one.values()) == pytest.approx(result.nash_conv, abs=1e-5)
    best = result.ranked(5)
    assert best == result.ranked(3000)[:5]
    assert [result[leak.infoset or ""].chips for leak in best] == [leak.chips for leak in best]
    for line in ("", "xx/Kh", "xx/2d", "xx/9c/x"):
        np.testing.assert_allclose(result.at(line), whole.at(line), atol=2e-6)

    uneven = policy.probabilities.copy()
    uneven[game.infosets.slice(game.infosets.index("AhKh|"))] = (1.0, *[0.0] * (len(policy["AhKh|"]) - 1))
    odd = leaks(game, TabularPolicy(game, uneven))
    assert rows_and_boards(odd._values) == (48, 48)
    assert odd.gains == pytest.approx(measure(game, TabularPolicy(game, uneven)).gains, abs=1e-5)
    assert sum(leak.chips for leak in odd.ranked(None, "line")) == pytest.approx(odd.nash_conv, abs=1e-5)
    monkeypatch.setattr("pokerzoo.evaluation.spots.leaks.WHOLE_TABLE", 1000)
    table = result.table()  # by public state: there are more infosets than that
    assert set(table["hand"]) == {""} and "xx/Kh" in table["line"]
    assert sum(table["leak_chips"]) == pytest.approx(result.nash_conv, abs=1e-5)
    monkeypatch.setattr("pokerzoo.evaluation.spots.leaks.WHOLE_TABLE", 100)
    assert "xx/?" in result.table()["line"]
    rounded = leaks(game, SpotPolicy.of(policy))
    np.testing.assert_allclose(rounded.at("x"), result.at("x"), atol=2e-6)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda result: result.ranked(player=2), "player=2: must be an integer from 0 to 1"),
        (lambda result: result.ranked(against=-1), "against=-1: must be"),
        (lambda result: result.ranked(player=0, against=0), "player=0 and against=0: only one"),
        (lambda result: result.ranked(-1), "top=-1: must be an integer from 0"),
        (lambda result: result.ranked(each="hand"), "each='hand': must be one of 'infoset', 'hand_class', 'node', 'line'"),
        (lambda result: result.ranked(each="hand_class"), "each='hand_class': leduc.* is no hold'em, whose hands have classes"),
        (lambda result: result.at("q"), "line='q': no line of leduc.* on which a player acts; one is"),
        (lambda result: result.at("xx"), "line='xx': no line of leduc.* on which a player acts"),
        (lambda result: result.at(3), "line=3: must be a string"),
        (lambda result: result["Ks|q"], "no infoset 'Ks|q'; keys look like"),
    ],
)
def test_bad_questions(ask: Any, message: str) -> None:
    with pytest.raises((ValueError, KeyError), match=message):
        ask(leaks(make_game("leduc"), "random"))


def test_public_states_of_an_equal_game() -> None:
    game, twin = make_game("leduc"), make_game("leduc")
    result = leaks(game, "random")
    public = twin.infosets.find("xx/Kh|b")  # type: ignore[attr-defined]
    np.testing.assert_array_equal(result.at(public), result.at("xx/Kh/b"))
    with pytest.raises(ValueError, match=r"line='b': no line of leduc"):
        result.at(make_game("kuhn").infosets.find("b"))  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=r"line='xx': no line of leduc"):
        result.at(game.rules.root.after(0).after(0))  # type: ignore[attr-defined]


def test_bad_policies_and_games_without_lines() -> None:
    with pytest.raises(ValueError, match="policy: a policy for kuhn"):
        leaks(make_game("leduc"), TabularPolicy.uniform(make_game("kuhn")))
    with pytest.raises(ValueError, match="1 policies for 2 players"):
        leaks(make_game("kuhn"), ["random"])
    with pytest.raises(ValueError, match="rps has no public betting lines"):
        leaks(make_game("rps"), "random").at("")
    with pytest.raises(ValueError, match="a card is due"):
        leaks(make_game("holdem", board="Qs7s2s3s", ranges=("KK", "QQ"), pot=10, stack=10), "random").at("xxx")


def test_what_people_and_programs_are_shown(tmp_path: Path) -> None:
    kuhn = make_game("kuhn")
    result = leaks(kuhn, "random")
    lines = str(result).splitlines()
    assert lines[0] == "Leaks of 0.9167 chips a hand: player 0 0.375, player 1 0.542 chips"
    assert lines[2].split() == ["1", "b", "K", "fold", "50%,", "call", "50%", "call", "0.25", "27.3%"]
    assert "<td>27.3%</td>" in result._repr_html_()
    assert repr(result) == "<Leaks in kuhn(num_cards=3, num_players=2): 0.916667 chips a hand>"
    record = json.loads(json.dumps(result.ranking(2).to_dict(), allow_nan=False))
    assert record["nash_conv"]["chips"] == pytest.approx(11 / 12)
    assert [row["infoset"] for row in record["rows"]] == ["K|b", "K|xb"]
    assert [leak.line for leak in result.ranked(2, "line")] == ["b", "xb"]
    result.to_csv(tmp_path / "leaks.csv")
    rows = list(csv.DictReader((tmp_path / "leaks.csv").read_text().splitlines()))
    assert (rows[0]["infoset"], rows[0]["policy"], rows[0]["leak_pot_percent"]) == ("K|b", "fold 50%, call 50%", "")
    assert sum(float(row["leak_chips"]) for row in rows) == pytest.approx(11 / 12)
    assert leaks(make_game("rps"), "random").choices == ("infoset",)


def test_a_line_hand_by_hand_and_by_kind() -> None:
    game = make_poker("holdem", board="QsJh2h8d", ranges=("QQ+,AKs", "JJ,AQs"), pot=10, stack=10, bet_sizes="a")
    policy = TabularPolicy(game, random_strategy(game, 9))
    result = leaks(game, policy)
    lines = {leak.line for leak in result.ranked(None, "node")}
    assert "" in lines and any("/" in (line or "") for line in lines)
    for line in sorted(lines, key=str)[:: max(1, len(lines) // 8)]:
        node = result.on(line or "")
        here = best_actions(result, line or "") >= 0
        np.testing.assert_array_equal(node.chips, result.at(line or "")[here])
        assert node.hands == np.array(game.rules.deck.hand_names)[here].tolist() and (result.at(line or "")[~here] == 0).all()
        np.testing.assert_allclose(node.strategy.sum(axis=0), 1, atol=1e-6)
        assert node.weight is not None and node.weight.sum() == pytest.approx(1)
        ranked = {leak.hand: leak for leak in result.ranked(None, "hand_class") if leak.line == line}
        classes = {one.hand: one for one in node.hand_classes}
        assert set(ranked) <= set(classes) and list(classes) == [name for name in CLASS_NAMES if name in classes]
        assert sum(one.weight or 0.0 for one in classes.values()) == pytest.approx(1)
        for name, leak in ranked.items():
            own = classes[str(name)]
            assert (own.chips, own.share, own.weight) == pytest.approx((leak.chips, leak.share, leak.weight), abs=1e-9)
            assert leak.policy and own.policy == pytest.approx(leak.policy, abs=1e-9)
            assert leak.best_response and own.best_response == pytest.approx(leak.best_response, abs=1e-9)


def test_a_line_of_another_poker_game() -> None:
    kuhn = make_game("kuhn")
    node = leaks(kuhn, "random").on("b")
    assert (node.player, node.actions, node.hands) == (1, ("fold", "call"), ["J", "Q", "K"])
    np.testing.assert_allclose(node.chips, [1 / 12, 1 / 12, 1 / 4])  # test_kuhn_by_hand
    assert node.best.tolist() == [0, 1, 1] and node.weight is None and node.hand_classes == []
    np.testing.assert_array_equal(node.strategy, 0.5)
