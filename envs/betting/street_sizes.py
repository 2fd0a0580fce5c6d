"""Bet sizes by street: one string, a pair of strings for the players, or a mapping from streets to these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from pokerzoo.envs.support.errors import InputError, ParameterError, brief, did_you_mean

from .bets import SizedBets, Texts, sized_bets
from .sizes import Kind, format_size_lists, parse_size_lists

STREETS = ("flop", "turn", "river")
"""The betting rounds of a spot, named by the last card dealt."""
PREFLOP = "preflop"
HAND_STREETS = (PREFLOP, *STREETS)
"""The betting rounds of a hand."""
StreetSizes: TypeAlias = Texts | Mapping[str, Texts | None]
"""Type of a parameter such as ``bet_sizes``; None, for no donk bets of one's own, only in ``donk_sizes``."""
KINDS: dict[str, Kind] = {"bet_sizes": "bet", "raise_sizes": "raise", "donk_sizes": "donk"}


def streets_of(board_cards: int) -> tuple[str, ...]:
    """The streets with betting from a board of ``num_cards`` cards on.

    >>> streets_of(4)
    ('turn', 'river')
    """
    return STREETS[board_cards - 3 :]


def bets_by_street(
    streets: tuple[str, ...],
    bet_sizes: Any,
    raise_sizes: Any,
    donk_sizes: Any = None,
    big_blind: float | None = None,
    players: int = 2,
    **rest: Any,
) -> tuple[tuple[SizedBets, ...], dict[str, Any]]:
    """The bets of each of these streets, and the three parameters in canonical form."""
    by_name = {"bet_sizes": bet_sizes, "raise_sizes": raise_sizes, "donk_sizes": donk_sizes}
    by_street = {name: by_street_of(name, sizes, streets) for name, sizes in by_name.items()}
    bets = []
    for place, street in enumerate(streets):
        here = {name: sizes[street] for name, sizes in by_street.items()}
        names = {name: f"{name}[{brief(street)}]" for name in by_name if isinstance(by_name[name], Mapping)}
        of_street = sized_bets(**here, names=names, big_blind=big_blind, players=players, **rest)
        if place == 0 and len(streets) > 1:  # no donk bet is possible; its sizes would change the ids of actions
            of_street = replace(of_street, donk=None)
        bets.append(replace(of_street, bet=((),) * players) if is_free("bet_sizes", streets, place) else of_street)
    blinds = big_blind is not None
    kept = {
        name: one_or_by_street(name, [sizes[street] for street in streets], streets, blinds)
        for name, sizes in by_street.items()
    }
    return tuple(bets), kept


def by_street_of(name: str, sizes: Any, streets: tuple[str, ...]) -> dict[str, Any]:
    """The sizes of each street."""
    if not isinstance(sizes, Mapping):
        return dict.fromkeys(streets, sizes)
    known = HAND_STREETS if streets[0] == PREFLOP else STREETS
    needed = [street for place, street in enumerate(streets) if not is_free(name, streets, place)]
    for street in sizes:
        if street not in known:
            raise ParameterError(
                name, sizes, f"no street {brief(street)}; allowed: {', '.join(streets)}{did_you_mean(street, known)}"
            )
        if street not in streets:
            has = len(STREETS) + 3 - len(streets)
            why = f"is over on a board of {has} cards" if known == STREETS else "has no betting in this game"
            raise ParameterError(
                f"{name}[{brief(street)}]", sizes[street], f"the {street} {why}; sizes must be for {', '.join(streets)}"
            )
        if street == PREFLOP and street not in needed:
            kind = KINDS[name]
            raise ParameterError(
                f"{name}['preflop']",
                sizes[street],
                f"there is no {kind} before the flop, where the blinds are the first bet; must be in raise_sizes",
            )
    for street in needed:
        if street not in sizes:
            raise ParameterError(name, dict(sizes), f"no sizes for the {street}; must have them for {', '.join(needed)}")
    result = {street: sizes.get(street, None if name == "donk_sizes" else "") for street in streets}
    for street, texts in result.items():
        if texts is None and name != "donk_sizes":
            raise InputError(f"{name}[{brief(street)}]=None: must be a string or a pair of strings, one for each player")
    return result


def is_free(name: str, streets: tuple[str, ...], place: int) -> bool:
    """True for a street that needs no sizes: the first has no donk bets, and before the flop there are raises alone."""
    return place == 0 and (name == "donk_sizes" or (name == "bet_sizes" and streets[0] == PREFLOP))


def one_or_by_street(name: str, sizes: list[Any], streets: tuple[str, ...], blinds: bool = False) -> Any:
    """One value for all streets if they are equal, else a mapping by street; a street that needs none is left out."""
    texts = [sizes_text(street_texts, KINDS[name], blinds) for street_texts in sizes]
    count = 1 if is_free(name, streets, 0) and len(texts) > 1 else 0
    if all(street_texts == texts[-1] for street_texts in texts[count:]):
        return texts[-1]
    return dict(zip(streets[count:], texts[count:], strict=True))


def sizes_text(texts: Any, kind: Kind, blinds: bool = False) -> Any:
    """Sizes in canonical form: one string if all players have the same, else one each; spaces and case are normalised."""
    if texts is None:
        return None
    by_player = (texts,) if isinstance(texts, str) else texts
    each = tuple(format_size_lists(parse_size_lists(text, None, kind, blinds=blinds)) for text in by_player)
    return each[0] if len(set(each)) == 1 else each
