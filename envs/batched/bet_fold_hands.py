"""Batches of the bet/fold game, with any number of players and cards: a hand is its cards and choices."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerzoo.envs.core import TERMINAL, State, replay_history
from pokerzoo.envs.games.bet_fold import BetFoldGame, net_chips
from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, Int64s
from pokerzoo.envs.support.random_numbers import Generators, draw_numbers

from .nodes import ACTOR, ENTRY, INFOSET, NEXT, LegalActionSets, NodeEngine, NodeTables


class BetFoldEngine(NodeEngine):
    """Steps hands whose node is how many have chosen; the cards follow, then the choices."""

    def __init__(self, game: BetFoldGame) -> None:
        self.game = game
        players, cards = game.num_players, game.num_cards
        self.words = 1 + 2 * players
        # float64 [bets, wins, other bets]
        self.net_chips = np.array(
            [
                [
                    [net_chips(bets, wins, others, players, game.blind, game.stake) for others in range(players)]
                    for wins in (False, True)
                ]
                for bets in (False, True)
            ]
        )
        nodes = np.zeros((players + 1, NEXT + game.num_distinct_actions), dtype=np.int32)
        nodes[:players, ACTOR] = np.arange(players)
        nodes[players, ACTOR] = TERMINAL
        nodes[:players, INFOSET] = np.arange(players) * cards
        nodes[:players, ENTRY] = game.infosets.first[nodes[:players, INFOSET]]
        nodes[:, NEXT:] = np.arange(1, players + 2)[:, None]
        rows = np.zeros((1 + players, len(game.observation_names)), dtype=np.float32)
        rows[1:, :players] = np.eye(players)
        shown = np.tile(1 + np.arange(players, dtype=np.int32), (players + 1, 1))
        self.tables = NodeTables(nodes, **LegalActionSets(game.num_distinct_actions).arrays(), rows=rows, shown=shown)

    def deal(self, rows: Any, rng: Generators, which: Bools, movers: Int64s) -> None:
        players, numbers = self.game.num_players, np.empty(len(rows))
        dealt = np.zeros((int(which.sum()), players), dtype=np.int64)
        for player in range(players):
            draw_numbers(rng, which, numbers)
            card = (numbers[which] * (self.game.num_cards - player)).astype(np.int64)
            for other in np.sort(dealt[:, :player], axis=1).T:  # the card's place among those that are left
                card += card >= other
            dealt[:, player] = card
        rows[which] = 0
        rows[which, 1 : 1 + players] = dealt
        movers[which] = 0

    def apply(self, rows: Any, rng: Generators, actions: Int64s, movers: Int64s) -> None:
        plays = np.flatnonzero(actions >= 0)
        rows[plays, 1 + self.game.num_players + rows[plays, 0]] = actions[plays]
        rows[plays, 0] += 1
        movers[plays] = self.tables.nodes[rows[plays, 0], ACTOR]

    def payoffs(self, rows: Any, which: Bools, out: Floats) -> None:
        players = self.game.num_players
        cards, bets = rows[which, 1 : 1 + players], rows[which, 1 + players :]
        best = np.where(bets == 1, cards, -1).max(axis=1, keepdims=True)
        out[:] = 0.0
        out[which] = self.net_chips[bets, np.int64(cards == best), bets.sum(axis=1, keepdims=True) - bets]

    def observe(self, rows: Any, seats: Int64s, out: Floats32) -> None:
        players, deck, each = self.game.num_players, self.game.num_cards, np.flatnonzero(seats >= 0)
        seat = seats[each]
        card, choices = rows[each, 1 + seat], rows[each, 1 + players + seat]
        out[:] = 0.0
        out[each, seat] = out[each, players + card] = 1.0
        out[each, players + deck] = card / (deck - 1)
        over = rows[each, 0] == players
        out[each[over], players + deck + 1 + choices[over]] = 1.0

    def infosets(self, rows: Any) -> Int64s:
        players, acted = self.game.num_players, rows[:, 0].astype(np.int64)
        held = rows[np.arange(len(rows)), 1 + np.minimum(acted, players - 1)]
        return np.where(acted < players, acted * self.game.num_cards + held, -1)

    def state(self, row: Any) -> State:
        players, acted = self.game.num_players, int(row[0])
        return replay_history(self.game, tuple(row[1 : 1 + players].tolist() + row[1 + players :][:acted].tolist()))
