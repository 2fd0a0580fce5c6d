"""External sampling before the flop on real deals: all hole cards and the board are drawn without replacement.

A traversal for a player takes all actions of the player's, and one of each other player's, drawn by the strategies
(``mccfr_kernels`` has the equations). It does so for all hands that the others' cards and the board leave, as nothing that is
drawn depends on the player's own: so one deal informs all 169 hand classes (opponent-public chance sampling, Johanson,
Bard, Lanctot, Gibson and Bowling 2012). Strategies stay as they are while an iteration's deals are played. What the deals add
is counted in whole quanta, so that threads may add in any order.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.atomic import add_to
from pokerzoo.envs.compiled.preflop_tree import ABOVE, ABOVE_STEP, ACTOR, COUNT, DEPTH, FIRST, HANDS, EndTables
from pokerzoo.envs.compiled.regret_matching import match_regrets
from pokerzoo.envs.poker.hand_strength import short_deck_strength, strength_of
from pokerzoo.envs.support.arrays import Floats, Floats32, Int32s, Int64s, Uint64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.random_numbers import STEP, draw_uniform, mixed

REGRETS, WORTHS, GAINS = range(3)
"""Modes of a traversal by what it adds: regrets of each action; what the ends that follow each action pay; nothing, but it
values a best response beside the strategy."""
FOLLOWS = -1
"""A response's action where it has no reason to deviate: the strategy's."""
SQUARE = 2.0**-26
"""Of the square of a number of quanta, so that sums of a million stay below 2**63."""
Int8s: TypeAlias = npt.NDArray[np.int8]


class DealTables(NamedTuple):
    """The deck."""

    words: Int64s  # [cards]: each card as a bit of a word (``hand_strength``)
    ranks: Int64s  # [cards]
    suits: Int64s  # [cards]
    combos: Int32s  # [combos, 3]: two cards and their hand class
    classes: Int32s  # [cards, cards]: the hand class of two cards
    is_short: bool


class Betting(NamedTuple):
    """The betting, its ends and realization factors, for traversals."""

    nodes: Int32s
    child: Int32s
    ends: EndTables
    factors: Floats  # [players, 169]: the share of a pot that a hand realizes where betting would continue


class Room(NamedTuple):
    """Room of one thread."""

    deck: Int64s  # [cards]
    hands: Int64s  # [players]: the class of each hand
    boards: Int64s  # [boards, 5]
    strengths: Int64s  # [boards, players]
    levels: Int64s  # [boards, cards, cards]: of each combo, how many of the players' hands it beats, and does not lose to
    by_ranks: Int64s  # [13, 13]: the same on a board, of combos that make no flush
    counts: Int64s  # [boards, levels, 169]: how many combos that nobody holds there are at each level, or above it
    ties_at: Int64s  # [players]: the level that ties with a player's hand
    wins_from: Int64s  # [players]: the first that beats it
    weights: Floats  # [boards, 169]: the chance that the board comes and the traverser has a hand, given the others' cards
    wins: Floats  # [boards, players, 169]: and that it beats a player's hand
    ties: Floats  # [boards, players, 169]: or ties with it
    weight: Floats  # [169]: the sum of ``weights``
    at: Int64s  # [depth]: the traverser's decisions on the way
    place: Int64s  # [depth]: actions done
    shares: Floats  # [depth, actions, 169]
    values: Floats  # [depth, actions, 169]: values of the actions, times ``weight``
    best: Floats  # [depth, actions, 169]: the same before a best response
    value: Floats  # [169]
    best_value: Floats  # [169]
    numbers: Floats  # [actions]
    rng: Uint64s  # [1]


@kernel
def draw_cards(first: int, count: int, room: Room) -> None:
    """Shuffle cards that have not been dealt to the places from ``first`` on."""
    deck = room.deck
    for k in range(first, first + count):
        other = k + int(draw_uniform(room.rng, 0) * (len(deck) - k))
        deck[k], deck[other] = deck[other], deck[k]


@kernel
def deal_hands(deals: DealTables, players: int, room: Room) -> None:
    """Draw the cards of a deal, and write the players' hand classes; boards are drawn beside the same hands."""
    for k in range(len(deals.words)):
        room.deck[k] = k
    draw_cards(0, 2 * players, room)
    for seat in range(players):
        room.hands[seat] = deals.classes[room.deck[2 * seat], room.deck[2 * seat + 1]]
    for number in range(len(room.boards)):
        draw_cards(2 * players, 5, room)
        room.boards[number] = room.deck[2 * players : 2 * players + 5]


@kernel
def level_of(word: int, is_short: bool, strengths: Int64s) -> int:
    """Counts of the players' hands that seven cards beat, and that they do not lose to."""
    strength, level = 2 * (short_deck_strength(word, 7) if is_short else strength_of(word, 7)), 0
    for other in strengths:
        level += (strength > other) + (strength >= other)
    return level


@kernel
def show_hands(deals: DealTables, players: int, number: int, room: Room) -> None:
    """Write twice the strengths of the hands on a board (there is room between any two), and how all other combos compare.

    Combos of the same ranks have the same level where they make no flush.
    """
    deck, strengths, levels, counts = room.deck, room.strengths[number], room.levels[number], room.counts[number]
    board, dead, held, flush, suited = 0, 0, 0, -1, 0
    for card in room.boards[number]:
        board |= deals.words[card]
        dead |= 1 << card
    for suit in range(4):
        of_suit = 0
        for card in room.boards[number]:
            of_suit += deals.suits[card] == suit
        if of_suit >= 3:
            flush, suited = suit, of_suit
    for k in range(2 * players):
        held |= 1 << deck[k]
    for seat in range(players):
        word = board | deals.words[deck[2 * seat]] | deals.words[deck[2 * seat + 1]]
        strengths[seat] = 2 * (short_deck_strength(word, 7) if deals.is_short else strength_of(word, 7))
    room.by_ranks[:] = -1
    counts[:] = 0
    for combo in range(len(deals.combos)):
        first, second, hand = deals.combos[combo]
        if (dead >> first | dead >> second) & 1:
            continue
        makes_flush = flush >= 0 and suited + (deals.suits[first] == flush) + (deals.suits[second] == flush) >= 5
        level = -1 if makes_flush else room.by_ranks[deals.ranks[first], deals.ranks[second]]
        if level < 0:
            level = level_of(board | deals.words[first] | deals.words[second], deals.is_short, strengths)
            if not makes_flush:
                room.by_ranks[deals.ranks[first], deals.ranks[second]] = level
        levels[first, second] = levels[second, first] = level
        if (held >> first | held >> second) & 1 == 0:
            counts[level, hand] += 1
    for level in range(2 * players - 1, -1, -1):  # from here on, how many combos are at a level or above it
        for hand in range(HANDS):
            counts[level, hand] += counts[level + 1, hand]


@kernel
def weigh_hands(deals: DealTables, players: int, player: int, room: Room) -> None:
    """Write how likely a player's hands are given the others' cards and the board, and how they compare with the others'.

    On each board the player's own cards are put back beside the combos that ``show_hands`` has counted.
    """
    deck, boards = room.deck, len(room.boards)
    left = len(deals.words) - 2 * players - 3
    part = 2.0 / (left * (left - 1) * boards)
    for number in range(boards):
        strengths, counts, levels = room.strengths[number], room.counts[number], room.levels[number]
        weights, wins, ties = room.weights[number], room.wins[number], room.ties[number]
        for hand in range(HANDS):
            weights[hand] = part * counts[0, hand]
        for other in range(players):
            if other == player:
                continue
            weaker, alike = 0, 0
            for seat in range(players):
                weaker += strengths[seat] < strengths[other]
                alike += strengths[seat] == strengths[other]
            room.ties_at[other], room.wins_from[other] = 2 * weaker + alike, 2 * (weaker + alike)
            tie, above = 2 * weaker + alike, 2 * (weaker + alike)
            for hand in range(HANDS):
                wins[other, hand] = part * counts[above, hand]
                ties[other, hand] = part * (counts[tie, hand] - counts[tie + 1, hand])
        dead = 0
        for card in room.boards[number]:
            dead |= 1 << card
        for k in range(2 * players):
            dead |= 1 << deck[k]
        for place in range(2 * player, 2 * player + 2):
            for card in range(len(deals.words)):
                if dead >> card & 1 and not (place == 2 * player and card == deck[place + 1]):
                    continue
                hand, level = deals.classes[deck[place], card], levels[deck[place], card]
                weights[hand] += part
                for other in range(players):
                    if other != player:
                        wins[other, hand] += part * (level >= room.wins_from[other])
                        ties[other, hand] += part * (level == room.ties_at[other])
    for hand in range(HANDS):
        total = 0.0
        for number in range(boards):
            total += room.weights[number, hand]
        room.weight[hand] = total


@kernel
def pay_end(betting: Betting, kind: int, player: int, room: Room) -> None:
    """Write what an end pays a player with each hand, times the hand's weight."""
    ends, value = betting.ends, room.value
    for hand in range(HANDS):
        value[hand] = 0.0
    if ends.prize_row[kind] >= 0:
        for number in range(len(room.boards)):
            add_prizes(ends, kind, player, number, room)
        return
    if ends.live[kind] >> player & 1:
        for number in range(len(room.boards)):
            add_pots(ends, kind, player, number, room)
        if ends.is_open[kind]:
            for hand in range(HANDS):
                value[hand] *= betting.factors[player, hand]
    paid = ends.paid[kind, player]
    for hand in range(HANDS):
        value[hand] -= paid * room.weight[hand]


@kernel
def add_pots(ends: EndTables, kind: int, player: int, number: int, room: Room) -> None:
    """Add what a player who is left wins of the pots on a board."""
    value, strengths, wins, ties = room.value, room.strengths[number], room.wins[number], room.ties[number]
    for k in range(ends.num_pots[kind]):
        contenders, strongest, tied = ends.contenders[kind, k], -1, 0
        if contenders >> player & 1 == 0:
            continue
        for other in range(len(strengths)):
            if other != player and contenders >> other & 1:
                if strongest < 0 or strengths[other] > strengths[strongest]:
                    strongest, tied = other, 1
                elif strengths[other] == strengths[strongest]:
                    tied += 1
        pot = ends.pots[kind, k]
        if strongest < 0:
            for hand in range(HANDS):
                value[hand] += pot * room.weights[number, hand]
            continue
        split = pot / (1 + tied)
        for hand in range(HANDS):
            value[hand] += pot * wins[strongest, hand] + split * ties[strongest, hand]


@kernel
def add_prizes(ends: EndTables, kind: int, player: int, number: int, room: Room) -> None:
    """Add a player's prizes on a board, which depend on the order of all hands that are left."""
    live, value, strengths = ends.live[kind], room.value, room.strengths[number]
    weights, wins, ties, strength = room.weights[number], room.wins[number], room.ties[number], strengths[player]
    if live >> player & 1 == 0:
        prize = prize_of(ends, kind, player, strengths)
        for hand in range(HANDS):
            value[hand] += prize * weights[hand]
        return
    # From the strongest of the others down: to beat that hand and none above it, or to tie with it.
    above, limit = -1, np.int64(1) << 40
    while True:
        strongest = -1
        for other in range(len(strengths)):
            stronger = strongest < 0 or strengths[other] > strengths[strongest]
            if other != player and live >> other & 1 and strengths[other] < limit and stronger:
                strongest = other
        strengths[player] = limit - 1 if strongest < 0 else strengths[strongest] + 1  # below all that are above
        prize = prize_of(ends, kind, player, strengths)
        for hand in range(HANDS):
            chance = weights[hand] if strongest < 0 else wins[strongest, hand]
            if above >= 0:
                chance -= wins[above, hand] + ties[above, hand]
            value[hand] += prize * chance
        if strongest < 0:
            break
        strengths[player] = strengths[strongest]
        prize = prize_of(ends, kind, player, strengths)
        for hand in range(HANDS):
            value[hand] += prize * ties[strongest, hand]
        above, limit = strongest, strengths[strongest]
    strengths[player] = strength


@kernel
def prize_of(ends: EndTables, kind: int, player: int, strengths: Int64s) -> float:
    """The prize money of a player at an end with these strengths."""
    live, players = ends.live[kind], ends.paid.shape[1]
    code, hands, digit = 0, 0, 1
    for seat in range(players):
        hands += live >> seat & 1
    for seat in range(players):
        if live >> seat & 1:
            for other in range(players):
                if live >> other & 1 and strengths[other] > strengths[seat]:
                    code += digit
            digit *= hands
    prize: float = ends.prizes[ends.prize_row[kind] + ends.order[ends.order_at[hands] + code], player]
    return prize


@kernel
def strategy_at(nodes: Int32s, table: Floats32, node: int, hand: int, shares: Floats) -> int:
    """Write the shares of a hand's numbers at a decision, and return where they start."""
    count = nodes[node, COUNT]
    start: int = np.int64(nodes[node, FIRST]) * HANDS + hand * count
    for k in range(count):
        shares[k] = table[start + k]
    match_regrets(shares, 0, count, shares, 0)
    return start


@kernel
def follow_others(betting: Betting, table: Floats32, player: int, start: int, room: Room) -> int:
    """The traverser's next decision from one on, or ``~kind`` of an end, with the others' actions drawn."""
    nodes, now = betting.nodes, start
    while now >= 0 and nodes[now, ACTOR] != player:
        strategy_at(nodes, table, now, room.hands[nodes[now, ACTOR]], room.numbers)
        left, chosen = draw_uniform(room.rng, 0), 0
        for k in range(nodes[now, COUNT]):
            if left >= 0.0 and room.numbers[k] > 0.0:
                chosen = k
            left -= room.numbers[k]
        now = betting.child[nodes[now, FIRST] + chosen]
    return now


@kernel
def traverse(
    betting: Betting, table: Floats32, responses: Int8s, mode: int, scale: float, player: int, root: int, gains: Int64s,
    squares: Int64s, touched: Int8s, room: Room,
) -> None:  # fmt: skip
    """Write the player's values in this deal from a decision on, by hand and times its weight; a response's, too (``GAINS``).

    See ``REGRETS`` for what it adds. At the end ``room.values[0]`` has the values of the player's first actions.
    """
    nodes, shares, values, value, best = betting.nodes, room.shares, room.values, room.value, room.best_value
    depth, now = -1, follow_others(betting, table, player, root, room)
    while True:
        if now >= 0:
            depth += 1
            room.at[depth], room.place[depth] = now, 0
            for hand in range(HANDS):
                strategy_at(nodes, table, now, hand, room.numbers)
                for k in range(nodes[now, COUNT]):
                    shares[depth, k, hand] = room.numbers[k]
            now = follow_others(betting, table, player, betting.child[nodes[now, FIRST]], room)
            continue
        pay_end(betting, ~now, player, room)
        best[:] = value
        ended = mode == WORTHS
        while depth >= 0:
            node, place = room.at[depth], room.place[depth]
            count = nodes[node, COUNT]
            start = np.int64(nodes[node, FIRST]) * HANDS
            if ended:
                for hand in range(HANDS):
                    quanta = scale * value[hand]
                    add_to(gains, start + hand * count + place, np.int64(np.rint(quanta)))
                    if len(squares):
                        add_to(squares, start + hand * count + place, np.int64(np.rint(quanta * quanta * SQUARE)))
            ended = False
            values[depth, place] = value
            if mode == GAINS:
                room.best[depth, place] = best
            room.place[depth] = place + 1
            if place + 1 < count:
                now = follow_others(betting, table, player, betting.child[nodes[node, FIRST] + place + 1], room)
                break
            value[:] = 0.0
            for k in range(count):
                for hand in range(HANDS):
                    value[hand] += shares[depth, k, hand] * values[depth, k, hand]
            if mode == REGRETS:
                touched[node] = 1
                for hand in range(HANDS):
                    if room.weight[hand] > 0.0:
                        for k in range(count):
                            gain = values[depth, k, hand] - value[hand]
                            add_to(gains, start + hand * count + k, np.int64(np.rint(scale * gain)))
            elif mode == GAINS:
                for hand in range(HANDS):
                    response = responses[np.int64(node) * HANDS + hand]
                    best[hand] = room.best[depth, response, hand] if response != FOLLOWS else 0.0
                    for k in range(count if response == FOLLOWS else 0):
                        best[hand] += shares[depth, k, hand] * room.best[depth, k, hand]
            depth -= 1
        if depth < 0:
            return


@kernel
def begin_deal(deals: DealTables, players: int, key: Uint64s, number: int, room: Room) -> None:
    """Draw the deal of a number."""
    room.rng[0] = mixed(key[0] + np.uint64(number) * STEP)
    deal_hands(deals, players, room)


@kernel(nogil=True, counted=False)
def play_deals(
    betting: Betting, deals: DealTables, table: Floats32, responses: Int8s, mode: int, scale: float, key: Uint64s, first: int,
    start: int, end: int, gains: Int64s, squares: Int64s, touched: Int8s, out: Floats, room: Room,
) -> None:  # fmt: skip
    """Traverse the deals ``first + start`` to ``first + end`` of a seed key for each player.

    With ``GAINS`` write each player's value and a response's, [deals, players, 2]. ``table`` has the numbers of which the
    strategies are shares.
    """
    players = betting.ends.paid.shape[1]
    for number in range(start, end):
        begin_deal(deals, players, key, first + number, room)
        for board in range(len(room.boards)):
            show_hands(deals, players, board, room)
        for player in range(players):
            weigh_hands(deals, players, player, room)
            traverse(betting, table, responses, mode, scale, player, 0, gains, squares, touched, room)
            if mode == GAINS:
                out[number, player, 0], out[number, player, 1] = room.value.sum(), room.best_value.sum()


@kernel(nogil=True, counted=False)
def value_actions(
    betting: Betting, deals: DealTables, table: Floats32, responses: Int8s, root: int, reach: Floats, key: Uint64s, start: int,
    end: int, gains: Int64s, touched: Int8s, out: Floats, room: Room,
) -> None:  # fmt: skip
    """Add up the value of each action at a decision with each hand, over the deals ``start`` to ``end`` of a key.

    ``reach``: [players, 169], how likely each player's own actions lead there, 1 for who is to act. ``out``: [4, 169, actions],
    to which are added sums over the deals: of the hand's weight w and of w * w, of the value v times w and of (v * w) ** 2; the
    last but one row has v * w * w.
    """
    players, player, count = betting.ends.paid.shape[1], betting.nodes[root, ACTOR], betting.nodes[root, COUNT]
    for number in range(start, end):
        begin_deal(deals, players, key, number, room)
        chance = 1.0
        for seat in range(players):
            chance *= reach[seat, room.hands[seat]]
        if chance == 0.0:
            continue
        for board in range(len(room.boards)):
            show_hands(deals, players, board, room)
        weigh_hands(deals, players, player, room)
        traverse(betting, table, responses, GAINS, 1.0, player, root, gains, gains, touched, room)
        for hand in range(HANDS):
            weight = chance * room.weight[hand]
            for k in range(count):
                value = chance * room.values[0, k, hand]
                out[0, hand, k] += weight
                out[1, hand, k] += weight * weight
                out[2, hand, k] += value
                out[3, hand, k] += value * weight
                out[4, hand, k] += value * value


@kernel(nogil=True, counted=False)
def add_regrets(nodes: Int32s, start: int, end: int, weight: float, touched: Int8s, gains: Int64s, regrets: Floats32) -> None:
    """Add what an iteration's deals gave to the regrets of some decisions, and clear it."""
    for node in range(start, end):
        if touched[node]:
            touched[node] = 0
            at = np.int64(nodes[node, FIRST]) * HANDS
            for entry in range(at, at + nodes[node, COUNT] * HANDS):
                regrets[entry] += np.float32(weight * gains[entry])
                gains[entry] = 0


@kernel(nogil=True, counted=False)
def add_averages(
    nodes: Int32s, of_player: Int32s, weight: float, regrets: Floats32, averages: Floats32, reach: Floats, numbers: Floats
) -> None:
    """Add a player's strategy to the averages, weighted by the player's own reach; ``reach``: room [depth, actions, 170]."""
    for number in range(len(of_player)):
        node = of_player[number]
        depth, count, above, step = nodes[node, DEPTH], nodes[node, COUNT], nodes[node, ABOVE], nodes[node, ABOVE_STEP]
        here = reach[depth]
        for k in range(count):
            here[k, HANDS] = 0.0  # whether any hand comes by
        if above >= 0 and reach[depth - 1, step, HANDS] == 0.0:
            continue
        for hand in range(HANDS):
            own_reach = 1.0 if above < 0 else reach[depth - 1, step, hand]
            if own_reach == 0.0:
                for k in range(count):
                    here[k, hand] = 0.0
                continue
            start = strategy_at(nodes, regrets, node, hand, numbers)
            for k in range(count):
                share = own_reach * numbers[k]
                here[k, hand] = share
                here[k, HANDS] += share
                averages[start + k] += np.float32(weight * share)


@kernel(nogil=True, counted=False)
def respond(
    nodes: Int32s, table: Floats32, worths: Int64s, squares: Int64s, errors: float, responses: Int8s, numbers: Floats
) -> None:
    """Write each player's response to the values of the ends after each action; ``worths`` and ``squares`` are used up.

    It deviates from the strategy where the best action is better by so many standard ``errors``, which sums of squares
    bound; without ``squares`` wherever it is better, so that it is a best response in the deals.
    """
    for node in range(len(nodes) - 1, -1, -1):
        count, above = nodes[node, COUNT], nodes[node, ABOVE]
        for hand in range(HANDS):
            start = strategy_at(nodes, table, node, hand, numbers)
            best, base, spread = 0, 0.0, 0.0
            for k in range(count):
                base += numbers[k] * worths[start + k]
                if worths[start + k] > worths[start + best]:
                    best = k
            worth = float(worths[start + best])
            if len(squares):
                for k in range(count):
                    spread += numbers[k] * squares[start + k]
                deviates = worth - base > errors * np.sqrt((spread + squares[start + best]) / SQUARE)
            else:
                deviates = worth > base
            responses[np.int64(node) * HANDS + hand] = best if deviates else FOLLOWS
            if above >= 0:
                entry = np.int64(nodes[above, FIRST]) * HANDS + hand * nodes[above, COUNT] + nodes[node, ABOVE_STEP]
                worths[entry] += np.int64(np.rint(worth if deviates else base))
                if len(squares):
                    squares[entry] += squares[start + best] if deviates else np.int64(np.rint(spread))
