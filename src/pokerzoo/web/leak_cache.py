"""Leaks that the page asks for, kept for a while: of policies in the library, and of baselines and agents by name."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pokerzoo.agents import BASELINES, Playable, player_names
from pokerzoo.envs import Game
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.support.errors import did_you_mean
from pokerzoo.evaluation import Leaks, leaks

from .errors import BadRequest
from .library import Library, PolicyEntry
from .made_games import make_checked_game
from .settings import Settings

KEPT = 6
"""Leaks that are kept: a flop's have five bytes for each of its infosets."""


@dataclass(eq=False)
class CachedLeaks:
    """Leaks, computed on first use, with ``lock`` held.

    Attributes:
        title: whose they are.
        lock: of that policy, or their own.
        game: what is played.
        players: who plays all seats, or one for each.
    """

    title: str
    lock: threading.RLock
    game: Game
    players: Sequence[Playable]

    @cached_property
    def leaks(self) -> Leaks:
        """The leaks."""
        return leaks(self.game, self.players[0] if len(self.players) == 1 else self.players)


class LeakCache:
    """Leaks by what they are of. May be asked by many threads at once."""

    def __init__(self) -> None:
        self._kept: Cache[CachedLeaks] = Cache(KEPT)

    def of_policy(self, entry: PolicyEntry) -> CachedLeaks:
        """The leaks of a policy of the library; computed under the entry's lock."""
        return self._keep((entry.id,), CachedLeaks(entry.title, entry.lock, entry.policy.game, (entry.policy,)))

    def of_names(
        self, library: Library, settings: Settings, game: str, params: dict[str, Any], who: Sequence[str]
    ) -> CachedLeaks:
        """The leaks of named players: one who plays all seats, or one for each."""
        made = make_checked_game(game, params)
        if len(who) not in (1, made.num_players):
            raise BadRequest(
                f"who: must name one who plays all seats, or {made.num_players}, one for each; not {len(who)}", "who"
            )
        players = [named_agent(library, settings, made, name) for name in who]
        title = " and ".join(dict.fromkeys(title_of(library, name) for name in who))
        key = (game, json.dumps(made.params, sort_keys=True, default=str), *who)
        return self._keep(key, CachedLeaks(title, threading.RLock(), made, players))

    def _keep(self, key: tuple[str, ...], leaks: CachedLeaks) -> CachedLeaks:
        """What is kept of the same players: another policy may have a name by now."""
        kept = self._kept.get((*key, *map(id, leaks.players)), lambda: leaks)  # players that are kept keep their ids
        with kept.lock:
            _ = kept.leaks
        return kept


def named_agent(library: Library, settings: Settings, game: Game, name: str) -> Playable:
    """Agent by its name: one given in Python, a baseline, or a policy of the library by its id."""
    if name in settings.agents:
        return settings.agents[name]
    names = tuple(dict.fromkeys((*player_names(game), *BASELINES)))  # a baseline says itself which games it plays
    if name in names:
        return names[names.index(name)]  # always the same object
    for entry in library.entries():
        if entry.id == name:
            return entry.policy
    known = [*settings.agents, *names]
    raise BadRequest(f"who={name[:80]!r}: no player has this name; known: {', '.join(known)}, and policies by their ids"
                     f"{did_you_mean(name, known)}", "who")  # fmt: skip


def title_of(library: Library, name: str) -> str:
    """A display name."""
    return next((entry.title for entry in library.entries() if entry.id == name), name)
