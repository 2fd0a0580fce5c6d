"""Models of learning libraries as functions of observations.

The modules of a model's classes say which library it is from, so that nothing is imported to find out.
"""

from __future__ import annotations

import copy
import inspect
import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game, make_game
from pokerzoo.envs.core import short_name
from pokerzoo.envs.registry import GAMES
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.extras import import_extra

Vectors: TypeAlias = npt.NDArray[np.float32]
Masks: TypeAlias = npt.NDArray[np.int8]
Scores: TypeAlias = Callable[[Vectors, Masks], npt.ArrayLike]
"""(observations [n, entries], action masks [n, actions]) -> scores [n, actions]; scores of illegal actions are not read."""

NEVER = -1e30
"""The score of an action that is never taken: the exponential of it is 0."""


class ModelScores(NamedTuple):
    """A model as a function that scores actions."""

    scores: Scores
    greedy: bool = False  # takes the highest score, as models that learn values do


def library_of(model: object) -> str | None:
    """The reader of a model, by name: ``"sb3"``, ``"tianshou"``, ``"torchrl"`` or ``"torch"``; None if there is none."""
    if isinstance(model, type):
        return None
    packages = (base.__module__.partition(".")[0] for base in type(model).__mro__)  # torch comes last: all have its modules
    return next((LIBRARIES[package] for package in packages if package in LIBRARIES), None)


def read_model(game: Game, model: Any, library: str) -> ModelScores:
    """Read a model, and query it with two observations to check that it is for this game."""
    result = READERS[library](game, model)
    entries, actions = len(game.observation_names), game.num_distinct_actions
    try:
        shape = np.shape(result.scores(np.zeros((2, entries), np.float32), np.ones((2, actions), np.int8)))
    except Exception as error:
        raise InputError(
            f"{model_text(model)}: cannot be asked about {short_name(game)}{size_text(game, model)}: {error}"
        ) from error
    if shape != (2, actions):
        raise InputError(
            f"{model_text(model)}: gives scores of shape {shape} for 2 observations of {short_name(game)}, "
            f"must be {(2, actions)}"
        )
    return result


def read_torch(game: Game, model: Any) -> ModelScores:
    """A module: observations (and masks, if it takes two) to logits, a distribution, or a tuple that begins with logits."""
    torch = import_extra("torch", "RLAgent needs torch", "rl")
    if not isinstance(model, torch.nn.Module):
        raise ParameterError("model", model, "must be a torch.nn.Module")
    module = module_snapshot(model)
    if type(module).forward is torch.nn.Module.forward and isinstance(getattr(module, "actor", None), torch.nn.Module):
        module = module.actor  # an actor and a critic, as in CleanRL
    taken = [
        parameter for parameter in inspect.signature(module.forward).parameters.values() if parameter.default is parameter.empty
    ]
    with_masks = len(taken) == 2 and all(parameter.kind is parameter.POSITIONAL_OR_KEYWORD for parameter in taken)
    tensors = tensors_for(torch, module)

    def scores(observations: Vectors, masks: Masks) -> npt.ArrayLike:
        seen, legal = tensors(observations, masks)
        with torch.no_grad():
            answer = module(seen, legal) if with_masks else module(seen)
        answer = answer[0] if isinstance(answer, tuple) else answer
        return to_array(getattr(answer, "logits", answer))

    return ModelScores(scores)


def read_sb3(game: Game, model: Any) -> ModelScores:
    """A model of Stable-Baselines3 or sb3-contrib, or its policy."""
    torch = import_extra("torch", "RLAgent needs torch", "rl")
    policy = snapshot_of_sb3(getattr(model, "policy", model))
    if "Recurrent" in type(policy).__name__ or not callable(getattr(policy, "obs_to_tensor", None)):
        raise ParameterError("model", model, "must be a model of Stable-Baselines3 whose policy has no memory")
    if not hasattr(policy.action_space, "n"):
        raise InputError(f"{model_text(model)}: its actions ({policy.action_space}) are not choices from a list")
    in_dict = hasattr(policy.observation_space, "spaces")
    vector = policy.observation_space.spaces.get("observation") if in_dict else policy.observation_space
    check_sizes(game, model, (getattr(vector, "shape", None) or (0,))[-1], int(policy.action_space.n))
    normaliser = getattr(model, "get_vec_normalize_env", lambda: None)()
    normaliser = copy.deepcopy(normaliser) if normaliser is not None else None  # without its environments
    values = next((net for net in ("q_net", "quantile_net") if hasattr(policy, net)), None)
    if values is None and not callable(getattr(policy, "get_distribution", None)):
        raise ParameterError("model", model, f"{type(policy).__name__} gives no distribution over actions")

    def scores(observations: Vectors, masks: Masks) -> npt.ArrayLike:
        seen: Any = {"observation": observations, "action_mask": masks} if in_dict else observations
        if normaliser is not None:
            seen = normaliser.normalize_obs(seen)
        with torch.no_grad():
            tensor, _ = policy.obs_to_tensor(seen)
            if values is not None:
                result = getattr(policy, values)(tensor)
                return to_array(result.mean(dim=1) if values == "quantile_net" else result)
            return to_array(policy.get_distribution(tensor).distribution.logits)

    return ModelScores(scores, values is not None)


def read_tianshou(game: Game, model: Any) -> ModelScores:
    """A policy or an algorithm of Tianshou 2, of one player or with one for each; or one of its networks."""
    torch = import_extra("torch", "RLAgent needs torch", "rl")
    data = import_extra("tianshou.data", "RLAgent needs Tianshou", "rl")
    policy = getattr(model, "policy", model)
    if hasattr(policy, "policies"):
        names = {str(agent): player_policy for agent, player_policy in policy.policies.items()}
        wanted = [f"player_{seat}" for seat in range(game.num_players)]
        if sorted(names) != sorted(wanted):
            raise InputError(
                f"{model_text(model)}: has policies of {', '.join(names)}; {short_name(game)} has {', '.join(wanted)}"
            )
        return by_seat(game, model, [read_tianshou(game, names[agent]) for agent in wanted])
    if not isinstance(policy, torch.nn.Module):
        raise ParameterError("model", model, "must be a policy or an algorithm of Tianshou 2")
    if not hasattr(policy, "action_space"):  # one of its networks
        return read_torch(game, policy)
    if not hasattr(policy.action_space, "n"):
        raise InputError(f"{model_text(model)}: its actions ({policy.action_space}) are not choices from a list")
    policy = module_snapshot(policy)

    def ask(observations: Vectors, masks: Masks, masked: bool) -> Any:
        seen = data.Batch(obs=observations, mask=masks == 1) if masked else observations
        with torch.no_grad(), torch.random.fork_rng(devices=[]):  # it draws actions, too; to ask disturbs no training
            return policy(data.Batch(obs=seen, info=data.Batch()), state=None)

    tried = np.zeros((1, len(game.observation_names)), np.float32), np.ones((1, game.num_distinct_actions), np.int8)
    masked = call_succeeds(lambda: ask(*tried, True)) or not call_succeeds(lambda: ask(*tried, False))

    def scores(observations: Vectors, masks: Masks) -> npt.ArrayLike:
        answer = ask(observations, masks, masked)
        if getattr(answer, "state", None) is not None and len(answer.state):
            raise InputError("it has a memory, and is asked about single observations here")
        inner = getattr(answer, "dist", None)
        return to_array(answer.logits if inner is None else inner.logits)

    return ModelScores(scores, not hasattr(policy, "dist_fn"))


def read_torchrl(game: Game, model: Any) -> ModelScores:
    """A module of TorchRL or tensordict that reads ``observation``, and optionally ``action_mask``, in groups or not."""
    torch = import_extra("torch", "RLAgent needs torch", "rl")
    tensordict = import_extra("tensordict", "RLAgent needs TorchRL", "rl")
    envs = import_extra("torchrl.envs.utils", "RLAgent needs TorchRL", "rl")
    if callable(getattr(model, "get_policy_operator", None)):  # an actor and a critic in one
        model = model.get_policy_operator()
    if not isinstance(model, torch.nn.Module):
        raise ParameterError("model", model, "must be a module of TorchRL, or a torch.nn.Module")
    if not hasattr(model, "in_keys"):  # one of its networks
        return read_torch(game, model)
    module = module_snapshot(model)
    keys = [key if isinstance(key, tuple) else (key,) for key in module.in_keys]
    unknown = [key for key in keys if key[-1] not in ("observation", "action_mask")]
    if unknown:
        text = ", ".join(map(repr, (key[0] if len(key) == 1 else key for key in unknown)))
        raise InputError(f"{model_text(model)}: reads {text}; must read observation and action_mask alone (and have no memory)")
    # A group of TorchRL's PettingZooWrapper has all seats, or is that of one player.
    names = [key[0] for key in keys if key != ("observation",) and key != ("action_mask",)]
    single = {name: re.fullmatch(r"player_(\d+)", name) for name in names}
    groups = {name: [int(match[1])] if match else [*range(game.num_players)] for name, match in single.items()}
    columns = seat_columns(game, model) if groups else []
    tensors = tensors_for(torch, module)
    values = any((key if isinstance(key, str) else key[-1]) == "action_value" for key in module.out_keys)

    def scores(observations: Vectors, masks: Masks) -> npt.ArrayLike:
        seen, legal = tensors(observations, masks)
        inputs = tensordict.TensorDict({}, batch_size=[len(observations)])
        for key in keys:
            value = seen if key[-1] == "observation" else legal
            if key[0] in groups:
                value = value[:, None].expand(-1, len(groups[key[0]]), -1)
            inputs[key] = value
        with torch.no_grad(), envs.set_exploration_type(envs.ExplorationType.DETERMINISTIC):
            if not groups:
                return to_array(module_output(module, inputs, ()))
            seats = observations[:, columns].argmax(axis=1)
            result = np.full(masks.shape, np.nan)
            for group, played in groups.items():
                answers = to_array(module_output(module, inputs, (group,)))
                for place, seat in enumerate(played):
                    result[seats == seat] = answers[seats == seat, place]
        return result

    return ModelScores(scores, values)


def module_output(module: Any, inputs: Any, group: tuple[str, ...]) -> Any:
    """A TorchRL module's output for a group: logits of its distribution, action values, or the logits that it writes."""
    if callable(getattr(module, "get_dist", None)):
        inner = module.get_dist(inputs.clone())
        if not hasattr(inner, "logits"):
            raise InputError(f"its actions ({type(inner).__name__}) are not choices from a list")
        return inner.logits
    written = module(inputs.clone())
    for name in ("action_value", "logits"):
        if (*group, name) in written.keys(True):
            return written[(*group, name)]
    if len(module.out_keys) == 1:
        return written[module.out_keys[0]]
    raise InputError(f"it gives {module.out_keys}, and neither a distribution nor action_value nor logits")


def by_seat(game: Game, model: Any, readings: list[ModelScores]) -> ModelScores:
    """One for each seat, chosen by the observation's entries that name the seat."""
    columns = seat_columns(game, model)

    def scores(observations: Vectors, masks: Masks) -> npt.ArrayLike:
        seats = observations[:, columns].argmax(axis=1)
        result = np.zeros(masks.shape)
        for seat, reading in enumerate(readings):
            rows = seats == seat
            if rows.any():
                values = np.asarray(reading.scores(observations[rows], masks[rows]), dtype=np.float64)
                result[rows] = greedy_scores(values, masks[rows]) if reading.greedy else values
        return result

    return ModelScores(scores)


def greedy_scores(scores: Floats, masks: Masks) -> Floats:
    """Scores of which only the highest of a legal action is ever taken."""
    best = np.where(masks == 1, scores, -np.inf).argmax(axis=1)
    return np.where(np.arange(masks.shape[1]) == best[:, None], 0.0, NEVER)


def seat_columns(game: Game, model: Any) -> list[int]:
    """The entries of an observation that name the seat; ValueError where there are none."""
    names = [f"seat_{seat}" for seat in range(game.num_players)]
    if not set(names) <= set(game.observation_names):
        text = f"observations of {short_name(game)} do not name the seat: give the model of one"
        raise InputError(f"{model_text(model)}: of several players; {text}")
    return [game.observation_names.index(name) for name in names]


def check_sizes(game: Game, model: Any, entries: int, actions: int) -> None:
    """ValueError unless a model takes observations of a game and has its actions; it says what game it may be for."""
    wanted = len(game.observation_names), game.num_distinct_actions
    if (entries, actions) != wanted:
        raise InputError(
            f"{model_text(model)}: takes observations of {entries} entries and has {actions} actions{games_text(entries)}; "
            f"{short_name(game)} has {wanted[0]} and {wanted[1]}"
        )


def size_text(game: Game, model: Any) -> str:
    """The size of a network's first layer, for an error, if the game has another."""
    module = getattr(model, "policy", model)
    layers = module.modules() if callable(getattr(module, "modules", None)) else ()
    entries = next((layer.in_features for layer in layers if hasattr(layer, "in_features")), None)
    if entries is None or entries == len(game.observation_names):
        return ""
    return f" (observations of {len(game.observation_names)} entries; its first layer takes {entries}{games_text(entries)})"


def games_text(entries: int) -> str:
    """Games of the package whose observations have this many entries, for an error."""
    result = [short_name(game) for game in map(make_game, GAMES) if len(game.observation_names) == entries]
    return f", as {' or '.join(result)} has" if result else ""


def call_succeeds(call: Callable[[], Any]) -> bool:
    """True if a call raises nothing."""
    try:
        call()
    except Exception:
        return False
    return True


def model_text(model: Any) -> str:
    """A model's name in error messages."""
    return f"model={type(model).__name__}"


def tensors_for(torch: Any, module: Any) -> Callable[[Vectors, Masks], tuple[Any, Any]]:
    """Observations and masks as tensors of the type and on the device of a module's parameters; masks are bool."""
    floats = next((parameter.dtype for parameter in module.parameters() if parameter.dtype.is_floating_point), torch.float32)
    device = next((parameter.device for parameter in module.parameters()), None)

    def tensors(observations: Vectors, masks: Masks) -> tuple[Any, Any]:
        return torch.as_tensor(observations, dtype=floats, device=device), torch.as_tensor(masks == 1, device=device)

    return tensors


def module_snapshot(module: Any) -> Any:
    """A copy of a module in evaluation mode (no dropout); ValueError if it cannot be copied."""
    try:
        snapshot = copy.deepcopy(module)
    except (RuntimeError, TypeError) as error:
        raise InputError(f"{type(module).__name__} cannot be copied: {error}") from error
    return snapshot.eval() if callable(getattr(snapshot, "eval", None)) else snapshot


def snapshot_of_sb3(policy: Any) -> Any:
    """A copy of a policy of Stable-Baselines3 without its last distribution, which cannot be copied."""
    holder = getattr(policy, "action_dist", None)
    last = getattr(holder, "distribution", None)
    if last is None:
        return module_snapshot(policy)
    holder.distribution = None  # type: ignore[union-attr]
    try:
        return module_snapshot(policy)
    finally:
        holder.distribution = last  # type: ignore[union-attr]


def to_array(tensor: Any) -> Floats:
    """A tensor as an array."""
    return np.asarray(tensor.detach().cpu().numpy(), dtype=np.float64)


READERS: dict[str, Callable[[Game, Any], ModelScores]] = {
    "tianshou": read_tianshou,
    "sb3": read_sb3,
    "torchrl": read_torchrl,
    "torch": read_torch,
}
"""Readers of models, by library."""

LIBRARIES = {
    "tianshou": "tianshou",
    "stable_baselines3": "sb3",
    "sb3_contrib": "sb3",
    "torchrl": "torchrl",
    "tensordict": "torchrl",
    "torch": "torch",
}
"""Packages whose models are read, and by which reader."""
