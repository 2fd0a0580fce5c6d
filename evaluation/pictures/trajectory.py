"""Regrets and strategies of chosen infosets over a run: recorded by a callback, and drawn.

>>> from pokerzoo.agents import CFR
>>> from pokerzoo.envs import make_game
>>> course = Trajectory(["K|", "Q|b"])
>>> solver = CFR(make_game("kuhn"), "cfr+").run(100, callbacks=[course], every=10)
>>> course.iterations[:3], course.actions["Q|b"], course.regrets("Q|b").shape
([10, 20, 30], ('fold', 'call'), (10, 2))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.agents.training import Trainer
from pokerzoo.agents.training.cfr_trainer import CFRTrainer
from pokerzoo.envs.drawing.colours import PALETTE
from pokerzoo.envs.drawing.figures import DASHES, in_house_style, listed_texts, log_scale, new_figure
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError, brief

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MAX_ROWS = 8
COLUMNS = ("cumulative regret, chips", "current strategy: probability", "average strategy: probability")


class Trajectory:
    """A callback for ``run`` of ``CFR`` or ``MCCFR`` that records the regrets and strategies of chosen infosets.

    A new run empties it. A resumed run adds to it.

    Attributes:
        infosets: the keys of the infosets.
        iterations: number of iterations before each point.
        actions: names of the actions in each infoset; empty before the first point.

    Example:
        >>> from pokerzoo.agents import CFR
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.pictures import Trajectory
        >>> course = Trajectory(["K|"])
        >>> solver = CFR(make_game("kuhn"), "cfr").run(100, callbacks=[course], every=50)
        >>> course.iterations, course.actions
        ([50, 100], {'K|': ('check', 'bet')})
        >>> course.average("K|").shape
        (2, 2)
    """

    def __init__(self, infosets: Iterable[str]) -> None:
        """Choose the infosets.

        Args:
            infosets: keys of infosets, such as ``"K|"``.

        Raises:
            ValueError: none, or one twice.
        """
        self.infosets = (infosets,) if isinstance(infosets, str) else tuple(infosets)
        if not self.infosets or len(set(self.infosets)) < len(self.infosets):
            raise ParameterError("infosets", list(self.infosets), "must be keys of infosets, at least one, none twice")
        self.iterations: list[int] = []
        self.actions: dict[str, tuple[str, ...]] = {}
        self._points: list[dict[str, Floats]] = []

    def __repr__(self) -> str:
        return f"<Trajectory of {', '.join(self.infosets)}: {len(self.iterations)} points>"

    def begin(self, solver: Trainer) -> None:
        """Forget the points after the solver's iteration; ``run`` calls it.

        Args:
            solver: the solver that is about to run.

        Raises:
            ValueError: a solver without regrets by infoset, or an infoset that its game does not have.
        """
        if not all(hasattr(solver, name) for name in ("regrets", "current_policy", "average_policy")):
            raise InputError(f"{type(solver).__name__}: has no regrets by infoset, as CFR and MCCFR have")
        table = solver.game.infosets
        for key in self.infosets:
            if key not in table:
                raise InputError(f"infoset {brief(key)}: {solver.game} has no such infoset; keys look like {table[-1].key!r}")
        self.actions = {key: table[table.index(key)].action_names for key in self.infosets}
        kept = sum(iteration <= solver.iteration for iteration in self.iterations) if solver.iteration else 0
        del self.iterations[kept:], self._points[kept:]

    def __call__(self, solver: CFRTrainer) -> None:
        """Record a point."""
        if not self.actions:
            self.begin(solver)
        table = solver.game.infosets
        everything = (solver.regrets(), solver.current_policy().probabilities, solver.average_policy().probabilities)
        if self.iterations and self.iterations[-1] == solver.iteration:
            self.iterations.pop()
            self._points.pop()
        self.iterations.append(solver.iteration)
        self._points.append({key: np.stack([v[table.slice(table.index(key))] for v in everything]) for key in self.infosets})

    def regrets(self, infoset: str) -> Floats:
        """Cumulative (discounted) counterfactual regrets of an infoset: float64 [points, actions], in chips.

        Args:
            infoset: its key.

        Raises:
            KeyError: the infoset was not recorded.
        """
        return self._series(infoset, 0)

    def current(self, infoset: str) -> Floats:
        """The current strategy of an infoset, which the next iteration plays: float64 [points, actions].

        Args:
            infoset: its key.

        Raises:
            KeyError: the infoset was not recorded.
        """
        return self._series(infoset, 1)

    def average(self, infoset: str) -> Floats:
        """The average strategy of an infoset: float64 [points, actions].

        Args:
            infoset: its key.

        Raises:
            KeyError: the infoset was not recorded.
        """
        return self._series(infoset, 2)

    def _series(self, infoset: str, which: int) -> Floats:
        if infoset not in self.infosets:
            raise KeyError(f"infoset {brief(infoset)} was not recorded; recorded: {', '.join(self.infosets)}")
        if not self._points:
            return np.zeros((0, len(self.actions.get(infoset, ()))))
        return np.stack([point[infoset][which] for point in self._points])


@in_house_style
def trajectory_picture(trajectory: Trajectory, *, logarithmic: bool = True) -> Figure:
    """Draw regrets, current and average strategy by iteration: one row for each infoset, one line for each action.

    Args:
        trajectory: the recorded points, of 8 infosets at most.
        logarithmic: use a logarithmic axis of iterations.

    Returns:
        The picture, a matplotlib ``Figure``; regrets are in chips.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: nothing was recorded, or over 8 infosets.

    Example:
        >>> from pokerzoo.agents import CFR
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.pictures import Trajectory, alt_text, trajectory_picture
        >>> course = Trajectory(["K|", "Q|xb"])
        >>> solver = CFR(make_game("kuhn"), "cfr").run(100, callbacks=[course], every=10)
        >>> alt_text(trajectory_picture(course)).partition(".")[0]
        'Regrets, current and average strategy of 2 infosets, iterations 10 to 100'
    """
    keys = trajectory.infosets
    if len(keys) > MAX_ROWS:
        raise ParameterError("trajectory", problem=f"{len(keys)} infosets, at most {MAX_ROWS} can be drawn")
    if not trajectory.iterations:
        raise ParameterError("trajectory", problem="nothing was recorded; give it to run(callbacks=[...])")
    figure = new_figure(10.5, 0.7 + 2.35 * len(keys))
    grid = figure.subplots(len(keys), 3, squeeze=False, sharex=True)
    phrases = []
    for row, key in zip(grid, keys, strict=True):
        series = (trajectory.regrets(key), trajectory.current(key), trajectory.average(key))
        for column, (axes, values) in enumerate(zip(row, series, strict=True)):
            for number, (name, line) in enumerate(zip(trajectory.actions[key], values.T, strict=True)):
                colour, dash = PALETTE[number % len(PALETTE)], DASHES[number % len(DASHES)]
                mark = "o" if len(line) < 3 else None
                axes.plot(trajectory.iterations, line, color=colour, linestyle=dash, marker=mark, linewidth=1.5, label=name)
            axes.set_title(f"{key}: {COLUMNS[column]}", fontsize=10, loc="left")
            axes.grid(which="major")
            if column:
                axes.set_ylim(-0.04, 1.04)
            if logarithmic:
                log_scale(axes, "x", trajectory.iterations)
        row[0].legend(loc="best", framealpha=0.9, fontsize=9)
        last = ", ".join(f"{name} {p:.3f}" for name, p in zip(trajectory.actions[key], series[2][-1], strict=True))
        phrases.append(f"{key} ends at an average of {last}")
    for axes in grid[-1]:
        axes.set_xlabel("iterations")
    reach = f"{trajectory.iterations[0]:,} to {trajectory.iterations[-1]:,}"
    figure.set_label(
        f"Regrets, current and average strategy of {len(keys)} infosets, iterations {reach}. {listed_texts(phrases)}."
    )
    return figure
