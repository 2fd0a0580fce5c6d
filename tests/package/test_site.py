"""The documentation site: every page is in its menu, and links that lead nowhere are found. ``make docs-site`` builds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

pytestmark = pytest.mark.check

DOCS = ROOT / "docs"


def test_links_that_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "a b").mkdir()
    (tmp_path / "a b" / "other.html").write_text('<h1 id="top">Other</h1><a href="../index.html#here">back</a>')
    (tmp_path / "picture.png").write_bytes(b"")
    good = '<p id="here"></p><a href="a%20b/other.html#top"></a><a href="#here"></a><a href="https://example.org/x"></a>'
    page = tmp_path / "index.html"
    page.write_text(good + '<img src="picture.png" srcset="picture.png, picture.png 2x">')
    broken_links = load_program(DOCS / "check_links.py").broken_links
    assert broken_links(tmp_path) == []
    page.write_text(
        good + '<a href="gone.html"></a><a href="a%20b/other.html#bottom"></a><img srcset="picture.png, big.png 2x">'
    )
    assert broken_links(tmp_path) == [
        "index.html: gone.html: there is no such file",
        "index.html: a%20b/other.html#bottom: there is no such anchor",
        "index.html: big.png: there is no such file",
    ]
