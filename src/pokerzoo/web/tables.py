"""Tables at which a person plays: hands dealt, opponents asked, decisions noted, every hand in a log in the work folder.

A table is its log: the first line says who plays, the others what happened. So tables are there again after a restart; a hand
that was not over then is dealt again with the same cards.
"""

from __future__ import annotations

import json
import re
import secrets
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from pokerzoo.agents import Agent
from pokerzoo.agents.solving.thoughts import HandDecision, decisions_of
from pokerzoo.envs import Game, State
from pokerzoo.envs.core import states_of_history
from pokerzoo.envs.environments.dealer import Dealer
from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.records import Record
from pokerzoo.envs.support.store_error import StoreError
from pokerzoo.evaluation.matches.hand_log import FORMAT, HandLog, read_hands

from .blueprints import Blueprints
from .coach import Coach, CoachedDecision, Result, find_coach
from .errors import BadRequest, NotFound, about
from .library import Library
from .opponents import Opponents
from .settings import Settings
from .work_folder import files_of

Feedback = Literal["decision", "end", "off"]
ID = re.compile(r"[a-z0-9_]{1,40}-[0-9a-f]{8}")


@dataclass(frozen=True)
class Terms:
    """Terms of a table."""

    title: str
    opponents: tuple[str, ...]
    names: tuple[str, ...]
    seat: int | None
    coach: str
    coach_name: str
    feedback: Feedback


@dataclass
class PlayedHand:
    """A hand, over or not."""

    number: int
    seat: int
    state: State
    taken: list[CoachedDecision] = field(default_factory=list)
    chance: np.random.Generator | None = None
    rngs: Sequence[np.random.Generator] = ()
    from_log: bool = False
    thoughts: list[HandDecision] | None = None


class PlayTable:
    """One person, and opponents who never tire. To be used with its ``lock`` held."""

    def __init__(self, id: str, game: Game, terms: Terms, seed: int, folder: Path) -> None:
        self.id, self.game, self.terms, self.seed, self.folder = id, game, terms, seed, folder
        self.feedback: Feedback = terms.feedback
        self.hands: list[PlayedHand] = []
        self.hand: PlayedHand | None = None
        self.missing: str | None = None
        self.thinking: str | None = None
        self.lock = threading.RLock()
        self.dealer = Dealer(game, None, "info", "raise")
        self.agents: list[Agent] = []
        self.coach = Coach(game, None)
        self.result = Result(self.coach, terms.seat)

    @property
    def path(self) -> Path:
        """The log."""
        return self.folder / f"{self.id}.jsonl"

    def sit(self, agents: list[Agent], coach: Coach) -> None:
        """Let the opponents and the coach come; hands that are there already are counted."""
        self.agents, self.coach = agents, coach
        self.result = Result(coach, self.terms.seat)
        for hand in self.hands:
            self._count(hand)

    def seat_in(self, number: int) -> int:
        """The person's seat in a hand."""
        return (number - 1) % self.game.num_players if self.terms.seat is None else self.terms.seat

    def seating(self, seat: int) -> list[int]:
        """For each seat the number of the agent in it; 0 is the person."""
        players = self.game.num_players
        return [(place - seat) % players for place in range(players)]

    def thoughts(self, hand: PlayedHand) -> list[HandDecision]:
        """The opponents' decisions in a whole hand that is over; worked out once."""
        if hand.thoughts is None:
            players = [(seat, self.agents[who - 1]) for seat, who in enumerate(self.seating(hand.seat)) if who and self.agents]
            hand.thoughts = decisions_of(self.game, players, hand.state)
        return hand.thoughts

    def deal(self) -> PlayedHand:
        """The next hand; the one that is going on, if there is one."""
        self._check_open()
        if self.hand is None or self.hand.state.is_terminal:
            self.hand = self._new_hand(len(self.hands) + 1)
            self._go_on(self.hand)
        return self.hand

    def act(self, action: int, hand: int, turn: int) -> PlayedHand:
        """Do something in the present hand."""
        self._check_open()
        now = self.hand
        if now is None or now.state.is_terminal:
            raise BadRequest("the hand is over", "hand")
        if now.number != hand or len(now.taken) != turn:
            raise BadRequest(f"hand {now.number} is at decision {len(now.taken)} now: that was another one", "turn")
        with about("action"):
            child = now.state.child(action)
        now.taken.append(self.coach.take(now.state, action))
        now.state = child
        try:
            self._go_on(now)
        except Exception:  # an opponent failed, or the log cannot be written
            now.state = now.taken.pop().state  # as it was: it may be tried again
            now.rngs, now.chance = (), None
            raise
        return now

    def played_hand(self, number: int) -> PlayedHand:
        """A hand that is over."""
        if not 1 <= number <= len(self.hands):
            raise NotFound(f"no hand {number} is over; there are {len(self.hands)}")
        return self.hands[number - 1]

    def _check_open(self) -> None:
        if self.missing is not None:
            raise BadRequest(self.missing)
        if self.thinking is not None:
            raise BadRequest(f"{self.thinking} thinks: wait until it has acted")

    def _new_hand(self, number: int) -> PlayedHand:
        seeds = np.random.SeedSequence(self.seed, spawn_key=(number,)).spawn(self.game.num_players)
        chance, *others = map(np.random.default_rng, seeds)
        return PlayedHand(number, self.seat_in(number), self.game.initial_state(), chance=chance, rngs=(chance, *others))

    def _go_on(self, hand: PlayedHand) -> None:
        """Play chance and the opponents up to the person's next decision or the end."""
        if hand.chance is None:
            self._draw_again(hand)
        who = self.seating(hand.seat)
        while not hand.state.is_terminal and hand.state.current_player != hand.seat:
            state = hand.state
            if state.is_chance:
                hand.state = state.after_chance(hand.chance)  # type: ignore[arg-type]
                continue
            seat = state.current_player
            info = self.dealer.agent_info(state)
            agent = who[seat]
            try:
                with self._thinks(self.terms.names[agent - 1]):
                    wanted = self.agents[agent - 1].act(state.observation(seat), info["action_mask"], info, hand.rngs[agent])
                action, _ = self.dealer.judge(state, wanted)
            except StoreError:
                raise
            except Exception as error:  # whatever a person's own agent may do
                raise BadRequest(f"{self.terms.names[agent - 1]} failed: {type(error).__name__}: {error}") from error
            hand.state = state.child(action)
        if hand.state.is_terminal:
            self._finish(hand)

    @contextmanager
    def _thinks(self, name: str) -> Iterator[None]:
        """Let others look at the table meanwhile, who may change nothing: an agent may take seconds."""
        self.thinking = name
        self.lock.release()
        try:
            yield
        finally:
            self.lock.acquire()
            self.thinking = None

    def _draw_again(self, hand: PlayedHand) -> None:
        """Bring the generators of a hand to where they were at its state, after an opponent failed."""
        fresh = self._new_hand(hand.number)
        hand.chance, hand.rngs = fresh.chance, fresh.rngs
        who = self.seating(hand.seat)
        for state in states_of_history(self.game, hand.state.history())[:-1]:
            if state.is_chance:
                hand.chance.random()  # type: ignore[union-attr]
            elif state.current_player != hand.seat:
                seat = state.current_player
                info = self.dealer.agent_info(state)
                self.agents[who[seat] - 1].act(state.observation(seat), info["action_mask"], info, hand.rngs[who[seat]])

    def _finish(self, hand: PlayedHand) -> None:
        self._write(hand)
        self.hands.append(hand)
        self._count(hand)

    @property
    def _round(self) -> int:
        """Number of hands in a round of the seats."""
        return self.game.num_players if self.terms.seat is None else 1

    def _count(self, hand: PlayedHand) -> None:
        hand.taken = self._taken(hand)
        self.result.add(hand.seat, hand.state.returns()[hand.seat], hand.taken)

    def _taken(self, hand: PlayedHand) -> list[CoachedDecision]:
        """The person's decisions in a hand that is over, worked out unless they are there."""
        if hand.taken:
            return hand.taken
        history = hand.state.history()
        states = zip(states_of_history(self.game, history), history, strict=False)
        return [self.coach.take(state, action) for state, action in states if state.current_player == hand.seat]

    def create(self) -> None:
        """Write the log's first line."""
        self.folder.mkdir(parents=True, exist_ok=True)
        about = {"open_ended": True, "table": asdict(self.terms)}
        HandLog(self.game, self.path, ["you", *self.terms.names], seed=self.seed, metadata=about).close()

    def _write(self, hand: PlayedHand) -> None:
        """Put a hand into its log, which is complete again then."""
        with HandLog.resume(self.game, self.path) as log:
            log.add(hand.state, self.seating(hand.seat), deal=(hand.number - 1) // self._round)


@dataclass
class TableInfo(Record):
    """A table in short.

    Attributes:
        id: in addresses.
        title: what people call it.
        game: the game's name.
        opponents: their names.
        hands: that count.
        chips: what was won.
        played: when, in seconds since 1970.
    """

    id: str
    title: str
    game: str
    opponents: list[str]
    hands: int
    chips: float
    played: float


class PlayTables:
    """All tables by their ids. May be asked by many threads at once."""

    def __init__(self, settings: Settings, library: Library, blueprints: Blueprints) -> None:
        self.library = library
        self.opponents = Opponents(settings, library, blueprints)
        self.folder = settings.work / "hands"
        self._tables: dict[str, PlayTable] = {}
        self._lock = threading.Lock()

    def open(self, game: Game, terms: Terms, seed: int | None) -> PlayTable:
        """A new table."""
        id = f"{re.sub('[^a-z0-9_]', '_', game.name.lower())[:40]}-{secrets.token_hex(4)}"
        table = PlayTable(id, game, terms, secrets.randbits(60) if seed is None else seed, self.folder)
        agents = self.opponents.agents(game, terms.opponents)
        table.sit(agents, find_coach(game, terms.coach, self.library))
        table.create()
        with self._lock:
            self._tables[id] = table
        return table

    def library_game(self, game: Game) -> Game:
        """The game of an open policy where it is equal, so that what is known of it is there only once."""
        return next((entry.game for entry in self.library.entries() if entry.game == game), game)

    def get(self, id: str) -> PlayTable:
        """A table."""
        with self._lock:
            table = self._tables.get(id)
            if table is None:
                path = self.folder / f"{id}.jsonl"
                if not ID.fullmatch(id) or not path.is_file():
                    raise NotFound(f"no session {brief(id)}: it was removed, or the explorer has another work folder")
                table = self._tables[id] = self._read(id, path)
        return table

    @contextmanager
    def held(self, id: str) -> Iterator[PlayTable]:
        """A table with its lock."""
        table = self.get(id)
        with table.lock:
            yield table

    def _read(self, id: str, path: Path) -> PlayTable:
        """A table from its log."""
        file = read_hands(path, warn=False)
        about = dict(file.metadata.get("table") or {})
        if not about or file.seed is None:
            raise NotFound(f"{path.name}: no log of a table")
        game = self.library_game(file.game)
        terms = Terms(**{**about, "opponents": tuple(about["opponents"]), "names": tuple(about["names"])})
        table = PlayTable(id, game, terms, file.seed, self.folder)
        for hand in file.hands:
            end = states_of_history(game, hand.history)[-1]
            table.hands.append(PlayedHand(hand.number, table.seat_in(hand.number), end, from_log=True))
        table.hand = table.hands[-1] if table.hands else None
        try:
            agents = self.opponents.agents(game, terms.opponents)
            table.sit(agents, find_coach(game, terms.coach, self.library))
        except (InputError, OSError) as error:
            table.missing = f"This session cannot go on: {error}"
            table.sit([], Coach(game, None))
        return table

    def remove(self, id: str) -> None:
        """Remove a table with its log."""
        table = self.get(id)
        with table.lock:
            with self._lock:
                self._tables.pop(id, None)
            table.path.unlink(missing_ok=True)

    def summaries(self) -> list[TableInfo]:
        """All tables in short, the one played last first: their logs are read, not played again."""
        result = []
        for path in reversed(files_of(self.folder, "*.jsonl")):
            if ID.fullmatch(path.stem) and (summary := summary_of(path)) is not None:
                result.append(summary)
        return result


def summary_of(path: Path) -> TableInfo | None:
    """A table in short; None if the file is no log of a table."""
    try:
        header, *lines = map(json.loads, path.read_bytes().rpartition(b"\n")[0].split(b"\n"))
        about = header["metadata"]["table"]
        hands = [line for line in lines if "hand" in line]
        if header["format"] != FORMAT:
            return None
        return TableInfo(
            id=path.stem,
            title=about["title"],
            game=header["game"],
            opponents=about["names"],
            hands=len(hands),
            chips=sum(hand["returns"][0] for hand in hands),
            played=path.stat().st_mtime,
        )
    except (ValueError, KeyError, TypeError, IndexError, OSError):
        return None
