"""Tests of each module: the test file of its name, else the lines of ``tests/where.md``.

``python tests/pokerzoo_testing/where_tested.py --write`` makes the page anew. For a module without a test file of its name it
takes the first of these that there are: files in the folder that mirrors its own, which use what it defines; test files of
modules beside it that import it; files elsewhere that use what it defines; test files of modules elsewhere that import it.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "tests" / "where.md"
HEAD = """\
# Where a module is tested

A module's test file has the module's name, in the folder that mirrors its own: `envs/poker/ranges.py` is tested in
`tests/envs/poker/test_ranges.py`. The modules below have no such file. Their tests are in the files that stand beside them.
Paths begin at `tests/`. Made by `python tests/pokerzoo_testing/where_tested.py --write`.
"""
ROOMS = {"envs": "envs", "agents": "agents", "evaluation": "evaluation", "src/pokerzoo/cli": "cli", "src/pokerzoo/web": "web"}
MOST = 3
"""Test files named for one module."""
KNOWN = {
    "agents/cfr/kernels.py": ("agents/cfr/test_cfr.py", "agents/cfr/test_plain_postflop.py"),
    "agents/cfr/solver.py": ("agents/cfr/test_cfr.py", "agents/training/test_trainer_interface.py"),
    "agents/cfr/variants.py": ("agents/cfr/test_cfr.py", "package/test_same_bits.py"),
    "agents/training/loop.py": ("agents/training/test_training.py", "agents/training/test_trainer_interface.py"),
    "envs/batched/tables.py": ("envs/batched/test_batched.py",),
    "envs/core.py": ("envs/games/test_own_games.py", "package/test_own_game.py"),
    "envs/games/holdem.py": ("envs/games/test_holdem_streets.py", "envs/games/test_donk_bets.py"),
    "envs/games/kuhn.py": ("envs/games/test_games.py", "envs/games/test_own_games.py"),
    "envs/games/leduc.py": ("envs/games/test_games.py", "envs/games/test_own_games.py"),
    "envs/games/push_fold_forms.py": ("envs/games/test_push_fold.py",),
    "envs/games/rps.py": ("envs/games/test_games.py",),
    "envs/poker/betting.py": ("envs/games/test_own_games.py", "envs/poker/test_size_uses.py"),
    "envs/poker/lines.py": ("envs/games/test_holdem_streets.py", "envs/games/test_donk_bets.py"),
    "evaluation/hands/hand_log_reader.py": ("evaluation/matches/test_hand_log.py",),
    "src/pokerzoo/web/api/learning.py": ("web/test_games_api.py",),
    "src/pokerzoo/web/api/policies.py": ("web/test_library_api.py",),
    "src/pokerzoo/web/sweep_process.py": ("web/test_sweep_runs.py",),
    "src/pokerzoo/web/api/spot_fields.py": ("web/test_spots_api.py", "web/test_bodies.py"),
    "src/pokerzoo/web/api/spot_ranges.py": ("web/test_spots_api.py",),
    "src/pokerzoo/web/api/spot_trees.py": ("web/test_spots_api.py",),
    "src/pokerzoo/web/push_fold_runs.py": ("web/test_tournaments_api.py", "web/test_tournament_page.py"),
    "src/pokerzoo/web/session_view.py": ("web/test_play_api.py",),
    "src/pokerzoo/web/table_view.py": ("web/test_play_api.py",),
    "src/pokerzoo/web/tables.py": ("web/test_play_api.py", "web/test_resilience.py"),
    "src/pokerzoo/web/trees.py": ("web/test_games_api.py",),
    "src/pokerzoo/web/watched.py": ("web/test_games_api.py",),
    "src/pokerzoo/web/ev_units.py": ("web/test_nodes_api.py", "web/test_browse_page.py"),
    "src/pokerzoo/web/saved.py": ("web/test_saved_api.py", "web/test_setup_page.py"),
}
"""Tests of modules that are used through others, so that counting names does not find them."""


@cache
def modules() -> tuple[Path, ...]:
    """All modules of the package but the ones that only re-export."""
    found = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    return tuple(sorted(path for path in found if path.name not in {"__init__.py", "__main__.py"}))


@cache
def test_files() -> tuple[Path, ...]:
    """All files of tests."""
    return tuple(sorted((ROOT / "tests").rglob("test_*.py")))


def mirror(module: Path) -> Path:
    """The folder of tests that mirrors a module's folder."""
    for room, folder in ROOMS.items():
        if module.is_relative_to(ROOT / room):
            return ROOT / "tests" / folder / module.relative_to(ROOT / room).parent
    raise ValueError(f"{module} is in no room")


def has_namesake(module: Path) -> bool:
    """Test for a test file of the module's name, in its mirror or a folder above (``web/api`` in ``web``)."""
    names = {
        f"test_{module.stem}.py",
        f"test_{mirror(module).name}_{module.stem}.py",
        f"test_{module.stem}_{module.parent.name}.py",
    }
    return any((folder / name).exists() for folder in (mirror(module), mirror(module).parent) for name in names)


@cache
def defined(module: Path) -> frozenset[str]:
    """Names that a module defines at its top, without private ones."""
    names: set[str] = set()
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return frozenset(name for name in names if not name.startswith("_"))


@cache
def owners() -> dict[str, int]:
    """In how many modules each name is defined."""
    return Counter(name for module in modules() for name in defined(module))


@cache
def source(path: Path) -> str:
    """A file's text."""
    return path.read_text(encoding="utf-8")


@cache
def words(test: Path) -> Counter[str]:
    """Count of each word in a file of tests."""
    return Counter(re.findall(r"\w+", source(test)))


@cache
def users_of() -> Counter[str]:
    """In how many files of tests each word stands."""
    return Counter(word for test in test_files() for word in words(test))


@cache
def imports(path: Path) -> frozenset[tuple[str, str]]:
    """Imports of a file: pairs of a module's last name and a name in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found |= {((node.module or "").rpartition(".")[2], alias.name) for alias in node.names}
    return frozenset(found)


def score(module: Path, test: Path) -> float:
    """Degree to which a file of tests is about a module: names it defines, rare ones first, its command, its folder."""
    points = 0.0
    for name in defined(module):
        users = users_of().get(name, 1)
        if (module.stem, name) in imports(test):
            points += 6 / users
        elif owners()[name] == 1 and words(test)[name] and ("_" in name or not name.islower()):
            points += (2 + min(words(test)[name], 8) / 4) / users
    if any(name == module.stem for _, name in imports(test)):
        points += 3
    text = source(test)
    if module.is_relative_to(ROOT / "src/pokerzoo/cli") and re.search(rf"[\"'\[ ]{module.stem.replace('_', '-')}[\"' ]", text):
        points += test.parent.name == "cli"
    if module.is_relative_to(ROOT / "src/pokerzoo/web/api"):
        address = f"/{module.stem.split('_')[0]}"
        points += 1 if f"/api{address}" in text else 0.5 * (test.parent.name == "web" and f'{address}"' in text)
    if not points:
        return 0
    points += 2 * len(set(module.stem.split("_")) & set(test.stem.split("_")[1:]))
    return points * (4 if test.parent == mirror(module) else 1.5 if test.parent.parent == mirror(module).parent else 1)


def importers(module: Path) -> list[Path]:
    """Modules that import from a module, those of its folder first."""
    found = [
        one
        for one in modules()
        if one != module and any(module.stem == stem or module.stem == name for stem, name in imports(one))
    ]
    return sorted(found, key=lambda one: (one.parent != module.parent, one))


@cache
def _tests_of(module: Path, depth: int = 3) -> list[Path]:
    """The test files that are most about a module; see the module's docstring."""
    if module.stem.endswith("_v0"):
        return [ROOT / "tests/envs/environments" / name for name in ("test_environments.py", "test_environment_docs.py")]
    own = mirror(module)
    return (
        _users_of(module, [test for test in test_files() if own in (test.parent, test.parent.parent)])
        or [test for test in _tests_of_importers(module, depth) if test.parent == own]
        or _users_of(module, list(test_files()))
        or _tests_of_importers(module, depth)
    )


def _users_of(module: Path, tests: list[Path]) -> list[Path]:
    """The files among these that use most of what a module defines."""
    scores = {test: score(module, test) for test in tests}
    best = sorted((test for test in scores if scores[test] > 0), key=lambda test: (-scores[test], test))
    return [test for test in best if scores[test] * 3 >= scores[best[0]]][:MOST]


def _tests_of_importers(module: Path, depth: int) -> list[Path]:
    """The test files of most of the modules that import a module."""
    if depth == 0:
        return []
    found: Counter[Path] = Counter()
    for one in importers(module):
        namesake = mirror(one) / f"test_{one.stem}.py"
        for test in [namesake] if namesake.exists() else _tests_of(one, depth - 1):
            found[test] += 1
    return [test for test, _ in found.most_common(MOST)]


def lines() -> dict[str, list[str]]:
    """For each module without a test file of its name: the paths of its tests, from ``tests/``."""
    found = {}
    for module in modules():
        if not has_namesake(module):
            name = module.relative_to(ROOT).as_posix()
            counted = [test.relative_to(ROOT / "tests").as_posix() for test in _tests_of(module)]
            found[name] = list(KNOWN.get(name, counted))
    return found


def page(found: dict[str, list[str]]) -> str:
    """The page as Markdown: a table for each folder."""
    parts, folder = [HEAD], ""
    for module, tests in found.items():
        if module.rpartition("/")[0] != folder:
            folder = module.rpartition("/")[0]
            parts.append(f"\n## {folder}\n\n| module | tests |\n|---|---|\n")
        parts.append(f"| `{module.rpartition('/')[2]}` | {', '.join(f'`{test}`' for test in tests)} |\n")
    return "".join(parts)


def read() -> dict[str, list[str]]:
    """The page's lines: each module's tests."""
    found, folder = {}, ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            folder = line[3:]
        elif line.startswith("| `"):
            first, *rest = re.findall(r"`([^`]+)`", line)
            found[f"{folder}/{first}"] = rest
    return found


def main() -> None:
    """List modules whose tests cannot be found, or write the page."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--write", action="store_true", help="make tests/where.md anew")
    found = lines()
    if parser.parse_args().write:
        PAGE.write_text(page(found), encoding="utf-8")
    print(f"{len(modules()) - len(found)} modules with a test file of their name, {len(found)} on the page")
    for module, tests in found.items():
        if not tests:
            print("no test found:", module)


if __name__ == "__main__":
    main()
