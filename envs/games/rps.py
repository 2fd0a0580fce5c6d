"""Rock-paper-scissors, and any two-player zero-sum matrix game with as many actions, as a simultaneous game.

In the tree the players choose one after the other and the second does not learn what the first chose.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import TERMINAL, Game, State, played
from pokerzoo.envs.infosets import Infoset, ListedInfosets
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import SMALLEST_PAYOFF, check_floats, check_index
from pokerzoo.envs.views import UNKNOWN, Seat, TableView, check_viewer, outcome_text, returns_text

ROCK_PAPER_SCISSORS = ((0.0, -1.0, 1.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0))


class MatrixGame(Game):
    """A two-player zero-sum game in which both choose once, at the same time.

    Attributes:
        payoffs: float64 [rows, columns]: what the first player (rows) wins from the second (columns).
    """

    title, about = "Rock, paper, scissors", "Both choose at once. Or any other matrix of payoffs between two players."
    heading = "the matrix game rps"
    simultaneous = True
    num_players = 2

    def __init__(self, payoffs: Sequence[Sequence[float]]) -> None:
        self.name = "rps"
        self.payoffs = check_payoffs(payoffs)
        self.params = {"payoffs": tuple(tuple(row) for row in self.payoffs.tolist())}
        self.num_distinct_actions = max(self.payoffs.shape)
        self.observation_names = ("seat_0", "seat_1", "own_choice_made", "other_choice_made")
        names = ("rock", "paper", "scissors")
        self.actions = names if self.payoffs.shape == (3, 3) else tuple(map(str, range(self.num_distinct_actions)))

    def initial_state(self) -> MatrixState:
        return MatrixState(self, ())

    @cached_property
    def _identity(self) -> str:
        return f"{self.payoffs.shape} {hashlib.sha256(self.payoffs.tobytes()).hexdigest()}"  # all numbers would be long

    def _collect_infosets(self) -> ListedInfosets:
        # One for each player: to walk all histories would take long.
        start: State = self.initial_state()
        rows = []
        for player in range(2):
            actions = start.legal_actions()
            names = tuple(self.action_label(action) for action in actions)
            rows.append(Infoset(start.infoset_key(player), player, actions, names))
            start = start.child(0)
        return ListedInfosets(rows)

    @property
    def num_histories(self) -> int:
        rows, columns = self.payoffs.shape
        return int(1 + rows + rows * columns)

    @property
    def num_entries(self) -> int:
        return sum(self.payoffs.shape)

    @property
    def utility_range(self) -> tuple[float, float]:
        most = float(np.abs(self.payoffs).max())
        return -most, most

    def action_label(self, action: int) -> str:
        return self.actions[action]


class MatrixState(State):
    """The choices made so far, the first player's first."""

    __slots__ = ("_choices", "game")

    game: MatrixGame

    def __init__(self, game: MatrixGame, choices: tuple[int, ...]) -> None:
        self.game = game
        self._choices = choices

    @property
    def current_player(self) -> int:
        return TERMINAL if len(self._choices) == 2 else len(self._choices)

    def legal_actions(self) -> tuple[int, ...]:
        return () if self.is_terminal else tuple(range(self.game.payoffs.shape[self.current_player]))

    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        raise InputError("no chance outcomes here: the state is not a chance node")

    def child(self, action: int) -> MatrixState:
        return MatrixState(self.game, (*self._choices, played(self, action)))

    def returns(self) -> tuple[float, ...]:
        if not self.is_terminal:
            return 0.0, 0.0
        won = float(self.game.payoffs[self._choices])
        return won, 0.0 - won

    def infoset_key(self, player: int) -> str:
        # After the end both choices are public.
        return f"player_{player}|" + (" ".join(map(self.game.action_label, self._choices)) if self.is_terminal else "")

    def observation(self, player: int) -> npt.NDArray[np.float32]:
        # A player does not learn whether the other has chosen: only the end shows both flags.
        vector = np.zeros(4, dtype=np.float32)
        vector[check_index("player", player, 2)] = 1.0
        vector[2:] = self.is_terminal
        return vector

    def action_name(self, action: int) -> str:
        return self.game.action_label(action)

    def view(self, player: int | None) -> TableView:
        # The choices are shown as cards.
        game, over, choices, returns = self.game, self.is_terminal, self._choices, self.returns()
        player = check_viewer(player, 2)
        seats = []
        for seat in range(2):
            visible = player in (None, seat)
            shown = seat < len(choices) and (visible or over)
            cards = (game.action_label(choices[seat]) if shown else UNKNOWN,)
            seats.append(Seat(seat, cards, acts=visible and seat == self.current_player, won=returns[seat] if over else None))
        note = outcome_text(returns) if over else "both choose at once"
        return TableView(game.name, player, tuple(seats), choices=True, note=note)

    def describe(self, player: int | None) -> str:
        lines = [f"player {seat.player}: {seat.cards[0]}" for seat in self.view(player).seats]
        return "\n".join([*lines, returns_text(self.returns())] if self.is_terminal else lines)

    def history(self) -> tuple[int, ...]:
        return self._choices


def check_payoffs(payoffs: object) -> npt.NDArray[np.float64]:
    """The payoff matrix as float64 [rows, columns].

    Raises:
        ValueError: not a matrix of finite numbers with at least one row and column.
    """
    allowed = "must be a matrix (rows of equal length) of finite numbers, what the first player wins"
    matrix = check_floats("payoffs", payoffs, allowed)
    if matrix.ndim != 2 or matrix.size == 0 or not np.isfinite(matrix).all():
        raise ParameterError("payoffs", payoffs, allowed)
    largest = float(np.abs(matrix).max())
    if 0.0 < largest < SMALLEST_PAYOFF:
        raise ParameterError(
            "payoffs", problem=f"the largest is {largest:g}: must be at least {SMALLEST_PAYOFF:g}, or all be 0"
        )
    return matrix


def make_rps(payoffs: Sequence[Sequence[float]] = ROCK_PAPER_SCISSORS) -> MatrixGame:
    """Rock-paper-scissors.

    Args:
        payoffs: what the first player wins for each pair of choices, ``[own choice][the other's choice]``.
    """
    return MatrixGame(payoffs)
