"""Makes the results in docs/rl_benchmark.md and their pictures from the kept runs, docs/rl_benchmark/*.parquet.

make data FILE=rl-benchmark
python docs/make_rl_benchmark.py --take FOLDER NAME   # keep the runs of a folder as docs/rl_benchmark/NAME.parquet first
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path

from pokerzoo.envs.support.atomic_files import write_atomically
from pokerzoo.evaluation import Experiment, LearnerResult, Spread, exploitability
from pokerzoo.evaluation.experiments.games import GAMES, nash_conv_mbb
from pokerzoo.evaluation.experiments.learners import LEARNERS
from pokerzoo.evaluation.pictures import experiment_picture, png_bytes

DOCS = Path(__file__).resolve().parent
PAGE, KEPT, IMAGES = DOCS / "rl_benchmark.md", DOCS / "rl_benchmark", DOCS / "images" / "rl_benchmark"
BEGIN = "<!-- From here on made by `make data FILE=rl-benchmark` from docs/rl_benchmark/*.parquet: not edited by hand. -->\n"
END = "<!-- To here. -->\n"
MOST_LINES, FEW_LINES = 6, 3
"""In a picture of the page; this few are always in one."""
WITH_POT = ("holdem",)
"""Games with exploitability in percent of the starting pot, beside chips."""
PRINTED = {"fhp": {"Deep CFR": 37.0, "NFSP": 47.0}}
"""NashConv in mbb a hand as Brown, Lerer, Gross and Sandholm print it (Deep Counterfactual Regret Minimization, ICML 2019,
section 6). They say exploitability; preflop.md says why this reads as NashConv."""


def shown_together(runs: Experiment, game: str) -> list[tuple[str, list[str]]]:
    """Learners of a game's pictures, with what they have in common: all, or those of one kind."""
    sources = {row["name"]: row["learner"] for row in runs.rows}
    names = [one.learner for one in results_of(runs, game) if one.best is not None]
    kinds: dict[str, list[str]] = {"learners with networks": [], "learners from files": [], "learners on tables": []}
    for name in names:
        known = LEARNERS.get(sources[name])
        how = "from files" if known is None else "with networks" if known.networks else "on tables"
        kinds[f"learners {how}"].append(name)
    if len(names) <= FEW_LINES or (len(names) <= MOST_LINES and len(names) in map(len, kinds.values())):
        return [("all learners", names)]
    result: list[tuple[str, list[str]]] = []
    before: list[str] = []
    for kind, members in kinds.items():
        best = [name for name in names if name in before][:1]
        for at in range(0, len(members), MOST_LINES):
            result.append((f"{kind}, and the best other one" if best else kind, [*best, *members[at : at + MOST_LINES]]))
        before += members
    return result


def results_of(runs: Experiment, game: str) -> list[LearnerResult]:
    """The results on a game, the least exploitable first."""
    result = [one for one in runs.results() if one.game == game]
    return sorted(result, key=lambda one: float("inf") if one.best is None else one.best.mean)


def game_text(runs: Experiment, name: str, draw: bool) -> str:
    """The section of a game: a description, its pictures, its table."""
    rows = [row for row in runs.rows if row["game_name"] == name]
    game, about = runs.game(name), GAMES[name].about
    seeds = ", ".join(map(str, sorted({row["seed"] for row in rows if row["seed"] is not None})))
    budgets = "; ".join(dict.fromkeys(f"{row['budget_seconds']:,g} processor seconds" for row in rows))
    uniform = exploitability(game, "random")
    uniform_mbb = nash_conv_mbb(game, uniform)
    in_mbb = "" if uniform_mbb is None else f", a NashConv of {mbb_text(uniform_mbb)} mbb"
    lines = [f"### {name}", ""]
    random = f"Playing every action alike is exploitable by {number_text(uniform)} chips a hand{in_mbb}."
    lines += [f"{about[0].upper()}{about[1:]}. Each run: {budgets}; seeds {seeds}. {random}", ""]
    for number, (what, learners) in enumerate(shown_together(runs, name), 1):
        file = IMAGES / f"{name}_{number}.png"
        if draw:
            figure = experiment_picture(runs, [name], learners, title="" if what == "all learners" else what)
            write_atomically(file, png_bytes(figure, dpi=110))
        words = f"Exploitability on {name} against decisions and against processor seconds, {what}: {', '.join(learners)}"
        lines.append(f"![{words}]({file.relative_to(DOCS).as_posix()})\n")
    pot = game.name in WITH_POT
    heads = ["learner", "runs", "current policy", "average policy", *(["better one, % of the pot"] if pot else [])]
    heads += [] if uniform_mbb is None else ["better one, NashConv in mbb a hand"]
    heads += ["decisions", "decisions a second", "processor seconds"]
    lines += ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for one in results_of(runs, name):
        best = 0.0 if one.best is None else one.best.mean
        better = [number_text(game.stakes.pot_percent(best) or 0.0)] if pot else []
        better += [] if uniform_mbb is None else [mbb_text(nash_conv_mbb(game, best) or 0.0)]
        cells = [f"`{one.learner}`", str(one.runs), mean_text(one.current), mean_text(one.average), *better]
        cells += [large_text(one.decisions), large_text(one.decisions_per_second), number_text(one.seconds)]
        lines.append("| " + " | ".join(cells) + " |")
    lines += [f"| {learner}, as printed | | | | {mbb_text(value)} | | | |" for learner, value in PRINTED.get(name, {}).items()]
    return "\n".join(lines)


def made_with(runs: Experiment) -> str:
    """Versions and machines of some runs."""
    made = dict.fromkeys((row["versions"], f"{row['processor']}, {row['cores']} logical processors") for row in runs.rows)
    told = [f"{', '.join(f'{name} {one}' for name, one in json.loads(text).items())}, on {machine}" for text, machine in made]
    return f"Made with {'. Others with '.join(told)}."


def number_text(value: float) -> str:
    """A number with three digits; what rounding makes of zero is zero."""
    return "0" if abs(value) < 1e-14 else f"{value:.3g}"


def mbb_text(value: float) -> str:
    """Thousandths of a big blind: three digits, and no fewer than the whole number."""
    return f"{value:,.0f}" if value >= 100.0 else f"{value:.3g}"


def large_text(value: float) -> str:
    """A count in words."""
    return f"{float(f'{value / 1e6:.3g}'):,g} million" if value >= 1e6 else f"{float(f'{value:.3g}'):,g}"


def mean_text(mean: Spread | None) -> str:
    """A mean with its interval."""
    if mean is None:
        return "-"
    ends = mean.interval
    return number_text(mean.mean) + (
        "" if ends is None else f" ({number_text(max(0.0, ends.low))} to {number_text(ends.high)})"
    )


def page_text(draw: bool) -> str:
    """The page with its results made anew.

    Args:
        draw: whether the pictures are drawn, too.
    """
    runs = Experiment(KEPT)
    games: Sequence[str] = [name for name in GAMES if name in runs.games]
    result = "\n\n".join([made_with(runs), *(game_text(runs, name, draw) for name in games)])
    before, after = re.split(f"{re.escape(BEGIN)}.*?{re.escape(END)}", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    return f"{before}{BEGIN}\n{result}\n\n{END}{after}"


def main() -> None:
    """Make them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--take", nargs=2, action="append", default=[], metavar=("FOLDER", "NAME"), help="keep these runs first"
    )
    for folder, name in parser.parse_args().take:
        Experiment(folder).keep(KEPT / f"{name}.parquet")
    IMAGES.mkdir(parents=True, exist_ok=True)
    for old in IMAGES.glob("*.png"):
        old.unlink()
    PAGE.write_text(page_text(draw=True), encoding="utf-8")


if __name__ == "__main__":
    main()
