"""Result of a match: means with their intervals, tests, and the hands that a question takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from pokerzoo.agents import Agent
from pokerzoo.envs import Game
from pokerzoo.envs.infosets import may_have_tree
from pokerzoo.envs.support.arrays import Floats, Int32s
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.parameters import check_int
from pokerzoo.envs.support.records import INTERNAL, Chips, Mbb, Percent, Record, Share, json_key
from pokerzoo.envs.support.tables import Column, Table, Tabled
from pokerzoo.evaluation.measures.intervals import (
    FEW,
    ConfidenceSequence,
    Interval,
    alike_interval,
    observations_for,
    p_value,
    t_interval,
)

MAX_EXACT_ENTRIES = 100_000
"""The exact value is computed for games with at most this many (infoset, action) pairs."""
BLOCKS = {True: (256, 16_384), False: (16, 256)}
"""Deals between checks of the interval and Ctrl-C, at first and later: compiled (True), or for agents in Python."""


class MatchTable(NamedTuple):
    """Agents at a table, and their sources of chance. In rotation r, agent (seat + r) % players has a seat."""

    game: Game
    agents: tuple[Agent, ...]
    cards: np.random.Generator
    rngs: tuple[np.random.Generator, ...]
    duplicate: bool
    numbers: int

    def draw(self, deals: int) -> Floats:
        """float64 [deals, rotations or 1, numbers]: what chance draws with in the next deals."""
        return self.cards.random((deals, 1 if self.duplicate else len(self.agents), self.numbers))


class PlayedDeals(NamedTuple):
    """Deals that were played in all rotations of the seats."""

    chips: Floats  # [deals, rotations, agents]: net chips of each agent
    ends: Int32s | None = None  # [deals, rotations]: the terminal of the tree, where that is wanted
    luck: Floats | None = None  # [deals, rotations, agents]: chips of luck by the cards, where that is wanted

    @property
    def won(self) -> Floats:
        """float64 [deals, agents]: mean over the rotations of a deal."""
        return np.ascontiguousarray(self.chips.mean(axis=1))

    @property
    def scores(self) -> Floats:
        """float64 [agents]: hands in which chips were won, those without win or loss as halves."""
        agents = range(self.chips.shape[2])
        return np.array([(np.sign(self.chips[:, :, agent]) + 1.0).sum() / 2.0 for agent in agents])


def block_sizes(deals: int, compiled: bool) -> Iterator[int]:
    """Deals to play before the next check of the interval: few at first, then more."""
    least, most = BLOCKS[compiled]
    start = 0
    while start < deals:
        count = min(max(least, min(start, most)), deals - start)
        yield count
        start += count


def has_tree(game: Game) -> bool:
    """True if the game has a tree, or is small enough to be given one at once."""
    return game.numbered and may_have_tree(game) and game.infosets.size <= MAX_EXACT_ENTRIES


ESTIMATORS = {"chips": "what was won", "aivat": "AIVAT's estimates"}
"""Estimators in words."""


@dataclass(frozen=True)
class AgentResult(Record):
    """The result of one agent of a match; chips are net chips a hand.

    Attributes:
        name: as given.
        chips_per_hand: mean of what was won, or of estimates.
        standard_error_chips: of that mean.
        interval_95_chips: 95% confidence interval of that mean.
        p_value: t test of a true mean of 0; null where ``interval_kind`` is not ``t``.
        share_won: hands in which chips were won; those without win or loss count as halves.
        won_chips_per_hand: mean of what was won, with estimates too.
        won_standard_error_chips: of that mean.
        mbb_per_hand: the mean in mbb.
        pot_percent_per_hand: the mean in percent of the starting pot.
        exact_chips_per_hand: its exact expectation; null where the game is too large to work it out.
    """

    name: str
    chips_per_hand: Chips
    standard_error_chips: Chips
    interval_95_chips: Interval
    p_value: float | None
    share_won: Share
    won_chips_per_hand: Chips
    won_standard_error_chips: Chips
    mbb_per_hand: Mbb | None
    pot_percent_per_hand: Percent | None
    exact_chips_per_hand: Chips | None


@dataclass(frozen=True)
class MatchResult(Tabled, Record):
    """The result of a match, for each agent in the order in which they were named. Chips are net chips a hand.

    Attributes:
        names: the agents.
        hands: hands played: those requested, rounded up to a multiple of the number of players, and at least two deals.
        deals: how many different deals they had. One round of the seats counts as one observation of the interval.
        chips_per_hand: the mean of each agent; by estimates where ``estimator`` says so.
        standard_error: of that mean, from the spread between deals.
        interval: the 95% confidence interval of that mean; ``interval_kind`` says which kind.
        interval_kind: ``"t"``: Student's t, for a number of hands that was fixed beforehand. ``"all alike"``: for such a
            number, too, if all deals of an agent had the same result though they need not have; Student's t would then be too
            narrow. ``"confidence sequence"``: valid whenever the match stops, as after ``until_width`` and ``stop``,
            and after very few deals.
        p_value: of each agent: a two-sided t test of a true mean of 0. None where the interval is not Student's: check whether
            the interval contains 0.
        mbb_per_hand: the mean in thousandths of the big blind (of the ante where there is none); None where there is neither.
        pot_percent_per_hand: the mean in percent of the starting pot; None where there is none.
        exact: the expected chips a hand over all seats, if every agent plays a policy and the game is small; else None.
        score: share of the hands in which each agent won chips. A hand without win or loss counts half.
        estimator: ``"chips"``: what was won; ``"aivat"``: AIVAT's estimates.
        stopped_by: ``"hands"``, ``"width"``, or ``"interrupt"`` (by ``stop``, before all hands were played).
        chips: with estimates, the result by the chips that were won; else None.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import head_to_head
        >>> match = head_to_head(make_game("kuhn"), ["honest", "random"], hands=10_000, seed=1)
        >>> match.names, match.hands, match.deals
        (('honest', 'random'), 10000, 5000)
        >>> match.interval[0].low < match.exact[0] < match.interval[0].high
        True
    """

    names: tuple[str, ...] = field(metadata=INTERNAL)
    hands: int
    deals: int
    chips_per_hand: tuple[float, ...] = field(metadata=INTERNAL)
    standard_error: tuple[float, ...] = field(metadata=INTERNAL)
    interval: tuple[Interval, ...] = field(metadata=INTERNAL)
    interval_kind: str
    p_value: tuple[float, ...] | None = field(metadata=INTERNAL)
    mbb_per_hand: tuple[float, ...] | None = field(metadata=INTERNAL)
    pot_percent_per_hand: tuple[float, ...] | None = field(metadata=INTERNAL)
    exact: tuple[float, ...] | None = field(metadata=INTERNAL)
    score: tuple[float, ...] = field(metadata=INTERNAL)
    estimator: str = "chips"
    stopped_by: str = "hands"
    chips: MatchResult | None = field(default=None, metadata=INTERNAL)

    @property
    @json_key
    def players(self) -> list[AgentResult]:
        """The result of each agent."""
        won = self.chips or self

        def pick(values: tuple[float, ...] | None, agent: int) -> float | None:
            return None if values is None else values[agent]

        return [
            AgentResult(
                name, self.chips_per_hand[i], self.standard_error[i], self.interval[i], pick(self.p_value, i), self.score[i],
                won.chips_per_hand[i], won.standard_error[i], pick(self.mbb_per_hand, i), pick(self.pot_percent_per_hand, i),
                pick(self.exact, i),
            )
            for i, name in enumerate(self.names)
        ]  # fmt: skip

    def hands_for(self, width: float, agent: int = 0) -> int:
        """About how many hands would give an agent a t interval of a given width, judged by the spread in this match.

        Args:
            width: of the interval from end to end, in chips.
            agent: the agent's position, from 0.

        Raises:
            ValueError: ``width`` is not above 0, there is no such agent, or no spread was seen.
        """
        check_int("agent", agent, 0, len(self.names) - 1)
        if not self.standard_error[agent] > 0.0:
            raise InputError(f"all {self.deals} deals went alike for {self.names[agent]}: no spread to go by")
        rounds = self.hands // len(self.names)
        return observations_for(width, self.standard_error[agent] * np.sqrt(rounds)) * len(self.names)

    def to_table(self) -> Table:
        """A row an agent: its mean with error, interval and test, in all units, and the hands that it won."""
        kind = {"t": "Student's t", "all alike": "all deals alike"}.get(self.interval_kind, self.interval_kind)
        how = ESTIMATORS[self.estimator]
        caption = f"{self.hands:,} hands, {self.deals:,} deals: net chips a hand by {how}; 95% intervals ({kind})"
        mean = "~+.4f"
        columns = {
            "name": Column("agent"),
            "chips_per_hand": Column("mean", mean),
            "standard_error_chips": Column("std. error", ".4f"),
            "interval_95_chips": Column("95% interval", lambda ends: " to ".join(f"{end:+.4f}" for end in ends)),
            "p_value": Column("p", lambda p: "<0.0001" if p < 0.0001 else f"{p:.4f}"),
            "mbb_per_hand": Column("mbb", "+.1f"),
            "pot_percent_per_hand": Column("% of pot", "+.2f"),
            "exact_chips_per_hand": Column("exact mean", mean),
            "share_won": Column("hands won", ".1%"),
        }
        return Table.of_records(caption, self.players, columns)


class Observations:
    """The deals of a match as they come in: the chips, and estimates of them where there are any."""

    def __init__(
        self, game: Game, agents: int, width: float | None, bounds: Sequence[tuple[float, float]] | None = None
    ) -> None:
        """Begin; ``bounds``: the least and the most of each agent's estimates, if there are estimates."""
        self.deals = 0
        self.scores = np.zeros(agents)
        self.width = width
        self.interrupted = False
        rounding = 1e-12 * max(map(abs, game.utility_range))
        self.chips = RunningResult([game.utility_range] * agents, rounding)
        self.estimated = None if bounds is None else RunningResult(bounds, rounding)

    def add(self, won: Floats, scores: Floats, estimates: Floats | None = None) -> None:
        """Add deals: means over their rotations [deals, agents], hands won [agents], estimates [deals, agents]."""
        self.deals += len(won)
        self.scores += scores
        self.chips.add(won)
        if self.estimated is not None and estimates is not None:
            self.estimated.add(estimates)

    @property
    def narrow_enough(self) -> bool:
        """Test if every agent's interval is as narrow as requested."""
        return self.width is not None and all(i.width <= self.width for i in (self.estimated or self.chips).sequential)


class RunningResult:
    """Means, spreads and confidence sequences of what each agent got, deal by deal; ``rounding``: chips that are none."""

    def __init__(self, bounds: Sequence[tuple[float, float]], rounding: float) -> None:
        self.rounding = rounding
        self.moments = Moments(len(bounds))
        self._sequences = [ConfidenceSequence(low, high) for low, high in bounds]

    def add(self, block: Floats) -> None:
        """Take in deals: float64 [deals, agents]."""
        self.moments.add(block)
        for agent, sequence in enumerate(self._sequences):
            sequence.add(block[:, agent])

    @property
    def sequential(self) -> tuple[Interval, ...]:
        """The intervals of the confidence sequences."""
        return tuple(sequence.interval for sequence in self._sequences)

    def fixed(self) -> tuple[str, tuple[Interval, ...], tuple[float, ...]] | None:
        """(kind, intervals, p-values by Student's t) for a number of deals fixed beforehand; None after too few of them."""
        count = self.moments.count
        if count < FEW:
            return None
        kind, intervals, tests = "t", [], []
        rows = zip(self.moments.mean.tolist(), self.moments.standard_error.tolist(), self._sequences, strict=True)
        for mean, error, sequence in rows:
            if error > self.rounding:
                intervals.append(t_interval(mean, error, count))
                tests.append(p_value(mean, error, count))
                continue
            interval = alike_interval(mean, count, sequence.low, sequence.high)
            if interval.width > self.rounding:
                kind = "all alike"
            intervals.append(Interval(interval.low - self.rounding, interval.high + self.rounding))
            tests.append(float(abs(mean) <= self.rounding))
        return kind, tuple(intervals), tuple(tests)


class Moments:
    """Means and spreads of columns that come in block by block (Chan, Golub, LeVeque 1983)."""

    def __init__(self, columns: int) -> None:
        self.count = 0
        self.mean = np.zeros(columns)
        self.squares = np.zeros(columns)

    def add(self, block: Floats) -> None:
        """Take in rows."""
        mean, squares = block.mean(axis=0), ((block - block.mean(axis=0)) ** 2).sum(axis=0)
        total = self.count + len(block)
        apart = mean - self.mean
        self.squares += squares + apart**2 * (self.count * len(block) / total)
        self.mean = self.mean + apart * (len(block) / total)
        self.count = total

    @property
    def standard_error(self) -> Floats:
        """Variance of the means, float64 [columns]."""
        return np.asarray(np.sqrt(self.squares / (self.count - 1) / self.count))


def match_result(
    game: Game, names: Sequence[str], observed: Observations, duplicate: bool, exact: tuple[float, ...] | None
) -> MatchResult:
    """The result of a match that was observed: by AIVAT's estimates where there are any, the chips then beside it."""
    rounds, players = observed.deals, len(names)

    def of(track: RunningResult, estimator: str, chips: MatchResult | None = None) -> MatchResult:
        mean, error = track.moments.mean.tolist(), track.moments.standard_error.tolist()
        fixed = None if observed.width is not None or observed.interrupted else track.fixed()
        kind, interval, tests = fixed or ("confidence sequence", track.sequential, None)
        return MatchResult(
            names=tuple(names),
            hands=rounds * players,
            deals=rounds if duplicate else rounds * players,
            chips_per_hand=tuple(mean),
            standard_error=tuple(error),
            interval=interval,
            interval_kind=kind,
            p_value=tests if kind == "t" else None,
            mbb_per_hand=tuple(x for m in mean if (x := game.stakes.mbb(m)) is not None) or None,
            pot_percent_per_hand=tuple(x for m in mean if (x := game.stakes.pot_percent(m)) is not None) or None,
            exact=exact,
            score=tuple((observed.scores / (rounds * players)).tolist()),
            estimator=estimator,
            stopped_by="width" if observed.narrow_enough else "interrupt" if observed.interrupted else "hands",
            chips=chips,
        )

    chips = of(observed.chips, "chips")
    return chips if observed.estimated is None else of(observed.estimated, "aivat", chips)
