"""Local best response in whole hands of hold'em, against players that give probabilities for all hands.

With AIVAT (Burch, Schmid, Moravcik and Bowling 2018) the luck is taken off. The player's range is known to LBR, and so:

- at the end the player's hand is replaced by the mean over its range: imaginary observations;
- each action of the player counts with its value less the mean over what the range might have done;
- cards count with what LBR's share of the pot is after them less what it was before, and LBR's own hand likewise.

The value of a moment is here what LBR would win if both checked and called to the end. Any such function leaves the mean as it
was, since each difference is 0 on average given what came before. For the cards that needs exact chances in a showdown, so all
run-outs are listed; where there are too many for this, the luck of these cards stays in.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pokerzoo.agents.policies.players import Player
from pokerzoo.agents.policies.whole_hand_decisions import U_32, best_of
from pokerzoo.envs.betting.row import BET, CALL, CALL_TO, FOLD, IN_HAND, IN_ROUND, LIVE, POT, STACKS
from pokerzoo.envs.poker.cards import unblocked
from pokerzoo.envs.poker.preflop_equities import combo_equities, disjoint_combos
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.random_numbers import STEP, mixed
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import BIG_BLIND, HOLES, NUM_DECK, PAYOFFS, RAKE
from pokerzoo.envs.whole_hands.showdown import bit_of, pay_players, public_cards
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.envs.whole_hands.steps import deal_drawn, pointer

from .lbr_actions import CALLS_ALONE, GAMES_OWN, LbrMove, StreetActions, moves_at


@kernel
def showdown_edges(
    rules: Int64s, hole_cards: Int64s, board: Int64s, hands: Int64s, reach: Floats, samples: int, seed: int, edges: Floats
) -> None:
    """Fill ``edges`` with the chance to win a showdown less that to lose it, against each hand with ``reach`` above 0."""
    # ``hole_cards`` and ``hands`` have two cards of the deck each. Run-outs are enumerated if there are at most ``samples`` of
    # them or one card is to come, and sampled otherwise.
    known = 0
    for card in board:
        known |= bit_of(rules, card)
    mine = bit_of(rules, hole_cards[0]) | bit_of(rules, hole_cards[1])
    left, count = np.empty(52, np.int64), 0
    for card in range(rules[NUM_DECK]):
        if not (known | mine) & bit_of(rules, card):
            left[count] = bit_of(rules, card)
            count += 1
    words, seen = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    for k in range(len(hands)):
        edges[k] = 0.0
        word = bit_of(rules, hands[k, 0]) | bit_of(rules, hands[k, 1])
        if reach[k] > 0.0 and not word & (known | mine):
            words[k] = word
    public = public_cards(rules)
    to_come = public - len(board)
    draws = 1
    for k in range(to_come):
        draws = draws * (count - k) // (k + 1)
    listed = to_come <= 1 or draws <= samples
    draws = draws if listed else samples
    places = np.arange(to_come)
    state = mixed(mixed(np.uint64(seed) + STEP) ^ np.uint64(mine))
    state = mixed(state ^ np.uint64(known))
    for _ in range(draws):
        run = 0
        if listed:
            for k in range(to_come):
                run |= left[places[k]]
            k = to_come - 1  # the next set of places
            while k > 0 and places[k] == count - to_come + k:
                k -= 1
            if k >= 0:
                places[k] += 1
            for j in range(max(k, 0) + 1, to_come):
                places[j] = places[j - 1] + 1
        else:
            for k in range(to_come):
                state += STEP
                j = k + int((mixed(state) >> U_32) * np.uint64(count - k) >> U_32)
                left[k], left[j] = left[j], left[k]
                run |= left[k]
        full = known | run
        strength = best_of(rules, full | mine, public + 2)
        for k in range(len(hands)):
            if words[k] and not words[k] & run:
                other = best_of(rules, full | words[k], public + 2)
                edges[k] += (strength > other) - (strength < other)
                seen[k] += 1
    for k in range(len(hands)):
        if seen[k]:
            edges[k] /= seen[k]


@kernel
def mean_payoff(rules: Int64s, row: Int64s, seat: int, hands: Int64s, reach: Floats) -> float:
    """Mean of the units that a seat wins in a hand for two that is over, by the other's range."""
    hand, other = row.copy(), 1 - seat
    total, weight = 0.0, 0.0
    for k in range(len(hands)):
        if reach[k] > 0.0:
            hand[HOLES + 2 * other], hand[HOLES + 2 * other + 1] = hands[k, 0], hands[k, 1]
            hand[RAKE] = 0
            pay_players(pointer(rules, 0), pointer(hand, 0))
            total += reach[k] * hand[PAYOFFS + seat]
            weight += reach[k]
    return total / weight


RUN_OUTS = 100
"""Run-outs that are drawn where they are not all listed."""
LISTED = 10_000
"""With AIVAT all run-outs are listed if there are no more than these."""
CARD_NUMBERS = 25
TIE = 1e-9
DEAL_POT = 4
"""Big blinds that LBR's own hand is counted with, as in ``card_luck``."""

NO_EDGE: tuple[tuple[int, ...], Floats] = ((-1,), np.empty(0))


class HandsPlayed(NamedTuple):
    """Results of deals. Columns: LBR's chips in either seat, and half the sum of both seats' gains."""

    won: Floats  # [deals, 3], as the hands ended
    estimates: Floats | None  # [deals, 3], by AIVAT


class WholeHandLbrSampler:
    """Plays whole hands between LBR and two players, one in each seat."""

    def __init__(
        self,
        game: TexasHoldemGame,
        players: list[Player],
        seed: int,
        actions: tuple[StreetActions, ...] = (GAMES_OWN,) * 4,
        aivat: bool = False,
    ) -> None:
        self.game = game
        self.players = players
        self.seed, self.actions, self.aivat = seed, actions, aivat
        self.hands: Int64s = game.rules.deck.hand_cards
        self.cards, *self.rngs = (np.random.default_rng(s) for s in np.random.SeedSequence(seed).spawn(4))
        self._edge: tuple[tuple[int, ...], Floats] = NO_EDGE

    def play(self, deals: int, progress: Callable[[int, int], Any] | None = None) -> HandsPlayed:
        """Play deals, each with LBR in either seat."""
        won, estimates = np.empty((deals, 3)), np.empty((deals, 3))
        for deal in range(deals):
            numbers = self.cards.random(CARD_NUMBERS)
            for seat in range(2):
                net, estimates[deal, seat] = self.hand(numbers, seat)
                won[deal, seat] = net[seat]
            payoff_sum = sum(self.hand(numbers, None)[0]) if self.game.rules.betting.rake_rate else 0.0
            for table in (won, estimates):
                table[deal, 2] = (table[deal, 0] + table[deal, 1] - payoff_sum) / 2
            if progress is not None and (deal % 64 == 63 or deal + 1 == deals):
                progress(2 * (deal + 1), 2 * deals)
        return HandsPlayed(won, estimates if self.aivat else None)

    def hand(self, numbers: Floats, seat: int | None) -> tuple[tuple[float, ...], float]:
        """Net chips of both at the end of a hand with LBR in a seat, and LBR's by AIVAT; None: the players play each other."""
        game, rng = self.game, self.rngs[2 if seat is None else seat]
        state = self.dealt(game.initial_state(), numbers)
        reach = np.ones(len(self.hands))
        hole_cards: Int64s = np.empty(0, dtype=np.int64)
        aivat = self.aivat and seat is not None
        luck, rules, self._edge = 0.0, game.rules_row, NO_EDGE
        if seat is not None:
            hole_cards = np.array(state.hole_cards(seat), dtype=np.int64)
            reach[~unblocked(self.hands, hole_cards)] = 0.0
            if aivat and self.is_exact(()):
                luck += DEAL_POT * rules.item(BIG_BLIND) * self.mean_edge(hole_cards, (), reach) / 2.0
        while not state.is_terminal:
            mover = state.current_player
            if mover == seat:
                state = self.choose(state, hole_cards, reach).after(state)
            else:
                held = game.hand_index[state.hole_cards(mover)]
                wanted = reach if seat is not None else np.zeros(len(reach))
                wanted[held] = max(wanted[held], 1e-300)
                answer = self.players[mover].strategy(state, np.flatnonzero(wanted > 0.0))
                k = drawn_index(np.cumsum(answer[:, held]), rng.random())
                if aivat:
                    luck += self.luck_of_action(state, hole_cards, reach, answer, k)
                reach = reach * answer[k] if seat is not None else reach
                state = state.child(state.legal_actions()[k])
            before, state = state, self.dealt(state, numbers)
            if before is not state:
                counts = aivat and self.is_exact(before.board)
                luck -= self.value_of_cards(before, hole_cards, reach) if counts else 0.0
                reach[~unblocked(self.hands, state.board)] = 0.0
                luck += self.value_of_cards(state, hole_cards, reach) if counts else 0.0
        net = state.returns()
        if not aivat or seat is None:
            return net, 0.0
        folded = state.row.item(LIVE) & (state.row.item(LIVE) - 1) == 0
        won = net[seat] / game.payoff_unit if folded else mean_payoff(rules, state.row, seat, self.hands, reach)
        return net, (won - luck) * game.payoff_unit

    def dealt(self, state: TexasHoldemState, numbers: Floats) -> TexasHoldemState:
        """The next state in which no card is due."""
        if not state.is_chance:
            return state
        row = state.row.copy()
        deal_drawn(self.game.rules_row, row, numbers)
        return TexasHoldemState(self.game, row)

    def edge(self, hole_cards: Int64s, board: tuple[int, ...], reach: Floats) -> Floats:
        """float64 [hands]: the chance to win a showdown less the chance to lose it, against each hand of the range."""
        if not board and self.game.has_preflop_table:
            k = self.game.hand_index[tuple(hole_cards.tolist())]
            return np.where(disjoint_combos()[k], 2.0 * combo_equities()[k] - 1.0, 0.0)
        result = np.empty(len(self.hands))
        samples = LISTED if self.aivat and self.is_exact(board) else RUN_OUTS
        showdown_edges(
            self.game.rules_row, hole_cards, np.array(board, dtype=np.int64), self.hands, reach, samples, self.seed, result
        )
        return result

    def edge_in_hand(self, hole_cards: Int64s, board: tuple[int, ...], reach: Floats) -> Floats:
        """``edge``, kept while the cards stay the same: a range only gets narrower."""
        key = (*hole_cards.tolist(), *board)
        if self._edge[0] != key:
            self._edge = key, self.edge(hole_cards, board, reach)
        return self._edge[1]

    def mean_edge(self, hole_cards: Int64s, board: tuple[int, ...], reach: Floats) -> float:
        """The mean of ``edge`` over a range."""
        return float(reach @ self.edge_in_hand(hole_cards, board, reach)) / float(reach.sum())

    def runs_out(self, board: tuple[int, ...]) -> int:
        """Count of ways in which the public cards to come can fall."""
        game = self.game
        return comb(len(game.rules.deck.names) - 2 - len(board), game.public_cards - len(board))

    def is_exact(self, board: tuple[int, ...]) -> bool:
        """True if chances in a showdown are exact with these public cards."""
        return (not board and self.game.has_preflop_table) or self.runs_out(board) <= LISTED

    def value_if_called(self, row: Int64s, seat: int, theirs: int, edge: float) -> float:
        """LBR's net chips, in the smallest unit, if it matches what the other has put in, and both then check to the end."""
        mine = row.item(IN_HAND + seat)
        dead = row.item(POT) - mine - row.item(IN_HAND + 1 - seat)
        matched = min(mine + row.item(STACKS + seat), theirs)
        return self.raked(dead + 2 * matched) * (1.0 + edge) / 2.0 - matched

    def value_of_cards(self, state: TexasHoldemState, hole_cards: Int64s, reach: Floats) -> float:
        """LBR's net chips, in the smallest unit, where cards have come or come next, if both check to the end."""
        row = state.row
        seat = int(state.hole_cards(1) == tuple(hole_cards.tolist()))
        theirs = min(row.item(IN_HAND), row.item(IN_HAND + 1))
        return self.value_if_called(row, seat, theirs, self.mean_edge(hole_cards, state.board, reach))

    def luck_of_action(self, state: TexasHoldemState, hole_cards: Int64s, reach: Floats, answer: Floats, played: int) -> float:
        """The value of the other's action less the mean over the actions of its range."""
        row, other = state.row, state.current_player
        seat = 1 - other
        mine, theirs = row.item(IN_HAND + seat), row.item(IN_HAND + other)
        before = theirs - row.item(IN_ROUND + other)
        edge = self.edge_in_hand(hole_cards, state.board, reach)
        chances, edges = answer @ reach, answer @ (reach * edge)
        values = np.zeros(len(chances))
        for k in np.flatnonzero(chances > 0.0).tolist():
            action = state.legal_actions()[k]
            if action == FOLD:
                values[k] = row.item(POT) - mine
                continue
            total = row.item(CALL_TO) if action == CALL else round(state.total_of(action) / self.game.chip)
            mean = float(edges[k] / chances[k])
            if action == CALL:
                values[k] = self.value_if_called(row, seat, min(mine, before + total), mean)
            else:
                values[k] = max(-float(mine), self.value_if_called(row, seat, before + total, mean))
        return float(values[played] - chances @ values / chances.sum())

    def choose(self, state: TexasHoldemState, hole_cards: Int64s, reach: Floats) -> LbrMove:
        """LBR's move: the best one if, after it and a fold or a call, both check to the end."""
        row, seat = state.row, state.current_player
        other = 1 - seat
        allowed = self.actions[state.street]
        moves = moves_at(state, allowed)
        call = next(move for move in moves if move.kind == CALL)
        if allowed == CALLS_ALONE or not reach.any():  # or the opponent would never have come here
            return call
        share = reach / reach.sum()
        edge = self.edge_in_hand(hole_cards, state.board, reach)
        pot, mine, theirs = row.item(POT), row.item(IN_HAND + seat), row.item(IN_HAND + other)
        most = theirs + row.item(STACKS + other)
        values = []
        for move in moves:
            if move.kind == FOLD:
                values.append(0.0)
                continue
            total = mine - row.item(IN_ROUND + seat) + move.total
            put = min(total, most)
            called = pot + put - mine + max(put - theirs, 0) - max(theirs - put, 0)  # what is not matched goes back
            stays = share
            won_now = 0.0
            if move.kind == BET:
                after = move.after(state)
                answer = self.players[other].strategy(after, np.flatnonzero(reach > 0.0))
                folds = answer[0] if after.legal_actions()[0] == FOLD else np.zeros(len(share))
                stays = share * (1.0 - folds)
                won_now = pot * float(share @ folds)
            chance = float(stays.sum())
            values.append(won_now + self.raked(called) * (chance + float(stays @ edge)) / 2.0 - (put - mine) * chance)
        best = max(values)
        return next(move for move, value in zip(moves, values, strict=True) if value >= best - TIE * max(pot, 1))

    def raked(self, pot: float) -> float:
        """Rest of a pot after rake."""
        rules = self.game.rules
        return float(pot - min(pot * rules.betting.rake_rate, rules.betting.rake_cap / self.game.chip))


def drawn_index(cumulative: Floats, number: float) -> int:
    """Sample an index by cumulative weights and a uniform number in [0, 1); none without weight."""
    return int(np.searchsorted(cumulative, number * cumulative[-1], side="right"))
