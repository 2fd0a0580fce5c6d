"""Figures that CandyPoker, an open program, prints in its README (https://github.com/sweeterthancandy/CandyPoker).

Exact equities of three ranges, and for three players at push/fold the highest stack at which a hand is played.
"""

from __future__ import annotations

import pytest

from pokerzoo.envs.cards import CLASS_NAMES
from pokerzoo.evaluation import equity
from pokerzoo.preflop import PushFoldSolver, push_fold_table

THRESHOLDS = {
    "": {"A2o": 12.0, "A7o": 16.0, "QTo": 16.0, "T8s": 18.5, "76s": 13.0, "Q6s": 7.5, "K8o": 6.5, "J9o": 5.0, "54s": 0},
    "f": {"K8o": 18.0, "Q4s": 14.0, "T7s": 18.5, "54s": 18.5, "96s": 18.5, "T6o": 5.5, "92s": 3.0},
    "fr10": {"K8o": 13.0, "QTo": 15.0, "22": 15.5, "K6s": 14.0, "J8o": 7.0, "T7s": 7.0, "76s": 5.0, "Q5o": 6.5},
    "r10": {"A8o": 15.0, "A4s": 12.0, "KTs": 13.5, "44": 15.5, "A5o": 8.5, "K9o": 6.5, "QTo": 6.5, "22": 7.5},
    "r10f": {"A6o": 12.0, "KTs": 16.0, "QTs": 12.0, "22": 12.0, "K9o": 8.0, "Q9o": 6.0, "T9s": 7.5, "76s": 5.0},
    "r10c": {"AJo": 15.5, "KTs": 12.5, "QTs": 12.0, "66": 16.0, "A9o": 8.0, "KTo": 7.0, "44": 10.5, "T8s": 7.5},
}
"""Highest stack in big blinds by line and hand, in steps of half a big blind up to 18.5."""


@pytest.mark.check
def test_charts_of_three_players() -> None:
    solver = PushFoldSolver(push_fold_table([10, 10, 10]), deals=200_000).run(1000, until=1e-5)
    policy = solver.average_policy()
    assert solver.measure().gains.max() < 1e-4
    for line, hands in THRESHOLDS.items():
        goes_in = policy.decision(line).probabilities[:, 1]
        for hand, most in hands.items():
            often = goes_in[CLASS_NAMES.index(hand)]
            assert (often > 0.5) == (most >= 10.0), (line, hand, often)


@pytest.mark.long
def test_equities_of_three_ranges() -> None:
    result = equity(["TT+,AQs+,AQo+", "QQ+,AKs,AKo", "TT"], method="exact")
    assert result.exact and result.deals == 11_382_741_216
    assert [round(100 * share, 4) for share in result.equities] == [30.845, 43.0761, 26.0789]
