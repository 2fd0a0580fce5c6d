"""Policies as notebooks show them."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from pokerzoo.agents import CFR, SpotPolicy, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.poker.cards import CLASS_NAMES

SVG = "{http://www.w3.org/2000/svg}"


def test_a_table_of_infosets() -> None:
    game = make_game("kuhn")
    policy = CFR(game).run(20).average_policy()
    root = ET.fromstring(policy._repr_html_())
    rows = [*next(root.iter("tbody"))]
    assert [row[0].text for row in rows] == [*policy]
    told = ", ".join(f"{name} {share:.1%}" for name, share in policy["Q|xb"].items())
    assert rows[[*policy].index("Q|xb")][2].text == told
    assert "12 infosets" in "".join(next(root.iter("caption")).itertext()) and "iterations=20" in policy._repr_html_()


def test_of_many_infosets_the_first() -> None:
    policy = TabularPolicy.uniform(make_game("leduc"))
    root = ET.fromstring(policy._repr_html_())
    assert len(next(root.iter("tbody"))) == 50
    assert [part.text for part in root.iter("p")] == ["The first 50 of 936 infosets; policy[key] has any of them."]


def test_what_a_user_wrote_is_escaped_and_cut() -> None:
    game = make_game("rps")
    policy = TabularPolicy(game, game.infosets.uniform(), {"note": "<script>" + "x" * 1000})
    html = policy._repr_html_()
    assert "<script" not in html and "&lt;script&gt;" in html and "x" * 300 not in html
    assert "rock 33.3%" in html


@pytest.mark.parametrize("board", ["QsJh2h8d3c", "QsJh2h8d"])
def test_the_first_decision_of_a_spot_as_a_grid(board: str) -> None:
    by_boards = len(board) == 8
    ranges = ("22+", "22+,AKs") if by_boards else ("QQ+,AKs", "QQ+,AKs")
    game = make_game("holdem", board=board, ranges=ranges, pot=20, stack=30, bet_sizes="100%", raise_sizes="a")
    first = game.infosets.uniform().copy()
    start = game.rules.root  # type: ignore[attr-defined]
    kings = [i for i, name in enumerate(game.rules.deck.hand_names) if name[0] == name[2] == "K"]  # type: ignore[attr-defined]
    entries = game.infosets.entries(start)[:, kings]  # type: ignore[attr-defined]
    first[entries] = 0.0
    first[entries[0]], first[entries[1]] = 0.25, 0.75
    policy = TabularPolicy(game, first)
    for one in [policy, SpotPolicy.of(policy)] if by_boards else [policy]:
        root = ET.fromstring(one._repr_html_())
        (grid,) = root.iter(f"{SVG}svg")
        assert [text.text for text in grid.iter(f"{SVG}text")][:169] == [*CLASS_NAMES]
        assert "OOP at the start" in (grid[0].text or "")
        widths = {
            float(rect.get("width", 0)) / 34
            for rect in grid.iter(f"{SVG}rect")
            if rect.get("rx") == "0" and 45 < float(rect.get("y", 0)) + float(rect.get("height", 0)) < 81
        }
        assert np.allclose(sorted(widths), [0.25, 0.75])
        assert "probabilities" not in vars(one) or one is policy  # nothing large is made for it


def test_ipython_finds_it() -> None:
    formatters = pytest.importorskip("IPython.core.formatters")
    policy = TabularPolicy.uniform(make_game("kuhn"))
    assert formatters.HTMLFormatter()(policy) == policy._repr_html_()
    assert formatters.HTMLFormatter()(policy.game.initial_state()) == policy.game.initial_state()._repr_html_()
