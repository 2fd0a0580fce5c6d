"""Functions and mappings as tables: functions of a state, of a public state, and probabilities by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np

from pokerzoo.envs import Game, State
from pokerzoo.envs.core import short_name
from pokerzoo.envs.environments.infoset_observations import one_state_each
from pokerzoo.envs.infosets import may_have_tree, too_large
from pokerzoo.envs.poker.game import PokerGame, state_at
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.parameters import is_number

from .policy import TabularPolicy

MAX_QUESTIONS = 5_000_000
"""The most infosets at which a function is called, one by one."""
ASKED_IN = 1e-4
"""Seconds that a question takes, about."""

MAX_HISTORIES_ASKED = 1_000_000
"""In poker games with more (about), a function is asked in two histories of each infoset, not in all."""


def for_all_states(game: Game, ask: Callable[[State], Any], seat: int | None = None) -> Floats:
    """The behavioural strategy of a function of a state, float64 [entries]."""
    check_questions(game)
    table = game.infosets
    probabilities = np.full(table.size, np.nan)
    for state in states_to_ask(game):
        if seat is not None and state.current_player != seat:
            continue
        key = state.infoset_key(state.current_player)
        stored = probabilities[table.slice(state.infoset_index())]
        answer = in_legal_order(ask(state), state.legal_actions(), state.action_name, key)
        if np.isnan(stored[0]):
            stored[:] = answer
        elif not np.allclose(stored, answer, rtol=0.0, atol=1e-9):
            raise InputError(f"infoset {brief(key)}: the policy answers {stored.tolist()} in one history, {answer} in another")
    return probabilities


def check_questions(game: Game) -> None:
    """ValueError where calling a function at each infoset would take hours."""
    count = len(game.infosets)
    if count > MAX_QUESTIONS:
        hours = count * ASKED_IN / 3600
        raise InputError(
            f"{short_name(game)} has {count:,} infosets: to ask at each, one by one, takes about {hours:.2g} hours; "
            "play hands (head_to_head), or give an object with strategy(decision, hands), which answers for all hands at once"
        )


def states_to_ask(game: Game) -> Iterator[State]:
    """All states in which a player acts; in large poker games two of each infoset."""
    if (
        isinstance(game, PokerGame)
        and game.num_players == 2
        and len(game.infosets) * len(game.rules.deck.hands) > MAX_HISTORIES_ASKED
    ):
        yield from two_of_each(game)
        return
    if not may_have_tree(game):
        raise too_large(game)
    stack = [game.initial_state()]
    while stack:
        state = stack.pop()
        stack += [state.child(action) for action in state.legal_actions()]
        if not state.is_chance and not state.is_terminal:
            yield state


def two_of_each(game: PokerGame) -> Iterator[State]:
    """Two states for each public decision and hand of its player, with different hands of the opponent."""
    rules = game.rules
    cards = [set(hand) for hand in rules.deck.hands]
    held = [hand for hand in range(len(cards)) if rules.weights is None or rules.ranges.dealable[1][hand]]
    held_first = [hand for hand in range(len(cards)) if rules.weights is None or rules.ranges.dealable[0][hand]]
    for public in game.infosets.public_states():
        others = held if public.actor == 0 else held_first
        for hand in game.infosets.hands(public):
            fitting = (o for o in others if not cards[o] & cards[hand] and not cards[o] & set(public.board))
            for other in islice(fitting, 2):
                yield state_at(game, public, (hand, other) if public.actor == 0 else (other, hand))


def decisions_of(game: Game, seat: int | None = None) -> list[Any]:
    """All decisions of a game, or of one seat, in the order of its infosets: public states of poker, else states."""
    decisions = game.infosets.public_states() if isinstance(game, PokerGame) else one_state_each(game)
    return [decision for decision in decisions if seat is None or decision.current_player == seat]


def from_answers(game: Game, decisions: Iterable[Any], answers: Iterable[Floats]) -> Floats:
    """The behavioural strategy whose strategies at decisions are these, float64 [entries]; NaN elsewhere."""
    probabilities = np.full(game.infosets.size, np.nan)
    if isinstance(game, PokerGame):
        table = game.infosets
        for decision, answer in zip(decisions, answers, strict=True):
            entries = table.entries(decision)
            probabilities[entries[entries >= 0]] = answer[entries >= 0]
        return probabilities
    for decision, answer in zip(decisions, answers, strict=True):
        probabilities[game.infosets.slice(decision.infoset_index())] = answer[:, 0]
    return probabilities


def by_name(game: Game, by_infoset: Mapping[str, Mapping[str, float]], seat: int | None = None) -> Floats:
    """The behavioural strategy of {infoset key: {action name: probability}}; of one ``seat`` alone NaN in the others'."""
    if seat is None:
        return TabularPolicy.from_dict(game, by_infoset).probabilities
    table = game.infosets
    rest = {row.key: dict.fromkeys(row.action_names, 1 / len(row.actions)) for row in table if row.player != seat}
    return np.where(table.entry_players == seat, TabularPolicy.from_dict(game, {**rest, **by_infoset}).probabilities, np.nan)


def in_legal_order(answer: Any, legal: tuple[int, ...], name_of: Callable[[int], str], key: str) -> list[float]:
    """A policy's answer as one number a legal action; ValueError if it names others or has another form or length."""
    if isinstance(answer, Mapping):
        names = {name_of(action): action for action in legal} if any(isinstance(label, str) for label in answer) else {}
        shares = dict.fromkeys(legal, 0.0)
        for label, probability in answer.items():
            action: Any = names.get(label, label) if isinstance(label, str) else label
            known = action in shares and type(action) is not bool and not isinstance(action, float)
            if known:
                shares[action] = probability
            elif probability != 0.0:
                allowed = ", ".join(f"{action} ({name_of(action)})" for action in legal)
                raise InputError(
                    f"infoset {brief(key)}: probability {brief(probability)} for action {brief(label)}; legal: {allowed}"
                )
        return as_probabilities(list(shares.values()), key)
    if isinstance(answer, str) or not isinstance(answer, Iterable):
        raise InputError(
            f"infoset {brief(key)}: the policy answers {brief(answer)}; must be {{action id or name: probability}}, or a "
            f"probability for each of the legal actions {', '.join(map(name_of, legal))}"
        )
    values = as_probabilities(list(answer), key)
    if len(values) != len(legal):
        raise InputError(f"infoset {brief(key)}: {len(values)} probabilities for the {len(legal)} legal actions {legal}")
    return values


def as_probabilities(values: list[Any], key: str) -> list[float]:
    """Probabilities as floats; ValueError if one is no number."""
    if not all(map(is_number, values)):
        raise InputError(f"infoset {brief(key)}: the policy answers {brief(values)}: probabilities must be numbers")
    return [float(x) for x in values]
