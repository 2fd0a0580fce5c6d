"""A policy of a game that deals some flops, played where all flops are dealt: how it plays the others."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs import Game, make_game
from pokerzoo.envs.core import short_name
from pokerzoo.envs.environments.playable import HandsPolicy
from pokerzoo.envs.games.flop_weights import ALL
from pokerzoo.envs.poker.cards import CARD_PERMUTATIONS
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats, Int64s

from .equity_on_board import count_wins
from .policy import TabularPolicy

if TYPE_CHECKING:
    from pokerzoo.envs.poker.suit_orbits import Orbits


def on_all_flops(policy: TabularPolicy) -> HandsPolicy:
    """Policy of the game with all flops that plays as a policy of the game with some of them.

    Before the flop, and on flops that are among these, it plays what the policy plays. Another flop is played as the most
    similar one of these (docs/boards.md has the measure). A hand plays there as the hands do that are as strong: of the
    nearest equity against all hands, in the mean over hands of this equity. Where hands are shown on the flop, equity is what
    a hand wins then; where turn and river come, it counts all run-outs.

    So ``exploitability(make_game(..., flops="all"), on_all_flops(policy))`` says what it costs in the game with all flops that
    some of them stood for all.

    Args:
        policy: a policy of ``flop_holdem``, or of ``preflop_holdem`` with ``last_street="flop"``, made with
            ``flops="flops:N"``.

    Returns:
        An answer for all hands of a public state, probabilities [actions, hands]; suits are treated alike.

    Raises:
        ValueError: a policy of another game.

    >>> from pokerzoo.agents import TabularPolicy, on_all_flops
    >>> from pokerzoo.envs import make_game
    >>> on_all_flops(TabularPolicy.uniform(make_game("kuhn")))
    Traceback (most recent call last):
    ...
    ValueError: policy: of kuhn(...); must be of a game from the blinds on that ends on the flop, with flops='flops:N'
    """
    game = policy.game
    if not isinstance(game, PokerGame) or not game.rules.deal_weights or game.rules.deals_with_betting != 1:
        raise ValueError(
            f"policy: of {short_name(game)}; must be of a game from the blinds on that ends on the flop, with flops='flops:N'"
        )
    return HandsPolicy(FlopTranslator(policy, game).ask, suits_alike=True)


def with_all_flops(game: Game) -> Game:
    """The same game with all flops."""
    return make_game(game.name, **game.params | {"flops": ALL})


class FlopTranslator:
    """Answers for a game with all flops, made of a policy's answers on some."""

    def __init__(self, policy: TabularPolicy, game: PokerGame) -> None:
        self.policy, self.game = policy, game
        self.line_of = {line.pieces: line for line in game.rules.lines}
        self.similar = similar_flop(game)
        self.like = lru_cache(None)(self._similar_hands)
        self.equity = lru_cache(None)(self._equity)

    def ask(self, public: PublicState) -> Floats:
        """Probabilities [actions, hands] of a public state of the game with all flops."""
        line, flop = self.line_of[public.betting.pieces], public.board
        if not flop or self.game.rules.deal_share(flop) > 0.0:
            return self.policy.strategy(PublicState(line, flop))
        other, alive, group, nearest = self.like(flop)
        shares = self.policy.strategy(PublicState(line, other))
        found = np.zeros(shares.shape)
        counts = np.bincount(group)
        for own, there in zip(found, shares, strict=True):
            own[alive[0]] = (np.bincount(group, weights=there[alive[1]]) / counts)[nearest]
        return found

    def _similar_hands(self, flop: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[Int64s, Int64s], Int64s, Int64s]:
        """(the most similar flop, hands that each leaves, groups of equal equity there, the group that each hand plays as)."""
        other = self.similar(flop)
        mine, theirs = self.equity(flop), self.equity(other)
        alive = np.flatnonzero(mine >= 0.0), np.flatnonzero(theirs >= 0.0)
        levels, group = np.unique(theirs[alive[1]], return_inverse=True)
        own = mine[alive[0]]
        above = np.clip(np.searchsorted(levels, own), 1, len(levels) - 1)
        nearest = np.where(own - levels[above - 1] <= levels[above] - own, above - 1, above)
        return other, alive, group, nearest

    def _equity(self, flop: tuple[int, ...]) -> Floats:
        """float64 [hands]: equity against all hands over all cards to come; -1 of hands that share a card with the flop."""
        twice, most = count_wins(self.game, flop)
        return np.where(np.isin(self.game.rules.hand_cards, flop).any(axis=1), -1.0, twice / most)


def similar_flop(game: PokerGame) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """(flop) -> the flop that is dealt in a game and is most similar to it; of equally similar ones the first."""
    from pokerzoo.envs.poker.flop_subsets import flop_similarity
    from pokerzoo.envs.poker.suit_orbits import ALL_SUIT_PERMUTATIONS, orbits_of

    flops: Orbits = orbits_of(3, ALL_SUIT_PERMUTATIONS)
    number = {int(own): k for k, own in enumerate(flops.sets.tolist())}
    cards = [tuple(card for card in range(51, -1, -1) if own >> card & 1) for own in flops.sets.tolist()]
    dealt = np.array([k for k, own in enumerate(cards) if game.rules.deal_share(own) > 0.0])
    alike = flop_similarity(dealt).astype(np.float64)
    own = np.sqrt(np.array([flop_similarity(np.array([k]))[0, k] for k in range(len(cards))], dtype=np.float64))
    best = dealt[np.argmax(alike / own[dealt][:, None] / own, axis=0)]

    def find(flop: tuple[int, ...]) -> tuple[int, ...]:
        images = (sum(1 << exchange[card] for card in flop) for exchange in CARD_PERMUTATIONS)
        return cards[int(best[next(number[own] for own in images if own in number)])]

    return find
