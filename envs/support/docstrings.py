"""Sections of docstrings."""

from __future__ import annotations

from inspect import cleandoc


def section_texts(docstring: str | None, section: str) -> dict[str, str]:
    r"""The text of each entry of a docstring's section, ``Args`` or ``Attributes``, as one line.

    >>> section_texts("Args:\n    size: how large,\n        at least 1.\n    loud: or not.\n\nReturns:\n    It.", "Args")
    {'size': 'how large, at least 1.', 'loud': 'or not.'}
    """
    result: dict[str, str] = {}
    name = ""
    for line in cleandoc(docstring or "").partition(f"{section}:\n")[2].splitlines():
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent == 0:
            break
        if indent == 4:
            name, _, text = line.strip().partition(":")
            result[name] = text.strip()
        elif name and line.strip():
            result[name] += " " + line.strip()
    return result
