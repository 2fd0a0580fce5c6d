"""``pokerzoo match``: policies and baselines against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pokerzoo.envs.support.errors import InputError

from . import completion
from .declarations import argument, flag, option
from .game_facts import game_lines, game_text
from .options import BASELINE_NAMES, GameOption, Json, Params, drawn_seed, load_players, parse_game
from .output import console, print_facts, print_json, print_table, say
from .progress import CountBar, Stopped, interrupts

if TYPE_CHECKING:
    from pokerzoo.envs import Game
    from pokerzoo.evaluation import MatchResult

EXAMPLES = (
    "pokerzoo match kuhn.npz random",
    "pokerzoo match kuhn.npz best_response:kuhn.npz --hands 100000 --seed 1",
    "pokerzoo match honest always_raise --game leduc",
    "pokerzoo match random always_call honest --game kuhn --param num_players=3",
    "pokerzoo match kuhn.npz honest --until-width 0.01 --aivat",
    "pokerzoo match tight loose equity --game texas_holdem --param num_players=3 --hands 100000",
)


def match(
    players: Annotated[
        list[str],
        argument(
            "PLAYER",
            f"A player for each seat: a policy file, a baseline ({BASELINE_NAMES}), or best_response:FILE.",
            completion.policy_files,
        ),
    ],
    hands: Annotated[int | None, option("N", "Most hands to play. Without it and --until-width 10,000.", min=1)] = None,
    until_width: Annotated[
        float | None, option("X", "Stop when no interval is wider than X chips. The intervals are valid then too.")
    ] = None,
    seed: Annotated[int | None, option("N", "Seed of cards and choices; drawn and told if not given.", min=0)] = None,
    game: GameOption = None,
    param: Params = None,
    duplicate: Annotated[
        bool, flag("--duplicate/--no-duplicate", "Deal each deal once for each seating, or a new deal each hand.")
    ] = True,
    aivat: Annotated[bool, flag("--aivat", "Reduce the luck by AIVAT, which knows the policies (games with a tree).")] = False,
    log: Annotated[str | None, option("FILE", "Write every hand here, as lines of JSON.")] = None,
    as_json: Json = False,
) -> None:
    """Play policies and baselines against each other, each in every seat.

    Prints what each player won a hand, with a 95% confidence interval. If the game is small enough, the exact expectation
    stands beside it. Intervals are Student's t if the number of hands was fixed beforehand. With --until-width they are of a
    confidence sequence, which is valid at whatever moment the match stops.

    Ctrl-C stops the match and keeps the hands played: their result and --log are written, and the exit code is 130.
    """
    from pokerzoo.evaluation import head_to_head

    rules, seated = load_players(players, parse_game(game, param))
    if len(players) != rules.num_players:
        raise InputError(f"PLAYER: {game_text(rules)} is for {rules.num_players} players; {len(players)} given")
    seed = drawn_seed(seed)
    if hands is None and until_width is None:
        hands = 10_000
    with CountBar("playing", "hands", hands) as progress, interrupts() as interrupt:
        result = head_to_head(
            rules, [player.agent() for player in seated], hands, seed, duplicate, progress.update,
            until_width=until_width, aivat=aivat, log=log, stop=lambda: interrupt.seen,
        )  # fmt: skip
    if result.stopped_by == "interrupt":
        say(f"interrupted after {result.hands:,} hands" + ("" if log is None else f"; they are in {log}"))
    if as_json:
        about = {"game": rules.name, "parameters": rules.params, "seed": seed, "duplicate": duplicate, "log": log}
        print_json(about | result.to_dict())
    else:
        print_result(rules, result, seed, duplicate, until_width)
    if result.stopped_by == "interrupt":
        raise Stopped


def print_result(game: Game, result: MatchResult, seed: int, duplicate: bool, until_width: float | None) -> None:
    """The result as a table."""
    out = console()
    deals = f"{result.deals:,} deals, each dealt in every seat" if duplicate else f"{result.deals:,} deals"
    facts: dict[str, str | list[str]] = {"game": game_lines(game), "hands": f"{result.hands:,} ({deals})", "seed": str(seed)}
    if result.interval_kind != "t":
        facts["intervals"] = f"{result.interval_kind}, {why_not_t(result, until_width)}"
    if result.chips is not None:
        left, before = result.standard_error[0], result.chips.standard_error[0]
        less = "no luck is left" if left <= 1e-6 * before else f"variance {(before / left) ** 2:.3g} times smaller"
        won = f"{result.chips.chips_per_hand[0]:+.4f} (std. error {result.chips.standard_error[0]:.4f})"
        facts["AIVAT"] = f"{less}; by the chips {result.names[0]} won {won}"
    print_facts(out, facts)
    out.print()
    print_table(out, result.to_table())


def why_not_t(result: MatchResult, until_width: float | None) -> str:
    """Note on intervals that are not Student's."""
    if result.stopped_by == "width":
        return "as narrow as asked for"
    if result.stopped_by == "interrupt":
        return "since the match was interrupted"
    if until_width is not None:
        return "not yet as narrow as asked for"
    if result.interval_kind == "all alike":
        return "allowing for deals that have not come yet"
    return "since so few deals are too few for Student's t"
