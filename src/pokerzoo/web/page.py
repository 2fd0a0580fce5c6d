"""The one HTML document, with all modules of the page that an address names: browsers then ask for them at once.

Without that they would find them one behind the other: the frame, the page, what the page imports, what that imports.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
IMPORT = re.compile(r"^(?:import|export)\b[^\"';]*?from \"(\.[^\"]+)\"", re.MULTILINE)
"""An import of a module of ours that is not put off."""
PAGE = re.compile(r'\bname: "([^"]*)".*?import\("\./([^"]+)"\)', re.DOTALL)
"""An entry of ``pages.js``."""
SCRIPT = '<script type="module"'


@lru_cache(maxsize=64)
def page_document(name: str) -> str:
    """``index.html`` for the page of this name, the first part of an address; for no page, with the frame's modules."""
    page = page_modules().get(name)
    needed = imported_modules("app/main.js") + (imported_modules(page) if page else [])
    links = "".join(f'<link rel="modulepreload" href="/static/{module}">\n' for module in dict.fromkeys(needed))
    return (STATIC / "index.html").read_text(encoding="utf-8").replace(SCRIPT, links + SCRIPT, 1)


def page_modules() -> dict[str, str]:
    """The module of each page, by the page's name."""
    return {name: f"app/{module}" for name, module in PAGE.findall((STATIC / "app" / "pages.js").read_text(encoding="utf-8"))}


def imported_modules(first: str) -> list[str]:
    """A module below ``static`` and all that it imports, each once."""
    result = [first]
    for module in result:
        text = (STATIC / module).read_text(encoding="utf-8")
        named = (posixpath.normpath(posixpath.join(posixpath.dirname(module), path)) for path in IMPORT.findall(text))
        result += [path for path in named if path not in result]
    return result
