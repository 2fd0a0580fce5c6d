"""The tutorials' code prints what is kept, and each has a program without our package; links of the site are checked."""

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


def test_links_that_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "a b").mkdir()
    (tmp_path / "a b" / "other.html").write_text('<h1 id="top">Other</h1><a href="../index.html#here">back</a>')
    (tmp_path / "picture.png").write_bytes(b"")
    good = '<p id="here"></p><a href="a%20b/other.html#top"></a><a href="#here"></a><a href="https://example.org/x"></a>'
    page = tmp_path / "index.html"
    page.write_text(good + '<img src="picture.png" srcset="picture.png, picture.png 2x">')
    broken_links = load_program(ROOT / "docs" / "check_links.py").broken_links
    assert broken_links(tmp_path) == []
    page.write_text(
        good + '<a href="gone.html"></a><a href="a%20b/other.html#bottom"></a><img srcset="picture.png, big.png 2x">'
    )
    assert broken_links(tmp_path) == [
        "index.html: gone.html: there is no such file",
        "index.html: a%20b/other.html#bottom: there is no such anchor",
        "index.html: big.png: there is no such file",
    ]
