"""The page of the benchmark: for each game its curves and a table, what follows from them, and how learners were tuned.

Every number in the text comes from the runs, those in sentences that people write (``sentences.py``) among them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from pokerzoo.agents.policies.files import write_atomically
from pokerzoo.envs.support.units import pot_percent
from pokerzoo.evaluation.pictures.figures import png_bytes

from .bench_picture import benchmark_picture
from .games import GAMES, nash_conv_mbb
from .learners import LEARNERS
from .results import BenchmarkResult, RLBenchmark
from .search import configuration_scores, uniform_exploitability
from .sentences import Results, budget_text, fill_sentences, large_text, mbb_text, mean_text, number_text

MOST_LINES, FEW_LINES = 6, 3
"""In a picture of the page; this few are always in one."""
ALL = "all learners"
WITH_POT = ("holdem",)
"""Games with exploitability in percent of the starting pot, beside chips."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A picture of the page."""

    game: str
    what: str  # the common trait of its learners
    learners: list[str]

    @property
    def words(self) -> str:
        """Text alternative of the picture."""
        shown = ", ".join(self.learners)
        return f"Exploitability on {self.game} against decisions and against processor seconds, {self.what}: {shown}"


def page_pictures(runs: RLBenchmark) -> list[PagePicture]:
    """The pictures of the page: one for each game with few learners, or with learners of one kind."""
    found = []
    sources = {row["name"]: row["learner"] for row in runs.rows}
    for game, own in groupby(runs.results(), lambda one: one.game):
        results = sorted((one for one in own if one.best is not None), key=_order)
        names = [one.learner for one in results]
        kinds: dict[str, list[str]] = {"learners with networks": [], "learners from files": [], "learners on tables": []}
        for name in names:
            known = LEARNERS.get(sources[name])
            how = "from files" if known is None else "with networks" if known.networks else "on tables"
            kinds[f"learners {how}"].append(name)
        if len(names) <= FEW_LINES or (len(names) <= MOST_LINES and len(names) in map(len, kinds.values())):
            found += [PagePicture(game, ALL, names)] if names else []
            continue
        before: list[str] = []
        for kind, members in kinds.items():
            best = [name for name in names if name in before][:1]
            what = f"{kind}, and the best other one" if best else kind
            for at in range(0, len(members), MOST_LINES):
                found.append(PagePicture(game, what, [*best, *members[at : at + MOST_LINES]]))
            before += members
    return found


def write_page(runs: RLBenchmark, path: str | Path) -> None:
    """Write a page of its own on some runs, with its pictures beside it."""
    target = Path(path)
    reported = [row for row in runs.rows if row["split"] == "reported"]
    pictures = write_pictures(runs, target.parent, f"{target.stem}_") if reported else []
    text = results_text(runs, runs, pictures, "")
    write_atomically(target, f"# Learners and their exploitability\n\n{text}".encode())


def write_pictures(runs: RLBenchmark, folder: Path, prefix: str) -> list[tuple[PagePicture, str]]:
    """Draw all pictures of the page into a folder; each with its file's name."""
    found = picture_files(runs, prefix)
    for one, name in found:
        figure = benchmark_picture(runs, games=[one.game], learners=one.learners, title="" if one.what == ALL else one.what)
        write_atomically(folder / name, png_bytes(figure, dpi=110))
    return found


def picture_files(runs: RLBenchmark, prefix: str) -> list[tuple[PagePicture, str]]:
    """The pictures of the page with the names of their files."""
    found = []
    for game, own in groupby(page_pictures(runs), lambda one: one.game):
        found += [(one, f"{prefix}{game}_{number}.png") for number, one in enumerate(own, 1)]
    return found


def results_text(
    reported: RLBenchmark,
    tuning: RLBenchmark | None,
    pictures: Sequence[tuple[PagePicture, str]],
    conclusions: str,
    images: str = "",
) -> str:
    """All of the page that comes from runs, as Markdown."""
    parts = []
    runs = _only(reported, "reported")
    if runs.rows:
        results = {(one.game, one.learner): one for one in runs.results()}
        parts += ["## Results", made_with(runs)]
        parts += [game_text(runs, game, list(results.values()), pictures, images) for game in games_in_order(runs)]
        parts += ["## What to conclude", findings_text(runs, results), fill_sentences(conclusions, results, runs).strip()]
    tuned = _only(tuning, "tuning") if tuning is not None else None
    if tuned is not None and tuned.rows:
        parts += ["## What tuning found", tuning_text(tuned)]
    return "\n\n".join(part for part in parts if part) + "\n"


def games_in_order(runs: RLBenchmark) -> list[str]:
    """The games of some runs: first the games of the benchmark, in its order."""
    order = list(GAMES)
    return sorted(runs.games, key=lambda name: order.index(name) if name in order else len(order))


def made_with(runs: RLBenchmark) -> str:
    """Versions and machines of some runs."""
    made = dict.fromkeys((row["versions"], f"{row['processor']}, {row['cores']} logical processors") for row in runs.rows)
    told = [f"{', '.join(f'{name} {one}' for name, one in json.loads(text).items())}, on {machine}" for text, machine in made]
    speeds = sorted(row["additions_a_second"] / 1e6 for row in runs.rows if row["additions_a_second"] is not None)
    slow = (
        f" A plain Python loop made {speeds[0]:.1f} to {speeds[-1]:.1f} million additions a second when runs began "
        f"(median {speeds[len(speeds) // 2]:.1f})."
        if speeds
        else ""
    )
    return f"Made with {'. Others with '.join(told)}.{slow}"


def game_text(
    runs: RLBenchmark,
    name: str,
    results: Sequence[BenchmarkResult],
    pictures: Sequence[tuple[PagePicture, str]],
    images: str,
) -> str:
    """The section of a game: a description, its pictures, its table."""
    own = sorted((one for one in results if one.game == name), key=_order)
    rows = [row for row in runs.rows if row["benchmark_game"] == name]
    seeds = sorted({row["seed"] for row in rows if row["seed"] is not None})
    budgets = _several(budget_text(row["budget_seconds"], row["budget_decisions"]) for row in rows)
    about = GAMES[name].about if name in GAMES else rows[0]["game"]
    uniform = uniform_exploitability(runs, name)
    game = runs.game(name)
    pot, uniform_mbb = game.name in WITH_POT, nash_conv_mbb(game, uniform)
    blinds = uniform_mbb is not None
    told_seeds = f"seed{'s' * (len(seeds) > 1)} {', '.join(map(str, seeds))}" if seeds else "nothing is drawn"
    lines = [
        f"### {name}",
        "",
        f"{about[0].upper()}{about[1:]}. Each run: {'; '.join(budgets)}; {told_seeds}. Playing every action alike is "
        f"exploitable by {number_text(uniform)} chips a hand"
        f"{'' if uniform_mbb is None else f', a NashConv of {mbb_text(uniform_mbb)} mbb'}.",
        "",
    ]
    lines += [f"![{one.words}]({images}{file})\n" for one, file in pictures if one.game == name]
    heads = ["learner", "runs", "current policy", "average policy", *(["better one, % of the pot"] if pot else [])]
    heads += ["better one, NashConv in mbb a hand"] if blinds else []
    heads += ["decisions", "decisions a second", "processor seconds"]
    lines += ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for one in own:
        count = f"{one.runs}" + (f", {one.failed} failed" if one.failed else "")
        percent = [] if not pot else ["-" if one.best is None else number_text(pot_percent(game, one.best.value) or 0.0)]
        thousandths = None if one.best is None else nash_conv_mbb(game, one.best.value)
        percent += [] if not blinds else ["-" if thousandths is None else mbb_text(thousandths)]
        cells = [f"`{one.learner}`", count, mean_text(one.current), mean_text(one.average), *percent]
        cells += [large_text(one.decisions), large_text(one.decisions_per_second), number_text(one.seconds)]
        lines.append("| " + " | ".join(cells) + " |")
    printed = GAMES[name].printed if name in GAMES else ()
    if blinds and printed:
        lines += [f"| {one.learner}, as printed | | | | {mbb_text(one.nash_conv_mbb)} | | | |" for one in printed]
        lines += ["", f"As printed: {'; '.join(_several(one.source for one in printed))}."]
    return "\n".join(lines)


def findings_text(runs: RLBenchmark, results: Results) -> str:
    """The least exploitable learners of each game, in sentences made from the numbers."""
    sources = {row["name"]: row["learner"] for row in runs.rows}
    lines = []
    for game in games_in_order(runs):
        own = sorted((one for one in results.values() if one.game == game and one.best is not None), key=_order)
        if not own:
            lines.append(f"- {game}: no run was done without an error.")
            continue
        on_tables = [one for one in own if (known := LEARNERS.get(sources[one.learner])) is not None and not known.networks]
        others = [one for one in own if one not in on_tables]
        said = []
        for what, members in (("on tables", on_tables), ("of the others", others)):
            if members:
                next_one = f"; next is {_at(members[1])}" if len(members) > 1 else ""
                said.append(f"{what} {_at(members[0])} is least exploitable{next_one}.")
        told = " ".join([said[0], *(sentence[0].upper() + sentence[1:] for sentence in said[1:])])
        lines.append(f"- {game}: {told}")
    return "\n".join(lines)


def _at(one: BenchmarkResult) -> str:
    return f"`{one.learner}` with {mean_text(one.best)} chips a hand ({one.best_policy} policy)"


def tuning_text(tuning: RLBenchmark) -> str:
    """The configurations that were tried, and the best ones."""
    rows = tuning.rows
    budgets = "; ".join(_several(budget_text(row["budget_seconds"], row["budget_decisions"]) for row in rows))
    seeds = sorted({row["seed"] for row in rows if row["seed"] is not None})
    lines = [
        f"Games {', '.join(tuning.games)}; seeds {', '.join(map(str, seeds))}; each run {budgets}. Scores are means of "
        "log10(exploitability at the end / that of uniform play), the lower the better.",
        "",
        "| learner | configurations | processor seconds | score of the defaults | best score | best options |",
        "|---|---|---|---|---|---|",
    ]
    for learner, own in groupby(configuration_scores(tuning), lambda one: one.learner):
        tried = list(own)
        defaults = next(one for one in tried if one.configuration.endswith("#0"))
        spent = sum(row["seconds"] or 0.0 for row in rows if row["name"].partition("#")[0] == learner)
        options = ", ".join(f"`{name}` {json.dumps(value)}" for name, value in tried[0].options.items())
        chosen = "the defaults" if tried[0] is defaults else options
        failed = sum(one.failed for one in tried)
        count = f"{len(tried)}" + (f" ({failed} runs failed)" if failed else "")
        lines.append(f"| `{learner}` | {count} | {spent:,.0f} | {defaults.score:.3f} | {tried[0].score:.3f} | {chosen} |")
    return "\n".join(lines)


def _order(one: BenchmarkResult) -> float:
    return float("inf") if one.best is None else one.best.value


def _several(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))


def _only(runs: RLBenchmark, split: str) -> RLBenchmark:
    return RLBenchmark(runs.path, split=split)
