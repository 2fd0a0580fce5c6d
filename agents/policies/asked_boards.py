"""Exact measures of policies that are queried everywhere, some boards at a time: for games too large for tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from pokerzoo.envs.compiled.forms import boards_of
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.envs.compiled.street_parts import evaluate_parts, part_of, parts_of_children
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.core import Game
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.errors import InputError

from .asked_baseline import Baseline
from .players import ActingPlayer, FunctionPlayer, Player
from .policy import TabularPolicy
from .policy_tables import MAX_QUESTIONS, check_questions

ALIKE = 1e-4
"""By how much answers may differ that are said to be alike."""
Progress = Callable[[int, int], Any]
"""(boards asked, boards in all) -> anything."""


def is_asked_by_boards(game: Game, seats: Sequence[Player]) -> bool:
    """True where a table would take too many queries, and some boards at a time can be queried."""
    if len(game.infosets) <= MAX_QUESTIONS or all(isinstance(player.source, TabularPolicy) for player in seats):
        return False
    return boards_of(game) is not None


def measure_by_boards(game: PokerGame, seats: Sequence[Player], progress: Progress | None = None) -> Measurement:
    """Values and best responses of the players' policies: each is queried once in each of its public states.

    Players that all declare suits equivalent are queried on canonical boards, others on every board. Uniform
    play is not asked.
    """
    if any(isinstance(player, FunctionPlayer | ActingPlayer) for player in seats):
        check_questions(game)
    form = boards_of(game)
    assert form is not None
    if not all(player.suits_alike for player in seats):
        form = compile_street_tree(game, symmetric=False)
    return Measurement(game, *evaluate_parts(form, None, asked_parts(form, seats, progress)))


def asked_parts(form: StreetTree, seats: Sequence[Player], progress: Progress | None) -> Iterator[tuple[StreetTree, Floats32]]:
    """Parts of the form with the rows that the players' answers make; rows of zeros are uniform play."""
    players = {seat: player for seat, player in enumerate(seats) if not is_uniform(player)}
    parts, children = parts_of_children(form), len(form.boards[1])
    start_answers: dict[PublicState, Floats] = {}
    if progress is not None:
        progress(0, children)
    for start, end in parts:
        part = part_of(form, start, end)
        (rows,) = part.new_rows()
        publics = list(part.canonical_states()) if players else []
        for seat, player in players.items():
            new = [public for public in publics if public.actor == seat and public not in start_answers]
            hands = [standing_hands(form, public) for public in new]
            for public, answer, columns in zip(new, player.strategies(new, hands), hands, strict=True):
                values = np.zeros(answer.shape)
                values[:, columns] = answer[:, columns]
                values = values[:, form.canonical(public)[1]]
                part.put(rows, public, values)
                if not public.line.num_deals:  # every part begins with these
                    start_answers[public] = values
        for public, values in start_answers.items():
            part.put(rows, public, values)
        if form.num_symmetries > 1:
            check_alike(part, rows, players)
        yield part, rows
        if progress is not None:
            progress(end, children)


def standing_hands(form: StreetTree, public: PublicState) -> Sequence[int]:
    """The actor's canonical hands on a canonical board: 733 of 1,176 on a flop."""
    alike = form.canonical(public)[1]
    return [hand for hand in form.infosets.hands(public) if alike[hand] == hand]


def is_uniform(player: Player) -> bool:
    """True for the uniform baseline, which need not be queried."""
    return isinstance(player.source, Baseline) and player.source.name == "random"


def check_alike(part: StreetTree, rows: Floats32, players: Mapping[int, Player]) -> None:
    """Query a player once on a board that is not canonical: ValueError if the answer differs."""
    boards = part.boards[1]
    others = np.setdiff1d(np.flatnonzero((boards.number >= 0) & (boards.number < len(boards))), boards.first)
    points = (p for p in part.infosets.points if p.line.num_deals == 1 and p.line.actor in players)
    point = next(points, None)
    if point is None or not len(others):
        return
    public = PublicState(
        part.game.rules, point.line, part.game.rules.deck.board + boards.all.boards[int(others[len(others) // 2])]
    )
    answer = players[public.actor].strategy(public)
    hands = part.infosets.hands(public)
    if not np.allclose(answer[:, hands], part.read(rows, public)[:, hands], rtol=0, atol=ALIKE):
        raise InputError(f"public state {public.history!r}: suits_alike=True, and the answer differs from that on another suit")
