"""Parameters are normalised once, when the game is made; what is no number is refused as one, everywhere."""

from __future__ import annotations

import json
import pickle
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.environments.aec import GameAECEnv
from pokerzoo.envs.environments.single_agent import SingleAgentEnv
from pokerzoo.envs.registry import MAKERS
from pokerzoo.envs.support.parameters import check_nesting
from pokerzoo.evaluation import best_response

TURN: dict[str, Any] = {"board": "Td9d6h5c", "ranges": ("AsAh,KsKd", "QsQc,AcKc"), "pot": 20, "stack": 60}


@pytest.mark.parametrize(
    ("name", "first", "other"),
    [
        ("kuhn", {"num_cards": 4}, {"num_cards": np.int64(4)}),
        ("kuhn", {"num_players": 3}, {"num_players": np.uint8(3), "num_cards": np.int32(4)}),
        ("leduc", {"suit_isomorphism": True}, {"suit_isomorphism": np.bool_(True)}),
        ("bet_fold", {"odds": 3, "blind": 2}, {"odds": np.float64(3.0), "blind": np.float32(2)}),
        ("rps", {"payoffs": [[1, 2], [3, 4]]}, {"payoffs": np.array([[1, 2], [3, 4]], dtype=np.int8)}),
        ("rps", {"payoffs": ((1.0, 2), (3, 4))}, {"payoffs": [np.array([1, 2]), (np.float32(3), np.int64(4))]}),
        ("holdem", {"pot": 50, "stack": 100}, {"pot": 50.0, "stack": np.float64(100)}),
        ("holdem", {"pot": 50}, {"pot": np.int64(50)}),
        ("holdem", {"raise_cap": 3}, {"raise_cap": np.int64(3)}),
        ("holdem", {"min_bet": 1, "chip": 2}, {"min_bet": 1.0, "chip": 2.0}),
        ("holdem", {"rake_rate": 0.05, "rake_cap": 3}, {"rake_rate": np.float64(0.05), "rake_cap": 3.0}),
        ("holdem", {"bet_sizes": "50%"}, {"bet_sizes": ("50%", "50%")}),
        (
            "holdem",
            {"bet_sizes": "33%, A", "donk_sizes": "50%"},
            {"bet_sizes": ["33%,a", "33.0% a"], "donk_sizes": ["50%", "50%"]},
        ),
        ("holdem", {"raise_sizes": ("50%", "a")}, {"raise_sizes": np.array(["50%", "a"])}),
        ("holdem", {"ranges": ["QQ+", "AA,KK"]}, {"ranges": ("AA,KK,QQ", np.str_("KK+"))}),
        ("holdem", {"removed": ("b25r100", "xb25")}, {"removed": ["X B25", "b25/r100"]}),
        (
            "holdem",
            TURN | {"bet_sizes": {"turn": "50%", "river": "a"}, "donk_sizes": None},
            # No bet before the turn, so that no donk bet is possible there.
            TURN | {"bet_sizes": {"river": ("A", "a"), "turn": ["50%", " 50% "]}, "donk_sizes": {"turn": "20%", "river": None}},
        ),
        ("holdem", {"max_nodes": 1000}, {"max_nodes": np.int16(1000)}),
    ],
)
def test_the_same_parameters_are_the_same_game(name: str, first: dict[str, Any], other: dict[str, Any], tmp_path: Path) -> None:
    games = [make_game(name, **first), make_game(name, **other)]
    assert games[0] == games[1] and hash(games[0]) == hash(games[1]) and str(games[0]) == str(games[1])
    texts = [json.dumps(game.params) for game in games]
    assert texts[0] == texts[1]
    assert pickle.loads(pickle.dumps(games[1])) == games[0]
    saved = []
    for game in games:
        TabularPolicy.uniform(game).save(tmp_path / "p.npz")
        saved.append((tmp_path / "p.npz").read_bytes())
        assert TabularPolicy.load(tmp_path / "p.npz", games[0]).game == game
    assert saved[0] == saved[1]


@pytest.mark.parametrize("name", ["kuhn", "leduc", "rps", "bet_fold", "holdem"])
@pytest.mark.parametrize("bad", [True, False, 1.0, np.float64(1), np.bool_(True), "1", 1j, None, [1]], ids=repr)
def test_actions_are_integers(name: str, bad: Any) -> None:
    game = make_game(name)
    state = game.initial_state()
    while not state.is_terminal:
        with pytest.raises(ValueError, match="^action .* legal"):
            state.child(bad)
        first = state.legal_actions()[0]
        for good in (np.int64(first), np.array(first)):
            assert state.child(good) == state.child(first)  # type: ignore[arg-type]
            assert type(state.child(good).history()[-1]) is int  # type: ignore[arg-type]
        state = state.child(first)
    table = GameAECEnv(game)
    table.reset(seed=1)
    if bad is not None:
        with pytest.raises(ValueError, match="^action"):
            table.step(bad)


NO_NUMBERS: list[Any] = [
    "1", True, 1j, np.bool_(True), np.str_("1"), b"1", date(2020, 1, 1), np.timedelta64(1, "D"), Decimal(1), [1], object(),
]  # fmt: skip


@pytest.mark.parametrize("bad", NO_NUMBERS, ids=lambda bad: type(bad).__name__)
def test_what_is_no_number_is_refused(bad: Any) -> None:
    kuhn = make_game("kuhn")
    for name, key in (
        ("kuhn", "num_players"), ("bet_fold", "odds"), ("holdem", "pot"), ("holdem", "max_nodes"), ("holdem", "raise_cap"),
        ("holdem", "add_allin_threshold"), ("holdem", "rake_rate"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=f"^{key}="):
            make_game(name, **{key: bad})
    for payoffs in (((1.0, 2.0), (bad, 3.0)), [[bad, bad], [bad, bad]]) if not isinstance(bad, list) else ():
        with pytest.raises(ValueError, match="^payoffs="):
            make_game("rps", payoffs=payoffs)
    if not isinstance(bad, list):
        with pytest.raises(ValueError, match="probabilities"):
            TabularPolicy(kuhn, [bad] * kuhn.infosets.size)
    for table in ({"K|": {"check": bad, "bet": 0.0}}, {"K|": {"check": 0.0, "bet": bad}}):
        with pytest.raises(ValueError, match="must be numbers"):
            TabularPolicy.from_dict(kuhn, TabularPolicy.uniform(kuhn).to_dict() | table)
    wrong: list[Any] = [bad, 1.0]
    for number in wrong:
        with pytest.raises(ValueError, match="^seat="):
            SingleAgentEnv(kuhn, "random", number)
        with pytest.raises(ValueError, match="^player="):
            best_response(kuhn, TabularPolicy.uniform(kuhn), number)


def test_nesting_and_long_values_in_errors() -> None:
    check_nesting("x", json.loads("[" * 50 + "]" * 50))
    with pytest.raises(ValueError, match="x: lists nested more than 50 deep"):
        check_nesting("x", json.loads("[" * 51 + "]" * 51))
    for name, params in (("rps", {"payoffs": [[float("nan")] * 1000] * 1000}), ("kuhn", {"num_cards": "x" * 10**6})):
        with pytest.raises(ValueError, match=f"^{next(iter(params))}=") as caught:
            make_game(name, **params)
        assert len(str(caught.value)) < 500
    assert len(str(make_game("rps", payoffs=np.random.default_rng(1).random((300, 300))))) < 1000


def test_a_game_of_ones_own_gets_plain_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def maker(levels: Any = (1,)) -> Game:
        seen.append(levels)
        return make_game("kuhn")

    monkeypatch.setitem(MAKERS, "plain_test", maker)
    make_game("plain_test", levels=[np.int64(1), [np.float32(0.5)], {"a": np.arange(2)}])
    assert seen == [(1, (0.5,), {"a": (0, 1)})]
    assert [type(item) for item in seen[0]] == [int, tuple, dict]
