"""Baselines: simple fixed strategies to be beaten, as policies (and so as agents) of one game."""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

import numpy as np

from pokerzoo.envs.betting.line import BET, CALL, FOLD
from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.envs.core import Game
from pokerzoo.envs.environments.uniform import Uniform
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.state import PokerGameBase
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.errors import ParameterError, did_you_mean

from .equity_on_board import Equities
from .policy import TabularPolicy
from .policy_tables import decisions_of, from_answers

PREFERENCES = {"always_call": (CALL, FOLD), "always_fold": (FOLD, CALL), "always_raise": (BET, CALL)}
"""Action ids in order of preference: the first legal one is taken. (Folding where checking is free is not legal.)"""
BASELINES = ("random", *PREFERENCES, "honest")
"""Names for ``baseline_policy``, and for all that takes a ``Playable``."""
STYLES_AFTER_FLOP = ("tight", "loose", "equity")
"""Those of whole hands that play spots of hold'em, too."""
FLOP_CARDS = 3


def baseline_policy(game: GameLike, name: str) -> TabularPolicy:
    """A simple fixed policy of a game, to compare with.

    - ``random``: every legal action with equal probability.
    - ``always_call``: check or call.
    - ``always_fold``: fold, or check where that is free.
    - ``always_raise``: bet or raise, else call.
    - ``honest``: bet or raise with an equity above 2/3, call with one of at least 1/3, else check or fold.

    All but ``random`` are for poker games. A flop, a turn or a river of hold'em has ``tight``, ``loose`` and ``equity``, too,
    which docs/howto/whole_hands.md describes.

    Args:
        game: the game; its infosets must be numbered.
        name: one of ``player_names(game)``.

    Raises:
        ValueError: no such baseline, or not for this game.

    >>> from pokerzoo.envs import make_game
    >>> baseline_policy(make_game("kuhn"), "always_fold")["K|b"]
    {'fold': 1.0, 'call': 0.0}
    """
    game = game_of(game)
    names = BASELINES + STYLES_AFTER_FLOP if has_styles(game) else BASELINES
    if name not in names:
        raise ParameterError("name", name, f"no such baseline; allowed: {', '.join(names)}{did_you_mean(name, names)}")
    if name == "random":
        probabilities = game.infosets.uniform()
    elif not isinstance(game, PokerGameBase):
        raise ParameterError("name", name, f"{game} is not a poker game, which this baseline needs; allowed: random")
    elif name in PREFERENCES:
        probabilities = game.infosets.pure(lambda legal: preferred(name, legal))
    elif isinstance(game, PokerGame):
        decisions = decisions_of(game)
        probabilities = from_answers(game, decisions, map(asked_baseline(game, name).strategy, decisions))
    else:
        raise ParameterError("name", name, f"not for {game}; allowed: random, {', '.join(PREFERENCES)}")
    return TabularPolicy(game, probabilities, {"baseline": name})


def has_styles(game: Game) -> bool:
    """True for a flop, a turn or a river of hold'em."""
    return isinstance(game, PokerGame) and len(game.rules.deck.board) >= FLOP_CARDS


def asked_baseline(game: PokerGame, name: str) -> Baseline:
    """A baseline that is asked where it is needed."""
    if name not in STYLES_AFTER_FLOP:
        return Baseline(game, name)
    from .spot_baselines import SpotBaseline  # a small game needs no streets

    return SpotBaseline(game, name)


def best_response_policy(policy: TabularPolicy) -> TabularPolicy:
    """The best response to a policy, in every seat against all others: the strongest exploiter there is.

    Where the others' policy never leads it takes the first of equally good actions.

    Args:
        policy: a policy for all players.

    Raises:
        ValueError: the game is too large for exact best responses.

    >>> from pokerzoo.envs import make_game
    >>> always = baseline_policy(make_game("kuhn"), "always_call")
    >>> best_response_policy(always)["J|"], best_response_policy(always)["K|"]
    ({'check': 1.0, 'bet': 0.0}, {'check': 0.0, 'bet': 1.0})
    """
    _, responses = policy.with_best_response(evaluator_of(policy.game))
    responses.metadata["baseline"] = "best_response"
    return responses


class Baseline:
    """A baseline that is asked where it is needed: for games of which no table is made.

    Attributes:
        game: what is played.
        name: of the baseline.
        suits_alike: True: it answers alike where suits alone differ.
    """

    suits_alike = True

    def __init__(self, game: Game, name: str) -> None:
        self.game: Game = game
        self.name = name

    @cached_property
    def _equities(self) -> Equities:
        return Equities(cast(PokerGame, self.game))

    def strategy(self, decision: Any, hands: Int64s | None = None) -> Floats:
        """float64 [legal actions, hands]: its strategy at a decision, for all hands.

        Args:
            decision: a player is to act.
            hands: not looked at.
        """
        if self.name == "random":
            return Uniform().strategy(decision)
        legal = decision.legal_actions()
        answer = np.zeros((len(legal), decision.num_hands))
        if self.name in PREFERENCES:
            answer[legal.index(preferred(self.name, legal))] = 1.0
            return answer
        places = np.array([legal.index(action_of_grade(grade, legal)) for grade in (-1, 0, 1)])
        grades = self._equities.grades(decision.actor if decision.rules.weights else 0, decision.board)
        answer[places[grades + 1], np.arange(decision.num_hands)] = 1.0
        return answer

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


def preferred(name: str, legal: tuple[int, ...]) -> int:
    """The action of a baseline that always does the same."""
    return next(action for action in PREFERENCES[name] if action in legal)


def action_of_grade(grade: int, legal: tuple[int, ...]) -> int:
    """Bet or raise with an equity above 2/3, call with one of at least 1/3, else check or fold: never a bluff or a trap."""
    wanted = {1: (BET, CALL), 0: (CALL, FOLD), -1: (FOLD, CALL)}[grade]
    return next(action for action in wanted if action in legal)
