"""The columns of cards and moves, beside those of the betting (``betting/row``): of a hand, and of its rules.

Cards are numbers of the rules' deck.
"""

from __future__ import annotations

from pokerzoo.envs.betting.row import BETTING_WIDTH, RULES_WIDTH, SEATS

# Columns of a hand.
NUM_BOARD = BETTING_WIDTH
"""Public cards so far."""
NUM_DEALT = BETTING_WIDTH + 1
"""Seats that have been passed in dealing hole cards, those that are out included."""
NUM_MOVES = BETTING_WIDTH + 2
"""Moves of players so far."""
RAKE = BETTING_WIDTH + 3
"""At the end: what the house has taken."""
HOLES = BETTING_WIDTH + 4
"""[seats, 2] Hole cards, the higher one first; -1 before they are dealt and of seats that are out."""
BOARD = HOLES + 2 * SEATS
"""[5] Public cards in the order in which they came; -1 before, and where the hand ends on an earlier street."""
TO_COME = BOARD + 5
"""[5] All public cards of the hand if they were drawn with the hole cards (``after_chance``), else -1. No player sees them.
Streets that are not played have -1."""
PAYOFFS = TO_COME + 5
"""[seats] At the end: net chips."""
MOVES = PAYOFFS + SEATS
"""From here on the moves.

From the lowest bit, a move has the seat (4 bits), its kind (2; see below), the street (2), its bet size (8), and
the seat's total in the round after it.
"""

# Columns of the rules.
DECK = RULES_WIDTH
"""One of the three below."""
NUM_DECK = RULES_WIDTH + 1
"""Cards in the deck."""
HAND_WIDTH = RULES_WIDTH + 2
"""Columns of a hand."""
STACK_SCALE = RULES_WIDTH + 3
"""Divisor of stacks and bets in observations: the most that a player can have."""
POT_SCALE = RULES_WIDTH + 4
"""Divisor of the pot in observations: all chips there are."""
BIG_BLIND = RULES_WIDTH + 5
"""The big blind."""
DECK_CARDS = RULES_WIDTH + 6
"""[52] The cards of the deck as numbers of the 52, ascending."""

FULL_DECK, SHORT_DECK, ROYAL_DECK = range(3)
