"""Lanes: the same kernel source over one float a row, or over rows of hands eight floats at a time.

A numba value type that is an LLVM vector: LLVM maps it to whatever the processor has (AVX-512, AVX2, SSE, NEON). A plain
inner loop over a short row is not kept in registers by numba, which is why these exist. Kernels take a ``lanes`` argument
(``OneLane`` or ``HandLanes``) and the functions below; numba compiles them once for each. No fast-math anywhere: sums
are made in the order in which the source has them, so results do not depend on the processor's vector width.

``row`` counts rows of an array, ``block`` vectors within a row. Arrays are one-dimensional, C order, float64.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from llvmlite import ir
from numba import extending, types
from numba.extending import models, register_model

Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]
intrinsic: Decorator = extending.intrinsic


def overload(function: Callable[..., Any]) -> Decorator:
    """Numba's ``overload`` for functions whose annotations differ from the implementation's."""
    decorator: Decorator = extending.overload(function, strict=False)
    return decorator


WIDTH = 8
"""Floats in a vector. A row of hands is padded to a multiple of this."""
VECTOR = ir.VectorType(ir.DoubleType(), WIDTH)


class OneLane(NamedTuple):
    """Lanes of a flat game: one float a row."""

    blocks: int = 1


class HandLanes(NamedTuple):
    """Lanes of a poker game: ``blocks`` vectors of hands a row."""

    blocks: int


def padded(lanes: int) -> int:
    """The number of floats that a row of ``lanes`` takes."""
    return -(-lanes // WIDTH) * WIDTH


class Vector(types.Type):
    """The type of a vector of ``WIDTH`` float64."""

    def __init__(self) -> None:
        super().__init__(name="f64x8")


vector = Vector()


@register_model(Vector)
class VectorModel(models.PrimitiveModel):
    """How numba keeps it: as the LLVM vector itself."""

    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, VECTOR)  # type: ignore[no-untyped-call]


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), VECTOR.as_pointer())


@intrinsic
def vector_load(typingctx: Any, array: Any, index: Any) -> Any:
    """The vector that starts at ``array[index]``."""

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = builder.load(_pointer(context, builder, sig.args[0], *args))
        value.align = 8
        return value

    return vector(array, types.intp), gen


@intrinsic
def vector_store(typingctx: Any, array: Any, index: Any, value: Any) -> Any:
    """Write a vector from ``array[index]`` on."""

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        store = builder.store(args[2], _pointer(context, builder, sig.args[0], args[0], args[1]))
        store.align = 8
        return context.get_dummy_value()

    return types.void(array, types.intp, vector), gen


@intrinsic
def vector_fill(typingctx: Any, value: Any) -> Any:
    """The vector with the same float in all lanes."""

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        one = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), args[0], ir.Constant(ir.IntType(32), 0))
        mask = ir.Constant(ir.VectorType(ir.IntType(32), WIDTH), [0] * WIDTH)
        return builder.shuffle_vector(one, ir.Constant(VECTOR, ir.Undefined), mask)

    return vector(types.float64), gen


@intrinsic
def vector_select_positive(typingctx: Any, test: Any, yes: Any, no: Any) -> Any:
    """Lane by lane: ``yes`` where ``test`` is above zero, else ``no``."""

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        above = builder.fcmp_ordered(">", args[0], ir.Constant(VECTOR, [0.0] * WIDTH))
        return builder.select(above, args[1], args[2])

    return vector(vector, vector, vector), gen


def _arithmetic(python_operator: Any, instruction: str) -> None:
    @intrinsic
    def operation(typingctx: Any, a: Any, b: Any) -> Any:
        def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return getattr(builder, instruction)(*args)

        return vector(vector, vector), gen

    @overload(python_operator)
    def apply(a: Any, b: Any) -> Any:
        if isinstance(a, Vector) and isinstance(b, Vector):
            return lambda a, b: operation(a, b)
        return None


for _operator, _instruction in (
    (operator.add, "fadd"),
    (operator.sub, "fsub"),
    (operator.mul, "fmul"),
    (operator.truediv, "fdiv"),
):
    _arithmetic(_operator, _instruction)


def is_one_lane(lanes: Any) -> bool:
    """Whether a numba type is that of ``OneLane``."""
    return getattr(lanes, "instance_class", None) is OneLane


# Each function below has a pure Python body for one lane, so that a kernel can also be run without numba.


def num_blocks(lanes: Any) -> int:
    """Vectors in a row."""
    return 1


def load(lanes: Any, array: Any, row: int, block: int) -> Any:
    """The block of a row."""
    return array[row]


def store(lanes: Any, array: Any, row: int, block: int, value: Any) -> None:
    """Write the block of a row."""
    array[row] = value


def fill(lanes: Any, value: float) -> Any:
    """The same number in every lane."""
    return value


def select_positive(test: Any, yes: Any, no: Any) -> Any:
    """``yes`` where ``test`` is above zero, else ``no``."""
    return yes if test > 0.0 else no


@overload(num_blocks)
def _num_blocks(lanes: Any) -> Any:
    if is_one_lane(lanes):
        return lambda lanes: 1
    return lambda lanes: lanes.blocks


@overload(load)
def _load(lanes: Any, array: Any, row: Any, block: Any) -> Any:
    if is_one_lane(lanes):
        return lambda lanes, array, row, block: array[row]
    return lambda lanes, array, row, block: vector_load(array, (row * lanes.blocks + block) * WIDTH)


@overload(store)
def _store(lanes: Any, array: Any, row: Any, block: Any, value: Any) -> Any:
    if is_one_lane(lanes):

        def one(lanes, array, row, block, value):  # type: ignore[no-untyped-def]
            array[row] = value

        return one

    def many(lanes, array, row, block, value):  # type: ignore[no-untyped-def]
        vector_store(array, (row * lanes.blocks + block) * WIDTH, value)

    return many


@overload(fill)
def _fill(lanes: Any, value: Any) -> Any:
    if is_one_lane(lanes):
        return lambda lanes, value: value
    return lambda lanes, value: vector_fill(value)


@overload(select_positive)
def _select_positive(test: Any, yes: Any, no: Any) -> Any:
    if isinstance(test, Vector):
        return lambda test, yes, no: vector_select_positive(test, yes, no)
    return lambda test, yes, no: yes if test > 0.0 else no


def pack(values: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """A two-dimensional array [rows, lanes] as the padded one-dimensional one that kernels take."""
    rows, lanes = values.shape
    out = np.zeros((rows, padded(lanes)))
    out[:, :lanes] = values
    return out.ravel()
