"""Leaks in poker, whose decisions lie on public lines, and in hold'em, whose hands are of classes."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import TabularPolicy
from pokerzoo.agents.policies.policy import own_state
from pokerzoo.envs.core import short_name
from pokerzoo.envs.poker.cards import CARD_NAMES, CLASS_NAMES
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState, line_as_history
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.parameters import brief
from pokerzoo.evaluation.measures.leak_values import NOTHING_LOST, leak_values, poker_table

from .leaks import Each, Leak, Leaks, line_text
from .line_leaks import LineLeaks
from .spot_lines import find_line, line_of
from .spot_values import SpotValues
from .three_way_values import ThreeWayValues, spot_values

WHOLE_TABLE = 100_000
"""With more infosets than this ``Leaks.table`` has a row for each public state."""


class PokerLeaks(Leaks):
    """Leaks of a poker game: rows can be nodes and lines, too."""

    game: PokerGame
    choices: tuple[Each, ...] = ("infoset", "node", "line")

    def on(self, line: str | PublicState = "") -> LineLeaks:
        public = self._public(line)
        return self._line_leaks(public, self.policy.strategy(public))

    def _line_leaks(
        self,
        public: PublicState,
        strategy: Floats,
        weight: Floats | None = None,
        hand_classes: npt.NDArray[np.int32] | None = None,
    ) -> LineLeaks:
        chips, best = self._values.at(public)
        strategy = np.where(best >= 0, strategy, np.nan)
        names, hands = public.line.action_names, self.game.rules.deck.hand_names
        name, total = self.game.player_names[public.actor], self.amount(float(chips.sum()))
        return LineLeaks(
            public, line_of(public), public.actor, name, total, names, hands, chips, best, strategy, weight, hand_classes
        )

    def _ranked(self, count: int, each: Each, players: list[int], frequencies: bool = True) -> tuple[Leak, ...]:
        if each not in self.choices or each == "infoset" or not count:
            return super()._ranked(count, each, players)
        found: list[tuple[float, int, int, int]] = []  # minus chips, decision point, board, class
        least = NOTHING_LOST
        for number, point in enumerate(self.game.infosets.points):
            if point.line.actor in players:
                own = self._grouped(number, each)
                more = np.flatnonzero(own > least)
                if len(more) > count:
                    more = more[own.flat[more] >= np.partition(own.flat[more], -count)[-count]]
                rows = zip((-own.flat[more]).tolist(), *np.unravel_index(more, own.shape), strict=True)
                found = sorted([*found, *((minus, number, int(board), int(kind)) for minus, board, kind in rows)])[:count]
                least = max(least, -found[-1][0]) if len(found) == count else least
        return tuple(self._together(-minus, number, board, kind, each, frequencies) for minus, number, board, kind in found)

    def _grouped(self, number: int, each: Each) -> Floats:
        """float64 [boards, hand classes]: chips at a decision point. All boards, or all hands, may count as one."""
        chips, _, boards = self._values.on_boards(number)
        sums = chips.sum(axis=1, keepdims=True)[boards]
        return np.asarray(sums if each == "node" else sums.sum(axis=0, keepdims=True))

    def _public(self, line: str | PublicState) -> PublicState:
        table = poker_table(self.game)
        if isinstance(line, PublicState):
            try:
                public: PublicState | None = own_state(table, line)
            except KeyError:
                public = None
        else:
            public = self._find(line)
        if public is None or public.line not in table.point_of:
            such_as = line_text(table[-1].key.partition("|")[2])
            given = line.history if isinstance(line, PublicState) else line
            raise ValueError(
                f"line={brief(given)}: no line of {short_name(self.game)} on which a player acts; one is {brief(such_as)}"
            )
        return public

    def _find(self, line: str) -> PublicState | None:
        if not isinstance(line, str):
            raise ValueError(f"line={brief(line)}: must be a string, or a public state")
        return self.game.infosets.find(line_as_history(self.game.rules, line))

    def _hand_and_line(self, key: str) -> tuple[str | None, str | None]:
        hand, _, line = key.partition("|")
        return hand, line_text(line)

    def _together(self, chips: float, number: int, board: int, hand_class: int, each: Each, frequencies: bool) -> Leak:
        point = self.game.infosets.points[number]
        player, hand = point.line.actor, CLASS_NAMES[hand_class] if each == "hand_class" else None
        if each == "line":
            return Leak(player, None, line_text(point.line.text), hand, **self._amounts(chips), policy=None, best_response=None)
        public = PublicState(self.game.rules, point.line, self.game.rules.deck.board + point.places.boards.boards[board])
        policy, best = self._frequencies(public, hand, hand_class) if frequencies else (None, None)
        return Leak(player, None, line_of(public), hand, **self._amounts(chips), policy=policy, best_response=best)

    def _frequencies(
        self, public: PublicState, hand: str | None, hand_class: int
    ) -> tuple[dict[str, float] | None, dict[str, float] | None]:
        """Frequencies of each action of a class, or all hands, in a public state, and the best response, if known."""
        return None, None

    @property
    def _table_each(self) -> Each:
        if len(self.game.infosets) <= WHOLE_TABLE:
            return "infoset"
        nodes = sum(len(point.places.boards.boards) for point in self.game.infosets.points)
        return "node" if nodes <= WHOLE_TABLE else "line"


class HoldemLeaks(PokerLeaks):
    """Leaks of hold'em, in a spot or from the blinds on: rows can be hand classes, too; weights and frequencies are known."""

    choices: tuple[Each, ...] = ("hand_class", "infoset", "node", "line")

    def on(self, line: str | PublicState = "") -> LineLeaks:
        public = self._public(line)
        street, node = self._reaches.street_of(public)
        weight = street.reach[public.actor, node] * street.opponent_reach[public.actor, node]
        weight /= weight.sum() or 1.0
        return self._line_leaks(public, street.strategies[node], weight, self.game.rules.deck.hand_classes)

    def _find(self, line: str) -> PublicState | None:
        return find_line(self.game, line)

    def _grouped(self, number: int, each: Each) -> Floats:
        if each != "hand_class":
            return super()._grouped(number, each)
        chips, hands, boards = self._values.on_boards(number)
        classes = self.game.rules.deck.hand_classes[hands]
        order = np.argsort(classes, kind="stable")
        present, first = np.unique(classes[order], return_index=True)
        sums = np.zeros((len(chips), len(CLASS_NAMES)))
        sums[:, present] = np.add.reduceat(chips[:, order], first, axis=1)
        return np.asarray(sums[boards])

    def _frequencies(self, public: PublicState, hand: str | None, hand_class: int) -> tuple[dict[str, float], dict[str, float]]:
        wanted = np.ones(1) if hand is None else (self.game.rules.deck.hand_classes == hand_class).astype(np.float64)
        street, node = self._reaches.street_of(public)
        weights = wanted * street.reach[public.actor, node] * street.opponent_reach[public.actor, node]
        best = np.arange(len(public.line.moves))[:, None] == self._values.at(public)[1]
        shares = np.stack([street.strategies[node], best]) @ weights / (weights.sum() or 1.0)
        one, two = (dict(zip(public.line.action_names, own, strict=True)) for own in shares.tolist())
        return one, two

    @cached_property
    def _reaches(self) -> SpotValues | ThreeWayValues:
        return spot_values(self.game, self.policy)


def has_hand_classes(game: PokerGame) -> bool:
    """True if hands are any two cards of the standard deck, or of a part of it, whose suits are alike."""
    rules = game.rules
    pairs = rules.deck.has_pair_hands and rules.num_players == 2 and rules.hand_sets is not None
    return pairs and len(rules.deck.symmetries) > 1 and set(rules.deck.names) <= set(CARD_NAMES)


def poker_leaks(game: PokerGame, policy: TabularPolicy) -> PokerLeaks:
    """Leaks of a poker game."""
    return (HoldemLeaks if has_hand_classes(game) else PokerLeaks)(game, policy, leak_values(game, policy))


def spot_leaks(game: PokerGame, policy: TabularPolicy) -> HoldemLeaks:
    """Leaks of a hold'em spot."""
    return HoldemLeaks(game, policy, leak_values(game, policy))
