"""Any game as a ``gymnasium.vector.VectorEnv``: one seat of many hands, opponents inside, all in compiled code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pokerzoo.envs.batched.batched_game import CHANCE_STREAM, MAX_BATCH, check_actions, illegal_in_hand
from pokerzoo.envs.batched.engines import BatchEngine, engine_of
from pokerzoo.envs.core import TERMINAL, Game, GameLike, State, game_of, played, short_name
from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, Int64s, Uint8s
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_choice, check_index, check_int
from pokerzoo.envs.support.random_numbers import draw_numbers, generator_states

from .dealer import Dealer, Frame, Illegal, MaskIn, Observation
from .playable import Agent, Playable, Uniform
from .single_agent import seat_text, seated_opponents

Infos = dict[str, Any]
RENDER_MODES = ("ansi", "rgb_array")


class Views(NamedTuple):
    """The arrays that the agents are shown after a step."""

    observation: Floats32  # [envs, entries]
    mask: Uint8s  # [envs, actions]
    rewards: Floats  # [envs]
    terminated: Bools  # [envs]
    infosets: Int64s  # [envs]: -1 where the agent is not to move
    illegal: Bools  # [envs]: whether the action was not legal
    new: Bools  # [envs]: whether a hand was dealt
    final: Floats32  # [envs, entries]: what was seen last of a hand, where another was dealt in the same step
    over: Bools  # [envs]: whether the hand is over


class PokerVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """``num_envs`` independent single-agent environments of ``game``, as ``SingleAgentEnv``, stepped together.

    Observations, rewards and infos are those that ``gymnasium.vector.SyncVectorEnv`` gives for as many ``SingleAgentEnv``.
    ``game.infosets.keys_at(infos["infoset_index"])`` has the keys of infosets. Arrays are fresh at each call.

    Each hand has a generator of its own for chance, opponents and seats. What happens in it depends on its seed and on the
    actions played in it.

    Args:
        game: what is played; its parameters are fixed.
        num_envs: number of hands side by side.
        opponent: who plays the other seats: anything that can play (``pokerzoo.agents.Playable``), one for all or a list with
            one for each, as in ``SingleAgentEnv``. All are turned into tables, so that no Python runs in a step. Or their
            strategies, in the order of ``game.infosets``: float64 [entries] or [others, entries]. Whole hands of hold'em
            and games from the blinds on have no tables. There ``"random"`` plays in compiled code. Other baselines of whole
            hands answer for all hands at once (``RowsAgent``). Any other agent is queried hand by hand, each time with a
            generator seeded by a number of the hand's.
        seat: the agent's seat, or None for one at random in each hand. The present ones are ``players`` and ``info["seat"]``.
        mask_in: ``"observation"``: ``{"observation": float32 [envs, entries], "action_mask": int8 [envs, actions]}``;
            ``"info"``: the vectors alone, and the masks in ``info["action_mask"]``.
        illegal: ``"warn"``: an illegal action is played as check, else fold (where a game has neither, as the first
            legal action), and flagged in ``info["illegal"]``. The first one is warned of (``gymnasium.logger.warn``).
            ``"passive"``: the same without the warning. ``"raise"``: ValueError, and nothing is changed. In all cases
            ``info["illegal_actions"]``, int64 [envs], has their number in each hand so far.
        autoreset_mode: what happens after a hand: ``NEXT_STEP``: the next step deals, for any action, without reward;
            ``SAME_STEP``: the step that ends a hand deals the next, and ``info["final_obs"]`` and ``info["final_info"]`` have
            what was seen last; ``DISABLED``: the caller deals by ``reset(options={"reset_mask": bool [envs]})``.
        render_mode: ``"ansi"`` (``render`` gives a string for each hand), ``"rgb_array"`` (a picture, uint8 [480, 720, 3], for
            each hand; needs Pillow) or None.

    Attributes:
        game: what is played.
        seat: as given.

    Raises:
        ValueError: a bad argument, or a game that is too large.

    >>> from pokerzoo.envs import make_game
    >>> envs = PokerVectorEnv(make_game("kuhn"), num_envs=3, opponent="always_fold", seat=0)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations["observation"].shape, envs.players
    ((3, 17), array([0, 0, 0]))
    >>> observations, rewards, terminated, truncated, infos = envs.step([2, 2, 2])
    >>> rewards
    array([1., 1., 1.])
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: GameLike,
        num_envs: int = 1,
        opponent: Playable | Sequence[Playable] | npt.NDArray[np.float64] = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "warn",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        game = game_of(game)
        check_int("num_envs", num_envs, 1, MAX_BATCH)
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        if seat is not None:
            seat = check_index("seat", seat, game.num_players, ", or None (random)")
        self.dealer = Dealer(game, render_mode, mask_in, illegal)
        self.game = game
        self.num_envs = num_envs
        self.seat = seat
        self.render_mode = render_mode
        self.autoreset_mode = as_autoreset_mode(autoreset_mode)
        self.metadata = {**self.dealer.metadata, "render_modes": [*RENDER_MODES], "autoreset_mode": self.autoreset_mode}
        self.single_action_space = self.dealer.action_spaces["player_0"]
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = self.dealer.observation_spaces["player_0"]
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._engine = engine_of(game)
        self._opponents = opponents_of(game, self._engine, opponent)
        self._seats = np.full(num_envs, seat or 0, dtype=np.int64)
        self._movers = np.full(num_envs, TERMINAL, dtype=np.int64)
        self._over = np.zeros(num_envs, dtype=np.bool_)
        self._illegal_actions = np.zeros(num_envs, dtype=np.int64)
        self._some_illegal = False  # whether any of them is more than 0
        self._everyone = np.ones(num_envs, dtype=np.bool_)
        self._each = np.arange(num_envs)
        self._started = False
        self._words = self._engine.rows(num_envs)
        self._rng = np.zeros(num_envs, dtype=np.uint64)
        self._seed(None, np.ones(num_envs, dtype=np.bool_))

    @property
    def observation_names(self) -> tuple[str, ...]:
        """The name of each entry of the observation vector."""
        return self.game.observation_names

    @property
    def players(self) -> npt.NDArray[np.int64]:
        """The agent's seat in each hand: int64 [envs]."""
        return self._seats.copy()

    def state(self, env: int) -> State:
        """The state of a hand in the game tree.

        Args:
            env: the number of its environment, from 0 to below ``num_envs``.

        Raises:
            IndexError: no such hand.
            ResetNeeded: there was no ``reset`` yet.
        """
        self._check_started()
        return self._engine.state(self._words[env])

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Legal actions in the form of sb3-contrib's MaskablePPO: bool [envs, actions], all True after the end."""
        self._check_started()
        masks: npt.NDArray[np.bool_] = self._mask.astype(np.bool_)
        return masks

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """Deal new hands and play them up to the agent's first decisions.

        Args:
            seed: of hand 0; hand 1 takes ``seed + 1``, and so on, as Gymnasium has it. Or a list of one seed (or None) for
                each hand. Without a seed the generators continue.
            options: ``{"reset_mask": bool [envs]}`` deals (and seeds) these hands only; all else is not used.

        Raises:
            ValueError: bad seeds, or a bad ``reset_mask``.
            TypeError: a ``reset_mask`` that is no array of bool.
        """
        which = reset_mask(options, self.num_envs)
        if not self._started and not which.all():
            raise ResetNeeded("no hand has been dealt: call reset() without reset_mask first")
        if seed is not None:
            self._seed(seed, which)
        views = self._play(None, which, False)
        self._started = True
        self._illegal_actions[which] = 0
        return self._observation(views), self._present_infos(views, which, which)

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Infos]:
        """Play an action in each hand and advance to the agent's next decision.

        Args:
            actions: int [envs].

        Returns:
            Observations; rewards, float64 [envs], net chips where a hand has ended, else 0; whether it has, bool [envs];
            False, bool [envs]; infos.

        Raises:
            ValueError: an action is not legal under ``illegal="raise"`` (the message names hand, action and what is legal), or
                actions of another type or shape. Nothing is changed then.
            ResetNeeded: there was no ``reset`` yet, or a hand is over and ``DISABLED`` leaves it to the caller to deal.
        """
        self._check_started()
        if self.autoreset_mode is AutoresetMode.DISABLED and self._over.any():
            raise ResetNeeded(f"hand {int(self._over.argmax())} is over: call reset(options={{'reset_mask': ...}}) first")
        submitted = check_actions(actions, self.num_envs)
        chosen, illegal = submitted, ~self._engine.is_legal(self._words, submitted)
        some_illegal = bool(illegal.any())
        if some_illegal:
            first = int(illegal.argmax())
            if self.dealer.illegal == "raise":
                raise illegal_in_hand(self.state(first), first, submitted[first])
            if not self.dealer.warned:
                self.dealer.warn_illegal(self.state(first), int(submitted[first]), f"hand {first}: ")
            chosen = np.where(illegal, self._engine.passive(self._words), submitted)
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        before = self.players
        # Under NEXT_STEP hands that are over are dealt; under the others there are none.
        dealt = self._over.copy()
        views = self._play(chosen, dealt, same_step)
        views.illegal[:] = illegal
        if some_illegal or self._some_illegal:
            self._illegal_actions[dealt] = 0
            self._illegal_actions += illegal
            self._some_illegal = bool(self._illegal_actions.any())
        terminated = views.terminated
        final: Infos = {}
        if same_step and terminated.any():
            final = self._finished(views, terminated, before)
            self._illegal_actions[terminated] = 0
            views.illegal[terminated] = False
        infos = self._present_infos(views, None, views.new)
        infos.update(final)
        return self._observation(views), views.rewards, terminated, np.zeros(self.num_envs, dtype=np.bool_), infos

    def render(self) -> tuple[str | Frame, ...] | None:
        """Each hand as the agent sees it, a string or a frame each; None, with a warning, without a render mode."""
        self._check_started()
        if self.render_mode is None:
            self.dealer.render(self.state(0), 0)
            return None
        shown: list[Any] = [self.dealer.render(self.state(i), int(self._seats[i])) for i in range(self.num_envs)]
        return tuple(shown)

    def __repr__(self) -> str:
        name = self.spec.id if self.spec else short_name(self.game)
        return f"{type(self).__name__}({name}, num_envs={self.num_envs}, {seat_text(self.seat)})"

    def _check_started(self) -> None:
        if not self._started:
            raise ResetNeeded("no hand has been dealt: call reset() first")

    def _play(self, actions: Int64s | None, dealt: Bools, same_step: bool) -> Views:
        """Play legal actions (None: none) or deal, advance to the agent's next decisions, and return what they see."""
        engine, words, rng, seats, movers = self._engine, self._words, self._rng, self._seats, self._movers
        rewards, ended_now, new = np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=np.bool_), dealt.copy()
        final = np.zeros((self.num_envs if same_step else 0, len(self.observation_names)), np.float32)
        playing = np.zeros(self.num_envs, dtype=np.bool_) if actions is None else ~dealt & ~self._over
        if actions is not None:
            engine.apply(words, rng, np.where(playing & (movers >= 0), actions, -1), movers)
        if dealt.any():
            self._deal(dealt)
        while True:
            waiting = (movers >= 0) & (movers != seats)
            if waiting.any():
                engine.apply(words, rng, self._opponents_actions(waiting), movers)
                continue
            ended = playing & (movers < 0)
            if not ended.any():
                break
            payoffs = np.empty((self.num_envs, self.game.num_players))
            engine.payoffs(words, ended, payoffs)
            rewards += payoffs[self._each, seats]
            ended_now |= ended
            self._over |= ended
            playing &= ~ended
            if not same_step:
                break
            engine.observe(words, np.where(ended, seats, -1), final)
            self._deal(ended)
            new |= ended
        observation = np.empty((self.num_envs, len(self.observation_names)), np.float32)
        self._mask = np.empty((self.num_envs, self.game.num_distinct_actions), np.uint8)
        engine.observe(words, seats, observation)
        engine.legal(words, self._mask)
        return Views(
            observation, self._mask, rewards, ended_now, engine.infosets(words), np.zeros_like(new), new, final, movers < 0
        )

    def _deal(self, which: Bools) -> None:
        """Deal hands, with a seat at random unless it is fixed."""
        self._over &= ~which
        if self.seat is None:
            numbers = np.empty(self.num_envs)
            draw_numbers(self._rng, which, numbers)
            self._seats[which] = (numbers[which] * self.game.num_players).astype(np.int64)
        self._engine.deal(self._words, self._rng, which, self._movers)

    def _opponents_actions(self, waiting: Bools) -> Int64s:
        """An action of each hand that waits for an opponent; -1 for the others."""
        numbers, chosen = np.empty(self.num_envs), np.full(self.num_envs, -1)
        draw_numbers(self._rng, waiting, numbers)
        self._opponents(self._engine, self._words, self._seats, self._movers, waiting, numbers, chosen)
        return chosen

    def _seed(self, seed: int | Sequence[int | None] | None, which: npt.NDArray[np.bool_]) -> None:
        if seed is None:
            key = np.random.SeedSequence().generate_state(1, np.uint64)
            self._rng = generator_states(generator_states(np.arange(self.num_envs, dtype=np.uint64), 0) + key, CHANCE_STREAM)
            return
        if isinstance(seed, int | np.integer) and not isinstance(seed, bool):
            numbers: list[int | None] = list(range(int(seed), int(seed) + self.num_envs))
            check_int("seed", int(seed), 0, 2**64 - self.num_envs)
            super().reset(seed=int(seed))
        elif isinstance(seed, list | tuple):
            numbers = [*seed]
        else:
            raise ParameterError("seed", seed, "must be an integer, a list of one for each hand, or None")
        if len(numbers) != self.num_envs:
            raise ParameterError("seed", problem=f"{len(numbers)} seeds; must be one for each of {self.num_envs} hands")
        seeded = np.array([number is not None for number in numbers]) & which
        fresh = [0 if number is None else number for number in numbers]
        for number in fresh:
            check_int("seed", number, 0, 2**64 - 1)
        self._rng[seeded] = generator_states(np.array(fresh, dtype=np.uint64), CHANCE_STREAM)[seeded]

    def _observation(self, views: Views) -> Observation:
        vectors: npt.NDArray[np.float32] = views.observation
        if self.dealer.mask_in == "info":
            return vectors
        return {"observation": vectors, "action_mask": views.mask.view(np.int8).copy()}

    def _infos(self, where: Bools | None, **values: npt.NDArray[Any]) -> Infos:
        """Copies of arrays, with zeros elsewhere than in these hands (None: nowhere), and Gymnasium's mask beside each."""
        if self.dealer.mask_in == "observation":
            del values["action_mask"]
        infos: Infos = {}
        for name, array in {**values, "illegal_actions": self._illegal_actions}.items():
            if where is None:
                infos[name], infos["_" + name] = array.copy(), self._everyone.copy()
            else:
                infos[name], infos["_" + name] = array * (where[:, None] if array.ndim > 1 else where), where.copy()
        return infos

    def _present_infos(self, views: Views, where: Bools | None, new: Bools) -> Infos:
        """The current infos of these hands (None: of all); ``new`` are those that were dealt."""
        mask, over = views.mask.view(np.int8), new & views.over
        return self._infos(
            where, infoset_index=views.infosets, action_mask=mask, seat=self._seats, illegal=views.illegal, hand_over=over
        )

    def _finished(self, views: Views, ended: npt.NDArray[np.bool_], seats: npt.NDArray[np.int64]) -> Infos:
        """Last observations of the hands that have ended, and their seats."""
        last = np.full(self.num_envs, None, dtype=object)
        ones = np.ones((self.num_envs, self.game.num_distinct_actions), dtype=np.int8)
        # Gymnasium wants an object for each, which takes longer than all else in a step.
        each: Any = views.final[ended]
        if self.dealer.mask_in == "observation":
            each = ({"observation": vector, "action_mask": mask} for vector, mask in zip(each, ones, strict=False))
        there = np.flatnonzero(ended)
        last[there] = np.fromiter(each, dtype=object, count=len(there))
        none, over = np.full(self.num_envs, -1), np.zeros_like(ended)
        final = self._infos(ended, infoset_index=none, action_mask=ones, seat=seats, illegal=views.illegal, hand_over=over)
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": final, "_final_info": ended.copy()}

    def __getstate__(self) -> dict[str, Any]:
        # The copy finds the engine, or makes it again, in its process.
        return {key: value for key, value in self.__dict__.items() if key != "_engine"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._engine = engine_of(self.game)


def as_autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """The mode of this name or value; ValueError if there is none."""
    for known in AutoresetMode:
        if mode in (known, known.value, known.name):
            return known
    allowed = ", ".join(repr(known.value) for known in AutoresetMode)
    raise ParameterError("autoreset_mode", mode, f"must be an AutoresetMode or one of {allowed}")


def reset_mask(options: dict[str, Any] | None, hands: int) -> npt.NDArray[np.bool_]:
    """Mask of hands to deal: all, unless ``options`` has ``reset_mask``. TypeError or ValueError for a bad one."""
    mask = (options or {}).get("reset_mask")
    if mask is None:
        return np.ones(hands, dtype=np.bool_)
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError(f"options['reset_mask']={mask!r}: must be an array of bool")
    if mask.shape != (hands,) or not mask.any():
        raise InputError(f"options['reset_mask']: shape {mask.shape}; must be ({hands},), with at least one True")
    return mask.copy()


Chooser: TypeAlias = Callable[[Any, Any, Int64s, Int64s, Bools, Floats, Int64s], None]
"""Opponents: (engine, rows, agents' seats, players to move, hands that wait, a number of each from 0 to 1 (less than 1), out)
writes an action of each waiting hand."""


def choose_at_random(
    engine: Any, rows: Any, seats: Int64s, movers: Int64s, waiting: Bools, numbers: Floats, out: Int64s
) -> None:
    """Choose any legal action, all equally likely."""
    engine.random_actions(rows, numbers, waiting, out)


def choose_by_tables(
    policies: Floats, engine: Any, rows: Any, seats: Int64s, movers: Int64s, waiting: Bools, numbers: Floats, out: Int64s
) -> None:
    """Choose by strategies, float64 [others, entries], in seat order."""
    engine.drawn_actions(rows, policies, seats, numbers, waiting, out)


@runtime_checkable
class RowsAgent(Protocol):
    """An agent for whole hands that answers for many at once."""

    def actions_in_rows(self, rows: Int64s, hands: Int64s, numbers: Floats) -> Int64s:
        """Actions of ``hands``, by index, in ``rows`` (read-only; all cards are in them), by ``numbers`` in [0, 1)."""
        ...


class AskedOpponents:
    """Agents, one a seat; random agents are played by the engine."""

    def __init__(self, game: Game, agents: tuple[Agent, ...]) -> None:
        self.agents = agents
        self.dealer = Dealer(game, None, "info", "raise")

    def __call__(
        self, engine: Any, rows: Any, seats: Int64s, movers: Int64s, waiting: Bools, numbers: Floats, out: Int64s
    ) -> None:
        others = movers - (movers > seats)
        for agent in {id(player): player for player in self.agents}.values():
            which = waiting & np.isin(others, [k for k, player in enumerate(self.agents) if player is agent])
            if isinstance(agent, Uniform):
                engine.random_actions(rows, numbers, which, out)
                continue
            asked = which.nonzero()[0]
            if isinstance(agent, RowsAgent):
                out[asked] = agent.actions_in_rows(rows, asked, numbers[asked])
                legal = engine.is_legal(rows[asked], out[asked])
                if not legal.all():
                    wrong = int(asked[legal.argmin()])
                    raise illegal_in_hand(engine.state(rows[wrong]), wrong, out[wrong])
                continue
            for hand in asked.tolist():
                out[hand] = self._ask(agent, engine.state(rows[hand]), float(numbers[hand]))

    def _ask(self, agent: Agent, state: State, number: float) -> int:
        """Action of an agent in a hand, with a generator seeded by a number of the hand."""
        mover, rng = state.current_player, np.random.default_rng(int(number * 2**53))
        info = {"infoset": self.dealer.infoset(state)}
        return played(state, agent.act(state.observation(mover), self.dealer.mask(state, mover), info, rng))


def opponents_of(game: Game, engine: BatchEngine, opponent: Any) -> Chooser:
    """Opponents in the form that plays hands of an engine.

    Raises:
        ValueError: an opponent that cannot play this game, or too large a table.
    """
    if isinstance(opponent, str) and opponent == "random":
        return choose_at_random
    if engine.has_tables:
        return partial(choose_by_tables, opponent_strategies(game, opponent))
    if isinstance(opponent, np.ndarray):
        raise ParameterError(
            "opponent",
            problem=f"an array of {opponent.dtype} {opponent.shape}: {short_name(game)} has too many infosets for "
            "tables of strategies; must be the name of a baseline, an agent, or a list of them",
        )
    return AskedOpponents(game, seated_opponents(game, opponent))


def opponent_strategies(game: Game, opponent: Any) -> Floats:
    """The others' strategies as float64 [others, entries]."""
    others, size = game.num_players - 1, game.infosets.size
    if isinstance(opponent, np.ndarray):
        table = opponent.astype(np.float64)
    else:
        from pokerzoo.agents.policies.players import opponent_tables

        table = opponent_tables(game, opponent)
    if table.shape not in ((size,), (others, size)):
        raise ParameterError(
            "opponent", problem=f"shape {table.shape}; must be ({size},) for all other seats, or ({others}, {size})"
        )
    for strategy in table.reshape(-1, size):
        game.infosets.check(strategy, "the opponent")
    return np.ascontiguousarray(np.broadcast_to(table, (others, size)))
