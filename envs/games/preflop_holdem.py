"""Heads-up no-limit hold'em from the blinds on, to the end or to a street after which no player bets.

The small blind has the button: it acts first before the flop, and last after it. The flop's three cards are one chance move,
turn and river one each. A whole hand with betting on all streets is far too large to solve without abstraction. So betting may
end before the flop, on the flop or on the turn. Then the other cards come without betting, or the hands are shown at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.betting.street_sizes import StreetSizes
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.parameter_words import shown_as

from .holdem import MAX_PUBLIC_STATES
from .holdem_parameters import PARAMETERS
from .holdem_rules import RUN_OUT, holdem_rules, rake_facts


class PreflopHoldemGame(PokerGame):
    """Hold'em for two from the blinds on. Player 0 is the big blind, player 1 the small blind with the button.

    ``make_game("preflop_holdem", ...)`` makes one; FHP and push/fold are such games with titles of their own.
    """

    title = "No-limit hold'em from the blinds"
    about = "Heads-up no-limit hold'em from the blinds on, with betting up to a street of your choice."
    observes_kinds = observes_suits_alike = names_hands = True
    player_names = "BB", "SB"
    seat_names = "Player 0 (big blind)", "Player 1 (small blind, button)"

    def facts(self) -> list[str]:
        """Blinds, stacks, rake and where the betting ends in words."""
        betting, params = self.rules.betting, self.params
        small, big = (chips_text(blind) for blind in params["blinds"])
        ante = [f"antes {chips_text(params['ante'])}"] if params.get("ante") else []
        stacks = [f"stacks {chips_text(betting.stacks[0])}"] if betting.stacks else [f"bets of {chips_text(params['bet'])}"]
        street = params.get("last_street")
        ends = [] if street is None else [f"betting {'before the flop' if street == 'preflop' else f'up to the {street}'}"]
        return [f"blinds {small} and {big}", *ante, *stacks, *rake_facts(betting), *ends]


@shown_as(PARAMETERS)
def make_preflop_holdem(
    blinds: tuple[float, float] = (0.5, 1),
    stack: float | tuple[float, float] = 100,
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
        stack: chips of the players before blinds and antes are posted: a number for both, or one each.
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
        removed: lines that are not played, each as the moves up to the one to remove, for any cards: ``"c"``, a call of
            the small blind, or ``"r2.5r6.3"``.
        flops: ``"all"``, or where there is betting on the flop ``"flops:25"``, some of 1,755 flops, with weights so that they
            stand for all.
        max_nodes: a betting tree with more public states is refused.
    """
    return PreflopHoldemGame("preflop_holdem", *holdem_rules(locals()))
