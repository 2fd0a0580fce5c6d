"""Worth of the opponent's hands on a river against the blueprint, which plays up to there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pokerzoo.agents.cfr.resolving import BestResponses
from pokerzoo.envs.betting.line import BET, CALL, Line, Move
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.simd import pack_rows
from pokerzoo.envs.compiled.treeplex import num_sequences
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.subgames import combo_numbers
from pokerzoo.envs.poker.cards import NUM_COMBOS
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.envs.whole_hands.steps import play_move

from .hand_so_far import HandSoFar
from .opponent_values import spread, unit_of_values

NO_SIZE = 0
"""Number of the size of a bet that is none of the game's actions."""


def worth_against_blueprint(hand: HandSoFar, form: RowsForm, agent: int, own: Floats) -> Floats:
    """float64 [1326]: what a best response to the blueprint wins with each of the opponent's hands, in the units of ``worth``.

    The hand is where the street begins. ``agent`` is the spot's player, ``own`` the range: float64 [1326].
    """
    game = form.game
    assert isinstance(game, HoldemGame)
    combos, plex = combo_numbers(game), form.treeplexes[agent]
    found, wide = strategies_of_blueprint(hand, game, agent), np.zeros((num_sequences(plex), len(combos)))
    for public, first in zip(form.points[agent], plex.first.tolist(), strict=True):
        wide[first : first + len(public.line.moves)] = found[public.line][:, combos]
    rows = list(form.new_rows())
    rows[agent] = pack_rows(form.lanes, wide)
    values = BestResponses(form, 1 - agent).values(tuple(rows))
    return spread(game, values * unit_of_values(game, agent, own))


def strategies_of_blueprint(hand: HandSoFar, game: HoldemGame, player: int) -> dict[Line, Floats]:
    """The blueprint's strategy at each decision of a player of the spot, float64 [moves, 1326]: its bets become the spot's."""
    found = {}
    for public, state in points_at_table(hand, game, player):
        if hand.table.policy is not None:
            found[public.line] = hand.table.policy.probabilities_on(state, public.line.moves)
            continue
        shares, answer, legal = (
            np.zeros((len(public.line.moves), NUM_COMBOS)),
            hand.table.blueprint(state),
            state.legal_actions(),
        )
        for row in np.flatnonzero(answer.any(axis=1)).tolist():
            shares[nearest_move(public, legal[row], state)] += answer[row]
        found[public.line] = shares
    return found


def points_at_table(hand: HandSoFar, game: HoldemGame, player: int) -> Iterator[tuple[PublicState, TexasHoldemState]]:
    """Each decision of a player of the spot, and the whole hand there."""
    stack = [(game.rules.root, hand.start)]
    while stack:
        public, state = stack.pop()
        if public.actor == player:
            yield public, state
        for k, move in enumerate(public.line.moves):
            after = public.after(k)
            if after.line.moves:
                stack.append((after, after_move(state, move)))


def after_move(state: TexasHoldemState, move: Move) -> TexasHoldemState:
    """The whole hand after a move of the spot, whether or not its bet is an action of the game."""
    kind, total = move
    if kind != BET:
        return state.child(kind)
    row = state.row.copy()
    play_move(state.game.rules_row, row, kind, round(total / state.game.chip), NO_SIZE)
    return TexasHoldemState(state.game, row)


def nearest_move(public: PublicState, action: int, state: TexasHoldemState) -> int:
    """The index of the spot's move for an action of the whole hand: of a bet the nearest one, or a check or call."""
    kinds = [kind for kind, _ in public.line.moves]
    bets = [k for k, kind in enumerate(kinds) if kind == BET]
    if action >= BET and bets:
        total = state.total_of(action)
        return min(bets, key=lambda k: abs(public.line.moves[k][1] - total))
    return kinds.index(action if action in kinds else CALL)
