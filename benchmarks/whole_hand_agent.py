r"""Measure agents for whole hands: local best response in the published settings, matches, time a decision.

    python benchmarks/whole_hand_agent.py results.json --blueprint ten_minutes=blueprint.npz
    python benchmarks/whole_hand_agent.py results.json --blueprint ten_minutes=blueprint.npz \
        --solving unsafe,safe --iterations flop=30,turn=100,river=200 --lbr-hands 2000 --match-hands 20000
    python benchmarks/whole_hand_agent.py results.json --table

Work is done in parts of some hands, each with a seed of its own; the file gets a row after each part. So the program can be
stopped at any time and goes on where it was; more hands are more parts. Times are processor time of one thread.

- *lbr*: what local best response makes from an agent (``local_best_response``, with AIVAT), for each setting of ``SETTINGS``,
  beside the published numbers.
- *match*: duplicate matches with AIVAT against each baseline, and of the agents against each other.
- *ranges*: of the agents against each other, with all hands at once (``range_matches.py``).
- *time*: of decisions by street, in hands against ``loose``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from range_matches import match_between_ranges

from pokerzoo.agents import SolvingAgent
from pokerzoo.agents.policies.named_players import whole_hand_player
from pokerzoo.agents.policies.whole_hand_decisions import STYLES
from pokerzoo.envs import make_game
from pokerzoo.envs.betting.street_sizes import HAND_STREETS, STREETS
from pokerzoo.envs.core import draw_outcome
from pokerzoo.envs.support.compile_time import compile_seconds
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.evaluation import head_to_head, local_best_response

FLOP_THEN_CALLS = {"flop": "56_bets", "turn": "fold_call", "river": "fold_call"}
SETTINGS: dict[str, dict[str, Any]] = {
    "fold, call": {"actions": "fold_call"},
    "fold, call, pot, all-in from the turn": {"actions": "pot_all_in", "first_street": "turn"},
    "fold, call, pot, all-in from the flop": {"actions": "pot_all_in", "first_street": "flop"},
    "56 bets from the turn": {"actions": "56_bets", "first_street": "turn"},
    "56 bets on the flop, then fold, call": {"actions": FLOP_THEN_CALLS, "first_street": "flop"},
}
"""Of Lisý and Bowling 2017 (arXiv:1612.07547, table 3), the last of Moravčík et al. 2017; the third is our own."""
PUBLISHED: dict[str, tuple[str, str, str, str, str]] = {
    "Hyperborean (2014)": ("721 ± 56", "3,852 ± 141", "-", "4,675 ± 152", "983 ± 95"),
    "Slumbot (2016)": ("522 ± 50", "4,020 ± 115", "-", "3,763 ± 104", "1,227 ± 79"),
    "Act1 (2016)": ("407 ± 47", "2,597 ± 140", "-", "3,302 ± 122", "847 ± 78"),
    "always fold": ("250", "750", "-", "750", "750"),
    "Full Cards (100 bb)": ("-424 ± 37", "-536 ± 87", "-", "2,403 ± 87", "1,008 ± 68"),
    "DeepStack": ("-428 ± 87", "-383 ± 219", "-", "-775 ± 255", "-602 ± 214"),
}
"""mbb a hand in these settings: Moravčík et al. 2017 (arXiv:1701.01724), supplement, table 3; all but the last in table 3 of
Lisý and Bowling, too."""
KINDS_OF_MATCH = ("match", "ranges")
FEWEST = 30
"""Deals of a mean that is told."""


@dataclass(frozen=True)
class Job:
    """Hands that are played in parts."""

    kind: str
    agent: str
    other: str  # a setting of LBR or an opponent
    hands: int
    play: Callable[[int, int], dict[str, Any]]  # (hands, seed) -> numbers of the row

    @property
    def key(self) -> tuple[str, str, str]:
        """The part that its rows have in common."""
        return self.kind, self.agent, self.other


def by_street(text: str) -> Any:
    """One number, or numbers by street from ``flop=30,turn=100``."""
    if "=" not in text:
        return float(text)
    return {street: float(number) for street, _, number in (piece.partition("=") for piece in text.split(","))}


def make_agents(game: TexasHoldemGame, given: argparse.Namespace) -> dict[str, Any]:
    """The agents by name."""
    result = {}
    for text in given.blueprint:
        name, _, file = text.partition("=")
        blueprint = whole_hand_player(game, file)
        result[name] = blueprint
        for resolving in filter(None, given.solving.split(",")):
            limit: dict[str, Any] = {"seconds": given.seconds}
            if given.iterations is not None:
                own = given.iterations
                limit = {"iterations": {k: int(v) for k, v in own.items()} if isinstance(own, dict) else int(own)}
            result[f"{name}, solving {resolving}"] = SolvingAgent(
                blueprint,
                game=game,
                resolving=resolving,
                first_street=given.first_street,
                threads=1,
                bet_sizes=given.bet_sizes,
                raise_sizes=given.raise_sizes,
                **limit,
            )
    return result


def jobs_of(game: TexasHoldemGame, agents: dict[str, Any], given: argparse.Namespace) -> Iterator[Job]:
    """All jobs in the order in which parts are played."""

    def exploit(agent: str, setting: str) -> Callable[[int, int], dict[str, Any]]:
        def play(hands: int, seed: int) -> dict[str, Any]:
            result = local_best_response(game, agents[agent], hands, seed, aivat=True, **SETTINGS[setting])
            assert result.mean_mbb is not None
            assert result.mean_interval is not None
            width = 1000.0 * result.mean_interval.width / game.stakes.big_blind
            error = width / (2.0 * student(hands // 2))
            return {"deals": hands // 2, "mbb": result.mean_mbb, "error": error, "ratio": result.error_ratio}

        return play

    unit = 1000.0 / game.stakes.big_blind

    def match(agent: str, other: str) -> Callable[[int, int], dict[str, Any]]:
        def play(hands: int, seed: int) -> dict[str, Any]:
            result = head_to_head(game, [agents[agent], agents.get(other, other)], hands=hands, seed=seed, aivat=True)
            return {"deals": result.deals, "mbb": unit * result.chips_per_hand[0], "error": unit * result.standard_error[0]}

        return play

    def between_ranges(agent: str, other: str) -> Callable[[int, int], dict[str, Any]]:
        def play(hands: int, seed: int) -> dict[str, Any]:
            own = match_between_ranges(game, [agents[agent], agents[other]], hands, seed).estimates[:, 0]
            error = float(own.std(ddof=1)) / sqrt(len(own))
            return {"deals": len(own), "mbb": unit * float(own.mean()), "error": unit * error}

        return play

    for agent in agents:
        few = "solving" in agent
        for setting in SETTINGS:
            hands = given.solving_lbr_hands if few else given.lbr_hands
            if few and "56" in setting and not given.many_bets:
                continue
            yield Job("lbr", agent, setting, hands, exploit(agent, setting))
    for agent in agents:
        hands = given.solving_match_hands if "solving" in agent else given.match_hands
        for name in STYLES if given.against is None else [name for name in given.against.split(",") if name]:
            yield Job("match", agent, name, hands, match(agent, name))
    for one, two in combinations(agents, 2):
        few = "solving" in one + two
        hands = given.solving_match_hands if few else given.match_hands
        yield Job("match", two, one, hands, match(two, one))
        yield Job("ranges", two, one, hands, between_ranges(two, one))
    for agent in agents:
        yield Job("time", agent, "loose", given.time_hands, timed(game, agents[agent]))


def timed(game: TexasHoldemGame, agent: Any) -> Callable[[int, int], dict[str, Any]]:
    """Processor time of an agent's decisions by street, without compiling."""

    def clock() -> float:
        return time.process_time() - compile_seconds()

    def play(hands: int, seed: int) -> dict[str, Any]:
        rng, other = np.random.default_rng(seed), whole_hand_player(game, "loose")
        result: dict[str, list[float]] = defaultdict(list)
        for hand in range(hands):
            state = game.initial_state().after_chance(rng)
            while not state.is_terminal:
                if state.current_player == hand % 2:
                    began = clock()
                    shares = agent.action_probabilities(state)
                    result[HAND_STREETS[state.street]].append(max(0.0, round(clock() - began, 5)))
                else:
                    shares = other.action_probabilities(state)
                state = state.child(draw_outcome(shares.items(), rng)).after_chance(rng)
        return {"deals": hands, "seconds": result}

    return play


def student(deals: int) -> float:
    """Half-width of a 95% interval in standard errors."""
    from scipy.special import stdtrit

    return float(stdtrit(max(deals - 1, 1), 0.975))


def play_all(path: Path, jobs: list[Job], part: int) -> None:
    """Play the parts that are missing, the first of each job first; the file is written after each."""
    rows: list[dict[str, Any]] = json.loads(path.read_text()) if path.exists() else []
    done: dict[tuple[str, str, str], int] = defaultdict(int)
    for row in rows:
        done[row["kind"], row["agent"], row["other"]] += row["hands"]
    number = 0
    while True:
        left = [job for job in jobs if done[job.key] < job.hands and done[job.key] <= number * part]
        if not left:
            if all(done[job.key] >= job.hands for job in jobs):
                return
            number += 1
            continue
        for job in left:
            hands = min(part, job.hands - done[job.key])
            began, seed = time.process_time(), 1 + done[job.key]
            numbers = job.play(hands, seed)
            spent = round(time.process_time() - began, 1)
            rows.append({"kind": job.kind, "agent": job.agent, "other": job.other, "hands": hands, "seed": seed, "cpu": spent})
            rows[-1] |= numbers
            path.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
            done[job.key] += hands
            text = f"{numbers['mbb']:,.0f} mbb" if "mbb" in numbers else ""
            print(f"{job.kind:5} {job.agent} / {job.other}: {done[job.key]:,} of {job.hands:,} {text} {spent} s", flush=True)


def pooled(rows: list[dict[str, Any]]) -> tuple[float, float, int] | None:
    """(mean, half-width of the 95% interval, hands) over parts, in mbb."""
    deals = sum(row["deals"] for row in rows)
    if deals < FEWEST:
        return None
    mean = sum(row["deals"] * row["mbb"] for row in rows) / deals
    error = sqrt(sum((row["deals"] * row["error"]) ** 2 for row in rows)) / deals
    return mean, student(deals) * error, 2 * deals


def tables(rows: list[dict[str, Any]]) -> str:
    """The tables as Markdown."""
    own: dict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        own[row["kind"], row["agent"], row["other"]].append(row)
    agents = list(dict.fromkeys(row["agent"] for row in rows))

    def cell(kind: str, agent: str, other: str) -> str:
        result = pooled(own[kind, agent, other])
        return "-" if result is None else f"{result[0]:,.0f} ± {result[1]:,.0f} ({result[2]:,})"

    def lines_of(kind: str, others: Iterable[str]) -> Iterator[str]:
        for agent in agents:
            cells = [cell(kind, agent, other) for other in others]
            if any(text != "-" for text in cells):
                yield f"| {agent} | {' | '.join(cells)} |"

    lines = [f"| LBR wins, mbb a hand | {' | '.join(SETTINGS)} |", "|---|" + "---:|" * len(SETTINGS)]
    lines += lines_of("lbr", SETTINGS)
    lines += [f"| *{name}*, published | {' | '.join(numbers)} |" for name, numbers in PUBLISHED.items()]
    # Columns of this table are narrow: they are to break before the number of hands, not within an interval.
    lines = [line.replace(" ± ", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}") for line in lines]
    lines += ["", f"| wins, mbb a hand | {' | '.join(STYLES)} |", "|---|" + "---:|" * len(STYLES)]
    lines += lines_of("match", STYLES)
    lines += ["", "| agent | against | wins, mbb a hand | between ranges |", "|---|---|---:|---:|"]
    pairs = [(agent, other) for kind, agent, other in own if kind in KINDS_OF_MATCH and other not in STYLES]
    for agent, other in dict.fromkeys(pairs):
        wins = [cell(kind, agent, other) for kind in KINDS_OF_MATCH]
        if any(text != "-" for text in wins):
            lines.append(f"| {agent} | {other} | {' | '.join(wins)} |")
    lines += ["", f"| seconds a decision | {' | '.join(HAND_STREETS)} |", "|---|" + "---:|" * len(HAND_STREETS)]
    for agent in agents:
        times: dict[str, list[float]] = defaultdict(list)
        for row in own["time", agent, "loose"]:
            for street, numbers in row["seconds"].items():
                times[street] += numbers
        if times:
            lines.append(f"| {agent} | {' | '.join(time_text(times[street]) for street in HAND_STREETS)} |")
    return "\n".join(lines)


def time_text(seconds: list[float]) -> str:
    """Mean and 95% point."""
    if not seconds:
        return "-"
    return f"{np.mean(seconds):.3f}, 95%: {np.quantile(seconds, 0.95):.3f} ({len(seconds):,})"


def main() -> None:
    """Play, or print the tables."""
    parser = argparse.ArgumentParser(description="Local best response, matches and times of agents for whole hands.")
    parser.add_argument("file", type=Path, help="JSON file of the rows")
    parser.add_argument("--blueprint", action="append", default=[], metavar="NAME=FILE", help="a blueprint; may be repeated")
    parser.add_argument("--stacks", type=float, default=400, help="chips, with blinds of 1 and 2; 400 as published")
    parser.add_argument("--solving", default="", metavar="HOW,HOW", help="also agents that solve: unsafe, safe")
    parser.add_argument("--seconds", type=by_street, help="of a solve, one number or flop=5,turn=1,river=0.1")
    parser.add_argument("--iterations", type=by_street, help="of a solve, in place of --seconds")
    parser.add_argument("--first-street", choices=STREETS, default="flop", help="the first street that is solved")
    parser.add_argument("--bet-sizes", help="of the trees that are solved; without it the game's")
    parser.add_argument("--raise-sizes", help="the same of raises")
    parser.add_argument("--lbr-hands", type=int, default=2_000)
    parser.add_argument("--match-hands", type=int, default=20_000)
    parser.add_argument("--solving-lbr-hands", type=int, default=100)
    parser.add_argument("--solving-match-hands", type=int, default=200)
    parser.add_argument("--against", metavar="NAME,NAME", help="baselines in matches; all without it, none where empty")
    parser.add_argument("--many-bets", action="store_true", help="56 bets against agents that solve, too: a solve for each bet")
    parser.add_argument("--time-hands", type=int, default=100)
    parser.add_argument("--part", type=int, default=500, help="hands of a part")
    parser.add_argument("--only", default="lbr,match,time", help="which kinds")
    parser.add_argument("--table", action="store_true", help="print the tables as Markdown")
    given = parser.parse_args()
    if given.blueprint:
        game = make_game("texas_holdem", stack=given.stacks)
        assert isinstance(game, TexasHoldemGame)
        agents = make_agents(game, given)
        jobs = [job for job in jobs_of(game, agents, given) if job.kind in given.only.split(",")]
        try:
            play_all(given.file, jobs, given.part)
        except KeyboardInterrupt:
            sys.exit("stopped; what was played is kept")
    if given.table:
        print(tables(json.loads(given.file.read_text())))


if __name__ == "__main__":
    main()
