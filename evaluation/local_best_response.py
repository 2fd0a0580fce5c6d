"""Local best response: a cheap exploiter of two-player poker policies, and so a lower bound on exploitability.

Lisy and Bowling: Equilibrium approximation quality of current no-limit poker bots, AAAI workshop on computer poker, 2017
(arXiv:1612.07547), algorithm 1. The LBR player knows the opponent's policy and from it the probability of each hand that the
opponent can hold. At each of his decisions he looks one action ahead:

- fold;
- check or call, and then both check or call to the end;
- each bet or raise of the game: some of the range folds, as its policy says; the rest calls, and then both check or call.

He takes what is worth most by that reckoning; of equals the first in the order of the action ids, which is the paper's fold,
call, bets. The reckoning is wrong in general, but what he plays is a policy like any other. So its value against the opponent
is **no more than the value of a best response**, and often not much less; how much less, nobody knows who cannot compute both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import Policy, PolicyAgent, TabularPolicy, baseline_policy
from pokerzoo.envs import Game
from pokerzoo.envs.dealer import draw
from pokerzoo.envs.parameters import check_int
from pokerzoo.envs.poker_game import PokerGame, state_at
from pokerzoo.envs.poker_infosets import decisions, infoset_key, possible_hands
from pokerzoo.envs.public_state import BET, CALL, FOLD, PublicState
from pokerzoo.envs.public_tree import MAX_MATRIX_HANDS, pair_matrix

from .agent_policy import AgentLike, BatchedAgent, drawn_seed, hands_policy, table_profile
from .exact import expected_values
from .intervals import Interval, t_interval
from .tabulate import HandsPolicy, PolicyLike, in_legal_order, profile

Floats = npt.NDArray[np.float64]

TIE = 1e-9
"""Local values that differ by less than this, in units of the chips at stake, are equal: rounding decides nothing."""
KEPT_ANSWERS = 2048
"""Public states whose strategies a sampled LBR keeps (40 kB each with four actions and all hands)."""


@dataclass(frozen=True)
class LocalBestResponse:
    """What local best response wins from a policy. All amounts are net chips a hand.

    Attributes:
        chips_per_hand: what LBR makes in each seat against the policy in the other: no more than ``best_response(game, policy,
            seat).value``.
        gains: that less what the policy itself makes in that seat: no more than the best response's gain. May be negative. None
            where hands were sampled.
        interval: 95% interval (Student's t) of each of ``chips_per_hand`` where hands were sampled, else None.
        exploitability_bound: exploitability (NashConv / 2) is no less. Half the sum of the gains, of which negative ones count
            as 0, since a best response gains that at least. From samples: the estimate of half the sum of the gains, or 0 if
            that is negative.
        exploitability_interval: 95% interval of ``exploitability_bound`` where hands were sampled, else None. An estimate may
            lie above what it estimates: what is *shown*, with that confidence, is the low end.
        hands: hands played; None where the whole tree was worked out.
        seed: of these hands; None where there were none.
    """

    chips_per_hand: tuple[float, float]
    gains: tuple[float, float] | None
    interval: tuple[Interval, Interval] | None
    exploitability_bound: float
    exploitability_interval: Interval | None
    hands: int | None = None
    seed: int | None = None


def local_best_response(
    game: Game,
    policy: AgentLike | Sequence[AgentLike],
    hands: int | None = None,
    seed: int | None = None,
) -> LocalBestResponse:
    """What local best response makes in each seat against a policy: on the whole tree, or by playing hands.

    Without ``hands``, LBR's choice at every infoset and its exact value (``lbr_policy``, ``expected_values``). With ``hands``
    nothing is tabulated: the policy is asked in the public states that come up, for all hands at once. That is for games too
    large to go through. Each deal is played twice, with LBR in either seat; a deal is one observation of the interval.

    Args:
        game: a two-player poker game.
        policy: one that both seats play, or one for each: anything that ``tabulate`` or ``policy_from_agent`` takes; with
            ``hands``, a ``BatchedAgent`` but no agent with ``act`` alone. (Of the first seat's policy alone, give ``[policy,
            "random"]``: ``chips_per_hand[1]`` is then what LBR wins from it, and all the rest depends on ``"random"``.)
        hands: how many to play, rounded up to an even number, at least 4.
        seed: of the deals and of the policy's actions; None draws one, which the result names.

    Raises:
        ValueError: not two-player poker, or a policy that does not fit.
    """
    poker = check_poker(game)
    if hands is None:
        own = table_profile(game, policy)
        response = lbr_policy(game, own)
        values = expected_values(game, own)
        made = (expected_values(game, [response, own])[0], expected_values(game, [own, response])[1])
        gains = (made[0] - values[0], made[1] - values[1])
        return LocalBestResponse(made, gains, None, sum(max(0.0, gain) for gain in gains) / 2, None)
    check_int("hands", hands, 4, 10**9)
    seed = drawn_seed() if seed is None else seed
    deals = -(-hands // 2)
    won = Sampler(poker, policy, seed).play(deals)
    mean, error = won.mean(axis=0), won.std(axis=0, ddof=1) / sqrt(deals)
    intervals = [t_interval(float(m), float(e), deals) for m, e in zip(mean, error, strict=True)]
    bound = intervals[2]
    return LocalBestResponse(
        chips_per_hand=(float(mean[0]), float(mean[1])),
        gains=None,
        interval=(intervals[0], intervals[1]),
        exploitability_bound=max(0.0, float(mean[2])),
        exploitability_interval=Interval(max(0.0, bound.low), max(0.0, bound.high)),
        hands=2 * deals,
        seed=seed,
    )


def lbr_policy(game: Game, policy: PolicyLike | Sequence[PolicyLike]) -> TabularPolicy:
    """For each seat the local best response to ``policy`` in the other, as one pure policy.

    Where the opponent's policy never leads, it checks or calls.

    Raises:
        ValueError: not a two-player poker game, or a policy that does not fit.

    >>> from pokerzoo.envs import make_game
    >>> lbr_policy(make_game("kuhn"), "always_call")["K|"]
    {'check': 0.0, 'bet': 1.0}
    """
    poker = check_poker(game)
    own = profile(game, policy)
    table, probabilities = game.infosets, np.zeros(game.infosets.size)
    pairs = HandPairs(poker)
    for player in range(2):
        ask = asker(poker, own, 1 - player)
        stack = [(poker.rules.root, pairs.ranges[1 - player])]
        while stack:
            public, reach = stack.pop()
            if public.card_due:
                stack += [(public.deal(card), reach) for card, _ in poker.rules.card_probabilities(public.board)]
                continue
            if not public.is_over and public.actor == player:
                held = possible_hands(poker.rules, public)
                weight, ahead = pairs.all_rows(player, public.board)
                chosen = choices(public, reach, weight, ahead, ask)
                for hand in held:
                    first = table.first[table.index(infoset_key(poker.rules, hand, public))]
                    probabilities[first + chosen[hand]] = 1.0
                stack += [(public.after(k), reach) for k in range(len(public.moves))]
            elif not public.is_over:
                stack += [(public.after(k), reach * share) for k, share in enumerate(ask(public))]
    return TabularPolicy(game, probabilities, {"baseline": "local_best_response"})


def choices(public: PublicState, reach: Floats, weight: Floats, ahead: Floats, ask: Any) -> npt.NDArray[np.int64]:
    """int64 [rows]: the position of LBR's move among ``public.moves``, for several of his hands.

    Args:
        public: he is to act.
        reach: [hands] of the opponent: his range, up to a factor that all hands share.
        weight: [rows, hands] chance's weight of each pair (own hand, opponent's).
        ahead: [rows, hands] the same times the chance to win a showdown less the chance to lose it.
        ask: (public state) -> the opponent's strategy [actions, hands].
    """
    player, opponent = public.actor, 1 - public.actor
    facing, edge = weight @ reach, ahead @ reach  # of the whole range
    values = np.empty((len(public.moves), len(weight)))
    for k, (kind, _) in enumerate(public.moves):
        after = public.after(k)
        if kind == FOLD:
            values[k] = after.payoffs((opponent,))[player] * facing
        elif kind == CALL:
            mean, swing = stakes(after, player)
            values[k] = mean * facing + swing * edge
        else:
            folds = sum((share for (reply, _), share in zip(after.moves, ask(after), strict=True) if reply == FOLD), 0.0)
            stays = reach * (1.0 - folds)
            mean, swing = stakes(after, player)
            called = weight @ stays
            values[k] = after.payoffs((player,))[player] * (facing - called) + mean * called + swing * (ahead @ stays)
    slack = TIE * public.rules.max_contribution * facing
    chosen = np.argmax(values >= values.max(axis=0) - slack, axis=0)
    passive = next((k for k, (kind, _) in enumerate(public.moves) if kind == CALL), 0)
    return np.where(facing > 0.0, chosen, passive)


def stakes(after: PublicState, player: int) -> tuple[float, float]:
    """``player``'s net chips after his check, call or bet if the opponent calls what there is and both then check to the end.

    As (mean, swing): mean plus swing if ``player`` wins, mean less swing if he loses; a tie is worth the mean.
    """
    if after.actions[-1][2] == BET:
        put = list(after.contributions)
        put[1 - player] = after.put_before(1 - player) + max(after.round_contributions)
        after = replace(after, contributions=tuple(put))
    win, loss = after.payoffs((player,))[player], after.payoffs((1 - player,))[player]
    return (win + loss) / 2, (win - loss) / 2


class HandPairs:
    """What chance says of pairs of hands on each board: how likely they are, and who wins at the end.

    Attributes:
        ranges: for each player float64 [hands]: weight of each hand at the start, where ``rows`` leave it out, else 1.
    """

    def __init__(self, game: PokerGame) -> None:
        self.game = game
        rules = game.rules
        hands = len(rules.hands)
        self.many = hands > MAX_MATRIX_HANDS and rules.hole_cards == 2 and rules.copies == 1
        weights = rules.weights if self.many and rules.weights is not None else ((1.0,) * hands,) * 2
        self.ranges = tuple(np.array(own) for own in weights)
        self.full = sum(r.public_cards for r in rules.rounds) + len(rules.board)
        self.holds = np.zeros((hands, len(rules.deck)), dtype=np.float32)
        for hand, cards in enumerate(rules.hands):
            self.holds[hand, list(cards)] = 1.0
        self.strengths = lru_cache(maxsize=None)(lambda board: np.asarray(game.strengths(board)))
        self.matrices = lru_cache(maxsize=None)(self._matrices)
        self._ended = lru_cache(maxsize=4)(self._all_rows)
        self._open = lru_cache(maxsize=8)(self._all_rows)

    def all_rows(self, player: int, board: tuple[int, ...]) -> tuple[Floats, Floats]:
        """``rows`` of all hands; the last few boards are kept."""
        kept = self._ended if len(board) == self.full else self._open
        return kept(player, board)

    def _all_rows(self, player: int, board: tuple[int, ...]) -> tuple[Floats, Floats]:
        return self.rows(player, board, np.arange(len(self.holds)))

    def rows(self, player: int, board: tuple[int, ...], own: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        """For some hands of ``player``: (weight, ahead), each [own, hands of the opponent].

        Weight: chance's of the pair of hands and the board, up to a factor. Ahead: the same times the chance to win at the
        showdown less the chance to lose, over the public cards to come.
        """
        if not self.many:
            weight, ahead = self.matrices(board)
            return (weight[own], ahead[own]) if player == 0 else (weight.T[own], -ahead.T[own])
        up = np.zeros(self.holds.shape[1], dtype=np.float32)
        up[list(board)] = 1.0
        free = self.holds @ up == 0.0
        meets = self.holds[own] @ self.holds.T == 0.0
        weight = (meets & free & free[own, None]).astype(np.float64)
        if len(board) == self.full:
            strength = self.strengths(board)
            return weight, weight * np.sign(strength[own, None].astype(np.int64) - strength)
        unseen = len(up) - 2 * self.game.rules.hole_cards - len(board)
        ahead = np.zeros_like(weight)
        for card in np.flatnonzero(up == 0.0).tolist():
            ahead += self.rows(player, (*board, card), own)[1]
        return weight, ahead / unseen

    def _matrices(self, board: tuple[int, ...]) -> tuple[Floats, Floats]:
        """(weight, ahead) [first player's hand, second's] of a game with few hands, chance's reach of the board included."""
        weight = pair_matrix(self.game, board, shows=False)
        if len(board) == self.full:
            return weight, pair_matrix(self.game, board, shows=True)
        cards = self.game.rules.card_probabilities(board)
        return weight, np.asarray(sum(self.matrices((*board, card))[1] for card, _ in cards))


class Sampler:
    """Plays hands between LBR and a policy; see ``local_best_response``."""

    def __init__(self, game: PokerGame, policy: Any, seed: int) -> None:
        self.game = game
        self.pairs = HandPairs(game)
        policies = list(policy) if isinstance(policy, Sequence) and not isinstance(policy, str) else [policy, policy]
        if len(policies) != 2:
            raise ValueError(f"{len(policies)} policies for 2 players: one for each is needed")
        self.ask = [asker(game, policies[seat], seat) for seat in range(2)]
        self.chosen: dict[tuple[int, PublicState, int], int] = {}
        # Cards, and the actions of the policy: against LBR in either seat, and against itself.
        self.cards, *self.rngs = (np.random.default_rng(s) for s in np.random.SeedSequence(seed).spawn(4))

    def play(self, deals: int) -> Floats:
        """float64 [deals, 3]: LBR's chips in either seat, and half the sum of both seats' gains."""
        rules, pairs = self.game.rules, self.pairs
        weight, _ = pairs.all_rows(0, rules.board)
        likely = np.cumsum(pairs.ranges[0] * (weight @ pairs.ranges[1]))
        to_come = pairs.full - len(rules.board)
        won = np.empty((deals, 3))
        for deal in range(deals):
            numbers = self.cards.random(2 + to_come)
            one = pick(likely, numbers[0])
            two = pick(np.cumsum(weight[one] * pairs.ranges[1]), numbers[1])
            for player in range(2):
                won[deal, player] = self.hand((one, two), numbers[2:], player)[player]
            own = sum(self.hand((one, two), numbers[2:], None)) if rules.rake_rate else 0.0  # both seats' values
            won[deal, 2] = (won[deal, 0] + won[deal, 1] - own) / 2
        return won

    def hand(self, hands: tuple[int, int], numbers: Floats, player: int | None) -> tuple[float, ...]:
        """Net chips of both at the end of a hand with LBR in seat ``player``; None: the policy plays itself."""
        rules = self.game.rules
        rng = self.rngs[2 if player is None else player]
        reach = None if player is None else self.pairs.ranges[1 - player]
        public = rules.root
        while not public.is_over:
            if public.card_due:
                left = rules.card_probabilities(public.board + rules.hands[hands[0]] + rules.hands[hands[1]])
                at = pick(np.cumsum([p for _, p in left]), numbers[len(public.board) - len(rules.board)])
                public = public.deal(left[at][0])
            elif public.actor == player:
                assert reach is not None
                public = public.after(self.choose(public, hands[player], reach))
            else:
                answer = self.ask[public.actor](public)
                k = draw(enumerate(answer[:, hands[public.actor]].tolist()), rng)
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
            self.chosen[key] = int(choices(public, reach, weight, ahead, self.ask[1 - public.actor])[0])
        return self.chosen[key]


def pick(cumulative: Floats, number: float) -> int:
    """The index that a uniform number in [0, 1) falls on; none of those without weight."""
    return int(np.searchsorted(cumulative, number * cumulative[-1], side="right"))


def asker(game: PokerGame, policy: Any, seat: int) -> Any:
    """(public state in which ``seat`` acts) -> float64 [actions, hands]: the strategy, checked; the last ones are kept."""
    ask = hands_asker(game, policy)

    def checked(public: PublicState) -> Floats:
        if public.actor != seat:
            raise ValueError(f"public state {public.history!r}: player {public.actor} acts there, not {seat}")
        answer, shape = np.asarray(ask(public), dtype=np.float64), (len(public.moves), len(game.rules.hands))
        if answer.shape != shape:
            raise ValueError(f"public state {public.history!r}: probabilities of shape {answer.shape}, must be {shape}")
        held = possible_hands(game.rules, public)
        own = answer[:, held]
        wrong = ~np.isfinite(own).all(axis=0) | (own < 0.0).any(axis=0) | ~(np.abs(own.sum(axis=0) - 1.0) <= 1e-6)
        if wrong.any():
            at = int(np.argmax(wrong))
            key = infoset_key(game.rules, held[at], public)
            raise ValueError(f"infoset {key!r}: probabilities {own[:, at].tolist()}: must not be negative and must sum to 1")
        result = np.zeros(shape)
        result[:, held] = own
        return result

    return lru_cache(KEPT_ANSWERS)(checked)


def hands_asker(game: PokerGame, policy: Any) -> Any:
    """(public state) -> probabilities [actions, hands], from anything that has a policy."""
    rules = game.rules
    if isinstance(policy, PolicyAgent):
        policy = policy.policy
    if isinstance(policy, str):
        policy = baseline_policy(policy, game)
    if isinstance(policy, HandsPolicy):
        return policy.ask
    if isinstance(policy, BatchedAgent):
        return hands_policy(policy, game).ask
    if isinstance(policy, TabularPolicy):
        if policy.game != game:
            raise ValueError(f"policy is for {policy.game}, not for {game}")
        table, probabilities = game.infosets, policy.probabilities

        def look_up(public: PublicState) -> Floats:
            held = possible_hands(rules, public)
            first = table.first[[table.index(infoset_key(rules, hand, public)) for hand in held]]
            answer = np.zeros((len(public.moves), len(rules.hands)))
            answer[:, held] = probabilities[first + np.arange(len(public.moves))[:, None]]
            return answer

        return look_up
    answer_of = one_hand_asker(game, policy)

    def ask_each(public: PublicState) -> Floats:
        answer = np.zeros((len(public.moves), len(rules.hands)))
        for hand in possible_hands(rules, public):
            key = infoset_key(rules, hand, public)
            answer[:, hand] = in_legal_order(answer_of(public, hand, key), public.legal_actions, key)
        return answer

    return ask_each


def one_hand_asker(game: PokerGame, policy: Any) -> Any:
    """(public state, hand, infoset key) -> what the policy answers there, for policies that know one infoset at a time."""
    if isinstance(policy, Policy):
        return lambda public, hand, key: policy.action_probabilities(key)
    if hasattr(policy, "keys") and hasattr(policy, "__getitem__"):

        def by_name(public: PublicState, hand: int, key: str) -> dict[int, float]:
            if key not in policy:
                raise ValueError(f"infoset {key!r} is missing")
            return {action: policy[key].get(public.action_name(action), 0.0) for action in public.legal_actions}

        return by_name
    if callable(policy):

        def in_a_state(public: PublicState, hand: int, key: str) -> Any:
            return policy(state_at(game, public, dealt_with(game, public, hand)))

        return in_a_state
    raise ValueError(
        f"policy={policy!r}: must be a policy, a BatchedAgent, a baseline's name, a function of a state, or a mapping"
    )


def dealt_with(game: PokerGame, public: PublicState, hand: int) -> tuple[int, int]:
    """Hands of both players with ``hand`` the actor's: what the function of a state is shown."""
    rules, actor = game.rules, public.actor
    for other in rules.hands_left(public.board + rules.hands[hand]):
        if rules.weights is None or rules.dealable[1 - actor][other]:
            return (hand, other) if actor == 0 else (other, hand)
    raise ValueError(f"{rules.hand_names[hand]} leaves the opponent no hand")


def check_poker(game: Game) -> PokerGame:
    """ValueError unless it is a two-player poker game."""
    if not isinstance(game, PokerGame) or game.num_players != 2:
        raise ValueError(f"{game}: local best response is for two-player poker games")
    return game


def num_entries(game: PokerGame, limit: int) -> int:
    """(public decision, hand, action) triples, counted up to a little above ``limit``."""
    count = 0
    for public in decisions(game.rules):
        count += len(public.moves) * len(game.rules.hands)
        if count > limit:
            break
    return count
