"""One trainer of each kind on a small game, and all that a run of it leaves behind."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

from pokerzoo.agents import CFR, MCCFR, MMD, SymmetricRegretMatching, hs_dcfr, lock_node
from pokerzoo.agents.blueprint import Blueprint
from pokerzoo.envs import kuhn_v0, make_game
from pokerzoo.preflop import PreflopSolver, preflop_game
from pokerzoo_testing.class_of_each_hand import ClassOfEachHand

LOCKS = {"K|": {"check": 0.25, "bet": 0.75}}
TURN: dict[str, Any] = {
    "board": "QsJs2h8h", "ranges": ("22+,AKs,AQo", "22+,KQs,AJs"), "pot": 10, "stack": 20, "bet_sizes": "60%,a",
    "raise_sizes": "a",
}  # fmt: skip
THREE_WAY: dict[str, Any] = {
    "board": "Td9d6h2c", "ranges": ("AA,QJs", "KK,T9s", "QQ,87s"), "pot": 10, "stack": 20, "bet_sizes": "50%",
    "raise_sizes": "a",
}  # fmt: skip


class Made(NamedTuple):
    """How a trainer is made, with so many threads if it has any, and how many iterations tell its runs apart."""

    make: Callable[[int], Any]
    iterations: int = 300


def tables() -> dict[str, Made]:
    """Trainers whose sums are one table, and which are done in an instant."""
    leduc = make_game("leduc", suit_isomorphism=True)
    three, bet_fold = make_game("kuhn", num_players=3), make_game("bet_fold", num_players=3, num_cards=9)
    return {
        # The other variants differ from these in factors only.
        "CFR cfr": Made(lambda _: CFR(leduc, "cfr")),
        "CFR cfr-avg-restart": Made(lambda _: CFR(leduc, "cfr-avg-restart")),
        "CFR dcfr": Made(lambda _: CFR(leduc, "dcfr")),
        "CFR hs-pcfr+": Made(lambda _: CFR(leduc, "hs-pcfr+")),
        "single": Made(lambda _: CFR(leduc, "dcfr", precision="single")),
        "external": Made(lambda _: MCCFR(leduc, sampling="external", seed=5)),
        "external, three players": Made(lambda _: MCCFR(three, sampling="external", seed=5)),
        "outcome, baseline": Made(lambda _: MCCFR(leduc, sampling="outcome", baseline=True, variant="lcfr", seed=5)),
        "outcome, three players": Made(lambda _: MCCFR(three, sampling="outcome", seed=5)),
        "chance": Made(lambda _: MCCFR(leduc, sampling="chance", baseline=True, seed=5)),
        "mmd": Made(lambda _: MMD(leduc)),
        "mmd, moving magnet": Made(lambda _: MMD(leduc, magnet_rate="1/sqrt(t)", layout="flat")),
        "bet/fold, exact": Made(lambda _: CFR(bet_fold, "pcfr+")),
        "bet/fold, sampled": Made(lambda _: SymmetricRegretMatching(bet_fold, seed=5)),
    }


def all_trainers() -> dict[str, Made]:
    """Those of ``tables``, of other arguments, and of spots, flops and tables before the flop, on threads."""
    royal: Any = make_game("fhp", deck="royal", raise_cap=1)
    hand_classes: Any = ClassOfEachHand(royal)
    turn, three_way = make_game("holdem", **TURN), make_game("holdem", **THREE_WAY)
    three = make_game("holdem", **THREE_WAY | {"board": "Td9d6h2c3s"})
    lock, three_lock = lock_node(turn, "x", {"check": 1.0}), lock_node(three_way, "x", {"check": 1.0})
    preflop = preflop_game(3, stack=12, raise_sizes="2.5x | a", max_callers=1)
    return tables() | {
        "of an environment": Made(lambda _: CFR(kuhn_v0.env(), "dcfr", alternating=False)),
        "by keyword": Made(lambda _: CFR(game=make_game("kuhn"), variant=hs_dcfr(20, 50), layout="flat")),
        "locks": Made(lambda _: CFR(make_game("kuhn"), "cfr+", locks=LOCKS)),
        "turn": Made(lambda threads: CFR(turn, locks=lock, threads=threads), 7),
        "turn, pcfr+": Made(lambda threads: CFR(turn, "pcfr+", threads=threads), 7),
        "turn, half": Made(lambda threads: CFR(turn, "cfr+", locks=lock, precision="half", threads=threads), 7),
        "flops, half": Made(lambda threads: CFR(royal, precision="half", threads=threads), 4),
        "flops, external": Made(lambda _: MCCFR(royal, seed=5), 1000),
        "flops, blueprint": Made(lambda threads: Blueprint(royal, hand_classes=hand_classes, seed=3, threads=threads), 10),
        "three on a river": Made(lambda _: CFR(three), 20),
        "three on a turn": Made(lambda threads: CFR(three_way, locks=three_lock, threads=threads), 3),
        "three on a turn, in turn": Made(lambda threads: CFR(three_way, alternating=True, threads=threads), 3),
        "three before the flop": Made(lambda threads: PreflopSolver(preflop, seed=3, threads=threads, deals=60), 6),
    }


def digest(trainer: Any) -> str:
    """Of all that a run leaves behind, the generator included."""
    total = hashlib.sha256()
    for name, array in sorted(trainer.state().items()):
        total.update(name.encode() + array.tobytes())
    generator = trainer._generator()
    total.update(repr(None if generator is None else generator.bit_generator.state).encode())
    return total.hexdigest()
