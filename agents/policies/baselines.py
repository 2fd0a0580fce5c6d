"""Baselines: simple fixed strategies to be beaten, as policies (and so as agents) of one game."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, lru_cache
from math import prod
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import BET, CALL, FOLD
from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.envs.compiled.run_outs import FullBoards
from pokerzoo.envs.core import Game
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.state import PokerGameBase
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.parameters import brief, did_you_mean

from .equity_on_board import count_wins
from .policy import TabularPolicy
from .policy_tables import decisions_of, from_answers

PREFERENCES = {"always_call": (CALL, FOLD), "always_fold": (FOLD, CALL), "always_raise": (BET, CALL)}
"""Action ids in order of preference: the first legal one is taken. (Folding where checking is free is not legal.)"""
KEPT_BOARDS = 256
"""Boards whose grades of hands are kept, where there are thousands."""
BASELINES = ("random", *PREFERENCES, "honest")
"""Names for ``baseline_policy``, and for all that takes a ``Playable``."""


def baseline_policy(game: GameLike, name: str) -> TabularPolicy:
    """A simple fixed policy of a game, to compare with.

    - ``random``: every legal action with equal probability.
    - ``always_call``: check or call.
    - ``always_fold``: fold, or check where that is free.
    - ``always_raise``: bet or raise, else call.
    - ``honest``: bet or raise with an equity above 2/3, call with one of at least 1/3, else check or fold.

    All but ``random`` are for poker games.

    Args:
        game: the game; its infosets must be numbered.
        name: one of ``BASELINES``.

    Raises:
        ValueError: no such baseline, or not for this game.

    >>> from pokerzoo.envs import make_game
    >>> baseline_policy(make_game("kuhn"), "always_fold")["K|b"]
    {'fold': 1.0, 'call': 0.0}
    """
    game = game_of(game)
    if name not in BASELINES:
        raise ValueError(
            f"name={brief(name)}: no such baseline; allowed: {', '.join(BASELINES)}{did_you_mean(name, BASELINES)}"
        )
    if name == "random":
        probabilities = game.infosets.uniform()
    elif not isinstance(game, PokerGameBase):
        raise ValueError(f"name={brief(name)}: {game} is not a poker game, which this baseline needs; allowed: random")
    elif name == "honest":
        if not isinstance(game, PokerGame):
            raise ValueError(f"name={brief(name)}: not for {game}; allowed: random, {', '.join(PREFERENCES)}")
        decisions = decisions_of(game)
        probabilities = from_answers(game, decisions, map(Baseline(game, name).strategy, decisions))
    else:
        probabilities = game.infosets.pure(lambda legal: preferred(name, legal))
    return TabularPolicy(game, probabilities, {"baseline": name})


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
        self.game, self.name = game, name

    @cached_property
    def _grades(self) -> Callable[[int, tuple[int, ...]], npt.NDArray[np.int64]]:
        return hand_grades(cast(PokerGame, self.game))

    def strategy(self, decision: Any, hands: Int64s | None = None) -> Floats:
        """float64 [legal actions, hands]: its strategy at a decision, for all hands.

        Args:
            decision: a player is to act.
            hands: not looked at.
        """
        legal = decision.legal_actions()
        shape = len(legal), decision.num_hands
        if self.name == "random":
            return np.full(shape, 1.0 / shape[0])
        answer = np.zeros(shape)
        if self.name in PREFERENCES:
            answer[legal.index(preferred(self.name, legal))] = 1.0
            return answer
        places = np.array([legal.index(action_of_grade(value, legal)) for value in (-1, 0, 1)])
        grades = self._grades(decision.actor if decision.rules.weights else 0, decision.board)
        answer[places[grades + 1], np.arange(shape[1])] = 1.0
        return answer

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.name)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


def preferred(name: str, legal: tuple[int, ...]) -> int:
    """The action of a baseline that always does the same."""
    return next(action for action in PREFERENCES[name] if action in legal)


def hand_grades(game: PokerGame) -> Callable[[int, tuple[int, ...]], npt.NDArray[np.int64]]:
    """(player, board) -> int64 [hands]: ``equity_grade`` of each hand the player can hold there."""
    rules = game.rules
    to_come = sum(r.public_cards for r in rules.betting.rounds)
    if rules.hand_sets is not None and rules.deck.hole_cards == 2:
        return dealt_grades(game)
    if rules.weights is None or rules.deck.hole_cards != 2 or not to_come:

        def one_by_one(player: int, board: tuple[int, ...]) -> npt.NDArray[np.int64]:
            found = np.zeros(len(rules.deck.hands), dtype=np.int64)
            held = game.infosets.places(player, len(board) - len(rules.deck.board))
            number = held.boards.number_of(board[len(rules.deck.board) :])
            for hand in np.flatnonzero(held.row(number) >= 0).tolist():
                found[hand] = equity_grade(showdown_equity(game, hand, board, player))
            return found

        return lru_cache(maxsize=None)(one_by_one)
    weights, runs = np.array(rules.weights), FullBoards(game)
    holds = np.zeros((len(rules.deck.hands), len(rules.deck.names)))
    holds[np.arange(len(holds))[:, None], rules.deck.hand_cards] = 1.0
    meets = (holds @ holds.T == 0.0).astype(np.float64)

    def by_run_outs(player: int, board: tuple[int, ...]) -> npt.NDArray[np.int64]:
        reach = weights * (holds[:, list(board)].sum(axis=1) == 0.0)
        facing = meets @ reach[1 - player]
        held = (reach[player] > 0.0) & (facing > 0.0)
        ahead = runs.ahead(board[len(rules.deck.board) :], reach)[player]
        share = np.where(held, 0.5 + ahead / (2.0 * np.where(held, facing, 1.0)), 0.5)
        found = (share > 2 / 3).astype(np.int64) - (share < 1 / 3)
        for hand in np.flatnonzero(np.minimum(abs(share - 2 / 3), abs(share - 1 / 3)) < 1e-9).tolist():
            found[hand] = equity_grade(showdown_equity(game, hand, board, player))  # rounding would decide
        return found

    return lru_cache(maxsize=None)(by_run_outs)


def dealt_grades(game: PokerGame) -> Callable[[int, tuple[int, ...]], npt.NDArray[np.int64]]:
    """``hand_grades`` where any cards are a hand of two: all hands at once, by the cards that may still come."""

    def grade(player: int, board: tuple[int, ...]) -> npt.NDArray[np.int64]:
        twice, most = count_wins(game, board)
        return (3 * twice > 2 * most).astype(np.int64) - (3 * twice < most)

    return lru_cache(maxsize=KEPT_BOARDS)(grade)


def honest_action(strength: Fraction, legal: tuple[int, ...]) -> int:
    """Bet or raise with an equity above 2/3, call with one of at least 1/3, else check or fold: never a bluff or a trap."""
    return action_of_grade(equity_grade(strength), legal)


def equity_grade(strength: Fraction) -> int:
    """1 for an equity above 2/3, -1 for one below 1/3, else 0."""
    return int(strength > Fraction(2, 3)) - int(strength < Fraction(1, 3))


def action_of_grade(value: int, legal: tuple[int, ...]) -> int:
    """The action of ``honest_action`` with a hand of this grade."""
    wanted = {1: BET, 0: CALL, -1: FOLD}[value]
    return wanted if wanted in legal else CALL


def showdown_equity(game: PokerGame, hand: int, board: tuple[int, ...], player: int = 0) -> Fraction:
    """Chance that ``hand`` beats a random hand of the opponent (of the range) at the end, ties counted half; exact."""
    rules = game.rules
    cards_to_come = sum(r.public_cards for r in rules.betting.rounds) + len(rules.deck.board) - len(board)
    known = rules.deck.hands[hand] + board

    def won(opponent: int, cards: tuple[int, ...]) -> int:
        """Twice the ways of the cards to come in which ``hand`` wins, and once those in which it ties."""
        if len(cards) < len(board) + cards_to_come:
            seen = rules.deck.hands[hand] + rules.deck.hands[opponent] + cards
            ways = [(card, rules.deck.ways((card,), seen)) for card in range(len(rules.deck.names))]
            return sum(count * won(opponent, (*cards, card)) for card, count in ways if count)
        mine, other = game.strength(hand, cards), game.strength(opponent, cards)
        return 2 if mine > other else 1 if mine == other else 0

    weights = whole_weights(None if rules.weights is None else rules.weights[1 - player], len(rules.deck.hands))
    ways = [
        (o, weight * rules.deck.ways(cards, known))
        for o, (cards, weight) in enumerate(zip(rules.deck.hands, weights, strict=True))
    ]
    left = rules.deck.copies * len(rules.deck.names) - len(known) - rules.deck.hole_cards
    runouts = prod(range(left - cards_to_come + 1, left + 1))
    return Fraction(sum(count * won(o, board) for o, count in ways if count), 2 * runouts * sum(count for _, count in ways))


@lru_cache(maxsize=8)
def whole_weights(weights: tuple[float, ...] | None, hands: int) -> tuple[int, ...]:
    """Whole numbers in the same proportions; all 1 for None."""
    if weights is None:
        return (1,) * hands
    ratios = [weight.as_integer_ratio() for weight in weights]
    common = max(denominator for _, denominator in ratios)  # all are powers of two
    return tuple(numerator * (common // denominator) for numerator, denominator in ratios)
