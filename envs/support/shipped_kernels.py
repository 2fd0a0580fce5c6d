"""Compiled kernels that came with the package: a wheel for one platform has them, a clone has none.

Each folder below ``FOLDER`` is for one kind of processor, and its ``index.json`` says for which numba, Python and sources.
Kernels are code, so each file's SHA-256 stands in the index, and what does not fit is not loaded but compiled.
"""

from __future__ import annotations

import functools
import hashlib
import json
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from llvmlite import binding

from . import compile_notice

FOLDER = Path(__file__).parent / "shipped"
TARGETS = {
    "x86-64-v3": "cx16 sahf popcnt sse3 ssse3 sse4.1 sse4.2 avx avx2 bmi bmi2 f16c fma lzcnt movbe xsave",
    "x86-64": "sse2",
}
"""Kinds of processors that kernels are shipped for, with the features that LLVM may use there; the first that fits is taken."""
INDEX = "index.json"


def platform() -> dict[str, str]:
    """Versions and system that compiled code depends on, besides the processor."""
    return {"numba": version("numba"), "python": str(sys.implementation.cache_tag), "system": binding.get_process_triple()}


@functools.cache
def shipped_index() -> tuple[Path, dict[str, Any]] | None:
    """The folder and the index of the kernels for this machine; None if there are none, with a notice if there are others."""
    found = [FOLDER / target for target in TARGETS if (FOLDER / target / INDEX).is_file()]
    if not found:
        return None
    has = binding.get_host_cpu_features()
    for folder in found:
        if not all(has.get(feature, False) for feature in TARGETS[folder.name].split()):
            continue
        index = read_index(folder)
        if index is None:
            continue
        differs = [
            f"{name} {index['platform'].get(name)}" for name, own in platform().items() if index["platform"].get(name) != own
        ]
        if not differs:
            return folder, index
        compile_notice.reason = f"the kernels that came with pokerzoo are for {', '.join(differs)}"
        return None
    compile_notice.reason = "the kernels that came with pokerzoo are damaged, or for another processor"
    return None


def read_index(folder: Path) -> dict[str, Any] | None:
    """An index, or None if it is damaged."""
    try:
        index = json.loads((folder / INDEX).read_bytes())
        if all(isinstance(index[part], dict) for part in ("platform", "stamps", "kernels")):
            return dict(index)
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def shipped_kernel(module: str, name: str, signature: Any, stamp: str) -> bytes | None:
    """The compiled form of a kernel for a signature as numba pickles it; None if none came, or not for this source."""
    found = shipped_index()
    if found is None:
        return None
    folder, index = found
    entry = index["kernels"].get(f"{module}:{name}", {}).get(str(signature))
    if entry is None or index["stamps"].get(module) != stamp:
        return None
    try:
        data: bytes = (folder / entry["file"]).read_bytes()
    except OSError:
        data = b""
    if hashlib.sha256(data).hexdigest() != entry["sha256"]:
        compile_notice.reason = f"{entry['file']}, which came with pokerzoo, is damaged"
        return None
    return data
