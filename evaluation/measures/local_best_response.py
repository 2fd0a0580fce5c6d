"""Local best response in whole hands of hold'em: a cheap exploiter, and so a lower bound on exploitability.

Lisy and Bowling: Equilibrium approximation quality of current no-limit poker bots, AAAI workshop on computer poker, 2017
(arXiv:1612.07547), algorithm 1. The LBR player knows the opponent's policy and from it the probability of each hand that the
opponent can hold. At each of its decisions this player looks one action ahead:

- fold;
- check or call, and then both check or call to the end;
- each bet or raise: some of the range folds, as its policy says; the rest calls, and then both check or call.

LBR takes the action with the highest of these values; of equals the first in the paper's order, fold, call, bets. They are
wrong in general, but what LBR plays is a policy like any other. So its value against the opponent is **no more than the value
of a best response**, and often not much less.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from pokerzoo.agents import Playable
from pokerzoo.agents.policies.agent_tables import drawn_seed
from pokerzoo.agents.policies.players import to_players
from pokerzoo.envs import Game
from pokerzoo.envs.core import GameLike, game_of, short_name
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.parameters import check_bool, check_int
from pokerzoo.envs.support.records import Chips, Mbb, Record
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

from .intervals import Interval, t_interval
from .lbr_actions import LbrActions, actions_by_street
from .whole_hand_lbr import HandsPlayed, WholeHandLbrSampler


@dataclass(frozen=True)
class LocalBestResponse(Record):
    """Winnings of local best response (LBR) against a policy. All amounts are net chips a hand.

    Attributes:
        chips_per_hand: what LBR makes in each seat against the policy in the other seat. Its expectation is no more than
            what a best response makes.
        interval: the 95% interval (Student's t) of each of ``chips_per_hand``.
        exploitability_bound: an estimate of half the sum of LBR's gains, or 0 if that is negative. The exploitability
            (NashConv / 2) is at least what is estimated.
        exploitability_interval: the 95% interval of ``exploitability_bound``. The estimate may be above the exploitability.
            What is shown with confidence is the low end.
        hands: hands played.
        seed: of these hands.
        mbb_per_hand: ``chips_per_hand`` in thousandths of the big blind (or ante); None where there is neither.
        mean_chips: what LBR makes on average over the seats. It may be negative, and then it shows nothing.
        mean_interval: its 95% interval.
        mean_mbb: ``mean_chips`` in thousandths of the big blind (or ante).
        error_ratio: with ``aivat`` the standard error of ``mean_chips`` in parts of that of the hands as they ended; None
            where all ended alike.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import local_best_response
        >>> found = local_best_response(make_game("texas_holdem"), "always_fold", hands=20, seed=1)
        >>> found.chips_per_hand, found.mean_mbb, found.hands
        ((1.0, 2.0), 750.0, 20)
    """

    chips_per_hand: tuple[float, float]
    interval: tuple[Interval, Interval]
    exploitability_bound: float
    exploitability_interval: Interval
    hands: int
    seed: int
    mbb_per_hand: tuple[float, float] | None
    mean_chips: Chips
    mean_interval: Interval
    mean_mbb: Mbb | None
    error_ratio: float | None


def local_best_response(
    game: GameLike,
    policies: Playable | Sequence[Playable],
    hands: int,
    seed: int | None = None,
    progress: Callable[[int, int], Any] | None = None,
    *,
    actions: LbrActions = None,
    first_street: str = "preflop",
    aivat: bool = False,
) -> LocalBestResponse:
    """Winnings of local best response (LBR) in each seat against a policy for whole hands of hold'em, by playing hands.

    LBR knows the opponent's policy and keeps track of the hands that the opponent can have, of all 1,326. It assumes that both
    check or call after its next action, and takes the action that is then best. What it wins is a lower bound on what a best
    response wins. Source: Lisy and Bowling 2017, "Equilibrium approximation quality of current no-limit poker bots",
    arXiv:1612.07547.

    The policy is queried in the public states that occur, for all hands at once. Each deal is played twice, with LBR in either
    seat, and a deal is one observation of the interval. Chances in a showdown are exact, except on the flop, where they are
    estimated from 100 run-outs. LBR's bets need not be among the game's sizes. In the paper LBR won most with
    ``actions="pot_all_in"`` or ``"56_bets"`` and ``first_street="turn"``. Other games have exact best responses (``measure``).

    Args:
        game: ``texas_holdem`` for two.
        policies: one policy that both seats play, or one for each (``Playable``). For the first seat's
            policy alone, give ``[policy, "random"]`` and read ``chips_per_hand[1]``: that is what LBR wins from it. All other
            numbers then depend on ``"random"``.
        hands: how many to play, rounded up to an even number, at least 4.
        seed: of the deals and of the policy's actions; None draws one, which the result names.
        progress: called with (hands played, hands in all), once in a while.
        actions: the actions that LBR considers. None: the game's. ``"fold_call"``: these alone. ``"pot_all_in"``: also a bet or
            raise of the pot, and all-in. ``"56_bets"``: all-in and 55 sizes, from 5% of the pot up by 15% each. Or sizes such
            as ``"50%,100%,a"``, or a mapping from streets to these. On a street that it leaves out LBR checks and calls, which
            is ``"call"``.
        first_street: LBR checks and calls before this street, ``"preflop"``, ``"flop"``, ``"turn"`` or ``"river"``.
        aivat: take luck off the results, which leaves their mean as it is. Chances are then exact on the flop, too, which
            takes longer.

    Returns:
        What LBR wins in each seat, and the bound that follows.

    Raises:
        ValueError: another game, or a policy that does not fit.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import local_best_response
        >>> found = local_best_response(make_game("texas_holdem"), "always_fold", hands=20, seed=1)
        >>> found.exploitability_bound, found.exploitability_interval
        (1.5, Interval(low=1.5, high=1.5))
    """
    game = game_of(game)
    if not isinstance(game, TexasHoldemGame):
        raise InputError(
            f"{short_name(game)}: local best response plays whole hands (texas_holdem); measure(game, policies) finds the best "
            "response exactly"
        )
    if game.num_players != 2:
        raise InputError(f"{short_name(game)}: local best response is for two players")
    check_int("hands", hands, 4, 10**9)
    check_bool("aivat", aivat)
    by_street = actions_by_street(actions, first_street)
    seed = drawn_seed() if seed is None else seed
    sampler = WholeHandLbrSampler(game, to_players(game, policies, "policy"), seed, by_street, aivat)
    return of_hands(game, sampler.play(-(-hands // 2), progress), seed)


def of_hands(game: Game, played: HandsPlayed, seed: int) -> LocalBestResponse:
    """The result of hands that were played."""
    won, estimates = played
    deals = len(won)
    values = won if estimates is None else estimates
    mean, error = values.mean(axis=0), values.std(axis=0, ddof=1) / sqrt(deals)
    intervals = [t_interval(float(m), float(e), deals) for m, e in zip(mean, error, strict=True)]
    bound = intervals[2]
    thousandths = [x for m in mean[:2].tolist() if (x := game.stakes.mbb(m)) is not None]
    by_deal = values[:, :2].mean(axis=1)
    both, spread = float(by_deal.mean()), float(by_deal.std(ddof=1))
    unreduced = float(won[:, :2].mean(axis=1).std(ddof=1))
    return LocalBestResponse(
        chips_per_hand=(float(mean[0]), float(mean[1])),
        interval=(intervals[0], intervals[1]),
        exploitability_bound=max(0.0, float(mean[2])),
        exploitability_interval=Interval(max(0.0, bound.low), max(0.0, bound.high)),
        hands=2 * deals,
        seed=seed,
        mbb_per_hand=(thousandths[0], thousandths[1]) if thousandths else None,
        mean_chips=both,
        mean_interval=t_interval(both, spread / sqrt(deals), deals),
        mean_mbb=game.stakes.mbb(both),
        error_ratio=None if estimates is None or not unreduced else spread / unreduced,
    )
