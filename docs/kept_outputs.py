"""Runs the tutorials' code and compares what it prints with what is kept: ``python docs/kept_outputs.py [--write] [FILE ...]``.

A tutorial (``docs/learn/N_name.md``) is a notebook in MyST Markdown. Its code cells run from top to bottom in one
namespace. After a cell stands what it prints, as a ``text`` block, and the picture that it draws
(``docs/learn/pictures``), so that the page can be read in the repository; ``--write`` puts them there. A cell with the tag
``numbers-vary`` may print other numbers, such as seconds. The site's build drops these outputs, runs the cells in Jupyter
and compares (``build_site.py``).
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import re
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from textwrap import shorten
from typing import Any, NamedTuple

HERE = Path(__file__).parent
VARIES = "numbers-vary"
CELL = re.compile(
    r"^(?P<fence>`{3,})\{code-cell\}[^\n]*\n(?P<inside>.*?)^(?P=fence)\n"
    r"(?P<kept>(?:\n```text\n(?P<printed>.*?)\n```\n)?(?:\n!\[(?P<alt>[^\]]*)\]\((?P<picture>pictures/[\w.]+)\)\n)?)",
    re.MULTILINE | re.DOTALL,
)
"""A code cell, and what is kept of it."""
DPI = 80


class Cell(NamedTuple):
    """A code cell.

    Attributes:
        code: its code.
        line: the line of the page that the code starts on.
        tags: its tags.
        alt: what its picture shows, in words, where the code says so.
        printed: what it prints, as it is kept.
        picture: the file of its picture, as it is kept; empty if it draws none.
    """

    code: str
    line: int
    tags: tuple[str, ...] = ()
    alt: str = ""
    printed: str = ""
    picture: str = ""


class Output(NamedTuple):
    """The text that a cell printed, and the figure that it drew, if any."""

    printed: str
    figure: Any = None


def tutorials() -> list[Path]:
    """All tutorials in order."""
    return sorted((HERE / "learn").glob("[0-9]_*.md"))


def parse_cells(page: str) -> list[Cell]:
    """The code cells of a page in order.

    Raises:
        ValueError: for a cell that is not closed.
    """
    cells = []
    closed = set()
    for match in CELL.finditer(page):
        closed.add(match.start())
        code, options = match["inside"], {}
        start = page[: match.start("inside")].count("\n") + 1
        while option := re.match(r":([\w-]+): *(.*)\n", code):
            options[option[1]] = option[2]
            code, start = code[option.end() :], start + 1
        tags = tuple(tag.strip() for tag in options.get("tags", "").strip("[]").split(",") if tag.strip())
        alt = re.search(r'alt: "(.*?)"', options.get("mystnb", ""))
        cells.append(Cell(code, start, tags, alt[1] if alt else "", match["printed"] or "", match["picture"] or ""))
    for opened in re.finditer(r"^`{3,}\{code-cell\}", page, re.MULTILINE):
        if opened.start() not in closed:
            raise ValueError(f"line {page[: opened.start()].count(chr(10)) + 1}: the code cell is not closed")
    return cells


def without_outputs(page: str) -> str:
    """A page without what is kept of its cells."""
    return CELL.sub(lambda match: match[0].removesuffix(match["kept"]), page)


def run_cell(cell: Cell, namespace: dict[str, Any]) -> Output:
    """Run a cell. A traceback has the page's line numbers.

    Raises:
        ValueError: if the cell ends with a value that Jupyter does not show as a picture or table. What is kept is what is
            printed; a figure of matplotlib's own is shown if it comes from ``plt.subplots``, without being the last value.
    """
    tree = ast.parse("\n" * (cell.line - 1) + cell.code)
    shown = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None  # type: ignore[attr-defined]
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "the tutorial", "exec"), namespace)
        value = None if shown is None else eval(compile(shown, "the tutorial", "eval"), namespace)
    drawn = ("_repr_html_", "_repr_svg_", "_repr_png_")
    if type(value).__module__ == "matplotlib.figure" and "_repr_html_" not in vars(value):  # the class's own shows nothing
        raise ValueError(f"line {cell.line}: the cell ends with a Figure; make it by plt.subplots and end with plt.show()")
    if value is not None and not any(hasattr(value, name) for name in drawn):
        raise ValueError(f"line {cell.line}: the cell ends with a {type(value).__name__}; print it")
    figure = value if hasattr(value, "savefig") else None
    if (pyplot := sys.modules.get("matplotlib.pyplot")) and pyplot.get_fignums():
        figure = pyplot.gcf()
        pyplot.close("all")
    return Output(printed.getvalue(), figure)


def run_cells(cells: Sequence[Cell], namespace: dict[str, Any] | None = None) -> list[Output]:
    """Output of each cell; ``namespace`` then holds what the cells leave."""
    namespace = {} if namespace is None else namespace
    namespace["__name__"] = "__main__"
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*is non-interactive")  # plt.show() has no screen here
        return [run_cell(cell, namespace) for cell in cells]


def write_outputs(tutorial: Path, cells: Sequence[Cell], outputs: Sequence[Output]) -> None:
    """Put what the cells print and draw into the page, and the pictures beside it."""
    from pokerzoo.evaluation.pictures import alt_text, png_bytes

    numbers = iter(range(len(cells)))
    folder = tutorial.parent / "pictures"
    folder.mkdir(exist_ok=True)
    for file in folder.glob(f"{tutorial.stem}_*.png"):
        file.unlink()

    def with_output(match: re.Match[str]) -> str:
        number = next(numbers)
        cell, output = cells[number], outputs[number]
        text = match[0].removesuffix(match["kept"])
        if printed := plain(output.printed):
            text += f"\n```text\n{printed}\n```\n"
        if output.figure is not None:
            name = f"{tutorial.stem}_{number + 1}.png"
            (folder / name).write_bytes(png_bytes(output.figure, dpi=DPI))
            alt = cell.alt or shorten(alt_text(output.figure), 300, placeholder=" ...")
            text += f"\n![{alt}](pictures/{name})\n"
        return text

    tutorial.write_text(CELL.sub(with_output, tutorial.read_text(encoding="utf-8")), encoding="utf-8")


def plain(output: str) -> str:
    """Output without blanks at the ends of lines and empty lines around it."""
    return "\n".join(line.rstrip() for line in output.strip("\n").splitlines())


def masked(output: str) -> str:
    """Output with ``#`` for each number, and one blank for several."""
    return re.sub(r"[ \t]+", " ", re.sub(r"[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?", "#", output))


def differences(cells: Sequence[Cell], printed: Sequence[str]) -> list[str]:
    """Differences of what cells printed from what is kept, a message each."""
    result = []
    for cell, output in zip(cells, printed, strict=True):
        got, want = plain(output), cell.printed
        if masked(got) != masked(want) if VARIES in cell.tags else got != want:
            result.append(f"line {cell.line}: the cell prints\n{got}\n\nbut what is kept is\n{want}\n")
    return result


def missing_pictures(tutorial: Path, cells: Sequence[Cell], outputs: Sequence[Output]) -> list[str]:
    """A message for each cell whose picture is not kept, and for each kept picture that no cell draws."""
    return [
        f"line {cell.line}: the cell draws {'a' if draws else 'no'} picture, and {cell.picture or 'none'} is kept"
        for cell, output in zip(cells, outputs, strict=True)
        if (draws := output.figure is not None) != bool(cell.picture and (tutorial.parent / cell.picture).is_file())
    ]


def main() -> None:
    """Run tutorials; keep what they print and draw, or say what is not as it was kept."""
    parser = argparse.ArgumentParser(description="Run tutorials and compare what they print with what is kept.")
    parser.add_argument("--write", action="store_true", help="keep what they print and draw now")
    parser.add_argument("files", nargs="*", type=Path, help="tutorials; default: all")
    arguments = parser.parse_args()
    bad = False
    for tutorial in arguments.files or tutorials():
        cells = parse_cells(tutorial.read_text(encoding="utf-8"))
        outputs = run_cells(cells)
        if arguments.write:
            write_outputs(tutorial, cells, outputs)
            continue
        messages = differences(cells, [output.printed for output in outputs]) + missing_pictures(tutorial, cells, outputs)
        bad = bad or bool(messages)
        print(*(f"{tutorial}: {message}" for message in messages), sep="\n", end="")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
