"""Tables: one set of values, the same cells in every face, whole in any width."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET

import pytest
from rich.console import Console

from pokerzoo.envs.support.tables import Column, Markup, Table, details_section, html_paragraph, stacked_markup

WIDE = Table(
    "A caption",
    ["hand", *(Column(f"bet {k}00: net chips", "+.3f") for k in range(9)), Column("plays", words=True)],
    [["AsAh", *range(9), "check 40%, bet 50 60%"], ["7h2c", *range(-9, 0), "-"]],
    ["A note."],
)


def shown(table: Table, width: int) -> str:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(table)
    return out.getvalue()


@pytest.mark.parametrize("width", [24, 40, 80, 120, 200])
def test_no_number_is_cut_or_broken_in_a_narrow_terminal(width: int) -> None:
    text = shown(WIDE, width)
    assert max(map(len, text.splitlines())) <= width and "…" not in text
    words = text.split()
    for row in WIDE.texts():
        assert all(cell in words for cell in row[1:-1])
        assert words.count(row[0]) == text.count("hand")  # each block of columns has the first one
    assert (text.count("hand") == 1) == (width >= 120)


def test_faces_have_the_same_cells() -> None:
    texts = [node.name for node in WIDE.heads], *WIDE.texts()
    root = ET.fromstring(WIDE.html())
    rows = [[cell.text for cell in row] for row in root.iter("tr")]
    assert rows == [*texts] and [node.text for node in root.iter("p")] == ["A note."]
    assert {cell.get("class") for row in root.iter("tr") for cell in row} == {None, "words"}
    caption, _, ruled = WIDE.markdown().partition("\n\n")
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in ruled.splitlines() if line.startswith("|")]
    assert caption == "A caption" and [lines[0], *lines[2:]] == [*texts] and lines[1] == ["---", *["---:"] * 9, "---"]
    assert WIDE.to_dataframe().iloc[1, 1:4].tolist() == [-9, -8, -7]
    assert str(WIDE).splitlines()[1].split() == " ".join(texts[0]).split()


def test_a_total_stays_where_rows_are_left_out() -> None:
    table = Table("", ("a", "b"), [["x", 1], ["y", 2], ["all", 3]], total=True)
    assert table.first(None) is table and table.first(2) is table
    assert [row[0] for row in table.first(1, "{} more").rows] == ["x", "all"] and table.first(1, "{} more").notes == ["1 more"]


def test_what_a_file_says_cannot_steer_a_terminal() -> None:
    table = Table("", ("name",), [["\x1b[31mred\nline"]])
    assert "\\x1b[31mred\\nline" in shown(table, 80) and "\x1b" not in str(table)


def test_columns_without_values_are_left_out() -> None:
    table = Table.by_column("", [("a", ["x"]), ("b", None), (Column("c"), [None]), ("d", [1234])])
    assert str(table) == "a      d\nx  1,234"


def test_text_is_escaped_and_parts_stay() -> None:
    made = Table("<i>", ["", "<b>", "c"], [["<x>", "a & b", Markup("<svg/>")]]).html()
    root = ET.fromstring(made)
    assert (root.get("role"), root.get("aria-label"), root.get("tabindex")) == ("region", "<i>", "0")
    assert [element.text for element in root.iter("caption")] == ["<i>"]
    assert [(h.text, h.get("scope")) for h in root.iter("th")] == [("<b>", "col"), ("c", "col"), ("<x>", "row")]
    cells = [*root.iter("td")]
    assert [cell.text for cell in cells] == [None, "a & b", None] and cells[2][0].tag == "svg"
    whole = stacked_markup([html_paragraph("&"), details_section(">", made)])
    assert type(whole) is Markup and [child.tag for child in ET.fromstring(whole)] == ["p", "details"]
