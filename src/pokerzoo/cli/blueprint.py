"""``pokerzoo train texas_holdem --method blueprint``: the agent for whole hands."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerzoo.agents.training.run_result import RunResult
from pokerzoo.envs.support.errors import InputError, ParameterError

from .game_facts import game_lines
from .output import console, file_text, is_terminal_error, print_facts, print_json, say
from .progress import Interrupt, interrupts, warnings_on_stderr
from .train_options import EPSILON, TrainOptions

if TYPE_CHECKING:
    from pokerzoo.agents.blueprint import Blueprint

DEFAULT_SECONDS = 600.0
"""Time of training where neither time nor iterations are given."""


@dataclass(frozen=True, kw_only=True)
class BlueprintResult(RunResult):
    """The result of training a blueprint.

    Attributes:
        bet_sizes: sizes of bets after the flop that the blueprint uses.
        raise_sizes: sizes of its raises.
        hand_classes: number of hand classes before the flop, on the flop, on the turn and on the river.
        decisions: decisions in its betting tree.
        numbers: probabilities that it has: one for each hand class and action.
        threads: threads that shared the work.
        seed: of the drawn boards.
        file: the file written, as named by ``--out``.
        file_bytes: its size.
        checkpoint: directory of the checkpoints.
    """

    bet_sizes: Any
    raise_sizes: Any
    hand_classes: list[int]
    decisions: int
    numbers: int
    threads: int
    seed: int
    file: str | None
    file_bytes: int | None
    checkpoint: str | None


class TrainingWatch:
    """A callback that stops a run after some seconds or at Ctrl-C, and shows a bar on stderr."""

    def __init__(self, iterations: int | None, seconds: float | None, interrupt: Interrupt, show: bool) -> None:
        from rich.progress import BarColumn, Progress, TextColumn

        self.iterations, self.limit, self.interrupt = iterations, seconds, interrupt
        self.began_at, self.before, self.seconds = 0, 0.0, 0.0
        self.bar = Progress(
            TextColumn("{task.description}"), BarColumn(bar_width=16), TextColumn("{task.fields[state]}"),
            console=console(error=True), transient=True, disable=not show, redirect_stdout=False, redirect_stderr=False,
        )  # fmt: skip
        self.task = self.bar.add_task("blueprint", total=1.0, state="compiling (first run only)...")

    def begin(self, solver: Blueprint) -> None:
        """Note where the run begins: above 0 where it goes on from a checkpoint."""
        self.began_at, self.before = solver.iteration, solver.seconds

    def __call__(self, solver: Blueprint) -> bool:
        """Move the bar; True ends the run."""
        self.seconds = solver.seconds - self.before
        parts = [solver.iteration / self.iterations if self.iterations else 0.0]
        parts += [self.seconds / self.limit] if self.limit else []
        rate = (solver.iteration - self.began_at) / max(self.seconds, 1e-9)
        state = f"iteration {solver.iteration:,}  {rate:,.0f}/s  {self.seconds:.0f} s"
        self.bar.update(self.task, completed=min(max(parts), 1.0), state=state)
        return self.interrupt.seen or (self.limit is not None and self.seconds >= self.limit)


def check_options(options: TrainOptions) -> None:
    """ValueError for options that are for other methods."""
    wrong = {
        "--until": options.until, "--sampling": options.sampling, "--log": options.log,
        "--temperature": options.temperature, "--step": options.step, "--magnet-rate": options.magnet_rate,
        "--baseline": options.baseline or None, "--epsilon": None if options.epsilon == EPSILON else options.epsilon,
        "--chance": None if options.chance == "all" else options.chance,
        "--solver-precision": None if options.solver_precision == "auto" else options.solver_precision,
    }  # fmt: skip
    for name, value in wrong.items():
        if value is not None:
            why = " (a whole hand has too many boards for exploitability; play matches)" if name == "--until" else ""
            raise ParameterError(name, problem=f"not with --method blueprint{why}")


def class_counts(text: str | None) -> dict[str, Any]:
    """The number of hand classes on the flop, turn and river from ``100,100,200``."""
    if text is None:
        return {}
    parts = text.split(",")
    if len(parts) != 3:
        raise InputError(f"--hand-classes {text}: must be three numbers, for flop, turn and river, such as 200,200,200")
    found: dict[str, Any] = {}
    for name, part in zip(("flop", "turn", "river"), parts, strict=True):
        if part == "exact":
            found[name] = part
            continue
        if not part.isdecimal():
            raise InputError(f"--hand-classes {text}: {part!r} must be a whole number or 'exact'")
        found[name] = int(part)
    return found


def train_blueprint(options: TrainOptions, target: Path | None) -> None:
    """Train, print, write to ``target``."""
    from pokerzoo.agents.blueprint import Blueprint

    from .options import game_with

    game = game_with(options.game, options.param)
    if game.name != "texas_holdem":
        raise InputError(f"{game.name}: --method blueprint is for texas_holdem for two players")
    seconds = DEFAULT_SECONDS if options.seconds is None and options.iterations is None else options.seconds
    show = is_terminal_error() and not options.quiet
    solver = Blueprint(
        game,
        options.variant,
        hand_classes=class_counts(options.hand_classes) | ({"textures": True} if options.textures else {}),
        bet_sizes=options.bet_sizes,
        raise_sizes=options.raise_sizes,
        raise_cap=options.raise_cap,
        alternating=options.alternating is not False,
        seed=options.seed,
        threads=options.threads,
    )
    with interrupts() as interrupt:
        watch = TrainingWatch(options.iterations, seconds, interrupt, show)
        with watch.bar, warnings_on_stderr():
            solver.run(
                options.iterations or 10**15, callbacks=[watch], every=options.every, checkpoint=options.checkpoint
            )  # fmt: skip
    written = None
    policy = solver.average_policy()
    if target is not None:
        written = policy.save(target)
    result = result_of(solver, watch, options, written)
    if interrupt.seen:
        kept = f"kept in {options.out}" if options.out is not None else "not kept: no --out"
        say(f"interrupted after {solver.iteration:,} iterations ({kept})")
    if options.as_json:
        print_json(result)
    elif not options.quiet:
        print_result(solver, result)


def result_of(solver: Blueprint, watch: TrainingWatch, options: TrainOptions, written: int | None) -> BlueprintResult:
    """The result as a record."""
    done, params = solver.iteration - watch.began_at, solver.tree_game.params
    by = "interrupt" if watch.interrupt.seen else "iterations" if solver.iteration == options.iterations else "seconds"
    assert solver.seed is not None
    return BlueprintResult(
        game=solver.game.name,
        parameters=solver.game.params,
        bet_sizes=params["bet_sizes"],
        raise_sizes=params["raise_sizes"],
        hand_classes=list(solver.classes.counts),
        decisions=len(solver.tree_game.infosets.points),
        numbers=solver.num_numbers,
        iterations=solver.iteration,
        stopped_by=by,
        seconds=watch.seconds,
        iterations_per_second=done / watch.seconds if done and watch.seconds > 0 else None,
        threads=solver.threads,
        seed=solver.seed,
        file=options.out,
        file_bytes=written,
        checkpoint=options.checkpoint,
    )


def print_result(solver: Blueprint, result: BlueprintResult) -> None:
    """The result as two columns, and the first decision as a chart."""
    out = console()
    streets = ("before the flop", "on the flop", "on the turn", "on the river")
    classes = ", ".join(f"{count:,} {street}" for count, street in zip(result.hand_classes, streets, strict=False))
    rate = "" if result.iterations_per_second is None else f", {result.iterations_per_second:,.0f} a second"
    size = "" if result.file_bytes is None else f" ({result.file_bytes:,} bytes)"
    print_facts(
        out,
        {
            "game": game_lines(solver.game),
            "method": f"CFR, one board an iteration, seed {result.seed}, {result.threads} threads",
            "bets": f"{result.bet_sizes or 'fixed'}; raises {result.raise_sizes or 'fixed'}",
            "betting tree": f"{result.decisions:,} decisions",
            "hand classes": classes,
            "numbers": f"{result.numbers:,}",
            "iterations": f"{result.iterations:,} in {result.seconds:.1f} s{rate}",
            "file": file_text(result.file) + size,
        },
    )
    out.print()
    print_first_decision(out, solver)


def print_first_decision(out: Any, solver: Blueprint) -> None:
    """A table of what some starting hands do before the flop, and how often."""
    import numpy as np

    from pokerzoo.agents.blueprint import BlueprintPolicy
    from pokerzoo.envs.support.tables import Column, Table
    from pokerzoo.envs.whole_hands.game import TexasHoldemGame

    from .output import print_table

    policy, game = solver.average_policy(), solver.game
    assert isinstance(policy, BlueprintPolicy)
    assert isinstance(game, TexasHoldemGame)
    state = game.initial_state().after_chance(np.random.default_rng(0))
    shares, names = policy.strategy(state), game.rules.deck.hand_names
    columns = [Column("hand"), *(Column(state.action_name(action), ".0%") for action in state.legal_actions())]
    rows = []
    for hand in ("AsAh", "AsKs", "AsKh", "9s9h", "AsTh", "KsQs", "QhJs", "Ts9s", "5s5h", "As4s", "Ks7h", "8s6h", "7h2s"):
        found = [name for name in (hand, hand[2:] + hand[:2]) if name in names]
        if found:
            rows.append([hand, *shares[:, names.index(found[0])].tolist()])
    print_table(out, Table("The small blind's first decision", columns, rows))
