"""Rows as bare pointers, for compiled functions that call each other.

numba passes an array as seven numbers and counts references to it, which takes longer than a step of a hand. The rules are
written for whatever has ``row[column]``. Python calls them with arrays through ``steps``, which hands on pointers: so they are
compiled once, for pointers, and run as they stand where numba is told not to compile.
"""

from __future__ import annotations

from typing import Any

from numba import config, types

from pokerzoo.envs.support.kernels import intrinsic


@intrinsic
def compiled_pointer(typingctx: Any, array: Any, start: Any) -> Any:
    """See ``pointer``."""
    kind: Any = types.CPointer(array.dtype)  # type: ignore[no-untyped-call]

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        return builder.gep(data, [args[1]])

    return kind(array, types.intp), gen


def array_from(array: Any, start: int) -> Any:
    """The Python form of ``pointer``."""
    return array.reshape(-1)[start:]


pointer: Any = array_from if config.DISABLE_JIT else compiled_pointer  # type: ignore[attr-defined]
"""The numbers of a contiguous array from the one at ``start`` on, all dimensions counted through."""
