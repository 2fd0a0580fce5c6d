"""Bet sizes as solver users write them, and the totals that they allow at a point of a betting round.

Pure functions of numbers: no cards, no game state. A *total* is the chips that a player has put in since the start of the
betting round: a bet of 25 that is raised to 75 has totals 25 and 75.

Sizes are written as a list, separated by commas or spaces (case does not matter):

| written | for a bet or donk bet | for a raise |
|---|---|---|
| ``50%`` | half of the pot | call, then half of the pot as it is after the call |
| ``2.5x`` | - | to 2.5 times the opponent's total in this round |
| ``100c`` | 100 chips | by 100 chips: to 100 more than the opponent's total |
| ``20c3r`` | - | by 20 chips, unless three raises were made in this round (fixed limit) |
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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, inf
from numbers import Integral, Real
from typing import Any, Literal, TypeAlias

from pokerzoo.envs.support.chips import chips_of
from pokerzoo.envs.support.parameters import brief, check_choice, check_number, is_finite, is_number
from pokerzoo.envs.support.text_errors import TextError
from pokerzoo.envs.support.units import LEAST_CHIPS, MOST_CHIPS

from .line import chips_text

Kind: TypeAlias = Literal["bet", "raise", "donk"]
Texts: TypeAlias = str | Sequence[str]

BET_FORMS = "50% (of the pot), 100c (chips), e, 2e or 3e200% (geometric), a (all-in)"
OR_BY_STREET = ", or a mapping from streets to these"
BLIND_FORM = ", 3bb (to 3 big blinds)"
RAISE_FORMS = BET_FORMS + ", 2.5x (times the bet faced)"
SPOT_FORM = ", 20c3r (by 20 chips, at most 3 raises a round)"

TINY = 1e-9
"""Amounts this close, relative to the stack or the pot, are equal: 29% of 50 is 14.499999999999998 to the machine."""

_NUMBER = r"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)"
_PIECES = re.compile(r"[^\s,]+|^\s*,|,(?=\s*(?:,|$))")  # and commas with nothing before or after them, to be refused
_PIECE = re.compile(
    rf"(?P<amount>{_NUMBER})(?P<unit>%|x|c|bb)(?:(?P<cap>[0-9]{{1,9}})r)?"
    rf"|(?P<streets>[0-9]{{1,9}})?(?P<e>e)(?:(?P<most>{_NUMBER})%)?|a"
)


@dataclass(frozen=True, slots=True)
class Size:
    """One bet size; ``str`` writes it. Made by `parse_sizes`. ValueError unless the parts are as below."""

    unit: str  # the sign of the form: ``%``, ``x``, ``c``, ``e``, ``a`` or ``bb``
    amount: float | None = None  # percent of the pot, multiple of the bet faced, chips, big blinds; the cap of a geometric size
    streets: int | None = None  # of a geometric size, less one for each raise after the first, at least 1; None: those left
    raise_cap: int | None = None  # raises in the round from which on a size in chips is not available; None: no cap

    def __post_init__(self) -> None:
        check_choice("unit", self.unit, ("%", "x", "c", "e", "a", "bb"))
        if self.unit != "e" and (self.amount is None) != (self.unit == "a"):
            raise ValueError(f"amount={self.amount!r}: must be a number with %, x and c, and None with a")
        low = 1 if self.unit == "x" else 0
        if self.amount is not None and not low < self.amount < inf:
            raise ValueError(f"{chips_text(self.amount)} must be a finite number above {low}")
        for name, whole, unit in (("streets", self.streets, "e"), ("raise_cap", self.raise_cap, "c")):
            _check_number(name, 1 if whole is None else whole, 1, whole=True)
            if whole is not None and self.unit != unit:
                raise ValueError(f"{name}={whole}: must be None but for {unit}")

    @property
    def for_raises_only(self) -> bool:
        """True if the size has no meaning for a first bet."""
        return self.unit == "x" or self.raise_cap is not None

    def __str__(self) -> str:
        amount = "" if self.amount is None else chips_text(self.amount)
        if self.unit == "e":
            return f"{self.streets or ''}e" + (amount and f"{amount}%")
        return amount + self.unit + ("" if self.raise_cap is None else f"{self.raise_cap}r")


def parse_sizes(text: str, kind: Kind, name: str | None = None, *, blinds: bool = False) -> tuple[Size, ...]:
    """The sizes listed in ``text``, in its order; none if it is blank. Errors call it ``name``, else ``bet_sizes`` or the like.

    Sizes in big blinds are allowed where the game has some (``blinds``).

    >>> [str(size) for size in parse_sizes("33%, 75% 150%,a", "bet")]
    ['33%', '75%', '150%', 'a']

    Raises:
        TextError: a piece cannot be read, or has no meaning for this ``kind``; with the piece, its position in the string
            (from 1 in the message) and the forms that are allowed. It is a ValueError.
    """
    check_choice("kind", kind, ("bet", "raise", "donk"))
    sizes: list[Size] = []
    for match in _PIECES.finditer(text):
        try:
            sizes.append(_parse_piece(match.group(), kind, blinds))
        except ValueError as error:
            field, piece = name or f"{kind}_sizes", match.group()
            where = f"{field}={brief(text)}: {brief(piece)} at character {match.start() + 1}"
            raises = RAISE_FORMS + ("" if blinds else SPOT_FORM)
            forms = (raises if kind == "raise" else BET_FORMS) + (BLIND_FORM if blinds else "")
            problem = f"{error}; allowed: {forms}"
            raise TextError(
                f"{where}: {problem}", field=field, problem=problem, position=match.start(), length=len(piece)
            ) from None
    return tuple(sizes)


def format_sizes(sizes: Sequence[Size]) -> str:
    """A list of sizes as a string; `parse_sizes` gives the list back."""
    return ",".join(map(str, sizes))


@dataclass(frozen=True)
class BetOptions:
    """The sizes of both players and the rules that add, force, merge and cap them. Made by `bet_options`.

    The thresholds are postflop-solver's; 0 for all three leaves the sizes as given. *Pot* is the pot after a call.
    """

    bet: tuple[tuple[Size, ...], ...]  # sizes of a first bet, for each of two or more players
    raises: tuple[tuple[Size, ...], ...]  # sizes of a raise, for each player
    donk: tuple[tuple[Size, ...], ...] | None = None  # leads into the last aggressor; None: as ``bet``
    add_allin_threshold: float = 1.5  # all-in is added up to this multiple of the pot, if there is another size (PioSOLVER)
    force_allin_threshold: float = 0.15  # a size is all-in if the stack left after a call is at most this multiple of the pot
    merging_threshold: float = 0.1  # Y pots is dropped if the next larger size, X, has (1 + X) / (1 + Y) < 1 + threshold
    raise_cap: int | None = None  # the most bets and raises of both players in a round, all-in ones included
    min_bet: float = 1.0  # chips of the smallest bet and of the smallest raise beyond the call, all-in excepted
    chip: float = 1.0  # totals other than all-in are rounded to multiples of this, half up
    big_blind: float | None = None  # chips of ``bb``; None: a game without blinds

    def __post_init__(self) -> None:
        pairs: dict[str, Any] = {"bet": self.bet, "raises": self.raises, "donk": self.bet if self.donk is None else self.donk}
        for name, pair in pairs.items():
            tuples = isinstance(pair, tuple) and [type(sizes) for sizes in pair] == [tuple] * max(2, len(self.bet))
            if not tuples or not all(isinstance(size, Size) for sizes in pair for size in sizes):
                raise ValueError(f"{name}={brief(pair)}: must be a pair of tuples of Size, one for each player")
            wrong = [size for sizes in pair for size in sizes if size.for_raises_only and name != "raises"]
            if wrong:
                raise ValueError(f"{name}: {wrong[0]} is for raises only; allowed: {BET_FORMS}")
        for name in ("add_allin_threshold", "force_allin_threshold", "merging_threshold", "min_bet"):
            _check_number(name, getattr(self, name))
        check_number("chip", self.chip, LEAST_CHIPS, MOST_CHIPS)
        if self.raise_cap is not None:
            _check_number("raise_cap", self.raise_cap, whole=True)

    def sizes(self, player: int, kind: Kind) -> tuple[Size, ...]:
        """The sizes that ``player`` (from 0) has for a bet, a raise or a donk bet."""
        if kind == "donk" and self.donk is not None:
            return self.donk[player]
        return (self.raises if kind == "raise" else self.bet)[player]


def bet_options(
    bet_sizes: Texts,
    raise_sizes: Texts,
    donk_sizes: Texts | None = None,
    *,
    names: Mapping[str, str] | None = None,
    big_blind: float | None = None,
    players: int = 2,
    **thresholds: Any,
) -> BetOptions:
    """`BetOptions` from strings: each is one for all players or one for each; the rest goes by name. Errors as theirs.

    Sizes in big blinds need ``big_blind``. Errors call a parameter what ``names`` has for it (``{"bet_sizes":
    "bet_sizes['turn']"}``), else by its own name.

    >>> options = bet_options("50%", ("60%,a", "2.5x"), chip=0.5)
    >>> format_sizes(options.sizes(1, "raise"))
    '2.5x'
    """

    def each(parameter: str, texts: Texts, kind: Kind) -> tuple[tuple[Size, ...], ...]:
        name = (names or {}).get(parameter, parameter)
        if isinstance(texts, str):
            return (parse_sizes(texts, kind, name, blinds=blinds),) * players
        own = tuple(texts) if isinstance(texts, (tuple, list)) else ()
        if [type(text) for text in own] != [str] * players:
            more = OR_BY_STREET if name == parameter else ""
            several = "a pair of" if players == 2 else "three"
            raise ValueError(f"{name}={brief(texts)}: must be a string or {several} strings, one for each player{more}")
        return tuple(parse_sizes(text, kind, f"{name}[{player}]", blinds=blinds) for player, text in enumerate(own))

    blinds = big_blind is not None
    donk = None if donk_sizes is None else each("donk_sizes", donk_sizes, "donk")
    bets, raises = each("bet_sizes", bet_sizes, "bet"), each("raise_sizes", raise_sizes, "raise")
    return BetOptions(bets, raises, donk, big_blind=big_blind, **thresholds)


def _parse_piece(piece: str, kind: Kind, blinds: bool) -> Size:
    match = _PIECE.fullmatch(piece.lower())
    if match is None:
        bare = re.fullmatch(_NUMBER, piece)
        raise ValueError("a number needs a unit after it" if bare else "a size is missing" if "," in piece else "not a size")
    amount = match["amount"] or match["most"]
    streets, cap = (int(text) if text else None for text in match.group("streets", "cap"))
    if match["unit"] == "bb" and not blinds:
        raise ValueError("a spot has no blinds")
    if cap is not None and blinds:
        raise ValueError("a cap on raises of a size is for spots; raise_cap caps all raises")
    size = Size(match["unit"] or match["e"] or "a", float(amount) if amount else None, streets, cap)
    if size.for_raises_only and kind != "raise":
        raise ValueError("for raises only")
    return size


def rounded_amount(amount: float, chip: float) -> float:
    """The nearest multiple of a chip, half a chip up."""
    return chips_of(floor(amount / chip + 0.5 + TINY), chip)


def _check_number(name: str, value: Any, least: int = 0, *, whole: bool = False) -> None:
    numeric = is_number(value) and isinstance(value, Integral if whole else Real)
    if not numeric or not least <= value < inf or not (whole or is_finite(value)):
        raise ValueError(f"{name}={brief(value)}: must be a {'whole' if whole else 'finite'} number, {least} or more")
