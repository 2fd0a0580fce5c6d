"""Lines of betting as tables, without cards: what batches of poker games have in common."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerzoo.envs.betting.line import CALL, FOLD, Line
from pokerzoo.envs.core import TERMINAL
from pokerzoo.envs.poker.game import PokerGame

from .kernels import ACTOR, ILLEGAL, INFOSET, KIND, NEXT, PASSIVE, STAGE


class LegalActionSets:
    """Collects the sets of legal actions. The first is that of the ends: everything goes."""

    def __init__(self, num_actions: int) -> None:
        self.num_actions = num_actions
        self.index: dict[tuple[int, ...], int] = {}
        self(tuple(range(num_actions)))

    def __call__(self, actions: tuple[int, ...]) -> int:
        """The number of this set."""
        return self.index.setdefault(actions, len(self.index))

    def arrays(self) -> dict[str, Any]:
        """The columns of ``GameTables`` about them."""
        size = len(self.index), self.num_actions
        count, actions, mask = np.zeros(size[0], np.int64), np.zeros(size, np.int64), np.zeros(size, np.uint8)
        for legal, row in self.index.items():
            count[row] = len(legal)
            actions[row, : len(legal)] = legal
            mask[row, list(legal)] = 1
        return {"legal_count": count, "legal": actions, "masks": mask}


class LineTables:
    """The lines of a game for two in which no card is due, numbered."""

    def __init__(self, game: PokerGame) -> None:
        self.game = game
        self.lines = [line for line in game.rules.betting.lines if not line.card_due]
        self.index = {line: row for row, line in enumerate(self.lines)}

    def columns(self) -> dict[str, Any]:
        """The columns of ``GameTables`` about betting; infosets are for the caller to fill in."""
        game, index = self.game, self.index
        nodes = np.full((len(self.lines), NEXT + game.num_distinct_actions), ILLEGAL, dtype=np.int32)
        payoffs = np.zeros((len(self.lines), 3, 2))
        legal = LegalActionSets(game.num_distinct_actions)
        for row, line in enumerate(self.lines):
            nodes[row, STAGE] = line.num_deals
            if line.is_over:
                nodes[row, ACTOR], nodes[row, INFOSET], nodes[row, KIND] = TERMINAL, row, 0
                alone = line.folded.count(False) == 1
                winners = [(line.folded.index(False),)] * 3 if alone else [(1,), (0, 1), (0,)]
                payoffs[row] = [line.payoffs(who) for who in winners]
            else:
                nodes[row, ACTOR], nodes[row, KIND] = line.actor, legal(line.legal_actions)
                nodes[row, PASSIVE] = FOLD if line.to_call > 0 else CALL
                for k, action in enumerate(line.legal_actions):
                    nodes[row, NEXT + action] = index[after_cards(line.after(k))]
        writer = game._observations
        parts = [writer.public_part(line, game.rules.deck.board, player) for line in self.lines for player in (0, 1)]
        return {
            "nodes": nodes,
            "rows": np.stack([np.zeros_like(parts[0]), *parts]),
            "shown": 1 + np.arange(len(parts), dtype=np.int32).reshape(-1, 2),
            "payoffs": payoffs,
            **legal.arrays(),
        }


def after_cards(line: Line) -> Line:
    """The state at which a player acts or the hand is over, with the cards turned up that are due."""
    while line.card_due:
        line = line.deal()
    return line
