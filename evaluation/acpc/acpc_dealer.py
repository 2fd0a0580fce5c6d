"""Dealer of the ACPC's protocol, version 2.0.0: programs in any language play a match over TCP sockets.

Each player has a port. A player sends ``VERSION:2.0.0``, and is then sent the match state after every event of every hand,
as far as the player sees it. The player to act sends the same line with ``:`` and an action. Lines end with CR LF.

Bad answers are treated as by the competition's own dealer. Lines that begin with ``#`` or ``;`` are passed over, and so
are lines that are no answer to the present state. An action that cannot be read, a raise where none is allowed, and a fold
where there is nothing to call are played as a call. A raise to too much or too little is played as the nearest one that is
allowed. A player who does not answer in time, or whose connection ends, ends the match; the log has the hands until then.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from time import monotonic
from types import TracebackType

import numpy as np

from pokerzoo.envs import Game, State
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.support.records import Chips, Record
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import BET, CALL, FOLD, IN_HAND, IN_ROUND, LEAST_TO, LEGAL, MOST_TO
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .acpc_games import check_acpc
from .acpc_lines import VERSION, ConnectionEnd, Lines, ReplyTimeout
from .acpc_log import AcpcLog
from .acpc_strings import acpc_values, check_names, to_acpc

LOCAL = "127.0.0.1"
KINDS = {"f": FOLD, "c": CALL, "k": CALL, "r": BET, "b": BET}
"""Letters of actions, small or capital, as the competition's dealer takes them."""
MOST_DIGITS = 10


class MatchStoppedError(ValueError):
    """A match was not played to its end; the message names the player who ended it and the cause."""


@dataclass(frozen=True)
class TimeLimits:
    """Limits of a player's time, in seconds."""

    response: float = 10.0  # for one answer
    hand: float = 600.0  # for all answers of a hand
    per_hand: float = 7.0  # for all answers of the match, times its number of hands
    start: float | None = None  # until all players are connected; None: no limit


@dataclass(frozen=True)
class AcpcPlayerResult(Record):
    """Result of one player of a match.

    Attributes:
        name: as given.
        chips: net chips of the match, pots split into fractions.
        chips_per_hand: the same a hand.
        corrected: answers that were played as another action.
        ignored: lines that were passed over.
    """

    name: str
    chips: Chips
    chips_per_hand: Chips
    corrected: int
    ignored: int


@dataclass
class AcpcMatchResult(Record):
    """Result of a match, for each player.

    Attributes:
        names: the players.
        hands: hands played.
        score: net chips, pots split into fractions.
        corrected: answers that were played as another action.
        ignored: lines that were passed over.
    """

    told = ("hands", "players")

    names: tuple[str, ...]
    hands: int
    score: list[Fraction]
    corrected: list[int]
    ignored: list[int]

    @property
    def players(self) -> list[AcpcPlayerResult]:
        """The result of each player."""
        players = zip(self.names, self.score, self.corrected, self.ignored, strict=True)
        return [AcpcPlayerResult(name, float(won), float(won / self.hands), *counts) for name, won, *counts in players]


@dataclass
class PlayerClock:
    """Seconds that a player has used."""

    hand: float = 0.0
    match: float = 0.0


class AcpcDealer:
    """Dealer of a match: listens from the start; ``run`` waits for the players and plays."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        hands: int,
        seed: int,
        *,
        log: str | Path | None = None,
        game_name: str = "own",
        host: str = LOCAL,
        ports: Sequence[int] | None = None,
        duplicate: bool = False,
        limits: TimeLimits | None = None,
        on_event: Callable[[str], object] | None = None,
    ) -> None:
        """Open the ports and write the first lines of the log."""
        played = check_acpc(game)
        if not played.any_amount and played.params["limit"] != "fixed-limit":
            raise ValueError("game: must have bet_sizes='any', so that players may bet any amount")
        check_names(names, played.num_players)
        if len(set(names)) != len(names):
            raise ValueError(f"names={brief(names)}: must be different")
        if ports is not None and len(ports) != len(names):
            raise ValueError(f"ports={brief(list(ports))}: must be {len(names)}, one for each player")
        self.game, self.names, self.hands, self.seed = played, tuple(names), hands, seed
        self.duplicate, self.limits = duplicate, limits or TimeLimits()
        self._tell = on_event or (lambda _: None)
        self._lines: list[Lines] = []
        self._clocks = [PlayerClock() for _ in names]
        count = len(self.names)
        self.result = AcpcMatchResult(self.names, 0, [Fraction(0)] * count, [0] * count, [0] * count)
        self._listening: list[socket.socket] = []
        self._log: AcpcLog | None = None
        warm_up(played)
        try:
            for port in ports or [0] * count:
                self._listening.append(open_listener(host, port))
            if log is not None:
                self._log = AcpcLog(
                    played, log, self.names, game_name=game_name, planned=hands, seed=seed, comments=self._comments()
                )
        except BaseException:
            self.close()
            raise
        self.ports = tuple(int(one.getsockname()[1]) for one in self._listening)

    def _comments(self) -> list[str]:
        limits = (("response", self.limits.response), ("hand", self.limits.hand), ("per_hand", self.limits.per_hand))
        told = [f"--t_{name} {round(1000 * seconds)}" for name, seconds in limits]
        return [*told, *(["each deal is dealt in all seats"] if self.duplicate else [])]

    def run(self, on_hand: Callable[[int, int], object] | None = None) -> AcpcMatchResult:
        """Wait for the players, and play the match."""
        try:
            self._seat_players()
            if self._log is None:
                self._play(None, on_hand)
            else:
                with self._log as log:
                    self._play(log, on_hand)
        finally:
            self.close()
        return self.result

    def close(self) -> None:
        """Close all connections and ports, and the log as it is."""
        if self._log is not None:
            self._log.abandon()
        for line in self._lines:
            line.close()
        for one in self._listening:
            one.close()

    def __enter__(self) -> AcpcDealer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _seat_players(self) -> None:
        until = None if self.limits.start is None else monotonic() + self.limits.start
        for name, listening in zip(self.names, self._listening, strict=True):
            listening.settimeout(None if until is None else max(until - monotonic(), 0.001))
            try:
                connection, _ = listening.accept()
            except TimeoutError:
                raise MatchStoppedError(f"{name} did not connect within {self.limits.start:g} s") from None
            listening.close()
            self._lines.append(Lines(connection))
        for player, name in enumerate(self.names):
            text = self._read(player, self.limits.response, "before the first hand")
            if not re.fullmatch(r"VERSION:2\.0\.\d+", text.strip(), re.ASCII):
                raise MatchStoppedError(f"{name} speaks an unknown protocol: {brief(text)}, must be {VERSION}")

    def _play(self, log: AcpcLog | None, on_hand: Callable[[int, int], object] | None) -> None:
        count = len(self.names)
        for hand in range(self.hands):
            seats = [(position + hand) % count for position in range(count)]
            state = self._play_hand(hand, seats)
            for seat, value in zip(seats, acpc_values(state), strict=True):
                self.result.score[seat] += value
            if log is not None:
                log.add(state, seats, hand)
            self.result.hands += 1
            self._show(state, hand, seats)
            if on_hand is not None:
                on_hand(self.result.hands, self.hands)

    def _play_hand(self, hand: int, seats: Sequence[int]) -> TexasHoldemState:
        deal = hand // len(seats) if self.duplicate else hand
        rng = np.random.default_rng([self.seed, deal])
        state = self.game.initial_state().after_chance(rng)
        for clock in self._clocks:
            clock.hand = 0.0
        while not state.is_terminal:
            shown = self._show(state, hand, seats)
            position = state.current_player
            action = self._ask(state, hand, seats[position], shown[position])
            state = state.child(action).after_chance(rng)
        return state

    def _show(self, state: State, hand: int, seats: Sequence[int]) -> list[str]:
        """Send the match state to each player; return the lines by position."""
        shown = [to_acpc(state, hand, position) for position in range(len(seats))]
        for position, seat in enumerate(seats):
            try:
                self._lines[seat].send(shown[position])
            except ConnectionEnd as end:
                if self.result.hands < self.hands:  # else the match is over, and was left a little early
                    raise MatchStoppedError(f"{self.names[seat]} {end} (hand {hand})") from None
        return shown

    def _ask(self, state: TexasHoldemState, hand: int, player: int, shown: str) -> int:
        """Wait for the action of the player to act."""
        clock, limits = self._clocks[player], self.limits
        start = monotonic()
        match = limits.per_hand * self.hands
        allowed, reason = min(
            (limits.response, f"did not answer within {limits.response:g} s"),
            (limits.hand - clock.hand, f"has used up {limits.hand:g} s for a hand"),
            (match - clock.match, f"has used up {match:g} s for the match"),
        )
        while True:
            text = self._read(player, max(allowed - (monotonic() - start), 0.0), f"hand {hand}", reason)
            if text[:1] in ("#", ";"):
                continue
            word = answer_to(shown, text)
            if word is None:
                self.result.ignored[player] += 1
                self._tell(f"{self.names[player]}, hand {hand}: {brief(text)} is no answer to {shown}; passed over")
                continue
            break
        used = monotonic() - start
        clock.hand, clock.match = clock.hand + used, clock.match + used
        action, good = action_of(state, word)
        if not good:
            self.result.corrected[player] += 1
            self._tell(f"{self.names[player]}, hand {hand}: {brief(word)} is not allowed; played: {state.action_name(action)}")
        return action

    def _read(self, player: int, seconds: float, when: str, late: str | None = None) -> str:
        """Read a player's line; ``late`` is the message if none comes in time."""
        try:
            return self._lines[player].read(seconds)
        except ReplyTimeout as end:
            raise MatchStoppedError(f"{self.names[player]} {late or end} ({when})") from None
        except ConnectionEnd as end:
            raise MatchStoppedError(f"{self.names[player]} {end} ({when})") from None


def warm_up(game: TexasHoldemGame) -> None:
    """Play a hand, so that nothing is compiled while players wait."""
    rng = np.random.default_rng(0)
    state = game.initial_state().after_chance(rng)
    while not state.is_terminal:
        to_acpc(state, 0, 0)
        state = state.child(CALL).after_chance(rng)
    acpc_values(state)


def open_listener(host: str, port: int) -> socket.socket:
    """Open a socket that listens; OSError names the address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1)
    except OSError as error:
        listening.close()
        raise OSError(error.errno, error.strerror or str(error), f"{host}, port {port}") from None
    return listening


def answer_to(shown: str, text: str) -> str | None:
    """The action in an answer to a match state, an empty string without one; None if it answers something else.

    As in the competition's dealer, slashes may be missing, and other players' cards do not matter.

    >>> answer_to("MATCHSTATE:0:7:cc/:AhTd|/2c3c4c", "MATCHSTATE:0:7:cc/:AhTd|/2c3c4c:r250")
    'r250'
    >>> answer_to("MATCHSTATE:0:7:cc/:AhTd|/2c3c4c", "MATCHSTATE:0:7:c:AhTd|:c") is None
    True
    """
    ours, theirs = shown.split(":"), text.split(":")
    if len(theirs) < 5 or theirs[:1] != ours[:1]:
        return None
    if answer_parts(ours) != answer_parts(theirs):
        return None
    return theirs[5] if len(theirs) > 5 else ""


def answer_parts(fields: Sequence[str]) -> tuple[object, ...]:
    """Parts of a match state that its answer must repeat: position, hand, betting, own cards and public cards."""
    whole = [word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS for word in fields[1:3]]
    numbers = tuple(int(word) if good else -1 for word, good in zip(fields[1:3], whole, strict=True))
    hands, _, board = fields[4].partition("/")
    own = hands.split("|")
    cards = own[numbers[0]] if 0 <= numbers[0] < len(own) else ""
    return (*numbers, fields[3].replace("/", ""), frozenset((cards[:2], cards[2:])), board.replace("/", ""))


def action_of(state: TexasHoldemState, word: str) -> tuple[int, bool]:
    """Action played for a word, and True if the word is that action."""
    found = re.match(r"([fckrb])(\d*)", word, re.ASCII | re.IGNORECASE)
    if found is None:
        return CALL, False
    kind, digits = KINDS[found[1].lower()], found[2]
    row, game = state.row, state.game
    if kind == FOLD:
        can = bool(row.item(LEGAL) & 1 << FOLD)
        return (FOLD, True) if can else (CALL, False)
    if kind == CALL:
        return CALL, True
    least, most = row.item(LEAST_TO), row.item(MOST_TO)
    if not most:
        return CALL, False
    if not game.any_amount:
        return BET, True
    if not digits:
        return CALL, False
    seat, unit = state.current_player, round(game.chip)
    chips = min(int(digits[:MOST_DIGITS]), 10**MOST_DIGITS)
    before = row.item(IN_HAND + seat) - row.item(IN_ROUND + seat)
    total = min(max(chips // unit - before, least), most)
    return BET + total - 1, (total + before) * unit == chips and len(digits) <= MOST_DIGITS
