"""The games of the benchmark, each under a short name, and named sets of them (*suites*)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pokerzoo.envs import Game, make_game
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.registry import MAKERS
from pokerzoo.envs.support.parameters import brief, did_you_mean
from pokerzoo.envs.support.units import mbb

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


@dataclass(frozen=True, slots=True)
class BenchmarkGame:
    """A game of the benchmark."""

    game: str
    parameters: dict[str, Any]
    about: str


GAMES = {
    "kuhn": BenchmarkGame("kuhn", {}, "Kuhn poker, three cards"),
    "leduc": BenchmarkGame("leduc", {}, "Leduc poker, six cards, two rounds"),
    "river": BenchmarkGame("holdem", {}, "the river article's spot: QQ+ on both sides, a pot of 50 chips"),
    "river_100": BenchmarkGame("holdem", RIVER_100, "a river with 100 hands a side, two bet sizes, a pot of 60 chips"),
    "fhp": BenchmarkGame("fhp", {}, "flop hold'em (FHP), all flops, a big blind of 100 chips"),
}
"""By the name that ``--games`` takes."""

SUITES = {
    "small": ("kuhn", "leduc"),
    "standard": ("kuhn", "leduc", "river", "river_100"),
}
"""Sets of them."""


def benchmark_game(name: str) -> Game:
    """A game of the benchmark, or any registered game with its defaults.

    Args:
        name: such as ``"kuhn"``, ``"leduc"``, ``"river"`` or ``"river_100"``.

    Raises:
        ValueError: no such game.

    Example:
        >>> from pokerzoo.evaluation import benchmark_game
        >>> benchmark_game("leduc").name, len(benchmark_game("river_100").infosets)
        ('leduc', 1000)
    """
    found = GAMES.get(name)
    if found is not None:
        return make_game(found.game, **found.parameters)
    if name in MAKERS:
        return make_game(name)
    allowed = [*GAMES, *(one for one in MAKERS if one not in GAMES)]
    raise ValueError(
        f"games: no game {brief(name)}; allowed: {', '.join(GAMES)}, any game of 'pokerzoo games', or a set of games: "
        f"{', '.join(SUITES)}{did_you_mean(name, [*allowed, *SUITES])}"
    )


def nash_conv_mbb(game: Game, exploitability: float) -> float | None:
    """NashConv in mbb a hand, as the literature on hold'em prints it, from exploitability in chips; None without blinds."""
    has_blinds = isinstance(game, PokerGame) and bool(game.rules.betting.blinds)
    return mbb(game, exploitability * game.num_players) if has_blinds else None


def names_of_games(names: list[str]) -> list[str]:
    """Names of games, suites among them replaced by their games, each once.

    >>> names_of_games(["small", "river", "kuhn"])
    ['kuhn', 'leduc', 'river']
    """
    return list(dict.fromkeys(one for name in names for one in SUITES.get(name, (name,))))
