"""The order of what a search of the documentation site finds, by ``docs/search_scorer.js`` in a browser."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo_testing import ROOT

pytestmark = pytest.mark.web

CLASS, ATTRIBUTE, METHOD = "Python class, in Boards", "Python attribute, in Trainers", "Python method, in Trainers"
FOUND: list[list[Any]] = [
    # Page, title, anchor, description, score, file, kind: as searchtools.js of Sphinx 9 has them for "exploitability".
    [
        "api/agents_training",
        "pokerzoo.agents.training.Trainer.exploitability",
        "#a",
        "Python property, in Trainers",
        16,
        "",
        "object",
    ],
    ["api/agents_solvers", "RiverBound.exploitability", "#b", ATTRIBUTE, 16, "", "object"],
    ["genindex", "Index", "#c", None, 100, "", "index"],
    ["api/agents_training", "Trainer.measure_exploitability", "#d", METHOD, 11, "", "object"],
    ["decisions", "Decisions", "", None, 15, "", "title"],
    ["api/evaluation_measures", "Measures", "", None, 5, "", "text"],
    ["units", "Which number is which", "", None, 5, "", "text"],
    ["exploitability", "How exploitable is it?", "", None, 7, "", "text"],
    ["api/evaluation_measures", "exploitability", "#e", "Python function, in Measures", 16, "", "object"],
    ["units", "Which number is which > Exploitability", "#f", None, 15, "", "title"],
    ["glossary", "Glossary > Exploitability", "#g", None, 15, "", "title"],
]
"""Results, those wanted last first: attributes, then pages for contributors and the reference, guides, the glossary."""


def test_glossary_and_guides_come_before_attributes(browser: Any) -> None:
    page = browser.new_page()
    page.add_script_tag(path=ROOT / "docs" / "search_scorer.js")
    scores = page.evaluate("(found) => found.map((result) => Scorer.score(result))", FOUND)
    whole = page.evaluate("() => [Scorer.objNameMatch, Scorer.objPartialMatch, Scorer.objPrio[1]]")
    page.close()
    assert (whole[0] + whole[2], whole[1] + whole[2]) == (16, 11)  # what the scores of classes and functions are made of
    order = [FOUND[k][1] for k in sorted(range(len(FOUND)), key=lambda k: -scores[k])]
    assert order[0] == "Glossary > Exploitability" and set(order[1:3]) == {FOUND[8][1], FOUND[9][1]}, order
    assert order[3:5] == ["How exploitable is it?", "Which number is which"], order
    assert set(order[-4:]) == {FOUND[k][1] for k in range(4)}, order
    assert 'html_search_scorer = str(HERE / "search_scorer.js")' in (ROOT / "docs" / "conf.py").read_text(encoding="utf-8")
