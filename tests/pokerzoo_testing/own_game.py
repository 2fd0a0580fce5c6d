"""A game of a user's in one file: chance hides one of four numbers, one player claims that it is high, the other may doubt it.

Only this file knows its rules. It answers for itself: its title, its seats, its infosets in words, its drawing, and the
section of its report.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import CHANCE, TERMINAL, Game, InfosetFields, State, register_game
from pokerzoo.envs.core import played
from pokerzoo.envs.views import Seat, TableView, check_viewer
from pokerzoo.evaluation.pages.report_page import ReportPage
from pokerzoo.evaluation.pages.strategy_sections import add_strategy

NUMBERS = 4
PASS, CLAIM = 0, 1
STAKES = (-2.0, -1.0, 1.0, 2.0)
"""Chips that the claim wins when it is doubted, by the hidden number."""


class ClaimGame(Game):
    """One claim about a hidden number."""

    name, num_players, num_distinct_actions = "own_claim", 2, NUMBERS
    title, about = "Claim", "One player sees a number and claims that it is high; the other believes it or not."
    observation_names = ("seat_0", "seat_1", *(f"number_{number}" for number in range(NUMBERS)), "claimed")
    utility_range, observation_bounds = (-2.0, 2.0), (0.0, 1.0)
    seat_names = ("Claimant", "Doubter")

    def __init__(self, price: float) -> None:
        self.params: dict[str, Any] = {"price": price}
        self.price = price

    def initial_state(self) -> ClaimState:
        return ClaimState(self, ())

    def action_label(self, action: int) -> str:
        return ("pass/believe", "claim/doubt", "2", "3")[action]

    def infoset_fields(self, key: str) -> InfosetFields:
        number, _, line = key.partition("|")
        return InfosetFields(number.removeprefix("number "), line, "after a claim" if line else "at the start")


class ClaimState(State):
    """The moves so far: of chance, then of both players."""

    def __init__(self, game: ClaimGame, moves: tuple[int, ...]) -> None:
        self.claim, self.moves = game, moves

    @property
    def game(self) -> ClaimGame:
        return self.claim

    @property
    def current_player(self) -> int:
        over = len(self.moves) == 3 or self.moves[1:] == (PASS,)
        return TERMINAL if over else (CHANCE, 0, 1)[len(self.moves)]

    def legal_actions(self) -> tuple[int, ...]:
        return () if self.is_terminal else tuple(range(NUMBERS)) if self.is_chance else (PASS, CLAIM)

    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        if not self.is_chance:
            raise ValueError("no chance node")
        return tuple((number, 1 / NUMBERS) for number in range(NUMBERS))

    def child(self, action: int) -> ClaimState:
        return ClaimState(self.claim, (*self.moves, played(self, action)))

    def returns(self) -> tuple[float, ...]:
        if not self.is_terminal:
            return 0.0, 0.0
        number, claims, *doubts = self.moves
        won = -self.claim.price if claims == PASS else STAKES[number] if doubts == [1] else self.claim.price
        return won, 0.0 - won

    def infoset_key(self, player: int) -> str:
        known = f"number {self.moves[0]}" if player == 0 and self.moves else "?"
        return f"{known}|{''.join('pc'[move] for move in self.moves[1:2])}"

    def observation(self, player: int) -> npt.NDArray[np.float32]:
        sees = [float(player == 0 and self.moves[:1] == (number,)) for number in range(NUMBERS)]
        return np.array([player == 0, player == 1, *sees, self.moves[1:2] == (CLAIM,)], dtype=np.float32)

    def action_name(self, action: int) -> str:
        return (f"hide {action}", ("pass", "claim")[action % 2], ("believe", "doubt")[action % 2])[len(self.moves)]

    def describe(self, player: int | None) -> str:
        seen = self.moves[:1] if player in (None, 0) or self.is_terminal else ()
        return f"number: {''.join(map(str, seen)) or 'hidden'}\nmoves: {self.infoset_key(1).partition('|')[2] or '-'}"

    def view(self, player: int | None) -> TableView:
        """The table: the number lies before the claimant."""
        player = check_viewer(player, 2)
        shown = bool(self.moves) and (player in (None, 0) or self.is_terminal)
        card = (str(self.moves[0]) if shown else None,)
        won = self.returns() if self.is_terminal else (None, None)
        seats = tuple(
            Seat(seat, card if seat == 0 else (), acts=seat == self.current_player, won=won[seat]) for seat in range(2)
        )
        return TableView(self.game.name, player, seats, note="a claim is made" if self.moves[1:2] == (CLAIM,) else "")

    def history(self) -> tuple[int, ...]:
        return self.moves


@add_strategy.register(ClaimGame)
def report_section(game: ClaimGame, page: ReportPage) -> None:
    """The strategy in a report: one table for each player."""
    for player in range(2):
        page.strategy_table(player)


def make_own_claim(price: float = 1.0) -> ClaimGame:
    """A claim about one of four hidden numbers.

    Args:
        price: chips that a pass loses, and that a claim wins when it is believed.
    """
    return ClaimGame(price)


register_game("own_claim", make_own_claim)
