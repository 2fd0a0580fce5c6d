"""The betting of a whole hand with few bet sizes, as a game by lines: what a blueprint is trained on."""

from __future__ import annotations

from pokerzoo.envs.betting.street_sizes import StreetSizes
from pokerzoo.envs.core import short_name
from pokerzoo.envs.games.holdem_rules import holdem_rules
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.errors import InputError, ParameterError, Shown
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

SIZES = "100%,a"
"""Bets and raises of a blueprint where none are given: the pot, and all-in."""
POT_LIMIT_SIZES = "100%"
"""The same where no player may bet more than the pot."""
MERGING, ALL_IN = 0.1, 0.15
"""Thresholds of sizes as in ``preflop_holdem``: that merges two, and that makes one all-in."""


def betting_tree(
    game: TexasHoldemGame,
    bet_sizes: StreetSizes | None = None,
    raise_sizes: StreetSizes | None = None,
    raise_cap: int | None = None,
) -> PokerGame:
    """The game that is played when two players use a few sizes only.

    Player 0 is the big blind, player 1 the small blind with the button, whatever their seats. Chips beyond the shorter
    stack play no part.

    Args:
        game: what is played: a ``texas_holdem`` for two.
        bet_sizes: sizes of bets after the flop, as in ``preflop_holdem``: one string, or by street. None: the pot and all-in.
        raise_sizes: sizes of raises, those before the flop included. None: the pot and all-in.
        raise_cap: the most bets and raises in a round; None: as in the game.

    Raises:
        ValueError: a game for more than two, with a straddle or an ante of the big blind alone, or sizes that cannot be.
    """
    if game.num_players != 2:
        raise ParameterError("game", Shown(short_name(game)), "must be for two players")
    for name in ("straddle", "big_blind_ante"):
        if game.params[name]:
            raise ParameterError("game", Shown(short_name(game)), f"{name}={game.params[name]!r}: must be 0")
    theirs = game.params
    names = "limit", "blinds", "ante", "bet", "chip", "rake_rate", "rake_cap", "no_flop_no_drop", "deck", "last_street"
    params = {name: theirs[name] for name in names}
    params |= {"stack": min(game.stacks), "raise_cap": theirs["raise_cap"] if raise_cap is None else raise_cap}
    if theirs["limit"] == "fixed-limit":
        if bet_sizes is not None or raise_sizes is not None:
            raise InputError(f"bet_sizes={bet_sizes!r}, raise_sizes={raise_sizes!r}: must be None under fixed limit")
        sizes = ""
    else:
        sizes = POT_LIMIT_SIZES if theirs["limit"] == "pot-limit" else SIZES
    params |= {
        "bet_sizes": sizes if bet_sizes is None else bet_sizes,
        "raise_sizes": sizes if raise_sizes is None else raise_sizes,
        "merging_threshold": MERGING,
        "force_allin_threshold": 0.0 if theirs["limit"] == "pot-limit" else ALL_IN,
    }
    kept, rules = holdem_rules(params)
    return PokerGame("betting_tree", kept, rules)
