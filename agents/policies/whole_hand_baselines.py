"""Baselines for whole hands of hold'em: by name, as agents, and queried for all hands at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import GameLike, State, game_of, short_name
from pokerzoo.envs.environments.playable import infoset_in
from pokerzoo.envs.poker.cards import COMBO_CLASSES, COMBOS, unblocked
from pokerzoo.envs.poker.preflop_equities import combo_equities
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.support.errors import ParameterError, Shown, did_you_mean
from pokerzoo.envs.support.parameters import check_int
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.keys import row_at, state_at_key
from pokerzoo.envs.whole_hands.row import BOARD, DECK_CARDS, NUM_BOARD
from pokerzoo.envs.whole_hands.showdown import bit_of
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .asked_baseline import Baseline
from .whole_hand_decisions import (
    EQUITY,
    HONEST,
    RANDOM,
    STYLES,
    decide_action,
    decide_for_hands,
    decide_in_rows,
    equity_against,
    hand_equities,
    opponents_met,
)

SAMPLES = 200
ORDER_SAMPLES, ORDER_SEED = 4000, 1
"""Samples for each starting hand that put them in order with a deck other than the standard one, and their seed."""
KEPT_BOARDS = 64


class WholeHandBaseline(Baseline):
    """A baseline of whole hands, at a table: its decisions are compiled.

    Attributes:
        game: what is played.
        name: of the baseline.
        player: int64 [columns]: style, samples and seed, for compiled functions.
        shares: float64 [52, 52]: of two cards the share of starting hands that are as good or better.

    >>> from pokerzoo.envs import make_game
    >>> tight = WholeHandBaseline(make_game("texas_holdem"), "tight")
    >>> tight.action_at("8d5h|")  # 0 folds
    0
    """

    game: TexasHoldemGame

    def __init__(self, game: GameLike, name: str, *, samples: int = SAMPLES, seed: int = 0) -> None:
        """Make a baseline.

        Args:
            game: what is played: a ``texas_holdem``.
            name: one of ``STYLES``.
            samples: of ``equity`` and ``honest``: how often they draw the cards that they do not see.
            seed: of these draws.

        Raises:
            ValueError: no such baseline or game, or not such numbers.
        """
        game = game_of(game)
        if not isinstance(game, TexasHoldemGame):
            raise ParameterError("game", Shown(short_name(game)), "baselines of whole hands are for texas_holdem")
        if name not in STYLES:
            raise ParameterError("name", name, f"no such baseline; allowed: {', '.join(STYLES)}{did_you_mean(name, STYLES)}")
        check_int("samples", samples, 1, 10**9)
        check_int("seed", seed, 0, 2**63 - 1)
        super().__init__(game, name)
        self.player: Int64s = np.array([STYLES.index(name), samples, seed], dtype=np.int64)
        self.shares = starting_shares(game)
        self._equities_kept: Cache[Floats] = Cache(KEPT_BOARDS)

    @property
    def draws(self) -> bool:
        """True if it plays at random."""
        return bool(self.player[0] == RANDOM)

    def act(
        self,
        observation: npt.NDArray[np.float32],
        action_mask: npt.NDArray[np.int8],
        info: Mapping[str, Any],
        rng: np.random.Generator,
    ) -> int:
        """Choose an action by the infoset's key, which has the player's cards and all that is public.

        Args:
            observation: float32 [entries], what the player sees; ignored.
            action_mask: int8 [actions], 1 where legal; ignored.
            info: holds ``info["infoset"]``, as in ``Agent.act``.
            rng: a number of it is drawn if it plays at random.
        """
        infoset = infoset_in(info)
        game: TexasHoldemGame = getattr(infoset, "game", self.game)  # in a session: the hand's stacks and button
        number = rng.random() if self.draws else 0.0
        return int(decide_action(game.rules_row, row_at(game, str(infoset["key"])), self.player, self.shares, number))

    def action_at(self, key: str, number: float = 0.0) -> int:
        """The action at an infoset.

        Args:
            key: of the infoset.
            number: from 0 to 1, for the baseline that plays at random.
        """
        return self.action_in(row_at(self.game, key), number)

    def action_in(self, row: Int64s, number: float = 0.0) -> int:
        """The action in a hand. It reads no more than the player knows.

        Args:
            row: int64 [columns]: the hand; a player is to act.
            number: from 0 to 1, for the baseline that plays at random.
        """
        return int(decide_action(self.game.rules_row, row, self.player, self.shares, number))

    def actions_in_rows(self, rows: Int64s, hands: Int64s, numbers: Floats) -> Int64s:
        """The actions in many hands: int64 [asked].

        Args:
            rows: int64 [all hands, columns].
            hands: int64 [asked]: which of them; a player is to act there.
            numbers: float64 [asked], from 0 to 1: for the baseline that plays at random.
        """
        actions = np.empty(len(hands), dtype=np.int64)
        decide_in_rows(self.game.rules_row, rows, hands, self.player, self.shares, numbers, actions)
        return actions

    def action_probabilities(self, where: State | str) -> dict[int, float]:
        """Probability of each legal action, by action.

        Args:
            where: a state, or the key of an infoset.
        """
        state = where if isinstance(where, TexasHoldemState) else state_at_key(self.game, str(where))
        legal = state.legal_actions()
        if self.draws:
            return dict.fromkeys(legal, 1 / len(legal))
        action = int(decide_action(state.game.rules_row, state.row, self.player, self.shares, 0.0))
        return dict.fromkeys(legal, 0.0) | {action: 1.0}

    def strategy(self, decision: TexasHoldemState, hands: Int64s | None = None) -> Floats:
        """float64 [legal actions, hands]: the strategy of the player to act.

        Args:
            decision: a player is to act. Of its cards only the public ones are read.
            hands: the numbers of hands; the columns of others do not count. None: all that share no card with the board.
        """
        if self.draws:
            return super().strategy(decision)
        cards = self.game.rules.deck.hand_cards
        wanted = np.full(len(cards), float(hands is None))
        wanted[[] if hands is None else hands] = 1.0
        wanted = np.where(unblocked(cards, decision.board), wanted, 0.0)
        row, legal = decision.row.copy(), decision.legal_actions()
        rules = decision.game.rules_row
        return style_answers(rules, row, self.player, self.shares, cards, wanted, legal, self._equities_kept)


def style_answers(
    rules: Int64s,
    row: Int64s,
    player: Int64s,
    shares: Floats,
    cards: Int64s,
    wanted: Floats,
    legal: tuple[int, ...],
    kept: Cache[Floats],
) -> Floats:
    """float64 [legal actions, hands]: the actions of a style that is not random, for the requested hands.

    Args:
        rules: int64 [columns].
        row: int64 [columns], which is written to: a hand in which a player is to act.
        player: int64 [columns]: style, samples and seed.
        shares: float64 [52, 52]: see ``WholeHandBaseline``.
        cards: int64 [hands, 2].
        wanted: float64 [hands], above 0 where asked.
        legal: the legal actions.
        kept: equities of the hands on the boards before.
    """
    actions, equities, style = np.empty(len(cards), dtype=np.int64), np.empty(0), int(player[0])
    if style in (EQUITY, HONEST):
        board, others = row[BOARD : BOARD + row[NUM_BOARD]].copy(), int(opponents_met(rules, row, style))

        def sampled() -> Floats:
            result = np.empty(len(cards))
            hand_equities(rules, cards, board, others, int(player[1]), int(player[2]), result)
            return result

        equities = kept.get((tuple(board.tolist()), others), sampled)
    decide_for_hands(rules, row, player, shares, cards, wanted, equities, actions)
    answer, answered = np.zeros((len(legal), len(cards))), np.flatnonzero(actions >= 0)
    answer[np.searchsorted(legal, actions[answered]), answered] = 1.0
    return answer


@lru_cache(8)
def starting_shares(game: TexasHoldemGame) -> Floats:
    """float64 [52, 52]: for two cards, the share of starting hands that do at least as well against a random hand."""
    rules = game.rules_row
    deck = rules[DECK_CARDS : DECK_CARDS + len(game.rules.deck.names)].tolist()
    inside = np.isin(COMBOS, deck).all(axis=1)
    combos, classes = COMBOS[inside], COMBO_CLASSES[inside]
    if game.has_preflop_table:
        strength = combo_equities().sum(axis=1)
    else:  # by samples, one combo of each class
        _, first, members = np.unique(classes, return_index=True, return_inverse=True)
        words = [sum(bit_of(rules, deck.index(card)) for card in combo) for combo in combos[first].tolist()]
        strength = np.array([equity_against(rules, word, 0, 0, 1, ORDER_SAMPLES, ORDER_SEED) for word in words])[members]
    by_class = np.bincount(classes, strength) / np.maximum(np.bincount(classes), 1)
    values = np.round(by_class[classes], 9)
    shares = np.ones((52, 52))
    better = (values[None, :] >= values[:, None]).mean(axis=1)
    shares[combos[:, 0], combos[:, 1]] = shares[combos[:, 1], combos[:, 0]] = better
    shares.flags.writeable = False
    return shares
