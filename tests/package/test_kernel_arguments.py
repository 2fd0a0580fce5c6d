"""Arguments of compiled functions have named types, declared with their shapes: none is ``Any``, none is without a type."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def kernels(source: str) -> Iterator[ast.FunctionDef]:
    """The functions of a module that ``kernel`` decorates."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and any(ast.unparse(d).partition("(")[0] == "kernel" for d in node.decorator_list):
            yield node


def unnamed(source: str) -> list[str]:
    """``function.argument`` for each argument of a kernel that has no type, or the type ``Any``."""
    return [
        f"{kernel.name}.{argument.arg}"
        for kernel in kernels(source)
        for argument in (*kernel.args.posonlyargs, *kernel.args.args, *kernel.args.kwonlyargs)
        if argument.annotation is None or ast.unparse(argument.annotation) == "Any"
    ]


def test_no_argument_is_any() -> None:
    found = {}
    count = 0
    for room in ("envs", "agents", "evaluation"):
        for path in sorted((ROOT / room).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            count += sum(1 for _ in kernels(source))
            if names := unnamed(source):
                found[str(path.relative_to(ROOT))] = names
    assert found == {}
    assert count > 50


def test_what_counts_as_unnamed() -> None:
    source = "@kernel(nogil=True)\ndef kernel(a: Any, b: int, c, *, d: Rows) -> None: ...\ndef other(a: Any) -> None: ..."
    assert unnamed(source) == ["kernel.a", "kernel.c"]
