"""Small games for the explorer: made once, refused where they are too large, and strategies of them to begin with."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from pokerzoo.agents import CFR, TabularPolicy, baseline_policy, player_names
from pokerzoo.envs import Game
from pokerzoo.envs.core import short_name
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.infosets import count_histories
from pokerzoo.envs.poker.game_facts import is_reported
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.support.errors import brief
from pokerzoo.evaluation.measures.equilibria import is_plain_kuhn, known_equilibrium, kuhns_equilibrium
from pokerzoo.evaluation.spots.strategy_numbers import MAX_HISTORIES

from .errors import BadRequest
from .made_games import make_checked_game

MAX_ENTRIES = 20_000
"""(infoset, action) pairs of such a game."""
LEARNED = 1_000
"""Iterations of what is shown where no exact equilibrium is to be had at once."""


_MADE: Cache[Game] = Cache(16)
"""The games asked for last: the compiled form of each is kept with it."""


def small_game(name: str, params: dict[str, Any]) -> Game:
    """The game of an address; BadRequest if it is too large to be shown infoset by infoset."""

    def make() -> Game:
        game = make_checked_game(name, params)
        check_small(game)
        return game

    return _MADE.get((name, json.dumps(params, sort_keys=True)), make)


def has_tree_page(game: Game) -> bool:
    """True for games whose trees are shown whole, if they are small enough."""
    return game.numbered and not is_reported(game)


def check_small(game: Game) -> None:
    """BadRequest if the game is too large to be shown infoset by infoset."""
    if not has_tree_page(game):
        raise BadRequest(f"{game.name} is set up at /setup?game={game.name} and browsed at /browse")
    if not isinstance(game, BetFoldGame):  # whose infosets are counted without a tree
        result = count_histories(game, MAX_HISTORIES)
        if result is None or result > MAX_HISTORIES:
            count = "more" if result is None else f"{result:,}"
            raise BadRequest(
                f"{short_name(game)}: at most {MAX_HISTORIES:,} histories can be shown here; it has {count}", "params"
            )
    if game.num_entries > MAX_ENTRIES:
        raise BadRequest(
            f"{short_name(game)}: at most {MAX_ENTRIES:,} (infoset, action) pairs can be shown here; "
            f"it has {game.num_entries:,}",
            "params",
        )


def strategy_choices(game: Game) -> dict[str, str]:
    """Names that ``strategy_of`` takes for a game, with titles; the first is the default."""
    result = {}
    if is_plain_kuhn(game):
        result["kuhn:0.2"] = "Kuhn's equilibria"
    if known_equilibrium(game) is not None:
        result["equilibrium"] = "Equilibrium"
    result["learned"] = f"{CFR._title}, {LEARNED:,} iterations"
    return result | {name: name.replace("_", " ").capitalize() for name in player_names(game)}


@lru_cache(maxsize=32)
def strategy_of(game: Game, name: str) -> tuple[str, TabularPolicy]:
    """A strategy by its name in ``strategy_choices``: what it is in a sentence, and the policy."""
    exact = known_equilibrium(game) if name == "equilibrium" else None
    if exact is not None:
        about, make = exact
        return about, make()
    if name.startswith("kuhn:") and is_plain_kuhn(game):
        return f"Kuhn's equilibrium with p = {_number(name[5:]):.3f}", kuhns_equilibrium(game, _number(name[5:]))
    if name == "learned":
        trainer = CFR(game).run(LEARNED)
        return f"The average strategy after {LEARNED:,} iterations of {trainer.variant.name}", trainer.average_policy()
    if name in player_names(game):
        return f"The baseline {name}", baseline_policy(game, name)
    raise BadRequest(f"of={brief(name)}: no such strategy of {game.name}; there are {', '.join(strategy_choices(game))}", "of")


def _number(text: str) -> float:
    try:
        p = float(text)
    except ValueError:
        p = -1.0
    if not 0.0 <= p <= 1 / 3 + 1e-6:
        raise BadRequest(f"of='kuhn:{text}': p must be a number from 0 to 1/3", "of")
    return min(p, 1 / 3)
