"""Whole hands of hold'em between any agents; between baselines in compiled code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.agents import Agent
from pokerzoo.agents.policies.agent import policy_of
from pokerzoo.agents.policies.whole_hand_baselines import WholeHandBaseline
from pokerzoo.agents.policies.whole_hand_decisions import decide_action
from pokerzoo.envs.batched.kernels import draw_uniform
from pokerzoo.envs.betting.row import ACTOR, OVER, SEATS, STATUS, TO_ACT
from pokerzoo.envs.core import draw_outcome
from pokerzoo.envs.environments.dealer import Dealer
from pokerzoo.envs.support.arrays import Floats, Int64s, Uint64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import PAYOFFS
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.envs.whole_hands.steps import deal_drawn, play_action

from .card_luck import add_luck, equities_before_flop
from .match_setup import DealBlock, MatchSetup, block_sizes, hands_won

if TYPE_CHECKING:
    from .hand_log import HandLog


def whole_hand_blocks(
    table: MatchSetup, game: TexasHoldemGame, deals: int, record: HandLog | None, wanted: bool = False
) -> Iterator[DealBlock]:
    """Play deals, block by block; ``wanted``: with estimates that lack the luck of the cards."""
    players = len(table.agents)
    baselines = [agent for agent in table.agents if isinstance(agent, WholeHandBaseline)]
    fast = len(baselines) == players and record is None
    generators = generators_of(table.rngs)
    asked = any(not isinstance(agent, WholeHandBaseline) and policy_of(agent) is None for agent in table.agents)
    dealer = Dealer(game, None, "info", "raise") if asked else None
    equities = equities_before_flop(game) if wanted else np.empty((0, 0))
    start = 0
    for count in block_sizes(deals, fast):
        numbers = table.draw(count)
        luck = np.zeros((count if wanted else 0, players, players))
        if fast:
            chips = play_baselines(game, baselines, numbers, table.duplicate, generators, equities, luck)
        else:
            chips = np.empty((count, players, players))
            for deal in range(count):
                for rotation in range(players):
                    who = [(seat + rotation) % players for seat in range(players)]
                    drawn = numbers[deal, 0 if table.duplicate else rotation]
                    state, won = play_hand(game, dealer, who, table.agents, drawn, table.rngs, generators, equities, wanted)
                    chips[deal, rotation, who] = state.returns()
                    if wanted:
                        luck[deal, rotation, who] = won
                    if record is not None:
                        record.add(state, who, deal=start + deal)
        scores = np.array([hands_won(chips[:, :, agent].ravel()) for agent in range(players)])
        estimates = (chips - luck * game.payoff_unit).mean(axis=1) if wanted else None
        yield DealBlock(chips.mean(axis=1), scores, None, estimates)
        start += count


class CardNumbers:
    """The numbers that the cards of one hand are drawn with, as a generator."""

    def __init__(self, numbers: Floats) -> None:
        self.numbers = numbers

    def random(self, size: int) -> Floats:
        """All of them."""
        assert size == len(self.numbers)
        return self.numbers


def generators_of(rngs: Sequence[np.random.Generator]) -> Uint64s:
    """uint64 [agents]: a generator for each agent that is a baseline."""
    return np.array([rng.integers(2**64, dtype=np.uint64) for rng in rngs], dtype=np.uint64)


def play_baselines(
    game: TexasHoldemGame,
    agents: Sequence[WholeHandBaseline],
    numbers: Floats,
    duplicate: bool,
    generators: Uint64s,
    equities: Floats,
    luck: Floats,
) -> Floats:
    """Play deals between baselines in all rotations; float64 [deals, rotations, agents]: net chips of each."""
    # ``numbers``: [deals, rotations or 1, 25], one row for all rotations if ``duplicate``. ``luck``: [deals or 0, rotations,
    # agents], filled in, in the smallest units. In rotation r agent (seat + r) % players has a seat.
    players = np.stack([agent.player for agent in agents])
    units = np.empty((len(numbers), len(agents), len(agents)), dtype=np.int64)
    play_rows(game.rules_row, game.start, players, agents[0].shares, numbers, duplicate, generators, equities, units, luck)
    return np.asarray(units * game.payoff_unit, dtype=np.float64)


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
    """The kernel of ``play_baselines``: fills in the smallest units that each agent wins."""
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


def play_hand(
    game: TexasHoldemGame,
    dealer: Dealer | None,
    who: Sequence[int],
    agents: Sequence[Agent],
    numbers: Floats,
    rngs: Sequence[np.random.Generator],
    generators: Uint64s,
    equities: Floats,
    wanted: bool,
) -> tuple[TexasHoldemState, Floats]:
    """Play a hand between any agents; its end and, if ``wanted``, the luck of the cards by seat, in the smallest units."""
    # ``dealer`` makes observations for agents that are neither baselines nor play a policy; ``who``: the agent in each seat;
    # ``numbers``: [25], for the cards; ``generators``: uint64 [agents], of baselines.
    cards: Any = CardNumbers(numbers)
    state, luck = game.initial_state(), np.zeros(SEATS)
    while not state.is_terminal:
        if state.is_chance:
            after = state.after_chance(cards)
            if wanted:
                add_luck(game.rules_row, state.row, after.row, equities, luck)
            state = after
            continue
        seat = state.current_player
        k = who[seat]
        agent = agents[k]
        if isinstance(agent, WholeHandBaseline):
            number = draw_uniform(generators, k) if agent.draws else 0.0
            action = agent.action_in(state.row, number)
        elif (policy := policy_of(agent)) is not None:  # what it sees is its infoset's key, and no observation is made
            key = state.infoset_key(seat)
            action = draw_outcome(policy.action_probabilities(key).items(), rngs[k])
        else:
            assert dealer is not None
            info = dealer.agent_info(state)
            action, _ = dealer.judge(state, agent.act(state.observation(seat), info["action_mask"], info, rngs[k]))
        state = state.child(action)
    return state, luck[: game.num_players]
