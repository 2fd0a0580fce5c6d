"""Texas hold'em from the blinds to the showdown: no-limit, pot-limit or fixed-limit, for two to ten players, with any stacks.

Each player gets two cards; the betting rounds are before the flop (three public cards), on it, on the turn and on the river
(one card each). The best five of seven cards win; players who are all-in win what they have matched. A hand may also end with
the betting on the flop or on the turn. The rules of betting are in ``envs/betting/engine.py``, the rules of pots in
``showdown.py`` beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pokerzoo.envs.betting.bets import Limit
from pokerzoo.envs.betting.street_sizes import StreetSizes
from pokerzoo.envs.poker.deck_strengths import DECKS
from pokerzoo.envs.support.parameter_words import shown_as
from pokerzoo.envs.support.parameters import check_choice
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

from .holdem_parameters import PARAMETERS
from .holdem_rules import SIZES, holdem_rules

STREETS = {name: words for name, words in PARAMETERS["last_street"].choices.items() if name != "preflop"}
DECKS_IN_WORDS = {"standard": "52 cards", "short": "36 cards", "royal": "20 cards"}


@shown_as(
    PARAMETERS
    | {
        "last_street": PARAMETERS["last_street"]._replace(choices=STREETS),
        "deck": PARAMETERS["deck"]._replace(hint="52 cards, 36 from the sixes or 20 from the tens up.", choices=DECKS_IN_WORDS),
    }
)
def make_texas_holdem(
    num_players: int = 2,
    limit: Limit = "no-limit",
    blinds: tuple[float, float] = (1, 2),
    stack: float | Sequence[float] = 200,
    button: int | None = None,
    ante: float = 0,
    big_blind_ante: float = 0,
    straddle: float = 0,
    bet_sizes: StreetSizes = SIZES,
    raise_sizes: StreetSizes = SIZES,
    raise_cap: int | None = None,
    bet: tuple[float, float] | None = None,
    chip: float = 1.0,
    rake_rate: float = 0.0,
    rake_cap: float | None = None,
    no_flop_no_drop: bool = True,
    deck: str = "standard",
    rewards: str = "chips",
    short_stacks: bool = False,
    chips_in_play: float | None = None,
    last_street: str = "river",
) -> TexasHoldemGame:
    """A whole hand of hold'em.

    Args:
        num_players: 2 to 10 (with a royal deck to 7, or to 8 if the hand ends before the river).
        limit: ``"no-limit"``, ``"pot-limit"`` (a raise is by at most the pot as it is after the call) or ``"fixed-limit"``.
        blinds: the small and the big blind. The small one may be 0.
        stack: chips of each player before anything is posted: one number for all, or one for each seat. A seat with 0 is
            out.
        button: the seat with the button; None: the last one, so that seat 0 is the first to act after the flop. Of two
            players the one on the button posts the small blind and acts first before the flop.
        ante: chips that every player posts before the blinds.
        big_blind_ante: chips that the big blind posts for all, after the blind; not a bet of the player.
        straddle: a third blind, of the player after the big blind, who then acts last before the flop; at least twice the big
            blind; 0: none. Needs three players.
        bet_sizes: sizes of a first bet after the flop; before it the blinds are the first bet. Sizes are ``50%`` of the pot,
            ``100c`` (chips), ``3bb`` (big blinds), ``e``, ``2e`` (geometric over the streets left), ``a`` (all-in), separated
            by commas. Or such sizes by street: ``{"flop": "33%", "turn": "75%", "river": "75%,a"}``. ``"any"``: every whole
            amount from the least to the most is an action, for raises, too.
        raise_sizes: sizes of raises in the same forms, those before the flop included (``"preflop"``); ``2.5x`` is 2.5 times
            the bet faced, and a percentage is of the pot after the call. ``3x | 2.5x | a`` has the sizes of the first raise in
            the round, of the second, and of all that follow. Unused under fixed limit.
        raise_cap: the most bets and raises in a round, the blinds before the flop counting as one; None: 4 under fixed limit,
            else no cap. In no-limit and pot-limit an all-in bet or raise counts, however short it is. Under fixed limit one
            of less than half a bet does not count.
        bet: under fixed limit the bet before the turn and from it on; None: one and two big blinds.
        chip: the smallest unit: all amounts are multiples of it.
        rake_rate: share that the house takes of all pots together, 0 to 1, rounded down to whole units of ``chip``. Each pot
            bears what it adds to the rake of the pots before it, the main pot being the first.
        rake_cap: the most it takes of all pots together, in chips; None: no cap.
        no_flop_no_drop: whether hands that end before the flop pay no rake.
        deck: ``"standard"``; ``"short"``: 36 cards from the six up, a flush beats a full house, A6789 is a straight;
            ``"royal"``: 20 cards from the ten up.
        rewards: the unit of ``returns``: ``"chips"`` or ``"blinds"``, big blinds.
        short_stacks: whether stacks may be too small for the blinds and antes, as happens in a session: they are then all-in.
        chips_in_play: all chips that players may have, where stacks change from hand to hand, as in a session. Observations
            are scaled by them, so that all hands have the same entries; None: the chips of ``stack``.
        last_street: ``"river"``, ``"turn"`` or ``"flop"``: hands are shown after its betting, the best five of all cards that
            are there by then win, and no later card is dealt. So ``"flop"`` is flop hold'em, decided by two own and three
            public cards.

    Raises:
        ValueError: a parameter that is not as above; the message says what is allowed.
    """
    parameters = locals()
    check_choice("rewards", rewards, ("chips", "blinds"))
    params, rules = holdem_rules(parameters, played=True)
    return TexasHoldemGame(params, rules, tuple(DECKS[deck]))
