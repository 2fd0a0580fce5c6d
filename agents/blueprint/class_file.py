"""Files of hand classes.

Exact classes take no room, as they are numbered anew. Of other streets there are the classes of all pairs of a board and a hand
up to suits. What is read must come to the digest that the file has.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.support.store import Format, StoredFile, read, write
from pokerzoo.envs.support.store_error import StoreError

from .board_textures import num_states
from .class_methods import METHODS, Clusters, Rule
from .class_streets import EXACT, STREET_CARDS, STREETS, TEXTURES, classes_before, exact_classes, table_of
from .hand_classes import (
    ClassTable,
    DealtCards,
    HandClasses,
    NoClasses,
    StreetClasses,
    StrengthClasses,
    TexturedClasses,
)
from .run_out_classes import RunOutClasses

CLASS_ENTRIES: dict[str, Any] = {
    "digest": str,
    "counts": list,
    "recipe": dict,
    "cards": int,
    "short": bool,
    "board": int,
    "groups": list,
    "full": int,
    "kinds": list,
}
CLASSES = Format("pokerzoo hand classes", 2, {"classes": CLASS_ENTRIES})
HANDS = "hands"
NONE, TABLE, RULE, STRENGTH = "none", "table", "rule", "strength"
DECKS_OF = (20, 36, 52)
"""Cards of the decks that there are."""


def kept_path(folder: Path, dealt: DealtCards, recipe: dict[str, Any]) -> Path:
    """The place of classes of some recipe in a folder."""
    told = json.dumps([CLASSES.name, CLASSES.version, dealt.cards, dealt.short, dealt.board, dealt.groups, dealt.full, recipe])
    found = hashlib.sha256(told.encode() + dealt.hands.astype("<i8").tobytes())
    return folder / f"hand-classes-{found.hexdigest()[:16]}.npz"


def class_arrays(classes: HandClasses) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """(what a header says of classes, their arrays by name)."""
    dealt = classes.dealt
    arrays: dict[str, npt.NDArray[Any]] = {HANDS: dealt.hands}
    kinds = []
    for name, own in zip(STREETS, classes.streets, strict=False):
        street = own
        if isinstance(own, TexturedClasses):
            street, arrays[f"{name}/textures"] = own.base, own.numbers
        if isinstance(street, NoClasses):
            kinds.append(NONE)
        elif classes.recipe[name] == EXACT:
            kinds.append(EXACT)
        elif isinstance(street, ClassTable):
            assert street.rule is not None
            numbers = street.boards.hands.numbers
            of_pairs = np.empty(len(street.boards.hands.sizes), dtype=street.classes.dtype)
            of_pairs[numbers[numbers >= 0]] = street.classes[numbers >= 0]
            kinds.append(TABLE)
            arrays[f"{name}/classes"], arrays[f"{name}/rule"] = of_pairs, street.rule.ravel()
        elif isinstance(street, RunOutClasses):
            kinds.append(RULE)
            arrays[f"{name}/rule"] = street.rule.ravel()
        elif isinstance(street, StrengthClasses):
            kinds.append(STRENGTH)
            arrays[f"{name}/of_doubled"] = street.of_doubled
    header = {
        "digest": classes.digest, "counts": classes.counts, "recipe": classes.recipe,
        "cards": dealt.cards, "short": dealt.short, "board": dealt.board, "groups": dealt.groups, "full": dealt.full,
        "kinds": kinds,
    }  # fmt: skip
    return header, arrays


def write_classes(path: str | Path, classes: HandClasses) -> None:
    """Write classes to a file, whole or not at all."""
    header, arrays = class_arrays(classes)
    write(path, CLASSES, {"classes": header}, arrays, compress=1)


def read_classes(path: str | Path) -> HandClasses:
    """Read classes from a file; StoreError if it is damaged or holds something else."""
    with read(path, CLASSES) as file:
        return classes_in(file)


def classes_in(file: StoredFile) -> HandClasses:
    """The classes in a file, which may hold other things, too."""
    try:
        return ClassReader(file).classes()
    except KeyError as error:
        raise file.damaged(f"its hand classes: {error} is missing or not known") from None
    except (TypeError, ValueError, IndexError, OverflowError) as error:
        raise error if isinstance(error, StoreError) else file.damaged(f"its hand classes: {error}") from None


class ClassReader:
    """Reader of the classes in one file."""

    def __init__(self, file: StoredFile) -> None:
        self.file, self.header = file, file.header["classes"]

    def classes(self) -> HandClasses:
        """All classes."""
        header, hands = self.header, self.numbers(HANDS, "i8")
        groups = tuple(header["groups"])
        if header["cards"] not in DECKS_OF or groups not in [STREET_CARDS[:streets] for streets in (1, 2, 3)]:
            raise ValueError("their deck or their streets are not hold'em's")
        full, board = header["full"], header["board"]
        if full not in (3, 4, 5) or board not in (0, 3, 4) or not board <= sum(groups) <= full:
            raise ValueError("their public cards are not hold'em's")
        self.dealt = DealtCards(header["cards"], header["short"], board, groups, full, hands.astype(np.int64))
        before = classes_before(self.dealt.cards)
        if len(hands) == 0 or hands.min() < 0 or hands.max() >= len(before):
            raise ValueError("their hands are none of the deck's")
        own = np.full(len(hands), -1, dtype=np.int32) if board else before[hands]
        kinds = zip(STREETS, header["kinds"], strict=False)
        counts = tuple(map(int, header["counts"]))
        streets = tuple(self.own_street(number, name, kind, counts[number + 1]) for number, (name, kind) in enumerate(kinds))
        found = HandClasses(counts, header["recipe"], self.dealt, own, streets)
        if found.digest != header["digest"] or not len(counts) - 1 == len(streets) == len(groups):
            raise ValueError("they do not come to their digest")
        return found

    def own_street(self, number: int, name: str, kind: object, count: int) -> StreetClasses:
        """The classes of one street, of which there are ``count``."""
        classes = self.street(number, name, kind)
        if not self.header["recipe"].get(TEXTURES) or kind in (NONE, EXACT):
            return classes
        numbers, cards = self.numbers(f"{name}/textures", "i4"), sum(self.dealt.groups[: number + 1])
        if len(numbers) != num_states(cards) or numbers.max() < 0:
            raise ValueError("their textures do not fit the street")
        return TexturedClasses(classes, count // (int(numbers.max()) + 1), numbers)

    def street(self, number: int, name: str, kind: object) -> StreetClasses:
        """The classes of one street, of boards of any texture."""
        cards, board = self.dealt.cards, sum(self.dealt.groups[: number + 1])
        if kind == NONE:
            return NoClasses()
        if kind == EXACT:
            return exact_classes(name, cards, self.dealt.groups[: number + 1])[1]
        if kind == TABLE:
            return table_of(cards, (board,), self.numbers(f"{name}/classes", "i2", "i4").astype(np.int32), self.rule(name))
        if kind == RULE:
            return RunOutClasses(self.header["recipe"]["features"], self.rule(name))
        if kind == STRENGTH:
            return StrengthClasses(self.numbers(f"{name}/of_doubled", "i4"))
        raise ValueError(f"street {brief(kind)} is not known")

    def rule(self, name: str) -> Rule:
        """The rule of one street's classes."""
        method = METHODS[self.header["recipe"]["features"]]
        if isinstance(method, Clusters):
            return self.numbers(f"{name}/rule", "f4").reshape(-1, method.dimensions)
        return self.numbers(f"{name}/rule", "i8")

    def numbers(self, name: str, *kinds: str) -> npt.NDArray[Any]:
        """A flat array of one of these kinds of numbers."""
        return self.file.array(name, kinds, (None,))
