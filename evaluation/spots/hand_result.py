"""The result of solving a game from the blinds on: values, and what each hand class does before the flop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerzoo.agents import CFR, SpotPolicy
from pokerzoo.agents.training.run_result import FinishedRun, RunResult, run_facts
from pokerzoo.envs.poker.cards import CARD_NAMES, CLASS_NAMES, COMBO_CLASSES, COMBO_TABLE
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.records import Chips, Mbb, Record


@dataclass(frozen=True)
class SeatValue(Record):
    """A player's expected value when both play the average strategy.

    Attributes:
        player: 0 (big blind) or 1 (small blind).
        expected_chips: the player's expected value in net chips a hand.
    """

    player: int
    expected_chips: Chips


@dataclass(frozen=True, kw_only=True)
class HandSolveResult(RunResult):
    """The result of solving a game from the blinds on.

    Attributes:
        solver_precision: precision of regrets and averages: ``single`` or ``half``.
        threads: over how many threads it was solved.
        players: what each player expects.
        exploitability_mbb: exploitability in thousandths of the big blind.
        root_frequencies: how often the small blind takes each first action, by the action's name.
        chart: for each of the 169 hands how often it takes each first action, by the action's name.
        file_bytes: size of the file.
    """

    solver_precision: str
    threads: int
    players: list[SeatValue]
    exploitability_mbb: Mbb | None
    root_frequencies: dict[str, float]
    chart: dict[str, dict[str, float]]
    file_bytes: int | None


def class_frequencies(game: PokerGame, policy: SpotPolicy, public: PublicState) -> Floats:
    """float64 [actions, 169]: mean frequencies of each hand class at a public state, NaN for hands that cannot be."""
    shares = np.nan_to_num(policy.strategy(public))
    low = CARD_NAMES.index(game.rules.deck.names[0])  # a short deck is the highest cards
    cards = game.rules.deck.hand_cards + low
    kinds = COMBO_CLASSES[COMBO_TABLE[cards[:, 0], cards[:, 1]]]
    held = shares.sum(axis=0) > 0
    counts = np.bincount(kinds[held], minlength=len(CLASS_NAMES))
    sums = np.array([np.bincount(kinds[held], own[held], len(CLASS_NAMES)) for own in shares])
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def hand_result(game: PokerGame, run: FinishedRun[CFR], file: str | None, file_bytes: int | None) -> HandSolveResult:
    """The result of a run."""
    solver, start = run.solver, game.rules.root
    names = list(map(start.line.action_name, start.line.legal_actions))
    policy = solver.average_policy()
    assert isinstance(policy, SpotPolicy)  # many hands, and cards to come
    by_class = class_frequencies(game, policy, start)
    chart = {
        name: dict(zip(names, own, strict=True))
        for name, own in zip(CLASS_NAMES, by_class.T.tolist(), strict=True)
        if own[0] == own[0]
    }
    hands = np.bincount(COMBO_CLASSES, minlength=len(CLASS_NAMES)) * np.isfinite(by_class[0])
    total = np.nansum(by_class * hands, axis=1) / hands.sum()
    return HandSolveResult(
        **run_facts(run, file),
        solver_precision=solver.precision,
        threads=solver.threads,
        players=[SeatValue(player, value) for player, value in enumerate(run.measured.values.tolist())],
        exploitability_mbb=run.measured.exploitability_mbb,
        root_frequencies=dict(zip(names, total.tolist(), strict=True)),
        chart=chart,
        file_bytes=file_bytes,
    )
