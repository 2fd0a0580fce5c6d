"""Tables, grids and bars as HTML: escaped, whole, and with the numbers that were given."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np

from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.envs.drawing.range_grid import CELL, EMPTY, grid_cells, grid_drawing
from pokerzoo.envs.drawing.shapes import Rect, Text
from pokerzoo.envs.drawing.svg import to_svg
from pokerzoo.envs.poker.cards import CLASS_NAMES, combos_left, parse_cards
from pokerzoo.envs.support.html import Markup, details_section, html_paragraph, stacked_markup
from pokerzoo.envs.support.tables import Table


def test_text_is_escaped_and_parts_stay() -> None:
    made = Table("<i>", ["", "<b>", "c"], [["<x>", "a & b", Markup("<svg/>")]]).html()
    root = ET.fromstring(made)
    assert (root.get("role"), root.get("aria-label"), root.get("tabindex")) == ("region", "<i>", "0")
    assert [element.text for element in root.iter("caption")] == ["<i>"]
    assert [(h.text, h.get("scope")) for h in root.iter("th")] == [("<b>", "col"), ("c", "col"), ("<x>", "row")]
    cells = [*root.iter("td")]
    assert [cell.text for cell in cells] == [None, "a & b", None] and cells[2][0].tag == "svg"
    whole = stacked_markup([html_paragraph("&"), details_section(">", made)])
    assert isinstance(whole, Markup) and [child.tag for child in ET.fromstring(whole)] == ["p", "details"]


def test_combos_that_a_board_leaves() -> None:
    left = combos_left(parse_cards("QsJh2h"))
    assert left.sum() == 49 * 48 / 2
    assert left[0, 0] == 6 and left[2, 2] == 3 and left[CLASS_NAMES.index("AKs") // 13, 1] == 4
    assert left[2, 3] == 2 and left[3, 2] == 7  # QJ: Qs and Jh are gone


def test_a_grid_is_filled_by_shares_and_frequencies() -> None:
    held, often = np.zeros((13, 13)), np.zeros((13, 13, 2))
    held[0, 0], often[0, 0] = 1.0, (0.25, 0.75)
    held[0, 1], often[0, 1] = 0.5, (1.0, 0.0)
    colours = ["#111111", "#222222"]
    drawing = grid_drawing("words", grid_cells(often, held, colours), colours, ["check 40.0%", "bet 60.0%"])
    filled = [shape for shape in drawing.shapes if isinstance(shape, Rect) and shape.radius == 0]
    side = CELL - 2
    assert [(shape.fill, shape.width / side, shape.height / side) for shape in filled] == [
        ("#111111", 0.25, 1.0), ("#222222", 0.75, 1.0), ("#111111", 1.0, 0.5)
    ]  # fmt: skip
    texts = [shape.text for shape in drawing.shapes if isinstance(shape, Text)]
    assert texts == [*CLASS_NAMES, "check 40.0%", "bet 60.0%"]
    assert sum(isinstance(shape, Rect) and shape.fill == EMPTY for shape in drawing.shapes) == 169
    assert ET.fromstring(to_svg(drawing))[0].text == "words"


def test_a_measurement() -> None:
    game = make_game("kuhn")
    result = evaluator_of(game).measure(game.infosets.uniform())
    cells = [cell.text for cell in ET.fromstring(result._repr_html_()).iter("td")]
    assert cells[:3] == [f"{result.values[0]:+.6f}", f"{result.best_response_values[0]:+.6f}", f"{result.gains[0]:.3g}"]
