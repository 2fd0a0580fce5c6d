"""Made hands and draws: the names by which players sort hands.

A player's own cards count: on QQ7 a hand of A K is ace high, not a pair of queens, which all players have.
A hand whose best five are a straight or better is what these are, also where the board has them alone.
"""

from __future__ import annotations

MADE_HANDS = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "set",
    "trips",
    "two pair",
    "overpair",
    "top pair",
    "pocket pair below the top card",
    "second pair",
    "low pair",
    "ace high",
    "king high",
    "queen high or less",
)
"""Names of made hands, the best first: ``made_hands`` has indices into this.

- set: a pair in the hand and a third card on the board; trips: a card in the hand and a pair on the board;
- two pair: each card of the hand pairs one of the board; a pair of the board's does not count;
- overpair: a pair in the hand, higher than all of the board;
- top, second, low pair: a card of the hand with the highest, the second, another rank of the board;
- ace high ... by the higher card of the hand.
"""

FLUSH_DRAW, OPEN_ENDED, GUTSHOT, BACKDOOR_FLUSH, BACKDOOR_STRAIGHT, TWO_OVERCARDS, ONE_OVERCARD = (1 << k for k in range(7))
DRAWS = (
    "flush draw",
    "open-ended straight draw",
    "gutshot",
    "backdoor flush draw",
    "backdoor straight draw",
    "two overcards",
    "one overcard",
)
"""Names of draws: bit k of ``draws_of_hands`` is entry k.

- flush draw: four cards of a suit, one or both in the hand; backdoor: three of them, on a flop;
- open-ended: cards of two ranks or more make a straight (a double gutshot, too) that the board with such a card has not;
  gutshot: cards of one rank do;
- backdoor straight draw: neither of them, but both cards of the hand and one of a flop are of three ranks in a row of five;
- overcards: cards of a hand without a pair that are higher than all of the board.

A hand that has a straight or better has no straight draw, one that has a flush or better no draw at all.
"""


def draw_names(bits: int) -> tuple[str, ...]:
    """The names of what ``draws_of_hands`` found."""
    return tuple(name for k, name in enumerate(DRAWS) if int(bits) >> k & 1)
