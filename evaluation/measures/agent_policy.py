"""Any agent as a table: asked once at every infoset, whatever it is made of.

>>> from pokerzoo.envs import make_game
>>> class Network:
...     def action_probabilities_batch(self, observations, action_masks, keys):
...         scores = np.exp(observations[:, :1] - np.arange(3)) * action_masks  # a softmax over the legal actions
...         return scores / scores.sum(axis=1, keepdims=True)
>>> policy = policy_from_agent(Network(), make_game("kuhn"))
>>> {name: round(share, 3) for name, share in policy["Q|b"].items()}
{'fold': 0.731, 'call': 0.269}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from os import PathLike
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import Agent, TabularPolicy
from pokerzoo.agents.policies.agent import check_for_game, policy_of
from pokerzoo.envs import Game, State
from pokerzoo.envs.environments.infoset_observations import infoset_observations, masks_of, observations_of
from pokerzoo.envs.infosets import Infoset
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.infosets import infoset_key
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.parameters import check_int

from .policy_tables import HandsPolicy, PolicyLike, tabulate

Floats = npt.NDArray[np.float64]
Seen = npt.NDArray[np.float32]
"""What the player sees in each infoset, [infosets, entries]."""

BATCH = 100_000
"""Infosets that a ``BatchedAgent`` is asked at once: all of a full river."""
MASKED = 1e-6
"""Probability of illegal actions that is taken for rounding, and dropped."""
ROUNDED = 1e-4
"""How far from 1 an answer may sum (a network computes in float32); it is scaled to 1."""


@runtime_checkable
class BatchedAgent(Protocol):
    """An agent that answers with probabilities, for many infosets at once: what a neural network has to offer."""

    def action_probabilities_batch(
        self, observations: npt.NDArray[np.float32], action_masks: npt.NDArray[np.int8], keys: Sequence[str]
    ) -> npt.ArrayLike:
        """Probabilities [n, actions] of each action in each of n infosets, zero where the action is not legal.

        Args:
            observations: float32 [n, entries]; the game's ``observation_names`` name the entries.
            action_masks: int8 [n, actions], 1 where legal; actions are ids below ``num_distinct_actions``.
            keys: the key of each infoset, as ``info["infoset"]["key"]`` has it.
        """
        ...


AgentLike = BatchedAgent | Agent | PolicyLike
"""What can be asked at every infoset: an agent of either kind, or a policy."""


def policy_from_agent(
    agent: AgentLike, game: Game, *, batch: int = BATCH, samples: int | None = None, seed: int | None = None
) -> TabularPolicy:
    """The policy that an agent plays, as a table: ask it at every infoset.

    - A ``BatchedAgent`` is asked for all infosets at once (in pieces of ``batch``).
    - A ``PolicyAgent`` has a policy, a policy is one; see ``tabulate``.
    - An agent with ``act`` alone is asked for its action. If it is deterministic, that is its policy. If it draws random
      numbers or answers differently when asked again, one answer does not tell its probabilities: it is refused unless
      ``samples`` says how often to ask. The table then holds frequencies: an *estimate*, as ``metadata["estimate"]``
      says, with a standard error of at most 0.5 / sqrt(samples) a probability.

    Args:
        agent: who is asked. It sits in every seat; whose turn it is, its observation says.
        game: where. Poker games of any size that have an infoset table; of other games those that have a tree.
        batch: the most infosets that a ``BatchedAgent`` is asked at once.
        samples: how often an agent with ``act`` alone is asked at each infoset; None: it must be deterministic.
        seed: of the generator that an agent with ``act`` alone gets; None draws one.

    Raises:
        ValueError: not an agent or policy for this game; an answer of the wrong shape, or that is no distribution over the
            legal actions (the message names the infoset); an action that is not legal; an agent that plays at random, without
            ``samples``; a game too large to go through.

    >>> from pokerzoo.envs import make_game
    >>> class Caller:
    ...     def act(self, observation, action_mask, info, rng):
    ...         return 1
    >>> policy_from_agent(Caller(), make_game("kuhn"))["Q|b"]
    {'fold': 0.0, 'call': 1.0}
    """
    check_int("batch", batch, 1, 10**9)
    if samples is not None:
        check_int("samples", samples, 1, 10**9)
    if not is_asked(agent):
        return tabulate(game, agent)  # type: ignore[arg-type]
    probabilities, metadata = ask_agent(agent, game, batch=batch, samples=samples, seed=seed)
    return TabularPolicy(game, probabilities, metadata)


def is_asked(agent: object) -> bool:
    """Whether it is an agent whose policy can only be had by asking."""
    if isinstance(agent, BatchedAgent):
        return True
    return isinstance(agent, Agent) and policy_of(agent) is None


def ask_agent(
    agent: Any,
    game: Game,
    seat: int | None = None,
    *,
    batch: int = BATCH,
    samples: int | None = None,
    seed: int | None = None,
) -> tuple[Floats, dict[str, Any]]:
    """(probabilities [entries], metadata) of an agent that ``is_asked``; of one seat alone NaN in the others' infosets."""
    check_for_game(game, agent)
    wanted = list(range(len(game.infosets)) if seat is None else game.infosets.of_player(seat))
    table, probabilities = game.infosets, np.full(game.infosets.size, np.nan)
    metadata: dict[str, Any] = {"agent": str(getattr(agent, "name", type(agent).__name__))}
    seen = infoset_observations(game)
    if isinstance(agent, BatchedAgent):
        for start in range(0, len(wanted), batch):
            part = wanted[start : start + batch]
            rows = [table[i] for i in part]
            answer = ask_batch(agent, seen[part], rows, game.num_distinct_actions)
            for i, row, own in zip(part, rows, answer, strict=True):
                probabilities[table.slice(i)] = own[list(row.actions)]
        return probabilities, {**metadata, "asked": "batch"}
    if samples is None:
        for i, k in zip(wanted, ask_twice(agent, game, wanted, seen, seed), strict=True):
            probabilities[table.slice(i)] = 0.0
            probabilities[table.first[i] + k] = 1.0
        return probabilities, {**metadata, "asked": "act"}
    seed = drawn_seed() if seed is None else seed
    rng = np.random.default_rng(seed)
    for i in wanted:
        counts = np.zeros(len(table[i].actions))
        for _ in range(samples):
            counts[ask_once(agent, game, i, seen, rng)] += 1
        probabilities[table.slice(i)] = counts / samples
    return probabilities, {**metadata, "asked": "act", "estimate": True, "samples": samples, "seed": seed}


def table_profile(
    game: Game,
    policies: AgentLike | Sequence[AgentLike],
    *,
    batch: int = BATCH,
    samples: int | None = None,
    seed: int | None = None,
) -> TabularPolicy:
    """One table in which player i plays ``policies[i]``, or all play the same; as ``profile``, and agents are asked.

    Of several, each is asked in its own seat's infosets only: what it would do elsewhere is not needed.

    Raises:
        ValueError: not one for each player, or as in ``policy_from_agent``.
    """
    how: dict[str, Any] = {"batch": batch, "samples": samples, "seed": seed}
    if not isinstance(policies, Sequence) or isinstance(policies, str):
        return policy_from_agent(policies, game, **how)
    if len(policies) != game.num_players:
        raise ValueError(f"{len(policies)} policies for {game.num_players} players: one for each is needed")
    owner = game.infosets.entry_players
    metadata: dict[str, Any] = {}
    tables = []
    for seat, policy in enumerate(policies):
        probabilities, own = seat_probabilities(game, policy, seat, **how)
        tables.append(probabilities)
        metadata |= {key: own[key] for key in ("estimate", "samples", "seed") if "estimate" in own}
    return TabularPolicy(game, np.choose(owner, tables), metadata)


def seat_probabilities(game: Game, policy: Any, seat: int, **how: Any) -> tuple[Floats, dict[str, Any]]:
    """(probabilities [entries] of which only this seat's count, metadata)."""
    if is_asked(policy):
        return ask_agent(policy, game, seat, **how)
    table = game.infosets
    policy = policy_of(policy) or policy
    if isinstance(policy, str | PathLike | TabularPolicy):
        own = tabulate(game, policy)
        return own.probabilities, own.metadata
    if isinstance(policy, Mapping):
        rest = {row.key: dict.fromkeys(row.action_names, 1 / len(row.actions)) for row in table if row.player != seat}
        return tabulate(game, {**rest, **policy}).probabilities, {}
    if isinstance(policy, HandsPolicy):
        ask_hands = policy.ask

        def own_hands(public: PublicState) -> Any:
            shape = (len(public.moves), len(game.rules.hands))  # type: ignore[attr-defined]
            return ask_hands(public) if public.actor == seat else np.full(shape, 1 / shape[0])

        return tabulate(game, HandsPolicy(own_hands)).probabilities, {}
    ask = getattr(policy, "action_probabilities", policy)
    if not callable(ask):
        return tabulate(game, policy).probabilities, {}  # says what it should have been

    def own_state(state: State) -> Any:
        legal = state.legal_actions()
        return ask(state) if state.current_player == seat else [1 / len(legal)] * len(legal)

    return tabulate(game, own_state).probabilities, {}


def hands_policy(agent: BatchedAgent, game: PokerGame) -> HandsPolicy:
    """A ``BatchedAgent`` as a policy that answers for all hands of a public state: one batch a public state, and no table."""

    def ask(public: PublicState) -> Floats:
        rules = game.rules
        hands = game.infosets.hands(public)
        actions = public.legal_actions
        rows = [Infoset(infoset_key(rules, hand, public), public.actor, actions, ()) for hand in hands]
        observations = observations_of(game, public, hands)
        answer = np.zeros((len(actions), len(rules.hands)))
        answer[:, hands] = ask_batch(agent, observations, rows, game.num_distinct_actions)[:, list(actions)].T
        return answer

    return HandsPolicy(ask)


def drawn_seed() -> int:
    """A seed from the operating system, short enough to be noted down."""
    return int(np.random.SeedSequence().generate_state(1)[0])


def ask_batch(agent: BatchedAgent, observations: npt.NDArray[np.float32], rows: Sequence[Infoset], num_actions: int) -> Floats:
    """float64 [rows, actions]: the answer, checked, with exact zeros where not legal and rows that sum to 1."""
    masks = masks_of(rows, num_actions)
    answer = np.array(agent.action_probabilities_batch(observations, masks.copy(), tuple(row.key for row in rows)), np.float64)
    name = type(agent).__name__
    if answer.shape != masks.shape:
        raise ValueError(
            f"{name}: probabilities of shape {answer.shape} for {len(rows)} infosets from {rows[0].key!r} on, "
            f"must be {masks.shape}: one row an infoset, one column an action"
        )
    illegal = np.where(masks == 0, answer, 0.0)
    total = answer.sum(axis=1)
    for wrong, what in (
        (~np.isfinite(answer), "must be finite"),
        (answer < 0.0, "must not be negative"),
        (illegal > MASKED, "the action is not legal there"),
    ):
        if wrong.any():
            i, action = np.argwhere(wrong)[0].tolist()
            raise ValueError(
                f"infoset {rows[i].key!r}: {name} gives action {action} probability {answer[i, action]}: {what} "
                f"(legal: {', '.join(map(str, rows[i].actions))})"
            )
    off = np.abs(total - 1.0) > ROUNDED
    if off.any():
        i = int(np.argmax(off))
        raise ValueError(f"infoset {rows[i].key!r}: {name}'s probabilities sum to {total[i]:.9g}: must sum to 1")
    answer *= masks
    return np.asarray(answer / answer.sum(axis=1, keepdims=True), dtype=np.float64)


def ask_once(agent: Agent, game: Game, infoset: int, seen: Seen, rng: np.random.Generator) -> int:
    """Which of the infoset's actions the agent takes, by position; ValueError if it takes another."""
    row = game.infosets[infoset]
    mask = masks_of([row], game.num_distinct_actions)[0]
    info: Mapping[str, Any] = {"infoset": {"key": row.key, "index": infoset}, "action_mask": mask.copy()}
    action = agent.act(seen[infoset].copy(), mask, info, rng)
    try:
        return row.actions.index(index(action))
    except (TypeError, ValueError):
        legal = ", ".join(f"{a} ({name})" for a, name in zip(row.actions, row.action_names, strict=True))
        raise ValueError(f"infoset {row.key!r}: {type(agent).__name__} takes action {action!r}; legal: {legal}") from None


def ask_twice(agent: Agent, game: Game, wanted: Sequence[int], seen: Seen, seed: int | None) -> list[int]:
    """The action of a deterministic agent in each infoset, by position; ValueError if it plays at random.

    It is asked once in the table's order and once in reverse, so that one which counts its calls is found out as well.
    """
    rng = np.random.default_rng(seed)
    answers: dict[int, int] = {}
    for i in [*wanted, *reversed(wanted)]:
        before = rng.bit_generator.state
        k = ask_once(agent, game, i, seen, rng)
        drew = rng.bit_generator.state != before
        if drew or answers.setdefault(i, k) != k:
            does = "draws random numbers" if drew else "answers differently when asked again"
            raise ValueError(
                f"infoset {game.infosets[i].key!r}: {type(agent).__name__} {does}, so that its probabilities cannot be "
                "read off one action. Either give it action_probabilities_batch (see BatchedAgent), which makes the table "
                "exact; or give samples=, how often to ask it at each infoset, which makes the table an estimate"
            )
    return [answers[i] for i in wanted]
