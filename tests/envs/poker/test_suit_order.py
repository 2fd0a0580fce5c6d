"""Observations in canonical suits: alike for hands that differ by suits alone, and for no others."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest

from pokerzoo.agents import RLAgent
from pokerzoo.envs import PokerGame, PublicState, make_game
from pokerzoo.envs.environments.infoset_observations import observations_of
from pokerzoo.envs.poker.card_draws import all_sets
from pokerzoo.envs.poker.suit_order import in_canonical_suits

EXCHANGES = list(permutations(range(4)))


def exchanged(cards: tuple[int, ...], suits: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted((card & ~3 | suits[card & 3] for card in cards), reverse=True))


def observed(game: PokerGame, public: PublicState, hand: tuple[int, ...]) -> bytes:
    """The observation with one hand, as bytes."""
    number = game.rules.deck.hands.index(tuple(sorted(hand, reverse=True)))
    return bytes(observations_of(game, public, [number])[0].tobytes())


@pytest.mark.parametrize("deck", ["standard", "royal"])
def test_suit_exchanges_show_the_same(deck: str) -> None:
    """Of 200 random hands and flops all 24 exchanges look alike; of two of them only where an exchange leads to the other."""
    game = make_game("flop_holdem", deck=deck)
    assert isinstance(game, PokerGame)
    size, rng = len(game.rules.deck.names), np.random.default_rng(7)
    line = game.rules.root.line.children[1].children[0].deal()
    classes: dict[bytes, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    for _ in range(200):
        cards = rng.permutation(size)[:5].tolist()
        hand, flop = tuple(cards[:2]), tuple(cards[2:])
        seen, same = set(), set()
        for suits in EXCHANGES:
            own, board = exchanged(hand, suits), exchanged(flop, suits)
            seen.add(observed(game, PublicState(game.rules, line, board), own))
            same.add((own, board))
        assert len(seen) == 1
        assert classes.setdefault(seen.pop(), min(same)) == min(same)
    assert len(classes) > 100


@pytest.mark.parametrize(("deck", "classes"), [("standard", 1_286_792), ("royal", 7760)])
def test_each_class_looks_different(deck: str, classes: int) -> None:
    """As many observations as (hand, flop) pairs up to suits; Burnside's lemma counts the latter, too."""
    game = make_game("flop_holdem", deck=deck)
    assert isinstance(game, PokerGame)
    size, suits = len(game.rules.deck.names), 4
    line, found, boards = game.rules.root.line.children[1].children[0].deal(), 0, set()
    for flop in all_sets(size, 3):
        own = tuple(sorted(in_canonical_suits(suits, (), [flop])[1], reverse=True))
        if own not in boards:
            boards.add(own)
            public = PublicState(game.rules, line, own)
            rows = observations_of(game, public, game.infosets.hands(public))
            bits = np.packbits(rows > 0, axis=1)
            found += len(np.unique(bits.view(np.dtype((np.void, bits.shape[1])))))
    ranks = size // suits
    # Burnside: the mean over exchanges of the pairs that each leaves as they are. A set is left if it is a union of cycles.
    fixed = sum(pairs_left(exchange, ranks) for exchange in EXCHANGES)
    assert fixed % 24 == 0 and found == fixed // 24 == classes
    assert len(boards) == {"standard": 1755, "royal": 95}[deck]


def pairs_left(exchange: tuple[int, ...], ranks: int) -> int:
    """(hand, flop) pairs that an exchange of suits leaves as they are, by generating functions of the cycles of cards."""
    cycles, seen = [], set[int]()
    for suit in range(4):
        length, at = 0, suit
        while at not in seen:
            seen.add(at)
            at, length = exchange[at], length + 1
        cycles += [length] * bool(length)
    ways = np.zeros((3, 4), dtype=int)  # cards in the hand, in the flop
    ways[0, 0] = 1
    for length in cycles * ranks:
        more = ways.copy()
        more[length:] += ways[: 3 - length] if length < 3 else 0
        more[:, length:] += ways[:, : 4 - length] if length < 4 else 0
        ways = more
    return int(ways[2, 3])


def test_agents_of_such_games_treat_suits_alike() -> None:
    """So an agent of a network may be asked on the boards that stand for all."""
    for name, alike in (("flop_holdem", True), ("preflop_holdem", True), ("leduc", False)):
        assert RLAgent(make_game(name), lambda observations, masks: masks * 0.0).suits_alike is alike


def test_later_deals_count_after_the_flop() -> None:
    """The suit of the flop is first; a suit that only the turn has comes after it, whatever the hand."""
    ace_of = dict(zip("cdhs", range(48, 52), strict=True))
    own, flop, turn = in_canonical_suits(4, (ace_of["s"], ace_of["h"]), [(2, 6, 10), (ace_of["d"],)])
    assert [card % 4 for card in flop] == [0, 0, 0] and turn == (49,)
    assert sorted(card % 4 for card in own) == [0, 2]
    assert [tuple(card >> 2 for card in cards) for cards in (own, flop, turn)] == [(12, 12), (0, 1, 2), (12,)]
    assert all(a > b for a, b in pairwise(sorted(turn + own, reverse=True)))
