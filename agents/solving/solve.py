"""One solve at the table: its length and its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pokerzoo.envs.betting.street_sizes import STREETS
from pokerzoo.envs.games.hand_spot import HandSpot
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import ParameterError, brief, did_you_mean
from pokerzoo.envs.support.parameters import check_int, check_number
from pokerzoo.envs.support.records import INTERNAL, Percent, Record, Seconds

Resolving: TypeAlias = Literal["unsafe", "safe"]
"""Ways to solve a spot: for the ranges alone, or held to the previous values of the opponent's hands."""
ByStreet: TypeAlias = float | Mapping[str, float]
"""One number, or one for each street."""
SECONDS: Mapping[str, float] = {"flop": 5.0, "turn": 1.0, "river": 0.1}
"""Seconds for a decision where none are given."""
MARGIN = 0.9
"""The share of the time that is planned for iterations."""


@dataclass(frozen=True, eq=False)
class Solve(Record):
    """Record of a solve of the rest of a hand at the table.

    Attributes:
        line: the whole hand's line at the decision.
        street: on which it was solved.
        player: the agent's seat.
        spot: what was solved, and where in it the hand stood.
        ranges: pair of float64 [1326], by seat of the whole hand: the weight of each hand where the spot begins.
        sizes: the bet sizes of the tree by street, in words; bets that were made are in it as they were.
        resolving: ``"unsafe"`` or ``"safe"``: how it was solved. Where nothing says what the opponent's hands
            are worth it is always ``"unsafe"``.
        boards: ``"all"``: an iteration went over all boards to come. ``"drawn"``: over one random board.
        iterations: how many were done.
        exploitability: of the average strategies in the spot for these ranges, in percent of the pot. None where it was solved
            safely, for no range of the opponent's, and where boards were drawn: to measure would take longer.
        excess: the largest gain of a hand of the opponent, by a best response, over its previous value, in
            percent of the pot. It is below 0 if every hand loses, and None where the spot was solved unsafely.
        seconds: for iterations and for all else; without the compiling of kernels.

    >>> from pokerzoo.agents import SolvingAgent
    >>> from pokerzoo.envs import make_game
    >>> agent = SolvingAgent("loose", game=make_game("texas_holdem", stack=20), iterations=10, first_street="river")
    >>> call = agent.action_probabilities("AsAd|cx/QsJh2h|xx/8d|xx/5c|b2")[1]
    >>> agent.last_solve.spot.history, agent.last_solve.sizes, agent.last_solve.iterations
    ('b2', 'river 50%,100%,a / 50%,100%,a', 10)
    """

    line: str
    street: str
    player: int
    spot: HandSpot = field(metadata=INTERNAL)
    ranges: tuple[Floats, Floats] = field(metadata=INTERNAL)
    sizes: str
    resolving: Resolving
    boards: Literal["all", "drawn"]
    iterations: int
    exploitability: Percent | None
    excess: Percent | None
    seconds: Seconds

    def __str__(self) -> str:
        if self.excess is not None:
            reached = f"no hand gains more than {self.excess:.3f}% of the pot"
        elif self.exploitability is not None:
            reached = f"exploitable for {self.exploitability:.3f}% of the pot"
        else:
            reached = f"on {self.boards} boards, not measured"
        done = f"{self.iterations} iterations in {self.seconds:.2f} s"
        return f"{self.street} at {self.line!r}: {done}, {self.resolving}, {reached} ({self.sizes})"


def checked_by_street(name: str, value: object, whole: bool) -> dict[str, float]:
    """A number for each street; ValueError for anything else."""
    by_street = value if isinstance(value, Mapping) else dict.fromkeys(STREETS, value)
    for street in by_street:
        if street not in STREETS:
            raise ParameterError(
                name, problem=f"no street {brief(street)}; allowed: {', '.join(STREETS)}{did_you_mean(str(street), STREETS)}"
            )
    for street, number in by_street.items():
        where = f"{name}[{street!r}]" if isinstance(value, Mapping) else name
        if whole:
            check_int(where, number, 1, 10**9)
        else:
            check_number(where, number, 0, 86_400, above=True)
    result: dict[str, Any] = dict(by_street)
    return result
