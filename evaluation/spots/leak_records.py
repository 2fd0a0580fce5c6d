"""EV lost by decisions, as records: by one or several together, and hand by hand on a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from pokerzoo.envs.drawing.colours import named_colours
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Bools, Floats, Int32s, Int64s
from pokerzoo.envs.support.records import INTERNAL, Chips, Percent, Record, Share, json_key


@dataclass(frozen=True)
class LeakAmount(Record):
    """EV lost in all units.

    Attributes:
        chips: chips a hand (one play of the game); never below 0.
        pot_percent: in percent of the starting pot; None where there is none.
        share: as a part of NashConv, 0 to 1: the shares of all leaks add up to 1.
    """

    chips: Chips
    pot_percent: Percent | None
    share: Share

    def part(self, chips: float) -> LeakAmount:
        """A part of it in all units.

        Args:
            chips: the part, chips a hand.
        """
        ratio = chips / self.chips if self.chips > 0 else 0.0
        return LeakAmount(chips, None if self.pot_percent is None else ratio * self.pot_percent, ratio * self.share)


@dataclass(frozen=True)
class Leak(LeakAmount):
    """EV lost by one decision, or by several together.

    Attributes:
        chips: EV lost by it, chips a hand (one play of the game).
        pot_percent: the same in percent of the starting pot; None where there is none.
        share: the same as a part of NashConv.
        player: the player who decides.
        infoset: key of the infoset; None for several hands together.
        line: in poker, the betting and the public cards before the decision, ``xb60c/2h/x``, with ``?`` for each card where all
            cards are together; None in other games.
        hand: in poker, the hand, or the hand class, ``AKs``; None for all hands together, and in other games.
        weight: of a hand class, its part of the range of the player who acts here, 0 to 1; else None.
        policy: the probability of each action, by name; of several hands together how often they take it; None where all public
            cards are together or the player never has these hands, and for several hands in games other than hold'em.
        best_response: the same of the best response (the first action, if several are best).

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import leaks
        >>> leak = leaks(make_game("kuhn"), "random").ranked(top=1)[0]
        >>> leak.infoset, round(leak.chips, 4), leak.policy, leak.best
        ('K|b', 0.25, {'fold': 0.5, 'call': 0.5}, 'call')
    """

    player: int
    infoset: str | None = None
    line: str | None = None
    hand: str | None = None
    weight: Share | None = None
    policy: Mapping[str, float] | None = None
    best_response: Mapping[str, float] | None = None

    @property
    @json_key
    def when(self) -> str | None:
        """The line in words."""
        return None if self.line is None else line_heading(self.line)

    @property
    @json_key
    def colours(self) -> list[str] | None:
        """Colours of the actions, as in all pictures."""
        return None if self.policy is None else named_colours(list(self.policy))

    @property
    @json_key
    def best(self) -> str | None:
        """Action that the best response takes; of several hands together, the action that most of them take."""
        return max(self.best_response, key=self.best_response.__getitem__) if self.best_response else None


@dataclass(frozen=True, eq=False, repr=False)
class LineLeaks(Record):
    """EV lost by each hand that the player who acts in a public state can have; made by ``Leaks.on``.

    Attributes:
        public: the public state.
        line: its line, cards between slashes: ``xb60c/2h/x``.
        player: the player who acts.
        name: what the player is called.
        total: EV lost by all hands together.
        actions: names of the actions.
        numbers: int64 [hands]: the hands that can be here, as indices into all hands of the game; the last index of the arrays.
        chips: float64 [hands]: EV lost with each, chips a hand.
        best: int64 [hands]: index of the best response's action.
        strategy: float64 [actions, hands]: of the policy.
        weight: float64 [hands]: part of the player's range that each hand is here. The sum is 1, or 0 at a node that is
            never reached. None in games other than hold'em.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import leaks
        >>> game = make_game(
        ...     "holdem", board="QsJh2h8d3c", ranges=("QQ+,AKs", "JJ-99,AQs"), pot=100, stack=100, bet_sizes="50%"
        ... )
        >>> lost = leaks(game, "random").on("b50")
        >>> lost.player, lost.actions, round(float(lost.chips.sum()), 2)
        (1, ('fold', 'call', 'raise to 100'), 14.71)
        >>> first = lost.hand_classes[0]
        >>> first.hand, round(first.chips, 3), round(first.weight, 3), first.best
        ('AQs', 1.646, 0.12, 'raise to 100')
    """

    public: PublicState = field(metadata=INTERNAL)
    line: str
    player: int
    name: str
    total: LeakAmount
    actions: tuple[str, ...]
    numbers: Int64s = field(metadata=INTERNAL)
    chips: Floats
    best: Int64s
    strategy: Floats
    weight: Floats | None

    def __repr__(self) -> str:
        return f"<LineLeaks {self.line!r}: {self.chips.sum():.6g} chips a hand>"

    @property
    @json_key
    def hands(self) -> list[str]:
        """Names of the hands."""
        return [self.public.rules.deck.hand_names[number] for number in self.numbers.tolist()]

    @property
    @json_key
    def when(self) -> str:
        """The line in words."""
        return line_heading(self.line)

    @property
    @json_key
    def colours(self) -> list[str]:
        """Colours of the actions, as in all pictures."""
        return named_colours(self.actions)

    @property
    @json_key
    def hand_classes(self) -> list[Leak]:
        """Hold'em: the hand classes that can be here, in the order of ``CLASS_NAMES``; none in other games."""
        return [] if self.weight is None else [self.of_class(number) for number in np.unique(self._classes).tolist()]

    @property
    def _classes(self) -> Int32s:
        return self.public.rules.deck.hand_classes[self.numbers]

    def of_class(self, number: int, amount: LeakAmount | None = None) -> Leak:
        """Hold'em: the hands of a class together.

        Args:
            number: index of the class in ``CLASS_NAMES``.
            amount: what they lose together, if it is known.
        """
        return self.together(np.asarray(self._classes == number), CLASS_NAMES[number], amount)

    def together(self, which: Bools, hand: str | None = None, amount: LeakAmount | None = None) -> Leak:
        """Hold'em: some of the hands together.

        Args:
            which: bool [hands]: the hands.
            hand: what they are called.
            amount: what they lose together, if it is known.
        """
        assert self.weight is not None
        weights, policy, best = np.where(which, self.weight, 0.0), None, None
        total = float(weights.sum())
        if total > 0:
            taken = np.arange(len(self.actions))[:, None] == self.best
            means = np.stack([self.strategy, taken]) @ weights / total
            policy, best = (dict(zip(self.actions, row, strict=True)) for row in means.tolist())
        return Leak(
            **vars(amount or self.total.part(float(self.chips[which].sum()))),
            player=self.player,
            line=self.line,
            hand=hand,
            weight=total if hand is not None else None,
            policy=policy,
            best_response=best,
        )
