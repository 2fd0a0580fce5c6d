"""Local best response in whole hands of hold'em, against players whose probabilities can be asked for all hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pokerzoo.agents.policies.hand_strategies import answer_for_hands
from pokerzoo.agents.policies.participants import Participant
from pokerzoo.envs.poker.preflop_equities import combo_equities, disjoint_combos
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import BET, CALL, FOLD, IN_HAND, IN_ROUND, POT, STACKS
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.envs.whole_hands.steps import deal_drawn

from .hand_pairs import drawn_index
from .whole_hand_kernels import showdown_edges

RUN_OUTS = 100
"""Run-outs that are drawn before the turn."""
CARD_NUMBERS = 25
TIE = 1e-9


class WholeHandLbrSampler:
    """Participant of whole hands between LBR and two players, one in each seat."""

    def __init__(self, game: TexasHoldemGame, players: list[Participant], seed: int) -> None:
        self.game = game
        self.ask = [answer_for_hands(game, player) for player in players]
        self.seed = seed
        self.hands: Int64s = game.rules.hand_cards
        self.cards, *self.rngs = (np.random.default_rng(s) for s in np.random.SeedSequence(seed).spawn(4))

    def play(self, deals: int, progress: Callable[[int, int], Any] | None = None) -> Floats:
        """float64 [deals, 3]: LBR's chips in either seat, and half the sum of both seats' gains."""
        won = np.empty((deals, 3))
        for deal in range(deals):
            numbers = self.cards.random(CARD_NUMBERS)
            for seat in range(2):
                won[deal, seat] = self.hand(numbers, seat)[seat]
            own = sum(self.hand(numbers, None)) if self.game.rules.rake_rate else 0.0
            won[deal, 2] = (won[deal, 0] + won[deal, 1] - own) / 2
            if progress is not None and (deal % 64 == 63 or deal + 1 == deals):
                progress(2 * (deal + 1), 2 * deals)
        return won

    def hand(self, numbers: Floats, seat: int | None) -> tuple[float, ...]:
        """Net chips of both at the end of a hand with LBR in a seat; None: the players play each other."""
        game, rng = self.game, self.rngs[2 if seat is None else seat]
        state = self.dealt(game.initial_state(), numbers)
        reach = np.ones(len(self.hands))
        own: Int64s = np.empty(0, dtype=np.int64)
        if seat is not None:
            own = np.array(state.hole_cards(seat), dtype=np.int64)
            reach[np.isin(self.hands, own).any(axis=1)] = 0.0
        while not state.is_terminal:
            mover = state.current_player
            if mover == seat:
                action = self.choose(state, own, reach)
            else:
                held = game.hand_index[state.hole_cards(mover)]
                wanted = reach if seat is not None else np.zeros(len(reach))
                wanted[held] = max(wanted[held], 1e-300)
                answer = self.ask[mover](state, wanted)
                k = drawn_index(np.cumsum(answer[:, held]), rng.random())
                action = state.legal_actions()[k]
                reach = reach * answer[k] if seat is not None else reach
            state = self.dealt(state.child(action), numbers)
            reach[np.isin(self.hands, state.board).any(axis=1)] = 0.0
        return state.returns()

    def dealt(self, state: TexasHoldemState, numbers: Floats) -> TexasHoldemState:
        """The next state in which no card is due."""
        if not state.is_chance:
            return state
        row = state.row.copy()
        deal_drawn(self.game.rules_row, row, numbers)
        return TexasHoldemState(self.game, row)

    def edge(self, own: Int64s, board: tuple[int, ...], reach: Floats) -> Floats:
        """float64 [hands]: the chance to win a showdown less the chance to lose it, against each hand of the range."""
        if not board and self.game.has_preflop_table:
            k = self.game.hand_index[tuple(own.tolist())]
            return np.where(disjoint_combos()[k], 2.0 * combo_equities()[k] - 1.0, 0.0)
        found = np.empty(len(self.hands))
        showdown_edges(self.game.rules_row, own, np.array(board, dtype=np.int64), self.hands, reach, RUN_OUTS, self.seed, found)
        return found

    def choose(self, state: TexasHoldemState, own: Int64s, reach: Floats) -> int:
        """LBR's action: what is worth most if, after it and a fold or a call, both check to the end."""
        row, seat = state.row, state.current_player
        other = 1 - seat
        share = reach / reach.sum() if reach.sum() > 0.0 else reach
        edge = self.edge(own, state.board, reach)
        pot, mine, theirs = row.item(POT), row.item(IN_HAND + seat), row.item(IN_HAND + other)
        most = theirs + row.item(STACKS + other)
        values = []
        for action in state.legal_actions():
            if action == FOLD:
                values.append(0.0)
                continue
            total = mine - row.item(IN_ROUND + seat) + round(state.total_of(action) / self.game.chip)
            put = min(total, most)
            called = pot + put - mine + max(put - theirs, 0) - max(theirs - put, 0)  # what is not matched goes back
            stays = share
            won_now = 0.0
            if action >= BET:
                after = state.child(action)
                answer = self.ask[other](after, reach)
                folds = answer[0] if after.legal_actions()[0] == FOLD else np.zeros(len(share))
                stays = share * (1.0 - folds)
                won_now = pot * float(share @ folds)
            chance = float(stays.sum())
            values.append(won_now + self.raked(called) * (chance + float(stays @ edge)) / 2.0 - (put - mine) * chance)
        best = max(values)
        legal = state.legal_actions()
        if not share.any():  # the opponent would never have come here
            return CALL
        return next(a for a, value in zip(legal, values, strict=True) if value >= best - TIE * max(pot, 1))

    def raked(self, pot: float) -> float:
        """Rest of a pot after rake."""
        rules = self.game.rules
        return float(pot - min(pot * rules.rake_rate, rules.rake_cap / self.game.chip))
