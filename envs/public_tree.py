"""A two-player poker game compiled with all hands side by side: one row of hands for each public decision.

Equal to ``tree`` in every number, but a public state's hands are the lanes of a vector, and a showdown or a fold is one
small matrix over pairs of hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .infosets import InfosetTable
from .oracle import HandMatrices
from .poker_infosets import infoset_key, possible_hands
from .poker_rules import PublicState
from .simd import HandLanes, pack, padded
from .treeplex import Treeplex, make_treeplex

if TYPE_CHECKING:
    from .poker_game import PokerGame


@dataclass(frozen=True)
class PublicTree:
    """The decision problems of both players with a lane for each hand.

    Attributes:
        game: the game.
        infosets: its infosets.
        points: for each player the public state of each decision point.
        treeplexes: for each player the decision points.
        entries: for each player int64 [sequences, hands]: where the probability stands in a policy; -1 where the public
            cards rule the hand out, and for the empty sequence.
        oracle: the terminals.
        num_public_states: public states, terminal ones and those where a card is due included.
    """

    game: PokerGame
    infosets: InfosetTable
    points: tuple[tuple[PublicState, ...], ...]
    treeplexes: tuple[Treeplex, ...]
    entries: tuple[npt.NDArray[np.int64], ...]
    oracle: HandMatrices
    num_public_states: int

    @property
    def num_lanes(self) -> int:
        """Hands a player."""
        return self.oracle.num_hands

    @property
    def lanes(self) -> HandLanes:
        """The lanes as kernels take them."""
        return HandLanes(padded(self.num_lanes) // 8)


def compile_public_tree(game: PokerGame) -> PublicTree:
    """Walk the public states of a two-player poker game once."""
    rules, table = game.rules, game.infosets
    hands = len(rules.hands)
    counts: tuple[list[int], list[int]] = ([], [])
    parents: tuple[list[int], list[int]] = ([], [])
    points: tuple[list[PublicState], list[PublicState]] = ([], [])
    rows: tuple[list[npt.NDArray[np.int64]], ...] = tuple([np.full(hands, -1, dtype=np.int64)] for _ in range(2))
    groups: dict[tuple[tuple[int, ...], bool], list[tuple[int, int, float]]] = {}
    visited = 0
    stack: list[tuple[PublicState, tuple[int, int]]] = [(rules.root, (0, 0))]
    while stack:
        public, sequences = stack.pop()
        visited += 1
        if public.card_due:
            stack += [(public.deal(card), sequences) for card, _ in reversed(rules.card_probabilities(public.board))]
        elif public.is_over:
            showdown = not any(public.folded)
            groups.setdefault((public.board, showdown), []).append((*sequences, chips_at_stake(public)))
        else:
            player = public.actor
            points[player].append(public)
            parents[player].append(sequences[player])
            counts[player].append(len(public.legal_actions))
            first = len(rows[player])
            where = np.full((len(public.legal_actions), hands), -1, dtype=np.int64)
            for hand in possible_hands(rules, public.board):
                infoset = table.index(infoset_key(rules, hand, public))
                where[:, hand] = np.arange(table.first[infoset], table.first[infoset + 1])
            rows[player].extend(where)
            for k, action in reversed(list(enumerate(public.legal_actions))):
                below = (first + k, sequences[1]) if player == 0 else (sequences[0], first + k)
                stack.append((public.child(action), below))

    flat = [terminal for group in groups.values() for terminal in group]
    mine = [pair_matrix(game, board, showdown) for board, showdown in groups]
    return PublicTree(
        game=game,
        infosets=table,
        points=(tuple(points[0]), tuple(points[1])),
        treeplexes=tuple(make_treeplex(counts[player], parents[player]) for player in range(2)),
        entries=tuple(np.array(rows[player]) for player in range(2)),
        oracle=HandMatrices(
            matrices=np.stack([pack(np.concatenate([m.T for m in mine])), pack(-np.concatenate(mine))]),
            first=np.cumsum([0, *(len(group) for group in groups.values())]).astype(np.int32),
            sequences=np.array([terminal[:2] for terminal in flat], dtype=np.int32).T.copy(),
            chips=np.array([terminal[2] for terminal in flat], dtype=np.float64),
            num_hands=hands,
        ),
        num_public_states=visited,
    )


def chips_at_stake(public: PublicState) -> float:
    """What the first player wins where the hand ends: by a fold, or by the better hand."""
    if any(public.folded):
        return public.payoffs((public.folded.index(False),))[0]
    win, loss, tie = (public.payoffs(winners)[0] for winners in ((0,), (1,), (0, 1)))
    if win != -loss or tie != 0.0:
        raise ValueError("hand matrices need showdowns at which both players have the same at stake")
    return win


def pair_matrix(game: PokerGame, board: tuple[int, ...], showdown: bool) -> npt.NDArray[np.float64]:
    """[hands, hands]: chance's reach of (first player's hand, second player's), at a showdown with the winner's sign."""
    rules = game.rules
    matrix = np.zeros((len(rules.hands), len(rules.hands)))
    for one, p_one in rules.hand_probabilities(()):
        for two, p_two in rules.hand_probabilities(rules.hands[one]):
            seen = rules.hands[one] + rules.hands[two]
            reach = p_one * p_two
            for card in board:
                reach *= dict(rules.card_probabilities(seen)).get(card, 0.0)
                seen += (card,)
            if showdown and reach:
                a, b = game.strength(one, board), game.strength(two, board)
                reach *= (a > b) - (a < b)
            matrix[one, two] = reach
    return matrix
