"""Leaks that the page asks for, kept for a while: of policies in the library, and of baselines and agents by name."""

from __future__ import annotations

import json
import threading
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pokerzoo.agents import BASELINES, Playable
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.support.errors import did_you_mean
from pokerzoo.evaluation import Leaks, leaks

from .errors import BadRequest
from .library import Entry, Library
from .made_games import make_checked_game
from .settings import Settings

KEPT = 6
"""Leaks that are kept: a flop's have five bytes for each of its infosets."""


@dataclass(eq=False)
class CachedLeaks:
    """Leaks, once they are worked out."""

    title: str
    policy: str | None
    lock: threading.RLock
    owner: tuple[object, ...] = ()
    result: Leaks | None = field(default=None, repr=False)

    @property
    def leaks(self) -> Leaks:
        """The leaks."""
        assert self.result is not None  # whoever made it filled it in
        return self.result


class LeakCache:
    """Leaks by what they are of. May be asked by many threads at once."""

    def __init__(self) -> None:
        self._kept: Cache[CachedLeaks] = Cache(KEPT)

    def of_policy(self, entry: Entry) -> CachedLeaks:
        """The leaks of a policy of the library; they are asked under the entry's lock."""
        found = self._slot(entry.id, CachedLeaks(entry.title, entry.id, entry.lock, owner=(entry,)))
        with found.lock:
            if found.result is None:
                found.result = leaks(entry.game, entry.policy)
        return found

    def of_names(
        self, library: Library, settings: Settings, game: str, params: dict[str, Any], who: Sequence[str]
    ) -> CachedLeaks:
        """The leaks of whoever is named: one who plays all seats, or one for each."""
        made = make_checked_game(game, params)
        if len(who) not in (1, made.num_players):
            raise BadRequest(
                f"who: must name one who plays all seats, or {made.num_players}, one for each; not {len(who)}", "who"
            )
        players = [named_agent(library, settings, name) for name in who]
        title = " and ".join(dict.fromkeys(title_of(library, name) for name in who))
        key = (game, json.dumps(made.params, sort_keys=True, default=str), tuple(who))
        found = self._slot(key, CachedLeaks(title, None, threading.RLock(), owner=tuple(players)))
        with found.lock:
            if found.result is None:
                found.result = leaks(made, players[0] if len(players) == 1 else players)
        return found

    def _slot(self, key: Hashable, new: CachedLeaks) -> CachedLeaks:
        kept = self._kept.peek(key)
        if kept is not None and any(a is not b for a, b in zip(kept.owner, new.owner, strict=True)):
            self._kept.drop(key)  # another policy has the name by now
        return self._kept.get(key, lambda: new)


def named_agent(library: Library, settings: Settings, name: str) -> Playable:
    """Agent by its name: one given in Python, a baseline, or a policy of the library by its id."""
    if name in settings.agents:
        return settings.agents[name]
    if name in BASELINES:
        return BASELINES[BASELINES.index(name)]  # always the same object
    for entry in library.entries():
        if entry.id == name:
            return entry.policy
    known = [*settings.agents, *BASELINES]
    raise BadRequest(f"who={name[:80]!r}: no player has this name; known: {', '.join(known)}, and policies by their ids"
                     f"{did_you_mean(name, known)}", "who")  # fmt: skip


def title_of(library: Library, name: str) -> str:
    """A name as people call it."""
    return next((entry.title for entry in library.entries() if entry.id == name), name)
