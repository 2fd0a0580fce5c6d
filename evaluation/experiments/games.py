"""Games of experiments under short names, and named sets of them (*suites*)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pokerzoo.envs import Game, make_game
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.registry import MAKERS
from pokerzoo.envs.support.errors import ParameterError, brief, cut_text, did_you_mean

RIVER_100: dict[str, Any] = {
    "board": "Qs8h2cJd5h",
    "ranges": (
        "TT-66,44,ATs,AJs,A9s,KTs+,Q9s+,J9s+,T9s,98s,87s,76s,KQo,QTo",
        "88+,AQ+,ATs+,A4s-A5s,KJs+,QJs,JTs,T9s,76s,65s,54s",
    ),
    "pot": 60,
    "stack": 170,
    "bet_sizes": "50%,100%",
    "raise_sizes": "a",
}
"""A river of our own with 100 hands a side: a caller out of position against who raised before the flop."""


GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "kuhn": ("kuhn", {}),
    "leduc": ("leduc", {}),
    "river": ("holdem", {}),  # the river article's spot: QQ+ on both sides, a pot of 50 chips
    "river_100": ("holdem", RIVER_100),
    "fhp": ("fhp", {}),
}
"""Games and their parameters by the name that ``--games`` takes."""

SUITES = {"small": ("kuhn", "leduc"), "standard": ("kuhn", "leduc", "river", "river_100")}
"""Sets of them."""


def game_named(name: str) -> Game:
    """A game by its short name, or any registered game with its defaults.

    Raises:
        ValueError: no such game.

    >>> len(game_named("river_100").infosets)
    1000
    """
    if name in GAMES:
        game, parameters = GAMES[name]
        return make_game(game, **parameters)
    if name in MAKERS:
        return make_game(name)
    guess = did_you_mean(name, [*GAMES, *MAKERS, *SUITES])
    raise ParameterError(
        "games",
        problem=f"no game {brief(name)}; allowed: {', '.join(GAMES)}, any game of 'pokerzoo games', or a set of games: "
        f"{', '.join(SUITES)}{guess}",
    )


def games_by_name(games: Iterable[GameLike]) -> dict[str, Game]:
    """Games by the names that they have in an experiment; suites stand for their games.

    >>> [*games_by_name(["small", "river", make_game("kuhn", num_cards=4)])]
    ['kuhn', 'leduc', 'river', 'kuhn(num_cards=4, num_players=2)']
    """
    named: dict[str, Game] = {}
    for asked in games:
        if isinstance(asked, str):
            named |= {name: game_named(name) for name in SUITES.get(asked, (asked,))}
            continue
        game = game_of(asked)
        if game.name not in MAKERS:
            raise ParameterError(
                "games", problem=f"{game.name} is not registered, so that no other process can make it: register_game(...)"
            )
        name = game.name if game == make_game(game.name) else cut_text(str(game), 80)
        if named.setdefault(name, game) != game:
            raise ParameterError("games", problem=f"two are called {name!r}")
    return named


def nash_conv_mbb(game: Game, exploitability: float) -> float | None:
    """NashConv in mbb a hand, as the literature on hold'em prints it, from exploitability in chips; None without blinds."""
    has_blinds = isinstance(game, PokerGame) and bool(game.rules.betting.blinds)
    return game.stakes.mbb(exploitability * game.num_players) if has_blinds else None
