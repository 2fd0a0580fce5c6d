"""Parts of all pictures: colours, sizes, descriptions in words, conversion to files.

matplotlib is imported when a picture is drawn, not before, and never through pyplot: pictures are ``Figure`` objects of their
own, drawn without a display and without a trace in the caller's settings.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from html import escape
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.extras import not_installed

from .colours import PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

P = ParamSpec("P")
T = TypeVar("T")

MARKERS = "osD^vPX*"
DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1.5, 1)), (0, (6, 1.5, 1.5, 1.5)))
INK = "#1a1a1a"
INK_LUMINANCE = 0.0103
FAINT = "#737373"
"""Grey that is still read on white."""
FILE_DPI = 150
"""Pixels an inch in files."""
SCREEN_DPI = 96
"""Pixels an inch on pages."""
HEAT = "Blues"
"""Colour map of probabilities, 0 to 1."""
NAME_WIDTH = 24
"""Letters in a line of a name beside the end of a curve."""
LINE_HEIGHT = 0.046
"""Of such a line, as a share of a panel's height."""

STYLE = {
    "font.size": 10.0,
    "axes.titlesize": 10.5,
    "axes.labelsize": 10.0,
    "legend.fontsize": 9.5,
    "xtick.labelsize": 9.0,
    "ytick.labelsize": 9.0,
    "figure.titlesize": 12.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.7,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


@contextmanager
def house_style(name: str) -> Iterator[None]:
    """Matplotlib's defaults with ``STYLE`` over them, independent of the user's settings."""
    try:
        from matplotlib import style
    except ImportError:
        raise not_installed(f"{name} needs matplotlib", "plot") from None
    with style.context(["default", STYLE], after_reset=True):
        yield


def in_house_style(draw: Callable[P, T]) -> Callable[P, T]:
    """Decorate a drawing function so that it draws in ``house_style``."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> T:
        with house_style(draw.__name__):
            return draw(*args, **kwargs)

    return drawn


def new_figure(width: float, height: float, *, constrained: bool = True) -> Figure:
    """Empty figure, sizes in inches, without pyplot."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    layout = ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.1) if constrained else None
    figure = Figure(figsize=(width, height), layout=layout)
    figure._repr_html_ = partial(figure_html, figure)  # type: ignore[method-assign]  # shown by Jupyter
    return figure


def log_scale(axes: Axes, which: str, values: Iterable[float]) -> None:
    """Make the ``x`` or ``y`` axis logarithmic; with few powers of ten also with labels at 2 and 5 of each."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    drawn = list(values)
    axis = axes.xaxis if which == "x" else axes.yaxis
    (axes.set_xscale if which == "x" else axes.set_yscale)("log")
    if 3 <= max(drawn) / min(drawn) < 50:
        axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    if max(drawn) / min(drawn) >= 3:
        axis.set_minor_formatter(NullFormatter())


class Curve(NamedTuple):
    """A curve of positive numbers, with a band where its ends are known; ``place`` in the palette is its colour."""

    name: str
    place: int
    x: Floats
    y: Floats
    low: Floats | None = None
    high: Floats | None = None


def draw_curves(
    axes: Axes,
    curves: Sequence[Curve],
    *,
    limits: tuple[float, float] | None = None,
    marked: bool = False,
    stroke: float = 1.3,
) -> None:
    """Draw curves on logarithmic axes, each with its name where it ends.

    Args:
        axes: where.
        curves: what.
        limits: of the vertical axis; None: those of the curves.
        marked: whether lines have marks, too.
        stroke: width of the strokes from the names to the lines, in points.
    """
    for curve in curves:
        colour, dash = PALETTE[curve.place], DASHES[curve.place % len(DASHES)]
        if curve.low is not None and curve.high is not None:
            axes.fill_between(curve.x, curve.low, curve.high, color=colour, alpha=0.16, linewidth=0)
        axes.plot(curve.x, curve.y, color=colour, linestyle=dash, linewidth=1.7)
        if marked:
            axes.lines[-1].set(marker=MARKERS[curve.place], markevery=max(1, len(curve.x) // 12), markersize=5)
    log_scale(axes, "x", [x for curve in curves for x in curve.x.tolist()])
    log_scale(axes, "y", limits or [y for curve in curves for y in curve.y.tolist()])
    if limits:
        axes.set_ylim(limits)
    axes.grid(which="major")
    name_lines(axes, [(curve.name, PALETTE[curve.place], float(curve.x[-1]), float(curve.y[-1])) for curve in curves], stroke)


def name_lines(axes: Axes, ends: Sequence[tuple[str, str, float, float]], width: float = 1.3) -> None:
    """Write the lines' names at the right, apart from each other, each with a stroke in its colour to its line's end.

    Args:
        axes: where; its limits are final.
        ends: name, colour and end of each line.
        width: of the strokes, in points.
    """
    low, high = axes.yaxis.get_transform().transform(axes.get_ylim())
    order = sorted(ends, key=lambda end: end[3])
    names = [fill(label, NAME_WIDTH) for label, _, _, _ in order]
    halves = [LINE_HEIGHT * (words.count("\n") + 1.4) / 2 for words in names]
    wanted = [float((axes.yaxis.get_transform().transform(y) - low) / (high - low)) for _, _, _, y in order]
    for (_, colour, x, y), words, place in zip(order, names, _spread_apart(wanted, halves), strict=True):
        stroke = {"arrowstyle": "-", "color": colour, "linewidth": width, "shrinkA": 1.0, "shrinkB": 3.0, "relpos": (0.0, 0.5)}
        axes.annotate(
            words, (x, y), xytext=(1.06, place), textcoords="axes fraction", fontsize=8.5, va="center",
            annotation_clip=False, arrowprops=stroke,
        )  # fmt: skip


def _spread_apart(wanted: Sequence[float], halves: Sequence[float]) -> list[float]:
    """Vertical centres of labels that do not overlap, as near as possible to the wanted ones, and below 1 where possible.

    >>> _spread_apart([0.5, 0.5, 1.0], [0.1, 0.1, 0.1])
    [0.5, 0.7, 0.9]
    """
    places: list[float] = []
    beneath = float("-inf")
    for place, half in zip(wanted, halves, strict=True):
        places.append(max(place, beneath + half))
        beneath = places[-1] + half
    above = 1.0
    for number in reversed(range(len(places))):
        places[number] = round(min(places[number], above - halves[number]), 6)
        above = places[number] - halves[number]
    return places


def alt_text(figure: Figure) -> str:
    """Describe a picture of this package in words, for people who do not see it.

    Args:
        figure: a picture of this package; the words are its label.

    Returns:
        One or more sentences; an empty string for a figure without a label.

    Example:
        >>> from pokerzoo.agents import TabularPolicy
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.pictures import alt_text, strategy_picture
        >>> alt_text(strategy_picture(TabularPolicy.uniform(make_game("rps")))).partition(",")[0]
        'Strategy of rps: heat map of the probability of each action'
    """
    return str(figure.get_label())


def png_bytes(figure: Figure, dpi: int = FILE_DPI) -> bytes:
    """Convert a picture to a PNG file: the same bytes each time with the same version of matplotlib.

    Args:
        figure: the picture.
        dpi: pixels an inch.

    Returns:
        The bytes of the file.

    Example:
        >>> from pokerzoo.agents import TabularPolicy
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation.pictures import png_bytes, strategy_picture
        >>> png_bytes(strategy_picture(TabularPolicy.uniform(make_game("rps"))), dpi=50)[1:4]
        b'PNG'
    """
    buffer = io.BytesIO()
    with house_style("png_bytes"):
        metadata = {"Software": None}  # the version of matplotlib, which would be all that differs between two
        figure.savefig(buffer, format="png", dpi=dpi, metadata=metadata)
    return buffer.getvalue()


def figure_html(figure: Figure) -> str:
    """Convert a picture to an HTML image with its description."""
    return image_html(png_bytes(figure), alt_text(figure))


def image_html(png: bytes, alt: str) -> str:
    """HTML image of a PNG file of ``FILE_DPI``, in the size that it has on a screen of ``SCREEN_DPI``."""
    width, height = (round(pixels * SCREEN_DPI / FILE_DPI) for pixels in png_size(png))
    source = f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"
    return f'<img src="{source}" alt="{escape(alt)}" width="{width}" height="{height}">'


def png_size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG file, in pixels."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def ink_on(colour: Sequence[float]) -> str:
    """Black or white, the more legible on a colour (red, green, blue, 0 to 1) by the contrast of WCAG 2.

    >>> ink_on((1.0, 1.0, 1.0)), ink_on((0.03, 0.19, 0.42))
    ('#1a1a1a', 'white')
    """
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    return "white" if 1.05 / (luminance + 0.05) > (luminance + 0.05) / (INK_LUMINANCE + 0.05) else INK


def listed_texts(texts: list[str], most: int = 12) -> str:
    """Join texts with commas; of many the first.

    >>> listed_texts(["a", "b", "c"], 2)
    'a; b; and 1 more'
    """
    more = len(texts) - most
    return "; ".join(texts[:most]) + (f"; and {more:,} more" if more > 0 else "")
