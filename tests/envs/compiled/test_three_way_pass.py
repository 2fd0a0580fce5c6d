"""Showdowns of three hands in order of strength against a sum over all triples of hands."""

from __future__ import annotations

from itertools import permutations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs.compiled.simd import HandLanes, ManyHandLanes, lanes_for, pack_rows, unpack_rows
from pokerzoo.envs.compiled.three_way.passes import make_three_way_passes
from pokerzoo.envs.compiled.three_way.threads import ThreeWayValues
from pokerzoo.envs.poker.cards import COMBOS


def by_triples(cards: Any, strengths: Any, board: Any, player: int, reach: Any, chips: Any) -> Any:
    """float64 [hands]: what each hand is worth, by a loop over all triples, each pot paid by the field's words."""
    others = [other for other in range(3) if other != player]
    worth = np.zeros(len(cards))
    for h, j, k in permutations(range(len(cards)), 3):
        held = {*cards[h], *cards[j], *cards[k], *board}
        if len(held) < 6 + len(board):
            continue
        mine, one, two = strengths[h], strengths[j], strengths[k]
        over_one = 1.0 if mine > one else 0.5 if mine == one else 0.0
        over_two = 1.0 if mine > two else 0.5 if mine == two else 0.0
        best = max(mine, one, two)
        share = 0.0 if mine < best else 1.0 / [mine, one, two].count(best)
        pays = chips[0] + chips[1] * over_one + chips[2] * over_two + chips[3] * share
        worth[h] += reach[others[0]][j] * reach[others[1]][k] * pays
    return worth


@pytest.mark.parametrize("kind", [HandLanes, ManyHandLanes])
def test_against_all_triples(kind: type) -> None:
    """Hands that share cards with each other and with the board, equal strengths, reach of zero, all sorts of pots."""
    rng = np.random.default_rng(3)
    for trial in range(12):
        deck = rng.choice(52, size=11, replace=False)  # few cards, so that many hands meet
        every = COMBOS[np.isin(COMBOS, deck).all(axis=1)]
        cards = every[np.sort(rng.choice(len(every), size=int(rng.integers(3, 17)), replace=False))]
        boards = [tuple(rng.choice(deck, size=int(rng.integers(0, 3)), replace=False).tolist()) for _ in range(2)]
        boards = sorted(set(boards))
        strengths = {board: rng.integers(0, int(rng.integers(1, 9)), size=len(cards)) for board in boards}
        lanes = lanes_for(kind, len(cards))
        reach = rng.random((3, 4, len(cards))) * (rng.random((3, 4, len(cards))) < 0.8)  # three sequences beside the empty one
        answers = []
        for _ in range(3):
            own = []
            for _ in range(6):
                chips = rng.normal(size=4) * (rng.random(4) < 0.6)
                board = boards[int(rng.integers(len(boards)))]
                own.append((board, int(rng.integers(1, 4)), (int(rng.integers(4)), int(rng.integers(4))), tuple(chips)))
            answers.append(own)
        held = rng.random((3, len(cards))) < 0.9
        game: Any = SimpleNamespace(
            rules=SimpleNamespace(deck=SimpleNamespace(hand_cards=cards)), strengths=lambda board, own=strengths: own[board]
        )
        values = ThreeWayValues(lanes, make_three_way_passes(game, boards, answers, held, np.ones_like(held), lanes), 2)
        rows = tuple(pack_rows(lanes, own) for own in reach)
        for player in range(3):
            out = pack_rows(lanes, np.ones((4, len(cards))))
            values.counterfactual_values(player, rows, out)
            wanted = np.zeros((4, len(cards)))
            one, two = (other for other in range(3) if other != player)
            for board, own_row, others, chips in answers[player]:
                seen = {one: reach[one][others[0]], two: reach[two][others[1]]}
                wanted[own_row] += by_triples(cards, strengths[board], board, player, seen, chips)
            wanted *= held[player]
            wrong = np.abs(unpack_rows(lanes, out, len(cards)) - wanted).max()
            assert wrong < (1e-11 if kind is HandLanes else 1e-4), (trial, player)
