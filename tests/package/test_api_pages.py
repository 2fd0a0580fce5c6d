"""The API reference: each public name is on one generated page, has an example, and says what its parameters are."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

import pytest

from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

pytestmark = pytest.mark.check

api = load_program(ROOT / "docs" / "api" / "make.py")
UNCHECKED = ("pokerzoo.agents.circuits",)
"""To be read in the source."""
MODULES = ["pokerzoo", *(module for module in api.MODULES if module not in ("pokerzoo", *UNCHECKED))]
ENVIRONMENTS = api.ENVIRONMENTS
exported = api.exported


def look_up(address: str) -> Any:
    module, _, name = address.rpartition(".")
    assert name in exported(module), f"{address} is not public"
    return getattr(importlib.import_module(module), name)


def public() -> dict[str, Any]:
    """Public objects by address, each once: a name that two modules export has the address that comes first."""
    result: dict[str, Any] = {}
    seen: set[tuple[str, int]] = set()
    for module in MODULES + ENVIRONMENTS:
        for name in exported(module):
            value = getattr(importlib.import_module(module), name)
            if (name, id(value)) not in seen:
                seen.add((name, id(value)))
                result[f"{module}.{name}"] = value
    return result


PUBLIC = public()
DOCUMENTED = {name: value for name, value in PUBLIC.items() if inspect.isfunction(value) or inspect.isclass(value)}


def test_each_public_name_is_on_one_page() -> None:
    text = "\n".join(api.pages().values())
    entries = re.findall(r"^\.\. (?:autofunction|autoclass|autoexception|py:data):: (pokerzoo[\w.]*)$", text, re.MULTILINE)
    listed = [(address.rpartition(".")[2], id(look_up(address))) for address in entries if not address.endswith("Options")]
    assert len(listed) == len(set(listed))
    assert {(address.rpartition(".")[2], id(value)) for address, value in PUBLIC.items()} <= set(listed)


def text_of(value: Any) -> str:
    """A docstring; of a class with that of its constructor."""
    text = inspect.getdoc(value) or ""
    if inspect.isclass(value) and inspect.isfunction(value.__init__) and not is_dataclass(value):  # its own or of its base
        text += "\n" + inspect.cleandoc(value.__init__.__doc__ or "")
    return text


def named_in(text: str) -> set[str]:
    """Names in the sections of arguments and attributes of a docstring."""
    sections = re.findall(r"^(?:Args|Attributes):\n((?:[ ]+.*\n|\n)*)", text + "\n", re.MULTILINE)
    rows = [row for section in sections for row in re.findall(r"^ {4}([*\w][^:]*):", section, re.MULTILINE)]
    return {name.strip().lstrip("*") for row in rows for name in row.split(",")}


def parameters(function: Any) -> list[str]:
    try:
        signature = inspect.signature(function)
    except ValueError:  # an exception's
        return []
    return [name for name in signature.parameters if name not in ("self", "cls")]


def methods(cls: Any) -> Iterator[tuple[str, Any]]:
    """Public methods and properties that a class itself defines."""
    for name, result in vars(cls).items():
        plain = getattr(result, "__func__", result)
        if not name.startswith("_") and (inspect.isfunction(plain) or isinstance(plain, property)):
            yield name, plain


def lacking(address: str, value: Any) -> list[str]:
    """Parts missing from a public object's docstring."""
    if inspect.isclass(value) and issubclass(value, Exception):
        return [] if value.__doc__ else [address]
    text = text_of(value)
    wrong = [] if text else [address]
    protocol = getattr(value, "_is_protocol", False)
    wrong += [f"{address}({name})" for name in ([] if protocol else parameters(value)) if name not in named_in(text)]
    for name, method in methods(value) if inspect.isclass(value) else ():
        text = inspect.getdoc(getattr(value, name)) or ""
        if not text:
            wrong.append(f"{address}.{name}")
        elif inspect.isfunction(method):
            wrong += [f"{address}.{name}({p})" for p in parameters(method) if p not in named_in(text)]
    return wrong


def test_every_parameter_is_documented() -> None:
    wrong = [name for address, value in DOCUMENTED.items() for name in lacking(address, value)]
    assert sorted(set(wrong)) == []


def has_example(text: str) -> bool:
    return ">>> " in text or ".. code-block:: python" in text or "::\n\n    " in text


def test_every_function_and_class_has_an_example() -> None:
    without = [
        address
        for address, value in DOCUMENTED.items()
        if not (inspect.isclass(value) and issubclass(value, Exception)) and not has_example(example_of(address, value))
    ]
    assert without == []


def example_of(address: str, value: Any) -> str:
    """The text with the example: its own, or that of the public name of the same module that it names instead."""
    seen = re.search(r"^Example:\n +See (.*)$", text_of(value), re.MULTILINE)
    if seen is None:
        return text_of(value)
    named = f"{address.rpartition('.')[0]}.{seen[1].removeprefix('``').removesuffix('``.')}"
    assert named in DOCUMENTED, f"{address}: {seen[1]} is no public name of its module"
    return text_of(DOCUMENTED[named])


@pytest.mark.parametrize("module", ENVIRONMENTS)
def test_the_examples_of_environments_run(module: str) -> None:
    """Their docstrings are made of others, so that doctest does not find them by itself."""
    runner = doctest.DocTestRunner()
    for name in exported(module):
        value = look_up(f"{module}.{name}")
        for example in doctest.DocTestFinder().find(value, name, globs={}):
            runner.run(example)
    result = runner.summarize(verbose=False)
    assert result.failed == 0 and result.attempted > 0
