"""Reports, pictures, the explorer and the command line ask a game, and all ask a compiled form: none looks at a class."""

from __future__ import annotations

import ast
import re

from pokerzoo_testing import ROOT

ROOMS = ("pages", "pictures", "reference", "runs", "spots")
ASKING = ("envs/drawing", *(f"evaluation/{room}" for room in ROOMS), "src/pokerzoo/cli", "src/pokerzoo/web")
GAMES = {"BetFoldGame", "HoldemGame", "MatrixGame", "PokerGame", "PushFoldGame", "TexasHoldemGame"}
STATES = {"BetFoldState", "MatrixState", "PokerState", "PushFoldState", "TexasHoldemState"}
INPUT = {
    "evaluation/pictures/pictures.py": 1,
    "evaluation/pictures/push_fold_pictures.py": 1,
    "src/pokerzoo/cli/options.py": 1,
}
"""Checks that the user gave the game that a function is for."""


FORMS = {"HandTree", "PublicTree", "RowsForm", "StreetTree", "Tree"}
TERMINALS = {"HandMatrices", "ShowdownPasses", "TerminalList", "ThreeHands"}
"""Compiled games, and how they pay."""


def checks(path: str, classes: set[str]) -> int:
    """Checks on these classes in a file."""
    calls = [node for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    named = [ast.unparse(call.args[1]) for call in calls if ast.unparse(call.func) in ("isinstance", "issubclass")]
    return sum(not classes.isdisjoint(re.findall(r"\w+", text)) for text in named)


def test_they_ask_the_game() -> None:
    files = [str(path.relative_to(ROOT)) for folder in ASKING for path in sorted((ROOT / folder).rglob("*.py"))]
    found = {path: count for path in files if (count := checks(path, GAMES | STATES))}
    assert found == INPUT


def test_all_ask_the_compiled_form() -> None:
    rooms = [ROOT / room for room in ("envs", "agents", "evaluation", "src/pokerzoo/cli", "src/pokerzoo/web")]
    files = [str(path.relative_to(ROOT)) for room in rooms for path in sorted(room.rglob("*.py"))]
    assert [path for path in files if checks(path, FORMS | TERMINALS)] == []
