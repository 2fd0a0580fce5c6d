"""Bet sizes as solver users write them, and the totals that they allow at a point of a betting round.

Pure functions of numbers: no cards, no game state. A *total* is the chips that a player has put in since the start of the
betting round: a bet of 25 that is raised to 75 has totals 25 and 75.

Sizes are written as a list, separated by commas or spaces (case does not matter). Raises may have several lists with ``|``
between them, for the first raise in the round, the second, and so on, the last for all that follow: ``2.5x | 60%,a | a``.

| written | for a bet or donk bet | for a raise |
|---|---|---|
| ``50%`` | half of the pot | call, then half of the pot as it is after the call |
| ``2.5x`` | - | to 2.5 times the opponent's total in this round |
| ``100c`` | 100 chips | by 100 chips: to 100 more than the opponent's total |
| ``e`` | geometric: the share of the pot that, bet on each street left, has the stack in by the river | call, then the same |
| ``2e``, ``3e200%`` | geometric over 2 streets; over 3, but at most 200% of the pot | call, then the same |
| ``a`` | all-in | all-in |
| ``3bb`` | to 3 big blinds (games with blinds only) | to 3 big blinds |

Geometric sizes count down within a round: the first bet and the first raise count all their streets, each later raise one
less, down to 1, which is all-in. So three raises of ``3e`` are all-in.

The syntax is that of postflop-solver, whose list of changes also requires the ``%`` and calls the chip form additive: hence
raise *by*, not raise *to*. PioSOLVER's manual (piosolver.com/docs/viewer/postflop_tree_building) has the same forms.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Literal, TypeAlias

from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_choice, check_int, is_finite, is_number

from .line import chips_text

Kind: TypeAlias = Literal["bet", "raise", "donk"]

BET_FORMS = "50% (of the pot), 100c (chips), e, 2e or 3e200% (geometric), a (all-in)"
BLIND_FORM = ", 3bb (to 3 big blinds)"
RAISE_FORMS = BET_FORMS + ", 2.5x (times the bet faced)"

_NUMBER = r"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)"
_PIECES = re.compile(r"[^\s,]+|^\s*,|,(?=\s*(?:,|$))")  # and commas with nothing before or after them, to be refused
_PIECE = re.compile(
    rf"(?P<amount>{_NUMBER})(?P<unit>%|x|c|bb)"
    rf"|(?P<streets>[0-9]{{1,9}})?(?P<e>e)(?:(?P<most>{_NUMBER})%)?|a"
)


@dataclass(frozen=True, slots=True)
class Size:
    """One bet size; ``str`` writes it. Made by `parse_sizes`. ValueError unless the parts are as below."""

    unit: str  # the sign of the form: ``%``, ``x``, ``c``, ``e``, ``a`` or ``bb``
    amount: float | None = None  # percent of the pot, multiple of the bet faced, chips, big blinds; the cap of a geometric size
    streets: int | None = None  # of a geometric size, less one for each raise after the first, at least 1; None: those left

    def __post_init__(self) -> None:
        check_choice("unit", self.unit, ("%", "x", "c", "e", "a", "bb"))
        if self.unit != "e" and (self.amount is None) != (self.unit == "a"):
            raise ParameterError("amount", self.amount, "must be a number with %, x and c, and None with a")
        low = 1 if self.unit == "x" else 0
        if self.amount is not None and not low < self.amount < inf:
            raise InputError(f"{chips_text(self.amount)} must be a finite number above {low}")
        if self.streets is not None:
            check_int("streets", self.streets, 1, 10**9)
            if self.unit != "e":
                raise ParameterError("streets", self.streets, "must be None but for e")

    def __str__(self) -> str:
        amount = "" if self.amount is None else chips_text(self.amount)
        if self.unit == "e":
            return f"{self.streets or ''}e" + (amount and f"{amount}%")
        return amount + self.unit


Sizes: TypeAlias = tuple[Size, ...]
SizeLists: TypeAlias = tuple[Sizes, ...]


def parse_sizes(text: str, kind: Kind, name: str | None = None, *, blinds: bool = False) -> Sizes:
    """The sizes of one list, in its order; none if it is blank. Errors call it ``name``, else ``bet_sizes`` or the like.

    Sizes in big blinds are allowed where the game has some (``blinds``).

    >>> [str(size) for size in parse_sizes("33%, 75% 150%,a", "bet")]
    ['33%', '75%', '150%', 'a']

    Raises:
        ParameterError: a piece cannot be read, or has no meaning for this ``kind``; with the piece, its position in the string
            (from 1 in the message) and the forms that are allowed.
    """
    lists = parse_size_lists(text, name, kind, blinds=blinds)
    if len(lists) > 1:
        raise ParameterError(name or kind + "_sizes", text, "must be one list of sizes, without |")
    return lists[0]


def parse_size_lists(text: str, name: str | None, kind: Kind, *, blinds: bool = False) -> SizeLists:
    """The lists of ``text``: of the first raise in a round, of the second, ...; of bets there is one. Errors as `parse_sizes`.

    >>> [format_sizes(sizes) for sizes in parse_size_lists("2.5x, a | 60%", "raise_sizes", "raise")]
    ['2.5x,a', '60%']
    """
    check_choice("kind", kind, ("bet", "raise", "donk"))
    field = name or f"{kind}_sizes"
    lists: list[Sizes] = []
    start = 0
    for part in text.split("|"):
        if lists and kind != "raise":
            problem = f"{kind}s have one list of sizes; only raises may have several, with | between them"
            raise ParameterError(field, text, problem, position=start - 1, length=1)
        sizes: list[Size] = []
        for match in _PIECES.finditer(part):
            try:
                sizes.append(_parse_piece(match.group(), kind, blinds))
            except ValueError as error:
                piece, at = match.group(), start + match.start()
                forms = (RAISE_FORMS if kind == "raise" else BET_FORMS) + (BLIND_FORM if blinds else "")
                problem = f"{error}; allowed: {forms}"
                raise ParameterError(field, text, problem, position=at, length=len(piece)) from None
        lists.append(tuple(sizes))
        start += len(part) + 1
    return without_repeats(tuple(lists))


def without_repeats(lists: SizeLists) -> SizeLists:
    """Lists of sizes without trailing repetitions."""
    while len(lists) > 1 and lists[-1] == lists[-2]:
        lists = lists[:-1]
    return lists


def format_sizes(sizes: Sequence[Size]) -> str:
    """A list of sizes as a string; `parse_sizes` gives the list back."""
    return ",".join(map(str, sizes))


def format_size_lists(lists: SizeLists) -> str:
    """Lists of sizes as a string; `parse_size_lists` gives them back."""
    return " | ".join(map(format_sizes, without_repeats(lists))).strip() if any(lists) else ""


def _parse_piece(piece: str, kind: Kind, blinds: bool) -> Size:
    match = _PIECE.fullmatch(piece.lower())
    if match is None:
        bare = re.fullmatch(_NUMBER, piece)
        raise InputError("a number needs a unit after it" if bare else "a size is missing" if "," in piece else "not a size")
    amount = match["amount"] or match["most"]
    if match["unit"] == "bb" and not blinds:
        raise InputError("a spot has no blinds")
    streets = int(match["streets"]) if match["streets"] else None
    size = Size(match["unit"] or match["e"] or "a", float(amount) if amount else None, streets)
    if size.unit == "x" and kind != "raise":
        raise InputError("for raises only")
    return size


def check_amount(name: str, value: Any) -> None:
    """ValueError unless it is a finite number, 0 or more."""
    if not is_number(value) or not 0 <= value < inf or not is_finite(value):
        raise ParameterError(name, value, "must be a finite number, 0 or more")
