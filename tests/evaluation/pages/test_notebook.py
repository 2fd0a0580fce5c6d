"""Reports and matches in notebooks: well-formed, escaped, with the reports' own numbers."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from base64 import b64decode
from functools import cache
from typing import Any

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport, head_to_head, leaks, round_robin
from pokerzoo.evaluation.pictures import alt_text, game_tree_picture, png_bytes

SVG = "{http://www.w3.org/2000/svg}"


@cache
def turn() -> SpotReport:
    game = make_game("holdem", board="QsJh2h8d", ranges=("QQ+,AKs", "QQ+,AKs"))
    return SpotReport(game, TabularPolicy.uniform(game))


def parsed(shown: Any) -> ET.Element:
    html = shown._repr_html_()
    assert "<script" not in html and "style=" not in html
    return ET.fromstring(html)


def cells(root: ET.Element) -> list[list[str]]:
    return [["".join(cell.itertext()) for cell in row] for row in next(root.iter("tbody"))]


def test_a_node_is_a_table_and_the_grid_of_who_acts() -> None:
    node = turn().at("b25")
    root = parsed(node)
    (grid,) = root.iter(f"{SVG}svg")
    title = grid[0].text or ""
    assert title.startswith("IP on Qs Jh 2h 8d, after ") and f"fold {node.frequencies[0]:.1%}" in title
    assert [row[0] for row in cells(root)] == ["OOP", "IP"] and cells(root)[1][2] == f"{node.mean_equity[1]:.2%}"


def test_next_cards_are_a_table_of_them() -> None:
    cards = turn().next_cards("xx")
    assert {row[0] for row in cells(parsed(cards))} == {*cards.cards, "all"}


def test_a_match() -> None:
    game = make_game("kuhn")
    result = head_to_head(game, [TabularPolicy.uniform(game), "honest"], 2000, seed=1)
    root = parsed(result)
    shown = cells(root)
    assert [row[0] for row in shown] == [*result.names]
    assert shown[0][1] == f"{result.chips_per_hand[0]:+.4f}" and shown[0][3].startswith(f"{result.interval[0].low:+.4f} to ")
    assert "2,000 hands" in "".join(next(root.iter("caption")).itertext())
    open_end = head_to_head(game, ["random", "honest"], 2000, seed=1, until_width=0.5)
    assert "confidence sequence" in "".join(parsed(open_end).itertext())
    aivat = head_to_head(game, [TabularPolicy.uniform(game), "honest"], 200, seed=1, aivat=True)
    assert "AIVAT" in "".join(parsed(aivat).itertext())


def test_a_round_robin() -> None:
    game = make_game("kuhn")
    table = round_robin(game, {"<b>": "honest", "random": "random"})
    shown = cells(parsed(table))
    assert [row[0] for row in shown] == ["<b>", "random"] and shown[0][1] == "-"
    assert shown[0][2] == table.cell(0, 1) == shown[0][3]


def test_leaks() -> None:
    game = make_game("kuhn")
    result = leaks(game, TabularPolicy.uniform(game))
    assert cells(parsed(result)) == result.to_table().texts()


def test_a_picture_is_an_image_with_its_description() -> None:
    game = make_game("kuhn")
    figure: Any = game_tree_picture(TabularPolicy.uniform(game))
    image = ET.fromstring(figure._repr_html_().removesuffix(">") + "/>")
    assert image.tag == "img" and image.attrib["alt"] == alt_text(figure)
    head, _, data = image.attrib["src"].partition(",")
    assert head == "data:image/png;base64" and b64decode(data) == png_bytes(figure)
