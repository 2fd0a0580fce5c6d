"""A training: a game, a trainer, its options; the seeds, and the iterations at which a run is measured."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from pokerzoo import agents
from pokerzoo.agents import Trainer
from pokerzoo.agents.training.trainer import arguments_of, variant_name
from pokerzoo.envs import Game
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.registry import make_game_from_params
from pokerzoo.envs.support.parameters import brief, check_int, did_you_mean

GIVEN_ELSEWHERE = ("game", "seed", "threads", "locks")
"""Arguments of trainers that are no options of a training: one thread a run, and a seed from the list of seeds."""
STEPS = (10, 13, 18, 24, 32, 42, 56, 75)
"""Iterations of measurements, times 1, 10, 100, ...: eight a power of ten, about evenly apart on a logarithmic axis."""
MOST_LOOKS = 100_000
MOST_SEEDS = 100_000
LARGEST_SEED = 2**63 - 1
"""Seeds are a column of 64-bit whole numbers."""


class Training:
    """A game and a trainer with its options: what runs with different seeds have in common.

    Attributes:
        game: the game.
        trainer: name of the trainer in ``pokerzoo.agents``.
        options: the options that are not the trainer's defaults, and the variant.
        name: what it is called in tables and pictures.
        draws: whether the trainer draws anything at random; if not, all seeds would give the same run.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import Training
        >>> Training(make_game("kuhn"), options={"variant": "lcfr", "sampling": "outcome", "epsilon": 0.4}).name
        'lcfr, outcome sampling, epsilon 0.4'
    """

    def __init__(
        self,
        game: GameLike,
        trainer: str = "MCCFR",
        *,
        options: dict[str, Any] | None = None,
        name: str | None = None,
    ) -> None:
        """Make a trainer once, to see whether it can be made.

        Args:
            game: the game.
            trainer: ``"MCCFR"``, ``"CFR"`` or any other trainer of ``pokerzoo.agents``.
            options: keyword arguments of the trainer, plain JSON values (a variant is a name); no seed and no threads.
            name: what to call it; None: the variant, what is sampled, and the other options.

        Raises:
            ValueError: no such game, trainer or option, or a value that is not allowed.
        """
        game = game_of(game)
        self.game = game
        self.trainer = trainer
        defaults = arguments_of(trainer_class(trainer))
        given = dict(options or {})
        check_option_names(trainer, given, defaults)
        try:
            given = json.loads(json.dumps(given, allow_nan=False))
        except (TypeError, ValueError):
            raise ValueError(f"options={brief(given)}: must be plain JSON values (a variant is a name)") from None
        self.options = {name: value for name, value in given.items() if value != defaults[name]}
        made = self.make(seed=0)
        self.draws = made._generator() is not None
        if (variant := variant_name(made)) is not None:
            self.options["variant"] = variant
        self.name = name or default_name(made, self.options)

    def make(self, seed: int | None) -> Trainer:
        """The trainer at its start; on one thread where it could have several.

        Args:
            seed: of its random numbers; None for a trainer that draws nothing.
        """
        return make_trainer(self.trainer, self.game, seed, self.options)

    def to_dict(self) -> dict[str, Any]:
        """Its name, and all that decides its runs except their seeds: plain JSON values."""
        return {
            "game": self.game.name,
            "parameters": json.loads(json.dumps(self.game.params)),
            "trainer": self.trainer,
            "options": self.options,
            "draws": self.draws,
            "name": self.name,
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Training:
        """The training that ``to_dict`` described. It is not tried again.

        Args:
            record: what ``to_dict`` returned.

        Raises:
            ValueError: no such game or trainer.
        """
        training = object.__new__(cls)
        training.game = make_game_from_params(str(record["game"]), record["parameters"])
        training.trainer = str(record["trainer"])
        trainer_class(training.trainer)
        training.options = dict(record["options"])
        training.draws = bool(record["draws"])
        training.name = str(record["name"])
        return training

    def __repr__(self) -> str:
        return f"<Training {self.game}: {self.name}>"


def trainer_class(name: str) -> type[Trainer]:
    """A trainer by name; ValueError, naming all, where there is none such."""
    found = {one: getattr(agents, one) for one in dir(agents)}
    known = {one: kind for one, kind in found.items() if inspect.isclass(kind) and issubclass(kind, Trainer)}
    allowed = [one for one, kind in known.items() if not inspect.isabstract(kind)]
    if name not in allowed:
        raise ValueError(f"trainer={brief(name)}: no such trainer; allowed: {', '.join(allowed)}{did_you_mean(name, allowed)}")
    return known[name]


def make_trainer(name: str, game: Game, seed: int | None, options: Mapping[str, Any]) -> Trainer:
    """Make a trainer by name, on one thread where it could have several."""
    kind: Any = trainer_class(name)
    fixed = {"seed": seed, "threads": 1}
    known = arguments_of(kind)
    trainer: Trainer = kind(game, **options, **{name: fixed[name] for name in fixed if name in known})
    return trainer


def check_option_names(what: str, given: Iterable[str], arguments: Iterable[str]) -> None:
    """ValueError, with all options, for a name that is not among these arguments or is given elsewhere."""
    allowed = [name for name in arguments if name not in GIVEN_ELSEWHERE]
    for one in given:
        if one not in allowed:
            told = ", ".join(allowed) or "none"
            raise ValueError(f"options: {what} has no {brief(one)}; allowed: {told}{did_you_mean(one, allowed)}")


def default_name(trainer: Trainer, options: Mapping[str, Any]) -> str:
    """The variant, what is sampled, and the other options that are not defaults."""
    words = [variant_name(trainer) or type(trainer).__name__]
    if trainer._sampling is not None:
        words.append(f"{trainer._sampling} sampling")
    for name, value in options.items():
        if name not in ("variant", "sampling"):
            said = name.replace("_", " ")
            if isinstance(value, bool):
                words.append(said if value else f"no {said}")
            else:
                words.append(f"{value} {said}" if isinstance(value, str) else f"{said} {value}")
    return ", ".join(words)


def check_trainings(trainings: Iterable[Training]) -> list[Training]:
    """A list of trainings; ValueError if it is empty, or if two of one game have the same name."""
    found = list(trainings)
    if not found:
        raise ValueError("trainings: must be at least one")
    seen = set()
    for one in found:
        if (one.game, one.name) in seen:
            raise ValueError(f"trainings: two of {one.game} are called {one.name!r}; give them different names")
        seen.add((one.game, one.name))
    return found


def check_seeds(seeds: int | Iterable[int]) -> list[int]:
    """Seeds from their number (then 0, 1, ...) or themselves; ValueError where one is not allowed or comes twice."""
    if isinstance(seeds, int):
        check_int("seeds", seeds, 1, MOST_SEEDS)
        return list(range(seeds))
    found = list(islice(seeds, MOST_SEEDS + 1))
    if not 1 <= len(found) <= MOST_SEEDS:
        raise ValueError(f"seeds: must be 1 to {MOST_SEEDS:,} of them")
    for seed in found:
        check_int("seeds", seed, 0, LARGEST_SEED)
    if len(set(found)) < len(found):
        raise ValueError("seeds: one comes twice, which would be one run")
    return found


def look_iterations(iterations: int, every: int | None = None) -> list[int]:
    """Iterations at which a run is measured: each ``every``, else 10, 13, 18, 24, 32, 42, 56, 75, 100, ...; and its end.

    >>> look_iterations(100), look_iterations(50, 20)
    ([10, 13, 18, 24, 32, 42, 56, 75, 100], [20, 40, 50])
    """
    check_int("iterations", iterations, 1, 10**15)
    if every is None:
        looks = [10**power * step for power in range(15) for step in STEPS if 10**power * step < iterations]
    else:
        check_int("every", every, 1, 10**15)
        if iterations // every > MOST_LOOKS:
            raise ValueError(f"every={every}: {iterations // every:,} measurements of each run, more than {MOST_LOOKS:,}")
        looks = list(range(every, iterations, every))
    return [*looks, iterations]
