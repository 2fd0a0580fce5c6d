"""Hand classes of a game of hold'em, made, or read from a folder where they are kept."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.atomic_files import check_writable
from pokerzoo.envs.support.parameters import check_bool, check_choice, check_int
from pokerzoo.envs.support.user_cache import user_cache

from .class_file import kept_path, read_classes, write_classes
from .class_methods import METHODS
from .class_streets import EXACT, STREETS, TEXTURES, Wanted, check_wanted, dealt_cards, made_classes
from .hand_classes import DealtCards, HandClasses

MOST_SEED = 2**32 - 1
LARGE_DECK = 36
"""Cards of a deck whose classes are worth keeping."""


def make_hand_classes(
    rules: PokerRules,
    *,
    flop: Wanted = EXACT,
    turn: Wanted = 500,
    river: Wanted = 500,
    features: str = "emd",
    textures: bool = False,
    seed: int = 0,
    folder: str | Path | None = None,
) -> HandClasses:
    """Put the hands of a game of hold'em into classes, for each street on which players act.

    Before the flop hands are alike if they differ by suits alone: 169 classes, without loss. A game that has fewer streets
    takes no notice of the numbers for the others. Classes are of all boards, also for a game that begins on one.

    Args:
        rules: of a game of hold'em.
        flop: the most classes on the flop, over all flops; ``"exact"``: one for each flop and hand up to suits, without loss.
        turn: the same on the turn; exact ones tell apart which card came last.
        river: the same on the river.
        features: by what hands with cards to come are put into classes: ``"ehs"`` or ``"emd"``; docs/whole_hand_agent.md
            describes them. On the last board classes are percentiles of the share of hands beaten.
        textures: whether boards of each texture have classes of their own. A street then has as many times more classes as
            there are textures: of the whole deck 9 on the flop, 44 on the turn and 73 on the river. Exact classes stay as
            they are.
        seed: of k-means, from 0 to 2**32 - 1.
        folder: where classes are kept: the file for this game and these arguments is read from there, or made and written.
            None: the folder ``pokerzoo/hand-classes`` of the user's cache, for classes that take longer than some seconds.

    Raises:
        ValueError: rules that are not hold'em's, a parameter that is not as above, or too little memory.
        OSError: the folder cannot be read or written.

    >>> from pokerzoo.agents import make_hand_classes
    >>> from pokerzoo.envs import make_game
    >>> make_hand_classes(make_game("fhp", deck="royal").rules).counts
    (25, 7760)
    """
    dealt = dealt_cards(rules)
    wanted = dict(zip(STREETS, (flop, turn, river), strict=True))
    for name, most in wanted.items():
        if most != EXACT:
            check_wanted(name, most)
    check_choice("features", features, tuple(METHODS))
    check_bool("textures", textures)
    check_int("seed", seed, 0, MOST_SEED)
    recipe = {
        **dict(list(wanted.items())[: len(dealt.groups)]),
        "features": features,
        "seed": seed,
    }
    if textures:
        recipe[TEXTURES] = True
    if folder is not None:
        return kept_classes(Path(folder), dealt, recipe)
    if dealt.cards < LARGE_DECK or all(recipe[name] == EXACT for name in STREETS if name in recipe):
        return made_classes(dealt, recipe)  # in some seconds
    try:
        return kept_classes(user_cache("hand-classes"), dealt, recipe)
    except (OSError, ValueError):  # a cache that cannot be used: a damaged file, or no room
        return made_classes(dealt, recipe)


def classes_for(rules: PokerRules, classes: HandClasses) -> HandClasses:
    """The same classes for the hands of a game in its own order.

    Raises:
        ValueError: the classes are of another deck, or of boards that the game does not deal.
    """
    dealt, made_for = dealt_cards(rules), classes.dealt
    if np.array_equal(dealt.hands, made_for.hands) and same_cards(dealt, made_for):
        return classes
    if not same_cards(dealt, made_for) or not np.isin(dealt.hands, made_for.hands).all():
        raise ValueError(
            f"hand_classes: made for {made_for.cards} cards with public cards {made_for.groups}; "
            f"the game has {dealt.cards} cards with public cards {dealt.groups}"
        )
    order = np.argsort(made_for.hands)
    places = order[np.searchsorted(made_for.hands, dealt.hands, sorter=order)]
    return replace(classes, dealt=dealt, before=classes.before[places])


def same_cards(one: DealtCards, other: DealtCards) -> bool:
    """True if two games deal the same cards, in whatever order their hands stand."""
    return all(getattr(one, name.name) == getattr(other, name.name) for name in fields(DealtCards) if name.name != "hands")


def kept_classes(folder: Path, dealt: DealtCards, recipe: dict[str, Any]) -> HandClasses:
    """Classes read from a folder, or made and written there."""
    path = kept_path(folder, dealt, recipe)
    if path.exists():
        return read_classes(path)
    folder.mkdir(parents=True, exist_ok=True)
    check_writable(path)
    made = made_classes(dealt, recipe)
    write_classes(path, made)
    return made
