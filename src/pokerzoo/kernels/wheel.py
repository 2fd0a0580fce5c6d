"""Wheels with compiled kernels, made from wheels without: ``python -m pokerzoo.kernels.wheel dist/pokerzoo-*.whl``.

Kernels are compiled for each kind of processor, the ones that a call loads are put into the wheel, and the wheel's name says
for which Python and system it is.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from pokerzoo.envs.support.kernel_cache import kernel_stamp
from pokerzoo.envs.support.shipped_kernels import FOLDER, INDEX, TARGETS, platform

from .build import build_kernels
from .families import FAMILIES
from .store import used_kernels

HERE = "pokerzoo/envs/support/" + FOLDER.name
COLLECT = "import sys; from pokerzoo.kernels.wheel import collect_kernels; collect_kernels(sys.argv[1], sys.argv[2].split(','))"


def main() -> int:
    """Add kernels to a wheel and give it its name."""
    parser = argparse.ArgumentParser(description="Add compiled kernels to a wheel of pokerzoo, for this Python and system.")
    parser.add_argument("wheel", type=Path, help="the wheel without kernels")
    parser.add_argument("--target", action="append", choices=list(TARGETS), help="kinds of processors (default: all)")
    parser.add_argument("--family", action="append", choices=list(FAMILIES), help="families of kernels (default: all)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        for target in options.target or TARGETS:
            count, size = compile_for(target, made / target, options.family or list(FAMILIES))
            print(f"{target}: {count} kernels, {size / 1e6:.1f} MB")
        print(repack(options.wheel, made))
    return 0


def compile_for(target: str, folder: Path, families: list[str]) -> tuple[int, int]:
    """Compile families for a kind of processor into a folder with an index; return how many forms, and their bytes."""
    with tempfile.TemporaryDirectory() as cache:
        features = ",".join(f"+{feature}" for feature in TARGETS[target].split())
        environment = {"NUMBA_CACHE_DIR": cache, "NUMBA_CPU_NAME": target, "NUMBA_CPU_FEATURES": features}
        build_kernels(families, environment=environment)
        # A fresh process loads all from the cache: what it loads is what a user's process will.
        subprocess.run(
            [sys.executable, "-c", COLLECT, str(folder), ",".join(families)], check=True, env={**os.environ, **environment}
        )
    files = [*folder.glob("*.nbc")]
    return len(files), sum(file.stat().st_size for file in files)


def collect_kernels(folder: str, families: list[str]) -> None:
    """Run families from a full cache, and write what they loaded to a folder with an index."""
    for name in families:
        FAMILIES[name].run()
    place = Path(folder)
    place.mkdir(parents=True)
    kernels: dict[str, dict[str, Any]] = {}
    stamps: dict[str, str] = {}
    for kernel in used_kernels():
        for signature in kernel.stats.cache_hits:
            data = kernel._cache.stored_form(signature, kernel.targetctx)
            digest = hashlib.sha256(data).hexdigest()
            name = kernel.py_func.__qualname__
            file = f"{name}-{digest[:16]}.nbc"
            (place / file).write_bytes(data)
            forms = kernels.setdefault(f"{kernel.__module__}:{name}", {})
            assert str(signature) not in forms, f"two forms of {name} have types of one name"
            forms[str(signature)] = {"file": file, "sha256": digest}
            stamps[kernel.__module__] = kernel_stamp(kernel.__module__)
        if kernel.stats.cache_misses:
            raise AssertionError(f"{kernel.py_func.__qualname__} was compiled again")
    index = {"platform": platform(), "families": families, "stamps": stamps, "kernels": kernels}
    (place / INDEX).write_text(json.dumps(index, indent=1), encoding="utf-8")


def repack(wheel: Path, kernels: Path) -> Path:
    """Write a wheel with the kernels beside the one without, under a name for this Python and system."""
    tag = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    with tempfile.TemporaryDirectory() as folder:
        packed = Path(folder) / "packed"
        packed.mkdir()
        run_wheel("unpack", "--dest", folder, str(wheel))
        (tree,) = (place for place in Path(folder).iterdir() if place != packed)
        shutil.copytree(kernels, tree / HERE)
        run_wheel("pack", "--dest-dir", str(packed), str(tree))
        (plain,) = packed.iterdir()
        run_wheel("tags", "--remove", "--python-tag", tag, "--abi-tag", tag, "--platform-tag", system, str(plain))
        (named,) = packed.iterdir()
        return Path(shutil.copy(named, wheel.parent))


def run_wheel(*arguments: str) -> None:
    """Run a command of the ``wheel`` package."""
    subprocess.run([sys.executable, "-m", "wheel", *arguments], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    raise SystemExit(main())
