"""The betting of a whole hand with few bet sizes, as a game by lines: what a blueprint is trained on."""

from __future__ import annotations

from typing import Any

from pokerzoo.envs.betting.bets import FixedBets, SizedBets, TableBets
from pokerzoo.envs.betting.setup import Betting, Round
from pokerzoo.envs.betting.street_sizes import HAND_STREETS, StreetSizes, options_by_street
from pokerzoo.envs.core import short_name
from pokerzoo.envs.poker.deck import Deck
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS
from pokerzoo.envs.support.parameters import check_int, python_number
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
        raise ValueError(f"game={short_name(game)}: must be for two players")
    for name in ("straddle", "big_blind_ante"):
        if game.params[name]:
            raise ValueError(f"game={short_name(game)}: {name}={game.params[name]!r}: must be 0")
    limit, (small, big) = game.params["limit"], game.params["blinds"]
    streets = HAND_STREETS[: HAND_STREETS.index(game.params["last_street"]) + 1]
    if raise_cap is not None:
        check_int("raise_cap", raise_cap, 1, 1000)
    bets, sizes = tree_bets(game, streets, limit, bet_sizes, raise_sizes, raise_cap)
    ante = float(game.params["ante"])
    rounds = [
        Round(one.public_cards, own, at_once=one.public_cards > 1, first=int(not one.public_cards))
        for one, own in zip(game.rules.betting.rounds, bets, strict=True)
    ]
    betting = Betting(
        antes=(ante, ante),
        blinds=(float(big), float(small)),
        rounds=tuple(rounds),
        stacks=(min(game.stacks),) * 2,
        big_blind=float(big),
        rake_rate=game.rules.betting.rake_rate,
        rake_cap=game.rules.betting.rake_cap,
        no_flop_no_drop=game.params["no_flop_no_drop"],
    )
    deck = Deck(
        game.rules.deck.names,
        hole_cards=2,
        symmetries=tuple(exchange[: len(game.rules.deck.names)] for exchange in CARD_PERMUTATIONS),
    )
    rules = PokerRules(betting, deck, game.rules.strength)
    params = {
        "blinds": (python_number(big), python_number(small)),
        "stack": python_number(min(game.stacks)),
        "ante": python_number(ante),
        **sizes,
        "raise_cap": raise_cap,
        "limit": limit,
        "chip": python_number(game.chip),
        "rake_rate": game.params["rake_rate"],
        "rake_cap": game.params["rake_cap"],
        "no_flop_no_drop": game.params["no_flop_no_drop"],
        "deck": game.params["deck"],
        "last_street": game.params["last_street"],
    }
    return PokerGame("betting_tree", params, rules)


def tree_bets(
    game: TexasHoldemGame, streets: tuple[str, ...], limit: str, bet_sizes: Any, raise_sizes: Any, raise_cap: int | None
) -> tuple[list[FixedBets | SizedBets], dict[str, Any]]:
    """(bets of each street, the sizes in canonical form)."""
    tables = [one.bets for one in game.rules.betting.rounds]
    caps = [raise_cap or (table.raise_cap if isinstance(table, TableBets) else None) for table in tables]
    if limit == "fixed-limit":
        if bet_sizes is not None or raise_sizes is not None:
            raise ValueError(f"bet_sizes={bet_sizes!r}, raise_sizes={raise_sizes!r}: must be None under fixed limit")
        fixed: list[FixedBets | SizedBets] = [
            FixedBets(table.least, (cap, cap))
            for table, cap in zip(tables, caps, strict=True)
            if isinstance(table, TableBets) and cap
        ]
        return fixed, {"bet_sizes": "", "raise_sizes": ""}
    default = POT_LIMIT_SIZES if limit == "pot-limit" else SIZES
    big = float(game.params["blinds"][1])
    options, sizes = options_by_street(
        streets,
        default if bet_sizes is None else bet_sizes,
        default if raise_sizes is None else raise_sizes,
        None,
        big_blind=big,
        add_allin_threshold=0.0,
        force_allin_threshold=0.0 if limit == "pot-limit" else ALL_IN,
        merging_threshold=MERGING,
        raise_cap=caps[0],
        min_bet=big,
        chip=game.chip,
    )
    return [SizedBets(one) for one in options], sizes
