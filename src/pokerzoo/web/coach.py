"""Coaches of a table: a policy of the library, or a small game solved when the table is opened."""

from __future__ import annotations

import time

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import Game
from pokerzoo.envs.games.holdem import is_spot
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.evaluation.spots.decision_values import decision_values, has_decision_values, report_decisions
from pokerzoo.playing.coach import Coach, coach_by

from .library import Library

SOLVED_HERE = 30_000
"""Most probabilities of a game that is solved when a table is opened and no policy is open for it."""
MOST_SECONDS = 1.0
"""Such a solve ends after so long at the latest."""


def can_solve(game: Game) -> bool:
    """True if a game is small enough to be solved when a table is opened."""
    if not game.numbered or game.num_entries > SOLVED_HERE:
        return False
    return has_decision_values(game)


def solved_game(game: Game) -> TabularPolicy:
    """An equilibrium, nearly, of a small game of two; of more players what CFR finds."""
    if not can_solve(game):
        raise ParameterError("coach", problem=f"{game.name} with these parameters is too large to be solved on the spot")
    end = time.monotonic() + MOST_SECONDS
    small = 1e-5 * max(map(abs, game.utility_range))
    return CFR(game).run(20_000, until=small or None, callbacks=[lambda _: time.monotonic() > end]).average_policy()


def find_coach(game: Game, coach: str, library: Library) -> Coach:
    """The coach of a table."""
    kind, _, id = coach.partition(":")
    if kind == "policy":
        entry = library.get(id)
        if entry.policy.game != game:
            raise ParameterError("coach", problem=f"{entry.title} is for another game")
        advice = report_decisions(library.report(id)) if is_spot(game) else None
        if advice is None and has_decision_values(game):
            advice = decision_values(game, entry.policy)
        return Coach(game, advice, entry.lock, entry.measure_soon)
    if kind == "solve":
        return coach_by(game, solved_game(game))
    if kind != "none":
        raise ParameterError("coach", coach, "must be policy:ID, solve or none")
    return Coach(game, None)
