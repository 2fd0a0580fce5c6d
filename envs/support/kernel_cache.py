"""Cache of compiled kernels: its directory, and when an entry is out of date."""

# numba has few types for what is used here.
# mypy: disable-error-code="misc, no-untyped-call, attr-defined, union-attr, no-any-unimported, no-untyped-def, override"
from __future__ import annotations

import atexit
import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import warnings
from importlib.util import resolve_name
from pathlib import Path
from typing import Any

from numba import config
from numba.core import caching
from numba.core.runtime import rtsys

DECORATOR = "pokerzoo.envs.support.kernels"
"""The module that makes kernels; how it does counts for all, and what it imports for none."""
VARIABLE = "NUMBA_CACHE_DIR"
IMPORTED = re.compile(rb"^(?:from|import)\s+(\.*[\w.]*)", re.MULTILINE)
COMPILES = re.compile(rb"^(?:from|import)\s+(?:numba|llvmlite|\S*\.(?:kernels|compilable))\b", re.MULTILINE)


class KernelCache(caching.FunctionCache):
    """Numba's cache of one kernel, which fills none of numba's registries and reads no file before it is used."""

    def __init__(self, function: Any, suffix: str = "", impl: type[KernelCacheImpl] | None = None) -> None:
        """Keep compiled forms in files whose names end with a ``suffix``."""
        self._name = repr(function)
        self._py_func = function
        self._suffix = suffix
        self._entries = impl or KernelCacheImpl
        self.enable()

    @functools.cached_property
    def _impl(self) -> KernelCacheImpl:
        return self._entries(self._py_func)

    @functools.cached_property
    def _cache_file(self) -> Any:
        impl = self._impl
        return KernelIndex(
            cache_path=self.cache_path,
            filename_base=impl.filename_base + self._suffix,
            source_stamp=impl.locator.get_source_stamp(),
        )

    @property
    def cache_path(self) -> str:
        """The directory of this kernel's files."""
        return str(self._impl.locator.get_cache_path())

    def is_empty(self) -> bool:
        """True if no form that is up to date is in the cache."""
        result = None
        with self._guard_against_spurious_io_errors():
            result = self._cache_file._load_index()
        return not result

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The compiled form for a signature, or None if there is none that is up to date; then the caller compiles it."""
        rtsys.initialize(target_context)  # all that loaded code needs; numba would fill its registries, too
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, target_context)


class KernelIndex(caching.IndexDataCacheFile):
    """Numba's list of a kernel's compiled forms."""

    def save(self, key: Any, data: Any) -> None:
        """Keep a compiled form in a file named for its key, so that processes that compile at once take no other's file."""
        forms = self._load_index()
        forms[key] = self._data_name(int(hashlib.sha256(repr(key).encode()).hexdigest()[:12], 16))
        self._save_data(forms[key], data)
        self._save_index(forms)

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except (ImportError, AttributeError):  # it names a type of an earlier version: numba would end every command
            return {}


class KernelLocator(caching._SourceFileBackedLocatorMixin, caching._CacheLocator):
    """Place and stamp of a kernel's files in the cache."""

    def __init__(self, function: Any, source: str) -> None:
        self._py_file = source
        self._lineno = function.__code__.co_firstlineno
        self._module = function.__module__

    @classmethod
    def from_function(cls, function: Any, source: str) -> KernelLocator:
        """Make the locator of a function; numba's own read the disk here."""
        return cls(function, source)

    def get_cache_path(self) -> str:
        """The directory."""
        return cache_directory(self._py_file)

    def get_source_stamp(self) -> str:
        """A digest of the source, and of all that it takes code or constants from."""
        return kernel_stamp(self._module)


class KernelCacheImpl(caching.CompileResultCacheImpl):
    """Numba's reading and writing of entries, at our place."""

    _locator_classes = [KernelLocator]  # noqa: RUF012 - numba's own is a list


@functools.cache
def kernel_stamp(module: str) -> str:
    """SHA-256 over how kernels are made, a module, the modules that it imports, and theirs as far as they are compiled, too."""
    digest = hashlib.sha256(source_of(DECORATOR))
    for name in sorted(compiled_from(module)):
        digest.update(name.encode() + source_of(name))
    return digest.hexdigest()


def compiled_from(module: str) -> set[str]:
    """Names of the package's modules from which a module's kernels have code or constants."""
    result, open_ones = {module}, [module]
    while open_ones:
        here = open_ones.pop()
        for match in IMPORTED.finditer(source_of(here)):
            name = resolve_name(match[1].decode(), here.rpartition(".")[0])
            if name.startswith("pokerzoo.") and name not in result and name != DECORATOR:
                result.add(name)
                if COMPILES.search(source_of(name)):
                    open_ones.append(name)
    return result


@functools.cache
def source_of(module: str) -> bytes:
    """The source of an imported module."""
    loaded = sys.modules.get(module)
    if loaded is None or loaded.__spec__ is None or loaded.__spec__.origin is None:
        return b""
    return Path(loaded.__spec__.origin).read_bytes()


@functools.cache
def cache_directory(source: str) -> str:
    """The first place for a source file's kernels that can be written to."""
    beside = Path(source).parent / "__pycache__"
    below = caching._CacheLocator.get_suitable_cache_subpath(source)
    if config.CACHE_DIR:
        return os.path.join(config.CACHE_DIR, below)
    if can_be_written(beside):
        return str(beside)
    if can_be_written(user_cache()):
        return str(user_cache() / below)
    return os.path.join(temporary_cache(), below)


def user_cache() -> Path:
    """Numba's other cache directory, about: each system has its own name for it below the home directory."""
    return Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "numba"


def can_be_written(directory: Path) -> bool:
    """True if files can be made in a directory, which is made first if needed."""
    for place in (directory, *directory.parents):
        if place.exists():
            return place.is_dir() and os.access(place, os.W_OK | os.X_OK)
    return False


@functools.cache
def temporary_cache() -> str:
    """A new directory of this process below the system's temporary one, with a warning."""
    # A name that others can guess would let another user of the machine put code there.
    place = tempfile.mkdtemp(prefix="pokerzoo-kernels-")
    warnings.warn(
        f"neither the package nor {user_cache()} can be written to: kernels are compiled by each process; "
        f"set {VARIABLE} to a directory that can be written to",
        UserWarning,
        stacklevel=2,
    )
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place
