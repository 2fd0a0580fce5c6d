"""Context of the API: what all addresses share."""

from __future__ import annotations

import logging
from typing import Annotated

from fastapi import Depends, Request

from pokerzoo.agents.cfr.lessons import WatchedTrainers

from .blueprints import Blueprints
from .charts import Charts
from .leak_cache import LeakCache
from .library import Library
from .questions import Questions
from .saved import SavedFile
from .settings import Settings
from .solving import Solves
from .sweeps import Sweeps
from .tables import PlayTables
from .uploads import open_uploads
from .work_folder import WorkFolder

log = logging.getLogger("pokerzoo.web")


class Explorer:
    """An explorer at work: its parts, which all addresses share."""

    def __init__(
        self,
        settings: Settings,
        library: Library | None = None,
        sweeps: Sweeps | None = None,
        blueprints: Blueprints | None = None,
        charts: Charts | None = None,
    ) -> None:
        self.settings = settings
        self.library = library or Library()
        self.sweeps = sweeps or Sweeps()
        self.blueprints = blueprints or Blueprints()
        self.charts = charts or Charts()
        self.folder = WorkFolder(settings.work)
        self.solves = Solves(self.folder, self.library)
        self.tasks = self.solves.tasks
        self.tables = PlayTables(settings, self.library, self.blueprints)
        self.leaks = LeakCache()
        self.watched = WatchedTrainers()
        self.questions = Questions(settings.question_seconds)
        self.saved = SavedFile(self.folder.path / "saved.json", settings.max_body)

    def close(self) -> None:
        """Let all end that the server would wait for: event streams and questions. A signal handler may call it."""
        self.tasks.end_events()
        self.questions.close()

    def open_work(self) -> None:
        """Have what the work folder holds in the library and in the list of tasks, and titles and notes that were given."""
        for problem in (*open_uploads(self.folder, self.library), *self.blueprints.open_folder(self.folder)):
            log.warning("%s", problem)
        self.solves.recover()
        labels = self.folder.labels()
        for entry in self.library.entries():
            label = labels.get(entry.id, {})
            entry.title, entry.note = label.get("title", entry.title), label.get("note", "")


def _explorer(request: Request) -> Explorer:
    explorer: Explorer = request.app.state.explorer
    return explorer


Context = Annotated[Explorer, Depends(_explorer)]
"""An argument of this type is filled in with the explorer."""
