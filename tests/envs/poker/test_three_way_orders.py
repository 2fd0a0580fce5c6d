"""Orders of three hands: their numbering, and the estimates beside exact counts of all boards."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.three_way import (
    CODES,
    ORDERS,
    card_removal,
    order_chances,
    order_counts,
    order_number,
    order_weights,
    permuted_orders,
    triple_number,
    triple_ways,
)
from pokerzoo.evaluation import equity

DEALS = 300_000


def test_the_thirteen_orders() -> None:
    assert len({tuple(row) for row in ORDERS.tolist()}) == 13 == len(set(CODES.tolist()))
    for number, (a, b, c) in enumerate(ORDERS.tolist()):
        strengths = (-a, -b, -c)
        first, second, third = (
            1 + (strengths[i] > strengths[j]) - (strengths[i] < strengths[j]) for i, j in ((0, 1), (0, 2), (1, 2))
        )
        assert CODES[9 * first + 3 * second + third] == number == order_number((a, b, c))
        for places in permutations(range(3)):
            renamed = tuple((a, b, c)[place] for place in places)
            assert permuted_orders(places)[number] == order_number(renamed)


@pytest.mark.check
@pytest.mark.parametrize("hands", [("AA", "KK", "72o"), ("A2o", "88", "QJs"), ("AKo", "AKo", "QQ"), ("22", "22", "65s")])
def test_estimates_beside_all_boards(hands: tuple[str, str, str]) -> None:
    exact = equity(list(hands), method="exact")
    classes = [CLASS_NAMES.index(hand) for hand in hands]
    number = triple_number(*sorted(classes))
    samples = int(order_counts(DEALS, 0)[number].sum())
    chances = order_chances(DEALS, 0)[number]
    order = np.argsort(classes, kind="stable")
    wins = np.array([chances[[k for k in range(13) if ORDERS[k, place] == 0 and (ORDERS[k] == 0).sum() == 1]].sum()
                     for place in range(3)])  # fmt: skip
    for place, player in enumerate(order.tolist()):
        share = exact.players[player]
        assert abs(wins[place] - share.win) < 4 * (share.win * (1 - share.win) / samples) ** 0.5 + 1e-9


def test_weights_are_ways_by_order() -> None:
    weights = order_weights(DEALS, 0)
    rng = np.random.default_rng(0)
    for _ in range(200):
        x, y, z = rng.integers(0, 169, 3).tolist()
        row = weights.ways[max(y, z) * (max(y, z) + 1) // 2 + min(y, z), :, x]
        ways = triple_ways(card_removal(), y, z)[x]
        assert row.sum() == pytest.approx(ways, rel=1e-6)
        a, b, c = sorted((x, y, z))
        if len({x, y, z}) == 3 and y < z:
            places = [(a, b, c).index(hand) for hand in (x, y, z)]
            expected = ways * order_chances(DEALS, 0)[triple_number(a, b, c)]
            for number, ranks in enumerate(ORDERS.tolist()):
                assert row[order_number(tuple(ranks[place] for place in places))] == pytest.approx(expected[number], rel=1e-6)


def test_ways_to_deal_a_third_hand() -> None:
    removal, hand = card_removal(), CLASS_NAMES.index
    assert removal.pairs.sum() == 1326 * 1225
    beside_aces = triple_ways(removal, hand("AA"), hand("AA"))  # 6 ways to deal both: no ace is left
    assert (beside_aces[hand("AKs")], beside_aces[hand("KK")], beside_aces.sum()) == (0, 6 * 6, 6 * 1128)
    assert sum(triple_ways(removal, hand("T9s"), other).sum() for other in range(169)) == 4 * 1225 * 1128
