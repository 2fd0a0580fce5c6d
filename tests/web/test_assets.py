"""The explorer's files: all are shipped, all are used, and those of others are as they were published."""

from __future__ import annotations

import hashlib
import re
import tomllib

import pytest

from pokerzoo_testing import ROOT

pytest.importorskip("fastapi")

from pokerzoo.web.page import STATIC, imported_modules, page_document, page_modules

FILES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())
LATER = re.compile(r"\bimport\(\"(\.[^\"]+)\"\)")
"""An import that is put off until somebody needs it."""


def imported(first: str) -> set[str]:
    """A module and all that it imports, now or later."""
    found = set(imported_modules(first))
    for module in list(found):
        for path in LATER.findall((STATIC / module).read_text(encoding="utf-8")):
            later = (STATIC / module).parent.joinpath(path).resolve().relative_to(STATIC.resolve()).as_posix()
            found |= imported(later) - found if later not in found else set()
    return found


def test_all_are_in_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (glob,) = project["tool"]["setuptools"]["package-data"]["pokerzoo.web"]
    shipped = {path.relative_to(STATIC.parent).as_posix() for path in STATIC.parent.glob(glob) if path.is_file()}
    assert shipped == {f"static/{file}" for file in FILES}


def test_no_module_is_unused() -> None:
    scripts = {file for file in FILES if file.endswith(".js")}
    assert scripts - imported("app/main.js") == {"app/theme.js"}  # which index.html loads by itself


def test_styles_are_those_of_the_document() -> None:
    linked = re.findall(r'<link rel="stylesheet" href="/static/([^"]+)">', page_document(""))
    assert sorted(linked) == [file for file in FILES if file.endswith(".css")]


def test_the_document_has_all_modules_of_its_page() -> None:
    assert set(page_modules()) >= {"", "solves"}
    for name, module in page_modules().items():
        text = page_document(name)
        for needed in imported_modules(module):
            assert f'<link rel="modulepreload" href="/static/{needed}">' in text
        assert len(re.findall("modulepreload", text)) < 60
    assert "library.js" not in page_document("nowhere") and "main.js" in page_document("nowhere")


def test_what_others_made_is_as_it_was_published() -> None:
    folder = STATIC / "vendor"
    told = re.findall(r"^([0-9a-f]{64})  (\S+)$", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    files = [path for path in folder.iterdir() if path.name != "README.md"]
    assert sorted(told) == sorted((hashlib.sha256(path.read_bytes()).hexdigest(), path.name) for path in files)
