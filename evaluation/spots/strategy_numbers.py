"""A strategy of a small game, and its values at every infoset."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.agents.cfr.infoset_values import infoset_values
from pokerzoo.envs import Game
from pokerzoo.envs.drawing.game_trees import by_infoset
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.games.bet_fold_exact import action_values, card_gains
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.records import Record
from pokerzoo.evaluation.measures.equilibria import is_plain_kuhn

from .leaks import leaks

MAX_HISTORIES = 100_000
"""Histories of a game that is walked through infoset by infoset."""


@dataclass
class BetCurve(Record):
    """A strategy of the bet/fold game by card.

    Attributes:
        bet: [players, or 1 where all play alike][cards] probability of a bet.
        gain: likewise what the player gains with the card by a best reply, chips.
    """

    bet: list[list[float]]
    gain: list[list[float]]


@dataclass
class StrategyNumbers(Record):
    """A strategy of all players and its values; net chips a hand. Lists are in the order of the infosets.

    Attributes:
        about: what the strategy is, in a sentence.
        notes: what is to be known about it.
        strategy: probability of each action.
        reach: how likely a hand gets there; None where the game is too large for that.
        own_reach: the player's own factor of it.
        values: the value of each action there; None where the others' strategies never lead.
        leaks: what the decision costs its player, chips a hand.
        best: the place of the best response's action.
        expects: [players] what each player expects.
        best_response: [players] what each player's best response expects.
        exploitability: NashConv / players.
        nash_conv: the sum of what best responses gain.
        curve: of the bet/fold game.
    """

    about: str
    notes: list[str]
    strategy: list[list[float]]
    reach: list[float] | None
    own_reach: list[float] | None
    values: list[list[float | None]] | None
    leaks: list[float]
    best: list[int | None]
    expects: list[float]
    best_response: list[float]
    exploitability: float
    nash_conv: float
    curve: BetCurve | None


def policy_numbers(game: Game, policy: TabularPolicy, about: str) -> StrategyNumbers:
    """A policy's numbers at every infoset of a small game."""
    lost = leaks(game, policy)
    chips = [0.0] * len(game.infosets)
    best: list[int | None] = [None] * len(game.infosets)
    for leak in lost.ranked(None):
        place = game.infosets.index(str(leak.infoset))
        chips[place] = leak.chips
        best[place] = None if leak.best is None else game.infosets[place].action_names.index(leak.best)
    walked = infoset_values(policy) if (game.num_histories or 0) <= MAX_HISTORIES else None
    values = walked.actions if walked is not None else _card_values(game, policy)
    measured = lost.measurement
    return StrategyNumbers(
        about=about,
        notes=_notes(game, policy),
        strategy=by_infoset(game, policy.probabilities),
        reach=None if walked is None else walked.reach.tolist(),
        own_reach=None if walked is None else walked.own_reach.tolist(),
        values=None if values is None else by_infoset(game, values),
        leaks=chips,
        best=best,
        expects=measured.values.tolist(),
        best_response=measured.best_response_values.tolist(),
        exploitability=measured.exploitability,
        nash_conv=measured.nash_conv,
        curve=_curve(game, policy) if isinstance(game, BetFoldGame) else None,
    )


def _card_values(game: Game, policy: TabularPolicy) -> Floats | None:
    """EV of each action with each card of a game of one choice."""
    if not isinstance(game, BetFoldGame):
        return None
    bets, folds = action_values(game, game.bets_of(policy.probabilities))
    return np.stack((folds, bets), axis=2).ravel()


def _curve(game: BetFoldGame, policy: TabularPolicy) -> BetCurve:
    bet = game.bets_of(policy.probabilities)
    gain = card_gains(game, bet)
    lines = 1 if (bet == bet[0]).all() else len(bet)
    return BetCurve(bet=bet[:lines].tolist(), gain=gain[:lines].tolist())


def _notes(game: Game, policy: TabularPolicy) -> list[str]:
    if is_plain_kuhn(game):
        alpha = policy.action_probabilities("J|")[2]
        return [
            "Kuhn's equilibrium is not unique. Player 0 may bet J with any probability p from 0 to 1/3; then K bets with "
            "3p, and Q calls a bet with p + 1/3. Player 1 has one strategy only, and expects 1/18 always. "
            f"Here p = {alpha:.3f}."
        ]
    if game.num_players > 2 and not isinstance(game, BetFoldGame):
        return ["With more than two players CFR promises no equilibrium, and several equilibria may have different values."]
    return []
