"""Flop hold'em (FHP): heads-up fixed-limit hold'em that ends with the betting on the flop (Brown et al. 2019).

Each player gets two cards. After a betting round three public cards are turned up at once, and after a second round the best
five cards win: two own and three public ones. The benchmark of Deep CFR and of what followed it.
"""

from __future__ import annotations

from pokerzoo.envs.support.parameter_words import ParameterWords, shown_as
from pokerzoo.envs.support.parameters import check_choice, check_number, python_number
from pokerzoo.envs.support.units import LEAST_CHIPS, MOST_CHIPS

from .holdem_parameters import PARAMETERS, SIZES
from .holdem_rules import holdem_rules
from .preflop_holdem import PreflopHoldemGame


class FhpGame(PreflopHoldemGame):
    """Flop hold'em; ``make_game("fhp", ...)`` makes one."""

    title = "Flop hold'em"
    about = "Heads-up fixed-limit hold'em that ends on the flop: the benchmark FHP of Deep CFR."
    smaller = 'deck="royal" has the same rules on 20 cards'


BET = ParameterWords(
    "Bet and raise", "Chips of a bet, and of a raise beyond the call.", SIZES, "number", "chips", flag="fixed-bets"
)  # fmt: skip


@shown_as(PARAMETERS | {"bet": BET})
def make_fhp(
    blinds: tuple[float, float] = (50, 100),
    bet: float = 100,
    raise_cap: int = 4,
    deck: str = "standard",
    flops: str = "all",
) -> FhpGame:
    """Flop hold'em, with the numbers of the Deep CFR paper by default.

    Args:
        blinds: the small and the big blind. The small one may be 0.
        bet: chips of a bet, and of a raise beyond the call.
        raise_cap: the most bets and raises in a round; before the flop the big blind counts as one.
        deck: ``"standard"``, 52 cards, or ``"royal"``, the 20 from the tens up.
        flops: ``"all"``, or ``"flops:25"``, some of 1,755 flops, with weights so that they represent all.
    """
    parameters = locals()
    check_choice("deck", deck, ("standard", "royal"))
    check_number("bet", bet, LEAST_CHIPS, MOST_CHIPS)
    params, rules = holdem_rules(parameters | {"bet": (bet, bet)}, limit="fixed-limit", last_street="flop")
    return FhpGame("fhp", params | {"bet": python_number(bet)}, rules)
