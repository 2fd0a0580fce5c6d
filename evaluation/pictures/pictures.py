"""Pictures of runs and of several strategies side by side: convergence, bet/fold curves, cross tables.

    figure = convergence_picture({"CFR+": "plus.jsonl", "CFR": "cfr.jsonl"})
    figure.savefig("convergence.png")

Each function returns a matplotlib ``Figure`` (extra ``plot``); ``alt_text`` describes it in words, ``png_bytes`` makes a file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game
from pokerzoo.envs.drawing.colours import PALETTE
from pokerzoo.envs.drawing.figures import (
    DASHES,
    FAINT,
    MARKERS,
    Curve,
    draw_curves,
    in_house_style,
    ink_on,
    listed_texts,
    new_figure,
)
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError, brief
from pokerzoo.envs.support.formats import number_text
from pokerzoo.envs.support.parameters import check_choice
from pokerzoo.envs.support.units import UNITS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pokerzoo.evaluation.matches.round_robin import CrossTable

Run: TypeAlias = str | Path | Sequence[Mapping[str, Any]]
"""A log that ``JsonLinesLog`` or ``pokerzoo train --log`` wrote, or results of ``agents.metrics``, in order."""

BY = {"iteration": "iterations", "seconds": "seconds in iterations"}
MAX_LINES = len(PALETTE)


MAX_NAMES = 16
"""Players in a cross table that can still be read."""


def read_metrics(run: Run) -> list[dict[str, Any]]:
    """Read the points of a run (``iteration``, ``seconds``, ``exploitability_chips``, ...), without an incomplete last line."""
    if not isinstance(run, str | Path):
        points = [dict(point) for point in run]
        source = "metrics"
    else:
        source = str(run)
        data = Path(run).read_bytes()
        lines = data.splitlines()
        if lines and not data.endswith(b"\n"):
            lines.pop()
        points = []
        for number, line in enumerate(lines, start=1):
            try:
                points.append(dict(json.loads(line)))
            except (ValueError, TypeError, RecursionError):
                raise InputError(f"{source}: line {number} is not a JSON object: not a log of 'pokerzoo train --log'") from None
    for number, point in enumerate(points, start=1):
        for key in ("iteration", "seconds", "exploitability_chips"):
            value = point.get(key)
            if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
                raise InputError(f"{source}: point {number} has no number {brief(key)}: not a log of 'pokerzoo train --log'")
    if not points:
        raise InputError(f"{source}: no points")
    return points


@in_house_style
def convergence_picture(
    runs: Mapping[str, Run] | Sequence[tuple[str, Run]],
    *,
    by: str = "iteration",
    unit: str = "chips",
    game: Game | None = None,
    title: str = "Exploitability of the average strategy",
) -> Figure:
    """Draw how exploitability falls, both axes logarithmic: one line for each run, with its name where it ends.

    Points at iteration or second 0 and points with exploitability 0 have no place on such axes and are left out.

    Args:
        runs: name and log of each run, 8 at most. A log is a file of ``JsonLinesLog`` or of ``pokerzoo train --log``, or a list
            of results of ``metrics``.
        by: ``"iteration"`` or ``"seconds"``.
        unit: ``"chips"``, ``"mbb"`` (thousandths of the big blind or ante) or ``"pot"`` (percent of the starting pot).
        game: the game of the runs; needed for ``"mbb"`` and ``"pot"``.
        title: above the picture.

    Returns:
        The picture, a matplotlib ``Figure``.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: no runs or too many, something that is no log, no point that can be drawn, or no such unit.
        OSError: a log cannot be read.

    Example:
        >>> from pokerzoo.agents import CFR
        >>> from pokerzoo.agents.training import metrics
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.pictures import convergence_picture
        >>> kuhn, runs = make_game("kuhn"), {}
        >>> for variant in ("cfr", "cfr+"):
        ...     points = []
        ...     solver = CFR(kuhn, variant).run(100, callbacks=[lambda solver: points.append(metrics(solver))], every=10)
        ...     runs[variant] = points
        >>> figure = convergence_picture(runs, unit="mbb", game=kuhn)
        >>> figure.axes[0].get_ylabel()
        'exploitability, mbb a hand'
    """
    check_choice("by", by, tuple(BY))
    check_choice("unit", unit, tuple(UNITS))
    if game is None and unit != "chips":
        raise ParameterError("unit", unit, "needs game=, which says what a chip is worth")
    factor = 1.0 if game is None else game.stakes.unit_factor(unit, game.name)
    named = list(runs.items()) if isinstance(runs, Mapping) else list(runs)
    if not 1 <= len(named) <= MAX_LINES:
        raise ParameterError("runs", problem=f"{len(named)} of them, must be 1 to {MAX_LINES}")
    figure = new_figure(7.5, 4.8)
    axes = figure.add_subplot()
    phrases, curves = [], []
    for number, (name, run) in enumerate(named):
        points = [(p[by], factor * p["exploitability_chips"]) for p in read_metrics(run)]
        drawn = [(x, y) for x, y in points if x > 0 and y > 0]
        if not drawn:
            raise InputError(f"run {brief(name)}: no point above 0, which a logarithmic axis needs")
        across, up = zip(*drawn, strict=True)
        curves.append(Curve(name, number, np.array(across), np.array(up)))
        phrases.append(f"{name}: from {up[0]:.3g} at {across[0]:,.4g} to {up[-1]:.3g} at {across[-1]:,.4g}")
    draw_curves(axes, curves, marked=True)
    axes.set_xlabel(BY[by])
    axes.set_ylabel(f"exploitability, {UNITS[unit]}")
    axes.set_title(title)
    figure.set_label(f"{title} in {UNITS[unit]}, by {BY[by]}, on logarithmic axes. {listed_texts(phrases)}.")
    return figure


def bets_by_card(strategy: TabularPolicy | npt.ArrayLike) -> Floats:
    """Probability of a bet, float64 [lines, cards]: one line if all players bet alike, else one a player."""
    if isinstance(strategy, TabularPolicy):
        game = strategy.game
        if not isinstance(game, BetFoldGame):
            raise InputError(f"policy for {game}: must be one for bet_fold")
        bets = game.bets_of(strategy.probabilities)
    else:
        bets = np.atleast_2d(np.array(strategy, dtype=np.float64))
        if bets.ndim != 2 or bets.shape[1] < 2:
            raise InputError(f"strategy of shape {bets.shape}: must be [cards] or [players, cards]")
        if not np.all((bets >= 0.0) & (bets <= 1.0)):
            raise ParameterError("strategy", problem="must be probabilities, 0 to 1")
    return bets[:1] if np.all(bets == bets[0]) else bets


@in_house_style
def bet_fold_picture(
    strategies: Mapping[str, TabularPolicy | npt.ArrayLike],
    *,
    thresholds: Sequence[int] = (),
    title: str = "Probability of a bet by card",
) -> Figure:
    """Draw how often each card bets in the bet/fold game: one line for each strategy, or for each player if the players differ.

    Args:
        strategies: by name: a policy for bet_fold, or the probability of a bet, [cards] or [players, cards].
        thresholds: cards at which a vertical line is drawn: the lowest that bet in the exact equilibria.
        title: above the picture.

    Returns:
        The picture, a matplotlib ``Figure``.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: a policy for another game, no strategy, or not 1 to 8 lines.

    Example:
        >>> import numpy as np
        >>> from pokerzoo.evaluation.pictures import bet_fold_picture
        >>> figure = bet_fold_picture({"from 77 on": np.arange(101) >= 77}, thresholds=[77])
        >>> figure.axes[0].get_xlabel()
        'card (the higher the better)'
    """
    lines = []
    for name, strategy in strategies.items():
        bets = bets_by_card(strategy)
        lines += [(name if len(bets) == 1 else f"{name}, player {player}", row) for player, row in enumerate(bets)]
    if not 1 <= len(lines) <= MAX_LINES:
        raise ParameterError("strategies", problem=f"{len(lines)} lines, must be 1 to {MAX_LINES}")
    figure = new_figure(7.5, 4.5)
    axes = figure.add_subplot()
    phrases = []
    for number, (name, row) in enumerate(lines):
        axes.plot(
            np.arange(len(row)),
            row,
            drawstyle="steps-mid",
            label=name,
            color=PALETTE[number],
            linestyle=DASHES[number % len(DASHES)],
            marker=MARKERS[number],
            markersize=4,
            linewidth=1.5,
        )
        often = np.flatnonzero(row >= 0.5)
        phrases.append(f"{name}: {len(often)} of {len(row)} cards bet at least half of the time")
        if len(often):
            phrases[-1] += f", the lowest {int(often[0])}"
    for number, card in enumerate(thresholds):
        label = "equilibrium: lowest card that bets" if number == 0 else None
        axes.axvline(card - 0.5, color=FAINT, linestyle=(0, (2, 2)), linewidth=1.2, label=label)
    most = max(len(row) for _, row in lines)
    axes.set(xlabel="card (the higher the better)", ylabel="probability of a bet", title=title)
    axes.set_xlim(-0.02 * most, 1.02 * (most - 1))
    axes.set_ylim(-0.04, 1.04)
    axes.grid(which="major")
    axes.legend(loc="center left", framealpha=0.9)
    exact = f" The exact equilibria bet from card {' or '.join(map(str, thresholds))} on." if thresholds else ""
    figure.set_label(f"{title}. {listed_texts(phrases)}.{exact}")
    return figure


def noise_of(game: Game) -> float:
    """Chips a hand too few for colour: a thousandth of the big blind or ante, of the starting pot, or of the stakes."""
    base = game.stakes.big_blind or game.stakes.starting_pot
    return (max(map(abs, game.utility_range)) if base is None else base) / 1000.0


@in_house_style
def cross_table_picture(
    table: CrossTable, noise: float | None = None, *, title: str = "What the row wins from the column"
) -> Figure:
    """Draw a round robin as a table in colour.

    Args:
        table: of 16 players at most. Means that were played have their 95% confidence intervals.
        noise: means closer to 0 than this have no colour, and neither have means whose interval contains 0. The colours reach
            to ten times this at least. None: a thousandth of the big blind or ante, of the starting pot, or of the stakes.
        title: above the picture.

    Returns:
        The picture, a matplotlib ``Figure``; means are chips a hand.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: ``noise`` not above 0, or more than 16 players.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import round_robin
        >>> from pokerzoo.evaluation.pictures import cross_table_picture
        >>> figure = cross_table_picture(round_robin(make_game("kuhn"), ["honest", "random", "always_call"]))
        >>> figure.axes[0].get_title()
        'What the row wins from the column'
    """
    from matplotlib.colors import TwoSlopeNorm

    names, count = table.names, len(table.names)
    if count > MAX_NAMES:
        raise ParameterError("table", problem=f"{count} players, must be at most {MAX_NAMES}")
    noise = noise_of(table.game) if noise is None else noise
    if not 0.0 < noise < np.inf:
        raise ParameterError("noise", noise, "must be a finite number above 0")
    means, played = table.chips, not table.exact.all()
    nothing = (np.abs(means) < noise) | (~table.exact & (table.low <= 0.0) & (table.high >= 0.0))
    colours = np.where(nothing, 0.0, means)
    most = max(float(np.abs(colours).max()), 10 * noise)
    longest = max(map(len, names))
    side = 1.3 if played else 1.05
    figure = new_figure(2.2 + 0.075 * longest + side * count, 1.3 + 0.62 * count + 0.05 * longest)
    axes = figure.add_subplot()
    image = axes.imshow(colours, cmap="PuOr_r", norm=TwoSlopeNorm(0.0, -most, most), aspect="auto")
    phrases = []
    for row in range(count):
        for column in range(count):
            value = means[row, column]
            if row == column:
                axes.text(column, row, "–", ha="center", va="center", color=FAINT)  # noqa: RUF001
                continue
            ink = ink_on(tuple(image.to_rgba(colours[row, column])))
            text = number_text(value, "~+.3f")
            if not table.exact[row, column]:
                text += "\n" + " to ".join(number_text(end, "~+.3f") for end in table.interval(row, column))
            axes.text(column, row, text, ha="center", va="center", color=ink, fontsize=8.5 if played else 9)
            phrases.append(f"{names[row]} against {names[column]} " + number_text(value, "~+.3f"))
    axes.set_xticks(
        range(count), names, rotation=30 if count * longest > 40 else 0, ha="right" if count * longest > 40 else "center"
    )
    axes.set_yticks(range(count), names)
    axes.set_xlabel("against")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_title(title)
    figure.colorbar(image, ax=axes, label="chips a hand", shrink=0.9)
    note = " Below a mean that was played its 95% confidence interval." if played else ""
    figure.set_label(f"{title}, chips a hand. {listed_texts(phrases, 20)}.{note}")
    return figure
