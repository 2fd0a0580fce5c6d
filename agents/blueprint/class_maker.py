"""Hand classes of a game of hold'em, made, or read from a folder where they are kept."""

from __future__ import annotations

from pathlib import Path

from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.parameters import check_choice, check_int

from .class_file import kept_path, read_classes, write_classes
from .class_methods import METHODS
from .class_streets import EHS, EXACT, RIVER_FEATURES, STREETS, Wanted, check_wanted, dealt_cards, made_classes
from .hand_classes import HandClasses

MOST_SEED = 2**32 - 1


def make_hand_classes(
    rules: PokerRules,
    *,
    flop: Wanted = EXACT,
    turn: Wanted = 500,
    river: Wanted = 500,
    features: str = "emd",
    river_features: str = EHS,
    seed: int = 0,
    folder: str | Path | None = None,
) -> HandClasses:
    """Put the hands of a game of hold'em into classes, for each street on which players act.

    Before the flop hands are alike if they differ by suits alone: 169 classes, without loss. A game that ends on an earlier
    street takes no notice of the numbers for later ones.

    Args:
        rules: of a game of hold'em from the blinds on.
        flop: the most classes on the flop, over all flops; ``"exact"``: one for each flop and hand up to suits, without loss.
        turn: the same on the turn; exact ones tell apart which card came last.
        river: the same on the river.
        features: by what hands with cards to come are put into classes: ``"ehs"``, ``"ehs2"``, ``"spread"``, ``"emd"`` or
            ``"cumulative"``; docs/whole_hand_agent.md describes them.
        river_features: by what hands on the last board are: ``"ehs"``, percentiles of the share of hands beaten, or
            ``"ochs"``, k-means on the shares beaten of eight groups of hands.
        seed: of k-means, from 0 to 2**32 - 1.
        folder: where classes are kept: the file with these recipe is read from there, or made and written. None: nothing
            is kept.

    Raises:
        ValueError: rules that are not hold'em's, a parameter that is not as above, or too little memory.
        OSError: the folder cannot be read or written.

    >>> from pokerzoo.agents import make_hand_classes
    >>> from pokerzoo.envs import make_game
    >>> make_hand_classes(make_game("flop_holdem", deck="royal").rules).counts
    (25, 7760)
    """
    dealt = dealt_cards(rules)
    wanted = dict(zip(STREETS, (flop, turn, river), strict=True))
    for name, most in wanted.items():
        if most != EXACT:
            check_wanted(name, most)
    check_choice("features", features, tuple(METHODS))
    check_choice("river_features", river_features, RIVER_FEATURES)
    check_int("seed", seed, 0, MOST_SEED)
    recipe = {**dict(list(wanted.items())[: len(dealt.groups)]), "features": features, "river_features": river_features, "seed": seed}
    if folder is None:
        return made_classes(dealt, recipe)
    path = kept_path(Path(folder), dealt, recipe)
    if path.exists():
        return read_classes(path)
    made = made_classes(dealt, recipe)
    write_classes(path, made)
    return made
