"""Ranges to start from: by position, and "the top 20%" of all hands.

The ranges by position are approximations of our own, for six players with 100 big blinds, in the style of opening and defending
charts. No chart is copied, so that there is no source to name. A solution depends on its ranges: look at them first.

"The top x%" goes by all-in equity against a random hand, which is one order among many: it knows nothing of playability. The
numbers were computed by ``tests/pokerzoo_testing/preflop_equity.py``, over all 2,598,960 boards.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.ranges import HANDS, Range
from pokerzoo.envs.support.parameters import check_number
from pokerzoo.envs.support.records import Record

from .spot_presets import BLINDS, SINGLE_RAISED, THREE_BET


@dataclass(frozen=True)
class RangePreset(Record):
    """A range to start from.

    Attributes:
        group: the heading it stands under.
        name: its name.
        text: the range, as ``parse_range`` reads it.
    """

    group: str
    name: str
    text: str


FIRST_IN, CALLS, THREE_BETS = "First to raise", "Big blind calls", "3-bet pots"

RANGE_PRESETS = (
    RangePreset(FIRST_IN, "UTG raises", "66+,A8s+,A5s-A3s,KTs+,QTs+,JTs,T9s,AJo+,KQo"),
    RangePreset(FIRST_IN, "Hijack raises", "55+,A2s+,K9s+,Q9s+,J9s+,T9s,98s,ATo+,KJo+,QJo"),
    RangePreset(FIRST_IN, "Cutoff raises", SINGLE_RAISED["ip"]),
    RangePreset(FIRST_IN, "Button raises", "22+,A2s+,K3s+,Q5s+,J6s+,T6s+,96s+,86s+,75s+,64s+,54s,A3o+,K8o+,Q9o+,J9o+,T8o+,98o"),
    RangePreset(FIRST_IN, "Small blind raises", BLINDS["oop"]),
    RangePreset(CALLS, "against UTG", "TT-22,AJs-A2s,K9s+,QTs+,JTs,T9s,98s,87s,76s,65s,AQo:0.5,AJo:0.5,KQo:0.5"),
    RangePreset(CALLS, "against the cutoff", SINGLE_RAISED["oop"]),
    RangePreset(
        CALLS,
        "against the button",
        "99-22,ATs-A2s,KTs-K2s,QTs-Q4s,J9s-J6s,T9s-T6s,96s+,85s+,75s+,64s+,53s+,AJo-A4o,KJo-K9o,Q9o+,J9o+,T9o,98o",
    ),
    RangePreset(CALLS, "against the small blind", BLINDS["ip"]),
    RangePreset(THREE_BETS, "Big blind 3-bets the button", THREE_BET["oop"]),
    RangePreset(THREE_BETS, "Button calls the 3-bet", THREE_BET["ip"]),
    RangePreset("All", "Every hand", "random"),
)
"""Ranges by name, grouped."""

# Millionths of the pot, the best first.
_EQUITIES = """
AA 852037  KK 823957  QQ 799252  JJ 774695  TT 750118  99 720573  88 691630  AKs 670446  77 662360  AQs 662089
AJs 653927  AKo 653201  ATs 646024  AQo 644318  AJo 635633  KQs 634004  66 632847  A9s 627812  ATo 627217  KJs 625673
A8s 619438  KTs 617886  KQo 614558  A7s 609840  A9o 607728  KJo 605687  55 603249  QJs 602592  K9s 599885  A5s 599229
A6s 599058  A8o 598726  KTo 597389  QTs 594676  A4s 590336  A7o 588412  K8s 583123  A3s 582203  QJo 581347  K9o 578119
A5o 576965  A6o 576825  Q9s 576643  K7s 575377  JTs 575279  A2s 573789  QTo 572908  44 570228  A4o 567297  K6s 566407
K8o 560202  Q8s 560177  A3o 558446  K5s 557929  J9s 556625  Q9o 553604  JTo 552477  K7o 551874  A2o 549286  K4s 548846
Q7s 543023  K6o 542233  K3s 540550  T9s 540275  J8s 540156  33 536931  Q6s 536126  Q8o 535998  K5o 533140  J9o 532512
K2s 532117  Q5s 527694  T8s 523344  K4o 523275  J7s 523248  Q4s 518553  Q7o 517657  T9o 515317  J8o 514902  K3o 514257
Q6o 510241  Q3s 510192  98s 508008  T7s 506390  J6s 506059  K2o 505087  22 503340  Q2s 501690  Q5o 501201  J5s 499868
T8o 497213  J7o 496819  Q4o 491277  97s 491177  J4s 490705  T6s 489407  J3s 482316  Q3o 482194  98o 480970  87s 479363
T7o 479081  J6o 478443  96s 474283  J2s 473782  Q2o 472954  T5s 472163  J5o 471809  T4s 465305  97o 462978  86s 462433
J4o 461864  T6o 460920  95s 457219  T3s 456925  76s 453718  J3o 452755  87o 450508  T2s 448395  85s 445450  96o 444913
J2o 443485  T5o 442509  94s 438620  75s 436755  T4o 435041  93s 432643  86o 432409  65s 431334  84s 427016  95o 426691
T3o 425946  92s 424152  76o 423227  74s 418493  T2o 416684  54s 414534  85o 414275  64s 413333  83s 408735  94o 406711
75o 405120  82s 402716  73s 400359  93o 400195  65o 399443  53s 396930  63s 395336  84o 394468  92o 390979  43s 386419
74o 385498  72s 381559  54o 381553  64o 380105  52s 378493  62s 376690  83o 374838  42s 368290  82o 368277  73o 366023
53o 362648  63o 360776  32s 359844  43o 351459  72o 345836  52o 342846  62o 340751  42o 331998  32o 323032
"""
EQUITIES = {name: int(number) / 1e6 for name, number in zip(_EQUITIES.split()[::2], _EQUITIES.split()[1::2], strict=True)}
"""All-in equity of each of the 169 hands against a random one, the best first."""


def top_range(percent: float) -> Range:
    """The best hands by all-in equity against a random one: as many whole ones of the 169 as have that share of the combos.

    >>> top_range(3).text
    '88+'

    Args:
        percent: of the 1,326 combos, above 0 to 100; the range is the smallest that has as many.

    Raises:
        ValueError: not a number above 0 up to 100.
    """
    check_number("percent", percent, 0, 100, above=True)
    weights: npt.NDArray[np.float64] = np.zeros(1326)
    for name in EQUITIES:
        weights[HANDS[name]] = 1.0
        if weights.sum() >= percent / 100 * len(weights) - 1e-9:
            break
    return Range(weights)
