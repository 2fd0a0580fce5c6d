"""Context of the API: what all addresses share."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from itertools import chain
from typing import Annotated

from fastapi import Depends, Request

from .blueprints import Blueprints
from .jobs import Jobs
from .leak_cache import LeakCache
from .library import Library
from .questions import Questions
from .saved import SavedFile
from .settings import Settings
from .sweeps import Sweeps
from .tables import PlayTables
from .uploads import open_uploads
from .work_folder import WorkFolder

log = logging.getLogger("pokerzoo.web")


@dataclass(frozen=True)
class Explorer:
    """An explorer at work."""

    settings: Settings
    library: Library
    folder: WorkFolder
    jobs: Jobs
    tables: PlayTables
    blueprints: Blueprints
    leaks: LeakCache = field(default_factory=LeakCache)
    sweeps: Sweeps = field(default_factory=Sweeps)
    questions: Questions = field(init=False)
    saved: SavedFile = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "questions", Questions(self.settings.question_seconds))
        object.__setattr__(self, "saved", SavedFile(self.folder, self.settings.max_body))

    def close(self) -> None:
        """Let all end that the server would wait for: open lines of events, and questions. A signal handler may call it."""
        self.jobs.closing.set()
        self.questions.close()

    def open_work(self) -> None:
        """Have what the work folder holds in the library and in the list of solves, and titles and notes that people gave."""
        opened = (
            open_uploads(self.folder, self.library),
            self.blueprints.open_folder(self.folder),
        )
        for problem in chain.from_iterable(opened):
            log.warning("%s", problem)
        self.jobs.recover()
        labels = self.folder.labels()
        for entry in self.library.entries():
            label = labels.get(entry.id, {})
            entry.title, entry.note = label.get("title", entry.title), label.get("note", "")


def _explorer(request: Request) -> Explorer:
    explorer: Explorer = request.app.state.explorer
    return explorer


Context = Annotated[Explorer, Depends(_explorer)]
"""An argument of this type is filled in with the explorer."""
