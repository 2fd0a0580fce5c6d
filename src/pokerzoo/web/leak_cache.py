"""Leaks that the page asks for, kept for a while: of policies in the library, and of baselines and agents by name."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pokerzoo.agents import Playable
from pokerzoo.envs import Game
from pokerzoo.envs.support.cache import Cache
from pokerzoo.evaluation import Leaks, leaks

from .errors import BadRequest, about
from .library import PolicyEntry
from .made_games import make_checked_game
from .opponents import Opponents

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

    def of_players(self, opponents: Opponents, game: str, params: dict[str, Any], who: Sequence[str]) -> CachedLeaks:
        """The leaks of players, by ids as of opponents at a table: one who plays all seats, or one for each."""
        made = make_checked_game(game, params)
        if len(who) not in (1, made.num_players):
            raise BadRequest(
                f"who: must name one who plays all seats, or {made.num_players}, one for each; not {len(who)}", "who"
            )
        with about("who"):
            players = [opponents.player(made, id) for id in who]
        title = " and ".join(dict.fromkeys(opponents.name(made, id) for id in who))
        key = (game, json.dumps(made.params, sort_keys=True, default=str), *who)
        return self._keep(key, CachedLeaks(title, threading.RLock(), made, players))

    def _keep(self, key: tuple[str, ...], leaks: CachedLeaks) -> CachedLeaks:
        """What is kept of the same players: another policy may have a name by now."""
        objects = [id(player) for player in leaks.players if not isinstance(player, str)]
        kept = self._kept.get((*key, *objects), lambda: leaks)  # players that are kept keep their ids
        with kept.lock:
            _ = kept.leaks
        return kept
