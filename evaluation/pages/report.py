"""HTML page on a policy: its values, exploitability and strategy, in tables and pictures.

    Path("kuhn.html").write_text(make_report(policy).html, encoding="utf-8")

The page is one file. It loads nothing, runs no scripts, and is the same each time for the same policy and logs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.drawing.figures import house_style
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.evaluation.pictures.pictures import Run
from pokerzoo.evaluation.pictures.trajectory import Trajectory, trajectory_picture

from .headline import subtitle_of, title_of
from .report_page import ReportPage, ReportPicture
from .strategy_sections import one_node
from .web_page import html_document

Logs: TypeAlias = Mapping[str, Run] | Sequence[str | Path]
"""Runs by name, or files, which are then called by their names."""


@dataclass(frozen=True)
class Report:
    """A page on a policy as HTML, and its pictures; made by ``make_report``.

    Attributes:
        html: the page, with its pictures inside.
        pictures: in the order of the page.
        measurement: value and exploitability of the policy; None where the game is too large to measure.

    Example:
        See ``make_report``.
    """

    html: str
    pictures: tuple[ReportPicture, ...]
    measurement: Measurement | None


def make_report(
    policy: TabularPolicy | str | Path,
    logs: Logs = (),
    *,
    trajectory: Trajectory | None = None,
    title: str | None = None,
    line: str | None = None,
    max_rows: int = 40,
    max_pages: int = 3,
    max_grids: int = 6,
    big_blind: float | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> Report:
    """Make an HTML page on a policy and, if there are logs, on the runs that led to it.

    Args:
        policy: the policy, or its file.
        logs: of training runs, by name, or as files.
        trajectory: regrets and strategies that were recorded in a run, to be drawn too.
        title: of the page; None: says which game, and which node.
        line: in a hold'em spot, the one node that the page is about, as ``SpotReport.at`` takes it; None: the first decisions.
        max_rows: rows of a strategy table; the page names the rest.
        max_pages: pages of heat maps; the page names the rest.
        max_grids: range grids of a hold'em spot, or tables of players who differ in the bet/fold game; the page names
            the rest.
        big_blind: chips of a big blind, 1e-6 to 1e12, of a hold'em spot: EVs at its nodes are shown in big blinds.
        progress: called with (parts done, parts in all, as far as that is known by then).

    Returns:
        The page, its pictures as files, and the measurement.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: something that is no log, a limit below 1, a line that is not there, or a big blind of another game.
        OSError: a log, or the policy's file, cannot be read.

    Example:
        .. code-block:: python

            from pathlib import Path

            from pokerzoo.agents import CFR
            from pokerzoo.envs import make_game
            from pokerzoo.evaluation import make_report

            report = make_report(CFR(make_game("kuhn"), "cfr+").run(1000).average_policy())
            print([picture.name for picture in report.pictures])  # ['game-tree', 'strategy', 'cross-table']
            Path("kuhn.html").write_text(report.html, encoding="utf-8")
    """
    for name, limit in (("max_rows", max_rows), ("max_pages", max_pages), ("max_grids", max_grids)):
        if limit < 1:
            raise ParameterError(name, limit, "must be at least 1")
    with house_style("a report"):
        pass  # an error now, not after the measuring
    if isinstance(policy, str | Path):
        policy = TabularPolicy.load(policy)
    page = ReportPage(policy, max_rows, max_pages, max_grids, progress, big_blind)
    node = None if line is None else page.node_at(line)
    runs = named_runs(logs)
    page.expect(2 + (node is None) + bool(runs) + (trajectory is not None))  # measuring, the cross table, leaks, these pictures
    page.worth()
    if node is None:
        page.strategy()
        page.leaks()
    else:
        one_node(page, page.spot_report, node)
    if runs:
        page.convergence(runs)
    if trajectory is not None:
        page.picture("trajectories", trajectory_picture(trajectory), "Regrets and strategies by iteration.", "Trajectories")
    page.cross_table()
    page.about()
    page.terms()
    where = "" if node is None else f", {line_heading(node.line)}"
    named = title or f"A strategy for {title_of(policy.game)}{where}"
    html = html_document(named, subtitle_of(policy), page.lead, page.sections, page.parts)
    return Report(html, tuple(page.pictures), page.measurement)


def named_runs(logs: Logs) -> dict[str, Run]:
    """Logs by name: of a file its name without ending, or its whole path where two would have the same."""
    if isinstance(logs, Mapping):
        return dict(logs)
    if isinstance(logs, str | Path):
        logs = (logs,)
    stems = [Path(path).stem for path in logs]
    return {stem if stems.count(stem) == 1 else str(path): path for stem, path in zip(stems, logs, strict=True)}
