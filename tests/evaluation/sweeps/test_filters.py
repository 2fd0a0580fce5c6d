"""Filters as a command line has them."""

from __future__ import annotations

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("pydantic")

from pokerzoo.evaluation.sweeps.filters import filters_sql, parse_filters


@pytest.mark.parametrize(
    ("texts", "sql"),
    [
        (["high_card=A, K", "stack=100"], "high_card IN ('A', 'K') AND stack = 100.0"),
        (["paired", "connected=false"], "NOT paired = 'unpaired' AND connectedness IN ('disconnected', 'semi-connected')"),
        (["paired=two pair", "flush_possible=true"], "paired = 'two pair' AND flush_possible = true"),
        ([], ""),
    ],
)
def test_what_is_written_is_a_condition(texts: list[str], sql: str) -> None:
    assert filters_sql(parse_filters(texts)) == sql


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("suits", "only='suits': must be COLUMN=VALUE, or one of paired, connected"),
        ("suits=", "only='suits=': must be COLUMN=VALUE"),
        ("suits=flush", "suits='flush': must be one of rainbow, two-tone, monotone"),
        ("stack=deep", "only='stack=deep': must be a number"),
        ("flush_possible=1", "only='flush_possible=1': must be true or false"),
        ("colour=red", "colour=.*: no such column; there are key, "),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        filters_sql(parse_filters([text]))
    with pytest.raises(ValueError, match="stack is there twice"):
        parse_filters(["stack=1", "stack=2"])
