"""``pokerzoo show``: the strategy in a policy file, in the terminal or as a web page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.core import short_name
from pokerzoo.envs.game_words import game_lines, game_text
from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.formats import distance_text

from .command import command, option, refuse
from .options import load_policy, policy_file
from .output import Facts, Result, check_apart, check_picture, check_target, is_cut, strategy_parts, write_picture
from .progress import Status
from .run_summary import locked_places

if TYPE_CHECKING:
    from pokerzoo.agents import TabularPolicy
    from pokerzoo.envs import Game
    from pokerzoo.envs.infosets import Infoset
    from pokerzoo.evaluation.pages.report import Report

MOST_ROWS = 100_000
"""Infosets that are listed at once."""
MOST_LOCKED = 12
"""Locked hands of a node that are named."""
OF_NODES = ("--hands", "--net", "--next-cards", "--csv", "--parquet", "--picture")
"""Options about a node, beside --at."""
INFOSETS, NODE, FILES = "Infosets", "Nodes of hold'em spots", "Files"
"""Headings of the options."""
EXAMPLES = (
    "pokerzoo show kuhn.npz",
    "pokerzoo show leduc.npz --infoset 'Qs|xx/Kh|'",
    "pokerzoo show leduc.npz --infoset Ks --player 0 --json",
    "pokerzoo show leduc.npz --page leduc.html --log plus.jsonl --log vanilla.jsonl",
    "pokerzoo show spot.npz --at b25 --player ip",
    "pokerzoo show turn.npz --at xb60c/2h/x --hands",
    "pokerzoo show turn.npz --at xb60c --next-cards --picture cards.png",
)


@command(EXAMPLES, any_game=True)
@policy_file
@option("--infoset", metavar="KEY", heading=INFOSETS, help="Show only infosets whose key is this or starts with it.")
@option(
    "--player", metavar="N|oop|mp|ip", heading=INFOSETS,
    help="Show only the infosets of this player, in hold'em their grid. 0 or oop is the first player.",
)  # fmt: skip
@option("--all", "all_rows", is_flag=True, heading=INFOSETS, help="Show every row of long tables.")
@option("--at", heading=NODE, help="Show the node after this line, as b25, b25/r100 or xb60c/2h/x.")
@option("--hands", is_flag=True, heading=NODE, help="List the hands, with equity, EV and the EV of each action.")
@option("--net", is_flag=True, heading=NODE, help="With --hands: net chips in place of EVs, which count chips from here on.")
@option("--next-cards", is_flag=True, heading=NODE, help="Show what each next card changes, at a line where a card comes next.")
@option("--big-blind", heading=NODE, help="Show amounts in big blinds; the chips of one.")
@option("--csv", metavar="FILE", heading=FILES, help="Write the hands of the node, or its next cards, as CSV too.")
@option("--parquet", metavar="FILE", heading=FILES, help="Write them as Parquet too.")
@option("--picture", heading=FILES, help="Draw the node, or its next cards (.png, .svg, .pdf).")
@option("--page", metavar="FILE", heading=FILES, help="Write a web page with tables and pictures; one file, no scripts.")
@option(
    "--log", metavar="FILE", multiple=True, heading=FILES,
    help="With --page: a log of 'pokerzoo train --log', for the picture of convergence. Repeat for more.",
)  # fmt: skip
def show(
    file: str, infoset: str | None, player: str | None, all_rows: bool, at: str | None, hands: bool, net: bool,
    next_cards: bool, big_blind: float | None, csv: str | None, parquet: str | None, picture: str | None, page: str | None,
    log: tuple[str, ...],
) -> Result:  # fmt: skip
    """Show the strategy in a policy file, and how it was made.

    Of a hold'em spot it shows one node, without --at the first. A grid has the 169 hand classes with what the player to
    act does with each. Above it are the equity, the EV and the net chips of all ranges. EVs are chips from there on, so that a
    fold is worth 0; net chips are less by what the player has put in, a part of the starting pot included.
    --hands lists single hands, --next-cards the cards that can come. With --infoset or --all it lists infosets, as in
    other games.

    --page writes how the policy was made, its value, its exploitability and its strategy as a page with pictures that fit
    the game: its tree, heat maps, range grids, a cross table against the baselines, and convergence if you give logs. Pictures
    need matplotlib: pip install ".[plot]" in pokerzoo's folder.
    """
    from pokerzoo.envs.poker.game_facts import is_reported

    listed = infoset is not None or all_rows
    if next_cards:
        refuse(["--hands"], "cannot be combined with --next-cards")
    if not hands:
        refuse(["--net"], "needs --hands")
    if page is None:
        refuse(["--log"], "needs --page")
    else:
        refuse(OF_NODES, "cannot be combined with --page")
    if listed:
        refuse(["--at", *OF_NODES], "cannot be combined with --infoset or --all")
    check_picture(picture)
    targets = {"--csv": csv, "--parquet": parquet, "--picture": picture, "--page": page}
    check_apart([("FILE", file), *(("--log", name) for name in log), *targets.items()])
    for flag, path in targets.items():
        check_target(path, flag)
    policy = load_policy(file)
    game = policy.game
    if page is not None:
        return page_result(file, policy, page, log, at, big_blind)
    seat = parse_seat(game, player)
    if not is_reported(game):
        refuse(["--at", *OF_NODES], f"is for hold'em spots, not for {short_name(game)}")
    elif not listed:
        files = {flag[2:]: path for flag, path in targets.items() if path is not None}
        return node_result(file, policy, at or "", seat, hands, net, next_cards, big_blind, files)
    rows = select_infosets(game, infoset, seat)

    def record() -> dict[str, Any]:
        infosets = [{"player": row.player, "infoset": row.key, "probabilities": policy[row.key]} for row in rows]
        return policy_dict(file, policy) | {"infosets": infosets}

    def parts() -> Iterator[Any]:
        yield from (file_facts(file, policy), "")
        yield from strategy_parts(policy, rows, whole=listed)
        if not listed and is_cut(policy):
            yield "Every row: --all. A part: --infoset with a key or the start of one, --player."

    return Result(record, parts())


def policy_dict(file: str, policy: TabularPolicy) -> dict[str, Any]:
    """What every object of this command begins with."""
    return {"file": file, "game": policy.game.name, "parameters": policy.game.params, "metadata": policy.metadata}


def page_result(
    file: str, policy: TabularPolicy, page: str, logs: tuple[str, ...], at: str | None, big_blind: float | None
) -> Result:
    """Write the page, and what is in it."""
    from pokerzoo.envs.support.atomic_files import write_atomically
    from pokerzoo.evaluation.pages.report import make_report

    with Status("drawing", left=True) as status:
        made: Report = make_report(policy, logs, line=at, big_blind=big_blind, progress=status.count("parts"))
    data = made.html.encode()
    write_atomically(Path(page), data)
    measured = made.measurement
    record = policy_dict(file, policy) | {
        "page": page,
        "bytes": len(data),
        "measured": measured,
        "pictures": [{"name": picture.name, "alt": picture.alt} for picture in made.pictures],
    }
    facts: Facts = {"file": file, "game": game_lines(policy.game), "page": f"{page} ({distance_text(len(data) / 1e6)} MB)"}
    if measured is not None:
        facts["exploitability"] = policy.game.stakes.amount_text(measured.exploitability)
    facts["pictures"] = ", ".join(picture.name for picture in made.pictures) or "none"
    return Result(record, [facts])


def file_facts(file: str, policy: TabularPolicy) -> Facts:
    """Kind of the file and its origin."""
    facts: Facts = {
        "file": file,
        "game": game_lines(policy.game),
        "infosets": f"{len(policy.game.infosets):,}",
    }
    for name, value in policy.metadata.items():
        if name == "locks":
            facts[name] = f"at {locked_places([*value])}" if value else "none"
        elif value is not None:
            facts[name] = f"{value:,}" if type(value) is int and name != "seed" else str(value)
    if not policy.streets:
        return facts
    from pokerzoo.agents import ResolvingPolicy
    from pokerzoo.agents.policies.solved_when_asked import UNKNOWN

    assert isinstance(policy, ResolvingPolicy)
    del facts["streets"]
    bound = policy.river_bound()
    if policy.streets == 1:
        facts["with rivers re-solved"] = f"exploitability is {UNKNOWN if bound is None else bound}"
        return facts
    facts["solved"] = "the flop alone; turns, with their rivers, on demand"
    facts["exploitability"] = UNKNOWN
    for off in policy.solved.values():
        facts["turn solved"] = f"exploitable for {off:.1f}% of its pot, by itself"
    return facts


def node_result(
    file: str, policy: TabularPolicy, line: str, seat: int | None, hands: bool, net: bool, next_cards: bool,
    big_blind: float | None, files: dict[str, str],
) -> Result:  # fmt: skip
    """One node of a hold'em spot, or its next cards, written to files too; InputError if there is no such line."""
    from pokerzoo.envs.poker.spot_lines import example_card
    from pokerzoo.evaluation.spots.node_parts import spot_hands
    from pokerzoo.evaluation.spots.spot_report import SpotReport
    from pokerzoo.evaluation.spots.spot_tables import EvUnit, hands_table, ranges_table, render_node

    game: Any = policy.game
    report = SpotReport(game, policy)
    node = report.at(line)
    cards = report.next_cards(line) if next_cards else None
    if "csv" in files:
        (cards or node).to_csv(files["csv"])
    if "parquet" in files:
        (cards or node).to_parquet(files["parquet"])
    if "picture" in files:
        from pokerzoo.evaluation.pictures import next_card_picture, range_grid_picture

        figure = range_grid_picture(report, line, player=seat) if cards is None else next_card_picture(report, line)
        write_picture(figure, files["picture"])

    def record() -> dict[str, Any]:
        about = {"spot": spot_hands(report), "node": node} if cards is None else {"next_cards": cards}
        return policy_dict(file, policy) | about

    def parts() -> Iterator[Any]:
        facts, locked = file_facts(file, policy), node.locked_hands
        if locked:
            more = f" and {len(locked) - MOST_LOCKED:,} more" if len(locked) > MOST_LOCKED else ""
            facts["locked here"] = f"{', '.join(locked[:MOST_LOCKED])}{more}"
        yield from (facts | {f"{kind} written": path for kind, path in files.items()}, "")
        unit = EvUnit(big_blind=big_blind)
        if cards is not None:
            yield cards.to_table(most=None)
        elif hands:
            yield from (ranges_table(node, unit), "", hands_table(node, seat, replace(unit, net=net)))
        else:
            yield render_node(node, seat, unit)
        if not report.values.has_values and len(node.public.board) < 5:
            yield from ("", "EVs before the river are not known: the file has no rivers (--streets 1).")
        if not line and node.tokens:
            yield from ("", f"Further on: --at {node.tokens[-1]}. The other range: --player. Every infoset: --all.")
        elif node.card_due and cards is None:
            yield from ("", f"Each card: --next-cards. One of them: --at {node.line}/{example_card(node.public)}.")

    return Result(record, parts())


def parse_seat(game: Game, player: str | None) -> int | None:
    """The number of a player given as ``0``, ``1``, ``oop``, ``mp`` or ``ip``; InputError if there is none such."""
    if player is None:
        return None
    names = {"oop": 0, "ip": game.num_players - 1} | {name.casefold(): seat for seat, name in enumerate(game.player_names)}
    seat = names.get(player.casefold(), int(player) if player.isdecimal() else -1)
    if seat not in range(game.num_players):
        raise InputError(f"--player {player}: {game_text(game)} has players 0 to {game.num_players - 1}")
    return seat


def select_infosets(game: Game, key: str | None, player: int | None) -> list[Infoset]:
    """This player's infosets whose keys start so; of more than can be shown the one that has this very key."""
    from pokerzoo.envs.poker.infosets import infosets_from, known_number

    start = key or ""
    many = known_number(game, start) > MOST_ROWS
    rows = [] if many else list(islice(infosets_from(game, start), MOST_ROWS + 1))
    if many or len(rows) > MOST_ROWS:
        if start not in game.infosets:
            option = "--all" if key is None else f"--infoset {brief(key)}"
            hint = "give --infoset a key or a longer start of one, or --at a line"
            raise InputError(f"{option}: more than {MOST_ROWS:,} infosets; {hint}")
        rows = [game.infosets[game.infosets.index(start)]]
    elif not rows:
        raise InputError(
            f"--infoset {brief(key)}: no key of {game_text(game)} starts so; keys look like {game.infosets[-1].key!r}"
        )
    rows = [row for row in rows if player in (None, row.player)]
    if not rows:
        raise InputError(f"--infoset {brief(key)}: not an infoset of player {player}")
    return rows
