"""The opponent's strategy at each of its decisions, shown once the whole hand is over: "what it thought"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from pokerzoo.agents.policies.players import to_player
from pokerzoo.envs import Game, State
from pokerzoo.envs.betting.street_sizes import HAND_STREETS
from pokerzoo.envs.core import states_of_history
from pokerzoo.envs.drawing.colours import named_colours
from pokerzoo.envs.environments.playable import Agent
from pokerzoo.envs.poker.cards import CLASS_NAMES, unblocked
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.records import Record
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .solve import Solve

MOST_ROWS = 12
RARE = 1e-3
"""Of more actions than ``MOST_ROWS`` those are left out that neither the hand nor the range takes as often as this."""


@dataclass(frozen=True, eq=False)
class HandDecision:
    """A decision of a whole hand and its player's strategy there.

    Attributes:
        state: before it.
        action: what was done.
        strategy: float64 [legal actions, hands]: the probability of each action with each hand.
        range: float64 [hands]: how likely the player has come here with each hand, given that it was dealt.
        solve: what was solved at the table for it; None: nothing.
    """

    state: TexasHoldemState
    action: int
    strategy: Floats
    range: Floats
    solve: Solve | None = None


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
        anew: whether it was recomputed after a restart; a solve may then have done more or fewer iterations.
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
    """The agents' decisions in a finished hand; agents that only act have none.

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
    result: list[HandDecision] = []
    for seat, agent in agents:
        try:
            player = to_player(game, agent)
            result += hand_decisions(player.strategy, [move for move in moves if move[0].current_player == seat], player.source)
        except InputError:  # it only acts
            continue
    return sorted(result, key=lambda thought: len(thought.state.history()))


def thought_view(decision: HandDecision, step: int, *, anew: bool) -> Thought:
    """A decision in the form that is sent to the page."""
    state, strategy, held = decision.state, decision.strategy, decision.range
    deck, seat, legal = state.game.rules.deck, state.current_player, state.legal_actions()
    names, cards = [state.action_name(action) for action in legal], state.hole_cards(seat)
    own, whole = strategy[:, state.game.hand_index[cards]], strategy @ held / max(held.sum(), np.finfo(float).tiny)
    shares = list(zip(legal, names, named_colours(names), own.tolist(), whole.tolist(), strict=True))
    shown = [k for k, row in enumerate(shares) if len(legal) <= MOST_ROWS or row[0] == decision.action or max(row[3:]) > RARE]

    def by_class(values: Floats) -> Floats:
        return np.asarray(np.bincount(deck.hand_classes, values, minlength=len(CLASS_NAMES)), dtype=np.float64)

    total, left = by_class(held), by_class(beside_board(state))
    return Thought(
        player=seat,
        step=step,
        street=HAND_STREETS[state.street],
        board=[deck.names[card] for card in state.board],
        cards=[deck.names[card] for card in cards],
        options=[
            ThoughtOption(name, state.action_detail(action), colour, hand, range, action == decision.action)
            for action, name, colour, hand, range in (shares[k] for k in shown)
        ],
        combos=float(held.sum()),
        held=total / np.where(left > 0.0, left, np.nan),
        frequencies=np.stack([by_class(row * held) for row in strategy[shown]]) / np.where(total > 0.0, total, np.nan),
        solve=decision.solve,
        anew=anew,
    )


def beside_board(state: TexasHoldemState) -> Floats:
    """float64 [hands]: 1 for each hand that the public cards leave."""
    return unblocked(state.game.rules.deck.hand_cards, state.board).astype(np.float64)


def hand_decisions(
    ask: Callable[[TexasHoldemState], Floats], moves: Iterable[tuple[TexasHoldemState, int]], solver: object = None
) -> Iterator[HandDecision]:
    """Decisions of a player in one hand, each with the range that Bayes' rule gives from the earlier ones.

    Args:
        ask: the player's strategy for all hands, as ``Player.strategy``.
        moves: (state in which the player is to act, action) from the start of the hand on.
        solver: who has ``last_solve`` after being asked, if anyone.
    """
    held: Floats | None = None
    for state, action in moves:
        left = beside_board(state)
        held = left if held is None else held * left
        strategy = ask(state)
        yield HandDecision(state, action, strategy, held, solve_at(solver, state))
        held = held * strategy[state.legal_actions().index(action)]


def solve_at(solver: object, state: TexasHoldemState) -> Solve | None:
    """An agent's last solve if it was for this state; else an earlier decision's solution is still in use."""
    solve = getattr(solver, "last_solve", None)
    if not isinstance(solve, Solve) or solve.player != state.current_player or not state.line.startswith(solve.line):
        return None
    return solve
