"""Showdowns of three as kernels ask for them: the sums are one compiled function, called by its address.

Numba compiles a function again in each kernel that calls it. Of ``answer_questions`` that took seconds in each of six kernels.
So scratch has its address, which holds in one process, and kernels call that.
"""

# numba has few types for what is used here.
# mypy: disable-error-code="misc, no-untyped-call, attr-defined, no-any-unimported, no-untyped-def"
from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils

from pokerzoo.envs.compiled.simd import num_blocks, zero_rows
from pokerzoo.envs.compiled.terminal_evaluation import register_evaluation
from pokerzoo.envs.support.kernels import as_writable, intrinsic

from .passes import answer_questions, new_scratch, pay_answers
from .tables import ThreeWayPasses, ThreeWayScratch


def scratch_for_calls(terminals: ThreeWayPasses) -> ThreeWayScratch:
    """Scratch with the address of ``answer_questions``, compiled or loaded for these terminals' floats."""
    scratch, rows = new_scratch(terminals), zero_rows(terminals.lanes, 1)
    given = (terminals.lanes, terminals, scratch, 0, 0, 0, rows, rows)
    signature: Any = tuple(as_writable(answer_questions.typeof_pyval(value)) for value in given)
    answer_questions.compile(signature)
    result = answer_questions.overloads[signature]
    return scratch._replace(address=result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


@intrinsic
def call_answers(
    typingctx: Any,
    address: Any,
    lanes: Any,
    terminals: Any,
    scratch: Any,
    player: Any,
    first: Any,
    last: Any,
    one: Any,
    two: Any,
) -> Any:
    """``answer_questions`` at an address."""
    number = types.int64
    given = (lanes, terminals, scratch, number, number, number, one, two)

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = context.call_conv.get_function_type(types.none, given)
        function = builder.inttoptr(args[0], kind.as_pointer())
        status, _ = context.call_conv.call_function(builder, function, types.none, given, args[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return context.get_dummy_value()

    return types.void(number, *given), gen


def _from_three_way(lanes, terminals, player, reaches, out):
    tables, scratch = terminals.tables, terminals.scratch
    one, two = 0 if player > 0 else 1, 2 if player < 2 else 1
    last = tables.questions[player].board.shape[0]
    call_answers(scratch.address, lanes, tables, scratch, player, 0, last, reaches[one], reaches[two])
    pay_answers(lanes, tables.questions[player], scratch.results, 0, num_blocks(lanes), out)


register_evaluation(ThreeWayPasses, _from_three_way, scratch_for_calls)
