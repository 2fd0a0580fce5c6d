"""A poker game for two or three players compiled with all hands side by side: one row of hands for each public decision.

Values are the same as of ``tree`` up to rounding; the hands of a public state are the lanes of a vector. With few hands a
showdown or a fold is one small matrix over pairs of hands, in float64; with many hands it is a pass over
them in order of strength, in float32. Games with cards to come and many hands, or many boards, are compiled by ``street_tree``.
For three players showdowns are passes in any case (``three_way``).
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.core import short_name
from pokerzoo.envs.poker.board_numbers import count_boards, places_of
from pokerzoo.envs.poker.cards import unblocked
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.errors import InputError

from .arrays import LANES
from .rows_form import RowsForm
from .showdown_rows import ShowdownPasses, showdown_passes
from .simd import DTYPES, HandLanes, ManyHandLanes, lanes_for, row_width
from .terminal_batches import Batches, Terminal, make_batches
from .terminal_chips import check_payments, pair_weight, reach_of_board
from .terminal_evaluation import HandMatrices
from .three_way.payments import collect_payments, three_way_evaluation
from .three_way.tables import Answer, ThreeWayPasses
from .tree import check_chance
from .treeplex import Treeplex, make_treeplex, num_sequences

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame


Item = TypeVar("Item")

ALL_PAIRS, BETTER_HAND = range(2)
"""Kinds of matrices over pairs of hands: chance's reach of all, with the sign of the better hand, and of ties alone."""
MAX_MATRIX_HANDS = 64
"""Up to this number of hands showdowns are matrices over pairs of hands, in float64; beyond they are passes, in float32."""
MAX_PAIRS = 50_000
"""With more pairs of hands on all full boards than this, a game with few hands is walked board by board, too.

Matrices, in double precision, take a second for this number; of flops, and of turns with more than thirty hands, minutes.
"""


def compile_public_tree(game: PokerGame, single: bool = False, against: int | None = None) -> RowsForm:
    """Walk the public states of a poker game for two players, or three with ranges, once.

    ``single``: in float32, also with few hands. ``against``: that player's chips are what the other loses.
    """
    rules = game.rules
    if rules.weights is None or not 0.0 < rules.ranges.pair_weight < inf:  # else they are shares of a sum
        check_chance(game, "of the first hand", [probability for _, probability in rules.deal_probabilities(())])
    hands, made, players = len(rules.deck.hands), rules.betting.made, range(rules.num_players)
    fixed = not rules.betting.deals
    if fixed and WALKED not in made:
        made[WALKED] = walk_public(game)
    walk = made[WALKED] if fixed else walk_public(game)
    many = has_many_hands(rules)
    lanes = lanes_for(ManyHandLanes if many or single else HandLanes, hands)
    held = tuple(places_of(rules, player, 0).rank[0] >= 0 for player in players) if fixed else None
    root_reach = (np.ones(hands),) * len(players)
    terminals: HandMatrices | ShowdownPasses | ThreeWayPasses
    if len(players) == 3 or (many and rules.weights):
        root_reach = tuple(rules.ranges.weight_rows)
    if len(players) == 3:
        terminals = three_way_evaluation(game, walk.answers, lanes)
    else:
        ends, batched = walk.terminals, BATCHED
        if against is not None:
            ends, batched = [as_others_losses(terminal, against) for terminal in ends], f"{BATCHED} against {against}"
        terminals = pass_evaluation(game, ends, walk.treeplexes, batched) if many else matrix_evaluation(game, ends, lanes)
    return RowsForm(game, walk.treeplexes, terminals, lanes, root_reach, held)


DEALT = "pairs of hands"
"""The probability of each pair of hands: see ``PokerRules.made``."""
WALKED = "public walk"
BATCHED = "batches"
"""Key of a betting's tree that ends on the board that is there: see ``Betting.made``."""


class PublicWalk(NamedTuple):
    """The public states of a game, walked."""

    treeplexes: tuple[Treeplex, ...]  # as in ``RowsForm``
    # where the hand of two players ends, chips without chance's reach. Of a betting that is shared with other boards on which
    # no card is to come, the board is that of the game that was walked
    terminals: list[Terminal]
    answers: tuple[list[Answer], ...]  # each of three players' payments, chips without chance's reach
    before: tuple[list[tuple[int, ...]], ...]  # for each player all players' last sequences before each decision point


def walk_public(game: PokerGame) -> PublicWalk:
    """Walk the public states of a game."""
    rules = game.rules
    players = range(rules.num_players)
    counts, parents = (tuple(list[int]() for _ in players) for _ in range(2))
    before: tuple[list[tuple[int, ...]], ...] = tuple([] for _ in players)
    answers: tuple[list[Answer], ...] = tuple([] for _ in players)
    sizes = [1] * len(players)
    terminals: list[Terminal] = []
    stack: list[tuple[PublicState, tuple[int, ...]]] = [(rules.root, (0,) * len(players))]
    while stack:
        public, sequences = stack.pop()
        if len(players) == 3:
            collect_payments(game, public, sequences, 0 if public.is_over or public.card_due else sizes[public.actor], answers)
        if public.card_due:
            stack += [(public.deal(outcome), sequences) for outcome, _ in reversed(public.deal_probabilities())]
        elif public.is_over:
            if len(players) == 2:
                for shows, stakes in chips_at_stake(public.line):
                    check_payments(game, public, stakes)
                    terminals.append((public.board, shows, sequences[0], sequences[1], *stakes))
        else:
            player = public.actor
            parents[player].append(sequences[player])
            before[player].append(sequences)
            counts[player].append(len(public.line.moves))
            first = sizes[player]
            sizes[player] += len(public.line.moves)
            for k in reversed(range(len(public.line.moves))):
                stack.append((public.after(k), with_value(sequences, player, first + k)))
    plexes = tuple(make_treeplex(counts[player], parents[player]) for player in players)
    return PublicWalk(plexes, terminals, answers, before)


def has_many_hands(rules: PokerRules) -> bool:
    """True if a game has too many hands for matrices: its showdowns are passes over the hands."""
    return len(rules.deck.hands) > MAX_MATRIX_HANDS and rules.deck.has_pair_hands


def is_walked_by_boards(rules: PokerRules) -> bool:
    """True if a two-player game is compiled to a ``StreetTree``: cards to come, and many hands or many boards."""
    if rules.num_players > 2:
        return False
    to_come = rules.betting.cards_through[-1]
    if not to_come or has_many_hands(rules):
        return to_come > 0
    return rules.deck.has_pair_hands and count_boards(rules, len(rules.betting.deals)) * len(rules.deck.hands) ** 2 > MAX_PAIRS


def chips_at_stake(line: Line) -> list[tuple[Any, tuple[float, float]]]:
    """The two players' stakes where the hand ends, each with the kind of its matrix over pairs of hands.

    A fold pays all pairs alike. At a showdown there is a prize for the better hand, and given rake a cost that all pairs bear.
    """
    if any(line.folded):
        first, second = line.payoffs((line.folded.index(False),))
        return [(ALL_PAIRS, (first, second))]
    matched = line.matched
    win, loss, tie = (line.payoffs(winners, matched) for winners in ((0,), (1,), (0, 1)))
    prize = ((win[0] - loss[0]) / 2, (loss[1] - win[1]) / 2)
    cost = ((win[0] + loss[0]) / 2, (win[1] + loss[1]) / 2)
    result = [(BETTER_HAND, prize)] + ([(ALL_PAIRS, cost)] if cost != (0.0, 0.0) else [])
    beyond = (tie[0] - cost[0], tie[1] - cost[1])
    if any(abs(amount) > 1e-9 for amount in beyond):
        raise InputError("a tie must be worth the mean of a win and a loss")
    return result


def matrix_evaluation(game: PokerGame, terminals: list[Terminal], lanes: HandLanes | ManyHandLanes) -> HandMatrices:
    """Make the terminal evaluation of a game with few hands."""
    only = None if game.rules.betting.deals else game.rules.deck.board
    groups: dict[tuple[tuple[int, ...], int], list[Terminal]] = {}
    for terminal in terminals:
        groups.setdefault((only or terminal[0], terminal[1]), []).append(terminal)
    flat = [terminal for group in groups.values() for terminal in group]
    hands = len(game.rules.deck.hands)
    # Filled in place, each row padded to whole vectors: these are most of what solving takes.
    matrices = np.zeros((2, len(groups), hands, row_width(lanes)), dtype=DTYPES[type(lanes)])
    for number, (board, shows) in enumerate(groups):
        matrix = pair_matrix(game, board, shows)
        matrices[0, number, :, :hands] = matrix.T
        matrices[1, number, :, :hands] = -matrix if shows == BETTER_HAND else matrix
    return HandMatrices(
        matrices=matrices.reshape(2, -1),
        first=np.cumsum([0, *(len(group) for group in groups.values())]).astype(np.int32),
        sequences=np.array([terminal[2:4] for terminal in flat], dtype=np.int32).T.copy(),
        chips=np.array([terminal[4:6] for terminal in flat], dtype=np.float64).T.copy(),
        num_hands=hands,
    )


def as_others_losses(terminal: Terminal, player: int) -> Terminal:
    """A terminal at which a player wins what the other loses there. A prize goes to the better hand, of both alike."""
    board, shows, first_sequence, second_sequence, *chips = terminal
    theirs = chips[1 - player]
    chips[player] = theirs if shows else -theirs
    return board, shows, first_sequence, second_sequence, chips[0], chips[1]


def pass_evaluation(
    game: PokerGame, terminals: list[Terminal], plexes: tuple[Treeplex, ...], batched: str = BATCHED
) -> ShowdownPasses:
    """Make the terminal evaluation of a game with many hands: chips times chance's reach of the board and a unit of weight."""
    sequences = num_sequences(plexes[0]), num_sequences(plexes[1])
    rules, pairs, blocks = game.rules, pair_weight(game.rules), -(-len(game.rules.deck.hands) // LANES)
    if rules.deal_weights:
        raise InputError(f"{short_name(game)}: with few hands, games with deal_weights need precision='double'")
    if not rules.betting.deals:
        made = rules.betting.made
        if batched not in made:
            walked = [terminals[0][0]]  # the board of the game that was walked
            made[batched] = batches_of_both(terminals, walked, plexes)
        first, second = (batches.scaled(1.0 / pairs) for batches in made[batched])
        return showdown_passes(game, [rules.deck.board], (first, second), sequences, blocks)
    scaled: list[Terminal] = []
    for board, shows, first, second, *chips in terminals:
        reach = reach_of_board(rules, board)
        scaled.append((board, shows, first, second, chips[0] * reach, chips[1] * reach))
    boards = sorted({terminal[0] for terminal in scaled})
    return showdown_passes(game, boards, batches_of_both(scaled, boards, plexes), sequences, blocks)


def batches_of_both(
    terminals: list[Terminal], boards: list[tuple[int, ...]], plexes: tuple[Treeplex, ...]
) -> tuple[Batches, Batches]:
    """Each player's questions about the other's sequences."""
    return make_batches(terminals, boards, 0, plexes[1].points()), make_batches(terminals, boards, 1, plexes[0].points())


def pair_matrix(game: PokerGame, board: tuple[int, ...], shows: int) -> npt.NDArray[np.float64]:
    """[hands, hands]: chance's reach of (first player's hand, second player's), at a showdown with the winner's sign.

    ``shows`` is ``ALL_PAIRS`` or ``BETTER_HAND``.
    """
    rules = game.rules
    if rules.deck.copies == 1:
        return matrix_of_one_deck(game, board, shows)
    matrix = np.zeros((len(rules.deck.hands), len(rules.deck.hands)))
    for first, p_first in rules.deal_probabilities(()):
        for second, p_second in rules.deal_probabilities((first,)):
            seen = rules.deck.hands[first] + rules.deck.hands[second]
            reach = p_first * p_second
            for k in range(len(rules.deck.board), len(board)):
                reach *= dict(rules.deck.card_probabilities(board[:k] + seen)).get(board[k], 0.0)
            if shows and reach:
                a, b = game.strength(first, board), game.strength(second, board)
                reach *= (a > b) - (a < b)
            matrix[first, second] = reach
    return matrix


def matrix_of_one_deck(game: PokerGame, board: tuple[int, ...], shows: int) -> npt.NDArray[np.float64]:
    """``pair_matrix`` where each card is there once: then all cards that are left come with the same probability."""
    rules = game.rules
    if DEALT not in rules.made:
        dealt = rules.made[DEALT] = np.zeros((len(rules.deck.hands), len(rules.deck.hands)))
        for first, p_first in rules.deal_probabilities(()):
            for second, p_second in rules.deal_probabilities((first,)):
                dealt[first, second] = p_first * p_second
    left = unblocked(rules.deck.hand_cards, board[len(rules.deck.board) :])
    matrix = rules.made[DEALT] * (left[:, None] * left)
    deals = rules.split_deals(board[len(rules.deck.board) :])
    if deals and rules.deal_weights:  # pairs come more or less often before the deal alone
        matrix = np.where(matrix > 0.0, left[:, None] * left * (rules.deal_share(deals[0]) / pair_weight(rules)), 0.0)
    for number in range(len(deals)):
        matrix *= 1.0 / rules.deal_ways(number)
    if shows:
        strengths = np.array(game.strengths(board))
        matrix *= np.greater.outer(strengths, strengths).astype(np.int8) - np.less.outer(strengths, strengths)
    return np.asarray(matrix + 0.0)  # no -0.0


def with_value(values: tuple[Item, ...], index: int, value: Item) -> tuple[Item, ...]:
    """``values`` with another one at ``index``."""
    return (*values[:index], value, *values[index + 1 :])
