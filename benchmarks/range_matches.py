"""Matches of heads-up hold'em between ranges: both players are asked for all hands at once, and no private cards are dealt.

On each board the players' ranges are all hands that it leaves. A line comes up as often as all pairs of hands together play it,
and where it ends the result is the mean over all their pairs. In the mean over boards this is what hands win. On each street
all lines count that come up often enough (``LEAST``). For the rare ones of a decision one of them is drawn, and of the lines
that go on to the next street, too.

Luck is taken off as in AIVAT (Burch, Schmid, Moravcik, Bowling 2018): a line that was drawn counts with its value less the mean
value of all lines from which it was drawn. The value is what a player would win on this board if both checked
from there on and a bet was called, and for a bet no more than what the other loses by folding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

import numpy as np

from pokerzoo.agents import Playable
from pokerzoo.agents.policies.players import to_player
from pokerzoo.agents.solving.agent import why_not_solved
from pokerzoo.envs.betting.row import IN_HAND, PUBLIC_CARD_DUE, STACKS, STATUS
from pokerzoo.envs.poker.cards import COMBOS, NUM_CARDS
from pokerzoo.envs.poker.hand_strength import board_strength
from pokerzoo.envs.poker.hands_beside import weights_beside
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import HOLES, NUM_BOARD
from pokerzoo.envs.whole_hands.showdown import pay_players
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.envs.whole_hands.steps import deal_cards
from pokerzoo.evaluation.measures.whole_hand_lbr import drawn_index

HandsAnswer: TypeAlias = Callable[[TexasHoldemState, Int64s], Floats]
"""(state, numbers of hands) -> probabilities [legal actions, hands] of the player to act."""

LEAST = (0.01, 0.05, 0.05, 0.001)
"""By street: how often a line comes up, once the street is reached, so that it counts by itself."""
LEAST_DRAWN = 1e-9
"""Lines of which one is to be drawn are left out if all together come up less often: to go on may take a solve."""
MOST_LUCK = 0.5
"""The most luck that is taken off in a hand, as a share of all chips: 0.2 was seen."""
OUTCOMES = (1, 0, -1)
"""Of a showdown for seat 0: won, split, lost."""

Reach: TypeAlias = tuple[Floats, Floats]
"""float64 [1326] by seat: how likely each hand has come here, cards apart."""


class RangeMatch(NamedTuple):
    """Results of a match, float64 [deals, players] but for ``scores``, float64 [players], hands in which chips were won."""

    won: Floats
    estimates: Floats  # with the luck of actions taken off
    scores: Floats


def match_between_ranges(
    game: TexasHoldemGame, players: Sequence[Playable], hands: int, seed: int | None = None, duplicate: bool = True
) -> RangeMatch:
    """Play boards in both seatings, each with ``duplicate`` on the same board.

    ValueError for another game than heads-up hold'em, or a player that does not say with what probability it acts.
    """
    reason = why_not_solved(game)
    if reason is not None:
        raise ValueError(f"between ranges: the game {reason}")
    ask = [to_player(game, player, "agent").strategy for player in players]
    cards, *rngs = (np.random.default_rng(s) for s in np.random.SeedSequence(seed).spawn(len(ask) + 1))
    deals = max(2, -(-hands // len(ask)))
    won, scores, estimates = np.zeros((deals, len(ask))), np.zeros(len(ask)), np.zeros((deals, len(ask)))
    for deal in range(deals):
        for rotation in range(len(ask)):
            if rotation == 0 or not duplicate:
                board = BoardHands(tuple(cards.permutation(NUM_CARDS)[:5].tolist()))
            who = [(seat + rotation) % len(ask) for seat in range(len(ask))]
            chips, shares, luck = RangeHand(game, board, [ask[k] for k in who], [rngs[k] for k in who]).play()
            won[deal, who] += chips
            scores[who] += shares
            estimates[deal, who] += chips - luck
    return RangeMatch(won / len(ask), estimates / len(ask), scores)


@dataclass(frozen=True, eq=False)
class PlayedLine:
    """A line, and how often it comes up."""

    state: TexasHoldemState
    reach: Reach
    chance: float


class BoardHands:
    """Hands that a full board leaves, and sums over the hands that share no card with each of them."""

    def __init__(self, board: tuple[int, ...]) -> None:
        self.board = board
        left = ~np.isin(COMBOS, board).any(axis=1)
        self.free: Floats = np.asarray(left, dtype=np.float64)
        strengths = np.asarray(board_strength(board, COMBOS))
        hands = np.flatnonzero(left)
        self.order: Int64s = hands[np.argsort(strengths[hands], kind="stable")]
        self.cards: Int64s = COMBOS[self.order].astype(np.int64)
        ranked = strengths[self.order]
        self.first: Int64s = np.asarray(np.searchsorted(ranked, ranked))  # the place of the first hand that is as strong
        self.pairs = {outcome: pair for outcome in OUTCOMES if (pair := self.pair(outcome)) is not None}

    def outcomes(self, reach: Reach) -> tuple[float, float]:
        """The shares of all pairs of hands that seat 0 wins, and that it loses."""
        pairs, won, lost = outcome_weights(self.order, self.cards, self.first, reach[0], reach[1])
        share = 1.0 / pairs if pairs > 0.0 else 0.0  # up to rounding
        return min(max(won * share, 0.0), 1.0), min(max(lost * share, 0.0), 1.0)

    def pair(self, outcome: int) -> tuple[Int64s, Int64s] | None:
        """Cards of two hands with this outcome for the first; None if no two hands have it."""
        hands, strengths = self.cards, self.first
        for one in {1: [-1], -1: [0]}.get(outcome, range(len(hands))):
            beside = ~np.isin(hands, hands[one]).any(axis=1)
            result = np.flatnonzero(beside & (np.sign(strengths[one] - strengths) == outcome))
            if len(result):
                return hands[one], hands[result[0]]
        return None


@kernel
def outcome_weights(order: Int64s, cards: Int64s, first: Int64s, one: Floats, two: Floats) -> tuple[float, float, float]:
    """The weight of all pairs of hands of two ranges, of those that the first wins, and of those that it loses."""
    by_card = np.zeros((2, NUM_CARDS))  # of weaker hands, and their sum
    weaker = np.zeros(2)
    met = np.zeros((2, NUM_CARDS))  # of hands so far, and their sum
    sums = np.zeros(2)
    pairs, won, lost, added = 0.0, 0.0, 0.0, 0
    for place in range(len(order)):
        while added < first[place]:  # all that are weaker than this one
            hand, a, b = order[added], cards[added, 0], cards[added, 1]
            for player, weight in ((0, one[hand]), (1, two[hand])):
                weaker[player] += weight
                by_card[player, a] += weight
                by_card[player, b] += weight
            added += 1
        hand, a, b = order[place], cards[place, 0], cards[place, 1]
        won += one[hand] * (weaker[1] - by_card[1, a] - by_card[1, b])
        lost += two[hand] * (weaker[0] - by_card[0, a] - by_card[0, b])
        pairs += one[hand] * (sums[1] - met[1, a] - met[1, b]) + two[hand] * (sums[0] - met[0, a] - met[0, b])
        for player, weight in ((0, one[hand]), (1, two[hand])):
            sums[player] += weight
            met[player, a] += weight
            met[player, b] += weight
    return pairs, won, lost


class RangeHand:
    """A hand between two players on a board, all of whose hands are asked at once."""

    def __init__(
        self,
        game: TexasHoldemGame,
        board: BoardHands,
        ask: Sequence[Callable[[TexasHoldemState, Int64s], Floats]],
        rngs: Sequence[np.random.Generator],
    ) -> None:
        """Sit down; ``ask`` and ``rngs`` are by seat."""
        self.game, self.board, self.ask, self.rngs = game, board, ask, rngs
        self.luck_left = MOST_LUCK * (game.utility_range[1] - game.utility_range[0])

    def play(self) -> tuple[Floats, Floats, Floats]:
        """(chips won, share of hands that won chips, luck in chips), each float64 [2] by seat."""
        chips, shares, luck = np.zeros(2), np.zeros(2), 0.0
        line = PlayedLine(self.start(), (self.board.free, self.board.free), 1.0)
        if line.state.is_terminal:  # the blinds have all chips
            return *self.result(line.state, line.reach), np.zeros(2)
        while True:
            ended, going_on, luck_of_street = self.lines_of_street(line)
            luck += luck_of_street
            for one in ended:
                own = self.result(one.state, one.reach)
                chips += one.chance * own[0]
                shares += one.chance * own[1]
            if sum(one.chance for one in going_on) <= LEAST_DRAWN:
                return chips, shares, np.array([luck, -luck])
            line, more = self.one_of(going_on, self.rngs[0])
            luck += more

    def lines_of_street(self, line: PlayedLine) -> tuple[list[PlayedLine], list[PlayedLine], float]:
        """(lines that end on this street, lines that go on, luck of those that were drawn)."""
        least = line.chance * LEAST[line.state.street]
        ended, going_on, left, luck = [], [], [line], 0.0
        while left:
            one = left.pop()
            mover, few = one.state.current_player, []
            answer = self.ask[mover](one.state, np.flatnonzero(one.reach[mover] > 0.0))
            pairs = answer @ (one.reach[mover] * weights_beside(COMBOS, NUM_CARDS, one.reach[1 - mover]))
            chances = one.chance * pairs / pairs.sum()
            for k in np.flatnonzero(chances > 0.0).tolist():
                state = self.dealt(one.state.child(one.state.legal_actions()[k]))
                after = PlayedLine(state, with_move(one.reach, mover, answer[k]), chances.item(k))
                if state.is_terminal:
                    ended.append(after)
                elif state.street != line.state.street:
                    going_on.append(after)
                elif chances[k] >= least:
                    left.append(after)
                else:
                    few.append(after)
            if sum(after.chance for after in few) > LEAST_DRAWN:
                result, more = self.one_of(few, self.rngs[mover])
                luck += more
                left.append(result)
        return ended, going_on, luck

    def one_of(self, lines: Sequence[PlayedLine], rng: np.random.Generator) -> tuple[PlayedLine, float]:
        """A line that is drawn to stand for all, and the luck of seat 0 in that."""
        chances, values = np.array([[line.chance, self.worth(line)] for line in lines]).T
        total, k = float(chances.sum()), drawn(chances, rng)
        self.luck_left -= total * float(np.ptp(values))
        luck = float(total * values[k] - chances @ values) if self.luck_left >= 0.0 else 0.0
        return replace(lines[k], chance=total), luck

    def worth(self, line: PlayedLine) -> float:
        """Chips that seat 0 wins if a bet is called and both check from there on, but not more than others lose by folding."""
        row, (won, lost) = line.state.row, self.board.outcomes(line.reach)
        put = row.item(IN_HAND), row.item(IN_HAND + 1)
        other = int(put[1] <= put[0])  # the one who has not bet
        matched = min(max(put), put[other] + row.item(STACKS + other)) * (won - lost)
        if put[0] > put[1]:
            matched = min(matched, put[1])
        elif put[1] > put[0]:
            matched = max(matched, -put[0])
        return float(matched * self.game.payoff_unit)

    def start(self) -> TexasHoldemState:
        """The first decision; hole cards are any, since players are asked for all."""
        row = self.game.start.copy()
        for hand in next(iter(self.board.pairs.values())):
            deal_cards(self.game.rules_row, row, *hand.tolist())
        return self.dealt(TexasHoldemState(self.game, row))

    def dealt(self, state: TexasHoldemState) -> TexasHoldemState:
        """The next state in which no card is due."""
        row = state.row.copy()
        while row.item(STATUS) == PUBLIC_CARD_DUE:
            deal_cards(self.game.rules_row, row, self.board.board[row.item(NUM_BOARD)], -1)
        return TexasHoldemState(self.game, row)

    def result(self, state: TexasHoldemState, reach: Reach) -> tuple[Floats, Floats]:
        """(chips, shares) at the end, in the mean over all pairs."""
        if any(state.folded):
            return chips_and_shares(np.array(state.returns()))
        won, lost = self.board.outcomes(reach)
        chips, shares = np.zeros(2), np.zeros(2)
        for outcome, hands in self.board.pairs.items():
            likely = {1: won, 0: 1.0 - won - lost, -1: lost}[outcome]
            row = state.row.copy()
            row[HOLES : HOLES + 4] = np.sort(hands)[:, ::-1].ravel()
            pay_players(self.game.rules_row, row)
            own = chips_and_shares(np.array(TexasHoldemState(self.game, row).returns()))
            chips += likely * own[0]
            shares += likely * own[1]
        return chips, shares


def chips_and_shares(chips: Floats) -> tuple[Floats, Floats]:
    """Chips, and 1, 1/2 or 0 for a player who wins chips, neither wins nor loses, or loses."""
    return chips, (np.sign(chips) + 1.0) / 2.0


def with_move(reach: Reach, mover: int, shares: Floats) -> Reach:
    """Both ranges after a move that its player makes with these shares of the hands."""
    after = reach[mover] * shares
    return (after, reach[1]) if mover == 0 else (reach[0], after)


def drawn(chances: Floats, rng: np.random.Generator) -> int:
    """The place of one that is drawn."""
    return drawn_index(np.cumsum(chances), rng.random())
