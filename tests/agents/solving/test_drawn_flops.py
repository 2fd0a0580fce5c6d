"""Flops solved on drawn boards: their hand classes, the same bits."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import SolvingAgent
from pokerzoo.agents.blueprint.blueprint import Blueprint
from pokerzoo.agents.subgames.flop_classes import RIVER_CLASSES, FlopClasses
from pokerzoo.agents.subgames.subgame import average_strategies, points_of_street
from pokerzoo.envs.games.holdem import HoldemGame, make_holdem
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.poker.board_numbers import HandPositions, places_of
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.deck_strengths import HoldemStrength

SIZES: dict[str, Any] = {"bet_sizes": "100%", "raise_sizes": ""}
RANGES = ("QQ,AKs,98s,77", "AQs,TT,T9s,65s")


def spot(**params: Any) -> HoldemGame:
    return make_holdem(board="QsJh2d", ranges=RANGES, pot=6, stack=20, **SIZES, **params)


def test_each_hand_is_a_class_of_its_own_on_the_flop_and_on_each_turn() -> None:
    game = spot()
    classes, flop = FlopClasses(game), game.rules.deck.board
    left = [card for card in range(52) if card not in flop]
    on_flop = classes.on_street(flop)
    held = ~np.isin(game.rules.deck.hand_cards, flop).any(axis=1)
    assert len(set(on_flop[held])) == held.sum() and (on_flop[~held] == -1).all()
    turns = [classes.on_street((*flop, card)) for card in left]
    used = np.concatenate([on_turn[on_turn >= 0] for on_turn in turns])
    assert len(set(used.tolist())) == len(used) and used.max() < classes.counts[2]
    for card, on_turn in zip(left, turns, strict=True):
        np.testing.assert_array_equal(on_turn == -1, np.isin(game.rules.deck.hand_cards, (*flop, card)).any(axis=1))


def test_rivers_are_split_by_strength_into_classes_of_like_weight() -> None:
    game = make_holdem(board="QsJh2d", ranges=("random", "random"), pot=6, stack=20, **SIZES)
    assert isinstance(game.rules.strength, HoldemStrength)
    board = (*game.rules.deck.board, CARD_NAMES.index("7c"), CARD_NAMES.index("3h"))
    on_river = FlopClasses(game).on_street(board)
    held = on_river >= 0
    strengths = game.rules.strength.of_boards(game.rules.deck.hand_cards, np.array([board]))[0]
    for weak, strong in pairwise(np.argsort(strengths[held], kind="stable")):
        assert on_river[held][weak] <= on_river[held][strong]
        assert (on_river[held][weak] == on_river[held][strong]) >= (strengths[held][weak] == strengths[held][strong])
    assert held.sum() == 1081 and on_river.max() < RIVER_CLASSES
    # A class that holds hands of several strengths weighs no more than about a share of all.
    for number in set(on_river[held].tolist()):
        result = strengths[held][on_river[held] == number]
        assert len(set(result.tolist())) == 1 or len(result) <= 1081 / RIVER_CLASSES + np.bincount(result).max()


def test_what_is_kept_of_a_solution_has_no_numbers_of_hands_on_its_boards() -> None:
    """For 2,352 boards they are 11 MB, and an agent keeps hundreds of solutions."""
    game = make_texas_holdem(stack=30, bet_sizes="a", raise_sizes="a")
    agent = SolvingAgent("loose", game=game, iterations=1)
    agent.action_probabilities("AsAd|cx/QsJh2h|")
    assert agent.last_solve is not None
    rules = agent.last_solve.spot.game.rules
    places = [kept for kept in rules.made.values() if isinstance(kept, HandPositions)]
    assert len(places) == 6 and not any("rank" in vars(kept) for kept in places)
    numbered = places_of(rules, 0, 2)
    assert numbered in places and len(numbered.rank) == 49 * 48
    boards = np.bincount(numbered.boards_of(np.arange(numbered.total)))
    assert boards.tolist() == np.count_nonzero(numbered.rank >= 0, axis=1).tolist()


def test_boards_that_block_all_hands_change_nothing() -> None:
    """A river such as As Ks leaves neither player the one hand of theirs."""
    game = make_holdem(board="QsJh2d", ranges=("AsAh", "KsKh"), pot=6, stack=20, **SIZES)
    board = (*game.rules.deck.board, CARD_NAMES.index("As"), CARD_NAMES.index("Ks"))
    assert (FlopClasses(game).on_street(board) == -1).all()
    solver = Blueprint(game, hand_classes=FlopClasses(game), seed=1, threads=1)
    solver.advance(300)
    ask = average_strategies(solver)
    for public in points_of_street(game):
        np.testing.assert_allclose(ask(public).sum(axis=0), 1.0)


def test_the_agent_solves_flops_with_betting_on_all_streets() -> None:
    game = make_texas_holdem(stack=20)
    agent = SolvingAgent("loose", game=game, iterations={"flop": 50, "turn": 5, "river": 5}, threads=1, seed=3)
    assert sum(agent.action_probabilities("AsAd|cx/QsJh2h|").values()) == pytest.approx(1.0)
    solve = agent.last_solve
    assert solve is not None
    assert (solve.street, solve.boards, solve.iterations, solve.exploitability) == ("flop", "drawn", 50, None)
    assert "50 iterations" in str(solve) and "drawn boards, not measured" in str(solve)
    assert all(street in solve.sizes for street in ("flop", "turn", "river"))
    agent.action_probabilities("AsAd|cx/QsJh2h|xx/8d|")
    assert agent.last_solve is not None and agent.last_solve.boards == "all"
    small = make_texas_holdem(stack=3, bet_sizes="a", raise_sizes="a")
    agent = SolvingAgent("loose", game=small, iterations=2, resolving="safe", threads=1)
    agent.action_probabilities("AsAd|cx/QsJh2h|")
    assert agent.last_solve is not None and agent.last_solve.boards == "all"  # values are kept
