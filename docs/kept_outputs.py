"""Runs the tutorials' code and compares what it prints with what is kept: ``python docs/kept_outputs.py [--write] [FILE ...]``.

A tutorial (``docs/learn/N_name.md``) is a notebook in MyST Markdown. Its code cells run from top to bottom in one
namespace. What each must print is kept in ``docs/learn/outputs/N_name.txt``. A cell with the tag ``numbers-vary`` may
print other numbers, such as seconds. The site's build runs the same cells in Jupyter and compares with the same files
(``build_site.py``).
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
from typing import Any, NamedTuple

HERE = Path(__file__).parent
VARIES = "numbers-vary"


class Cell(NamedTuple):
    """A code cell: its code, the line of the page that the code starts on, and its tags."""

    code: str
    line: int
    tags: tuple[str, ...] = ()


def tutorials() -> list[Path]:
    """All tutorials in order."""
    return sorted((HERE / "learn").glob("[0-9]_*.md"))


def parse_cells(page: str) -> list[Cell]:
    """The code cells of a page in order.

    Raises:
        ValueError: for a cell that is not closed.
    """
    cells = []
    lines = page.splitlines()
    number = 0
    while number < len(lines):
        if not re.fullmatch(r"`{3,}\{code-cell\}.*", lines[number]):
            number += 1
            continue
        fence = lines[number].split("{")[0]
        opened = number + 1
        number += 1
        tags: tuple[str, ...] = ()
        while option := re.fullmatch(r":([\w-]+): *(.*)", lines[number]):
            if option[1] == "tags":
                tags = tuple(tag.strip() for tag in option[2].strip("[]").split(","))
            number += 1
        start = number
        while lines[number : number + 1] != [fence]:
            number += 1
            if number >= len(lines):
                raise ValueError(f"line {opened}: the code cell is not closed")
        cells.append(Cell("\n".join(lines[start:number]) + "\n", start + 1, tags))
    return cells


def run_cell(cell: Cell, namespace: dict[str, Any]) -> str:
    """Run a cell and return what it prints. A traceback has the page's line numbers.

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
    return printed.getvalue()


def run_cells(cells: Sequence[Cell], namespace: dict[str, Any] | None = None) -> list[str]:
    """Output of each cell; ``namespace`` then holds what the cells leave."""
    namespace = {} if namespace is None else namespace
    namespace["__name__"] = "__main__"
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*is non-interactive")  # plt.show() has no screen here
        return [run_cell(cell, namespace) for cell in cells]


def kept_file(tutorial: Path) -> Path:
    """File of a tutorial's kept outputs."""
    return tutorial.parent / "outputs" / f"{tutorial.stem}.txt"


def as_kept(outputs: Sequence[str]) -> str:
    """Outputs as they are kept: a line ``[cell K]`` before what cell K printed, K from 1."""
    parts = [f"[cell {number}]\n{plain(output)}\n" for number, output in enumerate(outputs, 1) if output.strip()]
    return "\n".join(parts)


def plain(output: str) -> str:
    """Output without blanks at the ends of lines and empty lines around it."""
    return "\n".join(line.rstrip() for line in output.strip("\n").splitlines())


def masked(output: str) -> str:
    """Output with ``#`` for each number, and one blank for several."""
    return re.sub(r"[ \t]+", " ", re.sub(r"[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?", "#", output))


def read_kept(text: str) -> dict[int, str]:
    """The kept outputs by number of cell."""
    parts = re.split(r"^\[cell (\d+)\]\n", text, flags=re.MULTILINE)[1:]
    return {int(number): plain(output) for number, output in zip(parts[::2], parts[1::2], strict=True)}


def differences(cells: Sequence[Cell], outputs: Sequence[str], kept: dict[int, str]) -> list[str]:
    """Differences from what is kept, a message each."""
    result = []
    for number, (cell, output) in enumerate(zip(cells, outputs, strict=True), 1):
        got, want = plain(output), kept.get(number, "")
        same = masked(got) == masked(want) if VARIES in cell.tags else got == want
        if not same:
            result.append(f"line {cell.line}, cell {number}: it prints\n{got}\n\nbut what is kept is\n{want}\n")
    result += [f"cell {number} is kept, but there are {len(cells)} cells\n" for number in kept if number > len(cells)]
    return result


def main() -> None:
    """Run tutorials; keep what they print, or say what is not as it was kept."""
    parser = argparse.ArgumentParser(description="Run tutorials and compare what they print with what is kept.")
    parser.add_argument("--write", action="store_true", help="keep what they print now")
    parser.add_argument("files", nargs="*", type=Path, help="tutorials; default: all")
    arguments = parser.parse_args()
    bad = False
    for tutorial in arguments.files or tutorials():
        cells = parse_cells(tutorial.read_text(encoding="utf-8"))
        outputs = run_cells(cells)
        if arguments.write:
            kept_file(tutorial).write_text(as_kept(outputs), encoding="utf-8")
            continue
        kept = read_kept(kept_file(tutorial).read_text(encoding="utf-8"))
        for difference in differences(cells, outputs, kept):
            bad = True
            print(f"{tutorial}: {difference}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
