"""The hands on a drawn board, against the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs.compiled.drawn_board import DrawnBoardTree
from pokerzoo.envs.compiled.forms import form_of
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo_testing.cases import make_poker

ROYAL = make_poker("fhp", deck="royal", raise_cap=1)


def test_lanes_are_hands_from_weak_to_strong() -> None:
    tree = DrawnBoardTree(ROYAL)
    rules, board = ROYAL.rules, (2, 9, 17)
    held = tree.set_board(board)
    assert (tree.board.hand[len(held) :] == -1).all()
    left = [k for k, cards in enumerate(rules.deck.hands) if not set(cards) & set(board)]
    assert sorted(held.tolist()) == left
    strengths = [rules.strength(rules.deck.hands[k], board) for k in held]
    assert strengths == sorted(strengths)
    ends = np.unique(tree.board.group_end[1, 0])
    assert ends.tolist() == np.cumsum([count for _, count in sorted(Counter(strengths).items())]).tolist()
    for card in range(20):
        start, end = tree.board.card_end[0, card : card + 2]
        holders = held[tree.board.by_card[0, start:end]]
        assert sorted(holders.tolist()) == [k for k in left if card in rules.deck.hands[k]]
        assert (np.diff(tree.board.by_card[0, start:end]) > 0).all()
    assert (tree.board.card_end[:, 20:] == 2 * len(held)).all()
    assert tree.board.alive[:, :, : len(held)].all()
    assert not tree.board.alive[:, :, len(held) :].any()


def test_a_board_leaves_nothing_of_the_one_before() -> None:
    """On the second more hands are left, and on the third fewer: both players and all parts of the lines have them."""
    params: dict[str, Any] = {"pot": 6, "stack": 20, "bet_sizes": "100%", "raise_sizes": ""}
    game = make_poker("holdem", board="QsJh2d", ranges=("QQ,AKs,98s,77", "AQs,TT,T9s,65s"), **params)
    tree, deck = DrawnBoardTree(game), game.rules.deck.names.index
    strength: Any = game.rules.strength
    counts = []
    for names in (("As", "Qh"), ("3c", "4c"), ("Ts", "9s")):
        board = tuple(map(deck, names))
        hands = tree.set_board(board).tolist()
        counts.append(len(hands))
        seen = {*game.rules.deck.board, *board}
        assert sorted(hands) == [k for k, cards in enumerate(game.rules.deck.hands) if not seen & set(cards)]
        for part in tree.parts:
            plan = part.plan
            assert (plan.alive == (np.arange(tree.lanes) < len(hands))).all()
            for player in range(2):
                ends = np.unique(plan.group_end[player, 0]).tolist()
                strengths = strength.of_boards(game.rules.deck.hand_cards[hands], np.array([(*game.rules.deck.board, *board)]))[
                    0
                ]
                assert ends == [*(np.flatnonzero(np.diff(strengths)) + 1).tolist(), len(hands)]
                for card in range(52):
                    start, end = plan.card_end[player, card : card + 2]
                    lanes = plan.by_card[player, start:end].tolist()
                    assert lanes == [lane for lane, hand in enumerate(hands) if card in game.rules.deck.hands[hand]]
    assert counts[0] < counts[1] > counts[2]


def test_boards_are_drawn_alike() -> None:
    tree, state = DrawnBoardTree(ROYAL), np.array([5], dtype=np.uint64)
    drawn = [tree.draw(state) for _ in range(6000)]
    assert all(len(set(board)) == 3 for board in drawn)
    counts = Counter(card for board in drawn for card in board)
    assert len(counts) == 20
    # Binomial with mean 900 and standard deviation 27.7.
    assert max(abs(count - 900) for count in counts.values()) < 5 * 27.7


def test_flops_that_stand_for_all_are_drawn_by_their_weights() -> None:
    game = make_poker("fhp", flops="flops:5")
    tree, state, form, draws = DrawnBoardTree(game), np.array([5], dtype=np.uint64), form_of(game), 4000
    assert isinstance(form, StreetTree)
    boards = form.boards[1]
    drawn = np.bincount([boards.all.number[tree.draw(state)] for _ in range(draws)], minlength=len(boards.all))
    shares = np.array([game.rules.deal_share(board) for board in boards.all.boards])
    shares /= shares.sum()
    assert np.abs(drawn - draws * shares).max() < 5 * np.sqrt(draws * shares.max())
    counts, whole = (np.bincount(boards.number, weights=weights) for weights in (drawn, draws * shares))
    assert whole.max() > 1.4 * whole.min(), "the five do not weigh the same"
    assert np.all(np.abs(counts - whole) < 5 * np.sqrt(whole))


def test_games_that_have_no_board_to_draw() -> None:
    for game in (make_poker("leduc"), make_poker("kuhn")):
        with pytest.raises(ValueError, match="must be poker for two with hands of two cards"):
            DrawnBoardTree(game)
