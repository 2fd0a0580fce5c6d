"""Plain Python twins of the compiled code, written straight from the papers: slow, and easy to check by reading."""

from __future__ import annotations

from itertools import product
from math import prod

from pokerzoo.agents import Variant
from pokerzoo.envs import Game, State

Table = dict[str, list[float]]


def equal_shares(count: int) -> list[float]:
    return [1.0 / count] * count


def match(regrets: list[float]) -> list[float]:
    positive = [max(r, 0.0) for r in regrets]
    total = sum(positive)
    return [p / total for p in positive] if total > 0 else equal_shares(len(regrets))


class TextbookCFR:
    """CFR as a recursion over histories, one dictionary entry an infoset (Zinkevich et al. 2007)."""

    def __init__(self, game: Game, variant: Variant, alternating: bool) -> None:
        self.game, self.variant, self.alternating = game, variant, alternating
        self.regrets: Table = {row.key: [0.0] * len(row.actions) for row in game.infosets}
        self.forecast: Table = {row.key: [0.0] * len(row.actions) for row in game.infosets}
        self.sums: Table = {row.key: [0.0] * len(row.actions) for row in game.infosets}
        self.iteration = 0
        self.value_sum = 0.0

    def run(self, iterations: int) -> None:
        players = range(self.game.num_players)
        for _ in range(iterations):
            self.iteration += 1
            for group in [[p] for p in players] if self.alternating else [list(players)]:
                strategy = self.strategy()
                gains: Table = {key: [0.0] * len(regrets) for key, regrets in self.regrets.items()}
                own_reach: dict[str, float] = {}
                reach = [1.0] * (len(players) + 1)
                values = self.walk(self.game.initial_state(), reach, strategy, gains, own_reach)
                if 0 in group:
                    self.value_sum += values[0]
                positive, negative, discount, prediction = self.variant.factors(self.iteration, 1)[0]
                for row in self.game.infosets:
                    if row.player not in group:
                        continue
                    key = row.key
                    self.sums[key] = [
                        s * discount + own_reach[key] * p for s, p in zip(self.sums[key], strategy[key], strict=True)
                    ]
                    added = [r + g for r, g in zip(self.regrets[key], gains[key], strict=True)]
                    self.regrets[key] = [r * (positive if r > 0 else negative) for r in added]
                    self.forecast[key] = [prediction * g for g in gains[key]]

    def strategy(self) -> Table:
        """Next strategy: shares of the positive part of regrets and forecast (Farina et al. 2021, algorithm 3)."""
        return {
            key: match([r + f for r, f in zip(regrets, self.forecast[key], strict=True)])
            for key, regrets in self.regrets.items()
        }

    def walk(self, state: State, reach: list[float], strategy: Table, gains: Table, own_reach: dict[str, float]) -> list[float]:
        players = self.game.num_players
        if state.is_terminal:
            return list(state.returns())
        if state.is_chance:
            total = [0.0] * players
            for action, probability in state.chance_outcomes():
                below = [*reach[:players], reach[players] * probability]
                values = self.walk(state.child(action), below, strategy, gains, own_reach)
                total = [t + probability * v for t, v in zip(total, values, strict=True)]
            return total
        player, key = state.current_player, state.infoset_key(state.current_player)
        own_reach[key] = reach[player]
        children = []
        for action, probability in zip(state.legal_actions(), strategy[key], strict=True):
            below = [r * probability if i == player else r for i, r in enumerate(reach)]
            children.append(self.walk(state.child(action), below, strategy, gains, own_reach))
        values = [sum(p * child[i] for p, child in zip(strategy[key], children, strict=True)) for i in range(players)]
        others = prod(r for i, r in enumerate(reach) if i != player)
        for k, child in enumerate(children):
            gains[key][k] += others * (child[player] - values[player])
        return values


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
