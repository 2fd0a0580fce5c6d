"""Questions of Python code about showdowns of three: reach of all hands in, values of all hands out, in double precision."""

from __future__ import annotations

from itertools import combinations
from math import factorial, prod
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.compiled.simd import HandLanes, ManyHandLanes, pack_rows, unpack_rows, zero_rows
from pokerzoo.envs.support.arrays import Floats

from .passes import answer_questions, make_three_way_passes, new_scratch, pay_answers
from .tables import Answer

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame

CARDS_OF_BOARD = 5
ONLY_MASS = (1.0, 0.0, 0.0, 0.0)
"""Chips that ask for nothing but the weight of the pairs of hands: the reach of the two others."""


def answered(game: PokerGame, lanes: HandLanes | ManyHandLanes, reach: Floats, answers: tuple[list[Answer], ...]) -> Floats:
    """float64 [3, rows, hands]: the answers to each player's questions, where ``reach`` is float64 [3, rows, hands]."""
    boards = sorted({board for player_answers in answers for board, *_ in player_answers})
    result = np.zeros(reach.shape)
    if not boards:
        return result
    dealable = game.rules.ranges.dealable_rows
    terminals = make_three_way_passes(game, boards, answers, dealable, dealable, lanes)
    scratch = new_scratch(terminals)
    packed = [pack_rows(lanes, player_answers) for player_answers in reach]
    for player, player_answers in enumerate(answers):
        if player_answers:
            first, second = (other for other in range(3) if other != player)
            out, last = zero_rows(lanes, reach.shape[1]), len(terminals.questions[player].board)
            answer_questions(lanes, terminals, scratch, player, 0, last, packed[first], packed[second])
            pay_answers(lanes, terminals.questions[player], scratch.results, 0, lanes.blocks, out)
            result[player] = unpack_rows(lanes, out, reach.shape[-1])
    return result


def full_boards(game: PokerGame, board: tuple[int, ...]) -> tuple[list[tuple[int, ...]], float]:
    """(all boards of five cards that may come of a board, the probability of each beside three hands)."""
    to_come = CARDS_OF_BOARD - len(board)
    left = [card for card in range(len(game.rules.deck.names)) if card not in board]
    chance = factorial(to_come) / prod(game.rules.num_unseen(len(board) + k) for k in range(to_come))
    return [board + cards for cards in combinations(left, to_come)], chance
