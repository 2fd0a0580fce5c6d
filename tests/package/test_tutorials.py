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

```text
two: 2
```

```{code-cell} python
:tags: [numbers-vary]
print("it took 0.31 s")
```

```text
it took 0.30 s
```

```{code-cell} python
count = 3
```

Not of the cell:

```text
three
```
"""


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.stem)
def test_prints_what_is_kept(tutorial: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib.pyplot").switch_backend("agg")
    monkeypatch.chdir(tmp_path)
    cells = kept_outputs.parse_cells(tutorial.read_text(encoding="utf-8"))
    outputs = kept_outputs.run_cells(cells)
    assert kept_outputs.differences(cells, [output.printed for output in outputs]) == []
    assert kept_outputs.missing_pictures(tutorial, cells, outputs) == []


def test_cells_of_a_page() -> None:
    cells = kept_outputs.parse_cells(PAGE)
    assert [(cell.line, cell.tags) for cell in cells] == [(5, ("program",)), (15, ("numbers-vary",)), (23, ())]
    assert [cell.printed for cell in cells] == ["two: 2", "it took 0.30 s", ""]
    outputs = [output.printed for output in kept_outputs.run_cells(cells)]
    assert outputs == ["two: 2\n", "it took 0.31 s\n", ""]
    assert kept_outputs.differences(cells, outputs) == []  # seconds may differ
    for other in (["two: 3\n", *outputs[1:]], [outputs[0], "it took long\n", ""], [*outputs[:2], "three\n"]):
        assert len(kept_outputs.differences(cells, other)) == 1
    assert kept_outputs.without_outputs(PAGE).count("```text") == 1
    with pytest.raises(ValueError, match="line 3: the code cell is not closed"):
        kept_outputs.parse_cells("# A page\n\n```{code-cell} python\ncount = 3\n")


def test_what_cells_print_and_draw_is_put_below_them(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib.pyplot").switch_backend("agg")
    page = tmp_path / "1_page.md"
    code = ':mystnb: {image: {alt: "A line."}}\nfrom matplotlib import pyplot as plt\nplt.subplots()\nplt.show()\n'
    drawing = f"```{{code-cell}} python\n{code}```\n"
    page.write_text(PAGE.replace("two: 2", "old") + "\n" + drawing)
    for _ in range(2):  # the second time it changes nothing
        cells = kept_outputs.parse_cells(page.read_text())
        kept_outputs.write_outputs(page, cells, kept_outputs.run_cells(cells))
    assert page.read_text() == PAGE.replace("0.30", "0.31") + "\n" + drawing + "\n![A line.](pictures/1_page_4.png)\n"
    assert (tmp_path / "pictures" / "1_page_4.png").read_bytes().startswith(b"\x89PNG")
    cells = kept_outputs.parse_cells(page.read_text())
    (tmp_path / "pictures" / "1_page_4.png").unlink()
    (message,) = kept_outputs.missing_pictures(page, cells, kept_outputs.run_cells(cells))
    assert message == "line 34: the cell draws a picture, and pictures/1_page_4.png is kept"


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
