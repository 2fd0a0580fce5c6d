"""Numbers of the benchmark in sentences: how they are written, put into sentences of people, and claims checked by them.

A sentence names numbers in braces, such as ``{{leduc rnad best}}``, and claims, such as
``{{check leduc cfr+ best < leduc rnad best}}``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from typing import TypeAlias

from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.support.units import pot_percent

from .games import nash_conv_mbb
from .results import BenchmarkResult, RLBenchmark, SeedMean
from .search import uniform_exploitability

Results: TypeAlias = Mapping[tuple[str, str], BenchmarkResult]
"""By game and learner."""
PLACE = re.compile(r"\{\{\s*(check\s+)?([^{}]+?)\s*\}\}")
COMPARED = {"<": operator.lt, ">": operator.gt}


def fill_sentences(text: str, results: Results, runs: RLBenchmark) -> str:
    """Sentences with their numbers put in, and their claims checked."""

    def put_in(found: re.Match[str]) -> str:
        if found[1] is None:
            return number_words(found[2], results, runs)
        parts = re.fullmatch(r"(.+?)\s*([<>])\s*(.+)", found[2])
        if parts is None:
            raise ValueError(f"{found[0]}: must be two numbers with < or > between them")
        left, right = (value_of(parts[side], results, runs) for side in (1, 3))
        if not COMPARED[parts[2]](left, right):
            raise ValueError(f"{found[0]}: does not hold: {left:.6g} and {right:.6g}")
        return ""

    return PLACE.sub(put_in, text)


def value_of(what: str, results: Results, runs: RLBenchmark) -> float:
    """A number by name: ``0.15``, ``leduc uniform``, or ``GAME LEARNER WHICH``; ``N *`` before it multiplies."""
    factor, times, rest = what.rpartition("*")
    if times:
        return float(factor) * value_of(rest.strip(), results, runs)
    try:
        return float(what)
    except ValueError:
        pass
    words = what.split()
    if len(words) == 2 and words[1] == "uniform" and words[0] in runs.games:
        return uniform_exploitability(runs, words[0])
    one = results.get((words[0], words[1])) if len(words) == 3 else None
    if one is None or one.best is None:
        raise ValueError(f"{brief(what)}: no such number: must be GAME LEARNER WHICH, of runs that were done")
    ends = one.best.interval
    numbers: dict[str, float | None] = {
        "best": one.best.value,
        "current": None if one.current is None else one.current.value,
        "average": None if one.average is None else one.average.value,
        "low": None if ends is None else ends.low,
        "high": None if ends is None else ends.high,
        "percent": pot_percent(runs.game(one.game), one.best.value),
        "mbb": nash_conv_mbb(runs.game(one.game), one.best.value),
        "rate": one.decisions_per_second,
        "decisions": one.decisions,
        "seconds": one.seconds,
    }
    found = numbers.get(words[2])
    if found is None:
        raise ValueError(f"{brief(what)}: no such number: WHICH must be one of {', '.join(numbers)}, and there")
    return found


def number_words(what: str, results: Results, runs: RLBenchmark) -> str:
    """A number of the runs in words; ``GAME LEARNER interval`` is the better policy's mean with its interval."""
    words = what.split()
    if len(words) == 3 and words[2] == "interval" and (words[0], words[1]) in results:
        return mean_text(results[words[0], words[1]].best)
    value = value_of(what, results, runs)
    if words[-1] == "mbb":
        return mbb_text(value)
    return large_text(value) if words[-1] in ("rate", "decisions") else number_text(value)


def mean_text(mean: SeedMean | None) -> str:
    """A mean with its interval.

    >>> mean_text(SeedMean(0.125, None, 1)), mean_text(None)
    ('0.125', '-')
    """
    if mean is None:
        return "-"
    told, ends = number_text(mean.value), mean.interval
    return told if ends is None else f"{told} ({number_text(max(0.0, ends.low))} to {number_text(ends.high)})"


def number_text(value: float) -> str:
    """A number with three digits; what rounding makes of zero is zero.

    >>> number_text(0.12345), number_text(2.5e-7), number_text(1e-17)
    ('0.123', '2.5e-07', '0')
    """
    return "0" if abs(value) < 1e-14 else f"{value:.3g}"


def mbb_text(value: float) -> str:
    """Thousandths of a big blind: three digits, and no fewer than the whole number.

    >>> mbb_text(1234.5), mbb_text(36.96), mbb_text(0.5213)
    ('1,234', '37', '0.521')
    """
    return f"{value:,.0f}" if value >= 100.0 else f"{value:.3g}"


def large_text(value: float) -> str:
    """A count in words.

    >>> large_text(1_234_567.0), large_text(950.0), large_text(45_600.0), large_text(2.5e9)
    ('1.23 million', '950', '45,600', '2,500 million')
    """
    if value >= 1e6:
        millions = value / 1e6
        return f"{float(f'{millions:.3g}'):,g} million"
    return f"{float(f'{value:.3g}'):,g}"


def budget_text(seconds: float | None, decisions: int | None) -> str:
    """A run's limits in words."""
    parts = [f"{seconds:,g} processor seconds"] if seconds is not None else []
    return " or ".join([*parts, *([f"{decisions:,} decisions"] if decisions is not None else [])])
