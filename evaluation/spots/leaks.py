"""Leaks: a policy's exploitability split by decision, in parts that add up to the whole.

>>> from pokerzoo.agents import TabularPolicy
>>> from pokerzoo.envs import make_game
>>> kuhn = make_game("kuhn")
>>> lost = leaks(kuhn, TabularPolicy.uniform(kuhn))
>>> print(f"{lost.nash_conv:.6f} chips; the largest part: {lost.ranked(1)[0].chips:.6f} at {lost.ranked(1)[0].infoset}")
0.916667 chips; the largest part: 0.250000 at K|b
>>> lost["J|b"].policy, lost["J|b"].best
({'fold': 0.5, 'call': 0.5}, 'fold')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from pokerzoo.agents import Playable, TabularPolicy, profile
from pokerzoo.agents.policies.policy import own_state
from pokerzoo.envs import Game
from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.core import GameLike, game_of, short_name
from pokerzoo.envs.drawing.colours import named_colours
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.game_facts import is_reported
from pokerzoo.envs.poker.infosets import PokerInfosets
from pokerzoo.envs.poker.public_state import PublicState, line_as_history
from pokerzoo.envs.poker.spot_lines import find_line, line_of, line_text
from pokerzoo.envs.support.arrays import Bools, Floats, Int32s, Int64s
from pokerzoo.envs.support.errors import InputError, ParameterError, brief
from pokerzoo.envs.support.parameters import check_choice, check_index, check_int
from pokerzoo.envs.support.records import INTERNAL, Chips, Percent, Record, Share, json_key
from pokerzoo.envs.support.tables import Column, Columns, Export, Table, Tabled
from pokerzoo.evaluation.measures.leak_values import Grouping, LeakValues, leak_values, no_lines, poker_table

from .measured import Grade, decisive_gain, grade_of
from .spot_values import SpotValues
from .three_way_values import spot_values


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


@dataclass(frozen=True)
class PlayerLeaks(LeakAmount):
    """A player's whole loss: what a best response gains.

    Attributes:
        player: the seat.
        name: what the player is called.
    """

    player: int
    name: str


@dataclass(frozen=True)
class LeakRanking(Record):
    """The decisions that exploitability comes from; made by ``Leaks.ranking``.

    Attributes:
        game: the game's name.
        headline: what all leaks add up to, in one sentence.
        exploitability: NashConv / players: what a best response gains in the mean over the players.
        grade: how far that lets these strategies be trusted; of more than two players by the largest gain.
        nash_conv: the sum of all leaks, of all players.
        players: what each player loses.
        each: what a row is.
        choices: what a row can be in this game; a hand class is one in hold'em alone.
        chosen: the sum over the requested players.
        rows: the largest leaks, the largest first.
    """

    game: str
    headline: str
    exploitability: LeakAmount
    grade: Grade
    nash_conv: LeakAmount
    players: list[PlayerLeaks]
    each: Grouping
    choices: list[Grouping]
    chosen: LeakAmount
    rows: list[Leak]


GROUPINGS = ("infoset", "hand_class", "node", "line")
MOST_ROWS = 10**9
WHOLE_TABLE = 100_000
"""With more infosets than this ``Leaks.table`` has a row for each public state."""
ROUNDED = 1e-6
"""Smaller probabilities are rounding, and left out of texts."""
SHOWN = 10
"""Rows that a report shows by default."""


class Leaks(Tabled, Export):
    """EV lost by each decision of a policy; made by ``leaks``.

    The *leak* of an infoset is what its player loses there by not taking the best action. It counts as often as the player gets
    there with their own policy, and as if they played a best response from there on. So each leak is 0 or more. The leaks of
    one player add up to what a best response gains (``gains``), and all leaks together to NashConv.

    A player's leaks are the mistakes of that player against the others' policies. The gains of the others from exploiting
    player 0 are a part of their own leaks: ``ranked(against=0)``. docs/explain/exploitability.md has definition and proof.

    Attributes:
        game: the game.
        policy: the policy as a table.
        measurement: values of the policy and of best responses to it.
        choices: what a row can be in this game, as ``ranked`` takes it; the first is the default.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import leaks
        >>> lost = leaks(make_game("kuhn"), "random")
        >>> round(lost.nash_conv, 4), lost.gains.round(4)
        (0.9167, array([0.375 , 0.5417]))
        >>> lost.at("b").round(4)
        array([0.0833, 0.0833, 0.25  ])
    """

    def __init__(self, game: Game, policy: TabularPolicy, values: LeakValues) -> None:
        """Keep the numbers that ``leaks`` computes.

        Args:
            game: the game.
            policy: the policy as a table.
            values: the EV lost by each decision.
        """
        self.game, self.policy, self._values = game, policy, values
        self._holdem = is_reported(game)
        lines: tuple[Grouping, ...] = ("infoset", "node", "line") if isinstance(game, PokerGame) else ("infoset",)
        self.choices: tuple[Grouping, ...] = ("hand_class", *lines) if self._holdem else lines

    @property
    def measurement(self) -> Measurement:
        """Values of the policy and of best responses to it."""
        return self._values.measurement

    @property
    def gains(self) -> Floats:
        """float64 [players]: gain of each player's best response, chips a hand: the sum of the player's leaks."""
        return self.measurement.gains

    @cached_property
    def nash_conv(self) -> float:
        """NashConv: the sum of all leaks, chips a hand."""
        return self.measurement.nash_conv

    def amount(self, chips: float) -> LeakAmount:
        """Chips a hand in all units.

        Args:
            chips: EV lost, chips a hand.
        """
        return LeakAmount(chips, self.game.stakes.pot_percent(chips), chips / self.nash_conv if self.nash_conv > 0 else 0.0)

    def __getitem__(self, infoset: str) -> Leak:
        """Return the leak of the infoset with this key; KeyError, with an example, if there is none."""
        index = self.game.infosets.index(infoset)
        return self._infoset_leak(index, *self._values.at_infoset(index))

    def at(self, line: str | PublicState = "") -> Floats:
        """EV lost by each hand of the player who acts on a line of poker: float64 [hands], chips.

        It is 0 for hands that cannot be there.

        Args:
            line: the actions and public cards so far, as ``SpotReport.at`` takes them; or a public state.

        Raises:
            ValueError: no such line, no player acts there, or a game without lines.
        """
        return self._values.at(self._public(line))[0]

    def on(self, line: str | PublicState = "") -> LineLeaks:
        """Leaks of each hand of the player who acts on a line of poker, with its strategy and its share of the range.

        Args:
            line: as ``at`` takes it.

        Raises:
            ValueError: as for ``at``.
        """
        return self._on(self._public(line))

    def _on(self, public: PublicState) -> LineLeaks:
        actor = public.actor
        chips, best = self._values.at(public)
        here, weight = np.flatnonzero(best >= 0), None
        if self._holdem:
            street, node = self._reaches.street_of(public)
            strategy = street.strategies[node]
            weight = (street.reach[actor, node] * street.opponent_reach[actor, node])[here]
            weight /= weight.sum() or 1.0
        else:
            strategy = self.policy.strategy(public)
        return LineLeaks(
            public=public,
            line=line_of(public),
            player=actor,
            name=self.game.player_names[actor],
            total=self.amount(float(chips.sum())),
            actions=public.line.action_names,
            numbers=here,
            chips=chips[here],
            best=best[here],
            strategy=strategy[:, here],
            weight=weight,
        )

    def ranked(
        self, top: int | None = SHOWN, each: Grouping = "infoset", player: int | None = None, against: int | None = None
    ) -> tuple[Leak, ...]:
        """Return the largest leaks, the largest first, without those that cost nothing.

        The action frequencies of hand classes and nodes cost about a millisecond a row.

        Args:
            top: largest number of rows; None: all.
            each: grouping of the rows. ``"infoset"``: a decision with one hand. Poker: ``"node"``: all hands in a public state
                together; ``"line"``: all hands and all public cards together. Hold'em: ``"hand_class"``: all hands of a class,
                as ``AKs``, in a public state.
            player: of this player only; None: of all.
            against: only leaks of the other players. None: of all.

        Raises:
            ValueError: no such player, both ``player`` and ``against``, or another choice.
        """
        count = MOST_ROWS if top is None else top
        check_int("top", count, 0, MOST_ROWS)
        check_choice("each", each, GROUPINGS)
        return self._ranked(count, each, self._players(player, against))

    def ranking(
        self, top: int = SHOWN, each: Grouping | None = None, player: int | None = None, against: int | None = None
    ) -> LeakRanking:
        """The whole, each player's loss, and the largest leaks.

        Args:
            top: largest number of rows.
            each: grouping of the rows, as ``ranked`` takes it; None: ``readable``.
            player: of this player only; None: of all.
            against: only leaks of the other players. None: of all.

        Raises:
            ValueError: as for ``ranked``.
        """
        each, gains, names = each or self.readable, self.gains.tolist(), self.game.player_names
        rows = self.ranked(top, each, player, against)
        return LeakRanking(
            game=self.game.name,
            headline=self.headline,
            exploitability=self.amount(self.nash_conv / self.game.num_players),
            grade=grade_of(self.game, decisive_gain(self.game, gains)),
            nash_conv=self.amount(self.nash_conv),
            players=[PlayerLeaks(**vars(self.amount(gain)), player=p, name=names[p]) for p, gain in enumerate(gains)],
            each=each,
            choices=list(self.choices),
            chosen=self.amount(sum(gains[p] for p in self._players(player, against))),
            rows=list(rows),
        )

    def _ranked(self, count: int, each: Grouping, players: list[int], frequencies: bool = True) -> tuple[Leak, ...]:
        """``ranked``, with or without the frequencies of several hands together."""
        if each not in self.choices and each != "hand_class":
            raise no_lines(self.game)
        if each not in self.choices:
            raise InputError(f"each='hand_class': {short_name(self.game)} is no hold'em, whose hands have classes")
        if not count:
            return ()
        rows = self._values.largest(count, each, players).tolist()
        if each == "infoset":
            return tuple(self._infoset_leak(hand, chips, best) for chips, _, _, hand, best in rows)
        return tuple(self._leak_of_several(chips, point, board, hand, frequencies) for chips, point, board, hand, _ in rows)

    def _players(self, player: int | None, against: int | None) -> list[int]:
        if player is not None and against is not None:
            raise InputError(f"player={player!r} and against={brief(against)}: only one of them may be given")
        everyone = list(range(self.game.num_players))
        if player is not None:
            return [check_index("player", player, self.game.num_players)]
        if against is None:
            return everyone
        seat = check_index("against", against, self.game.num_players)
        return [other for other in everyone if other != seat]

    def _public(self, line: str | PublicState) -> PublicState:
        table = poker_table(self.game)
        try:
            public = own_state(table, line) if isinstance(line, PublicState) else self._state_after(table, line)
        except KeyError:
            public = None
        if public is None or public.line not in table.point_of:
            such_as = line_text(table[-1].key.partition("|")[2])
            text = line.history if isinstance(line, PublicState) else line
            raise ParameterError(
                "line", text, f"no line of {short_name(self.game)} on which a player acts; one is {brief(such_as)}"
            )
        return public

    def _state_after(self, table: PokerInfosets, line: str) -> PublicState | None:
        if is_reported(self.game):
            return find_line(self.game, line)
        if not isinstance(line, str):
            raise ParameterError("line", line, "must be a string, or a public state")
        return table.find(line_as_history(table.rules, line))

    def _infoset_leak(self, index: int, chips: float, best: int) -> Leak:
        infoset = self.game.infosets[index]
        hand, bar, line = infoset.key.partition("|")
        in_poker = bool(bar) and isinstance(self.game, PokerGame)
        return Leak(
            **vars(self.amount(chips)),
            player=infoset.player,
            infoset=infoset.key,
            line=line_text(line) if in_poker else None,
            hand=hand if in_poker else None,
            policy=self.policy[infoset.key],
            best_response={name: float(k == best) for k, name in enumerate(infoset.action_names)},
        )

    def _leak_of_several(self, chips: float, point: int, board: int, hand_class: int, frequencies: bool) -> Leak:
        """Hands of a class (-1: all) at a decision point on a board (-1: all)."""
        table = poker_table(self.game)
        block, amount = table.points[point], self.amount(chips)
        if board < 0:
            return Leak(**vars(amount), player=block.line.actor, line=line_text(block.line.text))
        public = PublicState(table.rules, block.line, table.rules.deck.board + block.places.boards.board(board))
        if not (self._holdem and frequencies):
            hand = CLASS_NAMES[hand_class] if hand_class >= 0 else None
            return Leak(**vars(amount), player=public.actor, line=line_of(public), hand=hand)
        here = self._on(public)
        if hand_class >= 0:
            return here.of_class(hand_class, amount)
        return here.together(np.ones(len(here.numbers), dtype=np.bool_), amount=amount)

    @cached_property
    def _reaches(self) -> SpotValues:
        assert is_reported(self.game)
        return spot_values(self.game, self.policy)

    def table(self) -> Columns:
        """One row for each decision that costs something, as columns, the largest leak first; units are in the names.

        Poker with more than 100,000 infosets: one row for each public state, or, if there are more of these, for each line.
        """
        rows = self._ranked(MOST_ROWS, self._table_grouping, self._players(None, None), frequencies=False)
        return {
            "player": [leak.player for leak in rows],
            "infoset": [leak.infoset or "" for leak in rows],
            "line": [leak.line or "" for leak in rows],
            "hand": [leak.hand or "" for leak in rows],
            "leak_chips": [leak.chips for leak in rows],
            "leak_pot_percent": [np.nan if leak.pot_percent is None else leak.pot_percent for leak in rows],
            "share": [leak.share for leak in rows],
            "policy": ["" if leak.policy is None else strategy_text(leak.policy) for leak in rows],
            "best_response": ["" if leak.best_response is None else strategy_text(leak.best_response) for leak in rows],
        }

    @property
    def _table_grouping(self) -> Grouping:
        table = self.game.infosets
        if len(table) <= WHOLE_TABLE or not isinstance(table, PokerInfosets):
            return "infoset"
        nodes = sum(len(point.places.boards) for point in table.points)
        return "node" if nodes <= WHOLE_TABLE else "line"

    @property
    def readable(self) -> Grouping:
        """Default grouping of rows: ``"hand_class"`` in hold'em, in other games ``"infoset"``."""
        return self.choices[0]

    @property
    def headline(self) -> str:
        """Sum of all leaks, in one sentence."""
        whole = amount_text(self.game, self.nash_conv)
        each = ", ".join(f"{self.game.player_names[p]} {gain:.3g}" for p, gain in enumerate(self.gains.tolist()))
        kept = ", the locks kept" if self.policy.locked else ""
        return f"Leaks of {whole} a hand{kept}: {each} chips"

    def to_table(self, top: int | None = SHOWN, each: Grouping | None = None, *, in_words: bool = False) -> Table:
        """The largest leaks as a table.

        Args:
            top: largest number of rows; None: all.
            each: grouping of the rows, as ``ranked`` takes it; None: ``readable``.
            in_words: whether lines are written in words.

        Raises:
            ValueError: as for ``ranked``.
        """
        rows = self.ranked(top, each or self.readable)
        poker, hands = "line" in self.choices, (each or self.readable) in ("infoset", "hand_class")
        plays = any(leak.policy is not None for leak in rows)

        def words(name: str, values: list[str | None], shown: bool) -> tuple[Column, Any]:
            return Column(name, words=True), [text or "" for text in values] if shown else None

        columns = [
            words("player", [self.game.player_names[leak.player].removeprefix("player ") for leak in rows], True),
            words("line", [(leak.when if in_words else leak.line) or "start" for leak in rows], poker),
            words("infoset", [leak.infoset for leak in rows], not poker),
            words("hand", [leak.hand for leak in rows], poker and hands),
            words("plays", [strategy_text(leak.policy or {}) for leak in rows], plays),
            words("best", [strategy_text(leak.best_response or {}) for leak in rows], plays),
            (Column("loses, chips", ".3g"), [leak.chips for leak in rows]),
            (Column("% of pot", ".3g"), [leak.pot_percent for leak in rows]),
            (Column("share", ".1%"), [leak.share for leak in rows]),
        ]
        return Table.by_column(self.headline, columns)

    def __repr__(self) -> str:
        return f"<Leaks in {short_name(self.game)}: {self.nash_conv:.6g} chips a hand>"


def leaks(game: GameLike, policies: Playable | Sequence[Playable]) -> Leaks:
    """Split NashConv by decision: the EV lost by each decision of a policy.

    The parts add up to NashConv. docs/explain/exploitability.md has definition and proof. It takes about as long as
    ``measure``. A turn or a flop needs five bytes more for each infoset. Where a policy is locked it loses nothing, as in
    ``measure``.

    Args:
        game: the game.
        policies: one policy that all players play, or one for each (``Playable``).

    Returns:
        The leaks; print them for the ten largest.

    Raises:
        ValueError: as in ``measure``, or the numbers do not fit in free memory.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import leaks
        >>> print(leaks(make_game("kuhn"), "honest"))
        Leaks of 0.3333 chips a hand: player 0 0.167, player 1 0.167 chips
        player  line  hand  plays  best  loses, chips  share
        0       xb    Q     call   fold         0.167  50.0%
        1       b     Q     call   fold         0.167  50.0%
    """
    game = game_of(game)
    policy = profile(game, policies)
    return Leaks(game, policy, leak_values(game, policy))


def amount_text(game: Game, chips: float) -> str:
    """Chips, and percent of the starting pot where there is one."""
    percent = game.stakes.pot_percent(chips)
    return f"{chips:.4g} chips" + ("" if percent is None else f" ({percent:.3g}% of the pot)")


def strategy_text(strategy: Mapping[str, float]) -> str:
    """Action frequencies in tenths of a percent, without those that are only rounding.

    >>> strategy_text({"fold": 0.25, "call": 0.74975, "raise": 0.00025}), strategy_text({"fold": 1e-9, "call": 1.0})
    ('fold 25%, call 75%', 'call')
    """
    played = {name: p for name, p in strategy.items() if p > ROUNDED}
    if len(played) == 1:
        return next(iter(played))
    tenths = {name: f"{100 * p:.1f}".removesuffix(".0") for name, p in played.items()}
    return ", ".join(f"{name} {share}%" for name, share in tenths.items() if share != "0")
