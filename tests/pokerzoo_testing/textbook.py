"""Values and best responses in plain Python: slow, and easy to check by reading."""

from __future__ import annotations

from itertools import product

from pokerzoo.agents.cfr.textbook import Table
from pokerzoo.envs import Game, State


def expected_values(game: Game, strategy: Table) -> list[float]:
    """Each player's expected net chips, by recursion over histories."""

    def walk(state: State) -> list[float]:
        if state.is_terminal:
            return list(state.returns())
        if state.is_chance:
            branches = state.chance_outcomes()
        else:
            branches = tuple(zip(state.legal_actions(), strategy[state.infoset_key(state.current_player)], strict=True))
        children = [(probability, walk(state.child(action))) for action, probability in branches]
        return [sum(p * child[i] for p, child in children) for i in range(game.num_players)]

    return walk(game.initial_state())


def brute_force_best_response(game: Game, strategy: Table, player: int) -> float:
    """The most that ``player`` can expect, by trying every one of his pure strategies."""
    rows = [row for row in game.infosets if row.player == player]
    best = float("-inf")
    for choice in product(*(range(len(row.actions)) for row in rows)):
        pure = dict(strategy)
        for row, k in zip(rows, choice, strict=True):
            pure[row.key] = [float(i == k) for i in range(len(row.actions))]
        best = max(best, expected_values(game, pure)[player])
    return best
