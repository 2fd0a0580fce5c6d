"""The opponent's strategy at each of its decisions in a whole hand, told when the hand is over: "what it thought"."""

from __future__ import annotations

from dataclasses import dataclass

from pokerzoo.agents import Agent
from pokerzoo.agents.policies.players import to_player
from pokerzoo.agents.solving.solve import Solve
from pokerzoo.envs import Game, State
from pokerzoo.envs.betting.street_sizes import HAND_STREETS
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.records import Record
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation.matches.hand_log import states_of_history
from pokerzoo.web.hand_decisions import HandDecision, hand_decisions

MOST_ROWS = 12
RARE = 1e-3
"""Of more actions than ``MOST_ROWS`` those are left out that neither the hand nor the range takes as often as this."""


@dataclass
class ThoughtOption(Record):
    """An action at an opponent's decision.

    Attributes:
        name: what it is called.
        detail: how much it is.
        colour: its colour in the grid.
        own: how often the opponent takes it with the hand that it held.
        whole: how often it takes it with its whole range.
        chosen: whether it was done.
    """

    name: str
    detail: str
    colour: str
    own: float
    whole: float
    chosen: bool


@dataclass
class Thought(Record):
    """An opponent's decision in a whole hand.

    Attributes:
        player: who decided.
        step: its place in the hand's ``steps``.
        street: ``preflop``, ``flop``, ``turn`` or ``river``.
        board: the public cards at that time, by name.
        cards: the opponent's, by name.
        options: what could be done.
        combos: of its range.
        held: float64 [169]: the share of each hand class's combos that is in the range; null where the board leaves none.
        frequencies: float64 [actions, 169]: how often each class takes each action; null where it is not in the range.
        solve: what was solved for it; None: nothing.
        anew: whether it was worked out again after a restart; a solve may then have done more or fewer iterations.
    """

    player: int
    step: int
    street: str
    board: list[str]
    cards: list[str]
    options: list[ThoughtOption]
    combos: float
    held: Floats
    frequencies: Floats
    solve: Solve | None
    anew: bool


def decisions_of(game: Game, agents: list[tuple[int, Agent]], end: State) -> list[HandDecision]:
    """Decisions of the agents in a hand that is over; of those that only act there are none.

    Args:
        game: what was played.
        agents: (seat, agent).
        end: the hand.
    """
    if not isinstance(game, TexasHoldemGame):
        return []
    history = end.history()
    moves = [
        (state, action)
        for state, action in zip(states_of_history(game, history), history, strict=False)
        if isinstance(state, TexasHoldemState)
    ]
    found: list[HandDecision] = []
    for seat, agent in agents:
        try:
            player = to_player(game, agent)
            found += hand_decisions(player.strategy, [move for move in moves if move[0].current_player == seat], player.source)
        except ValueError:  # it only acts
            continue
    return sorted(found, key=lambda one: len(one.state.history()))


def thought_view(decision: HandDecision, step: int, *, anew: bool) -> Thought:
    """A decision as it is sent."""
    state = decision.state
    deck, seat, legal = state.game.rules.deck.names, state.current_player, state.legal_actions()
    shares = list(zip(legal, decision.names, decision.colours, decision.own.tolist(), decision.totals.tolist(), strict=True))
    shown = [k for k, row in enumerate(shares) if len(legal) <= MOST_ROWS or row[0] == decision.action or max(row[3:]) > RARE]
    return Thought(
        player=seat,
        step=step,
        street=HAND_STREETS[state.street],
        board=[deck[card] for card in state.board],
        cards=[deck[card] for card in state.hole_cards(seat)],
        options=[
            ThoughtOption(name, state.action_detail(action), colour, own, whole, action == decision.action)
            for action, name, colour, own, whole in (shares[k] for k in shown)
        ],
        combos=decision.combos,
        held=decision.held,
        frequencies=decision.frequencies[shown],
        solve=decision.solve,
        anew=anew,
    )
