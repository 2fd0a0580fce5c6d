"""Many hands at once, compiled: the kernels of ``BatchedGame`` and ``PokerVectorEnv`` on the tables of a game.

A hand is a row of ``words``, int32 [hands, words]: its node, then whatever the engine keeps beside it.

| engine | for | a node is | words after the node |
|---|---|---|---|
| ``TREE`` | any game with a tree | a history, chance left out | - |
| ``RANGES`` | two ranges | a line of betting | both hands, then the board by its number |
| ``BET_FOLD`` | bet or fold | how many have chosen | the cards, then the choices |

Chance draws on one generator a hand (splitmix64, whose state is a counter), so that a hand's course depends on its own seed and
actions alone.

What an engine other than ``TREE`` does by itself is in functions of its own. All else stands in the kernels: numba counts
references to arrays that are passed on, which takes longer than a step.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np

from pokerzoo.envs.games.bet_fold_exact import net_chips_kernel
from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, Int8s, Int32s, Int64s, Uint8s, Uint64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.splitmix import SECOND, STEP, mix_bits, mixed

Words: TypeAlias = Int32s
"""int32 [hands, words]: all that is kept of each hand; see above."""
Generators: TypeAlias = Uint64s
"""uint64 [hands]: the state of each hand's generator."""
Actions: TypeAlias = Int64s
"""int64 [hands]: an action id for each hand; [0]: none is played."""
HandMarks: TypeAlias = Bools
"""bool [hands]: the hands for which something holds."""
Observations: TypeAlias = Floats32
"""float32 [hands, entries]: what the player to move observes."""
Masks: TypeAlias = Uint8s
"""uint8 [hands or kinds, actions]: 1 where an action is legal."""
Rewards: TypeAlias = Floats
"""float64 [hands, players]: net chips."""
Nodes: TypeAlias = Int32s
"""int32 [nodes, NEXT + actions]: see ``ACTOR`` and what follows it."""
LegalActions: TypeAlias = Int64s
"""int64 [kinds, actions]: for each set of legal actions that occurs these actions, then zeros."""
Payoffs: TypeAlias = Floats
"""float64 [ends, outcomes, players]: net chips; see ``GameTables.payoffs``."""
Starts: TypeAlias = Int64s
"""int64 [lotteries + 1]: where the prizes of each lottery start, and the end of the last."""
Thresholds: TypeAlias = Floats
"""float64 [prizes]: below it the prize itself is drawn, else its alias (Walker's alias method)."""
Prizes: TypeAlias = Int32s
"""int32 [prizes, 2]: a node or hand, and that of the alias."""
Weights: TypeAlias = Floats
"""float64 [prizes]: how likely each prize is, in any unit."""
Ranks: TypeAlias = Int32s
"""int32 [players, boards x hands]: place of a hand among those that the player can hold on the boards of a number of cards."""
HandCards: TypeAlias = Int32s
"""int32 [hands, cards a hand]: the cards of each hand."""
Strengths: TypeAlias = Int32s
"""int32 [full boards x hands]: the greater the better."""
Boards: TypeAlias = Int64s
"""int64 [stages + 1]: where the boards of each number of cards start, counted through, and the end of the last."""

TREE, RANGES, BET_FOLD = range(3)
ACTOR, INFOSET, ENTRY, KIND, PASSIVE, STAGE, NEXT = range(7)
"""Columns of ``GameTables.nodes``.

The first two are the player to move (negative at the ends), and the infoset, or the first of the node's infosets (at the
ends the row of ``GameTables.payoffs``). The next are where its probabilities start in a policy, the row of
``GameTables.legal``, and what is played for an illegal action. Then comes how many public cards have come since the start
(``RANGES``, else 0), and from ``NEXT`` on where each action leads.
"""
ILLEGAL = -1
"""In the place of a node: the action is not legal. Numbers below this stand for lotteries: ``-2 - number``."""
BLANK = 0
"""The row of observations that shows nothing."""
TRIES = 64
"""Hands of the second player that are drawn in the hope that they share no card with the first's."""

BITS_11 = np.uint64(11)
UNIT = 2.0**-53


class GameTables(NamedTuple):
    """A game. What an engine does not use has no rows."""

    engine: int  # ``TREE``, ``RANGES`` or ``BET_FOLD``
    root: int  # node or lottery that a hand starts with (``TREE``; the others start at node 0)
    nodes: Nodes  # [nodes, NEXT + actions]
    legal_count: Int64s  # [kinds]: how many actions are legal, for each set of legal actions that occurs
    legal: LegalActions  # [kinds, actions]: the legal ones, then zeros
    masks: Masks  # [kinds, actions]: 1 where legal
    rows: Floats32  # [rows, entries]: observations, for all but ``TREE`` without the player's hand; the first is all zeros
    shown: Int32s  # [nodes, players]: the row that each player is shown; -1 where it is not shown
    # [ends, outcomes, players]: net chips. ``TREE``: one outcome; ``RANGES``: the first player's hand loses, ties, wins;
    # ``BET_FOLD``: blind and stake
    payoffs: Payoffs
    # [lotteries + 1]: where the prizes of each lottery start. ``TREE``: all chance moves in a row are one lottery; ``RANGES``:
    # one for each player's hand
    first: Starts
    threshold: Thresholds  # [prizes]: below it the prize itself, else its alias
    prize: Prizes  # [prizes, 2]: a node or hand, and that of the alias
    weight: Weights  # [prizes]: of the prize
    # [players, boards x hands]: where a hand's infoset stands among a node's. ``RANGES``: boards are counted through, boards
    # with no card first; the other kinds have one board
    rank: Ranks
    cards: HandCards  # [hands, cards a hand]
    first_card: int  # entry of the first card of the deck in a row
    strength: Strengths  # [full boards x hands]: the greater the better
    # [stages + 1]: where the boards of each number of cards start, and the end of the last. The boards that follow a board
    # stand together, in the order of the boards and then of the cards
    boards: Boards
    turned: Int32s  # [boards]: the card that came last
    turned_at: Int64s  # [stages]: the entry, in a row of observations, of the first card of the deck as this public card


@kernel(cached=False)
def unit_float(x: np.uint64) -> float:
    """From a generator's state, a uint64, to a number from 0 to 1 (less than 1), in steps of 2**-53."""
    return np.float64(np.int64(mixed(x) >> BITS_11)) * UNIT


@kernel
def draw_uniform(rng: Generators, i: int) -> float:
    """The next number of generator ``i``."""
    rng[i] += STEP
    return unit_float(rng[i])


def generator_states(seeds: Uint64s, use: int) -> Uint64s:
    """One generator for each seed: uint64 [seeds]. Different ``use`` gives different ones."""
    with np.errstate(over="ignore"):
        start = seeds * SECOND + np.uint64(use + 1) * STEP
        for _ in range(2):
            start = mix_bits(start) + STEP
    return start


@kernel(cached=False)
def drawn_hand(lottery: int, first: Starts, threshold: Thresholds, prize: Prizes, rng: Generators, i: int) -> int:
    """A hand of a player's range."""
    start = first[lottery]
    scaled = draw_uniform(rng, i) * (first[lottery + 1] - start)
    cell = np.int64(scaled)
    left = scaled - cell
    hand: int = prize[start + cell, 0 if left < threshold[start + cell] else 1]
    return hand


@kernel(cached=False)
def share_a_card(cards: HandCards, one: int, two: int) -> bool:
    """True if two hands cannot be dealt together."""
    for a in range(cards.shape[1]):
        for b in range(cards.shape[1]):
            if cards[one, a] == cards[two, b]:
                return True
    return False


@kernel(cached=False)
def left_over(one: int, first: Starts, prize: Prizes, weight: Weights, cards: HandCards, share: float) -> int:
    """The second player's hand at this share of the weight of those that share no card with the first player's."""
    total = 0.0
    for k in range(first[1], first[2]):
        if not share_a_card(cards, one, prize[k, 0]):
            total += weight[k]
    total *= share
    two = -1
    for k in range(first[1], first[2]):
        if weight[k] > 0.0 and not share_a_card(cards, one, prize[k, 0]):
            two = prize[k, 0]
            total -= weight[k]
            if total < 0.0:
                break
    return two


@kernel(cached=False)
def deal_ranges(
    first: Starts,
    threshold: Thresholds,
    prize: Prizes,
    weight: Weights,
    cards: HandCards,
    words: Words,
    rng: Generators,
    i: int,
) -> None:
    """Two hands: the first by how often it is dealt, the second until it shares no card with it."""
    one = drawn_hand(0, first, threshold, prize, rng, i)
    two = drawn_hand(1, first, threshold, prize, rng, i)
    tries = 1
    while share_a_card(cards, one, two):
        if tries == TRIES:  # the first player blocks nearly all of the range
            two = left_over(one, first, prize, weight, cards, draw_uniform(rng, i))
            break
        two = drawn_hand(1, first, threshold, prize, rng, i)
        tries += 1
    words[i, 1] = one
    words[i, 2] = two


@kernel(cached=False)
def holds_card(cards: HandCards, hand: int, card: int) -> bool:
    """True if a hand has this card."""
    found = False
    for k in range(cards.shape[1]):
        found |= cards[hand, k] == card
    return found


@kernel(cached=False)
def turn_up(
    stage: int, until: int, boards: Boards, turned: Int32s, cards: HandCards, words: Words, rng: Generators, i: int
) -> None:
    """Turn up public cards up to ``until`` of them: each that is neither on the board nor in a hand is equally likely."""
    board = np.int64(words[i, 3])
    while stage < until:
        stage += 1
        first = boards[stage]
        follow = (boards[stage + 1] - first) // (first - boards[stage - 1])
        child = np.int64(0)
        again = True
        while again:
            child = board * follow + np.int64(draw_uniform(rng, i) * follow)
            card = turned[first + child]
            again = holds_card(cards, words[i, 1], card) or holds_card(cards, words[i, 2], card)
        board = child
    words[i, 3] = board


@kernel(cached=False)
def board_of(stage: int, boards: Boards, words: Words, i: int) -> int:
    """The number of a hand's board, all boards counted through."""
    found: int = boards[stage] + words[i, 3]
    return found


@kernel(cached=False)
def mark_board(stage: int, boards: Boards, turned: Int32s, turned_at: Int64s, words: Words, i: int, out: Observations) -> None:
    """Put the public cards that have come into ``out[i]``."""
    board = np.int64(words[i, 3])
    while stage > 0:
        first = boards[stage]
        out[i, turned_at[stage] + turned[first + board]] = 1.0
        board //= (boards[stage + 1] - first) // (first - boards[stage - 1])
        stage -= 1


@kernel(cached=False)
def deal_bet_fold(players: int, cards: int, words: Words, rng: Generators, i: int) -> None:
    """A card for each, no two alike."""
    for player in range(players):
        words[i, 1 + players + player] = 0
        again = True
        while again:
            card = np.int32(draw_uniform(rng, i) * cards)
            again = False
            for other in range(player):
                again |= words[i, 1 + other] == card
            words[i, 1 + player] = card


@kernel(cached=False)
def ranges_payoff(payoffs: Payoffs, strength: Strengths, hands: int, words: Words, i: int, player: int) -> float:
    """Net chips of a player at a line that is an end; after a fold the board may be short, but then all outcomes are one."""
    first = np.int64(words[i, 3]) * hands
    one, two = strength[first + words[i, 1]], strength[first + words[i, 2]]
    won: float = payoffs[words[i, 0], 0 if one < two else (1 if one == two else 2), player]
    return won


@kernel(cached=False)
def bet_fold_payoff(blind: float, stake: float, players: int, words: Words, i: int, player: int) -> float:
    """Net chips of a player once all have chosen."""
    winner, count = -1, 0
    for other in range(players):
        if words[i, 1 + players + other] == 1:
            count += 1
            if winner < 0 or words[i, 1 + other] > words[i, 1 + winner]:
                winner = other
    bets = words[i, 1 + players + player] == 1
    return net_chips_kernel(bets, player == winner, count - int(bets), players, blind, stake)  # type: ignore[no-any-return]


@kernel(cached=False)
def mark_hand(
    bet_fold: bool, cards: HandCards, first_card: int, rank: Ranks, words: Words, i: int, player: int, out: Observations
) -> None:
    """Put a player's hand into ``out[i]``; in the bet/fold game at the end the player's choice too."""
    hand = words[i, 1 + player]
    for k in range(cards.shape[1]):
        out[i, first_card + cards[hand, k]] = 1.0
    if bet_fold:
        players, deck = rank.shape
        out[i, players + deck] = hand / (deck - 1)
        if words[i, 0] == players:
            out[i, players + deck + 1 + words[i, 1 + players + player]] = 1.0


# The kernels of BatchedGame.


@kernel(nogil=True)
def first_illegal(nodes: Nodes, masks: Masks, words: Words, actions: Actions) -> int:
    """The first hand whose action is not legal, -1 if all are; hands that are over take any, which is made 0."""
    for i in range(words.shape[0]):
        node, action = words[i, 0], actions[i]
        if action < 0 or action >= masks.shape[1] or masks[nodes[node, KIND], action] == 0:
            if nodes[node, ACTOR] >= 0:
                return i
            actions[i] = 0
    return -1


@kernel(nogil=True)
def play_hands(
    tables: GameTables,
    words: Words,
    rng: Generators,
    actions: Actions,
    dealt: HandMarks,
    autoreset: bool,
    players: Int8s,
    observation: Observations,
    mask: Masks,
    rewards: Rewards,
    terminated: HandMarks,
    infosets: Int32s,
) -> None:
    """Play legal actions, or deal new hands, and write what there is to see."""
    engine, root, nodes, masks, rows, shown = tables.engine, tables.root, tables.nodes, tables.masks, tables.rows, tables.shown
    payoffs, first, threshold, prize, weight = tables.payoffs, tables.first, tables.threshold, tables.prize, tables.weight
    rank, cards, first_card, strength = tables.rank, tables.cards, tables.first_card, tables.strength
    boards, turned, turned_at = tables.boards, tables.turned, tables.turned_at
    some_played, some_dealt = len(actions) > 0, len(dealt) > 0
    for i in range(words.shape[0]):
        for player in range(rewards.shape[1]):
            rewards[i, player] = 0.0
        node = words[i, 0]
        place = node
        dealing = some_dealt and dealt[i]
        if some_played and nodes[node, ACTOR] >= 0:
            place = nodes[node, NEXT + actions[i]]
            if engine == BET_FOLD:
                words[i, nodes.shape[0] + node] = actions[i]
        # What chance has ended alone is paid when it is dealt or, under autoreset, in the step after.
        pays = (some_played and (autoreset or nodes[node, ACTOR] >= 0)) or (dealing and not autoreset)
        paid = False
        while True:
            if dealing:
                place = root
                if engine == RANGES:
                    deal_ranges(first, threshold, prize, weight, cards, words, rng, i)
                    words[i, 3] = 0
                elif engine == BET_FOLD:
                    deal_bet_fold(rank.shape[0], rank.shape[1], words, rng, i)
            if place < 0:
                rng[i] += STEP
                scaled = unit_float(rng[i]) * (first[-1 - place] - first[-2 - place])
                cell = np.int64(scaled)
                left = scaled - cell
                cell += first[-2 - place]
                place = prize[cell, 0 if left < threshold[cell] else 1]
            elif engine == RANGES:
                turn_up(0 if dealing else nodes[node, STAGE], nodes[place, STAGE], boards, turned, cards, words, rng, i)
            node = place
            words[i, 0] = node
            if not pays or nodes[node, ACTOR] >= 0:
                break
            paid = True
            for player in range(rewards.shape[1]):
                if engine == TREE:
                    rewards[i, player] = payoffs[nodes[node, INFOSET], 0, player]
                elif engine == RANGES:
                    rewards[i, player] = ranges_payoff(payoffs, strength, len(cards), words, i, player)
                else:
                    blind, stake = payoffs[0, 0, 0], payoffs[0, 1, 0]
                    rewards[i, player] = bet_fold_payoff(blind, stake, rewards.shape[1], words, i, player)
            if not autoreset:
                break
            pays, dealing = False, True
        mover = nodes[node, ACTOR]
        terminated[i] = paid or (mover < 0 and not autoreset)
        players[i] = mover
        row = nodes[node, KIND]
        for action in range(mask.shape[1]):
            mask[i, action] = masks[row, action]
        row = shown[node, mover] if mover >= 0 else BLANK
        for k in range(observation.shape[1]):
            observation[i, k] = rows[row, k]
        infosets[i] = nodes[node, INFOSET] if mover >= 0 else ILLEGAL
        if engine != TREE and mover >= 0:
            place = words[i, 1 + mover]
            if engine == RANGES:
                place += board_of(nodes[node, STAGE], boards, words, i) * len(cards)
                mark_board(nodes[node, STAGE], boards, turned, turned_at, words, i, observation)
            infosets[i] += rank[mover, place]
            mark_hand(engine == BET_FOLD, cards, first_card, rank, words, i, mover, observation)


@kernel(nogil=True)
def random_actions(nodes: Nodes, legal_count: Int64s, legal: LegalActions, words: Words, rng: Generators, out: Actions) -> None:
    """For each hand a legal action, all equally likely; 0 where it is over."""
    for i in range(words.shape[0]):
        node = words[i, 0]
        row = nodes[node, KIND]
        rng[i] += STEP
        action = legal[row, np.int64(unit_float(rng[i]) * legal_count[row])]
        out[i] = action if nodes[node, ACTOR] >= 0 else 0


# The kernels of PokerVectorEnv.


class SeatAssignment(NamedTuple):
    """The seats of the agent and of the others."""

    seat: Int64s  # [hands]: the agent's seat
    fixed: int  # the seat in every hand, -1 for a random one
    # [others, entries]: the others' strategies, in seat order; [others, 0]: every legal action is equally likely
    policies: Floats


class ViewArrays(NamedTuple):
    """The arrays that a step writes."""

    observation: Floats32  # [hands, entries]
    mask: Uint8s  # [hands, actions]
    rewards: Floats  # [hands]
    terminated: Bools  # bool [hands]
    infoset: Int64s  # [hands]: -1 where the agent is not to move
    illegal: Bools  # bool [hands]: whether the action was not legal
    new: Bools  # bool [hands]: whether a hand was dealt
    final: Floats32  # [hands, entries]: what was seen last of a hand, where another was dealt in the same step


@kernel(nogil=True)
def judge_actions(tables: GameTables, words: Words, over: HandMarks, actions: Actions, strict: bool, illegal: HandMarks) -> int:
    """Put a legal action in the place of each that is not, and mark it in ``illegal``."""
    nodes, masks = tables.nodes, tables.masks
    for i in range(words.shape[0]):
        node, action = words[i, 0], actions[i]
        bad = action < 0 or action >= masks.shape[1] or masks[nodes[node, KIND], action] == 0
        bad &= nodes[node, ACTOR] >= 0 and not over[i]
        illegal[i] = bad
        if bad:
            actions[i] = nodes[node, PASSIVE]
            if strict or actions[i] < 0 or masks[nodes[node, KIND], actions[i]] == 0:
                return i
    return -1


@kernel(nogil=True)
def play_views(
    tables: GameTables,
    words: Words,
    rng: Generators,
    seats: SeatAssignment,
    over: HandMarks,
    actions: Actions,
    dealt: HandMarks,
    same_step: bool,
    views: ViewArrays,
) -> None:
    """Play legal actions up to the agent's next decision, or deal, and write what there is to see."""
    engine, root, nodes, masks, rows, shown = tables.engine, tables.root, tables.nodes, tables.masks, tables.rows, tables.shown
    payoffs, first, threshold, prize, weight = tables.payoffs, tables.first, tables.threshold, tables.prize, tables.weight
    rank, cards, first_card, strength = tables.rank, tables.cards, tables.first_card, tables.strength
    boards, turned, turned_at = tables.boards, tables.turned, tables.turned_at
    legal_count, legal, players = tables.legal_count, tables.legal, tables.shown.shape[1]
    seat_of, fixed, policies = seats.seat, seats.fixed, seats.policies
    observation, mask, rewards, terminated, final = views.observation, views.mask, views.rewards, views.terminated, views.final
    infosets, new = views.infoset, views.new
    for i in range(words.shape[0]):
        rewards[i] = 0.0
        terminated[i] = False
        dealing = dealt[i]
        new[i] = dealing
        node = words[i, 0]
        playing = not dealing and len(actions) > 0 and not over[i]
        chosen = actions[i] if playing and nodes[node, ACTOR] >= 0 else ILLEGAL
        seat = seat_of[i]
        while True:
            place = node
            dealt_now = dealing
            if dealing:
                dealing = False
                over[i] = False
                if fixed < 0:
                    rng[i] += STEP
                    seat = np.int64(unit_float(rng[i]) * players)
                    seat_of[i] = seat
                place = root
                if engine == RANGES:
                    deal_ranges(first, threshold, prize, weight, cards, words, rng, i)
                    words[i, 3] = 0
                elif engine == BET_FOLD:
                    deal_bet_fold(players, rank.shape[1], words, rng, i)
            elif chosen >= 0:
                place = nodes[node, NEXT + chosen]
                if engine == BET_FOLD:
                    words[i, nodes.shape[0] + node] = chosen
            if place < 0:
                rng[i] += STEP
                scaled = unit_float(rng[i]) * (first[-1 - place] - first[-2 - place])
                cell = np.int64(scaled)
                left = scaled - cell
                cell += first[-2 - place]
                place = prize[cell, 0 if left < threshold[cell] else 1]
            elif engine == RANGES:
                turn_up(0 if dealt_now else nodes[node, STAGE], nodes[place, STAGE], boards, turned, cards, words, rng, i)
            node = place
            words[i, 0] = node
            mover = nodes[node, ACTOR]
            if mover >= 0 and mover != seat:  # one of the others chooses
                row = nodes[node, KIND]
                entry = np.int64(nodes[node, ENTRY])
                if engine == RANGES:
                    index = board_of(nodes[node, STAGE], boards, words, i) * len(cards) + words[i, 1 + mover]
                    entry += rank[mover, index] * legal_count[row]
                elif engine == BET_FOLD:
                    entry += rank[mover, words[i, 1 + mover]] * legal_count[row]
                other = mover - (1 if mover > seat else 0)
                rng[i] += STEP
                left = unit_float(rng[i])
                if policies.shape[1] == 0:
                    chosen = legal[row, np.int64(left * legal_count[row])]
                    continue
                for k in range(legal_count[row]):
                    probability = policies[other, entry + k]
                    if probability > 0.0:
                        chosen = legal[row, k]
                        left -= probability
                        if left < 0.0:
                            break
                continue
            if mover >= 0 or not playing:
                break
            playing = False
            terminated[i] = True
            over[i] = True
            if engine == TREE:
                rewards[i] = payoffs[nodes[node, INFOSET], 0, seat]
            elif engine == RANGES:
                rewards[i] = ranges_payoff(payoffs, strength, len(cards), words, i, seat)
            else:
                rewards[i] = bet_fold_payoff(payoffs[0, 0, 0], payoffs[0, 1, 0], players, words, i, seat)
            if not same_step:
                break
            row = shown[node, seat]
            for k in range(final.shape[1]):
                final[i, k] = rows[row, k]
            if engine != TREE:
                mark_hand(engine == BET_FOLD, cards, first_card, rank, words, i, seat, final)
            if engine == RANGES:
                mark_board(nodes[node, STAGE], boards, turned, turned_at, words, i, final)
            dealing = True
            new[i] = True
        row = shown[node, seat]
        for k in range(observation.shape[1]):
            observation[i, k] = rows[row, k]
        infosets[i] = ILLEGAL
        if mover >= 0:
            infosets[i] = nodes[node, INFOSET]
        if engine != TREE:
            mark_hand(engine == BET_FOLD, cards, first_card, rank, words, i, seat, observation)
            place = words[i, 1 + max(mover, 0)]
            if engine == RANGES:
                mark_board(nodes[node, STAGE], boards, turned, turned_at, words, i, observation)
                place += board_of(nodes[node, STAGE], boards, words, i) * len(cards)
            if mover >= 0:
                infosets[i] += rank[mover, place]
        row = nodes[node, KIND]
        for action in range(mask.shape[1]):
            mask[i, action] = masks[row, action]
