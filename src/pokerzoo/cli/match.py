"""``pokerzoo match``: policies and baselines against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .options import GameOption, Json, Params, drawn_seed, load_players, parse_game
from .output import chips, console, game_text, is_terminal_error, new_table, pot_percent, print_facts, print_json, print_table

if TYPE_CHECKING:
    from pokerzoo.envs import Game
    from pokerzoo.evaluation import MatchResult

EXAMPLES = (
    "pokerzoo match kuhn.npz random",
    "pokerzoo match kuhn.npz best_response:kuhn.npz --hands 100000 --seed 1",
    "pokerzoo match honest always_raise --game leduc",
    "pokerzoo match random always_call honest --game kuhn --param num_players=3",
)


def match(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER",
            help="One a seat: a policy file, a baseline (random, always_call, always_fold, always_raise, honest), "
            "or best_response:FILE.",
        ),
    ],
    hands: Annotated[int, typer.Option(min=1, metavar="N", help="Hands to play.")] = 10_000,
    seed: Annotated[int | None, typer.Option(min=0, metavar="N", help="Of all chance; drawn and told if not given.")] = None,
    game: GameOption = None,
    param: Params = None,
    duplicate: Annotated[
        bool,
        typer.Option("--duplicate/--no-duplicate", help="Deal each deal again in all seats, or new ones each hand."),
    ] = True,
    as_json: Json = False,
) -> None:
    """Play policies and baselines against each other, seats rotated.

    The exact expectation stands beside what was played where the game is small enough to work it out.
    """
    from pokerzoo.agents import PolicyAgent
    from pokerzoo.evaluation import head_to_head

    rules, policies = load_players(players, parse_game(game, param))
    agents = [PolicyAgent(policy, name) for policy, name in zip(policies, players, strict=True)]
    seed = drawn_seed(seed)
    with MatchProgress(hands) as progress:
        result = head_to_head(rules, agents, hands, seed, duplicate, progress.update)
    if as_json:
        print_json(as_object(rules, result, seed, duplicate))
    else:
        print_result(rules, result, seed, duplicate)


def as_object(game: Game, result: MatchResult, seed: int, duplicate: bool) -> dict[str, object]:
    """The result as the documented object."""
    return {
        "game": game.name,
        "parameters": game.params,
        "hands": result.hands,
        "deals": result.deals,
        "duplicate": duplicate,
        "seed": seed,
        "players": [
            {
                "name": name,
                "chips_per_hand": result.chips_per_hand[i],
                "standard_error_chips": result.standard_error[i],
                "interval_95_chips": list(result.interval[i]),
                "mbb_per_hand": None if result.mbb_per_hand is None else result.mbb_per_hand[i],
                "pot_percent_per_hand": pot_percent(game, result.chips_per_hand[i]),
                "exact_chips_per_hand": None if result.exact is None else result.exact[i],
            }
            for i, name in enumerate(result.names)
        ],
    }


def print_result(game: Game, result: MatchResult, seed: int, duplicate: bool) -> None:
    """The result as a table."""
    columns = ["player", "mean", "std. error", "95% interval"]
    columns += ["mbb"] if result.mbb_per_hand is not None else []
    columns += ["% of pot"] if pot_percent(game, 0.0) is not None else []
    columns += ["exact mean"] if result.exact is not None else []
    table = new_table(columns)
    for i, name in enumerate(result.names):
        low, high = result.interval[i]
        cells = [
            name,
            f"{result.chips_per_hand[i]:+.4f}",
            f"{result.standard_error[i]:.4f}",
            f"{low:+.4f} to {high:+.4f}",
        ]
        cells += [f"{result.mbb_per_hand[i]:+.1f}"] if result.mbb_per_hand is not None else []
        percent = pot_percent(game, result.chips_per_hand[i])
        cells += [] if percent is None else [f"{percent:+.2f}"]
        cells += [chips(result.exact[i])] if result.exact is not None else []
        table.add_row(*cells)
    out = console()
    deals = f"{result.deals:,} deals, each dealt in every seat" if duplicate else f"{result.deals:,} deals"
    print_facts(out, {"game": game_text(game), "hands": f"{result.hands:,} ({deals})", "seed": str(seed)})
    out.print()
    print_table(out, "Chips a hand, over all seats", table)


class MatchProgress:
    """A bar on stderr while a match is on, if stderr is a terminal."""

    def __init__(self, hands: int) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.show = is_terminal_error()
        self.bar = Progress(
            TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("hands"), TimeRemainingColumn(),
            console=console(error=True), transient=True, disable=not self.show,
            redirect_stdout=False, redirect_stderr=False,
        )  # fmt: skip
        self.task = self.bar.add_task("match", total=hands)

    def __enter__(self) -> MatchProgress:
        if self.show:
            self.bar.start()
        return self

    def __exit__(self, *raised: object) -> None:
        if self.show:
            self.bar.stop()

    def update(self, hands: int) -> None:
        """So many hands are played."""
        self.bar.update(self.task, completed=hands)
