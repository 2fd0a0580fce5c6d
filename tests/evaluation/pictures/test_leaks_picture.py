"""Leaks as bars: as long as the leaks are, and told in words."""

from __future__ import annotations

import pytest

from pokerzoo.envs import make_game
from pokerzoo.evaluation import leaks
from pokerzoo.evaluation.pictures import alt_text, leaks_picture


def test_bars_are_the_leaks() -> None:
    found = leaks(make_game("kuhn"), "random")
    figure = leaks_picture(found, top=3)
    (axes,) = figure.axes
    bars = {round(bar.get_y() + bar.get_height() / 2): bar.get_width() for bar in axes.patches}
    assert bars == {place: leak.chips for place, leak in enumerate(found.ranked(3))}
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        "K after a bet",
        "K after a check and a bet",
        "J at the start",
    ]
    assert axes.texts[0].get_text() == "0.25; best: call, plays: fold 50%, call 50%"
    assert {text.get_text() for text in axes.get_legend().get_texts()} == {"player 0", "player 1"}
    # 0.25 + 0.125 + 0.0833 of 0.9167 chips, as docs/leaks.md has them
    title = "The 3 decisions that cost most: 50% of 0.917 chips a hand"
    assert axes.get_title() == title
    assert alt_text(figure).startswith(f"{title}. player 1, K after a bet loses 0.25; player 0, K after")


def test_lines_and_games_that_are_no_poker() -> None:
    leduc = leaks_picture(leaks(make_game("leduc", suit_isomorphism=True), "random"), top=2, each="line")
    assert [text.get_text()[:10] for text in leduc.axes[0].get_yticklabels()] == ["all hands "] * 2
    rps = make_game("rps")
    keys = [row.key for row in rps.infosets]
    table = {key: {"rock": 1.0, "paper": 0.0, "scissors": 0.0} for key in keys}
    figure = leaks_picture(leaks(rps, table))
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == keys


def test_it_says_what_is_wrong() -> None:
    kuhn = make_game("kuhn")
    with pytest.raises(ValueError, match="top=0"):
        leaks_picture(leaks(kuhn, "random"), top=0)
    with pytest.raises(ValueError, match="each='seat'"):
        leaks_picture(leaks(kuhn, "random"), each="seat")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="nothing is lost"):
        leaks_picture(leaks(make_game("rps"), "random"))
