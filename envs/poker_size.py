"""How large a poker game is, from its public states alone and before anything of it is kept."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .parameters import cut
from .poker_infosets import possible_hands
from .public_state import BET

if TYPE_CHECKING:
    from .poker_rules import PokerRules
    from .public_state import PublicState

STATE_BYTES = 1500
"""What a public state takes beside its history and its moves, its place in a compiled game included."""
INFOSET_BYTES = 250
"""What an infoset takes beside the public history in its key."""
ENTRY_BYTES = 48
"""What a probability takes, with the regret, the average and the places in arrays that a solver has for it."""
KEPT_BYTES = 2**26
"""Public states are kept as children of each other up to so much: they are wanted again."""
FEWER = "give fewer sizes or a raise_cap"


@dataclass(frozen=True, slots=True)
class PokerSize:
    """How large a poker game is.

    Attributes:
        public_states: public states, terminal ones and those where a card is due included.
        infosets: infosets.
        entries: (infoset, action) pairs: the probabilities of a policy.
        memory: bytes that the compiled game and a solver take, roughly.
        amounts: the totals of all bets and raises, ascending, where bets have sizes.
    """

    public_states: int
    infosets: int
    entries: int
    memory: int
    amounts: tuple[float, ...]


def poker_size(rules: PokerRules, max_nodes: int | None = None) -> PokerSize:
    """Walk the public states once; what is walked is let go of again, so that depth and size cost no memory here.

    Raises:
        ValueError: more public states than ``max_nodes``, a line to remove that is not there or leaves nothing.
    """
    states, infosets, entries, memory, kept = 0, 0, 0, 0, 0
    hands_of: dict[tuple[tuple[int, ...], int], int] = {}
    found: set[float] = set()
    met: set[str] = set()
    children: Iterable[PublicState] = [rules.root]
    stack: list[PublicState] = []
    while True:
        for public in children:
            states += 1
            if max_nodes is not None and states > max_nodes:
                raise ValueError(f"max_nodes={max_nodes}: the betting tree has more public states; {FEWER}")
            memory += STATE_BYTES + 8 * len(public.actions) + len(public.history)
            if not public.is_over:  # else it is let go of at once
                stack.append(public)
        if not stack:
            break
        public = stack.pop()
        if public.card_due:
            children = [public.deal(card) for card, _ in rules.card_probabilities(public.board)]
            continue
        if rules.removed:
            met |= public.removed_here
        moves = public.moves
        if not moves:
            raise ValueError(
                f"removed={cut(repr(sorted(rules.removed)))}: nothing is left to do after {public.history or 'the start'}"
            )
        where = (public.board, public.actor)
        if where not in hands_of:
            hands_of[where] = len(possible_hands(rules, public))
        hands = hands_of[where]
        infosets += hands
        entries += hands * len(moves)
        memory += hands * (INFOSET_BYTES + len(public.history) + ENTRY_BYTES * len(moves))
        if rules.is_sized:
            found.update(total for kind, total in moves if kind == BET)
        kept += len(moves) * (STATE_BYTES + 8 * len(public.actions) + len(public.history))
        step = public.after if kept < KEPT_BYTES else public.fresh
        children = map(step, range(len(moves)))
    for line in sorted(rules.removed - met):
        raise ValueError(f"removed={cut(repr(line))}: {where_it_leaves(rules, line)}")
    return PokerSize(states, infosets, entries, memory, tuple(sorted(found)))


def where_it_leaves(rules: PokerRules, line: str) -> str:
    """Up to where the betting tree has a line, and what is allowed there."""
    public, rest = rules.root, line
    while True:
        so_far = f"after {public.history!r}" if public.history else "at the start"
        if public.is_over:
            return f"the hand is over {so_far}; nothing may follow, not {cut(repr(rest), 60)}"
        tokens = [public.line(*move)[len(public.history) :] for move in public.moves]
        found = re.match(r"[a-z][^a-z]*|[^a-z]+|$", rest)
        assert found is not None
        removed = {one[len(public.history) :] for one in public.removed_here}
        if found[0] in removed:
            return f"{cut(repr(found[0]), 60)} {so_far} is removed itself, and all that follows with it"
        if found[0] not in tokens:
            listed = cut(", ".join([*tokens, *sorted(removed)]))
            return f"no {cut(repr(found[0]), 60)} {so_far}; allowed: {listed}"
        public, rest = public.after(tokens.index(found[0])), rest[found.end() :]
