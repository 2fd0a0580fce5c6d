"""All trainers share an interface: the same run, the same first arguments, and errors that name what was wrong."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pokerzoo.agents.blueprint
from pokerzoo.agents import (
    CFR,
    MCCFR,
    MMD,
    PPO,
    DeepCFR,
    RNaD,
    SymmetricRegretMatching,
)
from pokerzoo.agents.blueprint import Blueprint, make_hand_classes
from pokerzoo.agents.training import JsonLinesLog, Trainer, UnsupportedError
from pokerzoo.agents.training.trainer import arguments_of
from pokerzoo.envs import make_game
from pokerzoo.preflop import PreflopSolver, preflop_game
from pokerzoo_testing.neural_trainers import needs_torch, small
from pokerzoo_testing.trainers import TURN

KUHN, RPS = make_game("kuhn"), make_game("rps", payoffs=((0.0, -1.0, 2.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0)))
BET_FOLD = make_game("bet_fold", num_players=3, num_cards=9)
MADE: dict[str, Callable[[], Any]] = {
    "CFR": lambda: CFR(KUHN),
    "MCCFR": lambda: MCCFR(KUHN, seed=1),
    "one strategy, sampled": lambda: SymmetricRegretMatching(BET_FOLD, seed=1),
    "a strategy each": lambda: CFR(BET_FOLD),
    "MMD": lambda: MMD(KUHN),
    "DeepCFR": lambda: small("deep cfr", seed=1),
    "PPO": lambda: PPO(KUHN, seed=1, hands=64, at_once=16, hidden=16, device="cpu"),
    "NeuralMMD": lambda: small("neural mmd", seed=1),
    "RNaD": lambda: small("rnad", seed=1),
}
NEURAL = ("DeepCFR", "PPO", "NeuralMMD", "RNaD")
ALL = [pytest.param(name, marks=needs_torch) if name in NEURAL else name for name in MADE]
PUBLIC = vars(pokerzoo.agents) | vars(pokerzoo.agents.blueprint)
TRAINERS = [kind for kind in PUBLIC.values() if inspect.isclass(kind) and issubclass(kind, Trainer) and kind is not Trainer]


@pytest.mark.parametrize("kind", TRAINERS)
def test_they_are_made_and_run_in_the_same_words(kind: type[Trainer]) -> None:
    first, second, *others = inspect.signature(kind).parameters.values()
    assert (first.name, second.name, second.default) == ("game", "variant", None)
    assert not any(other.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for other in others)
    names = {*arguments_of(kind)}
    assert "seed" in names and not names & {"mode", "sample", "samples", "rng", "random_state", "linear"}
    for name in ("run", "exploitability", "expected_value", "exploitability_percent", "iteration"):
        assert name not in {attribute for base in kind.__mro__[: kind.__mro__.index(Trainer)] for attribute in vars(base)}, name


@pytest.mark.parametrize("name", ALL)
def test_trainers_share_an_interface(name: str, tmp_path: Path) -> None:
    seen: list[int] = []
    trainer = MADE[name]()
    assert (trainer.iteration, trainer.seconds, trainer._planned) == (0, 0.0, 0)
    assert trainer._chance in ("all", "sample") and trainer._sampling in (None, "external", "outcome", "chance")
    assert trainer.seed is None if trainer._chance == "all" and not trainer._seed_given else trainer.seed == 1
    log = JsonLinesLog(tmp_path / "log.jsonl")
    back = trainer.run(6, every=3, callbacks=[lambda now: seen.append(now.iteration), log], checkpoint=tmp_path / "run")
    assert back is trainer and seen == [3, 6] and trainer.seconds > 0.0
    measured = trainer.measure()
    assert trainer.exploitability == measured.exploitability
    assert trainer.expected_value == measured.values[0]
    assert measured.gains.min() > -1e-9
    for kind, policy in (("average", trainer.average_policy()), ("current", trainer.current_policy())):
        assert policy.game == trainer.game and policy.probabilities.shape == (trainer.game.infosets.size,)
        assert (policy.metadata["strategy"], policy.metadata["iterations"]) == (kind, 6)
    assert len(log.path.read_text().splitlines()) == 2
    again = MADE[name]().run(9, every=3, checkpoint=tmp_path / "run")  # goes on where that one stopped
    straight = MADE[name]().run(9)
    assert again.iteration == straight.iteration == 9
    for key, array in straight.state().items():
        assert np.array_equal(again.state()[key], array), key
    stopped = MADE[name]().run(10_000, callbacks=[lambda now: True])
    assert 0 < stopped.iteration < 10_000


@pytest.mark.parametrize("name", ALL)
def test_until_is_looked_at(name: str) -> None:
    trainer = MADE[name]()
    at = 2 * max(trainer.exploitability, 0.5)  # it is there at the first look
    assert trainer.run(100_000, until=at).iteration == trainer._next_check(0)
    for wrong, message in (
        ({}, "run needs iterations="), ({"iterations": 0}, "iterations=0"), ({"until": 0.0}, "until=0.0"),
        ({"until": float("nan")}, "until=nan"), ({"iterations": 5, "every": 0}, "every=0"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=message):
            trainer.run(**wrong)


ROYAL = make_game("fhp", deck="royal", raise_cap=1)
TURN_GAME = make_game("holdem", **TURN)
REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: CFR(KUHN, "cfr++"), r"variant='cfr\+\+': no such variant; allowed: cfr, "),
    (lambda: CFR(KUHN, layout="round"), "layout='round'"),  # type: ignore[arg-type]
    (lambda: CFR(RPS, layout="public"), "layout='public': CFR cannot do this"),
    (lambda: CFR(KUHN, layout="flat", precision="single"), "precision='single': CFR cannot do this"),
    (lambda: CFR(TURN_GAME, "pcfr+", precision="half"), "CFR cannot do this: .*predicts"),
    (lambda: CFR(make_game("holdem"), precision="half"), "CFR cannot do this: .*only turns"),
    *((lambda threads=threads: CFR(TURN_GAME, threads=threads), "threads=") for threads in (0, 1.5, True, "all")),
    (lambda: MCCFR(KUHN, sampling="robust"), "sampling='robust': must be one of"),  # type: ignore[arg-type]
    (lambda: MCCFR(KUHN, "dcfr"), r"variant='dcfr': MCCFR cannot do this: it takes cfr, cfr\+, lcfr"),
    (lambda: MCCFR(KUHN, epsilon=0.0), "epsilon=0.0"),
    (lambda: MCCFR(KUHN, epsilon=1.5), "epsilon=1.5"),
    (lambda: MCCFR(KUHN, baseline=1), "baseline=1: must be True or False"),  # type: ignore[arg-type]
    (lambda: MCCFR(ROYAL, sampling="outcome"), "MCCFR cannot do this: .*externally"),
    (lambda: MCCFR(ROYAL, "cfr+"), "MCCFR cannot do this: .*cfr and lcfr"),
    (lambda: SymmetricRegretMatching(KUHN), "game=kuhn.*: SymmetricRegretMatching cannot do this"),
    (lambda: SymmetricRegretMatching(BET_FOLD, "dcfr"), "variant='dcfr': SymmetricRegretMatching cannot do this"),
    (lambda: DeepCFR(KUHN, "dcfr"), "variant='dcfr': DeepCFR cannot do this"),
    (lambda: DeepCFR(make_game("kuhn", num_players=3)), "DeepCFR cannot do this: it is for two players"),
    (lambda: MMD(KUHN, "cfr"), "variant='cfr': MMD cannot do this"),  # type: ignore[arg-type]
    (lambda: MMD(make_game("holdem", board="QsJh2h", ranges=("QQ+,AKs", "QQ+,AKs"))), "MMD cannot do this: its boards"),
    (lambda: MMD(RPS, layout="public"), "layout='public': MMD cannot do this"),
    (lambda: MMD(KUHN, layout="rows"), "layout='rows'"),  # type: ignore[arg-type]
    (lambda: MMD(KUHN, alternating=1), "alternating=1"),  # type: ignore[arg-type]
    *((lambda step=step: MMD(KUHN, step=step), f"step={step}") for step in (0.0, float("nan"))),
    (lambda: MMD(KUHN, temperature=-1.0), "temperature=-1.0"),
    (lambda: MMD(KUHN, temperature="5/log(t)"), r"temperature='5/log\(t\)': must be a number, or"),
    (lambda: MMD(KUHN, temperature="1/t^11"), r"temperature='1/t\^11': the exponent must be at most 10"),
    (lambda: MMD(KUHN, magnet_rate=1.5), "magnet_rate=1.5"),
    (lambda: RNaD(KUHN, "cfr"), "variant='cfr': RNaD cannot do this"),  # type: ignore[arg-type]
    (lambda: Blueprint(ROYAL, bet_sizes="50%"), "sizes of its own"),
    (lambda: Blueprint(ROYAL, "cfr+"), r"variant='cfr\+'.*it takes lcfr and cfr"),
    (lambda: Blueprint(KUHN), "public cards to come"),
    (
        lambda: Blueprint(make_game("texas_holdem", deck="short", stack=20), hand_classes=make_hand_classes(ROYAL.rules)),  # type: ignore[attr-defined]
        r"made for 20 cards with public cards \(3,\); the game has 36",
    ),
    (lambda: PreflopSolver(KUHN), "preflop_game"),
    (lambda: PreflopSolver(preflop_game(2), "cfr+"), r"cfr\+"),
    (lambda: PreflopSolver(preflop_game(2), realization={"SB": 5.0}), "realization"),
    (lambda: PreflopSolver(preflop_game(2, payouts=(1,)), realization={"SB": 0.9}), "share of a prize"),
    *((lambda kind=kind: kind("khun"), "game='khun': must be a game .* did you mean .*kuhn") for kind in TRAINERS),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_what_one_cannot_do_names_the_argument(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        call()
    assert isinstance(raised.value, UnsupportedError) == ("cannot do this" in str(raised.value))
