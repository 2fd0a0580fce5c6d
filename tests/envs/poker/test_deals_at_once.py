"""Several public cards at once, blinds, and rounds without betting."""

from __future__ import annotations

from itertools import combinations
from math import comb, isclose

import numpy as np
import pytest

from pokerzoo.envs import FixedBets, PokerGame, Round
from pokerzoo.envs.compiled.street_boards import BoardSymmetry
from pokerzoo.envs.compiled.street_size import solving_size
from pokerzoo.envs.poker.board_numbers import NumberedBoards, count_boards, places_of
from pokerzoo_testing.cases import make_poker
from pokerzoo_testing.rules import changed_rules, poker_rules

RANKS, SUITS = "89TJQK", "hs"


def short_deck_strength(hand: tuple[int, ...], board: tuple[int, ...]) -> int:
    """Pairs and trips of ranks first, then the sum of ranks."""
    ranks = [card // len(SUITS) for card in (*hand, *board)]
    return 100 * sum(a == b for a, b in combinations(ranks, 2)) + sum(ranks)


def short_deck(ranks: int = 4, public: tuple[int, ...] = (2, 1), **more: object) -> PokerGame:
    """Hold'em with few ranks and two suits: a flop of several cards at once, then single cards."""
    deck = tuple(rank + suit for rank in RANKS[:ranks] for suit in SUITS)
    exchange = tuple(card ^ 1 for card in range(len(deck)))
    bets = FixedBets(2.0, (2, 2))
    rounds = [Round(0, bets, first=1)]
    rounds += [Round(cards, bets, at_once=cards > 1) for cards in public]
    rules = poker_rules(
        deck=deck,
        antes=(0.0, 0.0),
        blinds=(2.0, 1.0),
        rounds=tuple(rounds),
        strength=short_deck_strength,
        hole_cards=2,
        symmetries=(tuple(range(len(deck))), exchange),
        **more,
    )
    return PokerGame("short_deck", {}, rules)


def test_one_chance_move_for_all_cards() -> None:
    """Each set is as likely as another, whatever its order; its name has the highest card first."""
    game = short_deck()
    state = game.initial_state().child(0).child(27)  # the first hand and the last
    while not (state.is_chance and len(state.hands) == 2):
        state = state.child(1)
    seen = {card for hand in state.hands for card in game.rules.deck.hands[hand]}
    outcomes = state.chance_outcomes()
    sets = [game.rules.dealt_cards(0, outcome) for outcome, _ in outcomes]
    assert sorted(sets) == sorted(cards[::-1] for cards in combinations(sorted(set(range(8)) - seen), 2))
    assert all(isclose(chance, 1 / comb(4, 2)) for _, chance in outcomes)
    after = state.child(outcomes[0][0])
    assert after.public.board == sets[0]
    names = "".join(game.rules.deck.names[card] for card in sets[0])
    assert after.public.history == f"cx/{names}|"
    assert state.action_name(outcomes[0][0]) == f"turn up {names}"
    assert game.infosets.find(after.public.history) == after.public


def test_infosets_and_back() -> None:
    """Each key leads to its infoset; counts are those of the list."""
    game = short_deck()
    table = game.infosets
    keys = [infoset.key for infoset in table]
    assert len(set(keys)) == len(keys) == len(table) == game.size.infosets
    chosen = np.random.default_rng(1).choice(len(keys), 200, replace=False)
    assert [table.index(keys[k]) for k in chosen] == chosen.tolist()
    assert table.keys_at(chosen).tolist() == [keys[k] for k in chosen]


@pytest.mark.parametrize("public", [(2,), (3,), (2, 1), (2, 2), (1, 1), (3, 1, 1)])
def test_counts(public: tuple[int, ...]) -> None:
    """Numbers of boards, of hands on them and of boards up to suit permutations are those of lists."""
    game = short_deck(public=public)
    rules = game.rules
    symmetry = BoardSymmetry(rules, rules.symmetries)
    size = solving_size(game)
    for deals in range(len(public) + 1):
        assert count_boards(rules, deals) == len(NumberedBoards(rules, deals)) == size.boards[deals]
        places = places_of(rules, 0, deals)
        assert places.total == np.count_nonzero(places.rank >= 0)
        boards = symmetry.boards(deals)
        assert size.distinct_boards[deals] == len(boards)
        assert boards.parents == [board[: sum(public[: deals - 1]) if deals else 0] for board in boards.canonical]


def test_counts_with_weights() -> None:
    """Flops without a weight never come: numbers of boards are those of lists, and no list is made to count them."""
    game = make_poker("preflop_holdem", last_street="flop", flops="flops:5", stack=5, raise_sizes="a")
    assert game.size.infosets
    made = game.rules.made
    assert not any("boards" in vars(made[deals]) for deals in (2, 3))
    for deals in range(4):
        boards = NumberedBoards(game.rules, deals)
        assert len(boards) == len(boards.boards) == count_boards(game.rules, deals)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"blinds": (1.0,)}, "blinds=.*: must be one for each of the 2 players"),
        ({"blinds": (1.0, -1.0)}, r"blinds\[1\]"),
        ({"stack": 1.5}, "stacks=.*: must leave more than 2, the largest blind"),
        ({"copies": 2}, r"rounds\[1\].at_once=True: needs a deck without copies"),
        ({"rounds": (Round(0, FixedBets(1.0, (1, 1)), first=2),)}, r"rounds\[0\].first=2"),
    ],
)
def test_errors(change: dict[str, object], message: str) -> None:
    """Rules that make no sense are refused."""
    with pytest.raises(ValueError, match=message):
        changed_rules(short_deck().rules, **change)
