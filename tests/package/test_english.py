"""Pages have no sentence of more than 35 words, but for those judged and kept, and none of the words not wanted.

``pokerzoo_testing/sentences.py`` says what a sentence is, and lists them all when run by itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pokerzoo_testing import sentences
from pokerzoo_testing.sentences import MOST_WORDS, ROOT

UNREAD: set[str] = set()
"""Pages and modules that nobody has read for this yet: what is read leaves this list for good."""

PAGES = [page for page in sentences.pages() if page.relative_to(ROOT).as_posix() not in UNREAD]
SOURCES = [module for module in sentences.sources() if module.relative_to(ROOT).as_posix() not in UNREAD]


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def wrong(page: Path) -> list[str]:
    """Faults of a page or module: long sentences that are not kept, and words not wanted."""
    starts = tuple(start for name, start in sentences.kept() if name == named(page))
    return [
        f"{named(page)}:{sentence.line}: {sentence.words} words, {sentence.unwanted}: {sentence.text}"
        for sentence in sentences.sentences(page)
        if sentence.unwanted or (sentence.words > MOST_WORDS and not (starts and sentence.text.startswith(starts)))
    ]


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_sentences_are_short_and_in_plain_words(page: Path) -> None:
    assert wrong(page) == []


def test_docstrings_help_texts_and_comments_are_so_too() -> None:
    assert [told for module in SOURCES for told in wrong(module)] == []


QUESTION = re.compile(r"(?:What|How|Who|Whose|Where|When|Which|Whether)\b")
MODULES = sentences.sources()
PROGRAMS = [*MODULES, *(path for room in ("tests", "benchmarks", "examples") for path in sorted((ROOT / room).rglob("*.py")))]


def docstrings(path: Path) -> Iterator[str]:
    """Docstrings of a module: its own, of classes, functions and named values."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for held in getattr(node, "body", []) if isinstance(getattr(node, "body", None), list) else []:
            if isinstance(held, ast.Expr) and isinstance(held.value, ast.Constant) and isinstance(held.value.value, str):
                yield held.value.value


def test_first_lines_of_docstrings_are_noun_phrases_or_imperatives() -> None:
    assert [
        f"{named(path)}: {text[:80]}" for path in PROGRAMS for text in docstrings(path) if QUESTION.match(text.strip())
    ] == []


def test_no_two_classes_of_the_package_have_one_name() -> None:
    places: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(named(path))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_what_is_kept_is_still_there_and_little() -> None:
    for (page, start), reason in sentences.kept().items():
        assert reason
        assert [s for s in sentences.sentences(ROOT / page) if s.words > MOST_WORDS and s.text.startswith(start)], (page, start)
    assert len(sentences.kept()) <= 10


def test_pages_that_are_not_read_exist() -> None:
    assert [page for page in sorted(UNREAD) if not (ROOT / page).exists()] == []


SAMPLE = """\
---
kernelspec: {name: python3}
---
# A heading is no sentence

First one, with `code in it`. Second [of them](https://example.com/a.b?c=d), e.g. this (with a point.) Third
ends here!

| a | table. Not. Counted. |
|---|---|

- An item without a point
- Another, of his
  on two lines
1. A third

```python
x = 1  # nothing. Of this.
```

    nor. Of this.

<!-- numbers vary -->
The pot is 2.5 chips. `x` starts a sentence. The card is face up.
"""


def test_what_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(SAMPLE, encoding="utf-8")
    found = sentences.sentences(path)
    assert [sentence.text for sentence in found] == [
        "First one, with CODE.",
        "Second of them, e.g. this (with a point.)",
        "Third ends here!",
        "An item without a point",
        "Another, of his on two lines",
        "A third",
        "The pot is 2.5 chips.",
        "CODE starts a sentence.",
        "The card is face up.",
    ]
    assert [sentence.line for sentence in found] == [6, 6, 6, 12, 13, 15, 23, 23, 23]
    assert [sentence.unwanted for sentence in found if sentence.unwanted] == [["his"]]
    assert [sentence.words for sentence in found[:2]] == [4, 8]


MODULE = '''\
"""A module. It has two sentences."""

# A comment of
# two lines.
x = typer.Option(help="A help " "text. With more.")  # a look at it


def f(a):
    """Does it.

    Args:
        a: what it takes,
            on two lines. It may be None.
        text: another.

    >>> f(1)  # not. Counted.
    """
'''


def test_what_is_a_sentence_of_a_module(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(MODULE, encoding="utf-8")
    found = {(sentence.line, sentence.text) for sentence in sentences.sentences(path)}
    assert found == {
        (1, "A module."),
        (1, "It has two sentences."),
        (3, "A comment of two lines."),
        (5, "A help text."),
        (5, "With more."),
        (5, "a look at it"),
        (9, "Does it."),
        (11, "Args:"),
        (12, "a: what it takes, on two lines."),
        (12, "It may be None."),
        (14, "text: another."),
    }


def test_words_not_wanted() -> None:
    said = ["a look at it", "the public face", "a text with commas", "what he holds", "the sums and those of others"]
    found = [sentences.Sentence(Path(), 1, text).unwanted for text in said]
    assert found == [["a look"], ["face (of a program)"], ["a text"], ["his"], ["those of"]]
    fine = ["a face card lies face up", "looked at it", "this text", "the history"]
    assert [sentences.Sentence(Path(), 1, text).unwanted for text in fine] == [[]] * 4
