"""Tables at which a person plays: sessions with a title and terms, each with its log in the work folder.

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
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pokerzoo.agents import Agent
from pokerzoo.envs import Game
from pokerzoo.envs.poker.game_facts import big_blind_of, pot_before
from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.records import Record
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.evaluation.matches.hand_log import FORMAT, read_hands
from pokerzoo.evaluation.spots.measured import Measured
from pokerzoo.playing.coach import Coach, SessionResult
from pokerzoo.playing.hand_view import Feedback, HandView, hand_view
from pokerzoo.playing.session import PlayedHand, Session

from .blueprints import Blueprints
from .coach import find_coach
from .errors import BadRequest, NotFound
from .library import Library
from .opponents import Opponents
from .settings import Settings
from .work_folder import files_of

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
class PlayTableView(Record):
    """A table.

    Attributes:
        id: in addresses.
        title: its display name.
        game: the game's name.
        params: its parameters.
        opponents: their names, in turn after the person's seat.
        seat: the person's; None: another each hand.
        coach: the coach's name; None: no coach.
        coach_measured: how exploitable the coach's policy is; None: no coach, or not known.
        coach_error: chips below which the coach calls no loss a mistake; None: not known.
        feedback: when the coach says what a choice lost.
        missing: why it cannot continue; None if it can.
        phh: whether hands can be had as PHH.
        big_blind: in chips, in whole hands; None in other games.
        pot_before: chips in the middle before the first move, for EVs in percent of it; None: there is no coach, or no pot.
        blind_before: chips of the big blind, for EVs in big blinds; None: likewise, or a game without blinds.
        hand: the hand that is played; None before the first.
        result: so far.
    """

    id: str
    title: str
    game: str
    params: dict[str, Any]
    opponents: list[str]
    seat: int | None
    coach: str | None
    coach_measured: Measured | None
    coach_error: float | None
    feedback: Feedback
    missing: str | None
    phh: bool
    big_blind: float | None
    pot_before: float | None
    blind_before: float | None
    hand: HandView | None
    result: SessionResult


class PlayTable:
    """A session, its terms and its log. To be used with its ``lock`` held."""

    def __init__(
        self, id: str, game: Game, terms: Terms, seed: int, log: Path, agents: Sequence[Agent], coach: Coach,
        missing: str | None = None,
    ) -> None:  # fmt: skip
        self.id, self.terms, self.log, self.missing = id, terms, log, missing
        self.feedback: Feedback = terms.feedback
        self.thinking: str | None = None
        self.lock = threading.RLock()
        self.session = Session(
            game, agents, terms.names, seat=terms.seat, seed=seed, coach=coach, log=log, asking=self._thinks
        )  # fmt: skip

    def deal(self) -> PlayedHand:
        """The next hand; the one that is going on, if there is one."""
        self._check_open()
        return self.session.deal()

    def act(self, action: int, hand: int, turn: int) -> PlayedHand:
        """Do something in the present hand, whose number and decision the page has on the screen."""
        self._check_open()
        now = self.session.hand
        if now is not None and not now.state.is_terminal and (now.number != hand or len(now.taken) != turn):
            raise BadRequest(f"hand {now.number} is at decision {len(now.taken)} now: that was another one", "turn")
        return self.session.act(action)

    def played_hand(self, number: int) -> PlayedHand:
        """A hand that is over."""
        hands = self.session.hands
        if not 1 <= number <= len(hands):
            raise NotFound(f"no hand {number} is over; there are {len(hands)}")
        return hands[number - 1]

    def view(self) -> PlayTableView:
        """The table as its person may see it; what mistakes cost is kept back while the coach is silent."""
        session, game, coach = self.session, self.session.game, self.session.coach
        coached, whole = coach.advice is not None, isinstance(game, TexasHoldemGame)
        return PlayTableView(
            id=self.id,
            title=self.terms.title,
            game=game.name,
            params=game.params,
            opponents=list(self.terms.names),
            seat=self.terms.seat,
            coach=self.terms.coach_name if coached else None,
            coach_measured=coach.measured if coached else None,
            coach_error=coach.error if coached else None,
            feedback=self.feedback,
            missing=self.missing,
            phh=whole,
            big_blind=game.stakes.big_blind if whole else None,
            pot_before=pot_before(game) if coached else None,
            blind_before=big_blind_of(game) if coached else None,
            hand=None if session.hand is None else hand_view(session, session.hand, self.feedback, thinking=self.thinking),
            result=session.result.without_coach() if self.feedback == "off" else session.result,
        )

    def _check_open(self) -> None:
        if self.missing is not None:
            raise BadRequest(self.missing)
        if self.thinking is not None:
            raise BadRequest(f"{self.thinking} thinks: wait until it has acted")

    @contextmanager
    def _thinks(self, name: str) -> Iterator[None]:
        """Let others read the table meanwhile, who may change nothing: an agent may take seconds."""
        self.thinking = name
        self.lock.release()
        try:
            yield
        finally:
            self.lock.acquire()
            self.thinking = None


@dataclass
class TableInfo(Record):
    """A table in short.

    Attributes:
        id: in addresses.
        title: its display name.
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
        agents, coach = self.opponents.agents(game, terms.opponents), find_coach(game, terms.coach, self.library)
        seed = secrets.randbits(60) if seed is None else seed
        self.folder.mkdir(parents=True, exist_ok=True)
        table = PlayTable(id, game, terms, seed, self.folder / f"{id}.jsonl", agents, coach)
        table.session.create_log({"table": asdict(terms)})
        with self._lock:
            self._tables[id] = table
        return table

    def library_game(self, game: Game) -> Game:
        """The game of an open policy where it is equal, so that what is known of it is there only once."""
        return next((entry.policy.game for entry in self.library.entries() if entry.policy.game == game), game)

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
        agents: list[Agent] = []
        coach, missing = Coach(game, None), None
        try:
            agents, coach = self.opponents.agents(game, terms.opponents), find_coach(game, terms.coach, self.library)
        except (InputError, OSError) as error:
            missing = f"This session cannot continue: {error}"
        table = PlayTable(id, game, terms, file.seed, path, agents, coach, missing)
        table.session.take_up(file.hands)
        return table

    def remove(self, id: str) -> None:
        """Remove a table with its log."""
        table = self.get(id)
        with table.lock:
            with self._lock:
                self._tables.pop(id, None)
            table.log.unlink(missing_ok=True)

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
