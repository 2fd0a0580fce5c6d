"""Showdowns of three as kernels ask for them: the sums are one compiled function, called by its address.

Numba compiles a function again in each kernel that calls it. Of ``answer_questions`` that took seconds in each of six kernels.
So a solver takes its address, and kernels call that. An address holds in one process: copies and pickles find their own.
"""

# numba has few types for what is used here.
# mypy: disable-error-code="misc, no-untyped-call, attr-defined, no-any-unimported, no-untyped-def"
from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils

from pokerzoo.envs.compiled.own_scratch import copied_scratch, with_own_scratch
from pokerzoo.envs.compiled.simd import DTYPES, intrinsic, num_blocks, zero_rows
from pokerzoo.envs.compiled.terminal_evaluation import counterfactual_values_by_type
from pokerzoo.envs.support.kernels import as_writable

from .passes import answer_questions, pay_answers
from .tables import ThreeWayPasses


def answers_address(terminals: ThreeWayPasses) -> int:
    """The address of ``answer_questions``, compiled or loaded for these terminals' floats."""
    lanes = next(kind(1) for kind, floats in DTYPES.items() if kind.__name__ != "OneLane" and floats == terminals.results.dtype)
    rows = zero_rows(lanes, 1)
    given = (lanes, terminals, 0, 0, 0, rows, rows)
    signature: Any = tuple(as_writable(answer_questions.typeof_pyval(value)) for value in given)
    answer_questions.compile(signature)
    found = answer_questions.overloads[signature]
    address: int = found.library.get_pointer_to_function(found.fndesc.llvm_func_name)
    return address


def with_address(fields: tuple[Any, ...], needed: bool) -> ThreeWayPasses:
    """An evaluation with these fields, ready for kernels of this process if ``needed``."""
    found = ThreeWayPasses(*fields)
    return found._replace(address=answers_address(found)) if needed else found


@intrinsic
def call_answers(
    typingctx: Any, address: Any, lanes: Any, terminals: Any, player: Any, first: Any, last: Any, one: Any, two: Any
) -> Any:
    """``answer_questions`` at an address."""
    number = types.int64
    given = (lanes, terminals, number, number, number, one, two)

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = context.call_conv.get_function_type(types.none, given)
        function = builder.inttoptr(args[0], kind.as_pointer())
        status, _ = context.call_conv.call_function(builder, function, types.none, given, args[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return context.get_dummy_value()

    return types.void(number, *given), gen


def _from_three_way(lanes, terminals, player, reaches, out):
    if terminals.address == 0:
        raise ValueError("a kernel needs with_own_scratch(terminals)")
    one, two = 0 if player > 0 else 1, 2 if player < 2 else 1
    last = terminals.questions[player].board.shape[0]
    call_answers(terminals.address, lanes, terminals, player, 0, last, reaches[one], reaches[two])
    pay_answers(lanes, terminals.questions[player], terminals.results, 0, num_blocks(lanes), out)


counterfactual_values_by_type[ThreeWayPasses] = _from_three_way


@with_own_scratch.register
def _(terminals: ThreeWayPasses) -> ThreeWayPasses:
    return terminals._replace(**copied_scratch(terminals), address=answers_address(terminals))
