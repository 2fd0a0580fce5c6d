"""The pictures of the explorer in the documentation show the pages of today: ``make data FILE=screenshots`` makes them anew."""

from __future__ import annotations

import io
from typing import Any

import pytest

from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

pytestmark = pytest.mark.web

IMAGES = ROOT / "docs" / "images"
SAME = 0.05
"""The share of a picture that may differ: numbers such as free memory and times do, a page that was changed differs by more."""
BY_CHANCE = {"play"}
"""Pictures of hands that are dealt at random."""


@pytest.fixture(scope="module")
def program() -> Any:
    pytest.importorskip("PIL")
    return load_program(IMAGES / "make_explorer.py")


def kept(name: str) -> Any:
    """A picture of the documentation."""
    from PIL import Image

    return Image.open(io.BytesIO((IMAGES / f"explorer-{name}.png").read_bytes()))


def compared(program: Any, browser: Any, address: str, ids: dict[str, str], name: str) -> float:
    """The share of a kept picture that differs from the page."""
    from PIL import Image

    picture = next(one for one in program.PICTURES if one.name == name)
    now = Image.open(io.BytesIO(program.shot(browser, address, ids, picture)))
    return float(program.difference(now, kept(name)))


@pytest.mark.long
def test_all_pages_are_as_pictured(program: Any, browser: Any) -> None:
    with program.explorer() as (address, ids):
        apart = {
            picture.name: compared(program, browser, address, ids, picture.name)
            for picture in program.PICTURES
            if picture.name not in BY_CHANCE
        }
    assert {name: share for name, share in apart.items() if share >= SAME} == {}, "run make data FILE=screenshots"
