"""Parts of the explorer whose packages are not installed: its menu says which, and what installs them for this Python."""

from __future__ import annotations

import shlex
import sys
from typing import Any

import pytest
from httpx import Client

from pokerzoo_testing.browser import check_axe, settle
from pokerzoo_testing.served import json_of


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    """No duckdb and no pokerkit."""
    for name in ("duckdb", "pokerkit"):
        monkeypatch.setitem(sys.modules, name, None)


def test_what_is_missing_is_named_with_this_python(client: Client, without: None) -> None:
    missing = {one["extra"]: one for one in json_of(client.get("/api/info"))["missing"]}
    assert missing["sweeps"]["packages"] == ["duckdb"] and missing["hands"]["packages"] == ["pokerkit"]
    for extra, one in missing.items():
        assert shlex.split(one["command"]) == [sys.executable, "-m", "pip", "install", f".[{extra}]"]


def test_nothing_is_missing_where_all_is_installed(client: Client) -> None:
    for name in ("duckdb", "pyarrow", "pokerkit", "matplotlib"):
        pytest.importorskip(name)
    assert json_of(client.get("/api/info"))["missing"] == []


@pytest.mark.web
def test_menu_and_pages_say_so(page: Any, without: None) -> None:
    page.goto("/aggregate")
    settle(page)
    entry = page.get_by_role("navigation", name="Pages").get_by_role("link", name="Reports needs duckdb")
    assert sys.executable in entry.get_attribute("title")
    page.get_by_text(f'{sys.executable} -m pip install ".[sweeps]"').wait_for()
    check_axe(page)
    page.goto("/setup")
    settle(page)
    page.get_by_role("button", name="Hand …").click()
    page.get_by_role("dialog").get_by_text(f'{sys.executable} -m pip install ".[hands]"').wait_for()
