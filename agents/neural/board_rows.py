"""Inputs of a network by hand and board: cards in canonical suits, and how strong each hand is among all.

A *row* is a lane of a board of a ``StreetTree``: a hand that stands for those alike. ``BoardBatch`` has some boards' rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerzoo.envs.compiled.showdown_pass import LANES
from pokerzoo.envs.compiled.street_arrays import start_indices
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.poker.suit_order_kernels import write_canonical_cards
from pokerzoo.envs.support.arrays import Floats32, Int64s

from .board_kernels import BoardBatch


class BoardRows:
    """The rows of all boards of one stage, of which some are asked for at a time."""

    def __init__(self, form: StreetTree, stage: int, steps: int) -> None:
        """Count the hands that each lane stands for, and rank hands on the boards."""
        game, streets, self.steps = form.game, form.streets, steps if stage else 0
        self.form, self.stage = form, stage
        self.boards = np.array(form.boards[stage].canonical, dtype=np.int32).reshape(len(form.boards[stage]), -1)
        start, count = int(streets.board_at[stage]), len(self.boards)
        self.sizes = streets.places[0, start : start + count, 0] * LANES
        widest = int(self.sizes.max())
        self.hands = np.zeros((count, widest), dtype=np.int64)
        self.counts = np.zeros((count, widest), dtype=np.float32)
        for number in range(count):
            lanes = form.lanes(stage, 0, number)
            cards = game.rules.hand_cards
            held = np.flatnonzero(~np.isin(cards, self.boards[number]).any(axis=1))
            self.hands[number, lanes[held[::-1]]] = held[::-1]  # of hands that are alike the first stands for all
            self.counts[number] = np.bincount(lanes[held], minlength=widest)
        self.weights = np.bincount(form.boards[stage].number, minlength=count).astype(np.float32)
        self.weights /= self.weights.mean()
        self.ranks = np.zeros((count, widest if steps and stage else 0), dtype=np.float32)
        if self.steps:
            rule: Any = game.rules.strength
            strengths = rule.of_boards(game.rules.hand_cards, self.boards)
            for number in range(count):
                own, here = strengths[number][self.hands[number]], self.counts[number] > 0
                every = np.sort(np.repeat(own[here], self.counts[number][here].astype(np.int64)))
                beaten = np.searchsorted(every, own, "left") + np.searchsorted(every, own, "right")
                self.ranks[number] = np.where(here, beaten / (2 * len(every)), 0.0)
        places = game._observations.card_places
        self.places = places = places._replace(entries=places.entries - places.entries[0])  # a row begins with cards
        self.suits, deck = game._observations.suits, len(game.rules.deck)
        self.card_entries = int(places.entries[stage]) + deck + (int(places.kinds.max()) + 1 - deck if len(places.kinds) else 0)

    @property
    def width(self) -> int:
        """Entries of a row."""
        return self.card_entries + self.steps

    def batch(self, boards: Int64s) -> BoardBatch:
        """The rows of some boards."""
        sizes = self.sizes[boards]
        counts = np.concatenate([self.counts[board, :size] for board, size in zip(boards, sizes, strict=True)])
        return BoardBatch(boards, start_indices(sizes), counts, self.weights[boards])

    def inputs(self, boards: Int64s) -> Floats32:
        """float32 [rows, width]: the inputs of a network."""
        sizes = self.sizes[boards]
        found = np.zeros((int(sizes.sum()), self.width), dtype=np.float32)
        at = 0
        for board, size in zip(boards.tolist(), sizes.tolist(), strict=True):
            own = found[at : at + size]
            write_canonical_cards(
                self.suits, self.form.game.rules.hand_cards[self.hands[board, :size]], self.boards[board],
                self.stage, self.places, own,
            )  # fmt: skip
            if self.steps:
                ranks = self.ranks[board, :size, None]
                own[:, self.card_entries :] = np.clip(self.steps * ranks - np.arange(self.steps, dtype=np.float32), 0.0, 1.0)
            at += size
        return found
