"""Words for a game's parameters, said once, beside the game's maker: the command line and the explorer's forms show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

ParameterKind: TypeAlias = Literal[
    "integer",
    "number",
    "numbers",
    "percent",
    "switch",
    "choice",
    "text",
    "board",
    "ranges",
    "sizes",
    "lines",
    "sizes_at",
    "json",
]
"""What a parameter's value is, and so by what it is chosen.

``numbers``: one number for all players, or one each (``0.5/1``); ``percent``: a share, 0 to 1, typed as ``5%``;
``switch``: yes or no; ``board``: public cards; ``ranges``: a range for each player; ``sizes``: bet sizes, for all players or
each, for all streets or each; ``lines``: lines of the betting; ``sizes_at``: sizes of single lines; ``json``: anything else.
"""


class ParameterWords(NamedTuple):
    """How a parameter is shown.

    Attributes:
        label: its display name.
        hint: its meaning in a sentence; "": the beginning of what the maker's docstring says.
        heading: the heading that it is under.
        kind: None: as its type says.
        unit: what a number counts.
        choices: words for the values that are allowed; of a ``text``, values that are often wanted. Where the maker's
            annotation is a ``Literal``, it has the values.
        flag: its option on the command line, without dashes; "": its name, with dashes.
    """

    label: str
    hint: str = ""
    heading: str = ""
    kind: ParameterKind | None = None
    unit: str = ""
    choices: Mapping[str, str] = MappingProxyType({})
    flag: str = ""


Maker = TypeVar("Maker", bound=Callable[..., Any])
_WORDS: dict[Callable[..., Any], Mapping[str, ParameterWords]] = {}


def shown_as(words: Mapping[str, ParameterWords]) -> Callable[[Maker], Maker]:
    """A decorator of a game's maker that says how its parameters are shown.

    Args:
        words: by the parameters' names; others may be in it.

    >>> @shown_as({"num_cards": ParameterWords("Cards", "Cards in the deck.")})
    ... def make_tiny(num_cards: int = 3) -> None: ...
    >>> words_of(make_tiny)["num_cards"].label
    'Cards'
    """

    def keep(maker: Maker) -> Maker:
        _WORDS[maker] = words
        return maker

    return keep


def words_of(maker: Callable[..., Any]) -> Mapping[str, ParameterWords]:
    """The words that were said beside a maker; empty for one that has none."""
    return _WORDS.get(maker, {})
