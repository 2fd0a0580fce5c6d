"""The columns of a hand and of its rules: both are rows of int64 numbers, which compiled functions read and write.

Chips are whole numbers of the smallest unit (``PokerRules.chip``), cards are numbers of the rules' deck, a set of seats is a
number with a bit for each.
"""

from __future__ import annotations

SEATS = 10
"""The most players; columns for each seat have this number of entries, whatever the number of players."""

# What a hand is waiting for.
HOLE_CARDS_DUE, TO_ACT, PUBLIC_CARD_DUE, OVER = range(4)

# Columns of a hand.
STATUS = 0
"""One of the four above."""
ACTOR = 1
"""The seat to act; without meaning unless ``STATUS`` is ``TO_ACT``."""
STREET = 2
"""0 before the flop, 1 on it, 2 on the turn, 3 on the river."""
NUM_BOARD = 3
"""Public cards so far."""
NUM_DEALT = 4
"""Seats that have been passed in dealing hole cards, those that are out included."""
HIGHEST = 5
"""The total in this round that must be matched."""
LAST_RAISE = 6
"""The last full bet or raise in this round; at first the big blind: what the next raise must at least add. Under fixed limit a
bet, or what an all-in of less than half a bet leaves of it."""
NUM_BETS = 7
"""Bets and raises in this round; before the flop the blinds count as one. Under fixed limit an all-in of less than half a bet
does not count."""
LIVE = 8
"""Seats that were dealt in and have not folded."""
PENDING = 9
"""Seats that must still act before the round closes."""
ACTED = 10
"""Seats that have acted in this round."""
NUM_MOVES = 11
"""Moves of players so far."""
DEAD = 12
"""Chips in the pot that are no player's bet: antes that not every player pays."""
LEGAL = 13
"""The legal actions as bits, of at most 62; under bets of any amount only the bits of fold and call."""
CALL_TO = 14
"""The actor's total in this round after a check or call."""
LEAST_TO, MOST_TO = 15, 16
"""The least and the greatest total in this round to which the actor may bet or raise; 0: no bet or raise is allowed."""
RAKE = 17
"""At the end: what the house has taken."""
BEHIND = 18
"""Seats in ``LIVE`` that have chips behind."""
POT = 19
"""All chips in the middle, the bets of this round included."""
STACKS = 20
"""[seats] Chips behind."""
IN_ROUND = STACKS + SEATS
"""[seats] Chips put in in this round."""
IN_HAND = IN_ROUND + SEATS
"""[seats] Chips put in in this hand, but for those in ``DEAD``."""
PAID_DEAD = IN_HAND + SEATS
"""[seats] What each seat put into ``DEAD``."""
HOLES = PAID_DEAD + SEATS
"""[seats, 2] Hole cards, the higher one first; -1 before they are dealt and of seats that are out."""
BOARD = HOLES + 2 * SEATS
"""[5] Public cards in the order in which they came; -1 before, and where the hand ends on an earlier street."""
TO_COME = BOARD + 5
"""[5] All public cards of the hand if they were drawn with the hole cards (``after_chance``), else -1. No player sees them.
Streets that are not played have -1."""
PAYOFFS = TO_COME + 5
"""[seats] At the end: net chips."""
TOTALS = PAYOFFS + SEATS
"""[62] The total in this round that each action id comes to; what stands for actions that are not legal has no meaning."""
MAX_ACTIONS = 62
SCRATCH = TOTALS
"""[62] The same columns where no player is to act: for the deck in dealing, for chips and strengths in paying."""
MOVES = TOTALS + MAX_ACTIONS
"""From here on the moves.

From the lowest bit, a move has the seat (4 bits), its kind (2; see below), the street (2), its bet size (8), and
the seat's total in the round after it.
"""

FOLD, CALL, BET = 0, 1, 2
"""Kinds of moves, and the first action ids."""

# Columns of the rules.
NUM_PLAYERS = 0
BUTTON = 1
FIRST_TO_ACT = 2
"""Seat at which the search for the first to act before the flop starts."""
BIG_BLIND = 3
"""The least bet of a no-limit or pot-limit game; it counts as the last raise before the flop, unless a straddle does."""
LIMIT = 4
"""One of the three below."""
NUM_SIZES = 5
"""Count of bet sizes: actions are ``BET`` and up. 0: every whole amount is an action."""
NUM_LISTS = 6
"""Lists of sizes on each street, by the number of bets and raises made."""
DECK = 7
"""One of the three below."""
NUM_DECK = 8
"""Cards in the deck."""
RAKE_RATE = 9
"""In millionths."""
RAKE_CAP = 10
"""-1: no cap."""
NO_FLOP_NO_DROP = 11
HAND_WIDTH = 12
"""Columns of a hand."""
STACK_SCALE = 13
"""Divisor of stacks and bets in observations: the most that a player can have."""
POT_SCALE = 14
"""Divisor of the pot in observations: all chips there are."""
LAST_STREET = 15
"""The street after whose betting hands are shown, as in ``STREET``: 1 to 3. Two more is the number of public cards."""
RAISE_CAPS = 16
"""[4] The most bets and raises on each street; -1: no cap. Of the four entries here and below those after the last street are
not read."""
LEAST_BETS = RAISE_CAPS + 4
"""[4] The least bet on each street; under fixed limit the bet."""
DECK_CARDS = LEAST_BETS + 4
"""[52] The cards of the deck as numbers of the 52, ascending."""
SIZES = DECK_CARDS + 52
"""[streets, lists, sizes, 3] The unit of each size, its amount, and a third number.

This is its streets (geometric) or the most chips that can be multiplied by it (shares and multiples).
"""

NO_LIMIT, POT_LIMIT, FIXED_LIMIT = range(3)
FULL_DECK, SHORT_DECK, ROYAL_DECK = range(3)
NOT_HERE, OF_POT, TIMES, BY_CHIPS, TO_CHIPS, GEOMETRIC, ALL_IN, FIXED = range(8)
"""Units of sizes. Amounts are in millionths of a percent (``OF_POT``; ``GEOMETRIC``: the most, -1 for no limit), in millionths
(``TIMES``), or in chips."""
