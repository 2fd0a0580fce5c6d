"""Policies as notebooks show them."""

from __future__ import annotations

import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import make_game


def test_what_a_user_wrote_is_escaped_and_cut() -> None:
    game = make_game("rps")
    policy = TabularPolicy(game, game.infosets.uniform(), {"note": "<script>" + "x" * 1000})
    html = policy._repr_html_()
    assert "<script" not in html and "&lt;script&gt;" in html and "x" * 300 not in html
    assert "rock 33.3%" in html


def test_ipython_finds_it() -> None:
    formatters = pytest.importorskip("IPython.core.formatters")
    policy = TabularPolicy.uniform(make_game("kuhn"))
    assert formatters.HTMLFormatter()(policy) == policy._repr_html_()
    assert formatters.HTMLFormatter()(policy.game.initial_state()) == policy.game.initial_state()._repr_html_()
