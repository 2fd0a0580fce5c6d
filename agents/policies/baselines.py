"""Baselines: simple fixed strategies to be beaten, as policies (and so as agents) of one game."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import prod

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import BET, CALL, FOLD
from pokerzoo.envs.support.parameters import did_you_mean

from .policy import TabularPolicy

PREFERENCES = {"always_call": (CALL,), "always_fold": (FOLD, CALL), "always_raise": (BET, CALL)}
"""Action ids in order of preference: the first legal one is taken. (Folding where checking is free is not legal.)"""
BASELINES = ("random", *PREFERENCES, "honest")
"""Names that ``baseline_policy`` knows, and whatever takes players."""


def baseline_policy(game: Game, name: str) -> TabularPolicy:
    """A baseline of ``game``.

    ``random``: every legal action with equal probability. ``always_call``: check or call. ``always_fold``: fold, or check
    where that is free. ``always_raise``: bet or raise, else call. ``honest``: see ``honest_action``. All but ``random`` are
    for poker games.

    Raises:
        ValueError: no such baseline, or not for this game.
    """
    if name not in BASELINES:
        raise ValueError(f"name={name!r}: no such baseline; allowed: {', '.join(BASELINES)}{did_you_mean(name, BASELINES)}")
    if name == "random":
        probabilities = game.infosets.uniform()
    elif not isinstance(game, PokerGame):
        raise ValueError(f"name={name!r}: {game} is not a poker game, which this baseline needs; allowed: random")
    elif name == "honest":
        probabilities = honest(game)
    else:
        probabilities = game.infosets.pure(lambda legal: next(action for action in PREFERENCES[name] if action in legal))
    return TabularPolicy(game, probabilities, {"baseline": name})


def best_response_policy(policy: TabularPolicy) -> TabularPolicy:
    """For every seat the best response to ``policy`` in all the others: the strongest exploiter there is.

    Where the others' policy never leads it takes the first of equally good actions.
    """
    evaluator = policy.game.evaluator()
    evaluator.evaluate_policy(policy.probabilities)
    return TabularPolicy(policy.game, evaluator.best_responses(), {"baseline": "best_response"})


def honest(game: PokerGame) -> npt.NDArray[np.float64]:
    """The strategy of ``honest_action`` in every infoset."""
    table, strategy = game.infosets, np.zeros(game.infosets.size)
    grades: dict[tuple[int, tuple[int, ...]], npt.NDArray[np.int64]] = {}
    for public in table.public_states():
        hands, asked = table.hands(public), (public.actor if game.rules.weights else 0, public.board)
        if asked not in grades:
            grades[asked] = np.array([grade(equity(game, hand, public.board, public.actor)) for hand in hands])
        legal = public.legal_actions
        places = np.array([legal.index(action_of_grade(value, legal)) for value in (-1, 0, 1)])
        strategy[table.entries(public)[places[grades[asked] + 1], hands]] = 1.0
    return strategy


def honest_action(strength: Fraction, legal: tuple[int, ...]) -> int:
    """Bet or raise with an equity above 2/3, call with one of at least 1/3, else check or fold: never a bluff or a trap."""
    return action_of_grade(grade(strength), legal)


def grade(strength: Fraction) -> int:
    """1 for an equity above 2/3, -1 for one below 1/3, else 0."""
    return int(strength > Fraction(2, 3)) - int(strength < Fraction(1, 3))


def action_of_grade(value: int, legal: tuple[int, ...]) -> int:
    """What ``honest_action`` takes with a hand of this ``grade``."""
    wanted = {1: BET, 0: CALL, -1: FOLD}[value]
    return wanted if wanted in legal else CALL


def equity(game: PokerGame, hand: int, board: tuple[int, ...], player: int = 0) -> Fraction:
    """Chance that ``hand`` beats one hand of the opponent at the end, ties counted half, with the public cards ``board`` up.

    The opponent's hand is a random one, or one of the opponent's range where the game has ranges; it shares no card with
    ``hand``. Exact, in whole numbers: an equity of 1/3 must be 1/3.
    """
    rules = game.rules
    cards_to_come = sum(r.public_cards for r in rules.rounds) + len(rules.board) - len(board)
    known = rules.hands[hand] + board

    def won(opponent: int, cards: tuple[int, ...]) -> int:
        """Twice the ways of the cards to come in which ``hand`` wins, and once those in which it ties."""
        if len(cards) < len(board) + cards_to_come:
            seen = rules.hands[hand] + rules.hands[opponent] + cards
            ways = [(card, rules.ways((card,), seen)) for card in range(len(rules.deck))]
            return sum(count * won(opponent, (*cards, card)) for card, count in ways if count)
        mine, other = game.strength(hand, cards), game.strength(opponent, cards)
        return 2 if mine > other else 1 if mine == other else 0

    weights = whole_weights(None if rules.weights is None else rules.weights[1 - player], len(rules.hands))
    ways = [(o, weight * rules.ways(cards, known)) for o, (cards, weight) in enumerate(zip(rules.hands, weights, strict=True))]
    left = rules.copies * len(rules.deck) - len(known) - rules.hole_cards
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
