"""Ranges: how likely a player holds each of the 1,326 combos, and the notation that poker players write for it.

A range is written as a list of pieces, separated by commas, semicolons or blanks, in upper or lower case:

| piece | means |
|---|---|
| `QQ`, `AKs`, `AKo`, `AK`, `AsKs` | a pair, suited, offsuit, both, one combo |
| `QQ+` | this pair and the higher ones |
| `ATs+`, `ATo+`, `AT+` | the first rank stays, the second rises until just below it: ATs, AJs, AQs, AKs |
| `T9s+`, `T9o+`, `T9+` | connectors rise together: T9s, JTs, QJs, KQs, AKs |
| `QQ-22` | pairs from one to the other |
| `A5s-A2s`, `A5-A2` | the same first rank |
| `T9s-76s`, `T8s-64s` | both ranks fall together: T9s, 98s, 87s, 76s |
| `8h8s+`, `AhTh+`, `Th9h-7h6h` | the same with two given suits: 8h8s, 9h9s, ..., AhAs |
| `random` | everything |
| `AJo:0.75`, `QQ-22:75%` | a weight of 0 to 1 for the piece before it; 1 where none is given |
| `AJo 0.75`, `AJo@75` | the same weight, as other programs write it: after a blank, or in percent after @ |
| `20%` | the best 20% of all combos, by all-in equity against a random hand (`top_range`) |
| `0.75(AJo, QQ-22)`, `75%(AJo, QQ-22)` | the same weight for each piece in the brackets |
| `[75]AJo, QQ-22[/75]` | each with weight 0.75, in percent, as GTO+ and CardRunners EV write it |

Where two pieces name the same combo, the later one holds: `22+, 55:0.5`, `random, AA:0`.

With `+` after connectors and after given suits these are the readings of Desktop Postflop and WASM Postflop, of Equilab and of
Flopzilla. pokerkit and eval7 read `T9s+` as T9s alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_number

from .cards import (
    CARD_NAMES,
    CLASS_NAMES,
    COMBO_CLASSES,
    COMBO_NAMES,
    HOLDERS,
    NUM_COMBOS,
    RANKS,
    SUITS,
    check_different,
    combo_index,
    read_only,
)

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


ACE = len(RANKS) - 1
CLASS_SIZES = np.bincount(COMBO_CLASSES)
"""Combos of each of the 169 hands."""
SMALLEST_CLASS = int(CLASS_SIZES.min())

HANDS = {name: np.flatnonzero(number == COMBO_CLASSES) for number, name in enumerate(CLASS_NAMES)}
"""Numbers of the combos of ``AA``, ``AKs``, ``AKo``, and of ``AK``, which is both."""
HANDS |= {name[:2]: np.concatenate([HANDS[name], HANDS[name[:2] + "o"]]) for name in CLASS_NAMES if name.endswith("s")}


@dataclass(frozen=True, eq=False, repr=False)
class Range:
    """A weight for each combo, with at least one above 0. Immutable; equal if the weights are.

    Attributes:
        weights: float64 [1326], read-only: 0 to 1, in the order of ``cards.COMBOS``.

    Raises:
        ValueError: another shape, a weight outside 0 to 1, or nothing above 0.

    >>> from pokerzoo.envs.cards import parse_range
    >>> found = parse_range("QQ+, AKs:0.5")
    >>> found.num_combos, float(found.weights.sum()), str(found)
    (22, 20.0, 'QQ+,AKs:0.5')
    """

    weights: Floats

    def __post_init__(self) -> None:
        weights = np.array(self.weights, dtype=np.float64) + 0.0  # no -0.0, so that equal ranges have equal bytes
        if weights.shape != (NUM_COMBOS,):
            raise ParameterError("weights", problem=f"shape {list(weights.shape)}: must be [{NUM_COMBOS}]")
        if not np.all((weights >= 0.0) & (weights <= 1.0)):
            raise ParameterError("weights", problem="must be from 0 to 1")
        if not weights.any():
            raise ParameterError("weights", problem="are all 0: an empty range")
        object.__setattr__(self, "weights", read_only(weights))

    @property
    def num_combos(self) -> int:
        """Number of combos with a weight above 0."""
        return int(np.count_nonzero(self.weights))

    @cached_property
    def text(self) -> str:
        """A short list of pieces for these weights (see ``short_pieces``); ``parse_range`` reads it to the last bit."""
        return range_text(self.weights)

    def without(self, cards: Sequence[int]) -> Range:
        """The combos that hold none of some cards, such as the cards of a board; weights are unchanged.

        Args:
            cards: cards as numbers from 0 to 51.

        Raises:
            ValueError: nothing is left, a card twice, or a number that is no card.
        """
        check_different("cards", cards)
        weights = self.weights.copy()
        weights[HOLDERS[list(cards)]] = 0.0
        if not weights.any():
            names = "".join(CARD_NAMES[card] for card in cards)
            raise InputError(f"range '{self}': no combo is left without {names}: an empty range")
        return Range(weights)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"parse_range({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and np.array_equal(self.weights, other.weights)

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return Range, (self.weights,)  # numpy's own pickle would come back writable


def parse_range(text: str, name: str = "range") -> Range:
    """The range that a string describes; the module's description lists what may be written.

    Args:
        text: such as ``QQ+, AKs, AJo:0.75``.
        name: what error messages call the string.

    Raises:
        ParameterError: a piece that cannot be read, with its position; a weight outside 0 to 1; an empty range.

    >>> parse_range("aa kk qq AKs AQs ako:.5 aqo:50%")
    parse_range('QQ+,AQs+,AQo+:0.5')
    >>> parse_range("QQ-22").num_combos
    66
    """
    if not isinstance(text, str):
        raise ParameterError(name, text, "must be a string such as 'QQ+, AKs, AJo:0.75'")
    return _read_range(text, name)


@lru_cache(maxsize=64)
def _read_range(text: str, name: str) -> Range:
    weights = np.zeros(NUM_COMBOS)
    for combos, weight in _RangeReader(text, name).pieces():
        weights[combos] = weight
    if not weights.any():
        problem = "is empty: must have at least one combo with a weight above 0"
        raise ParameterError(name, text, problem)
    return Range(weights)


R, S = f"[{RANKS}{RANKS[8:].lower()}]", f"[{SUITS}{SUITS.upper()}]"
HAND = rf"(?:{R}{{2}}[soSO]?|(?:{R}{S}){{2}}|(?i:random))"
END = r"(?=[\s,;()\[]|$)"
WEIGHT = r"[^\s,;():\[\]]+"
SHARE = r"[01](?:\.[0-9]*)?|\.[0-9]+"
"""A weight after a blank, as in ``AA 0.5``."""
PIECE = re.compile(rf"({HAND})(?:\s*(\+)|\s*-\s*({HAND}))?(?:\s*:\s*({WEIGHT})|\s*@\s*({WEIGHT})|\s+({SHARE})(?!\s*\())?{END}")
TOP = re.compile(rf"([0-9]+\.?[0-9]*|\.[0-9]+)%{END}")
"""The best hands: ``20%``."""
OPENING = re.compile(rf"({WEIGHT})\s*\(|\[\s*(?!/)({WEIGHT})\s*\]")
CLOSING = re.compile(rf"\)|\[\s*/\s*({WEIGHT})\s*\]")
NUMBER = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)(?:(%)|[eE](-?[0-9]+))?")
SEPARATOR = re.compile(r"[\s,;]*")
UNREADABLE = re.compile(r"\S[^\s,;()\[]*")
ALLOWED = "must be a hand (AA, AKs, AKo, AK, AsKs), QQ+, ATs+, a span (QQ-22, A5s-A2s, T9s-76s) or random, and :0.75 if wanted"
DECIMAL_COMMA = re.compile(r"0,([0-9]+)%?(?=[\s,;()\[]|$)")


@lru_cache(maxsize=1024)
def canonical_range(text: str) -> str:
    """A range as ``str`` writes it, however it was given.

    >>> canonical_range("87s-JTs, [50]QQ[/50]")
    'JTs,T9s,98s,87s,QQ:0.5'
    """
    return str(parse_range(text))


class _RangeReader:
    """Reader of a string piece by piece; the next one begins ``at``."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name, self.at = text, name, 0

    def error(self, at: int, piece: str, problem: str) -> ValueError:
        return ParameterError(self.name, self.text, problem, position=at, length=len(piece))

    def pieces(self) -> Iterator[tuple[npt.NDArray[Any], Any]]:
        """Combos and weight of each piece."""
        bracket, weight, end = -1, 1.0, ""  # where the bracket around us begins, and what closes it
        while True:
            self.at = self.skip(SEPARATOR)
            if self.at == len(self.text):
                break
            opening, closing = OPENING.match(self.text, self.at), CLOSING.match(self.text, self.at)
            if bracket >= 0 and closing is not None:
                if re.sub(r"\s", "", closing[0]) != end:
                    raise self.error(self.at, closing[0], f"must be {end}, as the bracket begins so")
                bracket, weight = -1, 1.0
                self.at = closing.end()
            elif bracket >= 0 and opening is not None:
                raise self.error(self.at, opening[0], "must not be inside another bracket")
            elif opening is not None:
                percent = opening[2] is not None
                bracket, weight = self.at, self.weight(opening.start(2 if percent else 1), opening[2] or opening[1], percent)
                end = f"[/{opening[2]}]" if percent else ")"
                self.at = opening.end()
            elif closing is not None and closing[1]:
                raise self.error(self.at, closing[0], f"must close a bracket, which begins as [{closing[1]}]")
            else:
                yield self.piece(None if bracket < 0 else weight)
        if bracket >= 0:
            raise self.error(bracket, self.text[bracket:], f"must be closed with {end}")

    def skip(self, pattern: re.Pattern[str]) -> int:
        match = pattern.match(self.text, self.at)
        return self.at if match is None else match.end()

    def piece(self, bracket_weight: float | None) -> tuple[npt.NDArray[Any], Any]:
        match = PIECE.match(self.text, self.at)
        if match is None and (top := TOP.match(self.text, self.at)) is not None:
            return self.best(top, 1.0 if bracket_weight is None else bracket_weight)
        if match is None:
            raise self.error(self.at, self.text[self.at : self.skip(UNREADABLE)], ALLOWED)
        hand, plus, other, *weights = match.groups()
        try:
            combos = combos_of(hand, plus is not None, other)
        except ValueError as problem:
            raise self.error(self.at, match[0], str(problem)) from None
        value = 1.0 if bracket_weight is None else bracket_weight
        group = next((k for k, weight in enumerate(weights, 4) if weight is not None), None)
        if group is not None:
            if bracket_weight is not None:
                raise self.error(self.at, match[0], "must not have a weight, as the bracket gives one")
            comma = DECIMAL_COMMA.match(self.text, match.start(group))
            if comma is not None:
                fault = f"must have a decimal point, 0.{comma[1]}; if {comma[1]} is a hand, write a blank before it"
                raise self.error(match.start(group), comma[0], fault)
            percent = group == 5 and not match[5].endswith("%")
            value = self.weight(match.start(group), match[group], percent)
        self.at = match.end()
        return combos, value

    def best(self, top: re.Match[str], weight: float) -> tuple[npt.NDArray[Any], Any]:
        """Combos and weights of the best hands."""
        share = float(top[1])
        if not 0 < share <= 100:
            raise self.error(self.at, top[0], "must be a share of all hands above 0% and at most 100%")
        weights = top_range(share).weights
        combos = np.flatnonzero(weights)
        self.at = top.end()
        return combos, weight * weights[combos]

    def weight(self, at: int, text: str, percent: bool = False) -> float:
        result = NUMBER.fullmatch(text)
        if percent:
            result = result if result is not None and not result[2] and not result[3] else None
            value = 2.0 if result is None else float(f"{result[1]}e-2")
        else:
            value = 2.0 if result is None else float(f"{result[1]}e{-2 if result[2] else result[3] or 0}")
        if value > 1.0:
            allowed = "in percent, from 0 to 100" if percent else "from 0 to 1, or from 0% to 100%"
            raise self.error(at, text, f"must be a weight {allowed}")
        return value


def combos_of(hand: str, plus: bool, other: str | None) -> npt.NDArray[Any]:
    """Numbers of the combos of a piece, ``hand`` or ``hand+`` or ``hand-other``; ValueError says what is wrong."""
    single = not plus and other is None
    if hand.upper() == "RANDOM" and single:
        return np.arange(NUM_COMBOS)
    if hand.upper() == "RANDOM" or (other or "").upper() == "RANDOM":
        raise InputError("+ and - must be with hands such as QQ, AKs, AKo, AK or AsKs")
    high, low, suffix = split_hand(hand)
    if other is not None:
        ranks = rank_span((high, low, suffix), split_hand(other))
    elif not plus:
        ranks = [(high, low)]
    elif high - low <= 1:
        ranks = [(rank, rank - high + low) for rank in range(high, ACE + 1)]
    else:
        ranks = [(high, rank) for rank in range(low, high)]
    if len(suffix) == 2:
        first, second = map(SUITS.index, suffix)
        return np.array([combo_index(4 * top + first, 4 * bottom + second) for top, bottom in ranks])
    return np.concatenate([HANDS[hand_name(*pair, suffix)] for pair in ranks])


def split_hand(hand: str) -> tuple[int, int, str]:
    """``AKs`` as its ranks, the higher first, and its suffix; of ``KhAs`` this is the suits, ``sh``."""
    if len(hand) == 4:
        cards = sorted(((RANKS.index(hand[k].upper()), hand[k + 1].lower()) for k in (0, 2)), reverse=True)
        if cards[0] == cards[1]:
            raise InputError("must be two different cards")
        return cards[0][0], cards[1][0], cards[0][1] + cards[1][1]
    low, high = sorted(RANKS.index(rank) for rank in hand[:2].upper())
    if high == low and len(hand) == 3:
        raise InputError("a pair must have neither s nor o")
    return high, low, hand[2:].lower()


def hand_name(high: int, low: int, suffix: str) -> str:
    """``AKs``."""
    return RANKS[high] + RANKS[low] + suffix


def rank_span(hand: tuple[int, int, str], other: tuple[int, int, str]) -> list[tuple[int, int]]:
    """The ranks of each hand from one to the other."""
    (bottom_high, bottom_low, suffix), (high, low, other_suffix) = sorted((hand, other))
    steps = low - bottom_low
    if suffix == other_suffix and high - low == bottom_high - bottom_low:
        return [(bottom_high + step, bottom_low + step) for step in range(steps + 1)]
    if suffix == other_suffix and high == bottom_high and low < high:
        return [(high, bottom_low + step) for step in range(steps + 1)]
    raise InputError("no such span: must be two pairs (QQ-22), the same first rank (A5s-A2s) or the same gap (T9s-76s)")


def range_text(weights: Floats) -> str:
    """The pieces of a range, the highest weight first."""
    if np.all(weights == weights[0]):
        return "random" + weight_text(weights[0])
    held = np.flatnonzero(weights)
    if len(np.unique(weights[held])) == len(held):  # as in a random range: many pieces, and none to be put together
        held = held[np.argsort(-weights[held])]
        both = zip(held.tolist(), weights[held].tolist(), strict=True)
        return ",".join([COMBO_NAMES[combo] + weight_text(weight) for combo, weight in both])
    pieces = []
    for weight, combos in by_weight(weights):
        suffix = weight_text(weight)
        pieces += [piece + suffix for piece in pieces_of(combos, len(suffix))]
    return ",".join(pieces)


def by_weight(weights: Floats) -> list[tuple[float, list[int]]]:
    """The weights above 0 that occur, the highest first, each with its combos, the last first."""
    combos = np.flatnonzero(weights)[::-1]
    result: dict[float, list[int]] = {}
    for combo, weight in zip(combos.tolist(), weights[combos].tolist(), strict=True):
        result.setdefault(weight, []).append(combo)
    return sorted(result.items(), reverse=True)


def pieces_of(combos: list[int], extra: int) -> list[str]:
    """Few and short pieces for these combos, when each costs ``extra`` more characters."""
    if len(combos) < SMALLEST_CLASS:
        return [COMBO_NAMES[combo] for combo in combos]
    classes = COMBO_CLASSES[combos].tolist()
    whole = {number for number, count in Counter(classes).items() if count == CLASS_SIZES[number]}
    pieces = short_pieces({CLASS_NAMES[number] for number in whole}, extra) if whole else []
    return pieces + [COMBO_NAMES[combo] for combo, number in zip(combos, classes, strict=True) if number not in whole]


def weight_text(weight: float) -> str:
    """``:0.75``; nothing for 1."""
    return "" if weight == 1.0 else f":{float(weight)!r}"


class RangePiece(NamedTuple):
    """A piece of a written range without its weight, the hands of the 169 that it names, and its place when written."""

    text: str
    hands: frozenset[str]
    place: tuple[int, int]


def _lines() -> list[list[str]]:
    """The sequences of hands of which any stretch can be written as one piece, in the order in which they are printed."""
    lines = [[hand_name(rank, rank, "") for rank in range(ACE, -1, -1)]]
    for suffix in ("", "s", "o"):
        lines += [[hand_name(high, low, suffix) for low in range(high - 1, -1, -1)] for high in range(ACE, 0, -1)]
    return lines


LINES = _lines()
PARTS = {name: frozenset([name] if name in CLASS_NAMES else [name + "s", name + "o"]) for name in HANDS}
"""Hand classes of each name: ``AK`` for ``AKs`` and ``AKo``."""


def short_pieces(hands: set[str], extra: int) -> list[str]:
    """Few and short pieces that name exactly these of the 169 hands, when each costs ``extra`` more characters."""
    runs = [
        (number, list(run))
        for number, line in enumerate(LINES)
        for whole, run in groupby(line, key=lambda name: PARTS[name] <= hands)
        if whole
    ]
    missing = set(hands)
    chosen: list[RangePiece] = []
    while missing:
        pieces = [piece for number, run in runs for piece in _best_piece(number, run, missing)]
        best = min(pieces, key=lambda piece: (len(piece.text) + extra + 1) / len(piece.hands & missing))
        chosen.append(best)
        missing -= best.hands
    for piece in sorted(chosen, key=lambda piece: -len(piece.text)):
        others = [other for other in chosen if other is not piece]
        if piece.hands <= frozenset[str]().union(*(other.hands for other in others)):
            chosen = others
    return [piece.text for piece in sorted(chosen, key=lambda piece: piece.place)]


def _best_piece(number: int, run: list[str], missing: set[str]) -> list[RangePiece]:
    """The shortest piece for what is missing of a run of hands on a line, if anything is."""
    new = [i for i, name in enumerate(run) if PARTS[name] & missing]
    if not new:
        return []
    first, last = new[0], new[-1]
    text = run[first] if first == last else f"{run[first]}-{run[last]}"
    line = LINES[number]
    if run[0] == line[0] and len(run[last]) + 1 < len(text):
        first, text = 0, run[last] + "+"
    parts = frozenset[str]().union(*(PARTS[name] for name in run[first : last + 1]))
    return [RangePiece(text, parts, (number, line.index(run[first])))]


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
    weights = np.zeros(1326)
    for name in EQUITIES:
        weights[HANDS[name]] = 1.0
        if weights.sum() >= percent / 100 * len(weights) - 1e-9:
            break
    return Range(weights)
