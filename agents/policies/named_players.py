"""Players by name: one table for Python, the command line, environments and the explorer."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from pokerzoo.envs import Game
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.state import PokerGameBase
from pokerzoo.envs.registry import MAKERS
from pokerzoo.envs.support.errors import InputError, brief, did_you_mean
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

from .baselines import BASELINES, STYLES_AFTER_FLOP, asked_baseline, baseline_policy, best_response_policy, has_styles
from .policy import TabularPolicy
from .whole_hand_baselines import WholeHandBaseline
from .whole_hand_decisions import STYLES

BEST_RESPONSE = "best_response:"
"""Before the name of a baseline or of a policy file: the best response to it."""
BLUEPRINT, SOLVING = "blueprint", "solving"
SOLVING_ON = f"{SOLVING}:"
"""Before a blueprint file: the agent that plays it before the flop, and then solves at the table."""
MANY_ENTRIES = 2_000_000
"""Of larger poker games no table of a baseline is made."""
PLAYERS_HELP = (
    f"an agent (an object with act), a policy, a baseline ({', '.join(BASELINES)}), a policy file, a trained model, a "
    "mapping by infoset, or a function of a state"
)


class NamedPlayer(NamedTuple):
    """A named player.

    Attributes:
        title: what it is called where there is room.
        plays: (game) -> whether it plays that.
    """

    title: str
    plays: Callable[[Game], bool]


def is_poker(game: Game) -> bool:
    """True for poker of any kind."""
    return isinstance(game, PokerGameBase)


def has_equities(game: Game) -> bool:
    """True for poker whose hands have equities against a random one."""
    return isinstance(game, PokerGame | TexasHoldemGame)


def is_whole_hand_game(game: Game) -> TypeGuard[TexasHoldemGame]:
    """True for whole hands of hold'em."""
    return isinstance(game, TexasHoldemGame)


def is_full_holdem(game: Game) -> bool:
    """True for whole hands of hold'em, and for its flops, turns and rivers."""
    return is_whole_hand_game(game) or has_styles(game)


def is_whole_hand_for_two(game: Game) -> bool:
    """True for whole hands between two."""
    return is_whole_hand_game(game) and game.num_players == 2


PLAYERS = {
    "random": NamedPlayer("Random", lambda game: True),
    "always_call": NamedPlayer("Always calls", is_poker),
    "always_fold": NamedPlayer("Always folds", is_poker),
    "always_raise": NamedPlayer("Always raises", is_poker),
    "honest": NamedPlayer("Honest (bets strong hands, never bluffs)", has_equities),
    "tight": NamedPlayer("Tight (plays few hands)", is_full_holdem),
    "loose": NamedPlayer("Loose (plays many hands)", is_full_holdem),
    "equity": NamedPlayer("Equity (acts by its chances against a random hand)", is_full_holdem),
    BLUEPRINT: NamedPlayer("The shipped blueprint", is_whole_hand_for_two),
    SOLVING: NamedPlayer("Solving at the table, on the shipped blueprint", is_whole_hand_for_two),
}
"""All players that have a name."""


def player_names(game: GameLike) -> tuple[str, ...]:
    """The names of the players of a game, for all that takes a ``Playable``.

    Args:
        game: what is played.

    >>> from pokerzoo.envs import make_game
    >>> player_names(make_game("rps")), player_names(make_game("kuhn"))[-1]
    (('random',), 'honest')
    """
    game = game_of(game)
    return tuple([name for name, player in PLAYERS.items() if player.plays(game)])


def is_large(game: Game, entries: float) -> TypeGuard[PokerGame]:
    """True for two-player poker with more probabilities than this, which is played hand by hand, without a table."""
    return isinstance(game, PokerGame) and game.num_players == 2 and game.num_entries > entries


def named_player(game: Game, name: str | PathLike[str]) -> Any:
    """A player by name, what is in a policy file, or the best response to one of them: a policy, a baseline, or an agent.

    Args:
        game: what is played.
        name: a path is no name, but that of a file.

    Raises:
        ValueError: no such player, or not for this game.
        OSError: a file cannot be read.
    """
    if is_whole_hand_game(game):
        return whole_hand_player(game, fspath(name))
    if isinstance(name, str) and name in player_names(game) and is_large(game, MANY_ENTRIES):
        return asked_baseline(game, name)
    return named_policy(game, name)


def named_policy(game: Game | None, name: str | PathLike[str]) -> TabularPolicy:
    """``named_player`` as a table; without a ``game`` a file names it."""
    text = fspath(name)
    if isinstance(name, str) and name.startswith(BEST_RESPONSE):
        return best_response_policy(named_policy(game, name.removeprefix(BEST_RESPONSE)))
    names = BASELINES if game is None else player_names(game)
    if isinstance(name, str) and name in PLAYERS and game is not None:
        if is_whole_hand_game(game):
            raise InputError(
                f"{brief(name)}: an agent that plays whole hands, not a policy; matches and 'pokerzoo play' take it"
            )
        if name in names or name in BASELINES:
            return baseline_policy(game, name)
        where = "a flop, a turn, a river or texas_holdem" if name in STYLES_AFTER_FLOP else "texas_holdem only"
        raise InputError(f"{brief(name)}: plays {where}, not {game.name}; baselines: {', '.join(names)}")
    try:
        return TabularPolicy.load(text, game)
    except FileNotFoundError:
        known = f"{', '.join(names)}{did_you_mean(text, names)}"
        if text in MAKERS:
            raise InputError(f"{brief(text)}: a game, not a player; must be a baseline ({known}) or a policy file") from None
        raise InputError(f"{brief(text)}: no such baseline and no such file; baselines: {known}") from None


def whole_hand_player(game: TexasHoldemGame, name: str) -> Any:
    """A player of whole hands: one of ``PLAYERS``, a file of a blueprint or of a table before the flop, or ``solving:FILE``."""
    if name in STYLES:
        return WholeHandBaseline(game, name)
    from .preflop_policy import PreflopPolicy, is_preflop_file  # a small game needs no streets

    if is_preflop_file(name):
        from .preflop_player import PreflopPlayer

        return PreflopPlayer(PreflopPolicy.load(name), game)
    if name in (BLUEPRINT, SOLVING) or name.startswith(SOLVING_ON) or Path(name).is_file():
        from pokerzoo.agents.blueprint.blueprint_policy import BlueprintPolicy, shipped_blueprint
        from pokerzoo.agents.solving.agent import SolvingAgent

        file = BLUEPRINT if name == SOLVING else name.removeprefix(SOLVING_ON)
        policy = shipped_blueprint(game) if file == BLUEPRINT else BlueprintPolicy.load(file, game)
        return SolvingAgent(policy, game=game) if name == SOLVING or name.startswith(SOLVING_ON) else policy
    names = player_names(game)
    if name in PLAYERS:
        raise InputError(f"{brief(name)}: not for {game.name}; players: {', '.join(names)}")
    known = f"{', '.join(names)}{did_you_mean(name, names)}"
    raise InputError(f"{brief(name)}: no such player for {game.name}, and no file; players: {known}, or a blueprint file")
