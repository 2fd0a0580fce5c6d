"""Pages of environments: the docstrings of the ``*_v0`` modules, with the arguments of the game's maker filled in."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from pokerzoo.envs.support.docstrings import section_texts

WIDTH = 124
VERSIONS = "\n### Version history\n\n* v0: first version\n"
CARDS = "{2,3,4,5,6,7,8,9,T,J,Q,K,A}{c,d,h,s}"
"""The 52 cards in names of observation entries."""
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}
STREETS = {3: "flop", 4: "turn", 5: "river"}
"""The street that begins with a number of board cards."""
COMING = {
    3: """There are three rounds of betting, in the sizes that the arguments list; `player_0`, out of position, acts first
in each. Turn and river come between them: each card that is neither on the board nor in a hand with the same probability,
1/45 and 1/44. Once both are all-in, the board runs out without betting.""",
    4: """There are two rounds of betting, in the sizes that the arguments list; `player_0`, out of position, acts first in
each. The river comes between them: each card that is neither on the board nor in a hand with the same probability, 1/44. Once
both are all-in, the river comes without betting.""",
    5: """There is one round of betting, in the sizes that the arguments list; `player_0`, out of position, acts first.""",
}
"""Rounds of betting and cards to come, by the number of board cards."""
RULES = """Texas hold'em with {number} board cards dealt, a pot, equal stacks and a range for each player. A pair of hands is
dealt with probability proportional to the product of its weights in the two ranges, if it shares no card with the board or
with itself. {coming} At the showdown the best five of seven cards win; equal hands split the pot. {default}"""
HOLDEM = """A {street} spot of heads-up no-limit hold'em as a PettingZoo environment.

| Made by | `pettingzoo.make("aec", "pokerzoo/holdem_{street}-v0")` or `holdem_{street}_v0.env()` |
|---|---|
| Parallel API | No |
| Agents | `["player_0", "player_1"]` |
| Actions | `Discrete({actions})` |
| Observation shape | `({entries},)` |
| Observation values | `[0.0, 1.0]` |
| Rewards | `[-{most}, {most}]` |
| Infosets | {infosets} |

{rules}

### Arguments

### Observation

`{{"observation": float32, "action_mask": int8}}`, or the vector alone if `mask_in="info"`. The index table (braces stand
for each entry in turn; other sizes have more of the moves):

| Index | Name | Meaning |
|---|---|---|
{rows}

### Actions and legal actions

0: fold, 1: check or call, from 2 on: the street's bet and raise sizes, each once, in the order given; the last is all-in. What
an action comes to is in its name (`action_name`). The mask has 1 where an action is legal; it is all zeros for the player who
waits and all ones after the end. `infoset_key()` gives the
mover's infoset, `"{key}"`, and `info["infoset_index"]` its number.

### Rewards

Net chips at the end of the hand, half of the starting pot counted as put in by each player (of three a third): what the
winner gets is what others put in. They add up to zero, or to minus the rake. Pot share, as solvers print it, is the reward
plus this part of the starting pot.
"""


def with_arguments(text: str | None, *makers: Callable[..., Any]) -> str:
    """The page of an environment: its ``text`` with the makers' arguments under ``### Arguments``, and its versions."""
    module, own = makers[0].__module__.rpartition(".")[2], inspect.signature(makers[0]).parameters
    calls = "\n".join(default_call(f"{module}.{maker.__name__}", own) for maker in makers)
    told = section_texts(makers[0].__doc__, "Args")
    listed = "\n".join(wrapped_paragraph(f"`{name}`: {told[name].replace('``', '`')}") for name in own)
    head, _, rest = inspect.cleandoc(text or "").partition("### Arguments\n")
    return f"{head}### Arguments\n\n``` python\n{calls}\n```\n\n{listed}\n{rest}\n{VERSIONS}"


def default_call(name: str, parameters: Any) -> str:
    """A call with all parameters at their defaults, in lines of limited length."""
    given = ", ".join(f"{key}={one.default!r}".replace("'", '"') for key, one in parameters.items())
    return f"{name}({given})" if len(name) + len(given) < WIDTH else f"{name}(\n{wrapped_paragraph(given, '    ')},\n)"


def wrapped_paragraph(text: str, indent: str = "") -> str:
    """A paragraph in lines of limited length."""
    long = {"break_long_words": False, "break_on_hyphens": False}
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent, **long)  # type: ignore[arg-type]


def holdem_page(
    maker: Callable[..., Any], board: int, sizes: tuple[str, ...], most: float, infosets: int, key: str, default: str
) -> str:
    """The page of a hold'em spot.

    Args:
        maker: the module's ``raw_env``.
        board: number of board cards.
        sizes: the bet sizes of the default spot, all-in last.
        most: the most that a player can put in, half of the starting pot included.
        infosets: number of infosets.
        key: an example of an infoset's key.
        default: the description of the default spot.
    """
    moves = "{0,1,2,3}_{" + ",".join(["fold", "check/call", *(f"bet/raise {size}" for size in sizes)]) + "}"
    later = [STREETS[cards] for cards in range(board + 1, 6)]
    blocks = [
        (2, "seat_{0,1}", "1 at the player's own seat"),
        (52, f"hand_{CARDS}", "1 at both own cards"),
        (52, f"board_{CARDS}", f"1 at the {NUMBERS[board]} board cards{' of the start' if later else ''}"),
        *((52, f"round_{k}_board_{CARDS}", f"1 at the {street} card, once it is there") for k, street in enumerate(later, 1)),
        *(
            (4 * (len(sizes) + 2), f"round_{k}_move_{moves}", f"1 at each {street} move")
            for k, street in enumerate([STREETS[board], *later])
        ),
        (1, "pot", f"pot / {2 * most:g} (all chips there are)"),
        (2, "stack_{0,1}", f"chips that the player can still put in / {most:g} (stack and half of the starting pot)"),
    ]
    rows, entries = [], 0
    for size, name, meaning in blocks:
        index = f"{entries}-{entries + size - 1}" if size > 1 else f"{entries}"
        rows.append(f"| {index} | `{name}` | {meaning} |")
        entries += size
    rules = wrapped_paragraph(RULES.format(number=NUMBERS[board], coming=COMING[board], default=default))
    text = HOLDEM.format(
        street=STREETS[board], actions=len(sizes) + 2, entries=entries, most=most, infosets=infosets, key=key, rules=rules,
        rows="\n".join(rows),
    )  # fmt: skip
    return with_arguments(text, maker)
