"""Agents as tables: asked at decisions, many at once, or action by action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game
from pokerzoo.envs.environments.infoset_observations import infoset_observations, observations_of
from pokerzoo.envs.environments.playable import Agent, BatchedAgent, Decision
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.distributions import SINGLE_OFF, check_sums
from pokerzoo.envs.support.errors import InputError, ParameterError, brief
from pokerzoo.envs.support.parameters import check_int

from .policy_tables import check_questions

Seen = npt.NDArray[np.float32]
"""The player's observation in each infoset, [infosets, entries]."""

BATCH = 100_000
"""Infosets that a ``BatchedAgent`` is asked at once: all of a full river."""
MASKED = 1e-6
"""Probability of illegal actions that is taken for rounding, and dropped."""
EXACT = 1e-12
"""An answer that sums to 1 as nearly as this is taken as it is."""


@dataclass(frozen=True)
class QueryOptions:
    """Options for asking agents that have no table; see ``tabulate``."""

    batch: int = BATCH  # infosets that a BatchedAgent is asked at once, at most
    samples: int | None = None  # questions per infoset to an agent with act alone; None: two, and it must be deterministic
    seed: int | None = None  # of the generator that such an agent gets; None draws one

    def __post_init__(self) -> None:
        check_int("batch", self.batch, 1, 10**9)
        if self.samples is not None:
            check_int("samples", self.samples, 1, 10**9)


def ask_actions(game: Game, agent: Agent, seat: int | None, how: QueryOptions) -> tuple[Floats, dict[str, Any]]:
    """(probabilities [entries], metadata) of an agent with ``act`` alone; of one seat alone NaN in the others' infosets."""
    check_questions(game)
    table, probabilities = game.infosets, np.full(game.infosets.size, np.nan)
    wanted = range(len(table)) if seat is None else table.of_player(seat)
    metadata = asked_of(agent, "act")
    seen = infoset_observations(game)
    if how.samples is None:
        for i, k in zip(wanted, ask_twice(agent, game, wanted, seen, how.seed), strict=True):
            probabilities[table.slice(i)] = 0.0
            probabilities[table.first[i] + k] = 1.0
        return probabilities, metadata
    seed = drawn_seed() if how.seed is None else how.seed
    rng = np.random.default_rng(seed)
    for i in wanted:
        counts = np.zeros(len(table[i].actions))
        for _ in range(how.samples):
            counts[ask_once(agent, game, i, seen, rng)] += 1
        probabilities[table.slice(i)] = counts / how.samples
    return probabilities, {**metadata, "estimate": True, "samples": how.samples, "seed": seed}


def asked_of(agent: object, how: str) -> dict[str, Any]:
    """Metadata of a tabulated player."""
    return {"agent": str(getattr(agent, "name", type(agent).__name__)), "asked": how}


class InfosetKeys(Sequence[str]):
    """The keys of hands at decisions, made on access: most networks do not read them."""

    def __init__(self, decisions: Sequence[tuple[Decision, Sequence[int] | Int64s]]) -> None:
        self._decisions, self._ends = decisions, np.cumsum([len(hands) for _, hands in decisions])

    def __len__(self) -> int:
        return int(self._ends[-1])

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple([self[k] for k in range(*index.indices(len(self)))])
        place = range(len(self))[index]
        which = int(np.searchsorted(self._ends, place, side="right"))
        decision, hands = self._decisions[which]
        return decision.key(int(hands[place - int(self._ends[which])]))


def ask_decisions(
    game: Game, agent: BatchedAgent, decisions: Iterable[Any], hands: Iterable[Sequence[int] | Int64s], batch: int
) -> Iterator[Floats]:
    """Probabilities [actions, all hands] of a ``BatchedAgent`` at decisions, each with its hands; 0 of others.

    ``batch`` infosets are asked at once, of as many decisions as that may be.
    """
    waiting, parts, room = list[Floats](), list[tuple[Floats, Any, Int64s]](), batch
    for decision, wanted in zip(decisions, hands, strict=True):
        answer, rest = np.zeros((len(decision.legal_actions()), decision.num_hands)), np.asarray(wanted, dtype=np.int64)
        waiting.append(answer)
        while len(rest):
            parts.append((answer, decision, rest[:room]))
            room, rest = room - len(rest[:room]), rest[room:]
            if room == 0:
                ask_parts(game, agent, parts)
                done = waiting[:-1] if len(rest) else waiting
                yield from done
                waiting, parts, room = waiting[len(done) :], [], batch
    if parts:
        ask_parts(game, agent, parts)
    yield from waiting


def ask_parts(game: Game, agent: BatchedAgent, parts: Sequence[tuple[Floats, Any, Int64s]]) -> None:
    """Ask about some hands at decisions in one batch: (answer to write to, decision, hands)."""
    seen = np.concatenate([observations_of(game, decision, hands) for _, decision, hands in parts])
    masks = np.zeros((len(seen), game.num_distinct_actions), dtype=np.int8)
    ends = np.cumsum([len(hands) for *_, hands in parts]).tolist()
    for (_, decision, hands), end in zip(parts, ends, strict=True):
        masks[end - len(hands) : end, list(decision.legal_actions())] = 1
    shares = ask_batch(agent, seen, masks, InfosetKeys([(decision, hands) for _, decision, hands in parts]))
    for (answer, decision, hands), end in zip(parts, ends, strict=True):
        answer[:, hands] = shares[end - len(hands) : end, list(decision.legal_actions())].T


def drawn_seed() -> int:
    """A seed from the operating system, short enough to be noted down."""
    return int(np.random.SeedSequence().generate_state(1)[0])


def ask_batch(
    agent: BatchedAgent, observations: npt.NDArray[np.float32], masks: npt.NDArray[np.int8], keys: Sequence[str]
) -> Floats:
    """float64 [infosets, actions]: the answer, checked, with exact zeros where not legal and rows that sum to 1."""
    answer = np.array(agent.action_probabilities_batch(observations, masks.copy(), keys), np.float64)
    name = type(agent).__name__
    if answer.shape != masks.shape:
        raise ParameterError(
            name,
            problem=f"probabilities of shape {answer.shape} for {len(keys)} infosets from {keys[0]!r} on, "
            f"must be {masks.shape}: one row an infoset, one column an action",
        )
    illegal = np.where(masks == 0, answer, 0.0) > MASKED
    if illegal.any():
        i, action = np.argwhere(illegal)[0].tolist()
        raise InputError(
            f"infoset {keys[i]!r}: {name} gives action {action} probability {answer[i, action]}: the action is not legal there "
            f"(legal: {', '.join(map(str, np.flatnonzero(masks[i]).tolist()))})"
        )
    check_sums(answer.sum(axis=1), answer.min(axis=1), lambda i: (keys[i], answer[i]), name, SINGLE_OFF)
    answer *= masks
    total = answer.sum(axis=1, keepdims=True)
    total[np.abs(total - 1.0) <= EXACT] = 1.0
    return np.asarray(answer / total, dtype=np.float64)


def ask_once(agent: Agent, game: Game, infoset: int, seen: Seen, rng: np.random.Generator) -> int:
    """The agent's action in an infoset, by position; ValueError if it is not legal."""
    row = game.infosets[infoset]
    mask = np.zeros(game.num_distinct_actions, np.int8)
    mask[list(row.actions)] = 1
    info: Mapping[str, Any] = {"infoset": {"key": row.key, "index": infoset}, "action_mask": mask.copy()}
    action = agent.act(seen[infoset].copy(), mask, info, rng)
    try:
        return row.actions.index(index(action))
    except (TypeError, ValueError):
        legal = ", ".join(f"{a} ({name})" for a, name in zip(row.actions, row.action_names, strict=True))
        raise InputError(f"infoset {row.key!r}: {type(agent).__name__} takes action {brief(action)}; legal: {legal}") from None


def ask_twice(agent: Agent, game: Game, wanted: Sequence[int], seen: Seen, seed: int | None) -> list[int]:
    """The action of a deterministic agent in each infoset, by position; ValueError if it plays at random."""
    rng = np.random.default_rng(seed)
    answers: dict[int, int] = {}
    for i in [*wanted, *reversed(wanted)]:
        before = rng.bit_generator.state
        k = ask_once(agent, game, i, seen, rng)
        drew = rng.bit_generator.state != before
        if drew or answers.setdefault(i, k) != k:
            does = "draws random numbers" if drew else "answers differently when asked again"
            raise InputError(
                f"infoset {game.infosets[i].key!r}: {type(agent).__name__} {does}, so that its probabilities cannot be "
                "read off one action. Either give it action_probabilities_batch (see BatchedAgent), which makes the table "
                "exact; or give samples=, how often to ask it at each infoset, which makes the table an estimate"
            )
    return [answers[i] for i in wanted]
