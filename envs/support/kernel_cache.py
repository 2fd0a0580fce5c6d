"""Cache of compiled kernels: where it lies, and when an entry is out of date."""

# numba has few types for what is used here.
# mypy: disable-error-code="misc, no-untyped-call, attr-defined, union-attr, no-any-unimported, no-untyped-def, override"
from __future__ import annotations

import functools
import hashlib
import io
import os
import pickle
import re
import stat
import sys
import tempfile
import time
import warnings
from importlib import import_module
from importlib.util import resolve_name
from pathlib import Path
from typing import IO, Any

from numba import config
from numba.core import caching, environment
from numba.core.runtime import rtsys

from .shipped_kernels import shipped_kernel

fcntl: Any = import_module("fcntl") if os.name == "posix" else None

DECORATOR = "pokerzoo.envs.support.kernels"
"""The module that makes kernels; none has code from it."""
LONGEST_WAIT = 60.0
"""Seconds to wait for another process that compiles the same kernel."""
VARIABLE = "NUMBA_CACHE_DIR"
IMPORTED = re.compile(rb"^(?:from|import)\s+(\.*[\w.]*)", re.MULTILINE)
COMPILES = re.compile(rb"^(?:from|import)\s+(?:numba|llvmlite|\S*\.kernels)\b", re.MULTILINE)


class KernelCache(caching.FunctionCache):
    """Numba's cache of one kernel, without its registries and with a place of our own."""

    _turn: IO[bytes] | None = None

    def __init__(self, function: Any) -> None:
        self._name = repr(function)
        self._py_func = function
        self.enable()

    @functools.cached_property
    def _impl(self) -> KernelCacheImpl:
        return KernelCacheImpl(self._py_func)

    @functools.cached_property
    def _cache_file(self) -> Any:
        impl = self._impl
        return KernelIndex(
            cache_path=self.cache_path, filename_base=impl.filename_base, source_stamp=impl.locator.get_source_stamp()
        )

    @property
    def cache_path(self) -> str:
        """The directory of this kernel's files."""
        return str(self._impl.locator.get_cache_path())

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The compiled form for a signature, or None if there is none that is up to date; then the caller compiles it."""
        rtsys.initialize(target_context)  # all that loaded code needs; numba would fill its registries, too
        found = self._find_form(signature, target_context)
        if found is None and self._turn is None and self._enabled:
            self._turn = wait_turn(Path(self.cache_path) / f"{self._impl.filename_base}.lock")
            found = self._find_form(signature, target_context)
            if found is not None:
                self.end_turn()
        return found

    def end_turn(self) -> None:
        """Let other processes that wait for this kernel go on."""
        turn = vars(self).pop("_turn", None)  # at once: two threads may come here together
        if turn is not None:
            Path(turn.name).unlink(missing_ok=True)
            turn.close()

    def _find_form(self, signature: Any, target_context: Any) -> Any:
        function, stamp = self._py_func, self._impl.locator.get_source_stamp()
        shipped = shipped_kernel(function.__module__, function.__qualname__, signature, stamp)
        if shipped is not None:
            return self._impl.rebuild(target_context, KernelUnpickler(io.BytesIO(shipped)).load())
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, target_context)

    def stored_form(self, signature: Any, target_context: Any) -> bytes:
        """The compiled form for a signature as it is kept in a file."""
        name = self._cache_file._load_index()[self._index_key(signature, target_context.codegen())]
        return Path(self._cache_file._data_path(name)).read_bytes()


def wait_turn(path: Path) -> IO[bytes] | None:
    """Open a file that one process has at a time, so that two do not compile the same; None where there are no such locks."""
    if fcntl is None:
        return None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("wb")
    except OSError:
        return None
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return file
        except OSError:
            time.sleep(0.02)
    return file


class KernelIndex(caching.IndexDataCacheFile):
    """Numba's list of a kernel's compiled forms."""

    def load(self, key: Any) -> Any:
        """The compiled form for a key; None if there is none that is up to date."""
        try:
            with open(self._index_path, "rb") as file:
                if pickle.load(file) != self._version:
                    return None
                stamp, names = IndexUnpickler(file).load()
            return self._load_data(names[key]) if stamp == self._source_stamp and key in names else None
        except (OSError, ImportError, AttributeError):  # it is not there, or it names a type of an earlier version
            return None

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except (ImportError, AttributeError):  # it names a type of an earlier version: numba would end every command
            return {}

    def _load_data(self, name: str) -> Any:
        with open(self._data_path(name), "rb") as file:
            return KernelUnpickler(file).load()


class IndexUnpickler(pickle.Unpickler):
    """Reader of a list of forms that imports none of the package: no argument has a type of a module that is not loaded."""

    def find_class(self, module: str, name: str) -> Any:
        """The named object, or a class that stands for a type that no argument has."""
        known = module in sys.modules or not module.startswith("pokerzoo.")
        return super().find_class(module, name) if known else type(name, (), {})


class KernelUnpickler(pickle.Unpickler):
    """Reader of a compiled form that does not import the modules whose globals only interpreted code would ask for."""

    def find_class(self, module: str, name: str) -> Any:
        """The named object; numba's environments are made without their modules (SciPy's linear algebra among them)."""
        return rebuild_environment if name == "_rebuild_env" else super().find_class(module, name)


def rebuild_environment(module: str, constants: list[Any], name: str) -> Any:
    """Make numba's environment of a compiled function: constants, and globals for interpreted code, which kernels have not."""
    known = environment.lookup_environment(name)
    if known is not None:
        return known
    made = environment.Environment(sys.modules[module].__dict__ if module in sys.modules else {"__name__": module})
    made.consts[:] = constants
    made.env_name = name
    environment.Environment._memo[name] = made
    return made


class KernelLocator(caching._SourceFileBackedLocatorMixin, caching._CacheLocator):
    """Place and stamp of a kernel's files in the cache."""

    def __init__(self, function: Any, source: str) -> None:
        self._py_file = source
        self._lineno = function.__code__.co_firstlineno
        self._module = function.__module__

    @classmethod
    def from_function(cls, function: Any, source: str) -> KernelLocator:
        """Make the locator of a function; numba's own look at the disk here."""
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
    """SHA-256 over a module, the modules that it imports, and theirs as far as these are compiled, too."""
    digest = hashlib.sha256()
    for name in sorted(compiled_from(module)):
        digest.update(name.encode() + source_of(name))
    return digest.hexdigest()


def compiled_from(module: str) -> set[str]:
    """Names of the package's modules from which a module's kernels have code or constants."""
    found, open_ones = {module}, [module]
    while open_ones:
        here = open_ones.pop()
        for match in IMPORTED.finditer(source_of(here)):
            name = resolve_name(match[1].decode(), here.rpartition(".")[0])
            if name.startswith("pokerzoo.") and name not in found and name != DECORATOR:
                found.add(name)
                if COMPILES.search(source_of(name)):
                    open_ones.append(name)
    return found


@functools.cache
def source_of(module: str) -> bytes:
    """The source of an imported module, also of one in a zip file."""
    loaded = sys.modules.get(module)
    if loaded is None or loaded.__spec__ is None or loaded.__spec__.origin is None:
        return b""
    return bytes(loaded.__spec__.loader.get_data(loaded.__spec__.origin))


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
    """A directory of this user alone below the temporary one, with a warning; the same each time if it can be trusted."""
    place = private_directory()
    warnings.warn(
        f"neither the package nor {user_cache()} can be written to: compiled kernels are kept in {place}, which may not last; "
        f"set {VARIABLE} to a directory that does",
        UserWarning,
        stacklevel=2,
    )
    return place


def private_directory() -> str:
    """A directory below the system's temporary one to which no other user can write."""
    # Kernels are code, so another user's directory is never taken.
    number = os.getuid() if hasattr(os, "getuid") else 0
    place = os.path.join(tempfile.gettempdir(), f"pokerzoo-kernels-{number}")
    try:
        os.mkdir(place, 0o700)
    except FileExistsError:
        info = os.lstat(place)
        private = stat.S_ISDIR(info.st_mode) and (os.name != "posix" or (info.st_uid == number and not info.st_mode & 0o077))
        if not private:
            return tempfile.mkdtemp(prefix="pokerzoo-kernels-")
    return place
