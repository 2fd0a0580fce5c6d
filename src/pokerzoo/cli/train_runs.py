"""``pokerzoo train --runs``: many independent runs over seeds, games and ways to train, and the spread between the seeds."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pokerzoo.envs.support.parameters import brief

from .option_names import LOCAL, as_solver_precision
from .options import game_with
from .output import check_picture, console, distance_text, new_table, print_facts, print_json, print_table, say, write_picture
from .progress import CountBar
from .trainers import trainer_for

if TYPE_CHECKING:
    from pokerzoo.evaluation import Training, TrainingRuns

    from .train_options import TrainOptions

ONE_RUN = ("until", "checkpoint", "log", "threads")
"""Options of a single run."""
MANY_RUNS = ("seeds", "processes", "ray", "picture", "by")
"""Options that only many runs have."""
FAILED = 2
"""Exit code if a run failed."""


def many_runs_asked(options: TrainOptions) -> bool:
    """True if many runs are asked for; ValueError if options are given that do not go with what is asked for."""
    asked = options.runs is not None or options.seeds is not None
    wrong = [name for name in (ONE_RUN if asked else MANY_RUNS) if getattr(options, name) is not None]
    if wrong:
        why = "is for one run: with --runs each goes to --iterations" if asked else "is for many runs: give --runs N"
        raise ValueError(f"--{wrong[0]}: {why}")
    if not asked and len(options.game) > 1:
        raise ValueError(f"{' '.join(options.game)}: several games are for many runs: give --runs N")
    return asked


def train_runs(options: TrainOptions) -> int:
    """Train, tell, and return the exit code."""
    from pokerzoo.evaluation import runs_picture, training_runs
    from pokerzoo.evaluation.runs.training_runs import summary_of

    if options.iterations is None:
        raise ValueError("--runs: needs --iterations: runs are compared after the same iterations")
    if options.by is not None and options.picture is None:
        raise ValueError("--by: is of the picture: give --picture FILE")
    if options.picture is not None:
        check_picture(Path(options.picture))
    if options.ray not in (None, LOCAL) and options.out is None:
        raise ValueError("--ray: needs --out DIR, a folder that all machines of the cluster see")
    seeds, trainings = seeds_of(options), trainings_of(options)
    with ExitStack() as stack:
        out = options.out or stack.enter_context(TemporaryDirectory(prefix="pokerzoo-"))
        bar = stack.enter_context(CountBar("training", "runs"))
        try:
            runs = training_runs(
                trainings, out, seeds, iterations=options.iterations, every=options.every, processes=options.processes,
                ray=options.ray or False, progress=bar.update,
            )  # fmt: skip
        except KeyboardInterrupt:
            if options.out is not None:
                say("the runs that are done are kept; the same command goes on")
            raise
        bar.__exit__()
        for failure in runs.failures():
            say(f"failed: {failure}")
        if options.picture is not None:
            write_picture(runs_picture(runs, by=options.by or "iteration"), options.picture)
        if options.as_json:
            print_json(summary_of(runs).to_dict() | {"folder": options.out, "picture": options.picture})
        elif not options.quiet:
            print_result(runs, options)
        return FAILED if runs.failed else 0


def seeds_of(options: TrainOptions) -> list[int]:
    """The seeds that ``--runs``, ``--seed`` and ``--seeds`` ask for; ValueError if they do not agree."""
    if options.seeds is None:
        first = options.seed or 0
        return list(range(first, first + (options.runs or 0)))
    if options.seed is not None:
        raise ValueError("--seed: goes with --runs, as the first of the seeds; --seeds names them all")
    found = parse_seeds(options.seeds)
    if options.runs not in (None, len(found)):
        raise ValueError(f"--runs {options.runs}: --seeds {options.seeds} are {len(found)}; give one of the two")
    return found


def parse_seeds(text: str) -> list[int]:
    """Seeds from their number, ``3`` for 0, 1 and 2, as ``seeds=3`` in Python; or from ``0-9`` or ``1,5,20-29``.

    Raises:
        ValueError: not of this form, none, too many, or one twice.

    >>> parse_seeds("3"), parse_seeds("7,0-3"), parse_seeds("3-3")
    ([0, 1, 2], [7, 0, 1, 2, 3], [3])
    """
    from pokerzoo.evaluation.runs.training import MOST_SEEDS, check_seeds

    if re.fullmatch(r"[0-9]{1,18}", text.strip(), flags=re.ASCII):
        if not 1 <= int(text) <= MOST_SEEDS:
            raise ValueError(f"--seeds {brief(text)}: must be a number of seeds from 1 to {MOST_SEEDS:,}, or a list, as 0-9")
        return check_seeds(int(text))
    found: list[int] = []
    for part in text.split(","):
        ends = re.fullmatch(r"([0-9]{1,18})(?:-([0-9]{1,18}))?", part.strip(), flags=re.ASCII)
        first, last = (0, -1) if ends is None else (int(ends[1]), int(ends[2] or ends[1]))
        if last < first:
            raise ValueError(f"--seeds {brief(text)}: must be whole numbers, as 0-9 or 1,5,20-29, the smaller of two first")
        if last - first + len(found) >= MOST_SEEDS:
            raise ValueError(f"--seeds {brief(text)}: more than {MOST_SEEDS:,}")
        found += range(first, last + 1)
    if len(set(found)) < len(found):
        raise ValueError(f"--seeds {brief(text)}: a seed comes twice, which would be one run")
    return found


def trainings_of(options: TrainOptions) -> list[Training]:
    """Every game with every variant and way of sampling; ValueError if one cannot be, or if one draws nothing."""
    from pokerzoo.evaluation import Training

    if len(options.game) > 1 and options.param:
        raise ValueError("--param: is for one game; several have their defaults")
    if len(set(options.game)) < len(options.game):
        raise ValueError(f"{' '.join(options.game)}: the same game twice")
    variants = [None] if options.variant is None else listed_words("--variant", options.variant)
    samplings = [None] if options.sampling is None else listed_words("--sampling", options.sampling)
    found = []
    for name in options.game:
        game = game_with(name, options.param)
        for variant, sampling in product(variants, samplings):
            one = replace(options, variant=variant, sampling=sampling)
            trained = trainer_for(game, one)
            arguments = trained.arguments(game, one)
            given = {key: value for key, value in arguments.items() if key not in ("seed", "threads")}
            try:
                training = Training(game, trained.trainer, options=given)
            except ValueError as error:
                raise ValueError(as_solver_precision(str(error))) from error
            if not training.draws:
                raise ValueError(
                    f"--runs: {name}, {training.name} draws nothing, so that all seeds are one run: give --sampling, or "
                    "in bet_fold --chance sample"
                )
            found.append(training)
    return found


def listed_words(flag: str, text: str) -> list[str]:
    """The words of a list with commas; ValueError if one is empty or comes twice.

    >>> listed_words("--variant", "cfr, lcfr")
    ['cfr', 'lcfr']
    """
    found = [word.strip() for word in text.split(",")]
    if "" in found:
        raise ValueError(f"{flag} {brief(text)}: must be names with commas between them")
    if len(set(found)) < len(found):
        raise ValueError(f"{flag} {brief(text)}: one comes twice")
    return found


def print_result(runs: TrainingRuns, options: TrainOptions) -> None:
    """Results of the runs at their end, a line a training."""
    out, final = console(), runs.final_spreads()
    failed = f", {runs.failed} of them failed" if runs.failed else ""
    facts = {"runs": f"{runs.count}, {runs.iterations:,} iterations each{failed}"}
    facts |= {"folder": options.out} if options.out is not None else {}
    facts |= {"picture": options.picture} if options.picture is not None else {}
    print_facts(out, facts)
    out.print()
    for game in dict.fromkeys(one.training.game for one in final):
        table = new_table(["training", "runs", "mean", "std. dev.", "median", "95% of the median", "best", "worst"])
        for one in final:
            if one.training.game == game:
                ends = one.median_interval
                table.add_row(
                    one.training.name, str(one.runs),
                    *map(distance_text, (one.mean, one.standard_deviation, one.median)),
                    "6 runs needed" if ends is None else f"{distance_text(ends.low)} to {distance_text(ends.high)}",
                    *map(distance_text, (one.least, one.most)),
                )  # fmt: skip
        print_table(out, f"{game}: exploitability of the average strategy, chips a hand", table)
