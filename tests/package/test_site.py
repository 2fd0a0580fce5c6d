"""The documentation site: every page is in its menu, and links that lead nowhere are found. ``make docs-site`` builds it."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

pytestmark = pytest.mark.check

DOCS = ROOT / "docs"
NO_PAGES = ["learn/outputs/*", "rl_benchmark/*", "gallery/*", "auto_gallery/*", "environments/*"]
"""Files in docs/ that are not pages, which docs/conf.py excludes, or that the site's build writes."""


def in_menus() -> set[str]:
    """The pages that toctrees name, without suffix."""
    found = {"index"}
    pages = {str(path.relative_to(DOCS).with_suffix("")) for path in DOCS.rglob("*.md")}
    for path in DOCS.rglob("*.md"):
        folder = str(path.parent.relative_to(DOCS))
        for tree in re.findall(r"^`{3,}\{toctree\}\n(.*?)^`{3,}$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            for line in tree.splitlines():
                if line and not line.startswith(":"):
                    entry = line if folder == "." else f"{folder}/{line}"
                    found |= {page for page in pages if fnmatch(page, entry) and page.count("/") == entry.count("/")}
                    found |= {entry} if "*" not in entry else set()
    return found


def test_every_page_is_in_a_menu() -> None:
    pages = {str(path.relative_to(DOCS).with_suffix("")) for path in DOCS.rglob("*.md")}
    pages = {page for page in pages if not any(fnmatch(page, pattern) for pattern in NO_PAGES)}
    menus = in_menus()
    assert len(menus) > 40
    assert sorted(pages - menus) == []
    assert sorted(page for page in menus - pages if not page.startswith(("auto_gallery/", "environments/"))) == []


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
