"""Summary of a game, as lists of policies show it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pokerzoo.envs.core import Game
from pokerzoo.envs.descriptions import shown_params, title_of
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.cards import CARD_NAMES, COMBO_CLASSES, combos_left
from pokerzoo.envs.poker.game_facts import big_blind_of
from pokerzoo.envs.poker.ranges import Range
from pokerzoo.envs.support.records import Record

STREETS = {3: "Flop", 4: "Turn", 5: "River"}


@dataclass
class RangeSummary(Record):
    """A player's range.

    Attributes:
        text: as one writes it.
        combos: how many combos, by weight.
        grid: [169] the share of each hand class that is held, 0 to 1, row by row from AA.
    """

    text: str
    combos: float
    grid: list[float]


@dataclass
class Summary(Record):
    """A game in a few words and numbers.

    Attributes:
        name: what people call it: "River", "Kuhn poker".
        players: how many play.
        infosets: how many situations a policy has an answer for.
        board: cards on the table, of a spot.
        pot: chips in the pot at the start, of a spot.
        stack: chips behind, of a spot.
        bet_sizes: as one writes them, of a spot; null where players or streets differ.
        ranges: of a spot, first player first.
        big_blind: chips of the big blind, of a game that begins at the blinds.
        facts: blinds, stacks and where the betting ends, of such a game.
    """

    name: str
    players: int
    infosets: int
    board: list[str] = field(default_factory=list)
    pot: float | None = None
    stack: float | None = None
    bet_sizes: str | None = None
    ranges: list[RangeSummary] = field(default_factory=list)
    big_blind: float | None = None
    facts: list[str] = field(default_factory=list)


def game_summary(game: Game) -> Summary:
    """A game in a few words and numbers."""
    infosets = len(game.infosets)
    if not isinstance(game, HoldemGame):
        big_blind = big_blind_of(game)
        return Summary(
            name=title_of(game),
            players=game.num_players,
            infosets=infosets,
            big_blind=big_blind,
            facts=[] if big_blind is None else game.facts(),
        )
    board, sizes = game.rules.deck.board, game.params["bet_sizes"]
    return Summary(
        name=STREETS[len(board)],
        players=game.num_players,
        infosets=infosets,
        board=[CARD_NAMES[card] for card in board],
        pot=game.params["pot"],
        stack=game.rules.betting.stack,
        bet_sizes=sizes if isinstance(sizes, str) else None,
        ranges=[
            _range_summary(text, held, board) for text, held in zip(shown_params(game)["ranges"], game.ranges, strict=True)
        ],
    )


def _range_summary(text: str, held: Range, board: tuple[int, ...]) -> RangeSummary:
    by_kind = np.bincount(COMBO_CLASSES, held.weights, minlength=169)
    shares = by_kind / np.maximum(combos_left(board).ravel(), 1.0)
    return RangeSummary(text=text, combos=float(held.weights.sum()), grid=np.round(shares, 2).tolist())
