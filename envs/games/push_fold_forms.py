"""Push/fold, compiled: with all hands side by side, and for two players history by history, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.compiled.hand_tree import PAID, SHOWDOWN, THREE_WAY, HandTree, ThreeHands, make_hand_tree
from pokerzoo.envs.compiled.public_tree import padded_rows
from pokerzoo.envs.compiled.simd import HandLanes, lanes_for
from pokerzoo.envs.compiled.terminal_evaluation import HandMatrices
from pokerzoo.envs.compiled.tree import Tree, make_tree
from pokerzoo.envs.compiled.treeplex import make_treeplex
from pokerzoo.envs.core import CHANCE, TERMINAL
from pokerzoo.envs.poker.preflop_equities import class_equities, class_weights
from pokerzoo.envs.poker.three_way import TRIPLE_DEALS, card_removal, weighted_shares
from pokerzoo.envs.support.arrays import Floats

from .push_fold import HANDS, STEPS, TOKENS, PushFoldGame, legal_after

if TYPE_CHECKING:
    from collections.abc import Sequence

PAIR_DEALS = 1326 * 1225
"""In how many ways two hands can be dealt."""


def hand_tree_of(game: PushFoldGame) -> HandTree:
    """The game with all hands side by side. A player acts at most once, so that each decision point is the first."""
    points = [[(len(legal_after(line)), 0) for line in game.lines_of(player)] for player in range(game.num_players)]
    terminals = pair_evaluation(game) if game.num_players == 2 else triple_evaluation(game)
    return make_hand_tree(game, HANDS, points, terminals, len(game.lines) + len(game.pots))


def sequences_to(game: PushFoldGame, line: str) -> list[int]:
    """Each player's last sequence on the way along a line, as the treeplexes number them."""
    last = [0] * game.num_players
    for k, token in enumerate(line):
        player = game.order[k]
        above = line[:k]
        action = legal_after(above).index(TOKENS.index(token))
        last[player] = 1 + 2 * game.lines_of(player).index(above) + action
    return last


def pair_evaluation(game: PushFoldGame) -> HandMatrices:
    """Payoffs of two players: matrices over pairs of hands."""
    signs, dealt = 2.0 * class_equities() - 1.0, class_weights() / PAIR_DEALS
    folds, showdowns = [], []
    for line, found in game.pots.items():
        one, two = sequences_to(game, line)
        (pot,) = found.pots
        if len(pot.players) == 1:
            won = [pot.amount * (player in pot.players) - found.paid[player] for player in range(2)]
            folds.append((one, two, *won))
        else:
            half = pot.amount / 2
            showdowns.append((one, two, half, half))
            folds.append((one, two, half - found.paid[0], half - found.paid[1]))
    flat = showdowns + [fold for fold in folds if fold[2:] != (0.0, 0.0)]
    lanes = lanes_for(HandLanes, HANDS)
    # Rows are the opponent's hand, columns the own one.
    matrices = padded_rows(np.concatenate([(dealt * signs).T, dealt]), lanes)
    return HandMatrices(
        matrices=np.stack([matrices, matrices]),
        first=np.array([0, len(showdowns), len(flat)], dtype=np.int32),
        sequences=np.array([row[:2] for row in flat], dtype=np.int32).T.copy(),
        chips=np.array([row[2:] for row in flat], dtype=np.float64).T.copy(),
        num_hands=HANDS,
    )


def triple_evaluation(game: PushFoldGame) -> ThreeHands:
    """Payoffs of three players. Where two are left, the third's cards count for who holds what, and not for the board."""
    terms: list[tuple[int, int, int, int, int, int]] = []
    chips: list[float] = []

    def add(player: int, last: Sequence[int], opponent: int, kind: int, amount: float) -> None:
        third = 3 - player - opponent
        if amount:
            terms.append((player, last[player], opponent, last[opponent], last[third], kind))
            chips.append(amount / TRIPLE_DEALS)

    for line, found in game.pots.items():
        last = sequences_to(game, line)
        for player in range(3):
            others = [other for other in range(3) if other != player]
            paid = -found.paid[player]
            for pot in found.pots:
                rivals = [other for other in pot.players if other != player]
                if player not in pot.players:
                    continue
                if len(rivals) == 2:
                    add(player, last, rivals[0], THREE_WAY, pot.amount)
                elif len(rivals) == 1:
                    add(player, last, rivals[0], SHOWDOWN, pot.amount / 2)
                    paid += pot.amount / 2
                else:
                    paid += pot.amount
            add(player, last, others[0], PAID, paid)
    removal = card_removal()
    return ThreeHands(
        terms=np.array(terms, dtype=np.int32),
        chips=np.array(chips),
        removal=removal,
        signs=np.ascontiguousarray(2.0 * class_equities() - 1.0),
        shares=weighted_shares(removal, game.three_way.shares),
    )


def tree_of(game: PushFoldGame) -> Tree:
    """The tree that ``tree_by_walk`` makes of the game for two, without a walk."""
    big, small = game.order[1], game.order[0]
    pairs = HANDS * HANDS
    top = 1 + (1 + 5 * HANDS) * np.arange(HANDS)  # where the second hand is dealt
    below = (top[:, None] + 1 + 5 * np.arange(HANDS)).ravel()  # where the small blind acts
    own, other = np.repeat(np.arange(HANDS), HANDS), np.tile(np.arange(HANDS), HANDS)  # of the big blind, of the small blind
    nodes = 1 + HANDS + 5 * pairs
    player = np.full(nodes, TERMINAL, dtype=np.int32)
    parent, action, infoset = (np.full(nodes, -1, dtype=np.int32) for _ in range(3))
    player[0], player[top], player[below], player[below + 2] = CHANCE, CHANCE, small, big
    parent[top], parent[below] = 0, np.repeat(top, HANDS)
    action[top], action[below] = np.arange(HANDS), other
    for line, above, step in (("", 0, (1, 2)), ("j", 2, (3, 4))):
        for taken, at in zip(legal_after(line), step, strict=True):
            parent[below + at], action[below + at] = below + above, taken
    starts = [table.start for table in map(game.infosets.of_player, range(2))]
    infoset[below], infoset[below + 2] = starts[small] + other, starts[big] + own
    chance = np.ones(nodes)
    weights = class_weights()
    chance[top] = weights.sum(axis=1) / weights.sum()
    chance[below] = (weights / weights.sum(axis=1, keepdims=True)).ravel()
    deal = chance[np.repeat(top, HANDS)] * chance[below]
    utilities = np.zeros((2, pairs, 3))
    sequences = np.zeros((2, pairs, 3), dtype=np.int32)
    equity = class_equities()[own, other]  # the big blind is player 0
    for k, line in enumerate(("f", "jf", "jc")):
        found = game.pots[line]
        (pot,) = found.pots
        share: Floats | float = equity if len(pot.players) == 2 else float(0 in pot.players)
        utilities[0, :, k] = np.round(((0.0 - found.paid[0]) + pot.amount * share) * STEPS) / STEPS
        last = sequences_to(game, line)
        for seat, hand in ((big, own), (small, other)):
            sequences[seat, :, k] = 1 + 2 * hand + (last[seat] - 1) if last[seat] else 0
    utilities[1] = 0.0 - utilities[0]
    plex = make_treeplex([2] * HANDS, [0] * HANDS)
    return make_tree(
        game, player, parent, action, infoset, chance, np.repeat(deal, 3), utilities.reshape(2, -1), sequences.reshape(2, -1),
        (plex, plex),
    )  # fmt: skip
