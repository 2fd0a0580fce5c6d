"""Where a policy's exploitability comes from: what each decision costs, in parts that add up to the whole.

>>> from pokerzoo.agents import TabularPolicy
>>> from pokerzoo.envs import make_game
>>> kuhn = make_game("kuhn")
>>> found = leaks(kuhn, TabularPolicy.uniform(kuhn))
>>> print(f"{found.nash_conv:.6f} chips; the largest part: {found.ranked(1)[0].chips:.6f} at {found.ranked(1)[0].infoset}")
0.916667 chips; the largest part: 0.250000 at K|b
>>> found["Q|b"].chips, found["Q|b"].best
(0.0, 'fold')
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import PlayerLike, TabularPolicy, profile
from pokerzoo.envs import Game
from pokerzoo.envs.core import short
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState, line_as_history
from pokerzoo.envs.support.parameters import check_choice, check_index, check_int
from pokerzoo.envs.support.units import pot_percent
from pokerzoo.evaluation.measures.leak_values import NOTHING_LOST, LeakValues, leak_values, poker_table

from .spot_lines import find_line, line_of
from .spot_tables import PLAYER_NAMES, Columns, Export

Floats: TypeAlias = npt.NDArray[np.float64]
Int64s: TypeAlias = npt.NDArray[np.int64]
Each: TypeAlias = Literal["infoset", "node", "line"]

EACH = ("infoset", "node", "line")
MOST_ROWS = 10**9
WHOLE_TABLE = 100_000
"""With more infosets than this ``Leaks.table`` has a row for each public state."""
SHOWN = 10
"""Rows that a report shows where nobody says how many."""


@dataclass(frozen=True)
class Leak:
    """What a decision, or several together, cost a player.

    Attributes:
        player: whose decision.
        infoset: its key; None for several hands together.
        line: poker: the betting and the public cards before it, ``xb60c/2h/x``; ``?`` for each card where all cards are
            together. None in other games.
        hand: poker: the hand; None for all hands together, and in other games.
        chips: what the player loses by it, chips a hand (one play of the game); never below 0.
        percent_of_pot: the same in percent of the starting pot; None where there is none.
        share: the same as a part of NashConv, 0 to 1: the shares of all leaks add up to 1.
        policy: probability of each action, by name; None for several hands together.
        best: the best response's action (the first, if several are best); None for several hands together.
    """

    player: int
    infoset: str | None
    line: str | None
    hand: str | None
    chips: float
    percent_of_pot: float | None
    share: float
    policy: Mapping[str, float] | None
    best: str | None


class Leaks(Export):
    """What each decision of a policy costs; made by ``leaks``.

    The *leak* of an infoset is what its player loses there by not taking the best action, as often as he gets there with his
    own policy; what follows counts as if he played a best response from there on. So each leak is 0 or more, those of one
    player add up to what his best response gains (``gains``), and those of all players to NashConv. A player's leaks are his
    own mistakes against what the others play. What somebody wins who exploits a policy of player 0 is the *other* players'
    part: what they leave to be won (``ranked(against=0)``).

    Attributes:
        game: the game.
        policy: the policy as a table.
        measurement: what the policy and best responses to it are worth.
    """

    def __init__(self, game: Game, policy: TabularPolicy, values: LeakValues) -> None:
        """Take numbers over; ``leaks`` works them out."""
        self.game, self.policy, self._values = game, policy, values

    @property
    def measurement(self) -> Measurement:
        """See the class."""
        return self._values.measurement

    @property
    def gains(self) -> Floats:
        """float64 [players]: what each player's best response gains, chips a hand: the sum of the player's leaks."""
        return self.measurement.gains

    @property
    def nash_conv(self) -> float:
        """The sum of all leaks, chips a hand."""
        return self.measurement.nash_conv

    def __getitem__(self, infoset: str) -> Leak:
        """The leak of the infoset with this key; KeyError, with an example, if there is none."""
        index = self.game.infosets.index(infoset)
        chips, best = self._values.one(index)
        return self._leak(index, chips, best)

    def at(self, line: str | PublicState = "") -> Floats:
        """Poker: what each hand of who acts on a line costs, float64 [hands], chips; 0 for hands that cannot be there.

        Args:
            line: the actions and public cards so far, as ``SpotReport.at`` takes them; or a public state.

        Raises:
            ValueError: no such line, nobody acts there, or a game without lines.
        """
        return self._values.at(self._public(line))[0]

    def best_actions(self, line: str | PublicState = "") -> Int64s:
        """Poker: for each hand the place of the best response's action among the legal ones there, int64 [hands].

        Where hands cannot be there it is -1. Arguments and errors are those of ``at``.
        """
        return self._values.at(self._public(line))[1]

    def ranked(
        self, top: int | None = SHOWN, each: Each = "infoset", player: int | None = None, against: int | None = None
    ) -> tuple[Leak, ...]:
        """The largest leaks, the largest first; those that cost nothing are left out.

        Args:
            top: how many at most; None: all.
            each: ``"infoset"``: each decision with each hand; poker: ``"node"``: all hands in a public state together;
                ``"line"``: all hands and all public cards together.
            player: of this player only; None: of all.
            against: of the others than this player only: what is to be won from the player. None: of all.

        Raises:
            ValueError: no such player, both ``player`` and ``against``, or another choice.
        """
        count = MOST_ROWS if top is None else top
        check_int("top", count, 0, MOST_ROWS)
        check_choice("each", each, EACH)
        players = self._players(player, against)
        if not count:
            return ()
        if each == "infoset":
            largest = self._values.largest(count, players)
            return tuple(self._leak(index, chips, self._values.one(index)[1]) for index, chips in largest)
        found: list[tuple[float, int, int]] = []
        table = poker_table(self.game)
        for number, point in enumerate(table.points):
            if point.line.actor in players:
                own = self._values.by_board(number)
                own = own if each == "node" else own.sum(keepdims=True)
                most = np.argsort(-own, kind="stable")[:count]
                found += [(-own[k], number, k) for k in most.tolist() if own[k] > NOTHING_LOST]
                found = sorted(found)[:count] if len(found) > 2 * count else found
        return tuple(self._together(-minus, number, board, each) for minus, number, board in sorted(found)[:count])

    def _players(self, player: int | None, against: int | None) -> list[int]:
        if player is not None and against is not None:
            raise ValueError(f"player={player!r} and against={against!r}: only one of them may be given")
        everyone = list(range(self.game.num_players))
        if player is not None:
            return [check_index("player", player, self.game.num_players)]
        if against is None:
            return everyone
        seat = check_index("against", against, self.game.num_players)
        return [other for other in everyone if other != seat]

    def _public(self, line: str | PublicState) -> PublicState:
        table = poker_table(self.game)
        assert isinstance(self.game, PokerGame)  # it has such a table
        if isinstance(line, PublicState):
            public: PublicState | None = line
        elif isinstance(self.game, HoldemGame):
            public = find_line(self.game, line)
        elif not isinstance(line, str):
            raise ValueError(f"line={line!r}: must be a string, or a public state")
        else:
            public = table.find(line_as_history(self.game.rules, line))
        if public is None or public.betting not in table.point_of:
            such_as = line_text(table[-1].key.partition("|")[2])
            raise ValueError(f"line={line!r}: no line of {short(self.game)} on which somebody acts; one is {such_as!r}")
        return public

    def _leak(self, index: int, chips: float, best: int) -> Leak:
        infoset = self.game.infosets[index]
        hand, history = infoset.key.split("|", 1) if isinstance(self.game, PokerGame) else (None, None)
        return Leak(
            player=infoset.player,
            infoset=infoset.key,
            line=None if history is None else line_text(history),
            hand=hand,
            **self._amounts(chips),
            policy=self.policy[infoset.key],
            best=infoset.action_names[best],
        )

    def _together(self, chips: float, number: int, board: int, each: Each) -> Leak:
        point = poker_table(self.game).points[number]
        if each == "node":
            assert isinstance(self.game, PokerGame)
            rules = self.game.rules
            line = line_of(PublicState(point.line, rules.board + point.places.boards.boards[board]))
        else:
            line = line_text(point.line.text)
        return Leak(point.line.actor, None, line, None, **self._amounts(chips), policy=None, best=None)

    def _amounts(self, chips: float) -> dict[str, Any]:
        chips = float(chips)
        share = chips / self.nash_conv if self.nash_conv > 0 else 0.0
        return {"chips": chips, "percent_of_pot": pot_percent(self.game, chips), "share": share}

    def table(self) -> Columns:
        """One row for each decision that costs something, as columns, the largest leak first; units are in the names.

        Poker with more than 100,000 infosets: one row for each public state.
        """
        many = len(self.game.infosets) > WHOLE_TABLE and isinstance(self.game, PokerGame)
        rows = self.ranked(None, "node" if many else "infoset")
        return {
            "player": [leak.player for leak in rows],
            "infoset": [leak.infoset or "" for leak in rows],
            "line": [leak.line or "" for leak in rows],
            "hand": [leak.hand or "" for leak in rows],
            "leak_chips": [leak.chips for leak in rows],
            "leak_percent_of_pot": [np.nan if leak.percent_of_pot is None else leak.percent_of_pot for leak in rows],
            "share": [leak.share for leak in rows],
            "policy": ["" if leak.policy is None else strategy_text(leak.policy) for leak in rows],
            "best_response": [leak.best or "" for leak in rows],
        }

    def to_dict(self, top: int | None = SHOWN) -> dict[str, Any]:
        """The whole, what each player loses, and the largest leaks as plain JSON values.

        Args:
            top: how many; None: all.
        """
        poker = isinstance(self.game, PokerGame)
        return {
            "game": self.game.name,
            "nash_conv_chips": self.nash_conv,
            "gains_chips": self.gains.tolist(),
            "leaks": [asdict(leak) for leak in self.ranked(top)],
            "lines": [asdict(leak) for leak in self.ranked(top, "line")] if poker else None,
        }

    def rows(self, top: int | None = SHOWN) -> tuple[list[str], list[list[str]]]:
        """(column names, cells) of the largest leaks, as people read them."""
        found = self.ranked(top)
        pot = self.game.starting_pot is not None
        names = ["player", *(["line", "hand"] if isinstance(self.game, PokerGame) else ["infoset"])]
        names += ["plays", "best", "loses, chips", *(["% of pot"] if pot else []), "share"]
        cells = []
        for leak in found:
            where = [leak.line or "start", leak.hand or ""] if isinstance(self.game, PokerGame) else [leak.infoset or ""]
            amounts = [f"{leak.chips:.3g}", *([f"{leak.percent_of_pot:.3g}"] if pot else []), f"{leak.share:.1%}"]
            assert leak.policy is not None
            cells.append([player_name(self.game, leak.player), *where, strategy_text(leak.policy), leak.best or "", *amounts])
        return names, cells

    @property
    def headline(self) -> str:
        """What all leaks add up to, in one sentence."""
        whole = amount_text(self.game, self.nash_conv)
        each = ", ".join(f"{player_name(self.game, p)} {gain:.3g}" for p, gain in enumerate(self.gains.tolist()))
        return f"Leaks of {whole} a hand: {each} chips"

    def __str__(self) -> str:
        names, cells = self.rows()
        rows = [names, *cells]
        widths = [max(len(row[k]) for row in rows) for k in range(len(names))]
        words = names.index("loses, chips")
        lines = []
        for row in rows:
            padded = [
                cell.ljust(width) if k < words else cell.rjust(width)
                for k, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  ".join(padded).rstrip())
        return "\n".join([self.headline, *lines])

    def __repr__(self) -> str:
        return f"<Leaks in {short(self.game)}: {self.nash_conv:.6g} chips a hand>"

    def _repr_html_(self) -> str:
        names, cells = self.rows()
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in cells)
        caption = f"<caption>{escape(self.headline)}</caption>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def leaks(game: Game, policies: PlayerLike | Sequence[PlayerLike]) -> Leaks:
    """What each decision of a policy costs, in parts that add up to NashConv; docs/leaks.md has the definition and the proof.

    It takes about as long as ``measure``. A spot that is walked board by board (turns, flops) needs five bytes more for each
    infoset.

    Args:
        game: the game.
        policies: one that all players play, or one for each: whatever can play; see ``tabulate``.

    Raises:
        ValueError: as in ``measure``, or the numbers do not fit in free memory.
    """
    policy = profile(game, policies)
    return Leaks(game, policy, leak_values(game, policy))


def line_text(history: str) -> str:
    """A public history as lines are written: ``xx/Kh|b`` is ``xx/Kh/b``."""
    return "/".join(piece for piece in re.split(r"[/|]", history) if piece)


def player_name(game: Game, player: int) -> str:
    """``OOP`` or ``IP`` in a hold'em spot, elsewhere the seat."""
    return PLAYER_NAMES[player] if isinstance(game, HoldemGame) else f"player {player}"


def amount_text(game: Game, chips: float) -> str:
    """Chips, and percent of the starting pot where there is one."""
    percent = pot_percent(game, chips)
    return f"{chips:.4g} chips" + ("" if percent is None else f" ({percent:.3g}% of the pot)")


def strategy_text(strategy: Mapping[str, float]) -> str:
    """What is played, without what never is.

    >>> strategy_text({"fold": 0.25, "call": 0.75, "raise": 0.0})
    'fold 25%, call 75%'
    """
    return ", ".join(f"{name} {100 * p:.3g}%" for name, p in strategy.items() if p > 0)
