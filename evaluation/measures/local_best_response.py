"""Local best response: a cheap exploiter of poker policies, and so a lower bound on exploitability.

Lisy and Bowling: Equilibrium approximation quality of current no-limit poker bots, AAAI workshop on computer poker, 2017
(arXiv:1612.07547), algorithm 1. The LBR player knows the opponent's policy and from it the probability of each hand that the
opponent can hold. At each of its decisions this player looks one action ahead:

- fold;
- check or call, and then both check or call to the end;
- each bet or raise of the game: some of the range folds, as its policy says; the rest calls, and then both check or call.

LBR takes what is worth most by that reckoning; of equals the first in the order of the action ids, which is the paper's
fold, call, bets. The reckoning is wrong in general, but what LBR plays is a policy like any other. So its value against the
opponent is **no more than the value of a best response**, and often not much less; how much less only a best response tells.

In a hold'em spot for three players LBR sits in one seat, and the two others play their policies (``three_way_lbr.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import Playable, TabularPolicy, profile
from pokerzoo.agents.policies.agent_tables import drawn_seed
from pokerzoo.agents.policies.participants import as_participants
from pokerzoo.envs import Game
from pokerzoo.envs.core import check_chips, draw_outcome, short_name
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.lines import net_payoffs
from pokerzoo.envs.poker.public_state import BET, CALL, FOLD, PublicState
from pokerzoo.envs.support.parameters import check_bool, check_int
from pokerzoo.envs.support.units import mbb
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

from .checked_strategy import Strategy, checked_strategy
from .exact import expected_values
from .hand_pairs import HandPairs, drawn_index
from .intervals import Interval, t_interval
from .lbr_moves import best_moves
from .three_way_lbr import choices

if TYPE_CHECKING:
    from .lbr_actions import LbrActions

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LocalBestResponse:
    """Winnings of local best response (LBR) against a policy. All amounts are net chips a hand.

    Attributes:
        chips_per_hand: what LBR makes in each seat against the policy in the other seats. It is no more than
            ``best_response(game, policy, seat).value``.
        gains: ``chips_per_hand`` less what the policy itself makes in that seat. It is no more than the gain of the best
            response, and it may be negative. None where hands were sampled.
        interval: the 95% interval (Student's t) of each of ``chips_per_hand`` where hands were sampled, else None.
        exploitability_bound: the exploitability (NashConv / number of players) is at least this. On the whole tree it is the
            mean of the gains. Negative gains count as 0, since a best response never gains less. From samples it is the
            estimate of half the sum of the gains, or 0 if that is negative.
        exploitability_interval: the 95% interval of ``exploitability_bound`` where hands were sampled, else None. The estimate
            may lie above the exploitability. What is shown with confidence is the low end.
        hands: hands played; None where the whole tree was worked out.
        seed: of these hands; None where there were none.
        mean_chips: what LBR makes on average over the seats. It may be negative, and then it shows nothing.
        mean_interval: its 95% interval where hands were sampled, else None.
        mean_mbb: ``mean_chips`` in thousandths of the big blind (or ante), where hands were sampled and there is one.
        error_ratio: with ``aivat`` the standard error of ``mean_chips`` in parts of that of the hands as they ended.
        mbb_per_hand: ``chips_per_hand`` in thousandths of the big blind (or ante), where hands were sampled and there is one.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import local_best_response
        >>> found = local_best_response(make_game("kuhn"), "random", hands=1000, seed=1)
        >>> round(found.exploitability_bound, 2), found.hands, found.gains
        (0.46, 1000, None)
    """

    chips_per_hand: tuple[float, ...]
    gains: tuple[float, ...] | None
    interval: tuple[Interval, Interval] | None
    exploitability_bound: float
    exploitability_interval: Interval | None
    hands: int | None = None
    seed: int | None = None
    mbb_per_hand: tuple[float, float] | None = None
    mean_chips: float = 0.0
    mean_interval: Interval | None = None
    mean_mbb: float | None = None
    error_ratio: float | None = None


def local_best_response(
    game: Game,
    policies: Playable | Sequence[Playable],
    hands: int | None = None,
    seed: int | None = None,
    progress: Callable[[int, int], Any] | None = None,
    *,
    actions: LbrActions = None,
    first_street: str = "preflop",
    aivat: bool = False,
) -> LocalBestResponse:
    """Winnings of local best response (LBR) in each seat against a policy: on the whole tree, or by playing hands.

    LBR knows the opponent's policy and keeps track of the hands that the opponent can have. It assumes that both check or call
    after its next action, and takes the action that is then best. What it wins is a lower bound on what a best response wins.
    Source: Lisy and Bowling 2017, "Equilibrium approximation quality of current no-limit poker bots", arXiv:1612.07547.

    Without ``hands``, LBR's choice at every infoset is worked out, and its exact value (``lbr_policy``, ``expected_values``).
    With ``hands`` there is no table: the policy is asked in the public states that come up, for all hands at once. That is for
    games too large to go through. Each deal is played twice, with LBR in either seat, and a deal is one observation of the
    interval.

    In a hold'em spot for three players each player in turn is LBR against the two others, on the whole tree. One after
    the other, an opponent who is bet into folds as the policy says, else calls; then all check or call.

    In whole hands of hold'em (``texas_holdem`` for two, with ``hands``) the range has all 1,326 hands. Chances in a showdown
    are exact, except on the flop, where they are estimated from 100 run-outs. LBR's bets need not be among the game's sizes.
    In the paper LBR won most with ``actions="pot_all_in"`` or ``"56_bets"`` and ``first_street="turn"``.

    Args:
        game: a two-player poker game, or a hold'em spot for three.
        policies: one policy that all seats play, or one for each: whatever can play (``Playable``). An agent that has only
            ``act`` becomes a table first, with ``hands`` too. Of two players: for the first seat's policy alone, give
            ``[policy, "random"]`` and read ``chips_per_hand[1]``: that is what LBR wins from it. All other numbers then
            depend on ``"random"``.
        hands: how many to play, rounded up to an even number, at least 4. None: the whole tree; so it is with three players.
        seed: of the deals and of the policy's actions; None draws one, which the result names.
        progress: called with (hands played, hands in all), once in a while; not without ``hands``.
        actions: in whole hands: the actions that LBR looks at. None: the game's. ``"fold_call"``: these alone.
            ``"pot_all_in"``: also a bet or raise of the pot, and all-in. ``"56_bets"``: all-in and 55 sizes, from 5% of the pot
            up by 15% each. Or sizes such as ``"50%,100%,a"``, or a mapping from streets to these. On a street that it leaves
            out LBR checks and calls, which is ``"call"``.
        first_street: in whole hands: LBR checks and calls before this street, ``"preflop"``, ``"flop"``, ``"turn"`` or
            ``"river"``.
        aivat: in whole hands: take luck off the results, which leaves their mean as it is. Chances are then exact on the flop,
            too, which takes longer.

    Returns:
        What LBR wins in each seat, and the bound that follows.

    Raises:
        ValueError: neither of these games, or a policy that does not fit.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import local_best_response
        >>> found = local_best_response(make_game("kuhn"), "honest")
        >>> [round(chips, 4) for chips in found.chips_per_hand]
        [0.1667, 0.1667]
        >>> round(found.exploitability_bound, 4)
        0.1667
    """
    if isinstance(game, TexasHoldemGame):
        return in_whole_hands(game, policies, hands, seed, progress, actions, first_street, aivat)
    if (actions, first_street, aivat) != (None, "preflop", False):
        raise ValueError(f"{short_name(game)}: actions, first_street and aivat are for whole hands of texas_holdem")
    poker = check_poker(game)
    if hands is None:
        own = profile(game, policies)
        response = lbr_policy(game, own)
        values, players = expected_values(game, own), range(poker.num_players)
        seats = [[response if seat == player else own for seat in players] for player in players]
        made = tuple(expected_values(game, seats[player])[player] for player in players)
        gains = tuple(chips - value for chips, value in zip(made, values, strict=True))
        bound = fsum(max(0.0, gain) for gain in gains) / len(players)
        return LocalBestResponse(made, gains, None, bound, None, mean_chips=fsum(made) / len(players))
    if poker.num_players > 2:
        raise ValueError(f"hands={hands}: of three players LBR is worked out on the whole tree (hands=None, --lbr all)")
    check_int("hands", hands, 4, 10**9)
    seed = drawn_seed() if seed is None else seed
    deals = -(-hands // 2)
    return from_samples(game, LbrSampler(poker, policies, seed).play(deals, progress), seed)


def in_whole_hands(
    game: TexasHoldemGame,
    policies: Playable | Sequence[Playable],
    hands: int | None,
    seed: int | None,
    progress: Callable[[int, int], Any] | None,
    actions: LbrActions,
    first_street: str,
    aivat: bool,
) -> LocalBestResponse:
    """``local_best_response`` in whole hands of hold'em."""
    from .lbr_actions import actions_by_street
    from .whole_hand_lbr import WholeHandLbrSampler

    if game.num_players != 2:
        raise ValueError(f"{short_name(game)}: local best response is for two players")
    if hands is None:
        raise ValueError("hands: must be given, a whole hand has too many histories to go through")
    check_int("hands", hands, 4, 10**9)
    check_bool("aivat", aivat)
    by_street = actions_by_street(actions, first_street)
    seed = drawn_seed() if seed is None else seed
    sampler = WholeHandLbrSampler(game, as_participants(game, policies, "policy"), seed, by_street, aivat)
    played = sampler.play(-(-hands // 2), progress)
    return from_samples(game, played.won, seed, played.estimates)


def from_samples(game: Game, won: Floats, seed: int, estimates: Floats | None = None) -> LocalBestResponse:
    """The result of hands that were played: float64 [deals, 3], LBR's chips in either seat and half the sum of both gains.

    ``estimates``: the same with luck taken off.
    """
    deals = len(won)
    values = won if estimates is None else estimates
    mean, error = values.mean(axis=0), values.std(axis=0, ddof=1) / sqrt(deals)
    intervals = [t_interval(float(m), float(e), deals) for m, e in zip(mean, error, strict=True)]
    bound = intervals[2]
    thousandths = [x for m in mean[:2].tolist() if (x := mbb(game, m)) is not None]
    by_deal = values[:, :2].mean(axis=1)
    both, spread = float(by_deal.mean()), float(by_deal.std(ddof=1))
    unreduced = float(won[:, :2].mean(axis=1).std(ddof=1))
    return LocalBestResponse(
        chips_per_hand=(float(mean[0]), float(mean[1])),
        gains=None,
        interval=(intervals[0], intervals[1]),
        exploitability_bound=max(0.0, float(mean[2])),
        exploitability_interval=Interval(max(0.0, bound.low), max(0.0, bound.high)),
        hands=2 * deals,
        seed=seed,
        mbb_per_hand=(thousandths[0], thousandths[1]) if thousandths else None,
        mean_chips=both,
        mean_interval=t_interval(both, spread / sqrt(deals), deals),
        mean_mbb=mbb(game, both),
        error_ratio=None if estimates is None or not unreduced else spread / unreduced,
    )


def lbr_policy(game: Game, policies: Playable | Sequence[Playable]) -> TabularPolicy:
    """Strategy of local best response against a policy, for each seat, as one pure policy.

    Where the opponent's policy never leads, it checks or calls. The source is that of ``local_best_response``.

    Args:
        game: a two-player poker game, or a hold'em spot for three.
        policies: the policy to respond to: one that all seats play, or one for each.

    Returns:
        A policy that takes one action in each infoset.

    Raises:
        ValueError: neither of these games, or a policy that does not fit.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import lbr_policy
        >>> lbr_policy(make_game("kuhn"), "always_call")["K|"]
        {'check': 0.0, 'bet': 1.0}
    """
    poker = check_poker(game)
    own = profile(game, policies)
    both = as_participants(game, own)
    table, probabilities = poker.infosets, np.zeros(poker.infosets.size)
    if poker.num_players == 3:
        asked = [checked_strategy(poker, participant, seat) for seat, participant in enumerate(both)]
        for player in range(3):
            for public, chosen in choices(poker, player, asked):
                held = table.hands(public)
                probabilities[table.entries(public)[chosen[held], held]] = 1.0
        return TabularPolicy(game, probabilities, {"baseline": "local_best_response"})
    pairs = HandPairs(poker)
    for player in range(2):
        ask = checked_strategy(poker, both[1 - player], 1 - player)
        stack = [(poker.rules.root, pairs.ranges[1 - player])]
        while stack:
            public, reach = stack.pop()
            if public.card_due:
                stack += [(public.deal(outcome), reach) for outcome, _ in public.deal_probabilities()]
                continue
            if not public.is_over and public.actor == player:
                held = table.hands(public)
                weight, ahead = pairs.all_rows(player, public.board)
                chosen = lbr_moves(public, reach, weight, ahead, ask)
                probabilities[table.entries(public)[chosen[held], held]] = 1.0
                stack += [(public.after(k), reach) for k in range(len(public.moves))]
            elif not public.is_over:
                stack += [(public.after(k), reach * share) for k, share in enumerate(ask(public))]
    return TabularPolicy(game, probabilities, {"baseline": "local_best_response"})


def lbr_moves(public: PublicState, reach: Floats, weight: Floats, ahead: Floats, ask: Strategy) -> npt.NDArray[np.int64]:
    """int64 [rows]: the position of LBR's move among ``public.moves``, for several of its hands."""
    player, opponent = public.actor, 1 - public.actor
    facing, edge = weight @ reach, ahead @ reach  # of the whole range
    values = np.empty((len(public.moves), len(weight)))
    for k, (kind, _) in enumerate(public.moves):
        after = public.after(k)
        if kind == FOLD:
            values[k] = after.payoffs((opponent,))[player] * facing
        elif kind == CALL:
            mean, swing = stakes_of_move(after, player)
            values[k] = mean * facing + swing * edge
        else:
            folds = sum((share for (reply, _), share in zip(after.moves, ask(after), strict=True) if reply == FOLD), 0.0)
            stays = reach * (1.0 - folds)
            mean, swing = stakes_of_move(after, player)
            called = weight @ stays
            values[k] = after.payoffs((player,))[player] * (facing - called) + mean * called + swing * (ahead @ stays)
    return best_moves(public, values, facing)


def stakes_of_move(after: PublicState, player: int) -> tuple[float, float]:
    """``player``'s net chips after a check, call or bet if the opponent calls what there is and both then check to the end.

    As (mean, swing): mean plus swing if ``player`` wins, mean less swing if the player loses; a tie is worth the mean.
    """
    line = after.betting
    put = list(line.contributions)
    if line.last is not None and line.last[2] == BET:
        put[1 - player] = line.before[1 - player] + max(line.round_contributions)
    win, loss = (net_payoffs(line.rules, tuple(put), (winner,))[player] for winner in (player, 1 - player))
    return (win + loss) / 2, (win - loss) / 2


class LbrSampler:
    """Player of hands between LBR and a policy."""

    def __init__(self, game: PokerGame, policy: Any, seed: int) -> None:
        self.game = game
        self.pairs = HandPairs(game)
        self.ask = [checked_strategy(game, one, seat) for seat, one in enumerate(as_participants(game, policy, "policy"))]
        self.chosen: dict[tuple[int, PublicState, int], int] = {}
        # Cards, and the actions of the policy: against LBR in either seat, and against itself.
        self.cards, *self.rngs = (np.random.default_rng(s) for s in np.random.SeedSequence(seed).spawn(4))

    def play(self, deals: int, progress: Callable[[int, int], Any] | None = None) -> Floats:
        """float64 [deals, 3]: LBR's chips in either seat, and half the sum of both seats' gains."""
        rules, pairs = self.game.rules, self.pairs
        weight, _ = pairs.all_rows(0, rules.board)
        likely = np.cumsum(pairs.ranges[0] * (weight @ pairs.ranges[1]))
        to_come = pairs.full - len(rules.board)
        won = np.empty((deals, 3))
        for deal in range(deals):
            numbers = self.cards.random(2 + to_come)
            one = drawn_index(likely, numbers[0])
            two = drawn_index(np.cumsum(weight[one] * pairs.ranges[1]), numbers[1])
            for player in range(2):
                won[deal, player] = self.hand((one, two), numbers[2:], player)[player]
            own = sum(self.hand((one, two), numbers[2:], None)) if rules.rake_rate else 0.0  # both seats' values
            won[deal, 2] = (won[deal, 0] + won[deal, 1] - own) / 2
            if progress is not None and (deal % 64 == 63 or deal + 1 == deals):
                progress(2 * (deal + 1), 2 * deals)
        return won

    def hand(self, hands: tuple[int, int], numbers: Floats, player: int | None) -> tuple[float, ...]:
        """Net chips of both at the end of a hand with LBR in seat ``player``; None: the policy plays itself."""
        rules = self.game.rules
        rng = self.rngs[2 if player is None else player]
        reach = None if player is None else self.pairs.ranges[1 - player]
        public = rules.root
        while not public.is_over:
            if public.card_due:
                left = public.deal_probabilities(rules.hands[hands[0]] + rules.hands[hands[1]])
                at = drawn_index(np.cumsum([p for _, p in left]), numbers[len(public.board) - len(rules.board)])
                public = public.deal(left[at][0])
            elif public.actor == player:
                assert reach is not None
                public = public.after(self.choose(public, hands[player], reach))
            else:
                answer = self.ask[public.actor](public)
                k = draw_outcome(enumerate(answer[:, hands[public.actor]].tolist()), rng)
                reach = None if reach is None else reach * answer[k]
                public = public.after(k)
        live = [seat for seat in range(2) if not public.folded[seat]]
        if len(live) == 2:
            one, two = (self.game.strength(hand, public.board) for hand in hands)
            live = [0, 1] if one == two else [0] if one > two else [1]
        return public.payoffs(tuple(live))

    def choose(self, public: PublicState, hand: int, reach: Floats) -> int:
        """The position of LBR's move; what was chosen before is kept."""
        key = (public.actor, public, hand)
        if key not in self.chosen:
            if len(self.game.rules.board) == self.pairs.full:  # one board: all hands' rows are made once
                weight, ahead = (rows[hand : hand + 1] for rows in self.pairs.all_rows(public.actor, public.board))
            else:
                weight, ahead = self.pairs.rows(public.actor, public.board, np.array([hand]))
            self.chosen[key] = int(lbr_moves(public, reach, weight, ahead, self.ask[1 - public.actor])[0])
        return self.chosen[key]


def check_poker(game: Game) -> PokerGame:
    """ValueError unless it is a two-player poker game or a hold'em spot for three, in chips."""
    check_chips(game, "local best response")
    if isinstance(game, PokerGame) and (game.num_players == 2 or (game.num_players == 3 and game.rules.has_pair_hands)):
        return game
    raise ValueError(f"{game}: local best response is for two-player poker games, and for hold'em spots of three")
