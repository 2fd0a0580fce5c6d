"""Heads-up no-limit hold'em from the blinds on, to the end or to a street after which no player bets.

The small blind has the button: it acts first before the flop, and last after it. The flop's three cards are one chance move,
turn and river one each. A whole hand with betting on all streets is far too large to solve without abstraction. So betting may
end before the flop, on the flop or on the turn. Then the other cards come without betting, or the hands are shown at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf, isfinite
from typing import Any

from pokerzoo.envs.betting.bets import SizedBets
from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.betting.setup import Betting, Round
from pokerzoo.envs.betting.street_sizes import HAND_STREETS, StreetSizes, options_by_street
from pokerzoo.envs.poker.cards import CARD_NAMES, HOLE_CARDS
from pokerzoo.envs.poker.deck import Deck
from pokerzoo.envs.poker.deck_strengths import hold_em_strength
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS
from pokerzoo.envs.support.parameters import brief, check_bool, check_choice, check_int, check_number, python_number
from pokerzoo.envs.support.units import LEAST_CHIPS, MOST_CHIPS

from .flop_holdem import checked_blinds
from .flop_weights import ALL, check_flops, deal_weights
from .holdem import MAX_PUBLIC_STATES, check_removed

CARDS = dict(zip(HAND_STREETS, (0, 3, 1, 1), strict=True))
"""Cards that are turned up before each street's betting."""
RUN_OUT, AT_ONCE = "run_out", "at_once"
SHOWDOWNS = RUN_OUT, AT_ONCE
"""After the last bets: the other cards come, or hands are shown without them."""


class PreflopHoldemGame(PokerGame):
    """No-limit hold'em for two from the blinds on. Player 0 is the big blind, player 1 the small blind with the button.

    ``make_game("preflop_holdem", ...)`` makes one.
    """

    observes_kinds = observes_suits_alike = names_hands = True
    title = "No-limit hold'em from the blinds"
    about = "Heads-up no-limit hold'em from the blinds on, with betting up to a street of your choice."
    player_names = "BB", "SB"
    seat_names = "Player 0 (big blind)", "Player 1 (small blind, button)"
    handlers = replace(
        PokerGame.handlers,
        report="pokerzoo.evaluation.pages.strategy_sections:spot_section",
    )

    def facts(self) -> list[str]:
        """Blinds, stacks and rake in words."""
        rules, params = self.rules, self.params
        small, big = (chips_text(blind) for blind in params["blinds"])
        ante = [f"antes {chips_text(params['ante'])}"] if params["ante"] else []
        cap = f" up to {chips_text(rules.betting.rake_cap)}" if isfinite(rules.betting.rake_cap) else ""
        rake = [f"rake {100 * rules.betting.rake_rate:g}%{cap}"] if rules.betting.rake_rate else []
        return [f"blinds {small} and {big}", *ante, f"stacks {chips_text(params['stack'])}", *rake]


class PushFoldGame(PreflopHoldemGame):
    """Push/fold before the flop. ``make_game("push_fold", ...)`` makes one."""

    title = "Push or fold"
    about = "Before the flop the small blind goes all-in or folds, and the big blind calls or folds."


def make_preflop_holdem(
    blinds: tuple[float, float] = (0.5, 1),
    stack: float = 100,
    ante: float = 0,
    bet_sizes: StreetSizes = "75%",
    raise_sizes: StreetSizes = "2.5x",
    donk_sizes: StreetSizes | None = None,
    add_allin_threshold: float = 1.5,
    force_allin_threshold: float = 0.15,
    merging_threshold: float = 0.1,
    raise_cap: int | None = None,
    chip: float = 0.1,
    rake_rate: float = 0.0,
    rake_cap: float | None = None,
    no_flop_no_drop: bool = True,
    last_street: str = "preflop",
    showdown: str = RUN_OUT,
    removed: Sequence[str] = (),
    flops: str = "all",
    max_nodes: int = MAX_PUBLIC_STATES,
) -> PreflopHoldemGame:
    """Heads-up no-limit hold'em from the blinds on; by default with betting before the flop alone.

    A game that ends before the river has no betting on the later streets, which real hold'em has.

    Args:
        blinds: the small and the big blind. The small one may be 0.
        stack: chips of each player before blinds and antes are posted.
        ante: chips that each player antes.
        bet_sizes: sizes of a bet after the flop, as in ``holdem``: ``"50%"``, or a pair, one for each player, or by street:
            ``{"flop": "33%", "turn": "75%"}``.
        raise_sizes: sizes of a raise, in the same forms; ``2.5x`` is times the bet faced, ``3bb`` to three big blinds. Before
            the flop the blinds are the first bet, so that street has raises alone: ``{"preflop": "2.5x", "flop": "60%"}``.
        donk_sizes: sizes of the big blind's first bet on a street where the small blind bet or raised last on the street
            before; None, also for one street: as ``bet_sizes``.
        add_allin_threshold: all-in is added to the sizes where it is at most this multiple of the pot.
        force_allin_threshold: a size becomes all-in where it would leave at most this multiple of the pot behind.
        merging_threshold: of two sizes that are closer than this the smaller is dropped.
        raise_cap: the most bets and raises in a round, all-in ones included; before the flop the big blind counts as one.
            None: no cap.
        chip: bets are rounded to multiples of this. The smallest bet is the big blind.
        rake_rate: share of the pot that the house takes, 0 to 1.
        rake_cap: the most it takes, in chips; None: no cap.
        no_flop_no_drop: whether hands that end before the flop pay no rake.
        last_street: the last street with betting: ``"preflop"``, ``"flop"``, ``"turn"`` or ``"river"``.
        showdown: what comes after the last bets: ``"run_out"``, the missing cards up to five, or ``"at_once"``, nothing: the
            best five of two private cards and the cards there win.
        removed: lines that are not played, each as the moves up to the one to remove, whatever cards come: ``"c"``, a call of
            the small blind, or ``"r2.5r6.3"``.
        flops: ``"all"``, or where there is betting on the flop ``"flops:25"``, some of 1,755 flops, with weights so that they
            stand for all.
        max_nodes: a betting tree with more public states is refused.
    """
    small, big = check_stakes(blinds, stack, ante)
    check_choice("last_street", last_street, HAND_STREETS)
    check_choice("showdown", showdown, SHOWDOWNS)
    if showdown == AT_ONCE and last_street in ("preflop", "river"):
        why = "there are no public cards yet" if last_street == "preflop" else "all cards are there"
        raise ValueError(
            f"showdown={AT_ONCE!r}: {why} where the betting ends; must be {RUN_OUT!r} with last_street={last_street!r}"
        )
    flops = check_flops(flops)
    if flops != ALL and last_street == "preflop":
        raise ValueError(f"flops={flops!r}: must be 'all' with last_street='preflop', where nobody acts on a flop")
    check_number("rake_rate", rake_rate, 0, 1)
    check_number("rake_cap", 0 if rake_cap is None else rake_cap, 0, inf)
    check_bool("no_flop_no_drop", no_flop_no_drop)
    check_int("max_nodes", max_nodes, 1, 10**9)
    streets = HAND_STREETS[: HAND_STREETS.index(last_street) + 1]
    options, sizes = options_by_street(
        streets,
        bet_sizes,
        raise_sizes,
        donk_sizes,
        big_blind=big,
        add_allin_threshold=add_allin_threshold,
        force_allin_threshold=force_allin_threshold,
        merging_threshold=merging_threshold,
        raise_cap=raise_cap,
        min_bet=big,
        chip=chip,
    )
    bets = [SizedBets(one) for one in options]
    rounds = [
        Round(CARDS[street], own, at_once=CARDS[street] > 1, first=int(not CARDS[street]))
        for street, own in zip(streets, bets, strict=True)
    ]
    if showdown == RUN_OUT:
        rounds += [Round(CARDS[street], None, at_once=CARDS[street] > 1) for street in HAND_STREETS[len(streets) :]]
    betting = Betting(
        antes=(float(ante), float(ante)),
        rounds=tuple(rounds),
        blinds=(big, small),
        stacks=(float(stack), float(stack)),
        big_blind=big,
        removed=check_removed(removed),
        rake_rate=float(rake_rate),
        rake_cap=inf if rake_cap is None else float(rake_cap),
        no_flop_no_drop=no_flop_no_drop,
        max_lines=max_nodes,
    )
    _ = betting.counts  # refuses lines that cannot be removed, and too many of them
    deck = Deck(CARD_NAMES, hole_cards=HOLE_CARDS, symmetries=CARD_PERMUTATIONS)
    rules = PokerRules(betting, deck, hold_em_strength, deal_weights=deal_weights(flops))
    params: dict[str, Any] = {
        "blinds": (python_number(blinds[0]), python_number(blinds[1])),
        "stack": python_number(stack),
        "ante": python_number(ante),
        "flops": flops,
        **sizes,
        "add_allin_threshold": python_number(add_allin_threshold),
        "force_allin_threshold": python_number(force_allin_threshold),
        "merging_threshold": python_number(merging_threshold),
        "raise_cap": raise_cap,
        "chip": python_number(chip),
        "rake_rate": python_number(rake_rate),
        "rake_cap": None if rake_cap is None else python_number(rake_cap),
        "no_flop_no_drop": no_flop_no_drop,
        "last_street": last_street,
        "showdown": showdown,
        "removed": tuple(sorted(betting.removed)),
        "max_nodes": max_nodes,
    }
    return PreflopHoldemGame("preflop_holdem", params, rules)


def make_push_fold(blinds: tuple[float, float] = (0.5, 1), stack: float = 10, ante: float = 0) -> PushFoldGame:
    """Push/fold before the flop: ``preflop_holdem`` in which the small blind goes all-in or folds.

    Args:
        blinds: the small and the big blind. The small one may be 0, and must be below the big one.
        stack: chips of each player before blinds and antes are posted.
        ante: chips that each player antes.
    """
    small, big = checked_blinds(blinds)
    if small == big:
        raise ValueError(f"blinds={brief(blinds)}: the small blind must be below the big one, so that it has something to call")
    game = make_preflop_holdem(blinds, stack, ante, raise_sizes="a", removed=("c",))
    return PushFoldGame("push_fold", {key: game.params[key] for key in ("blinds", "stack", "ante")}, game.rules)


def check_stakes(blinds: object, stack: object, ante: object) -> tuple[float, float]:
    """The small and the big blind; ValueError unless blinds, stack and ante go together."""
    small, big = checked_blinds(blinds)
    check_number("ante", ante, 0, MOST_CHIPS)
    check_number("stack", stack, LEAST_CHIPS, MOST_CHIPS)
    posted = big + float(ante)  # type: ignore[arg-type]
    if float(stack) <= posted:  # type: ignore[arg-type]
        raise ValueError(f"stack={stack!r}: must be above {chips_text(posted)}, the big blind and the ante")
    return small, big
