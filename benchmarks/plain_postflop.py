"""A plain solver of flops, turns and rivers to measure ours against: the same game and discounting, the obvious way in numba.

It goes from line to line and from board to board, with one row of hands for each node. The hands of each player stand in a
list of their own. Showdowns are a pass over the hands in order of strength and a pass back, as native solvers do it.
Regrets and sums of strategies are kept for each node and board. Suits that the board and both ranges treat alike are solved
once. Float32, one thread, no rake.

It shares nothing with ours below the betting lines and the strength of hands, and so is a check of ours as well: both are
equally exploitable after as many iterations (``tests/agents/cfr/test_plain_postflop.py``).
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numba as nb
import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.games.holdem import HoldemGame

F = np.float32
FOLD, SHOWDOWN, DEAL, DECISION = range(4)
SUIT_PAIRS = list(combinations(range(4), 2))
Array = npt.NDArray[Any]


class Nodes(NamedTuple):
    """The betting lines, by number: street by street, those below one card together, depth first.

    Attributes:
        kind: int64 [nodes]: FOLD, SHOWDOWN, DEAL or DECISION.
        player: int64 [nodes]: who acts, or who folded.
        children: int64 [nodes + 1]: where a node's children start in ``child``.
        child: int64 [nodes - 1]: for a DEAL the line after the card.
        chips: float32 [nodes]: what the loser pays.
        reach: int64 [2, nodes]: the node whose row holds the player's reach: after the player's last action, or the last card.
        start: int64 [nodes]: where the numbers of a decision start, [boards of the street, (stride)]; of each action a row.
        stride: int64 [nodes]: how many numbers lie from board to board.
        first_board: int64 [nodes]: the first board of the street.
        end: int64 [nodes]: of the first node after a card: where the street's nodes below it end.
    """

    kind: Array
    player: Array
    children: Array
    child: Array
    chips: Array
    reach: Array
    start: Array
    stride: Array
    first_board: Array
    end: Array


class Boards(NamedTuple):
    """The boards, numbered street by street, from 0.

    Of suits that are alike only one is dealt. What the other would give is had by swapping the suits of the hands.

    Attributes:
        following: int64 [boards, 2]: the boards after one more card.
        chance: float32 [boards]: of each of these, for a pair of hands.
        twins: int64 [boards, 3]: suits to swap, as positions in ``SUIT_PAIRS``, for each card that it stands for as well; -1.
    """

    following: Array
    chance: Array
    twins: Array


class Side(NamedTuple):
    """A player's hands.

    Attributes:
        one: uint8 [hands]: the first card of each hand. (Unsigned numbers spare numba the question whether an index counts from
            the end.)
        two: uint8 [hands]: the second.
        same: uint16 [hands of both, 2]: the number of such a hand in the list of the player and of the opponent.
        alive: float32 [boards, hands]: 1 where the board leaves the hand.
        count: int64 [boards]: how many it leaves.
        order: uint16 [boards, hands]: on full boards these from weak to strong.
        rank: int32 [boards, hands]: how strong, in this order.
        swaps: int64 [6, hands]: where each hand goes when two suits are swapped; -1: nowhere.
    """

    one: Array
    two: Array
    same: Array
    alive: Array
    count: Array
    order: Array
    rank: Array
    swaps: Array


class Work(NamedTuple):
    """Numbers that change.

    Attributes:
        regrets: float32 [numbers].
        averages: float32 [numbers].
        reach: float32 [2, nodes, hands].
        value: float32 [nodes, hands].
        strategy: float32 [nodes, hands]: how likely the action that leads to the node is.
        total: float32 [hands].
        held: float64 [52]: reach by card.
    """

    regrets: Array
    averages: Array
    reach: Array
    value: Array
    strategy: Array
    total: Array
    held: Array


class PlainPostflop:
    """Discounted CFR (3/2, 0, 2) on a hold'em spot without rake, both players in turn."""

    def __init__(self, game: HoldemGame) -> None:
        if game.rules.betting.rake_rate:
            raise ValueError("the plain solver knows no rake")
        self.pot, self.done = game.rules.betting.pot, 0
        hands, weights = np.array(game.rules.deck.hands, np.int64), np.array(game.rules.weights)
        one, two = (hands[weights[player] > 0] for player in range(2))
        self.weights = [weights[player][weights[player] > 0] for player in range(2)]
        starts, self.boards, self.sides = boards_of(game, [one, two], weights)
        self.nodes, size = nodes_of(game.rules.root.line, (len(one), len(two)), starts)
        shape = len(self.nodes.kind), max(len(one), len(two))
        scratch = [np.zeros(s, F) for s in (size, size, (2, *shape), shape, shape, shape[1])]
        self.work = Work(*scratch, np.zeros(52))
        free = (one[:, None, :, None] != two[None, :, None, :]).all(axis=(2, 3))
        self.pairs = float(self.weights[0] @ free @ self.weights[1])

    def run(self, iterations: int) -> None:
        """So many iterations."""
        for _ in range(iterations):
            t = float(self.done)
            for player in range(2):
                self._values(player, True, t**1.5 / (t**1.5 + 1), 0.5, (t / (t + 1)) ** 2)
            self.done += 1

    def exploitability(self) -> float:
        """Of the average, in percent of the pot."""
        gains = sum(float(self.weights[player] @ self._values(player, False, 0.0, 0.0, 0.0)) for player in range(2))
        return 100 * gains / self.pairs / 2 / self.pot

    def _values(self, player: int, learns: bool, *factors: float) -> Array:
        """Value of each of the player's hands against the other player's; learning, or at best against the average."""
        for one in range(2):
            self.work.reach[one, 0, : len(self.weights[one])] = self.weights[one]
        sides = self.sides[player], self.sides[1 - player]
        walk(player, 0, 0, learns, *map(F, factors), self.nodes, self.boards, *sides, self.work)
        return self.work.value[0, : len(self.weights[player])].astype(np.float64)


def nodes_of(root: Line, hands: tuple[int, int], boards: list[int]) -> tuple[Nodes, int]:
    """The betting tree and how many numbers it takes; ``boards`` has the first board of each street, and the end."""
    lines: list[Line] = []
    table: list[list[int]] = []  # of each node: reach of both, start, stride, first board, end
    children: list[list[int]] = []

    def add(line: Line, reach: tuple[int, int]) -> int:
        """A line and all below it on the street."""
        nonlocal size
        node = len(lines)
        one, two = (node if at < 0 else at for at in reach)
        lines.append(line)
        table.append([one, two, size, 0, 0, 0])
        children.append([])
        if not line.is_over and not line.card_due:
            size += len(line.children) * hands[line.actor]
            below = (-1, two) if line.actor == 0 else (one, -1)
            children[node] = [add(child, below) for child in line.children]
        return node

    size, street, entries = 0, 0, [(-1, root)]
    while entries:
        due: list[int] = []
        for above, entry in entries:
            first, start = len(lines), size
            if above >= 0:
                children[above] = [first]
            add(entry, (-1, -1))
            for node in range(first, len(lines)):
                table[node][3:] = [size - start, boards[street], len(lines)]
            size = start + (size - start) * (boards[street + 1] - boards[street])
            due += [node for node in range(first, len(lines)) if lines[node].card_due]
        entries, street = [(node, lines[node].deal()) for node in due], street + 1
    kinds = [FOLD if any(x.folded) else SHOWDOWN if x.is_over else DEAL if x.card_due else DECISION for x in lines]
    columns = np.array(table).T.copy()
    return Nodes(
        np.array(kinds),
        np.array([x.folded.index(True) if any(x.folded) else x.actor for x in lines]),
        np.cumsum([0, *map(len, children)]),
        np.array([child for own in children for child in own]),
        np.array([min(x.contributions) for x in lines], F),
        columns[:2],
        *columns[2:],
    ), size


def boards_of(game: HoldemGame, hands: list[Array], weights: Array) -> tuple[list[int], Boards, list[Side]]:
    """The first board of each street and the end, and all about the cards."""
    names = {tuple(sorted(hand)): n for n, hand in enumerate(np.array(game.rules.deck.hands).tolist())}

    def swap(card: int, pair: int) -> int:
        one, two = SUIT_PAIRS[pair]
        return card + {one: two - one, two: one - two}.get(card % 4, 0)

    def swapped(hand: Any, pair: int) -> int:
        return names.get(tuple(sorted(swap(int(card), pair) for card in hand)), -1)

    alike = []  # pairs of suits that both ranges treat alike
    for pair in range(len(SUIT_PAIRS)):
        to = np.array([swapped(hand, pair) for hand in game.rules.deck.hands])
        blocked = [{swap(card, pair) for card in hand} & set(game.rules.deck.board) for hand in game.rules.deck.hands]
        if all(
            b or (t >= 0 and (weights[:, h] == weights[:, t]).all()) for h, (t, b) in enumerate(zip(to, blocked, strict=True))
        ):
            alike.append(pair)
    given, result = len(game.rules.deck.board), [tuple(game.rules.deck.board)]
    twins, following, chance, starts = [[-1] * 3], [], [], [0]
    while len(result[-1]) < 5:
        starts.append(len(result))
        for board in result[starts[-2] : starts[-1]]:
            # Alike on each street so far: a strategy tells suits apart from then on.
            still = [
                p for p in alike if all(set(board[:n]) == {swap(c, p) for c in board[:n]} for n in range(given, len(board) + 1))
            ]
            follow = len(result)
            for card in range(52):
                first = [p for p in still if swap(card, p) < card]
                if card in board or first:
                    continue
                others = [p for p in still if swap(card, p) > card]
                result.append((*board, card))
                twins.append((others + [-1] * 3)[:3])
            following.append([follow, len(result)])
            chance.append(1 / (52 - len(board) - 4))
    starts.append(len(result))
    sides = []
    own = [{tuple(sorted(hand)): n for n, hand in enumerate(h.tolist())} for h in hands]
    for player, (mine, theirs) in enumerate((own, own[::-1])):
        left = np.array([[not set(hand) & set(board) for hand in mine] for board in result])
        strengths = np.full(left.shape, 2**31 - 1)  # dead hands come last
        for b in range(starts[-2], starts[-1]):
            strengths[b, left[b]] = game.rules.strength.of_hands(hands[player][left[b]], result[b])  # type: ignore[attr-defined]
        order = np.argsort(strengths, axis=1, kind="stable")
        sides.append(
            Side(
                hands[player][:, 0].astype(np.uint8),
                hands[player][:, 1].astype(np.uint8),
                np.array([(n, theirs[hand]) for hand, n in mine.items() if hand in theirs], np.uint16).reshape(-1, 2),
                left.astype(F),
                left.sum(axis=1),
                order.astype(np.uint16),
                np.take_along_axis(strengths, order, axis=1).astype(np.int32),
                np.array([[mine.get(tuple(sorted(swap(c, p) for c in hand)), -1) for hand in mine] for p in range(6)]),
            )
        )
    full = len(result) - len(following)
    chances = np.array(chance + [0.0] * full, F)
    return starts, Boards(np.array(following + [[len(result)] * 2] * full), chances, np.array(twins)), sides


@nb.njit(fastmath=True, error_model="numpy", cache=True)
def fold_values(chips: Any, theirs: Any, out: Any, me: Any, them: Any, held: Any) -> None:
    """Chips that each hand wins (loses, below zero) if all hands that it does not block pay."""
    one, two, total = them.one, them.two, 0.0
    held[:] = 0
    for h in range(one.shape[0]):
        total += theirs[h]
        held[one[h]] += theirs[h]
        held[two[h]] += theirs[h]
    one, two, same = me.one, me.two, me.same
    for h in range(one.shape[0]):
        out[h] = total - held[one[h]] - held[two[h]]
    for k in range(same.shape[0]):
        out[same[k, 0]] += theirs[same[k, 1]]
    for h in range(one.shape[0]):
        out[h] *= chips


@nb.njit(fastmath=True, error_model="numpy", cache=True)
def showdown_values(board: int, chips: Any, theirs: Any, out: Any, me: Any, them: Any, held: Any) -> None:
    """Reach of weaker hands less that of stronger ones in ``chips``, for each hand: there and back by strength."""
    one, two, order, rank, count = me.one, me.two, me.order[board], me.rank[board], me.count[board]
    one_, two_, order_, rank_, count_ = them.one, them.two, them.order[board], them.rank[board], them.count[board]
    out[:] = 0
    held[:] = 0
    total, at = 0.0, 0
    for k in range(count):
        while at < count_ and rank_[at] < rank[k]:
            j = order_[at]
            total += theirs[j]
            held[one_[j]] += theirs[j]
            held[two_[j]] += theirs[j]
            at += 1
        h = order[k]
        out[h] = chips * (total - held[one[h]] - held[two[h]])
    held[:] = 0
    total, at = 0.0, count_ - 1
    for k in range(count - 1, -1, -1):
        while at >= 0 and rank_[at] > rank[k]:
            j = order_[at]
            total += theirs[j]
            held[one_[j]] += theirs[j]
            held[two_[j]] += theirs[j]
            at -= 1
        h = order[k]
        out[h] -= chips * (total - held[one[h]] - held[two[h]])


@nb.njit(fastmath=True, error_model="numpy", cache=True)
def match(numbers: Any, start: int, hands: int, first: int, last: int, nodes: Any, work: Any) -> None:
    """Write the strategy of a decision: what is above zero as shares of its sum, equal shares where nothing is."""
    total, equal = work.total, F(1) / F(last - first)
    total[:] = 0
    for k in range(first, last):
        row = numbers[start + (k - first) * hands :]
        for h in range(hands):
            total[h] += max(row[h], F(0))
    for k in range(first, last):
        row, strategy = numbers[start + (k - first) * hands :], work.strategy[nodes.child[k]]
        for h in range(hands):
            strategy[h] = max(row[h], F(0)) / total[h] if total[h] > 0 else equal


@nb.njit(fastmath=True, error_model="numpy", cache=True)
def walk(
    player: int,
    entry: int,
    board: int,
    learns: bool,
    positive: Any,
    negative: Any,
    discount: Any,
    nodes: Any,
    boards: Any,
    me: Any,
    them: Any,
    work: Any,
) -> None:
    """Write what each of a player's hands is worth at a node after a card, the reaches there being given.

    With ``learns`` both play what their regrets say, and the player's regrets and average are updated. Else the player
    plays best against the other's average.
    """
    mine, theirs, value, other = me.one.shape[0], them.one.shape[0], work.value, 1 - player
    for node in range(entry, nodes.end[entry]):
        kind, first, last = nodes.kind[node], nodes.children[node], nodes.children[node + 1]
        actor, at = nodes.player[node], work.reach[other, nodes.reach[other, node]]
        if kind == FOLD:
            fold_values(-nodes.chips[node] if actor == player else nodes.chips[node], at, value[node], me, them, work.held)
        elif kind == SHOWDOWN:
            showdown_values(board, nodes.chips[node], at, value[node], me, them, work.held)
        elif kind == DECISION and (learns or actor != player):
            hands = mine if actor == player else theirs
            start = nodes.start[node] + (board - nodes.first_board[node]) * nodes.stride[node]
            match(work.regrets if learns else work.averages, start, hands, first, last, nodes, work)
            before = work.reach[actor, nodes.reach[actor, node]]
            for k in range(first, last):
                reach, strategy = work.reach[actor, nodes.child[k]], work.strategy[nodes.child[k]]
                for h in range(hands):
                    reach[h] = before[h] * strategy[h]
                if actor == player:
                    average = work.averages[start + (k - first) * hands :]
                    for h in range(hands):
                        average[h] = average[h] * discount + reach[h]
    for node in range(nodes.end[entry] - 1, entry - 1, -1):
        kind, first, last = nodes.kind[node], nodes.children[node], nodes.children[node + 1]
        out = value[node]
        if kind == DEAL:
            child = nodes.child[first]
            below, chance = value[child], boards.chance[board]
            out[:] = 0
            for after in range(boards.following[board, 0], boards.following[board, 1]):
                alive, before, reach = them.alive[after], work.reach[other, nodes.reach[other, node]], work.reach[other, child]
                for h in range(theirs):
                    reach[h] = before[h] * alive[h] * chance
                before, reach, alive = work.reach[player, nodes.reach[player, node]], work.reach[player, child], me.alive[after]
                for h in range(mine):
                    reach[h] = before[h] * alive[h]
                walk(player, child, after, learns, positive, negative, discount, nodes, boards, me, them, work)
                for h in range(mine):
                    below[h] *= alive[h]
                    out[h] += below[h]
                for twin in boards.twins[after]:
                    if twin < 0:
                        break
                    swap = me.swaps[twin]
                    for h in range(mine):
                        if swap[h] >= 0:
                            out[h] += below[swap[h]]
        elif kind == DECISION:
            out[:] = 0
            for k in range(first, last):
                below, strategy = value[nodes.child[k]], work.strategy[nodes.child[k]]
                if nodes.player[node] != player:
                    for h in range(mine):
                        out[h] += below[h]
                elif learns:
                    for h in range(mine):
                        out[h] += strategy[h] * below[h]
                else:
                    for h in range(mine):
                        out[h] = below[h] if k == first else max(out[h], below[h])
            if learns and nodes.player[node] == player:
                start = nodes.start[node] + (board - nodes.first_board[node]) * nodes.stride[node]
                for k in range(first, last):
                    below, regret = value[nodes.child[k]], work.regrets[start + (k - first) * mine :]
                    for h in range(mine):
                        old = regret[h]
                        regret[h] = old * (positive if old > 0 else negative) + below[h] - out[h]
