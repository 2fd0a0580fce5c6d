"""Hands between any agents, each queried for its action: the same deals as in compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pokerzoo.agents.policies.agent import policy_of
from pokerzoo.agents.policies.whole_hand_baselines import WholeHandBaseline
from pokerzoo.envs import State
from pokerzoo.envs.compiled.tree import ROW, Tree
from pokerzoo.envs.core import draw_outcome
from pokerzoo.envs.environments.dealer import Dealer
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.random_numbers import draw_uniform

from .card_luck import CardLuck
from .compiled_matches import generators_of
from .match_result import MatchTable, PlayedDeals

if TYPE_CHECKING:
    from .hand_log import HandLog

Choose: TypeAlias = Callable[[Any, int], int]
"""From a state and the player to act to an action."""


class DealtNumbers:
    """Uniform numbers that chance draws with, the same each time that a deal is repeated; then numbers of a generator."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.all = np.empty(0)
        self.used: list[float] = []
        self.at = 0

    def random(self, size: int | None = None) -> Any:
        """The next number; or this many from the start, of which each card of a whole hand takes its own."""
        if size is not None:
            return self.all if size == len(self.all) else self.all[:size]
        if self.at == len(self.used):
            self.used.append(self.rng.random())
        self.at += 1
        return self.used[self.at - 1]

    def deal(self, numbers: Floats) -> None:
        """Take the numbers of another deal."""
        self.all, self.used, self.at = numbers, numbers.tolist(), 0

    def deal_again(self) -> None:
        """Start again with the first numbers."""
        self.at = 0


class AskedEngine:
    """Plays deals by the numbers of their chance, asking agents hand by hand."""

    def __init__(self, table: MatchTable, tree: Tree | None, luck: CardLuck | None, record: HandLog | None) -> None:
        """Begin; ``tree`` where the ends of hands are wanted, ``luck`` where that of the cards is, ``record`` to log hands."""
        self.table, self.tree, self.luck, self.record = table, tree, luck, record
        self.chance = DealtNumbers(table.cards)
        self.choosers = choosers_of(table)
        self.deals = 0

    def __call__(self, numbers: Floats) -> PlayedDeals:
        players, chance = len(self.table.agents), self.chance
        chips = np.empty((len(numbers), players, players))
        ends = None if self.tree is None else np.empty((len(numbers), players), dtype=np.int32)
        luck = None if self.luck is None else np.empty_like(chips)
        for deal in range(len(numbers)):
            for rotation in range(players):
                if self.table.duplicate and rotation > 0:
                    chance.deal_again()
                else:
                    chance.deal(numbers[deal, rotation])
                who = [(seat + rotation) % players for seat in range(players)]
                state = self.play_hand(who)
                chips[deal, rotation, who] = state.returns()
                if ends is not None and self.tree is not None:
                    ends[deal, rotation] = terminal_of(self.tree, state)
                if luck is not None and self.luck is not None:
                    luck[deal, rotation, who] = self.luck.chips()
                if self.record is not None:
                    self.record.add(state, who, deal=self.deals + deal)
        self.deals += len(numbers)
        return PlayedDeals(chips, ends, luck)

    def play_hand(self, who: list[int]) -> State:
        """The end of a hand; ``who``: the agent in each seat."""
        state = self.table.game.initial_state()
        while not state.is_terminal:
            if not state.is_chance:
                seat = state.current_player
                state = state.child(self.choosers[who[seat]](state, seat))
                continue
            after = state.after_chance(self.chance)  # type: ignore[arg-type]
            if self.luck is not None:
                self.luck.add(state, after)
            state = after
        return state


def choosers_of(table: MatchTable) -> list[Choose]:
    """How each agent chooses. No observation is made for those that go by an infoset's key, or a whole hand's row."""
    generators = np.empty(0, np.uint64) if table.game.numbered else generators_of(table)
    dealers: list[Dealer] = []

    def chooser(number: int) -> Choose:
        agent, rng, policy = table.agents[number], table.rngs[number], policy_of(table.agents[number])
        if isinstance(agent, WholeHandBaseline):
            if agent.draws:
                return lambda state, seat: agent.action_in(state.row, draw_uniform(generators, number))
            return lambda state, seat: agent.action_in(state.row)
        if policy is not None:
            return lambda state, seat: draw_outcome(policy.action_probabilities(state.infoset_key(seat)).items(), rng)
        if not dealers:
            dealers.append(Dealer(table.game, None, "info", "raise"))
        (dealer,) = dealers

        def choose(state: State, seat: int) -> int:
            info = dealer.agent_info(state)
            action = agent.act(state.observation(seat), info["action_mask"], info, rng)
            return dealer.judge(state, action)[0]

        return choose

    return [chooser(number) for number in range(len(table.agents))]


def terminal_of(tree: Tree, state: State) -> int:
    """The index in the tree of the terminal at which a hand ended; its history is followed down."""
    node = 0
    for action in state.history():
        first = int(tree.first_child[node])
        actions = tree.node_action[first : first + tree.num_children[node]]
        node = first + int(np.flatnonzero(actions == action)[0])
    return int(tree.table.nodes[node, ROW])
