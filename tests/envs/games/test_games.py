"""The rules: counts, keys, payoffs and errors, against the literature and the tutorials."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import Game, list_games, make_game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.core import replay_history
from pokerzoo_testing.cases import every_game, play, random_walk


@pytest.mark.parametrize(
    ("name", "params", "infosets", "terminals"),
    [
        ("kuhn", {}, (6, 6), 30),  # Kuhn 1950: 12 infosets; OpenSpiel: 30 terminal histories
        ("kuhn", {"num_players": 3}, (16, 16, 16), 312),  # OpenSpiel's kuhn_poker(players=3)
        ("bet_raise", {}, (30, 20), 630),
        ("leduc", {}, (468, 468), 5520),  # OpenSpiel's leduc_poker: 936 infosets, 5,520 terminal histories
        ("leduc", {"suit_isomorphism": True}, (144, 144), 1116),  # Southey et al. 2005: 288 infosets
        ("bet_fold", {"num_players": 3, "num_cards": 5}, (5, 5, 5), 480),  # 5 x 4 x 3 deals, 2 x 2 x 2 choices
        ("rps", {}, (1, 1), 9),
    ],
)
def test_counts(name: str, params: dict[str, Any], infosets: tuple[int, ...], terminals: int) -> None:
    tree = tree_of(make_game(name, **params))
    assert tree.num_infosets == infosets
    assert tree.num_terminals == terminals


@every_game
def test_zero_sum_to_the_last_bit(game: Game) -> None:
    utility = tree_of(game).terminal_utility
    assert np.all(utility.sum(axis=0) == 0.0)
    low, high = game.utility_range
    assert low <= utility.min() and utility.max() <= high


@every_game
def test_a_state_survives_pickle_and_deepcopy(game: Game) -> None:
    for state in random_walk(game, np.random.default_rng(1)):
        for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), replay_history(game, state.history())):
            assert twin == state and hash(twin) == hash(state)
            assert twin.legal_actions() == state.legal_actions()
            assert twin.returns() == state.returns()
            assert twin.describe(None) == state.describe(None)


@every_game
def test_children_leave_the_parent_alone(game: Game) -> None:
    for state in random_walk(game, np.random.default_rng(2)):
        before = (state.history(), state.legal_actions(), state.describe(None))
        for action in state.legal_actions():
            state.child(action)
        assert (state.history(), state.legal_actions(), state.describe(None)) == before


@every_game
def test_an_illegal_action_is_refused_and_the_legal_ones_named(game: Game) -> None:
    for state in random_walk(game, np.random.default_rng(3)):
        legal = state.legal_actions()
        for action in [-1, *(a for a in range(40) if a not in legal)]:
            with pytest.raises(ValueError, match="legal") as caught:
                state.child(action)
            assert all(state.action_name(a) in str(caught.value) for a in legal)


@every_game
def test_params_make_the_game_again(game: Game) -> None:
    twin = make_game(game.name, **game.params)
    assert twin == game and hash(twin) == hash(game)
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.name in list_games()


def test_kuhn_cards_and_keys() -> None:
    keys = [row.key for row in make_game("kuhn").infosets]
    assert keys == ["J|", "Q|", "K|", "J|xb", "Q|xb", "K|xb", "J|x", "Q|x", "K|x", "J|b", "Q|b", "K|b"]
    assert make_game("kuhn", num_cards=4).infosets[0].key == "T|"
    assert make_game("kuhn", num_cards=13).infosets[12].key == "A|"
    assert make_game("kuhn", num_cards=20).infosets[19].key == "20|"
    assert make_game("kuhn", num_players=3).params == {"num_cards": 4, "num_players": 3}


@pytest.mark.parametrize(
    ("moves", "pots"),
    [  # the tutorial's unit: pots
        (("bet", "fold"), 1),
        (("bet", "call"), 3),
        (("bet", "raise", "fold"), -3),
        (("bet", "raise", "call"), 5),
        (("check", "check"), 1),
        (("check", "bet", "fold"), -1),
        (("check", "bet", "call"), 3),
    ],
)
def test_bet_raise_pays_half_of_the_tutorials_pots(moves: tuple[str, ...], pots: float) -> None:
    state = play(make_game("bet_raise"), "9", "4", *moves)
    assert state.is_terminal
    assert [2 * x for x in state.returns()] == [pots, -pots]


def test_bet_raise_allows_no_raise_by_the_first_player() -> None:
    game = make_game("bet_raise")

    def names(*moves: str) -> list[str]:
        state = play(game, "9", "4", *moves)
        return [state.action_name(action) for action in state.legal_actions()]

    assert names("bet") == ["fold", "call", "raise"]
    assert names("bet", "raise") == ["fold", "call"]
    assert names("check", "bet") == ["fold", "call"]


def test_leduc_keys_and_payoffs() -> None:
    game = make_game("leduc")
    state = play(game, "Qs", "Jh", "check", "check", "Kh", "bet")
    assert state.infoset_key(1) == "Jh|xx/Kh|b"
    assert state.infoset_key(0) == "Qs|xx/Kh|b"
    assert play(game, "Qs", "Jh", "bet", "raise", "call", "Kh", "bet", "raise", "call").returns() == (13, -13)
    assert play(game, "Qs", "Jh", "check", "check", "Js", "check", "check").returns() == (-1, 1)
    assert play(game, "Qs", "Qh", "bet", "call", "Jh", "check", "check").returns() == (0, 0)
    assert play(game, "Qs", "Kh", "bet", "raise", "fold").returns() == (-3, 3)
    merged = make_game("leduc", suit_isomorphism=True)
    assert play(merged, "Q", "J", "check", "check", "K", "bet").infoset_key(0) == "Q|xx/K|b"


def test_rps_hides_the_first_choice() -> None:
    state = make_game("rps").initial_state()
    after = [state.child(a) for a in state.legal_actions()]
    assert len({s.infoset_key(1) for s in after}) == 1
    assert len({s.observation(1).tobytes() for s in after}) == 1
    assert len({s.describe(1) for s in after}) == 1
    assert [after[0].child(b).returns() for b in range(3)] == [(0, 0), (-1, 1), (1, -1)]


@every_game
def test_descriptions_hide_what_others_hold(game: Game) -> None:
    """Before a showdown, what a player is shown does not depend on the others' hands."""
    shown: dict[tuple[int, str], set[str]] = {}
    stack = [game.initial_state()]
    while stack:
        state = stack.pop()
        stack += [state.child(a) for a in state.legal_actions()]
        if not state.is_terminal and not state.is_chance:
            for player in range(game.num_players):
                if player == state.current_player or not game.simultaneous:
                    shown.setdefault((player, state.infoset_key(player)), set()).add(state.describe(player))
    assert shown and all(len(texts) == 1 for texts in shown.values())
