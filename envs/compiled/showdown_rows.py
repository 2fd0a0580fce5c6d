"""Terminals of poker in rows: two players with many hands, who have the same hands on the same boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pokerzoo.envs.poker.cards import unblocked
from pokerzoo.envs.support.arrays import Floats32, Int16s, Int32s, Int64s

from .arrays import LANES, Records
from .showdown_pass import PassScratch, new_pass_scratch
from .showdown_tables import board_tables, hand_cards, hands_by_card, own_strengths
from .terminal_batches import SHOWS, Batches

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame


class ShowdownPasses(NamedTuple):
    """All public terminals of a two-player poker game with many hands."""

    order: Int16s  # [boards, hands]: the hands that a board leaves, from weak to strong
    group_end: Int16s  # [boards, groups]: where each group of equal strength ends in ``order``
    cards: Int32s  # [3, padded hands]: as in ``WalkPlan``
    by_card: Int16s  # [2 * padded hands]: as in ``WalkPlan``
    card_end: Int16s  # [54]: as in ``WalkPlan``
    alive: Floats32  # [boards, padded hands]: 1 for hands that the board leaves
    hands: int
    # Of each player:
    batches: tuple[Records, ...]  # [batches] of ``BATCH``, board by board
    answers: tuple[Records, ...]  # [answers] of ``ANSWER``
    batches_end: tuple[Int64s, ...]  # [boards]: where the batches of each board end
    idle: tuple[Int32s, ...]  # sequences without an answer


def showdown_passes(
    game: PokerGame, boards: list[tuple[int, ...]], batches: tuple[Batches, Batches], sequences: tuple[int, int], blocks: int
) -> ShowdownPasses:
    """Make the evaluation of both players' batches on these boards, for players with this number of sequences each."""
    rules = game.rules
    padded, count, holding = blocks * LANES, len(rules.deck.hands), rules.deck.hand_cards
    alive = np.zeros((len(boards), padded), dtype=np.float32)
    alive[:, :count] = [unblocked(holding, board) for board in boards]
    every = np.arange(count)
    strengths = own_strengths(game, boards, (every, every), np.stack([alive, alive]))
    cards = hand_cards(rules, (every, every), np.array([blocks, blocks]))
    tables = board_tables(strengths, np.zeros(len(boards), np.int64), np.tile(np.arange(padded, dtype=np.int32), (1, 2, 1)))
    by_card, card_end = hands_by_card(cards[:, :2])
    questions = [player_batches.batches.copy() for player_batches in batches]
    if len(boards) > 1:  # the sums by card alone would count hands that a board does not leave
        for player_batches in questions:
            player_batches["shows"] |= SHOWS
    return ShowdownPasses(
        tables.order[0],
        tables.group_end[0],
        cards[0],
        by_card[0],
        card_end[0],
        alive,
        count,
        (questions[0], questions[1]),
        (batches[0].answers, batches[1].answers),
        (np.cumsum(batches[0].boards), np.cumsum(batches[1].boards)),
        (batches[0].idle(sequences[0]), batches[1].idle(sequences[1])),
    )


def scratch_of(passes: ShowdownPasses) -> PassScratch:
    """Make scratch for one evaluation."""
    return new_pass_scratch(passes.alive.shape[1])
