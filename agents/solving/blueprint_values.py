"""Values of the opponent's hands on a river against the blueprint, which plays up to there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pokerzoo.agents.cfr.resolving import BestResponses
from pokerzoo.agents.subgames.subgame import Subgame
from pokerzoo.envs.betting.line import BET, Move
from pokerzoo.envs.compiled.forms import rows_of
from pokerzoo.envs.compiled.simd import pack_rows
from pokerzoo.envs.compiled.treeplex import num_sequences
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.envs.whole_hands.steps import play_move

from .hand_so_far import HandSoFar

NO_SIZE = 0
"""Number of the size of a bet that is none of the game's actions."""


def worth_against_blueprint(hand: HandSoFar, part: Subgame, agent: int) -> Floats:
    """float64 [1326]: what a best response to the blueprint wins with each of the opponent's hands, in the units of ``worth``.

    The hand is where the street begins. ``agent`` is the spot's player.
    """
    form = rows_of(part.spot)
    plex, rows = form.treeplexes[agent], list(form.new_rows())
    wide = np.zeros((num_sequences(plex), len(part.hands)))
    first = {public.line: start for public, start in zip(form.points[agent], plex.first.tolist(), strict=True)}
    for public, state in points_at_table(hand, part.spot, agent):
        start, moves = first[public.line], public.line.moves
        wide[start : start + len(moves)] = hand.table.blueprint.probabilities_on(state, moves)[:, part.hands]
    rows[agent] = pack_rows(form.lanes, wide)
    return part.spread(BestResponses(form, 1 - agent).values(tuple(rows)) * part.unit(agent))


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
