"""Textures of boards: a plain twin, suits exchanged, all boards of a small deck, and classes apart for each."""

import numpy as np
import pytest

from pokerzoo.agents.blueprint import make_hand_classes
from pokerzoo.agents.blueprint.hand_classes import STATES, board_state, texture_numbers
from pokerzoo.envs.games.fhp import make_fhp
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS
from pokerzoo.envs.support.arrays import Int64s


def plain_counts(board: tuple[int, ...], deck: int) -> tuple[int, int, int]:
    """Most cards of a suit, repeated ranks, most ranks within a straight, counted one by one."""
    ranks, suits = [card // 4 for card in board], [card % 4 for card in board]
    straights = [set(range(low, low + 5)) for low in range(deck // 4 - 4)] + [{deck // 4 - 1, 0, 1, 2, 3}]
    repeats = sum((ranks.count(rank) >= 2) + (ranks.count(rank) >= 3) for rank in set(ranks))
    return max(map(suits.count, suits)), min(repeats, 2), max(len(straight & set(ranks)) for straight in straights)


def plain_texture(board: tuple[int, ...], deck: int) -> tuple[int, ...]:
    """All that a texture tells, as it is described."""
    suits, repeats, near = plain_counts(board, deck)
    if len(board) == 3:
        return suits, repeats, max(near, 2)
    old = plain_counts(board[:-1], deck)
    least = {4: 1, 5: 2}[len(board)]
    steps = min(max(old[2], 3) + max(near, 3), 9)
    return (
        max(old[0], least) + min(max(suits, least), 4), old[1] + repeats, steps,
        int(board[-1] // 4 > max(card // 4 for card in board[:-1])),
    )  # fmt: skip


def states_of(boards: Int64s, deck: int) -> Int64s:
    """int64 [boards]: the textures of int64 [boards, cards]."""
    return np.array([board_state(board, deck) for board in np.ascontiguousarray(boards)])


@pytest.mark.parametrize("deck", [52, 36, 20])
@pytest.mark.parametrize("cards", [3, 4, 5])
def test_boards_are_alike_as_described(deck: int, cards: int) -> None:
    rng = np.random.default_rng(deck + cards)
    boards = np.array([rng.permutation(deck)[:cards] for _ in range(400)])
    result, texts = states_of(boards, deck), [plain_texture(tuple(board.tolist()), deck) for board in boards]
    pairs = set(zip(result.tolist(), texts, strict=True))
    assert len(pairs) == len({state for state, _ in pairs}) == len({text for _, text in pairs})
    assert result.max() < np.prod(STATES[cards])
    for permutation in CARD_PERMUTATIONS[1::5]:
        np.testing.assert_array_equal(states_of(np.array(permutation)[boards], deck), result)
    np.testing.assert_array_equal(states_of(np.concatenate([boards[:, 2::-1], boards[:, 3:]], axis=1), deck), result)


def test_all_textures_of_a_deck_have_a_number() -> None:
    rng = np.random.default_rng(1)
    dealt = np.argsort(rng.random((40_000, 20)), axis=1)[:, :5]
    for cards, some in ((3, 6), (4, 32), (5, 30)):
        numbers = texture_numbers(cards, 20)[states_of(dealt[:, :cards], 20)]
        assert set(numbers.tolist()) == set(range(some))
    assert [int(texture_numbers(cards, 52).max()) + 1 for cards in (3, 4, 5)] == [9, 44, 73]


def test_classes_are_apart_by_texture_and_else_the_same() -> None:
    rules = make_texas_holdem(deck="royal").rules
    plain = make_hand_classes(rules, flop=12, turn=8, river=6)
    apart = make_hand_classes(rules, flop=12, turn=8, river=6, textures=True)
    assert apart.counts == (25, 6 * plain.counts[1], 32 * plain.counts[2], 30 * plain.counts[3])
    rng, seen = np.random.default_rng(4), set()
    for _ in range(30):
        board = rng.permutation(20)[:5].tolist()
        for street, (merged, split) in enumerate(zip(plain.on_board(board), apart.on_board(board), strict=True)):
            alive, count = merged >= 0, plain.counts[street]
            if street:
                (number,) = set((split[alive] // count).tolist())
                seen.add((street, number))
                np.testing.assert_array_equal(split[alive] % count, merged[alive])
            np.testing.assert_array_equal(split[~alive], -1)
            np.testing.assert_array_equal(apart.on_street(board[: (0, 3, 4, 5)[street]]), split)
    assert len(seen) > 20


def test_exact_classes_stay_as_they_are() -> None:
    rules = make_fhp(deck="royal").rules
    assert make_hand_classes(rules, textures=True).counts == make_hand_classes(rules).counts
