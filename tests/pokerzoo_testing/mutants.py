"""Small wrong changes to the package's plain Python, one at a time: which of them does no test notice?

    make mutants                                          # the files that differ from main (on main: from the last commit)
    make mutants FILES="agents/policies/policy.py" SAMPLE=40       # these files, 40 changes drawn with seed 1

What is changed: comparisons, arithmetic, ``and``/``or``/``not``, conditions, numbers, True and False. Left out are functions
that numba compiles (each change would compile them, and all that inlines them, anew for minutes; tests compare them with a
plain twin), and asserts, annotations, decorators, f-strings and what only type checkers run.

The work is done in a temporary copy of the repository. Tests are chosen in two steps. First the test modules that have most
to do with a file (``--modules``: so many): those named after it, those that import it or a name that it defines, those that
import a module that does. Of these, a traced run says which tests run the changed line; they run by duration, the quickest
first, as many as fit into ``--seconds``. Tests that start another process are not traced.

A survivor is for a person to judge: some changes make no difference, the rest want a test. Exit status 1 if there are
survivors.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("agents", "envs", "evaluation")
COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: (r"is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
    ast.In: (r"in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
}
ARITHMETIC = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.Pow: (r"\*\*", "*"),
}
COMPILED = re.compile(r"\b(njit|jit|vectorize|guvectorize|overload|intrinsic|register_jitable|cfunc|kernel)\b")


@dataclass(frozen=True)
class Mutant:
    """One change of one file.

    Attributes:
        path: the file, relative to the repository.
        line: where the change is, from 1.
        source: the whole file, changed.
    """

    path: str
    line: int
    source: bytes

    def diff(self, original: bytes) -> str:
        """The lines that differ."""
        old, new = (text.decode().splitlines() for text in (original, self.source))
        changed = [line for line in difflib.unified_diff(old, new, n=0, lineterm="") if line[:3] not in ("---", "+++")]
        return "\n".join(f"    {line}" for line in changed if not line.startswith("@@"))


def mutants(path: str, source: bytes) -> list[Mutant]:
    """All changes of a file, from top to bottom."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def span(node: ast.AST) -> tuple[int, int]:
        """Start and end of a node's text."""
        assert isinstance(node, ast.expr)
        return starts[node.lineno - 1] + node.col_offset, starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    found: dict[tuple[int, bytes], Mutant] = {}
    for first, last, new in changes(ast.parse(source), source, span):
        changed = source[:first] + new + source[last:]
        found[first, new] = Mutant(path, source.count(b"\n", 0, first) + 1, changed)
    return [found[key] for key in sorted(found)]


Change = tuple[int, int, bytes]
"""From which byte to which, and what stands there instead."""


def changes(tree: ast.AST, source: bytes, span: Callable[[ast.AST], tuple[int, int]]) -> Iterator[Change]:
    """Replacements of bytes."""

    def between(left: ast.AST, right: ast.AST, old: str, new: str) -> Iterator[Change]:
        """An operator between two expressions, parentheses and comments aside."""
        gap_start, gap_end = span(left)[1], span(right)[0]
        match = re.search((rf"\b{old}\b" if old[0].isalpha() else old).encode(), source[gap_start:gap_end])
        if match:
            yield gap_start + match.start(), gap_start + match.end(), new.encode()

    def negated(test: ast.expr) -> Change:
        at, to = span(test)
        return at, to, b"(not (" + source[at:to] + b"))"

    def walk(node: ast.AST) -> Iterator[Change]:
        if isinstance(node, ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom | ast.arguments):
            return
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            return
        if isinstance(node, ast.FunctionDef) and any(COMPILED.search(ast.unparse(one)) for one in node.decorator_list):
            return
        if isinstance(node, ast.Compare):
            for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
                yield from between(left, right, *COMPARISONS[type(operator)])
        elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            yield from between(node.left, node.right, *ARITHMETIC[type(node.op)])
        elif isinstance(node, ast.BoolOp):
            words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from between(left, right, *words)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
            at = span(node)[0]
            yield at, at + len("not" if isinstance(node.op, ast.Not) else "-"), b""
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub):
            old, new = (r"\+=", "-=") if isinstance(node.op, ast.Add) else ("-=", "+=")
            yield from between(node.target, node.value, old, new)
        elif isinstance(node, ast.Constant) and type(node.value) in (bool, int, float):
            value: bool | int | float = node.value
            other = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else 2 * value or 1.0
            yield *span(node), repr(other).encode()
        if isinstance(node, ast.If | ast.IfExp):
            yield negated(node.test)
        if isinstance(node, ast.comprehension):
            yield from map(negated, node.ifs)
        left_out = {"annotation", "returns", "decorator_list", "type_params"}
        for name, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and name not in left_out:
                    yield from walk(child)

    return walk(tree)


def import_name(path: Path) -> str:
    """The module that a file of the package, or of the tests, is."""
    parts = path.with_suffix("").parts
    parts = ("pokerzoo", *parts) if parts[0] in ROOMS else parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node. No expression is entered: that is most of a tree, and no import stands in one."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for child in getattr(node, name, ()):
            yield child
            yield from statements(child)


@cache
def imports() -> tuple[dict[Path, set[str]], dict[Path, set[Path]]]:
    """Of every module the names that it defines, and the modules that it imports or takes a name of."""
    places = [*ROOMS, "src/pokerzoo", "tests"]
    every = {p.relative_to(ROOT) for place in places for p in (ROOT / place).rglob("*.py") if not (ROOT / place).is_symlink()}
    every = {path for path in every if path.parts[:2] != ("src", "pokerzoo") or path.parts[2] not in ROOMS}
    trees = {path: ast.parse((ROOT / path).read_text(encoding="utf-8")) for path in every}
    module = {import_name(path): path for path in every}
    defined: dict[Path, set[str]] = {}
    for path, tree in trees.items():
        targets = [t for node in tree.body if isinstance(node, ast.Assign) for t in node.targets]
        names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        defined[path] = names | {t.id for t in targets if isinstance(t, ast.Name)}
    definers: dict[str, set[Path]] = {}
    for path, names in defined.items():
        for name in names if path.parts[0] != "tests" else ():
            definers.setdefault(name, set()).add(path)

    def uses(path: Path) -> set[Path]:
        found: set[Path] = set()
        for node in statements(trees[path]):
            if isinstance(node, ast.Import):
                found |= {module[alias.name] for alias in node.names if alias.name in module}
            elif isinstance(node, ast.ImportFrom):
                own = import_name(path).split(".")
                package = own if path.name == "__init__.py" else own[:-1]
                base = ".".join([*package[: len(package) - node.level + 1], *([node.module] if node.module else [])])
                base = base if node.level else str(node.module)
                for alias in node.names:
                    if f"{base}.{alias.name}" in module:
                        found.add(module[f"{base}.{alias.name}"])
                    elif base in module and alias.name in defined[module[base]]:
                        found.add(module[base])
                    elif base in module:  # a package that passes the name on
                        found |= definers.get(alias.name, set())
        return found

    return defined, {path: uses(path) for path in every if path.name != "__init__.py" or path.parts[0] == "tests"}


@cache
def words(path: Path) -> Counter[str]:
    """Count of each word in a file."""
    return Counter(re.findall(r"\w+", (ROOT / path).read_text(encoding="utf-8")))


def concerned(file: Path) -> list[Path]:
    """The test modules that have to do with a file, the nearest first.

    First those named after it, then those that import it or a name that it defines, then those that import a module that does;
    among equals those in the folder of ``tests/`` that mirrors the file's, then those that mention its names most often.
    """
    defined, used = imports()
    steps = {file: 0}
    for step in (1, 2):
        for _ in range(3):  # what the tests share is no step of its own
            shared = [p for p in used if p.parts[:2] == ("tests", "pokerzoo_testing") and used[p] & steps.keys()]
            steps |= {path: step - 1 for path in shared if path not in steps}
        steps |= {path: step for path in [p for p in used if used[p] & steps.keys()] if path not in steps}
    names = defined[file] | {file.stem}
    mirror = Path("tests", *(part for part in file.parent.parts if part not in ("src", "pokerzoo")))

    def nearness(path: Path) -> tuple[bool, int, bool, int, Path]:
        mentions = sum(words(path)[name] for name in names)
        beside = path.parent == mirror
        named = beside and path.stem.startswith("test_cli" if "cli" in file.parts else f"test_{file.stem}")
        return not named, steps.get(path, 9), not beside, -mentions, path

    tests = [path for path in defined if path.name.startswith("test_") and not nearness(path) > (True, 3, False, 0, path)]
    return sorted(tests, key=nearness)


def changed_files(base: str | None) -> list[str]:
    """Python files of the package that differ from ``base``; without it from main, and on main from the last commit."""

    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    if base is None:
        base = git("merge-base", "HEAD", "main")
        base = "HEAD~1" if base == git("rev-parse", "HEAD") else base
    names = git("diff", "--name-only", "--diff-filter=d", base).splitlines()
    return [name for name in names if name.endswith(".py") and name.split("/")[0] in (*ROOMS, "src")]


class Copy:
    """A temporary copy of the repository, in which tests run."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "repository"
        left_out = shutil.ignore_patterns(".git", ".venv", "build", "dist", ".*_cache", ".hypothesis", "*.egg-info")
        shutil.copytree(ROOT, self.root, symlinks=True, ignore=left_out)
        self.folder = folder
        path = os.pathsep.join(str(self.root / name) for name in ("src", "tests"))
        self.environment = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}

    def write(self, path: str, source: bytes) -> None:
        """Change a file; compiled bytecode of it, which goes by seconds and size, is removed."""
        target = self.root / path
        target.write_bytes(source)
        for old in (target.parent / "__pycache__").glob(f"{target.stem}.*.pyc"):
            old.unlink()

    def pytest(self, arguments: Sequence[str], timeout: float | None = None, **environment: str) -> int | None:
        """The exit status of pytest; None if the time was up."""
        options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "pokerzoo_testing.covered", *arguments]
        log = (self.folder / "log").open("w")
        command = [sys.executable, "-m", "pytest", *options]
        with (
            log,
            subprocess.Popen(
                command, cwd=self.root, env=self.environment | environment, stdout=log, stderr=log, start_new_session=True
            ) as process,
        ):
            try:
                return process.wait(timeout)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                return None

    @property
    def log(self) -> str:
        """Output of the last run."""
        return (self.folder / "log").read_text(errors="replace")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="*", help="files of the package; none: those that a change touches")
    parser.add_argument("--base", help="what the change is compared with (a git revision)")
    parser.add_argument("--sample", type=int, help="draw so many changes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modules", type=int, default=2, help="test modules for each file")
    parser.add_argument("--seconds", type=float, default=20.0, help="tests for one change, by the time they take unchanged")
    options = parser.parse_args()
    files = [str(Path(name).resolve().relative_to(ROOT)) for name in options.files] or changed_files(options.base)
    original = {name: (ROOT / name).read_bytes() for name in files}
    every = [mutant for name in files for mutant in mutants(name, original[name])]
    if options.sample is not None and options.sample < len(every):
        every = sorted(random.Random(options.seed).sample(every, options.sample), key=lambda m: (m.path, m.line))
    print(f"{len(every)} changes in {', '.join(files) or 'no file'}", flush=True)
    if not every:
        return 0

    survivors, noticed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        tests = sorted({str(path) for name in files for path in concerned(Path(name))[: options.modules]})
        doctests = [f"src/pokerzoo/{name}" if name.split("/")[0] in ROOMS else name for name in files]
        out = Path(folder) / "covered.json"
        looked_at = os.pathsep.join(str(copy.root / name) for name in files)
        print(f"{len(tests)} test modules run unchanged: {' '.join(Path(t).stem for t in tests)}", flush=True)
        status = copy.pytest([*tests, *doctests], COVERED_FILES=looked_at, COVERED_OUT=str(out))
        if status != 0:
            print(f"the tests fail unchanged (exit status {status}):\n{copy.log[-3000:]}")
            return 2
        covered = json.loads(out.read_text())
        for number, mutant in enumerate(every, 1):
            if sys.stderr.isatty():
                print(f"{number} of {len(every)}", end="\r", file=sys.stderr)
            status = judge(copy, mutant, covered, options.seconds)
            copy.write(mutant.path, original[mutant.path])
            noticed += status is None
            if status is not None:
                survivors.append(mutant)
                print(f"{mutant.path}:{mutant.line}: {status}\n{mutant.diff(original[mutant.path])}", flush=True)
    print(f"{noticed} of {len(every)} changes were noticed ({100 * noticed / len(every):.0f}%)")
    return 1 if survivors else 0


def judge(copy: Copy, mutant: Mutant, covered: dict[str, dict[str, object]], limit: float) -> str | None:
    """None if a test notices the change; else how it survived."""
    target = os.path.realpath(copy.root / mutant.path)
    seconds: dict[str, float] = {}
    touching: dict[str, float] = {}
    for name, seen in covered.items():
        own = [line for path, line in seen["lines"] if path == target]  # type: ignore[attr-defined]
        if own:
            touching[name] = seen["seconds"]  # type: ignore[assignment]
        if mutant.line in own:
            seconds[name] = seen["seconds"]  # type: ignore[assignment]
    seconds = seconds or touching  # a line that runs at import, or the second line of a statement
    chosen: list[str] = []
    total = 0.0
    for name in sorted(seconds, key=lambda name: seconds[name]):
        if not chosen or total + seconds[name] <= limit:
            chosen.append(name)
            total += seconds[name]
    if not chosen:
        return "no test comes here"
    names = copy.folder / "tests.json"
    names.write_text(json.dumps(chosen))
    copy.write(mutant.path, mutant.source)
    modules = sorted({name.partition("::")[0] for name in chosen})
    status = copy.pytest(modules, timeout=60 + 10 * total, SELECTED_TESTS=str(names))
    if status == 5:
        raise RuntimeError(f"no test was found:\n{copy.log[-3000:]}")
    return f"survives {len(chosen)} tests" if status == 0 else None


if __name__ == "__main__":
    sys.exit(main())
