"""Aggregate reports as pictures: how often each action is taken, as stacked bars; other measures as bars with their values.

Few groups are bars below each other, with numbers. With many, as all 1,755 flops, bars stand side by side, as wide as their
weight: so the coloured areas are what all groups do together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line_labels import SEATS
from pokerzoo.envs.drawing.colours import named_colours
from pokerzoo.envs.support.parameters import brief
from pokerzoo.evaluation.pictures.figures import COLOURS, FAINT, INK, in_house_style, ink_on, listed_texts, new_figure

from .aggregate import NAMES, PERCENT, Aggregate, in_blinds, measure_heading, number_text
from .sql import cell_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats: TypeAlias = npt.NDArray[np.float64]

FEW = 30
"""The most groups that are drawn as one bar each, with name and numbers."""
MOST = 20_000
WIDTH = 9.0
"""Inches."""
ROW = 0.3
"""Inches of a bar and the space to the next."""
READABLE = 0.055
"""A part of a bar this long has room for its number."""
LABEL = 0.078
"""Inches a character of a name takes."""
TICKS = 14
"""Names below many bars."""


@in_house_style
def aggregate_picture(found: Aggregate, shown: str | None = None) -> Figure:
    """Draw an answer of ``Sweep.aggregate``, as ``Aggregate.picture`` does.

    Frequencies are stacked bars from 0 to 100%, one for each group; if there are many groups, areas as wide as a group's
    weight. Other measures are bars with their values; if there are many groups, lines over the groups in order. Each axis names
    its unit.

    Args:
        found: the answer.
        shown: ``frequencies``, ``ev``, ``net``, ``pot_share``, ``pot_percent``, ``equity``, ``eqr``, ``reach``, or the name of
            a measure; None: frequencies, or the first measure if there are none.

    Returns:
        The picture, a matplotlib ``Figure``.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: no such measure, or more than 20,000 groups.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import Sweep, aggregate_picture

            found = Sweep("rivers").aggregate("board", of="frequencies", sort="frequency OOP check")
            aggregate_picture(found).savefig("rivers.png")
    """
    if len(found) > MOST:
        raise ValueError(f"by={brief(', '.join(found.by))}: {len(found):,} groups; at most {MOST:,} can be drawn")
    if shown is None:
        shown = "frequencies" if found.actions else found.measures[0]
    if shown == "frequencies":
        if not found.actions:
            raise ValueError(f"shown='frequencies': were not asked for; there are {', '.join(found.measures)}")
        return bars_of_actions(found) if len(found) <= FEW else areas_of_actions(found)
    own = NAMES.get(shown)
    measures = [name for name in found.measures if own is not None and name.partition(" ")[0] in (own, in_blinds(own))]
    measures = measures or [found.measures[found.find(shown, "shown")]]
    return bars_of_measures(found, measures) if len(found) <= FEW else lines_of_measures(found, measures)


def names_of(found: Aggregate) -> list[str]:
    """The groups' names; all together is the last."""
    groups = [", ".join(map(cell_text, group)) for group in found.groups] if found.by else []
    return [*groups, "all"]


def shares_of(found: Aggregate) -> Floats:
    """[groups] each group's part of all weight; all together is the last."""
    groups = found.means.weight if found.by else found.means.weight[:0]
    total = found.overall.weight[0]
    return np.append(groups, total) / (total if total > 0 else np.nan)


def with_overall(found: Aggregate, values: Floats, overall: Floats) -> Floats:
    """Rows of the groups, and of all together."""
    return np.concatenate([values, overall]) if found.by else overall


def bar_figure(found: Aggregate, what: str, rows: float) -> tuple[Figure, Axes, float]:
    """A figure for bars below each other: title, axes, and its height."""
    names = names_of(found)
    left = 0.3 + LABEL * max(map(len, [*names, *found.by]))
    head, foot = 0.95, 0.45
    height = head + ROW * (rows + (0.5 if found.by else 0)) + foot
    width = max(WIDTH, left + 6.0)
    figure = new_figure(width, height, constrained=False)
    axes = figure.add_axes((left / width, foot / height, (width - left - 0.85) / width, (height - head - foot) / height))
    figure.text(0.15 / width, 1 - 0.12 / height, f"{what}, {found.caption()}", fontsize=12, va="top", fontweight="bold")
    return figure, axes, height


def places_of(found: Aggregate, bars: int) -> Floats:
    """Places of the bars from the top, with a gap before the last one, of all groups."""
    places = np.arange(bars, dtype=np.float64)
    places[-1] += 0.5 if found.by else 0.0
    return places


def name_bars(found: Aggregate, axes: Axes, places: Floats) -> None:
    """Names at the left, and each group's share of the weight at the right."""
    axes.set_yticks(places, names_of(found))
    axes.set_ylim(places[-1] + 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines[["left", "bottom"]].set_visible(False)
    for place, share in zip(places, shares_of(found), strict=True):
        text = f"{share:.1%}"
        axes.annotate(
            text, (1.0, place), (8, 0), ("axes fraction", "data"), "offset points", va="center", fontsize=8.5, color=FAINT
        )
    axes.annotate("weight", (1.0, 1.0), (8, 3), "axes fraction", "offset points", fontsize=8.5, color=FAINT)


def legend_of_actions(figure: Figure, found: Aggregate, colours: list[str], left: float) -> None:
    """The actions with what all groups do together, in a row below the title."""
    from matplotlib.patches import Patch

    width, height = figure.get_size_inches()
    overall = found.overall.mean[0, action_places(found)]
    labels = [f"{name} {often:.1%}" for name, often in zip(found.actions, overall, strict=True)]
    handles = [Patch(facecolor=colour) for colour in colours]
    figure.legend(
        handles,
        labels,
        loc="upper left",
        ncols=max(1, min(len(labels), int((width - left) / 1.35))),
        frameon=False,
        bbox_to_anchor=((left - 0.08) / width, 1 - 0.36 / height),
        columnspacing=1.4,
        handlelength=1.2,
    )


def action_places(found: Aggregate) -> list[int]:
    """Places of the frequencies among the measures."""
    return [k for k, name in enumerate(found.measures) if name.startswith("frequency ")]


def actor_text(found: Aggregate) -> str:
    """Owner of the actions, as a title."""
    return "Actions" if found.player is None else f"{SEATS[found.player]}'s actions"


def bars_of_actions(found: Aggregate) -> Figure:
    """A stacked bar a group, with the frequencies in it."""
    from matplotlib.colors import to_rgb

    colours = named_colours(found.actions)
    often = with_overall(found, found.frequencies, found.overall.mean[:, action_places(found)])
    places = places_of(found, len(often))
    figure, axes, _ = bar_figure(found, actor_text(found), len(often))
    left = np.zeros(len(often))
    for action, colour in enumerate(colours):
        share = np.nan_to_num(often[:, action])
        axes.barh(places, share, 0.82, left, color=colour, linewidth=0)
        for place, start, part in zip(places, left, share, strict=True):
            if part >= READABLE:
                ink = ink_on(to_rgb(colour))
                axes.text(start + part / 2, place, f"{part:.0%}", ha="center", va="center", fontsize=8.5, color=ink)
        left = left + share
    axes.set_xlim(0.0, 1.0)
    axes.set_xticks([])
    name_bars(found, axes, places)
    legend_of_actions(figure, found, colours, 0.15)
    told = [f"{name}: {frequencies_text(found, row)}" for name, row in zip(names_of(found), often, strict=True)]
    figure.set_label(f"{actor_text(found)}, {found.caption()}: stacked bars. {listed_texts([told[-1], *told[:-1]], FEW)}.")
    return figure


def frequencies_text(found: Aggregate, often: Floats) -> str:
    """Frequencies in words."""
    return ", ".join(f"{name} {share:.1%}" for name, share in zip(found.actions, often, strict=True))


def order_of(found: Aggregate, values: Floats) -> npt.NDArray[np.int64]:
    """Many groups in the order that was asked for, or from the smallest value to the largest."""
    return np.arange(len(found)) if found.sort is not None else np.argsort(np.nan_to_num(values, nan=np.inf), kind="stable")


def side_by_side(found: Aggregate, order: npt.NDArray[np.int64], what: str) -> tuple[Figure, Axes, Floats]:
    """A figure for many groups: axes, and where each group begins and ends."""
    width, height = WIDTH, 5.2
    longest = max(len(", ".join(map(cell_text, group))) for group in found.groups)
    head, foot = 0.95, 0.75 + 0.07 * min(longest, 30)
    figure = new_figure(width, height, constrained=False)
    axes = figure.add_axes((0.65 / width, foot / height, (width - 0.65 - 0.25) / width, (height - head - foot) / height))
    figure.text(0.15 / width, 1 - 0.12 / height, f"{what}, {found.caption()}", fontsize=12, va="top", fontweight="bold")
    weight = np.nan_to_num(found.means.weight[order])
    edges = np.concatenate([[0.0], np.cumsum(weight)]) / max(weight.sum(), 1e-300)
    axes.set_xlim(0.0, 1.0)
    shown = np.unique(np.searchsorted(edges[1:], (np.arange(TICKS) + 0.5) / TICKS).clip(0, len(order) - 1))
    middles = (edges[shown] + edges[shown + 1]) / 2
    names = [", ".join(map(cell_text, found.groups[order[k]])) for k in shown]
    axes.set_xticks(middles, names, rotation=45, ha="right", rotation_mode="anchor")
    return figure, axes, edges


def sorted_by(found: Aggregate, measure: str) -> str:
    """Order of many groups in words."""
    return f"sorted by {measure_heading(measure)}" if found.sort is None else f"sorted by {found.sort.removeprefix('-')}"


def areas_of_actions(found: Aggregate) -> Figure:
    """Bars without gaps, one a group."""
    from matplotlib.ticker import PercentFormatter

    colours = named_colours(found.actions)
    places = action_places(found)
    order = order_of(found, found.frequencies[:, 0])
    figure, axes, edges = side_by_side(found, order, actor_text(found))
    below = np.zeros(len(order))
    stack = list(range(len(colours)))
    if (lowest := sorted_action(found)) is not None:
        stack.insert(0, stack.pop(lowest))  # so that its bars stand on the ground
    for action in stack:
        top = below + np.nan_to_num(found.frequencies[order, action])
        ends = np.append(below, below[-1]), np.append(top, top[-1])
        axes.fill_between(edges, *ends, step="post", color=colours[action], linewidth=0)
        below = top
    axes.set_ylim(0.0, 1.0)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_xlabel(groups_text(found, sorted_by(found, found.measures[places[0]])), fontsize=9, color=FAINT)
    legend_of_actions(figure, found, colours, 0.15)
    told_ends = [
        f"{', '.join(map(cell_text, found.groups[k]))}: {frequencies_text(found, found.frequencies[k])}" for k in order[[0, -1]]
    ]
    told = f"All together: {frequencies_text(found, found.overall.mean[0, places])}. From {told_ends[0]}, to {told_ends[1]}"
    figure.set_label(f"{actor_text(found)}, {found.caption()}: a stacked bar for each of {len(found):,} groups. {told}.")
    return figure


def sorted_action(found: Aggregate) -> int | None:
    """The action by which the groups are sorted, if they are."""
    name = (found.sort or "").removeprefix("-")
    if not name or name in (*found.by, "spots", "weight"):
        return None
    place = found.find(name)
    return action_places(found).index(place) if place in action_places(found) else None


def groups_text(found: Aggregate, order: str) -> str:
    """Label below many groups."""
    return f"{len(found):,} groups by {', '.join(found.by)}, {order}; as wide as their weight"


def bars_of_measures(found: Aggregate, measures: list[str]) -> Figure:
    """A bar a group and measure, with its value."""
    columns = [found.find(name) for name in measures]
    values = with_overall(found, found.means.mean[:, columns], found.overall.mean[:, columns])
    errors = None
    if found.means.error is not None and found.overall.error is not None:
        errors = with_overall(found, found.means.error[:, columns], found.overall.error[:, columns])
    places = places_of(found, len(values))
    kind = title_of(measures)
    figure, axes, height = bar_figure(found, kind, len(values) * (1 if len(measures) == 1 else 1.35))
    thick = 0.82 / len(measures)
    lowest, highest = min(0.0, np.nanmin(values)), max(0.0, np.nanmax(values))
    room = (0.13 if errors is None else 0.24) * (highest - lowest or 1.0)
    for number, measure in enumerate(measures):
        at = places + (number - (len(measures) - 1) / 2) * thick
        colour = COLOURS[number % len(COLOURS)] if len(measures) > 1 else COLOURS[0]
        own = np.nan_to_num(values[:, number])
        axes.barh(at, own, thick * 0.94, color=colour, linewidth=0, label=measure_heading(measure))
        for k, place in enumerate(at):
            value = float(values[k, number])
            text = number_text(measure, value)
            if errors is not None and np.isfinite(errors[k, number]):
                text += f" ±{number_text(measure, float(errors[k, number])).lstrip('+')}"
            right = not value < 0
            axes.annotate(
                text, (own[k], place), (3 if right else -3, 0), textcoords="offset points",
                va="center", ha="left" if right else "right", fontsize=8.5, color=INK,
            )  # fmt: skip
    axes.axvline(0.0, color=FAINT, linewidth=0.8)
    axes.set_xlim(lowest - (room if lowest < 0 else 0.0), highest + room)
    axes.set_xticks([])
    name_bars(found, axes, places)
    if len(measures) > 1:
        figure.legend(
            loc="upper left", ncols=len(measures), frameon=False,
            bbox_to_anchor=(0.07 / figure.get_size_inches()[0], 1 - 0.36 / height), handlelength=1.2,
        )  # fmt: skip
    told = [
        f"{name}: " + ", ".join(f"{measure_heading(m)} {number_text(m, float(v))}" for m, v in zip(measures, row, strict=True))
        for name, row in zip(names_of(found), values, strict=True)
    ]
    figure.set_label(f"{kind}, {found.caption()}: bars. {listed_texts([told[-1], *told[:-1]], FEW)}.")
    return figure


def title_of(measures: list[str]) -> str:
    """Name of the measure without the player."""
    titles = {
        "ev_chips": "EV (chips)",
        "ev_big_blinds": "EV (big blinds)",
        "net_chips": "Net chips",
        "net_big_blinds": "Net (big blinds)",
        "pot_share_chips": "Pot share (chips)",
        "pot_share_big_blinds": "Pot share (big blinds)",
        "pot_share_percent": "Pot share (% of the starting pot)",
        "equity": "Equity",
        "equity_realisation": "Equity realisation",
        "reached": "How often the line is reached",
    }
    kind = measures[0].partition(" ")[0]
    return titles.get(kind, measure_heading(measures[0]))


def lines_of_measures(found: Aggregate, measures: list[str]) -> Figure:
    """A step a group, for each measure a line."""
    from matplotlib.ticker import PercentFormatter

    columns = [found.find(name) for name in measures]
    values = found.means.mean[:, columns]
    order = order_of(found, values[:, 0])
    kind = title_of(measures)
    figure, axes, edges = side_by_side(found, order, kind)
    for number, measure in enumerate(measures):
        own = values[order, number]
        overall = float(found.overall.mean[0, columns[number]])
        label = f"{measure_heading(measure)} {number_text(measure, overall)}"
        colour = COLOURS[number % len(COLOURS)]
        axes.step(edges, np.append(own, own[-1]), where="post", color=colour, linewidth=1.3, label=label)
        axes.axhline(overall, color=colour, linewidth=0.8, linestyle=(0, (4, 3)))
    if measures[0].partition(" ")[0] in PERCENT and not measures[0].startswith("pot_share"):
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.grid(axis="y")
    axes.set_xlabel(groups_text(found, sorted_by(found, measures[0])) + "; dashed: all together", fontsize=9, color=FAINT)
    figure.legend(
        loc="upper left", ncols=len(measures), frameon=False,
        bbox_to_anchor=(0.07 / figure.get_size_inches()[0], 1 - 0.36 / figure.get_size_inches()[1]),
    )  # fmt: skip
    told = []
    for number, measure in enumerate(measures):
        ends = (np.nanmin(values[:, number]), np.nanmax(values[:, number]), found.overall.mean[0, columns[number]])
        least, most, overall_text = (number_text(measure, float(value)) for value in ends)
        told.append(f"{measure_heading(measure)} from {least} to {most}, all together {overall_text}")
    figure.set_label(f"{kind}, {found.caption()}: a step for each of {len(found):,} groups. {listed_texts(told)}.")
    return figure
