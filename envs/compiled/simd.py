"""Lanes: the same kernel source over one float a row, or over rows of hands 64 bytes at a time.

A numba value type that is an LLVM vector: LLVM maps it to what the processor has (AVX-512, AVX2, SSE, NEON). A plain
inner loop over a short row is not kept in registers by numba, which is why these exist. Kernels take a ``lanes`` argument
(``OneLane``, ``HandLanes`` or ``ManyHandLanes``) and the functions below; numba compiles them once for each. No fast-math
anywhere: sums are made in the order in which the source has them, so results do not depend on the processor's vector width.

``row`` counts rows of an array, ``block`` vectors within a row. For one lane an array is [rows]. Else it is [blocks, rows *
width] in C order, so that all rows of one block of hands are contiguous. The walks take block by block, each small enough for
the first-level cache. Vectors hold eight float64 or sixteen float32.
"""

from __future__ import annotations

import operator
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import config, types
from numba.extending import models, register_model

from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.kernels import intrinsic, typed_overload


class OneLane(NamedTuple):
    """Lanes of a flat game: one float64 a row."""

    blocks: int = 1


class HandLanes(NamedTuple):
    """Lanes of a game with few private hands: ``blocks`` vectors of eight float64 a row."""

    blocks: int


class ManyHandLanes(NamedTuple):
    """Lanes of a game with many private hands: ``blocks`` vectors of sixteen float32 a row."""

    blocks: int


Lanes: TypeAlias = OneLane | HandLanes | ManyHandLanes

DTYPES: dict[type, Any] = {OneLane: np.float64, HandLanes: np.float64, ManyHandLanes: np.float32}
"""The floats of each kind of lanes."""
WIDTHS: dict[type, int] = {OneLane: 1, HandLanes: 8, ManyHandLanes: 16}
"""Floats in a vector of each kind of lanes."""
CACHE_LINE = 64
"""Bytes."""


class NoCompilerError(InputError):
    """Kernels are needed, but numba's compiler is disabled."""


def need_compiler() -> None:
    """NoCompilerError if numba's compiler is disabled: vectors exist in compiled code only."""
    if config.DISABLE_JIT:  # type: ignore[attr-defined]
        raise NoCompilerError(
            "NUMBA_DISABLE_JIT is set: solvers and exact measures work on vectors that only compiled code has; unset it "
            "(games, environments and policies work without compiled code)"
        )


def row_width(lanes: Lanes) -> int:
    """Floats in a row, padding included."""
    return lanes.blocks * WIDTHS[type(lanes)]


def lanes_for(kind: type, hands: int) -> Any:
    """Lanes of this kind with room for ``hands`` hands."""
    return kind(-(-hands // WIDTHS[kind]))


def aligned_zeros(shape: int | tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Zeros that start at a multiple of 64 bytes, so that no vector spans two cache lines."""
    kind = np.dtype(dtype)
    size = prod(shape) if isinstance(shape, tuple) else shape
    raw = np.zeros(size * kind.itemsize + CACHE_LINE, dtype=np.uint8)
    start = -raw.__array_interface__["data"][0] % CACHE_LINE
    return np.ndarray(shape, kind, raw, start)


def zero_rows(lanes: Lanes, rows: int) -> npt.NDArray[Any]:
    """Make rows of zeros: [rows] for one lane, else [blocks, rows * width]."""
    need_compiler()  # here all solvers and evaluators come by
    shape: tuple[int, ...] = (rows,) if isinstance(lanes, OneLane) else (lanes.blocks, rows * WIDTHS[type(lanes)])
    return aligned_zeros(shape, DTYPES[type(lanes)])


def pack_rows(lanes: Lanes, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Turn an array [rows, hands] into the padded one that kernels take."""
    if isinstance(lanes, OneLane):
        return values.ravel().astype(np.float64)
    (rows, hands), width = values.shape, WIDTHS[type(lanes)]
    packed, whole = aligned_zeros((lanes.blocks, rows * width), DTYPES[type(lanes)]), hands // width
    blocks = packed.reshape(-1, rows, width)
    blocks[:whole] = values[:, : whole * width].reshape(rows, whole, width).swapaxes(0, 1)
    if hands > whole * width:
        blocks[whole, :, : hands - whole * width] = values[:, whole * width :]
    return packed


def unpack_rows(lanes: Lanes, packed: npt.NDArray[Any], hands: int) -> npt.NDArray[Any]:
    """Turn what ``pack_rows`` made back into an array [rows, hands]."""
    if isinstance(lanes, OneLane):
        return packed[:, None]
    blocks = packed.reshape(lanes.blocks, -1, WIDTHS[type(lanes)])
    return blocks.swapaxes(0, 1).reshape(blocks.shape[1], -1)[:, :hands]


class Vector(types.Type):
    """The type of a vector of ``width`` floats."""

    def __init__(self, name: str, element: Any, scalar: Any, width: int) -> None:
        super().__init__(name=name)
        self.element = element
        self.width = width
        self.llvm = ir.VectorType(scalar, width)


F64X8 = Vector("f64x8", types.float64, ir.DoubleType(), 8)
F32X16 = Vector("f32x16", types.float32, ir.FloatType(), 16)
F32X32 = Vector("f32x32", types.float32, ir.FloatType(), 32)
VECTORS = {types.float64: F64X8, types.float32: F32X16}


@register_model(Vector)
class VectorModel(models.PrimitiveModel):
    """Numba keeps a ``Vector`` as the LLVM vector itself."""

    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, fe_type.llvm)  # type: ignore[no-untyped-call]


def _block_pointer(context: Any, builder: Any, array_type: Any, array: Any, index: Any, vector: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), vector.llvm.as_pointer())


def _load_intrinsic(vector: Vector | None) -> Any:
    @intrinsic
    def vector_load(typingctx: Any, array: Any, index: Any) -> Any:
        """Read the vector that starts at ``array[index]``."""
        kind = vector or VECTORS[array.dtype]

        def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            value = builder.load(_block_pointer(context, builder, sig.args[0], args[0], args[1], kind))
            value.align = 4
            return value

        return kind(array, types.intp), gen

    return vector_load


vector_load, vector_load_wide = _load_intrinsic(None), _load_intrinsic(F32X32)


@intrinsic
def vector_store(typingctx: Any, array: Any, index: Any, value: Any) -> Any:
    """Write a vector from ``array[index]`` on."""

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        store = builder.store(args[2], _block_pointer(context, builder, sig.args[0], args[0], args[1], value))
        store.align = 4
        return context.get_dummy_value()

    return types.void(array, types.intp, value), gen


def _fill_intrinsic(vector: Vector) -> Any:
    @intrinsic
    def vector_fill(typingctx: Any, value: Any) -> Any:
        def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            value = context.cast(builder, args[0], sig.args[0], vector.element)
            nothing = ir.Constant(vector.llvm, ir.Undefined)
            first_lane = builder.insert_element(nothing, value, ir.Constant(ir.IntType(32), 0))
            mask = ir.Constant(ir.VectorType(ir.IntType(32), vector.width), [0] * vector.width)
            return builder.shuffle_vector(first_lane, nothing, mask)

        return vector(value), gen

    return vector_fill


fill_f64x8, fill_f32x16, fill_f32x32 = map(_fill_intrinsic, (F64X8, F32X16, F32X32))


@intrinsic
def vector_select_positive(typingctx: Any, test: Any, yes: Any, no: Any) -> Any:
    """Lane by lane: ``yes`` where ``test`` is above zero, else ``no``."""

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        vector = sig.args[0]
        above = builder.fcmp_ordered(">", args[0], ir.Constant(vector.llvm, [0.0] * vector.width))
        return builder.select(above, args[1], args[2])

    return test(test, test, test), gen


def _arithmetic(python_operator: Any, instruction: str) -> None:
    @intrinsic
    def operation(typingctx: Any, a: Any, b: Any) -> Any:
        def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return getattr(builder, instruction)(*args)

        return a(a, a), gen

    @typed_overload(python_operator)
    def apply(a: Any, b: Any) -> Any:
        if isinstance(a, Vector) and a == b:
            return lambda a, b: operation(a, b)
        return None


for _operator, _instruction in (
    (operator.add, "fadd"),
    (operator.sub, "fsub"),
    (operator.mul, "fmul"),
    (operator.truediv, "fdiv"),
):
    _arithmetic(_operator, _instruction)


def kind_of(lanes: Any) -> type:
    """The class behind a numba type of lanes."""
    kind: type = lanes.instance_class
    return kind


# Each function below has a pure Python body for one lane, so that a kernel can also be run without numba.


def num_blocks(lanes: Any) -> int:
    """Vectors in a row."""
    return 1


def zero_limit(lanes: Any) -> float:
    """Twice the least normal number of these lanes' floats, so that 1 / it is finite: sums up to it count as zero."""
    return 2.0**-1021


def vector_width(lanes: Any) -> int:
    """Floats in a vector."""
    return 1


def load_block(lanes: Any, array: Any, row: int, block: int) -> Any:
    """Read one block of a row."""
    return array[row]


def store_block(lanes: Any, array: Any, row: int, block: int, value: Any) -> None:
    """Write one block of a row."""
    array[row] = value


def fill_lanes(lanes: Any, value: float) -> Any:
    """The same number in every lane."""
    return value


def select_positive(test: Any, yes: Any, no: Any) -> Any:
    """``yes`` where ``test`` is above zero, else ``no``."""
    return yes if test > 0.0 else no


def block_dot(lanes: Any, first: Any, second: Any, row: int, block: int) -> float:
    """Sum over the hands of a block of the products of two arrays' rows, in float64."""
    return float(first[row] * second[row])


@typed_overload(block_dot)
def _block_dot(lanes: Any, first: Any, second: Any, row: Any, block: Any) -> Any:
    if kind_of(lanes) is OneLane:
        return lambda lanes, first, second, row, block: first[row] * second[row]
    width = WIDTHS[kind_of(lanes)]

    def many(lanes, first, second, row, block):  # type: ignore[no-untyped-def]
        total = 0.0
        for i in range(row * width, (row + 1) * width):
            total += float(first[block, i]) * float(second[block, i])
        return total

    return many


@typed_overload(num_blocks)
def _num_blocks(lanes: Any) -> Any:
    if kind_of(lanes) is OneLane:
        return lambda lanes: 1
    return lambda lanes: lanes.blocks


@typed_overload(zero_limit)
def _zero_limit(lanes: Any) -> Any:
    value = 2.0 * float(np.finfo(DTYPES[kind_of(lanes)]).tiny)
    return lambda lanes: value


@typed_overload(vector_width)
def _vector_width(lanes: Any) -> Any:
    width = WIDTHS[kind_of(lanes)]
    return lambda lanes: width


@typed_overload(load_block)
def _load_block(lanes: Any, array: Any, row: Any, block: Any) -> Any:
    if kind_of(lanes) is OneLane:
        return lambda lanes, array, row, block: array[row]
    width = WIDTHS[kind_of(lanes)]
    return lambda lanes, array, row, block: vector_load(array, block * array.shape[1] + row * width)


@typed_overload(store_block)
def _store_block(lanes: Any, array: Any, row: Any, block: Any, value: Any) -> Any:
    if kind_of(lanes) is OneLane:

        def single(lanes, array, row, block, value):  # type: ignore[no-untyped-def]
            array[row] = value

        return single
    width = WIDTHS[kind_of(lanes)]

    def many(lanes, array, row, block, value):  # type: ignore[no-untyped-def]
        vector_store(array, block * array.shape[1] + row * width, value)

    return many


@typed_overload(fill_lanes)
def _fill_lanes(lanes: Any, value: Any) -> Any:
    if kind_of(lanes) is OneLane:
        return lambda lanes, value: value
    if kind_of(lanes) is HandLanes:
        return lambda lanes, value: fill_f64x8(value)
    return lambda lanes, value: fill_f32x16(value)


@typed_overload(select_positive)
def _select_positive(test: Any, yes: Any, no: Any) -> Any:
    if isinstance(test, Vector):
        return lambda test, yes, no: vector_select_positive(test, yes, no)
    return lambda test, yes, no: yes if test > 0.0 else no


class OneVector(NamedTuple):
    """Sixteen float32 side by side."""

    vectors: int = 1  # of sixteen


class TwoVectors(NamedTuple):
    """Thirty-two float32 side by side. Two sums grow at once: one would wait for its last addition."""

    vectors: int = 2  # of sixteen


SideLanes: TypeAlias = OneVector | TwoVectors


def load_side(side: Any, array: Any, index: int) -> Any:
    """Read adjacent numbers from ``array[index]`` on."""


def fill_side(side: Any, value: float) -> Any:
    """The same number side by side."""


def width_of(side: Any) -> int:
    """Count of numbers side by side."""
    return 16 * int(side.vectors)


@typed_overload(width_of)
def _width_of(side: Any) -> Any:
    width = 16 if kind_of(side) is OneVector else 32
    return lambda side: width


@typed_overload(load_side)
def _load_side(side: Any, array: Any, index: Any) -> Any:
    if kind_of(side) is OneVector:
        return lambda side, array, index: vector_load(array, index)
    return lambda side, array, index: vector_load_wide(array, index)


@typed_overload(fill_side)
def _fill_side(side: Any, value: Any) -> Any:
    if kind_of(side) is OneVector:
        return lambda side, value: fill_f32x16(value)
    return lambda side, value: fill_f32x32(value)


# Numbers in 16 bits: whole numbers of a sixteen-hand block's own unit, rounded up or down at random (but the same each time).
# So what is added each iteration counts on average even where it is less than a unit.

UNITS = 32767
"""The largest number that is kept in 16 bits."""
I16X16 = ir.VectorType(ir.IntType(16), 16)
I32X16 = ir.VectorType(ir.IntType(32), 16)
SPREAD = [(k * 0.6180339887498949) % 1.0 for k in range(16)]
"""Fraction of a unit at which each lane is cut, before ``noise`` moves all."""
NEXT_ROW, NEXT_POINT = 0.7548776662466927, 0.5698402909980532
"""By how much ``noise`` moves from row to row and from decision point to decision point, so that cuts spread evenly."""


def _small_pointer(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), I16X16.as_pointer())


def _call_function(builder: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
    return builder.call(function, arguments)


@intrinsic
def vector_load_small(typingctx: Any, array: Any, index: Any) -> Any:
    """Read sixteen int16 as float32."""

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = builder.load(_small_pointer(context, builder, sig.args[0], *args))
        value.align = 2
        return builder.sitofp(builder.sext(value, I32X16), F32X16.llvm)

    return F32X16(array, types.intp), gen


@intrinsic
def vector_store_small(typingctx: Any, array: Any, index: Any, value: Any, noise: Any) -> Any:
    """Write sixteen float32 of at most ``UNITS`` as int16, rounded up where the part after the point and its cut exceed 1."""

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        vector = F32X16.llvm
        shift = builder.insert_element(ir.Constant(vector, ir.Undefined), args[3], ir.Constant(ir.IntType(32), 0))
        shift = builder.shuffle_vector(shift, shift, ir.Constant(I32X16, [0] * 16))
        cut = builder.fadd(ir.Constant(vector, SPREAD), shift)
        cut = builder.fsub(cut, _call_function(builder, "llvm.floor.v16f32", vector, [cut]))
        # Above zero, to cut off what comes after the point is to round down.
        raised = builder.fadd(builder.fadd(args[2], ir.Constant(vector, [UNITS + 1.0] * 16)), cut)
        whole = builder.sub(builder.fptosi(raised, I32X16), ir.Constant(I32X16, [UNITS + 1] * 16))
        small = builder.trunc(whole, I16X16)
        builder.store(small, _small_pointer(context, builder, sig.args[0], args[0], args[1])).align = 2
        return context.get_dummy_value()

    return types.void(array, types.intp, value, types.float32), gen


@intrinsic
def vector_larger(typingctx: Any, a: Any, b: Any) -> Any:
    """Lane by lane the larger of ``a`` and the absolute value of ``b``."""

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        size = _call_function(builder, "llvm.fabs.v16f32", F32X16.llvm, [args[1]])
        return builder.select(builder.fcmp_ordered(">", size, args[0]), size, args[0])

    return a(a, a), gen


@intrinsic
def vector_largest(typingctx: Any, value: Any) -> Any:
    """The largest of sixteen numbers."""

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        best = args[0]
        for half in (8, 4, 2, 1):
            mask = ir.Constant(I32X16, [(k + half) % 16 for k in range(16)])
            other = builder.shuffle_vector(best, best, mask)
            best = builder.select(builder.fcmp_ordered(">", other, best), other, best)
        return builder.extract_element(best, ir.Constant(ir.IntType(32), 0))

    return types.float32(value), gen


def load_cumulative(cumulative: Any, index: int) -> Any:
    """Sixteen numbers from ``cumulative[index]`` on, in float32, or in units if they are in 16 bits."""


@typed_overload(load_cumulative)
def _load_cumulative(cumulative: Any, index: Any) -> Any:
    if cumulative.dtype == types.int16:
        return lambda cumulative, index: vector_load_small(cumulative, index)
    return lambda cumulative, index: vector_load(cumulative, index)


def unit_of(cumulative: Any, scales: Any, scale: int) -> Any:
    """Size of a unit: ``scales[scale]``, or 1 for float32."""


@typed_overload(unit_of)
def _unit_of(cumulative: Any, scales: Any, scale: Any) -> Any:
    if cumulative.dtype == types.int16:
        return lambda cumulative, scales, scale: scales[scale]
    return lambda cumulative, scales, scale: np.float32(1.0)


def put_cumulative(cumulative: Any, index: int, values: Any, at: int, value: Any) -> None:
    """Write sixteen numbers to ``cumulative[index]`` on; of 16 bits, to ``values[at]`` on, until they are settled."""


@typed_overload(put_cumulative)
def _put_cumulative(cumulative: Any, index: Any, values: Any, at: Any, value: Any) -> Any:
    if cumulative.dtype == types.int16:
        return lambda cumulative, index, values, at, value: vector_store(values, at, value)
    return lambda cumulative, index, values, at, value: vector_store(cumulative, index, value)


def settle_cumulative(
    cumulative: Any, index: int, rows: int, values: Any, at: int, scales: Any, scale: int, noise: float
) -> None:
    """Round ``rows`` vectors of ``put_cumulative`` from ``values[at]`` on, if these are in 16 bits, and write the unit."""


@typed_overload(settle_cumulative)
def _settle_cumulative(
    cumulative: Any, index: Any, rows: Any, values: Any, at: Any, scales: Any, scale: Any, noise: Any
) -> Any:
    if cumulative.dtype != types.int16:
        return lambda cumulative, index, rows, values, at, scales, scale, noise: None

    def small(cumulative, index, rows, values, at, scales, scale, noise):  # type: ignore[no-untyped-def]
        largest = fill_f32x16(0.0)
        for k in range(rows):
            largest = vector_larger(largest, vector_load(values, at + k * 16))
        unit = vector_largest(largest) * np.float32(1.0 / (UNITS - 1))
        scales[scale] = unit
        inverse = fill_f32x16(np.float32(1.0) / unit if unit > np.float32(1e-30) else np.float32(0.0))
        for k in range(rows):
            value = vector_load(values, at + k * 16) * inverse
            vector_store_small(cumulative, index + k * 16, value, np.float32(noise + k * NEXT_ROW))

    return small
