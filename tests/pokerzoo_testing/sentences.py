"""Long sentences and words not wanted, in pages, docstrings, help texts and comments.

``python tests/pokerzoo_testing/sentences.py [FILES]`` lists them for the files given, or else for all pages and sources:
``--limit 30`` for another length. ``tests/package/test_english.py`` holds the pages to it.

What counts as a sentence: prose up to a full stop, question mark or exclamation mark. A list item, a paragraph and an
argument's description start a new one. Headings, tables, code blocks, comments in HTML and addresses do not count; a piece
of code or of mathematics within a sentence is one word.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "tests" / "package" / "kept_sentences.toml"
"""Sentences that are longer and stay, each with its page, its first words and the reason."""
MOST_WORDS = 35

UNWANTED = {
    "those of": r"\bthose of\b",
    "a look": r"\b(?:a|one|each|every|another|the|two|three|\d+) looks?\b(?!-)",
    "face (of a program)": r"\bfaces?\b(?![ -](?:up|down|value|card))",
    "his": r"\b(?:he|him|his|himself)\b",
    "a text": r"\b(?:a|one|each|every|another) text\b",
    "so many": r"\bso many\b",
    "nobody, somebody, anybody": r"\b(?:nobody|somebody|anybody)\b",
    "jam: push/fold": r"\bjam(?:s|med|ming)?\b",
    "kind of hand: hand class": r"\bkinds? of (?:starting )?hands?\b",
    "exchange of suits: suit permutation": r"\bexchanges? of (?:the )?suits?\b",
    "sums: cumulative regret": r"\b(?:sums? of (?:the )?regrets?|regret sums?)\b",
    "sums: cumulative strategy": r"\b(?:sums? of (?:the )?strateg(?:y|ies)|strategy sums?)\b",
    "menu: bet sizes": r"\bmenus? of (?:bets|sizes|bet sizes)\b|\bbet menus?\b",
    "oracle: terminal evaluation": r"\boracles?\b",
    "the door: conversion to a participant": r"\bthe door\b",
    "gone: dead cards": r"\bcards? (?:that (?:is|are) )?gone\b",
}
"""Words not wanted, each with the pattern that finds it. A program has an interface, a player is they, a string is a string."""

ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|vs|al|cf|approx|No|pp|Fig|Eq|Sec|Thm|resp|St)\.$")
END = re.compile(r"[.?!](?:[)\"'*_\]]*)(?=\s+(?:[\"'(*_\[]*[A-Z0-9]|--\w|\*\w))")
ITEM = re.compile(r"(?:[-*+]|\d+[.)])\s+")
ARGUMENT = re.compile(r"(?:\*{0,2}\w+|`+\w+`+)(?: \(.*?\))?: ")


class Sentence(NamedTuple):
    """A sentence with the line of the file that its paragraph starts on."""

    path: Path
    line: int
    text: str

    @property
    def words(self) -> int:
        """Number of words; a sign such as ``=`` or a dash is none."""
        return sum(any(letter.isalnum() for letter in word) for word in self.text.split())

    @property
    def unwanted(self) -> list[str]:
        """Unwanted words in it."""
        return [name for name, pattern in UNWANTED.items() if re.search(pattern, self.text, re.IGNORECASE)]

    @property
    def page(self) -> str:
        """The file's path within the repository."""
        return self.path.relative_to(ROOT).as_posix() if self.path.is_relative_to(ROOT) else str(self.path)


def plain(prose: str) -> str:
    """Prose without markup: code and mathematics as one word, links as their text."""
    prose = re.sub(r"<!--.*?-->", " ", prose, flags=re.DOTALL)
    prose = re.sub(r"\{\{check .*?\}\}", "", prose, flags=re.DOTALL)
    prose = re.sub(r"\{\{.*?\}\}", "NUMBER", prose, flags=re.DOTALL)
    prose = re.sub(r"!\[.*?\]\(.*?\)", " ", prose, flags=re.DOTALL)
    prose = re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", "CODE", prose, flags=re.DOTALL)
    prose = re.sub(r"\[[\w/]+\.(?:md|py)\]\([^)]*\)", "PAGE", prose)
    prose = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", prose)
    prose = re.sub(r"<?https?://\S+", "", prose)
    prose = re.sub(r"\$[^$\n]+\$", "CODE", prose)
    return " ".join(prose.split())


def split(prose: str) -> list[str]:
    """The sentences of a paragraph."""
    text, found, start = plain(prose), [], 0
    for match in END.finditer(text):
        if text[match.start()] == "." and ABBREVIATION.search(text[start : match.start() + 1]):
            continue
        found.append(text[start : match.end()].strip())
        start = match.end()
    return [sentence for sentence in [*found, text[start:].strip()] if sentence]


def paragraphs(text: str, arguments: bool = False) -> Iterator[tuple[int, str]]:
    """The paragraphs and list items of Markdown or of a docstring, each with the number of its first line, from 0.

    Args:
        text: the page, or the docstring.
        arguments: whether a line that begins with a name and a colon starts anew.
    """
    lines = text.expandtabs(4).splitlines()
    held: list[str] = []
    first, fence, number = 0, "", 0
    if lines[:1] == ["---"] and "---" in lines[1:]:  # the header of a notebook
        number = lines.index("---", 1) + 1
    code = False  # within a block that four more blanks make code
    doctest = False
    while number <= len(lines):
        line = lines[number].strip() if number < len(lines) else ""
        indent = len(lines[number]) - len(lines[number].lstrip()) if number < len(lines) else 0
        opens = re.match(r"(`{3,}|:{3,}|~{3,})", line)
        starts = bool(ITEM.match(line) or (arguments and ARGUMENT.match(line)))
        blank = not line
        doctest = line.startswith(">>>") or (doctest and not blank)
        skipped = doctest or bool(fence or opens or line.startswith(("#", "|"))) or bool(re.fullmatch(r"[=~-]{3,}|\$\$", line))
        if not blank:
            code = indent >= 4 and not held and not starts and (code or number == 0 or not lines[number - 1].strip())
        if (blank or skipped or starts) and held:
            yield first, "\n".join(held)
            held = []
        if fence:
            fence = "" if line == fence else fence
        elif opens:
            fence = opens[1]
        elif not (blank or skipped or code):
            if not held:
                first = number
            held.append(line[item.end() :] if (item := ITEM.match(line)) else line)
        number += 1


def of_page(path: Path) -> list[Sentence]:
    """The sentences of a page."""
    found = paragraphs(path.read_text(encoding="utf-8"))
    return [Sentence(path, line + 1, text) for line, prose in found for text in split(prose)]


def of_source(path: Path) -> list[Sentence]:
    """The sentences of a module's docstrings, help texts and comments."""
    source = path.read_text(encoding="utf-8")
    texts: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            text = node.value.value
            if "\n" in text:  # as inspect.cleandoc, but with all lines, so that their numbers stay right
                head, *rest = text.split("\n")
                margin = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
                text = "\n".join([head.strip(), *(line[margin:] for line in rest)])
            texts.append((node.lineno, text))
        elif isinstance(node, ast.keyword) and node.arg in ("help", "epilog"):
            told = "".join(
                part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )
            texts.append((node.value.lineno, told))
    last = -1
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            words = token.string.lstrip("#! ")
            alone = not source.splitlines()[token.start[0] - 1][: token.start[1]].strip()
            if alone and last == token.start[0] - 1 and texts:
                texts[-1] = (texts[-1][0], texts[-1][1] + "\n" + words)
            else:
                texts.append((token.start[0], words))
            last = token.start[0] if alone else -1
    return [
        Sentence(path, first + line, text) for first, told in texts for line, prose in docstring(told) for text in split(prose)
    ]


def docstring(text: str) -> Iterator[tuple[int, str]]:
    """The paragraphs of a docstring: those indented below ``Args:`` and the like are prose, too."""
    yield from paragraphs(
        "\n".join(line if ">>>" in line else re.sub(r"^ {4}(?=\S)", "  ", line) for line in text.split("\n")), True
    )


def sentences(path: Path) -> list[Sentence]:
    """The sentences of a page or of a module."""
    return of_source(path) if path.suffix == ".py" else of_page(path)


def pages() -> list[Path]:
    """The README, what to know before contributing, and all pages of ``docs/``."""
    built = {"_build", "site", "jupyter_execute"}
    found = [path for path in sorted((ROOT / "docs").rglob("*.md")) if not built & set(path.relative_to(ROOT).parts)]
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *found]


def sources() -> list[Path]:
    """The modules of the package, where they lie."""
    return [path for room in ("envs", "agents", "evaluation", "src") for path in sorted((ROOT / room).rglob("*.py"))]


def kept() -> dict[tuple[str, str], str]:
    """The judged sentences: (page, first words) and the reason why each stays."""
    with KEPT.open("rb") as file:
        return {(entry["page"], entry["starts"]): entry["reason"] for entry in tomllib.load(file).get("kept", [])}


def main() -> None:
    """Print the long sentences and the words not wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILES")
    parser.add_argument("--limit", type=int, default=MOST_WORDS, help="the most words that are not listed")
    parser.add_argument("--count", action="store_true", help="only the number of each file")
    arguments = parser.parse_args()
    for path in arguments.files or [*pages(), *sources()]:
        found = [s for s in sentences(path.resolve()) if s.words > arguments.limit or s.unwanted]
        if arguments.count:
            if found:
                print(f"{len(found):4} {found[0].page}")
            continue
        for sentence in found:
            told = ", ".join([f"{sentence.words} words"] * (sentence.words > arguments.limit) + sentence.unwanted)
            print(f"{sentence.page}:{sentence.line}: {told}: {sentence.text}")


if __name__ == "__main__":
    main()
