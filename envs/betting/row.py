"""The columns of a hand's betting and of its rules: rows of whole numbers, which the functions of ``engine`` read and write.

A row is a list where a tree is made, and an int64 array, or a pointer to one, where hands are played. Chips are whole numbers
of the betting's unit; a set of seats is a number with a bit for each. Cards are in columns of their own (``whole_hands/row``).
"""

from __future__ import annotations

from typing import Protocol


class Row(Protocol):
    """A row of whole numbers: a list, an array, or in kernels a pointer."""

    def __getitem__(self, column: int, /) -> int: ...
    def __setitem__(self, column: int, value: int, /) -> None: ...


SEATS = 10
"""The most players; columns for each seat have this number of entries for any number of players."""

# What a hand is waiting for.
HOLE_CARDS_DUE, TO_ACT, PUBLIC_CARD_DUE, OVER = range(4)

# Columns of a hand.
STATUS = 0
"""One of the four above."""
ACTOR = 1
"""The seat to act; without meaning unless ``STATUS`` is ``TO_ACT``."""
STREET = 2
"""The betting round, 0 for the first."""
HIGHEST = 3
"""The total in this round that must be matched."""
LAST_RAISE = 4
"""The last full bet or raise in this round; at first the big blind: what the next raise must at least add. Under fixed limit a
bet, or what an all-in of less than half a bet leaves of it."""
NUM_BETS = 5
"""Bets and raises in this round; before the flop the blinds count as one. Under fixed limit an all-in of less than half a bet
does not count."""
LIVE = 6
"""Seats that were dealt in and have not folded."""
PENDING = 7
"""Seats that must still act before the round closes."""
ACTED = 8
"""Seats that have acted in this round."""
DEAD = 9
"""Chips in the pot that are no player's bet: antes that not every player pays, and the pot that a spot starts with."""
LEGAL = 10
"""The legal actions as bits; under bets of any amount only the bits of fold and call."""
CALL_TO = 11
"""The actor's total in this round after a check or call."""
LEAST_TO, MOST_TO = 12, 13
"""The least and the greatest total in this round to which the actor may bet or raise; 0: no bet or raise is allowed."""
BEHIND = 14
"""Seats in ``LIVE`` that have chips behind."""
POT = 15
"""All chips in the middle, the bets of this round included."""
BETTOR, AGGRESSOR = 16, 17
"""The last seat to bet or raise in this round, and in the round before; -1: none. Blinds are no bets here."""
STACKS = 18
"""[seats] Chips behind."""
IN_ROUND = STACKS + SEATS
"""[seats] Chips put in in this round."""
IN_HAND = IN_ROUND + SEATS
"""[seats] Chips put in in this hand, but for those in ``DEAD``."""
PAID_DEAD = IN_HAND + SEATS
"""[seats] What each seat put into ``DEAD``."""
TOTALS = PAID_DEAD + SEATS
"""[62] The total in this round for each action id; meaningless for illegal actions."""
MAX_ACTIONS = 62
SCRATCH = TOTALS
"""[62] The same columns where no player is to act: for the deck in dealing, for chips and strengths in paying."""
PUT = SCRATCH
"""[seats] In paying: chips put in that do not go back."""
BETTING_WIDTH = TOTALS + MAX_ACTIONS

FOLD, CALL, BET = 0, 1, 2
"""Kinds of moves, and the first action ids."""

# Columns of the rules.
NUM_PLAYERS = 0
BUTTON = 1
LIMIT = 2
"""One of the three below."""
NUM_SIZES = 3
"""Count of bet sizes: actions are ``BET`` and up. 0: every whole amount is an action."""
ALL_IN_SIZE = 4
"""The number of the size that all-in is; -1: none."""
LAST_STREET = 5
"""The street after whose betting hands are shown."""
TO_OTHERS = 6
"""1: no player bets more than another one can call."""
RAISES = 7
"""Lists of sizes of raises on each street, by the number of bets and raises made; the last one is for all that follow."""
STREET_STEP, PLAYER_STEP = 8, 9
"""Columns from one street's sizes to the next one's, and from one player's to the next one's (0: all have the same)."""
SIZES_AT = 10
"""The first column of sizes: [streets, players, first bet and donk bet and raises, sizes, 3] the unit of each size, its amount,
and a third number: its streets (geometric) or the most chips that can be multiplied by it (shares and multiples)."""
RAKE_RATE = 11
"""In millionths."""
RAKE_CAP = 12
"""-1: no cap."""
NO_FLOP_NO_DROP = 13
RULES_WIDTH = 14
"""Columns from here to ``LIMPS`` are of cards."""
LIMPS = 78
"""Who may call the big blind where nobody has raised, the number of a word in ``LIMPS_ALLOWED``: 0 all."""
ALL_IN_CALLS = 3
"""Nobody, and after a raise calls are all-in: who can raise does not call, and none goes in beyond the cap on callers."""
CALLERS = 79
"""The most who may be in with the last raiser before the flop, and 1 more; 0: no cap."""
STREETS = 80
"""[streets, 7 + seats] Of each street the columns below."""
FIRST = 0
"""The seat where the search for the first to act begins."""
LEAST_BET = 1
"""The least bet; under fixed limit the bet."""
PLAYED = 2
"""0: no player acts on this street."""
CHIP = 3
"""Units of a chip: totals other than all-in are multiples of it."""
ADD_ALL_IN, FORCE_ALL_IN, MERGING = 4, 5, 6
"""Thresholds of bet sizes in millionths (``SizedBets``)."""
CAPS = 7
"""[seats] The number of bets and raises in the round from which on a seat may not raise; -1: no cap."""
STREET_WIDTH = CAPS + SEATS

NO_LIMIT, POT_LIMIT, FIXED_LIMIT = range(3)
NOT_HERE, OF_POT, TIMES, BY_CHIPS, TO_CHIPS, GEOMETRIC, ALL_IN, FIXED = range(8)
"""Units of sizes. Amounts are in millionths of a percent (``OF_POT``; ``GEOMETRIC``: the most, -1 for no limit), in millionths
(``TIMES``), or in units of chips."""
FIRST_BET, DONK_BET, FIRST_RAISE = range(3)
"""Lists of sizes; raises after the first have the lists that follow."""
