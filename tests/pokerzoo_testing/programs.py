"""Programs that are no part of the package, such as those of ``docs/``, as modules."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def load_program(path: Path) -> ModuleType:
    """Run the program under its own name, so that its ``main`` is not run, and return it as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # named tuples and dataclasses look their module up
    spec.loader.exec_module(module)
    return module
