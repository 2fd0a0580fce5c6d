"""The blueprints that can be played against: files that were named or are in the work folder, and the one in the package."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pokerzoo.agents.blueprint import blueprint_policy
from pokerzoo.agents.blueprint.blueprint_file import game_of_blueprint, plays_alike
from pokerzoo.agents.blueprint.blueprint_policy import BlueprintPolicy
from pokerzoo.envs.core import short_name
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.records import INTERNAL, Record, json_key
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

from .errors import BadRequest
from .library import id_of
from .opened import Opened
from .work_folder import WorkFolder, files_of

SHIPPED = "blueprint"
"""The id of the blueprint that comes with pokerzoo."""


@dataclass(eq=False)
class BlueprintEntry(Record):
    """A blueprint that can be played against.

    Attributes:
        id: in addresses.
        title: its display name.
        params: of the ``texas_holdem`` that it was trained in.
    """

    id: str
    title: str
    path: Path = field(metadata=INTERNAL)
    game: TexasHoldemGame = field(metadata=INTERNAL)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False, metadata=INTERNAL)
    policy: BlueprintPolicy | None = field(default=None, metadata=INTERNAL)

    @property
    @json_key
    def params(self) -> dict[str, Any]:
        """The game's parameters."""
        return dict(self.game.params)

    def plays(self, game: object) -> bool:
        """True if it can play a game."""
        return isinstance(game, TexasHoldemGame) and plays_alike(self.game, game)

    def policy_for(self, game: TexasHoldemGame) -> BlueprintPolicy:
        """The blueprint at a table; the file is read once, which may take seconds."""
        if not self.plays(game):
            raise BadRequest(f"{self.title}: for {short_name(self.game)}, not for {short_name(game)}", "opponents")
        with self.lock:
            if self.policy is None:
                self.policy = BlueprintPolicy.load(self.path)
        return BlueprintPolicy(game, self.policy.class_strategy, self.policy.metadata)


class Blueprints(Opened[BlueprintEntry]):
    """All blueprints by their ids. May be asked by many threads at once."""

    kind = "blueprint"

    def __init__(self) -> None:
        super().__init__()
        if blueprint_policy.FILE.is_file():
            self.open(blueprint_policy.FILE, id=SHIPPED, title="Blueprint")

    def open(self, path: str | Path, *, id: str | None = None, title: str | None = None) -> BlueprintEntry:
        """Take in a blueprint file, of which only the header is read; ValueError or OSError if it is none."""
        path = Path(path).resolve()
        return self.add(BlueprintEntry(id or id_of(path), title or f"Blueprint {path.stem}", path, game_of_blueprint(path)))

    def open_folder(self, folder: WorkFolder) -> list[str]:
        """Take in the blueprints of the work folder; what went wrong, if anything did."""
        problems = []
        for path in files_of(folder.blueprints, "*.npz"):
            try:
                self.open(path, id=path.stem)
            except (InputError, OSError) as error:
                problems.append(f"{path}: {error}")
        return problems
