"""Late loading: a package's names, and what follows the import of a module."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType
from typing import Any


def names_when_asked_for(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """``__getattr__``, ``__dir__`` and ``__all__`` of a module whose file has all names for type checkers.

    A line ``from .module import Name as Name`` there is the one place that lists a name. It is not run, but read here; it
    has the name's place in ``__all__``.
    """
    module = sys.modules[package]
    source = Path(str(module.__file__)).read_bytes()
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    homes = {
        alias.name: resolve_name("." * node.level + (node.module or ""), package)
        for node in imports
        for alias in node.names
        if alias.name == alias.asname
    }

    folders = getattr(module, "__path__", ())  # of a package
    environments = {file.stem for folder in folders for file in Path(folder).glob("*_v0.py")}

    def find_name(name: str) -> Any:
        if name in environments:
            return import_module(f"{package}.{name}")
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = homes[name]
        result = import_module(f"{package}.{name}") if home == package else getattr(import_module(home), name)
        setattr(module, name, result)
        return result

    def list_names() -> list[str]:
        hidden = {"TYPE_CHECKING", "names_when_asked_for"}  # what __init__.py itself needs
        return sorted({*vars(module), *homes, *environments} - hidden)

    return find_name, list_names, list(homes)


def when_imported(module: str, act: Callable[[], object]) -> None:
    """Call a function once a module has been imported."""
    if module in sys.modules:
        act()
    else:
        sys.meta_path.insert(0, ImportWatch(module, act))


class ImportWatch(MetaPathFinder):
    """Finder that finds nothing itself, and acts after the first import of one module."""

    def __init__(self, module: str, act: Callable[[], object]) -> None:
        self.module = module
        self.act = act

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The spec of the finders after this one, with a loader that acts; None for other modules."""
        if name != self.module:
            return None
        after = sys.meta_path[sys.meta_path.index(self) + 1 :]
        others = (finder.find_spec(name, path, target) for finder in after)
        spec = next((result for result in others if result is not None), None)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            execute(module)
            if module.__name__ == self.module and self in sys.meta_path:
                sys.meta_path.remove(self)
                self.act()

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec
