"""Baselines: simple fixed strategies to be beaten, as policies (and so as agents) of one game.

Those of whole hands play hold'em spots, too: a spot's betting and board become the rows that their decisions read.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.envs.core import Game, GameLike, game_of
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.cards import CARD_NAMES, unblocked
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.state import PokerGameBase
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.support.errors import ParameterError, did_you_mean
from pokerzoo.envs.whole_hands.row import BOARD, DECK_CARDS, HOLES, MOVES, NUM_BOARD
from pokerzoo.envs.whole_hands.rows_of_rules import put_deck

from .asked_baseline import PREFERENCES, Baseline, preferred
from .policy import TabularPolicy
from .policy_tables import decisions_of, from_answers
from .whole_hand_baselines import KEPT_BOARDS, SAMPLES, style_answers
from .whole_hand_decisions import STYLES

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


RIVER = 3
BEFORE_THE_FLOP = np.ones((52, 52))
"""Shares of starting hands, which nobody asks for here."""
WHOLE_NUMBERS = 50
"""Bits of the chips of a line; of more, as after odd shares of the pot, the lowest are dropped."""
CHIPS = np.r_[col.HIGHEST, col.LAST_RAISE, col.DEAD, col.CALL_TO : col.MOST_TO + 1, col.POT, col.STACKS : col.BETTING_WIDTH]


class SpotBaseline(Baseline):
    """A baseline of whole hands on a flop, a turn or a river of hold'em.

    Attributes:
        game: what is played.
        name: one of ``STYLES``.
    """

    game: HoldemGame

    @cached_property
    def _rules_row(self) -> Int64s:
        betting, names = self.game.rules.betting, self.game.rules.deck.names
        row = np.zeros(DECK_CARDS + len(CARD_NAMES), dtype=np.int64)
        row[[col.NUM_PLAYERS, col.NUM_SIZES, col.LAST_STREET]] = betting.num_players, betting.rules_row[col.NUM_SIZES], RIVER
        put_deck(row, [CARD_NAMES.index(name) for name in names])
        return row

    @cached_property
    def _equities_kept(self) -> Cache[Floats]:
        return Cache(KEPT_BOARDS)

    def strategy(self, decision: Any, hands: Int64s | None = None) -> Floats:
        """float64 [legal actions, hands]: its strategy at a decision, for all hands.

        Args:
            decision: a player is to act.
            hands: ignored.
        """
        player, cards = np.array([STYLES.index(self.name), SAMPLES, 0], dtype=np.int64), self.game.rules.deck.hand_cards
        wanted, row = unblocked(cards, decision.board).astype(np.float64), hand_row(decision.line, decision.board)
        return style_answers(
            self._rules_row, row, player, BEFORE_THE_FLOP, cards, wanted, decision.legal_actions(), self._equities_kept
        )


def hand_row(line: Line, board: tuple[int, ...]) -> Int64s:
    """A line and a board as a hand of which no hole cards are known, int64 [columns]."""
    chips = np.array(line.row, dtype=object)
    chips[CHIPS] >>= max(0, max(abs(number) for number in line.row).bit_length() - WHOLE_NUMBERS)
    row = np.zeros(MOVES, dtype=np.int64)
    row[: col.BETTING_WIDTH] = chips.astype(np.int64)
    row[HOLES:] = -1
    row[NUM_BOARD], row[BOARD : BOARD + len(board)] = len(board), board
    return row
