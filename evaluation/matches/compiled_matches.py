"""Hands played by compiled code: between tables on the game's tree, and between baselines in whole hands of hold'em."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.agents.policies.agent import policy_of
from pokerzoo.agents.policies.whole_hand_baselines import WholeHandBaseline
from pokerzoo.agents.policies.whole_hand_decisions import decide_action
from pokerzoo.envs.betting.row import ACTOR, OVER, SEATS, STATUS, TO_ACT
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.tree import CHILD, KIDS, MOVER, ROW, NodeTable, Tree
from pokerzoo.envs.core import CHANCE, TERMINAL
from pokerzoo.envs.support.arrays import Floats, Int32s, Int64s, Uint64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.random_numbers import draw_uniform
from pokerzoo.envs.whole_hands.row import PAYOFFS
from pokerzoo.envs.whole_hands.steps import deal_drawn, play_action

from .card_luck import add_luck, equities_before_flop
from .match_result import MatchTable, PlayedDeals

AgentStrategies: TypeAlias = Floats
"""float64 [agents, entries]: each agent's behavioural strategy for all seats."""
ChanceNumbers: TypeAlias = Floats
"""float64 [deals, rotations or 1, numbers]: uniform numbers that chance draws with; one row for all rotations of
a duplicate deal."""
Ends: TypeAlias = Int32s
"""int32 [deals, rotations]: the terminal in which each hand ended."""


def compiled_engine(table: MatchTable, pays: Callable[[], bool], wanted: bool) -> Callable[[Floats], PlayedDeals] | None:
    """The function that plays deals by the numbers of their chance in compiled code; None where an agent must be asked.

    Args:
        table: the game and the agents.
        pays: whether a tree exists or is worth building; called where all play tables.
        wanted: with the luck of the cards, in whole hands.
    """
    baselines = [agent for agent in table.agents if isinstance(agent, WholeHandBaseline)]
    if len(baselines) == len(table.agents):
        return partial(play_baselines, table, baselines, generators_of(table), wanted)
    policies = [policy for policy in map(policy_of, table.agents) if isinstance(policy, TabularPolicy)]
    if len(policies) == len(table.agents) and pays():
        return partial(play_tables, table, policies, tree_of(table.game))
    return None


def play_tables(table: MatchTable, policies: Sequence[TabularPolicy], tree: Tree, numbers: Floats) -> PlayedDeals:
    """Play deals between tables."""
    players = len(policies)
    ends = np.empty((len(numbers), players), dtype=np.int32)
    strategies = np.stack([policy.probabilities for policy in policies])
    play_deals(tree.table, strategies, numbers, table.duplicate, table.rngs, ends)
    chips = np.empty((players, players, len(numbers)))  # deal beside deal: that is fast to fill in and to add up
    for rotation in range(players):
        for seat in range(players):
            chips[rotation, (seat + rotation) % players] = tree.terminal_utility[seat, ends[:, rotation]]
    return PlayedDeals(chips.transpose(2, 0, 1), ends)


def generators_of(table: MatchTable) -> Uint64s:
    """uint64 [agents]: a generator for each agent that is a baseline; asked and compiled they play alike."""
    return np.array([rng.integers(2**64, dtype=np.uint64) for rng in table.rngs], dtype=np.uint64)


def play_baselines(
    table: MatchTable, agents: Sequence[WholeHandBaseline], generators: Uint64s, wanted: bool, numbers: Floats
) -> PlayedDeals:
    """Play deals between baselines."""
    game, count = agents[0].game, len(agents)
    players = np.stack([agent.player for agent in agents])
    units = np.empty((len(numbers), count, count), dtype=np.int64)
    luck = np.zeros((len(numbers) if wanted else 0, count, count))
    equities = equities_before_flop(game) if wanted else np.empty((0, 0))
    shares, duplicate = agents[0].shares, table.duplicate
    play_rows(game.rules_row, game.start, players, shares, numbers, duplicate, generators, equities, units, luck)
    chips = np.asarray(units * game.payoff_unit, dtype=np.float64)
    return PlayedDeals(chips, None, luck * game.payoff_unit if wanted else None)


@kernel(nogil=True)
def play_deals(
    table: NodeTable,
    strategies: AgentStrategies,
    numbers: ChanceNumbers,
    duplicate: bool,
    rngs: tuple[np.random.Generator, ...],
    ends: Ends,
) -> None:
    """Fill in the ends of deals between tables."""
    nodes, chance = table.nodes, table.chance
    players = strategies.shape[0]
    for deal in range(numbers.shape[0]):
        for rotation in range(players):
            used = 0
            node = 0
            while nodes[node, MOVER] != TERMINAL:
                player, child, kids, row = nodes[node, MOVER], nodes[node, CHILD], nodes[node, KIDS], nodes[node, ROW]
                chosen = 0
                if player == CHANCE:
                    left = numbers[deal, 0 if duplicate else rotation, used]
                    used += 1
                    for k in range(kids):
                        p = chance[child + k]
                        if p > 0.0:
                            chosen = k
                            left -= p
                            if left < 0.0:
                                break
                else:
                    agent = (player + rotation) % players
                    entry = row - player - 1
                    left = rngs[agent].random()
                    for k in range(kids):
                        p = strategies[agent, entry + k]
                        if p > 0.0:
                            chosen = k
                            left -= p
                            if left < 0.0:
                                break
                node = child + chosen
            ends[deal, rotation] = nodes[node, ROW]


@kernel(nogil=True)
def play_rows(
    rules: Int64s,
    start: Int64s,
    players: Int64s,
    shares: Floats,
    numbers: Floats,
    duplicate: bool,
    generators: Uint64s,
    equities: Floats,
    units: Int64s,
    luck: Floats,
) -> None:
    """Fill in the smallest units that each agent wins, and the luck of the cards where ``luck`` has deals."""
    count = players.shape[0]
    hand, before, won = start.copy(), start.copy(), np.zeros(SEATS)
    wanted = len(luck) > 0
    for deal in range(numbers.shape[0]):
        for rotation in range(count):
            hand[:] = start
            won[:] = 0.0
            drawn = numbers[deal, 0 if duplicate else rotation]
            while hand[STATUS] != OVER:
                if hand[STATUS] == TO_ACT:
                    agent = (hand[ACTOR] + rotation) % count
                    number = draw_uniform(generators, agent) if players[agent, 0] == 0 else 0.0
                    play_action(rules, hand, decide_action(rules, hand, players[agent], shares, number))
                elif wanted:
                    before[:] = hand
                    deal_drawn(rules, hand, drawn)
                    add_luck(rules, before, hand, equities, won)
                else:
                    deal_drawn(rules, hand, drawn)
            for seat in range(count):
                if wanted:
                    luck[deal, rotation, (seat + rotation) % count] = won[seat]
                units[deal, rotation, (seat + rotation) % count] = hand[PAYOFFS + seat]
