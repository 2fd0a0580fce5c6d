"""The tutorials' code prints what is kept, and each has a short program without our package that agrees with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

pytestmark = pytest.mark.check

kept_outputs = load_program(ROOT / "docs" / "kept_outputs.py")
TUTORIALS = kept_outputs.tutorials()
PAGE = """# A page

```{code-cell} python
:tags: [program]
count = 2
print("two:", count)
```

```{code-cell} python
:tags: [numbers-vary]
print("it took 0.31 s")
```

```{code-cell} python
count = 3
```
"""


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.stem)
def test_prints_what_is_kept(tutorial: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("agg")
    monkeypatch.chdir(tmp_path)
    cells = kept_outputs.parse_cells(tutorial.read_text(encoding="utf-8"))
    outputs = kept_outputs.run_cells(cells)
    pyplot.close("all")
    kept = kept_outputs.read_kept(kept_outputs.kept_file(tutorial).read_text(encoding="utf-8"))
    assert kept_outputs.differences(cells, outputs, kept) == []


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.stem)
def test_has_a_program_of_at_most_30_lines_without_our_package(tutorial: Path) -> None:
    cells = kept_outputs.parse_cells(tutorial.read_text(encoding="utf-8"))
    (program,) = [cell.code for cell in cells if "program" in cell.tags]
    lines = [line for line in program.splitlines() if line.strip() and not line.strip().startswith("#")]
    assert len(lines) <= 30
    assert max(len(line) for line in lines) <= 110
    assert "pokerzoo" not in program and ";" not in program
    assert "assert" in "".join(cell.code for cell in cells if "program" not in cell.tags), (
        "nothing compares the program with ours"
    )


def test_kept_files_belong_to_tutorials() -> None:
    files = sorted((ROOT / "docs" / "learn" / "outputs").glob("*.txt"))
    assert files == [kept_outputs.kept_file(tutorial) for tutorial in TUTORIALS]


def test_cells_of_a_page() -> None:
    cells = kept_outputs.parse_cells(PAGE)
    assert [(cell.line, cell.tags) for cell in cells] == [(5, ("program",)), (11, ("numbers-vary",)), (15, ())]
    outputs = kept_outputs.run_cells(cells)
    assert outputs == ["two: 2\n", "it took 0.31 s\n", ""]
    kept = kept_outputs.read_kept(kept_outputs.as_kept(outputs))
    assert kept == {1: "two: 2", 2: "it took 0.31 s"}
    assert kept_outputs.differences(cells, outputs, kept) == []
    assert kept_outputs.differences(cells, ["two: 2\n", "it took 1.5 s\n", ""], kept) == []  # seconds may differ
    for other in (["two: 3\n", outputs[1], ""], [outputs[0], "it took long\n", ""], [*outputs[:2], "three\n"]):
        assert len(kept_outputs.differences(cells, other, kept)) == 1
    assert kept_outputs.differences(cells[:1], outputs[:1], kept) == ["cell 2 is kept, but there are 1 cells\n"]
