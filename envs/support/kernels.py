"""Kernels: functions that numba compiles, with a cache of the package's own.

Four things differ from ``numba.njit(cache=True)``:

- A kernel that is loaded from a cache needs none of numba's registries, which take a third of a second to fill.
- A call with a read-only array uses the kernel for a writable one: each is compiled once. So an array
  that a kernel writes to must be writable: numba no longer refuses one that is not.
- A kernel as kernels call it has no entry for Python and no machine code: those that call it take it in as LLVM's IR.
- Nothing is read from disk before a kernel is called, and a change to a module that a kernel inlines counts, too.
"""

# numba has few types for what is used here.
# mypy: disable-error-code="misc, no-untyped-call, attr-defined, union-attr, no-any-unimported, no-untyped-def"
from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeAlias, TypeVar, overload

from llvmlite.binding import parse_bitcode
from numba import config, extending, types
from numba.core import bytecode, compiler, compiler_machinery, typed_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher

from .compilable import COMPILABLE, LISTENERS
from .kernel_cache import KernelCache, KernelCacheImpl

Function = TypeVar("Function", bound=Callable[..., Any])
Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]
intrinsic: Decorator = extending.intrinsic


def typed_overload(function: Callable[..., Any], *, counted: bool = True) -> Decorator:
    """``numba.extending.overload`` for functions whose annotations differ from the implementation's.

    ``counted`` is as in ``kernel``.
    """
    options: Any = {"_nrt": counted, "nopython": True, "no_cpython_wrapper": True, "pipeline_class": InnerCompiler}
    decorator: Decorator = extending.overload(function, strict=False, jit_options=options)
    return decorator


@overload
def kernel(function: Function, /, *, cached: bool = True, counted: bool = True, **options: Any) -> Function: ...
@overload
def kernel(*, cached: bool = True, counted: bool = True, **options: Any) -> Callable[[Function], Function]: ...
def kernel(function: Any = None, /, *, cached: bool = True, counted: bool = True, **options: Any) -> Any:
    """Compile a function when it is first called, with ``numba.njit``'s options (``nogil``, ``inline``, ...).

    ``counted=False`` is for functions that make and return no array: they count no references to those that they take. Else
    each call counts for each array, atomically, so that threads wait for each other.
    """
    if function is None:
        return lambda undecorated: kernel(undecorated, cached=cached, counted=counted, **options)
    if config.DISABLE_JIT:
        return function
    flags = {"nopython": True, "boundscheck": None, "_nrt": counted, "no_cfunc_wrapper": True, **options}
    made = KernelDispatcher(function, targetoptions=flags)
    if cached:
        made._cache = KernelCache(function)
    return made


class FunctionNumbers:
    """Numbers for the names of compiled functions, of which no other process has one.

    Functions that differ in what they close over alone, as operators on vectors do, have the same name but for numba's
    number, which starts at 1 in each process. A kernel links others that several processes have compiled and kept, and of two
    functions with one name the linker takes either.
    """

    def __init__(self) -> None:
        self._process, self._numbers = -1, itertools.count()

    def __next__(self) -> int:
        if self._process != os.getpid():  # a forked process draws its own
            self._process, self._numbers = os.getpid(), itertools.count(int.from_bytes(os.urandom(6), "big") << 32)
        return next(self._numbers)


bytecode.FunctionIdentity._unique_ids = FunctionNumbers()  # type: ignore[assignment]


class KernelDispatcher(CPUDispatcher):
    """Numba's dispatcher for calls from Python, with one compiled form for read-only and writable arrays.

    Kernels that call it compile its ``twin``.
    """

    @cached_property
    def twin(self) -> InnerDispatcher:
        """The kernel as others call it, made when the first one does."""
        options = {**self.targetoptions, "no_cpython_wrapper": True}
        made = InnerDispatcher(self.py_func, targetoptions=options, pipeline_class=InnerCompiler)
        if isinstance(self._cache, KernelCache):
            made._cache = KernelCache(self.py_func, "-inner", InnerCacheImpl)
        return made

    @property
    def _numba_type_(self) -> types.Dispatcher:
        return types.Dispatcher(self.twin)  # type: ignore[arg-type]

    def add_overload(self, compiled: Any) -> None:
        """Keep a compiled form, and give the kernels in it the Python objects that their errors have."""
        super().add_overload(compiled)
        for environment in compiled._find_referenced_environments():
            compiled.codegen.set_env(environment.env_name, environment)

    def _compile_for_args(self, *arguments: Any, **named: Any) -> Any:
        """Find the compiled form for these arguments: numba's C code calls this where it knows none."""
        signature = tuple(map(self.typeof_pyval, arguments))
        writable = tuple(map(as_writable, signature))
        if named or writable == signature:
            return super()._compile_for_args(*arguments, **named)
        compiled = self.compile(writable)
        self._insert([argument._code for argument in signature], compiled, False)
        return compiled


def compiled_for(function: Function, *arguments: Any) -> Function:
    """The compiled form of a kernel for arguments of these types alone: a call that looks at none takes half as long."""
    if config.DISABLE_JIT:
        return function
    kinds = tuple([as_writable(function.typeof_pyval(argument)) for argument in arguments])
    function.compile(kinds)
    compiled: Function = function.overloads[kinds].entry_point
    return compiled


class LinkedLibrary(JITCodeLibrary):
    """Code for others to link."""

    @classmethod
    def from_bitcode(cls, codegen: Any, name: str, bitcode: bytes) -> LinkedLibrary:
        """Make the library of which this was kept."""
        library = cls(codegen, name)
        library._final_module = parse_bitcode(bitcode)
        library._finalize_final_module()
        return library

    def _optimize_final_module(self) -> None:  # what links it optimizes it once more
        passes = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=self._codegen._opt_level, cost="cheap"
        )
        if isinstance(passes, tuple):  # LLVM's new pass manager, with a builder
            passes[0].run(self._final_module, passes[1])
        else:  # numba 0.61
            passes.run(self._final_module)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def serialize_using_object_code(self) -> Any:
        """Keep LLVM's IR alone; numba asks so when it keeps a compiled form."""
        return self.serialize_using_bitcode()


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(typed_passes.NativeLowering):
    """The last step of compiling a kernel, without machine code."""

    def run_pass(self, state: Any) -> bool:
        """Lower a function into a library that is only linked."""
        state.library = LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state.cr
        name = new_entry_point()
        state.targetctx.insert_user_function(name, lowered.fndesc, [state.library])
        state.cr = lowered._replace(cfunc=name)
        return True


def new_entry_point() -> Any:
    """Any builtin, under which kernels that call a compiled form find it."""
    return [].append


class InnerCacheImpl(KernelCacheImpl):
    """The cache of what is only linked. Numba would add it to the engine, and its code, hardly optimized, would be called."""

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Read a compiled form."""
        (name, _, bitcode), fndesc, environment, signature, objectmode, lifted, annotation, on_load, environments = payload
        for function in on_load:
            function()
        library = LinkedLibrary.from_bitcode(target_context.codegen(), name, bitcode)
        return compiler.compile_result(
            target_context=target_context, typing_context=target_context.typing_context, library=library, fndesc=fndesc,
            environment=environment, entry_point=new_entry_point(), signature=signature, objectmode=objectmode, lifted=lifted,
            type_annotation=annotation, reload_init=on_load, referenced_envs=environments,
        )  # fmt: skip


class InnerCompiler(compiler.CompilerBase):
    """Numba's compiler with ``InnerLowering``."""

    def define_pipelines(self) -> list[Any]:
        """List numba's passes, the last exchanged."""
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(InnerLowering if step is typed_passes.NativeLowering else step, text) for step, text in passes.passes]
        passes.finalize()
        return [passes]


class InnerDispatcher(CPUDispatcher):
    """A kernel as kernels call it. To unpack Python's arguments, too, would take up to a third of the compilation."""

    def add_overload(self, compiled: Any) -> None:
        """Keep a compiled form from numba's C code, which would call it."""
        self.overloads[tuple(compiled.signature.args)] = compiled


def as_writable(kind: Any) -> Any:
    """Numba's type with its read-only arrays made writable."""
    if isinstance(kind, types.Array) and not kind.mutable:
        return kind.copy(readonly=False)
    if isinstance(kind, types.BaseTuple):
        return types.BaseTuple.from_types(tuple(map(as_writable, kind.types)), getattr(kind, "instance_class", None))
    return kind


def compile_in_kernels(function: Callable[..., Any]) -> None:
    """Have kernels that call a function compile it into themselves, as its calls take longer than what most of them do."""
    extending.overload(function, strict=False, jit_options={"forceinline": True})(lambda *arguments: function)


if not config.DISABLE_JIT:
    for function in COMPILABLE:
        compile_in_kernels(function)
    LISTENERS.append(compile_in_kernels)
