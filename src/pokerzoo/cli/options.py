"""Options that several commands share, and what they describe: a game with parameters, players, methods of training."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from pokerzoo.envs.support.errors import InputError, ParameterError

from .command import PATH, option

if TYPE_CHECKING:
    from pokerzoo.agents import TabularPolicy
    from pokerzoo.agents.policies.players import Player
    from pokerzoo.agents.training import Trainer
    from pokerzoo.envs import Game

ROWS_FAILED = 2
"""Exit code if rows have an error; they and all others are written."""

policy_file = click.argument(
    "file", metavar="FILE", type=PATH,
    help="A policy file, from 'pokerzoo train --out' or from save() in Python.",
)  # fmt: skip
out_folder = option(
    "--out", metavar="DIR", help="Folder for the rows. The same command resumes what an earlier one began."
)  # fmt: skip

VARIANT_NAMES = (
    "cfr, cfr+, lcfr, dcfr, dcfr-holdem, pdcfr-holdem, pcfr+, hs-dcfr, hs-dcfr-15, hs-pcfr+, hs-pcfr+-15 or cfr-avg-restart"
)
BASELINE_NAMES = (
    "random, always_call, always_fold, always_raise, honest; in texas_holdem also tight, loose, equity, blueprint and solving"
)
WRITES = {
    "holdem": "pokerzoo solve --out spot.npz writes one",
    "texas_holdem": "pokerzoo blueprint --out blueprint.npz writes a blueprint",
}
"""Commands that write files of games for which 'pokerzoo train' by itself is not made."""
PYTHON_WORDS = {"True": True, "False": False, "None": None}


def parse_params(texts: Sequence[str], flag: str = "--param") -> dict[str, Any]:
    """Parameters from ``NAME=VALUE`` texts.

    Values are JSON (lists become tuples) or Python's True, False, None; anything else is text.

    Raises:
        InputError: no ``=``, or a name given twice.

    >>> parse_params(["num_cards=4", "suit_isomorphism=true", "payoffs=[[0,-1],[1,0]]", "label=x"])
    {'num_cards': 4, 'suit_isomorphism': True, 'payoffs': ((0, -1), (1, 0)), 'label': 'x'}
    """
    from pokerzoo.envs.support.errors import brief, cut_text

    params: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise InputError(f"{flag} {brief(text)}: must be NAME=VALUE")
        if name in params:
            raise InputError(f"{flag} {brief(text)}: {name} is given twice")
        try:
            params[name] = parse_value(value)
        except ParameterError as error:
            raise InputError(f"{flag} {cut_text(text)}: {error.problem}") from None
    return params


def parse_value(text: str) -> Any:
    """One value; see ``parse_params``. ParameterError for lists that are nested too deep."""
    from pokerzoo.envs.support.parameters import as_tuples

    if text in PYTHON_WORDS:
        return PYTHON_WORDS[text]
    try:
        value = json.loads(text)
    except ValueError:
        return text
    except RecursionError:
        raise ParameterError("parameters", problem="lists nested too deep") from None
    return as_tuples(value)


def parse_game(name: str | None, params: Sequence[str]) -> Game | None:
    """The game of ``--game`` and ``--param``; None without ``--game``."""
    if name is None:
        if params:
            raise InputError("--param: needs --game (a policy file has its own parameters)")
        return None
    return game_with(name, params)


def game_with(name: str, texts: Sequence[str]) -> Game:
    """The game of this name with the parameters of ``--param``."""
    from pokerzoo.envs.registry import game_parameters, make_game_from_params

    game_parameters(name)  # an unknown game is reported first: its error is not about a parameter called name
    return make_game_from_params(name, typed_params(name, texts))


def typed_params(name: str, texts: Sequence[str]) -> dict[str, Any]:
    """Parameters of a game from ``NAME=VALUE`` texts: JSON, or shorthand: ``blinds=0.5/1``, ``rake_rate=5%``."""
    params = parse_params(texts)
    words = {key: value for key, value in params.items() if isinstance(value, str)}
    if not words:
        return params
    from pokerzoo.envs.typed_parameters import read_parameters

    read, errors = read_parameters(name, words)
    if errors:
        raise errors[0]
    return {key: value for key, value in params.items() if key not in words} | read


def load_players(names: Sequence[str], game: Game | None) -> tuple[Game, list[Player]]:
    """The game that these players are for, and each of them, called as it was on the command line."""
    from pokerzoo.agents.blueprint.blueprint_file import game_of_blueprint, is_blueprint_file
    from pokerzoo.agents.policies.named_players import BEST_RESPONSE, PLAYERS, SOLVING_ON, named_policy
    from pokerzoo.agents.policies.players import to_player

    for name in names:
        plain = name.removeprefix(BEST_RESPONSE)
        file = name.removeprefix(SOLVING_ON)
        if game is None and file not in PLAYERS and is_blueprint_file(file):
            game = game_of_blueprint(file)
        if game is None and plain not in PLAYERS:
            game = named_policy(None, plain).game
    if game is None:
        raise InputError("which game? give --game GAME, or a policy file as a player")
    return game, [to_player(game, name) for name in names]


def load_policy(file: str) -> TabularPolicy:
    """The policy in a file."""
    from pokerzoo.agents import TabularPolicy
    from pokerzoo.agents.policies.named_players import PLAYERS
    from pokerzoo.envs import list_games

    try:
        return TabularPolicy.load(file)
    except FileNotFoundError:
        if file in list_games():
            command = WRITES.get(file, f"pokerzoo train {file} --out {file}.npz writes one")
            raise InputError(f"{file!r}: a game, not a policy file; {command}") from None
        if file in PLAYERS:
            raise InputError(f"{file!r}: a baseline, not a policy file; pokerzoo match plays baselines") from None
        raise


def check_names(flag: str, names: Iterable[str], allowed: Sequence[str], kind: str) -> None:
    """InputError for the first name that is not allowed."""
    from pokerzoo.envs.support.errors import brief, did_you_mean

    for name in names:
        if name not in allowed:
            hint = f"allowed: {', '.join(allowed)}{did_you_mean(name, allowed)}"
            raise InputError(f"{flag} {brief(name)}: {kind}; {hint}")


def until_in_chips(game: Game, until: str | float | None) -> float | None:
    """``--until`` in chips."""
    from pokerzoo.envs.support.errors import cut_text

    return None if until is None else game.stakes.limit_in_chips(until, f"--until {cut_text(str(until), 60)}", game.name)


def drawn_seed(seed: int | None) -> int:
    """``seed``, or a fresh one where there is none, so that it can be reported and used again."""
    from secrets import randbelow

    return randbelow(2**32) if seed is None else seed


NOT_OPTIONS = ("game", "variant", "seed", "locks", "hand_classes")
"""Arguments of trainers that are no options: they have flags of their own, or no form that can be typed."""
UNTIL_SHARE, UNTIL_SAMPLED = 0.01, 0.001
"""Where no limit is given, networks stop at this share of the largest payoff, sampled bet/fold at this gain in bb a game."""


@dataclass(frozen=True, slots=True)
class Method:
    """A method of training.

    Attributes:
        trainer: the class in ``pokerzoo.agents``.
        about: what it is, for the help.
        variants: whether it takes a variant of CFR.
        network: whether it trains networks.
    """

    trainer: str
    about: str
    variants: bool = False
    network: bool = False


METHODS = {
    "cfr": Method("CFR", "CFR, every deal in each iteration", variants=True),
    "mccfr": Method("MCCFR", "Monte Carlo CFR, which samples", variants=True),
    "symmetric": Method(
        "SymmetricRegretMatching", "one strategy for all players of bet_fold, from games played", variants=True
    ),
    "mmd": Method("MMD", "magnetic mirror descent"),
    "ppo": Method("PPO", "a network by PPO", network=True),
    "rnad": Method("RNaD", "a network by R-NaD", network=True),
    "neural-mmd": Method("NeuralMMD", "a network by magnetic mirror descent", network=True),
    "deep-cfr": Method("DeepCFR", "networks by Deep CFR", variants=True, network=True),
}
"""Methods by ``--method``."""


def make_trainer(
    method: str, game: Game, variant: str | None, seed: int | None, options: dict[str, Any], **more: Any
) -> Trainer:
    """Make the trainer, with its kernels; InputError for a variant or an option that the method does not have."""
    from pokerzoo import agents
    from pokerzoo.kernels import warm_up_once

    row = METHODS[method]
    kind = getattr(agents, row.trainer)
    check_options(kind, options)
    if variant is not None and not row.variants:
        raise InputError(f"--variant {variant}: not with --method {method}")
    more |= {"variant": variant} if row.variants else {}
    trainer: Trainer = kind(game, seed=seed, **more, **options)
    if method == "cfr":  # after it was made: what is wrong with the options is known then
        warm_up_once(game, options.get("precision", "auto"), reports=False)
    return trainer


def check_options(kind: type[Trainer], options: Collection[str], more: Sequence[str] = ()) -> None:
    """InputError for an ``--option`` that a trainer does not have; ``more`` are allowed, too."""
    from pokerzoo.agents.training.trainer import arguments_of

    allowed = [*(name for name in arguments_of(kind) if name not in NOT_OPTIONS), *more]
    check_names("--option", options, allowed, f"{kind.__name__} has no such option")


def default_until(method: str, game: Game) -> str | float:
    """The exploitability at which training stops if no limit is given."""
    from pokerzoo.agents.cfr.solve_result import default_limit

    if METHODS[method].network:
        return UNTIL_SHARE * max(map(abs, game.utility_range))
    return UNTIL_SAMPLED * (game.stakes.big_blind or 1.0) if method == "symmetric" else default_limit(game)
