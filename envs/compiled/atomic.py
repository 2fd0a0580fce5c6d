"""Sums of whole numbers from several threads: in any order of addition, the sum has the same bits."""

from __future__ import annotations

from typing import Any

from numba import config, types

from pokerzoo.envs.support.kernels import intrinsic


@intrinsic
def compiled_add(typingctx: Any, array: Any, index: Any, value: Any) -> Any:
    """See ``add_to``."""

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        builder.atomic_rmw("add", builder.gep(data, [args[1]]), args[2], "monotonic")
        return context.get_dummy_value()

    return types.void(array, types.intp, types.int64), gen


def plain_add(array: Any, index: int, value: int) -> None:
    """The Python form of ``add_to``."""
    array[index] += value


add_to: Any = plain_add if config.DISABLE_JIT else compiled_add  # type: ignore[attr-defined]
"""Add a whole number to an entry of a contiguous int64 array [entries], also while other threads do."""
