"""A game in lines for people: a spot of hold'em as players write it, board, ranges, pot, stack and sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.games.holdem_parameters import PARAMETERS
from pokerzoo.envs.support.errors import cut_text

if TYPE_CHECKING:
    from pokerzoo.envs import Game
    from pokerzoo.envs.poker.ranges import Range

LONGEST_RANGE = 600
"""Characters of a range that are shown; 'pokerzoo show --json' has all of it."""
SHOWN = ("board", "ranges", "pot", "stack", "bet_sizes", "raise_sizes")
"""Parameters of a spot that are always shown; others where they differ from what they are without being asked for."""


TOLD = {
    "texas_holdem": ("num_players", "limit", "blinds", "stack"),
    "push_fold": ("blinds", "stack"),
    "preflop_holdem": ("blinds", "stack", "last_street", "raise_sizes"),
}
"""Of games with many parameters those that are always told; of the others those that differ from what they usually are."""


def game_text(game: Game) -> str:
    """The game with its parameters; of games with many those that matter, as short as they can be."""
    if game.name in TOLD:
        told = {key: game.params[key] for key in TOLD[game.name]} | own_params(game)
        return f"{game.name}({', '.join(f'{key}={value!r}' for key, value in told.items())})"
    return str(game) if getattr(game, "ranges", None) is None else f"{game.name} {spot_title(game)}"


def own_params(game: Game) -> dict[str, Any]:
    """The parameters that make this game: the others are their defaults, or follow from these."""
    from pokerzoo.envs.registry import game_parameters, make_game

    default = game_parameters(game.name)
    result = {key: value for key, value in game.params.items() if value != default.get(key)}
    for key in [*result]:
        others = {other: value for other, value in result.items() if other != key}
        try:
            follows = make_game(game.name, **others).params == game.params
        except ValueError:
            continue
        result = others if follows else result
    return result


def game_lines(game: Game) -> list[str]:
    """The game with its parameters: one line, of a spot of hold'em one for each thing that players name.

    >>> from pokerzoo.envs import make_game
    >>> for line in game_lines(make_game("holdem", board="Td9d6h2c5s", ranges=("QQ+,99", "AKs"), bet_sizes=("33%,a", "50%"))):
    ...     print(line)
    Td 9d 6h 2c 5s, pot 50, stack 100
    OOP QQ+, 99
    IP AKs
    bet OOP 33%, a; IP 50%
    raise 50%
    """
    ranges = getattr(game, "ranges", None)
    if ranges is None:
        return [game_text(game)]
    from pokerzoo.envs.registry import game_parameters

    params, default = game.params, game_parameters(game.name)
    lines = [spot_title(game)]
    for seat, held in zip(game.player_names, ranges, strict=True):
        text = range_text(held, params["board"]).replace(",", ", ")
        lines.append(f"{seat} {text if len(text) <= LONGEST_RANGE else text[:LONGEST_RANGE] + '...'}")
    lines += [f"{PARAMETERS[name].flag} {sizes_text(params[name])}" for name in ("bet_sizes", "raise_sizes")]
    for name, value in params.items():
        if name not in SHOWN and value != default[name]:
            text = ", ".join(map(str, value)) if name == "removed" else sizes_text(value)
            if name == "sizes_at":
                text = "; ".join(f"{line or 'at the start'}: {sizes}" for line, sizes in value.items())
            lines.append(f"{PARAMETERS[name].flag or name.replace('_', '-')} {text}")
    return lines


def short_title(game: Game) -> str:
    """A game in a few words, for lists: of a spot board, pot and stack, else the name and what is not as usual.

    >>> from pokerzoo.envs import make_game
    >>> short_title(make_game("kuhn")), short_title(make_game("kuhn", num_cards=5))
    ('kuhn', 'kuhn, num_cards 5')
    """
    if getattr(game, "ranges", None) is not None:
        return spot_title(game)
    return cut_text(game.name + "".join(f", {name} {value}" for name, value in own_params(game).items()), 100)


def spot_title(game: Game) -> str:
    """Board, pot and stack of a spot."""
    board = game.params["board"]
    cards = " ".join(board[place : place + 2] for place in range(0, len(board), 2))
    stack = game.params["stack"]
    stacks = f"stacks {' / '.join(map(str, stack))}" if isinstance(stack, tuple) else f"stack {stack}"
    return f"{cards}, pot {game.params['pot']}, {stacks}"


def sizes_text(value: Any) -> str:
    """Sizes, for both players or for each, of all streets or by street; or whatever else a parameter is.

    >>> sizes_text({"turn": ("33%,a", "50%"), "river": "75%"})
    'turn OOP 33%, a, IP 50%; river 75%'
    >>> sizes_text(("20%", "50%")), sizes_text(0.05)
    ('OOP 20%; IP 50%', '0.05')
    """
    if isinstance(value, Mapping):
        return "; ".join(f"{street} {sizes_text(sizes).replace(';', ',')}" for street, sizes in value.items())
    if isinstance(value, str):
        return value.replace(",", ", ")
    if isinstance(value, tuple):
        names = ("OOP", "IP") if len(value) == 2 else ("OOP", "MP", "IP")
        return "; ".join(f"{name} {sizes_text(own)}" for name, own in zip(names, value, strict=True))
    return str(value)


def range_text(held: Range, board: str) -> str:
    """A range as players write it and as short as it can be, combos that the board blocks being in it or not.

    >>> from pokerzoo.envs.poker.cards import parse_cards
    >>> from pokerzoo.envs.poker.ranges import parse_range
    >>> board = "2d2s2c2h3d"
    >>> range_text(parse_range("random").without(parse_cards(board)), board)
    'random'
    >>> range_text(parse_range("22+,A3s:0.5").without(parse_cards(board)), board)
    '33+,A3s:0.5'
    """
    import numpy as np

    from pokerzoo.envs.poker.cards import COMBO_CLASSES, COMBOS, parse_cards, unblocked
    from pokerzoo.envs.poker.ranges import Range

    free = unblocked(COMBOS, parse_cards(board))
    weights = held.weights.copy()
    left = weights[free]
    if np.all(left == left[0]):
        weights[:] = left[0]
    for number in np.unique(COMBO_CLASSES[~free]):
        kind = number == COMBO_CLASSES
        own = weights[kind & free]
        if own.size and np.all(own == own[0]):
            weights[kind] = own[0]
    return str(Range(weights))
