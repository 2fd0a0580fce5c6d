"""Baselines: simple fixed strategies to be beaten, as policies (and so as agents) of one game."""

from __future__ import annotations

from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.envs.core import Game, GameLike, game_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.state import PokerGameBase
from pokerzoo.envs.support.errors import ParameterError, did_you_mean

from .asked_baseline import PREFERENCES, Baseline, preferred
from .policy import TabularPolicy
from .policy_tables import decisions_of, from_answers

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
    """A baseline that is queried on demand."""
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
