"""Subgames of a spot below a public card, for the ranges that a policy brings there."""

from __future__ import annotations

from pokerzoo.envs.core import short_name
from pokerzoo.envs.environments.playable import Playable
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.subgames import reaching_weights, spot_at, street_start

from .participants import as_participant


def subgame(game: GameLike, line: str, policy: Playable) -> HoldemGame:
    """The spot that a policy leaves where a street starts: each hand weighs its weight in the range times its own reach.

    The betting goes on as in the whole: pot, stacks, sizes, caps, rake, removed lines, and who would make a donk bet. Net
    chips are the same as in the whole. So an equilibrium of the whole, from there on, is one of the subgame too, with the
    same values of hands. The other way round there is no such promise. A solution of the subgame put in place of the
    whole's is good against the ranges it was given. But an opponent who comes there with other hands may win more from it
    than in the whole. This is *unsafe* subgame solving (Burch, Johanson, Bowling: Solving imperfect information games using
    decomposition, 2014).

    Args:
        game: a hold'em spot.
        line: the public history at which the street starts, as in infoset keys: ``"xb60c/2h|"``.
        policy: whatever can play the spot; it is asked in the public states on the way only.

    Raises:
        ValueError: not a hold'em spot, no such history, one in the middle of a street, or a policy that never leads there.

    >>> from pokerzoo.envs import make_game
    >>> turn = make_game("holdem", board="2d2s2c2h", ranges=("QQ+", "QQ+"), pot=50, stack=100)
    >>> river = subgame(turn, "xx/3d|", "random")
    >>> river.params["board"], river.starting_pot
    ('2d2s2c2h3d', 50.0)
    """
    game = game_of(game)
    if not isinstance(game, HoldemGame):
        raise ValueError(f"game={short_name(game)}: must be a hold'em spot")
    if game.num_players > 2:
        raise ValueError(f"game={short_name(game)}: must be a hold'em spot for two players")
    start = street_start(game, line)
    weights = reaching_weights(game, start, as_participant(game, policy, "policy").on_hands())
    for player, own in enumerate(weights):
        if not own.any():
            raise ValueError(f"line={start.history!r}: policy never leads there: no hand of player {player} takes part")
    return spot_at(game, start, weights)
