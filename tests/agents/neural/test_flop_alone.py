"""Flops solved alone: what is refused, which solver is made, what it takes, and the error that is stated."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pokerzoo.agents import DepthLimitedCFR, ValueNetwork
from pokerzoo.agents.neural.flop_alone import ITERATIONS, MEASURED, flop_alone_bytes, flop_alone_fault, make_flop_solver
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.street_size import solving_size
from pokerzoo_testing import ROOT

RANGES = ("QQ+,AhKh,JTs,98s", "TT-88,AKs,QJs")


def spot(board: str = "QsJh2h", **more: Any) -> Any:
    given: dict[str, Any] = {"ranges": RANGES, "pot": 20, "stack": 25, "bet_sizes": "60%,a", "raise_sizes": "a"}
    return make_game("holdem", board=board, **given | more)


@pytest.mark.parametrize(
    ("game", "variant", "fault"),
    [
        (spot(), None, None),
        (spot(), "cfr+", None),
        (spot("QsJh2h8d"), None, "13 times as long"),
        (spot("QsJh2h8d3c"), None, "a board of three cards"),
        (make_game("leduc"), None, "a board of three cards"),
        (spot(ranges=(*RANGES, "AA,KK")), None, "two players"),
        (spot(ranges=("AsAh", "KsKh")), None, "more hands than 2"),
        (spot(), "pcfr+", "predicts"),
    ],
)  # fmt: skip
def test_what_cannot_be_solved_alone_is_refused_with_the_reason(game: Any, variant: str | None, fault: str | None) -> None:
    found = flop_alone_fault(game, variant)
    assert (found is None) if fault is None else (found is not None and fault in found)
    if fault is not None:
        with pytest.raises(ValueError, match=re.escape(fault)):
            make_flop_solver(game, variant)


def test_the_solver_is_the_one_that_was_measured() -> None:
    game = spot()
    own = make_flop_solver(game, threads=1).run(2)
    same = DepthLimitedCFR(game, values=ValueNetwork.load(public_cards=4), ask_every=2, threads=1).run(2)
    assert own.average_policy() == same.average_policy()
    kept = sum(array.nbytes for array in own.state().values())
    assert kept < flop_alone_bytes(game) < 60e6
    # Of hands and sizes as they are used it is a small part of what all streets take.
    wide = spot(ranges=("22+,A2+,KT+,QT+", "22+,A2+,K9+,Q9+,J9+"), stack=160, bet_sizes="33%,100%,a", raise_sizes="60%,a")
    assert flop_alone_bytes(wide) < solving_size(wide).bytes["half"] / 20


def test_the_stated_error_is_what_was_measured() -> None:
    """The rows behind docs/depth_limited.md say so, for as many iterations."""
    path = ROOT / "docs" / "depth_limited" / "flop.parquet"
    rows = pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
    assert {row["iterations"] * 2 for row in rows} == {ITERATIONS}
    added: dict[str, list[float]] = {"narrow": [], "wide": []}
    for row in rows:
        if row["stack_in_pots"] <= 4:
            ranges = "narrow" if row["line"] == "4-bet" else "wide"
            added[ranges].append(row["network2_percent"] - row["full_40_percent"])
    every = [*added["narrow"], *added["wide"]]
    assert f"on {len(every)} flops" in MEASURED and f"added {sum(every) / len(every):.1f}% of the pot in the mean" in MEASURED
    assert f"{max(added['wide']):.1f}% at most" in MEASURED and f"up to {max(added['narrow']):.1f}%" in MEASURED
    assert MEASURED in " ".join((ROOT / "docs" / "cli.md").read_text(encoding="utf-8").split())
