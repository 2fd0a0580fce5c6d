"""Decisions of the baselines for whole hands of hold'em, in words in docs/howto/whole_hands.md: compiled functions on rows.

They read what the player to act may know: the own cards, the public cards and the betting. The other hands and the cards to
come are in the same row, and are never read (a test exchanges them).
"""

from __future__ import annotations

import numpy as np

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.poker.draws import FLUSH_DRAW, GUTSHOT, OPEN_ENDED
from pokerzoo.envs.poker.hand_draws import (
    ACE_HIGH,
    LOW_PAIR,
    OVERPAIR,
    SECOND_PAIR,
    TOP_PAIR,
    TWO_PAIR,
    made_hand,
    strong_draws,
)
from pokerzoo.envs.poker.hand_strength import CATEGORY_SHIFT, STRAIGHT, short_deck_strength, strength_of
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.random_numbers import FIRST, STEP, mixed
from pokerzoo.envs.whole_hands.row import BIG_BLIND, BOARD, DECK, DECK_CARDS, HOLES, NUM_BOARD, NUM_DECK, SHORT_DECK
from pokerzoo.envs.whole_hands.showdown import bit_of, public_cards

STYLES = ("random", "always_fold", "always_call", "always_raise", "tight", "loose", "equity", "honest")
"""The baselines for whole hands; a style is the number of one."""
RANDOM, ALWAYS_FOLD, ALWAYS_CALL, ALWAYS_RAISE, TIGHT, LOOSE, EQUITY, HONEST = range(len(STYLES))

STYLE, SAMPLES, SEED = range(3)
"""Columns of a player."""

RAISES = np.array([[0.15, 0.03, 0.02], [0.20, 0.05, 0.03]])
"""[tight or loose, raises so far] The share of all starting hands, the best, with which a player raises before the flop."""
CALLS = np.array([[0.15, 0.10, 0.04], [0.60, 0.40, 0.15]])
"""[tight or loose, raises so far] The same for calls."""
STRONG, GOOD, FAIR, WEAK, NOTHING = range(5)
WINS = np.array([0.85, 0.65, 0.40, 0.20, 0.05])
"""Share of wins assumed for a hand of each grade."""
HITS = np.array([[0.35, 0.32, 0.16], [0.20, 0.17, 0.09]])
"""[two cards to come or one, flush draw, open-ended, gutshot] How often a draw is taken to come in."""
MARGIN = 0.10
BET_FROM, POT_FROM, TWICE_FROM, STEP_UP = 0.60, 0.75, 0.90, 0.05
"""Of the equity player: strengths from which on it bets half the pot, the pot and twice the pot; what each bet before adds."""
BETS_ABOVE, CALLS_FROM = 2 / 3, 1 / 3
"""Of the honest player: equities."""

U_32 = np.uint64(32)


@kernel
def decide_action(rules: Int64s, hand: Int64s, player: Int64s, shares: Floats, number: float) -> int:
    """The action of the player to act."""
    style = player[STYLE]
    if style == RANDOM:
        return at_random(rules, hand, number)
    if style == ALWAYS_FOLD:
        return passive_action(hand)
    if style == ALWAYS_CALL:
        return col.CALL
    if style == ALWAYS_RAISE:
        return bet_to(rules, hand, 0)
    if style in (EQUITY, HONEST):
        word = bit_of(rules, hand[HOLES + 2 * hand[col.ACTOR]]) | bit_of(rules, hand[HOLES + 2 * hand[col.ACTOR] + 1])
        others, board = opponents_met(rules, hand, style), board_word(rules, hand)
        share = equity_against(rules, word, board, hand[NUM_BOARD], others, player[SAMPLES], player[SEED])
        return by_share(rules, hand, style, share)
    if hand[NUM_BOARD] == 0:
        return before_flop(rules, hand, style - TIGHT, shares)
    return after_flop(rules, hand, style - TIGHT)


@kernel
def decide_for_hands(
    rules: Int64s,
    hand: Int64s,
    player: Int64s,
    shares: Floats,
    hands: Int64s,
    wanted: Floats,
    equities: Floats,
    actions: Int64s,
) -> None:
    """The action of a style that is not random with each of many hands, -1 where it is not requested."""
    at = HOLES + 2 * hand[col.ACTOR]
    high, low = hand[at], hand[at + 1]
    for k in range(len(hands)):
        actions[k] = -1
        if wanted[k] > 0.0:
            if len(equities):
                actions[k] = by_share(rules, hand, player[STYLE], equities[k])
                continue
            hand[at], hand[at + 1] = hands[k, 0], hands[k, 1]
            actions[k] = decide_action(rules, hand, player, shares, 0.0)
    hand[at], hand[at + 1] = high, low


@kernel(nogil=True)
def decide_in_rows(
    rules: Int64s, rows: Int64s, hands: Int64s, player: Int64s, shares: Floats, numbers: Floats, actions: Int64s
) -> None:
    """The action of a style in each of some hands."""
    for k in range(len(hands)):
        actions[k] = decide_action(rules, rows[hands[k]], player, shares, numbers[k])


@kernel
def passive_action(hand: Int64s) -> int:
    """Check, else fold."""
    return col.FOLD if hand[col.LEGAL] & 1 << col.FOLD else col.CALL


@kernel
def at_random(rules: Int64s, hand: Int64s, number: float) -> int:
    """Each legal action with the same probability."""
    legal, count = hand[col.LEGAL], 0
    bits = legal
    while bits:
        bits &= bits - 1
        count += 1
    amounts = hand[col.MOST_TO] - hand[col.LEAST_TO] + 1 if rules[col.NUM_SIZES] == 0 and hand[col.LEAST_TO] > 0 else 0
    k = int(number * (count + amounts))
    if k >= count:
        return int(col.BET - 1 + hand[col.LEAST_TO] + k - count)
    action = 0
    while True:
        if legal >> action & 1:
            if k == 0:
                return action
            k -= 1
        action += 1


@kernel
def bet_to(rules: Int64s, hand: Int64s, wanted: int) -> int:
    """The bet or raise whose total is nearest, of two the smaller one; check or call where there is none."""
    if hand[col.LEAST_TO] == 0:
        return col.CALL
    if rules[col.NUM_SIZES] == 0:
        return int(col.BET - 1 + min(max(wanted, hand[col.LEAST_TO]), hand[col.MOST_TO]))
    action, nearest, its_total = col.CALL, 0, 0
    for k in range(col.BET, col.BET + rules[col.NUM_SIZES]):
        if hand[col.LEGAL] >> k & 1:
            total = hand[col.TOTALS + k]
            apart = abs(total - wanted)
            if action == col.CALL or apart < nearest or (apart == nearest and total < its_total):
                action, nearest, its_total = k, apart, total
    return action


@kernel
def pot_odds(rules: Int64s, hand: Int64s) -> float:
    """The chips to call as a share of what can be won with them, themselves included; 0 where checking is free."""
    seat = hand[col.ACTOR]
    call = hand[col.CALL_TO] - hand[col.IN_ROUND + seat]
    if call == 0:
        return 0.0
    paid = hand[col.IN_HAND + seat] + call
    pot = hand[col.DEAD] + call
    for other in range(rules[col.NUM_PLAYERS]):
        pot += min(hand[col.IN_HAND + other], paid)
    return float(call / pot)


@kernel
def pot_after_call(rules: Int64s, hand: Int64s) -> int:
    """All chips in the middle once the actor has called."""
    pot = hand[col.DEAD] + hand[col.CALL_TO] - hand[col.IN_ROUND + hand[col.ACTOR]]
    for seat in range(rules[col.NUM_PLAYERS]):
        pot += hand[col.IN_HAND + seat]
    return int(pot)


@kernel
def own_card(rules: Int64s, hand: Int64s, k: int) -> int:
    """A card of the player to act as a number of the 52."""
    return int(rules[DECK_CARDS + hand[HOLES + 2 * hand[col.ACTOR] + k]])


@kernel
def board_word(rules: Int64s, hand: Int64s) -> int:
    """The public cards as a word."""
    word = 0
    for k in range(hand[NUM_BOARD]):
        word |= bit_of(rules, hand[BOARD + k])
    return word


@kernel
def best_of(rules: Int64s, word: int, num_cards: int) -> int:
    """Strength under the rules of the deck."""
    strength: int = short_deck_strength(word, num_cards) if rules[DECK] == SHORT_DECK else strength_of(word, num_cards)
    return strength


@kernel
def before_flop(rules: Int64s, hand: Int64s, loose: int, shares: Floats) -> int:
    """Tight and loose before the flop."""
    share = shares[own_card(rules, hand, 0), own_card(rules, hand, 1)]
    raises = min(max(hand[col.NUM_BETS] - 1, 0), 2)
    if share <= RAISES[loose, raises]:
        return bet_to(rules, hand, 3 * max(hand[col.HIGHEST], rules[BIG_BLIND]))
    return col.CALL if share <= CALLS[loose, raises] else passive_action(hand)


@kernel
def made_hand_grade(made: int) -> int:
    """The grade of a made hand."""
    if made <= TWO_PAIR:
        return STRONG
    if made in (OVERPAIR, TOP_PAIR):
        return GOOD
    if made <= SECOND_PAIR:
        return FAIR
    return WEAK if made in (LOW_PAIR, ACE_HIGH) else NOTHING


@kernel
def after_flop(rules: Int64s, hand: Int64s, loose: int) -> int:
    """Tight and loose after the flop."""
    first, second = own_card(rules, hand, 0), own_card(rules, hand, 1)
    board, cards = board_word(rules, hand), hand[NUM_BOARD]
    word = board | bit_of(rules, hand[HOLES + 2 * hand[col.ACTOR]]) | bit_of(rules, hand[HOLES + 2 * hand[col.ACTOR] + 1])
    kind = best_of(rules, word, cards + 2) >> CATEGORY_SHIFT
    made = made_hand_grade(made_hand(first, second, board, kind))
    to_come = public_cards(rules) - cards
    draws = strong_draws(first, second, board, cards, kind) if to_come > 0 else 0
    bets = hand[col.NUM_BETS]
    if bets == 0:
        worth = made <= (FAIR if loose else GOOD) or (loose and draws & (FLUSH_DRAW | OPEN_ENDED))
        return bet_to(rules, hand, 2 * pot_after_call(rules, hand) // 3) if worth else passive_action(hand)
    if (made == STRONG and (bets < 3 or kind >= STRAIGHT)) or (loose and made == GOOD and bets == 1):
        return bet_to(rules, hand, 3 * hand[col.HIGHEST])
    wins = WINS[made]
    for k, draw in enumerate((FLUSH_DRAW, OPEN_ENDED, GUTSHOT)):
        if draws & draw:
            wins = max(wins, HITS[2 - to_come, k])
    wins += MARGIN if loose else -MARGIN
    return col.CALL if wins >= pot_odds(rules, hand) else passive_action(hand)


@kernel
def others_in(rules: Int64s, hand: Int64s) -> int:
    """The number of opponents still in the hand."""
    others = -1
    for seat in range(rules[col.NUM_PLAYERS]):
        others += hand[col.LIVE] >> seat & 1
    return others


@kernel
def opponents_met(rules: Int64s, hand: Int64s, style: int) -> int:
    """The number of random hands against which a style that goes by equity measures its hand."""
    return 1 if style == HONEST else others_in(rules, hand)


@kernel
def by_share(rules: Int64s, hand: Int64s, style: int, share: float) -> int:
    """The action of a style that goes by equity."""
    if style == EQUITY:
        return by_equity(rules, hand, others_in(rules, hand), share)
    if share > BETS_ABOVE:
        return bet_to(rules, hand, 0)
    return col.CALL if share >= CALLS_FROM else passive_action(hand)


@kernel
def by_equity(rules: Int64s, hand: Int64s, others: int, share: float) -> int:
    """The action for a share of the pot that the hand wins against random hands of those still in."""
    needed = pot_odds(rules, hand)
    if share < needed:
        return col.FOLD
    strength = share ** (1.0 / others) - STEP_UP * hand[col.NUM_BETS]
    if needed == 0.0 and hand[col.NUM_BETS] > 0:  # the big blind, not raised
        strength += STEP_UP
    pot = pot_after_call(rules, hand)
    if strength >= TWICE_FROM:
        return bet_to(rules, hand, hand[col.HIGHEST] + 2 * pot)
    if strength >= POT_FROM:
        return bet_to(rules, hand, hand[col.HIGHEST] + pot)
    if strength >= BET_FROM and needed == 0.0:
        return bet_to(rules, hand, hand[col.HIGHEST] + pot // 2)
    return col.CALL


@kernel
def equity_against(rules: Int64s, word: int, board: int, num_board: int, others: int, samples: int, seed: int) -> float:
    """An estimate of the share of the pot that a hand wins on average against random hands, all-in."""
    left, count = np.empty(52, np.int64), 0
    for card in range(rules[NUM_DECK]):
        bit = bit_of(rules, card)
        if not (word | board) & bit:
            left[count] = bit
            count += 1
    # The draws follow from hand, board, opponents and seed: the same question has always the same answer.
    state = mixed(np.uint64(seed) + STEP)
    state = mixed(state ^ np.uint64(word))
    state = mixed(state ^ np.uint64(board)) + np.uint64(others) * FIRST
    public = public_cards(rules)
    needed = public - num_board + 2 * others
    total = 0.0
    for _ in range(samples):
        for k in range(needed):
            state += STEP
            j = k + int((mixed(state) >> U_32) * np.uint64(count - k) >> U_32)
            left[k], left[j] = left[j], left[k]
        full = board
        for k in range(2 * others, needed):
            full |= left[k]
        mine = best_of(rules, word | full, public + 2)
        ties = 1
        for other in range(others):
            theirs = best_of(rules, full | left[2 * other] | left[2 * other + 1], public + 2)
            if theirs > mine:
                ties = 0
                break
            ties += theirs == mine
        if ties:
            total += 1.0 / ties
    return total / samples


@kernel
def hand_equities(rules: Int64s, hands: Int64s, board: Int64s, others: int, samples: int, seed: int, equities: Floats) -> None:
    """``equity_against`` of many hands; 0 of those that share a card with the board."""
    seen = 0
    for card in board:
        seen |= bit_of(rules, card)
    for k in range(len(hands)):
        word = bit_of(rules, hands[k, 0]) | bit_of(rules, hands[k, 1])
        equities[k] = 0.0 if word & seen else equity_against(rules, word, seen, len(board), others, samples, seed)
