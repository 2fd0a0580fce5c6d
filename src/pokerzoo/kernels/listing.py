"""Lists of kernels: the compiled ones, and which families are ready."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pokerzoo.envs.support.kernel_cache import cache_directory
from pokerzoo.envs.support.records import Record, Seconds

from .families import FAMILIES
from .store import PACKAGE, ROOMS, missing_families, shipped_families, stored_kernels

State = Literal["ready", "shipped", "missing"]


@dataclass
class FamilyState(Record):
    """A family of kernels, and whether it has to be compiled.

    Attributes:
        family: its name.
        title: what it is for.
        state: ``ready`` (compiled here), ``shipped`` (came with the package) or ``missing`` (the first use compiles it).
        compile_seconds: about what compiling it takes on one core.
    """

    family: str
    title: str
    state: State
    compile_seconds: Seconds


@dataclass
class CompiledKernel(Record):
    """A kernel in the cache.

    Attributes:
        kernel: its name, with the folder and the module that it is in.
        forms: for how many types of arguments it is compiled.
        bytes: size of its files.
    """

    kernel: str
    forms: int
    bytes: int


@dataclass
class CacheSize(Record):
    """Size of the cache.

    Attributes:
        folder: the folder that its files are below.
        kernels: number of kernels.
        forms: number of their compiled forms.
        bytes: size of all files.
    """

    folder: str
    kernels: int
    forms: int
    bytes: int


@dataclass
class KernelList(Record):
    """Families of kernels, and the compiled kernels.

    Attributes:
        families: all families, and whether they are ready.
        kernels: the kernels in the cache, the largest first.
    """

    families: list[FamilyState]
    kernels: list[CompiledKernel]


def list_kernels() -> KernelList:
    """List all families, and all kernels in the cache."""
    return KernelList(family_states(), [CompiledKernel(*one) for one in stored_kernels()])


def family_states() -> list[FamilyState]:
    """Tell of each family whether it is ready."""
    shipped, missing = shipped_families(), set(missing_families(FAMILIES))
    states: dict[str, State] = {name: "shipped" if name in shipped else "ready" for name in FAMILIES}
    states |= dict.fromkeys(missing, "missing")
    return [FamilyState(name, one.title, states[name], one.seconds) for name, one in FAMILIES.items()]


def cache_size() -> CacheSize:
    """Add up what is in the cache."""
    found = stored_kernels()
    return CacheSize(cache_folder(), len(found), sum(one.forms for one in found), sum(one.size for one in found))


def cache_folder() -> str:
    """The folder that all files of the cache are below."""
    return os.path.commonpath([cache_directory(str(file)) for room in ROOMS for file in Path(PACKAGE / room).glob("*/*.py")])
