"""Scores of logs of hands: the chips of each agent by the rules, and the report of ``head_to_head`` on these hands."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from pathlib import Path

import numpy as np

from pokerzoo.envs.support.arrays import Floats

from .hand_log import Hand, HandFile, read_hands, warn_of
from .match_result import MatchResult, Observations, match_result


@dataclass(frozen=True)
class HandLogScore:
    """The chips of each agent in a log, by the rules."""

    log: HandFile
    chips: tuple[float, ...]  # net, of each agent in all hands
    rounds: Floats  # [rounds, agents]: net chips in each whole round of the seats (as many hands as players)
    wins: Floats  # [agents]: hands of these rounds in which the agent won chips, ties as halves

    @property
    def chips_per_hand(self) -> tuple[float, ...]:
        """Mean net chips of each agent; zeros if there is no hand."""
        return tuple(total / max(1, len(self.log.hands)) for total in self.chips)

    def as_match(self, exact: tuple[float, ...] | None = None) -> MatchResult:
        """Report of ``head_to_head`` on these hands; rounds with a missing hand are left out."""
        rounds, players = self.rounds.shape
        if rounds < 2:
            raise ValueError(f"{rounds} complete rounds of {players} hands: at least 2 are needed")
        log, metadata = self.log, self.log.metadata
        width, planned = metadata.get("until_width"), metadata.get("hands")
        observed = Observations(log.game, players, width if isinstance(width, int | float) else None)
        last = max(hand.number for hand in log.hands)
        cut = width is None and isinstance(planned, int) and last < planned
        observed.interrupted = metadata.get("open_ended") is True or cut
        observed.add(self.rounds / players, self.wins)
        return match_result(log.game, log.names, observed, log.duplicate, exact)


def rescore(path: str | Path, *, warn: bool = True) -> HandLogScore:
    """Count the chips of each agent of a log, by the rules. The returns in the log are only compared with them.

    Args:
        path: the file.
        warn: as for ``read_hands``.

    Returns:
        The score of each agent in chips.

    Raises:
        HandLogError: as for ``read_hands``.
        OSError: the file cannot be read.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import head_to_head
        >>> from pokerzoo.evaluation.hands import rescore
        >>> with TemporaryDirectory() as folder:
        ...     path = f"{folder}/hands.jsonl"
        ...     match = head_to_head(make_game("kuhn"), ["honest", "random"], hands=1000, seed=1, log=path)
        ...     score = rescore(path)
        >>> len(score.log.hands), score.chips, score.log.problems
        (1000, (186.0, -186.0), ())
    """
    log = read_hands(path, warn=False)
    if warn:
        warn_of(log.problems)
    players = len(log.names)
    rounds: dict[int, list[Hand]] = {}
    for hand in log.hands:
        rounds.setdefault(hand.deal, []).append(hand)
    whole = [round_ for _, round_ in sorted(rounds.items()) if len({hand.seats for hand in round_}) == len(round_) == players]
    won = np.array([[hand.returns for hand in round_] for round_ in whole]).reshape(-1, players, players)
    chips = tuple(fsum(hand.returns[agent] for hand in log.hands) for agent in range(players))
    wins = (np.sign(won) + 1.0).sum(axis=(0, 1)) / 2.0
    return HandLogScore(log, chips, won.sum(axis=1), wins)
