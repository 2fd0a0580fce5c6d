"""Properties of all trainers: copies and pickles that learn on, one run at a time, seconds without compiling."""

from __future__ import annotations

import copy
import json
import pickle
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy, Variant, hs_dcfr
from pokerzoo.agents.training import JsonLinesLog
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled import street_threads
from pokerzoo.envs.compiled.three_way import threads as three_way_threads
from pokerzoo_testing.trainers import all_trainers, digest

KUHN = make_game("kuhn")
TRAINERS = all_trainers()


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that threads are used on small spots, too."""
    monkeypatch.setattr(street_threads, "SMALL", 1)
    monkeypatch.setattr(three_way_threads, "SMALL", 1)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.check) if "on a turn" in name else name for name in TRAINERS]
)
def test_copies_pieces_threads_and_checkpoints_change_no_bit(name: str, tmp_path: Path) -> None:
    make, count = TRAINERS[name]
    whole, part = make(1).run(count), max(2, count // 3)
    wanted = digest(whole)
    first = make(2).run(1)
    before = digest(first)
    assert digest(first.run(part - 1).run(count - part)) == wanted != before
    copies: tuple[Callable[[Any], Any], ...] = (copy.copy, copy.deepcopy, lambda trainer: pickle.loads(pickle.dumps(trainer)))
    for copied in copies:
        first = make(3).run(part)
        before, second = digest(first), copied(first)
        assert type(second) is type(first) and digest(second) == before
        for attribute in ("seconds", "seed", "_seed_given", "planned"):
            assert getattr(second, attribute, None) == getattr(first, attribute, None)
        assert digest(second.run(count - part)) == wanted
        assert digest(first) == before  # and is not disturbed
    make(2).run(part, checkpoint=tmp_path)
    again = make(1).run(count, checkpoint=tmp_path)
    assert again.iteration == count and digest(again) == wanted
    looked = make(1).run(count, every=part, callbacks=[lambda now: now.average_policy() and None])
    assert np.array_equal(looked.average_policy().probabilities, whole.average_policy().probabilities)
    if name != "three before the flop":  # measured by samples, which takes long
        assert looked.exploitability == whole.exploitability
    state, same = whole.state(), whole.state()  # live: no copies
    assert [key for key, array in state.items() if array.size and not np.shares_memory(array, same[key])] == []


def test_a_pickle_holds_no_compiled_game() -> None:
    solver = CFR(make_game("leduc")).run(1)
    assert len(pickle.dumps(solver)) < sum(array.nbytes for array in solver.state().values()) + 3000


def test_schedules_that_cannot_be_pickled_are_named() -> None:
    mine = Variant("mine", lambda t: 1.0, 0.0, 1.0, True, "")
    solver = CFR(KUHN, mine).run(10)
    with pytest.raises(TypeError, match="variant 'mine' cannot be pickled: positive is <function"):
        pickle.dumps(solver)
    assert digest(copy.deepcopy(solver).run(5)) == digest(solver.run(5))  # no need to pickle it
    later = pickle.loads(pickle.dumps(hs_dcfr(20, 50)))
    assert later.factors(1, 99).tobytes() == hs_dcfr(20, 50).factors(1, 99).tobytes()
    named = CFR(KUHN, "hs-dcfr").variant
    assert pickle.loads(pickle.dumps(named)) is named


def test_arguments_that_have_changed_since_are_noticed() -> None:
    locks: dict[str, dict[str, float]] = {"K|": {"check": 0.25, "bet": 0.75}}
    solver = CFR(KUHN, locks=locks).run(1)
    locks["K|"] = {"check": 0.5, "bet": 0.5}
    with pytest.raises(ValueError, match="this CFR cannot be copied: what it was made with has changed since"):
        copy.copy(solver)


@pytest.mark.parametrize("name", ["CFR dcfr", "external", "bet/fold, exact"])
def test_one_run_at_a_time(name: str) -> None:
    solver, other = (TRAINERS[name].make(1) for _ in range(2))
    entered, leave = threading.Event(), threading.Event()
    inside = solver.advance

    def slow(count: int) -> None:
        entered.set()
        assert leave.wait(60)
        inside(count)

    solver.compile()
    solver.advance = slow
    runner = threading.Thread(target=lambda: solver.run(100))
    runner.start()
    try:
        assert entered.wait(60)
        before = digest(solver)
        for attempt in (lambda: solver.run(1), lambda: copy.copy(solver), lambda: pickle.dumps(solver)):
            with pytest.raises(RuntimeError, match=r"^this \w+ is running in another thread: use one \w+ for each thread"):
                attempt()
        assert digest(solver) == before
        other.run(100)  # those beside it are free
    finally:
        leave.set()
        runner.join()
    assert digest(solver) == digest(other)
    del solver.advance
    assert digest(solver.run(5)) == digest(other.run(5))  # the lock is free again


def test_a_callback_may_copy_but_not_run() -> None:
    kept: list[CFR] = []
    solver = CFR(KUHN).run(20, every=10, callbacks=[lambda now: kept.append(copy.copy(now))])
    assert [copied.iteration for copied in kept] == [10, 20]
    assert digest(kept[0].run(10)) == digest(solver)

    def again(now: CFR) -> None:
        now.run(1)

    with pytest.raises(RuntimeError, match="this CFR is running already: a callback must not run it"):
        solver.run(10, callbacks=[again])
    assert solver.run(1).iteration > 20  # free again after the error


def test_solvers_side_by_side() -> None:
    alone = CFR(make_game("leduc")).run(500)
    solvers = [CFR(alone.game) for _ in range(4)]
    threads = [threading.Thread(target=solver.run, args=(500,)) for solver in solvers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(digest(solver) == digest(alone) for solver in solvers)


@pytest.mark.parametrize("name", ["CFR dcfr", "external", "bet/fold, sampled", "turn"])
def test_compiling_is_not_in_the_seconds_of_iterations(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = TRAINERS[name].make(1)
    now, advance = [0.0], trainer.advance

    def spend(seconds: float) -> None:
        now[0] += seconds

    def slowly(count: int) -> None:
        advance(count)
        spend(1.0)

    monkeypatch.setattr("time.perf_counter", lambda: now[0])
    monkeypatch.setattr(trainer, "_compile", lambda: spend(100.0))
    monkeypatch.setattr(trainer, "advance", slowly)
    for runs in (1, 2):
        trainer.run(1)
        assert (now[0], trainer.seconds) == (100.0 + runs, runs)


def test_a_log_is_written_by_one_run(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    seen: list[int] = []

    def second(solver: CFR) -> None:
        for path in (log, tmp_path / "link.jsonl"):
            with pytest.raises(ValueError, match=r"log='.*run.jsonl': another run is writing there now"):
                CFR(KUHN).run(10, callbacks=[JsonLinesLog(path)])
        seen.append(solver.iteration)

    (tmp_path / "link.jsonl").symlink_to(log)
    first = JsonLinesLog(log)
    CFR(KUHN).run(20, every=10, callbacks=[first, second])
    assert seen == [10, 20]
    assert [json.loads(line)["iteration"] for line in log.read_text().splitlines()] == [10, 20]
    CFR(KUHN).run(5, callbacks=[JsonLinesLog(log)])  # the first is over, though it is still there

    def fails(solver: CFR) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError):
        CFR(KUHN).run(20, callbacks=[first, fails])
    CFR(KUHN).run(5, callbacks=[JsonLinesLog(log)])  # free after an error, too


@pytest.mark.check
def test_a_checkpoint_that_cannot_be_written_leaves_a_finished_policy_alone(tmp_path: Path) -> None:
    def limit() -> None:  # room for the policy, not for a checkpoint
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, 12_000))

    def run_limited() -> subprocess.CompletedProcess[str]:
        limited = [sys.executable, "-m", "pokerzoo", *command, "40", "--every", "20", "--checkpoint", str(tmp_path / "run")]
        return subprocess.run(limited, capture_output=True, text=True, check=False, preexec_fn=limit)

    out = tmp_path / "leduc.npz"
    command = ["train", "leduc", "--param", "suit_isomorphism=true", "--quiet", "--out", str(out), "--iterations"]
    assert main([*command, "500"]) == 0
    finished = out.read_bytes()
    done = run_limited()
    assert done.returncode == 2 and "File too large" in done.stderr
    assert out.read_bytes() == finished
    assert TabularPolicy.load(tmp_path / "leduc.unfinished.npz").metadata["iterations"] == 20
    assert "leduc.npz is left as it was; what was trained is in" in done.stderr
    out.unlink()
    assert run_limited().returncode == 2
    assert TabularPolicy.load(out).metadata["iterations"] == 20  # nothing was there: better than nothing


FULL_RIVER = {"board": "QsJh2h8d3c", "bet_sizes": "50%", "raise_sizes": "a"}


@pytest.mark.parametrize("weight", ["1e-40", "5e-324"])
@pytest.mark.parametrize("layout", ["auto", "flat"])
def test_tiny_weights_beside_others(weight: str, layout: Any) -> None:
    ranges = f"AA:{weight},KK,QQ:{weight}", f"AA,KK:{weight},QQ"
    solver = CFR(make_game("holdem", ranges=ranges, board="2d2s2c7h3d"), layout=layout).run(200)
    assert np.isfinite(solver.average_policy().probabilities).all() and solver.exploitability < 0.1
    if layout == "auto":
        wide = CFR(make_game("holdem", ranges=("random", f"random:{weight},AA"), **FULL_RIVER)).run(20)
        assert np.isfinite(wide.average_policy().probabilities).all() and np.isfinite(wide.regrets()).all()


def test_tiny_payoffs_are_solved_or_refused() -> None:
    skewed = np.array([[0.0, -1.0, 2.0], [1.0, 0.0, -1.0], [-2.0, 1.0, 0.0]])
    assert CFR(make_game("rps", payoffs=skewed * 1e-240), "cfr+").run(2000).exploitability < 1e-243
    for payoffs in (skewed * 1e-310, [[5e-324]]):
        with pytest.raises(ValueError, match="payoffs: the largest is .*e-3.*: must be at least 1e-250, or all be 0"):
            make_game("rps", payoffs=payoffs)


@pytest.mark.parametrize("make", [CFR, lambda game, variant: CFR(game, variant, layout="flat")])
def test_regrets_that_fade_to_nothing_do_not_become_nan(make: Any) -> None:
    """Halved 1,200 times, positive regrets end below the least float: 1 / regret is not finite shortly before."""
    fading = Variant("fading", 0.25, 0.25, 1.0, True, "")
    solver = make(KUHN, fading).run(50)
    for _ in range(30):
        solver.run(50)
        assert np.isfinite(solver.regrets()).all() and np.isfinite(solver.current_policy().probabilities).all()
    dominated = make(make_game("rps", payoffs=[[1.0, 1.0], [0.0, 0.0]]), fading)
    for _ in range(120):
        dominated.run(10)
        assert np.isfinite(dominated.current_policy().probabilities).all()
