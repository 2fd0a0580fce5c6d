"""``pokerzoo show``: the strategy in a policy file, in the terminal or as a web page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pokerzoo.envs.core import short_name
from pokerzoo.envs.game_words import game_lines, game_text
from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.formats import distance_text

from .command import PATH, command, option
from .locks import locked_places
from .options import load_policy, policy_file
from .output import Facts, Result, check_target, is_cut, strategy_parts
from .progress import Status

if TYPE_CHECKING:
    from pokerzoo.agents import TabularPolicy
    from pokerzoo.envs import Game
    from pokerzoo.envs.infosets import Infoset
    from pokerzoo.evaluation.pages.report import Report
    from pokerzoo.evaluation.spots.next_cards import NextCards
    from pokerzoo.evaluation.spots.node_report import NodeReport
    from pokerzoo.evaluation.spots.spot_report import SpotReport

MOST_ROWS = 100_000
"""Infosets that are listed at once."""
MOST_LOCKED = 12
"""Locked hands of a node that are named."""
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


class NodeQuestion(NamedTuple):
    """Questions about a node."""

    line: str
    seat: int | None
    hands: bool
    net: bool
    big_blind: float | None
    next_cards: bool
    files: dict[str, str]
    """To write, by flag."""

    @property
    def flags(self) -> str:
        """The flags given that are about a node, but for --at."""
        return ", ".join([*["--hands"] * self.hands, *["--net"] * self.net, *["--next-cards"] * self.next_cards, *self.files])


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
@option("--csv", metavar="TABLE", type=PATH, heading=FILES, help="Write the hands of the node, or its next cards, as CSV too.")
@option("--parquet", metavar="TABLE", type=PATH, heading=FILES, help="Write them as Parquet too.")
@option("--picture", metavar="PNG", heading=FILES, help="Draw the node, or its next cards.")
@option(
    "--page", metavar="HTML", type=PATH, heading=FILES, help="Write a web page with tables and pictures; one file, no scripts."
)
@option(
    "--log", metavar="LOG", multiple=True, heading=FILES,
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

    files = {"--csv": csv, "--parquet": parquet, "--picture": picture}
    asked = NodeQuestion(
        at or "", None, hands, net, big_blind, next_cards, {flag: path for flag, path in files.items() if path is not None}
    )
    check_files(file, asked, page, log)
    policy = load_policy(file)
    game = policy.game
    if page is not None:
        return page_result(file, policy, page, log, at, big_blind)
    seat = parse_seat(game, player)
    spot = is_reported(game)
    if (at is not None or asked.flags) and not spot:
        raise InputError(f"{asked.flags or f'--at {brief(at)}'}: is for hold'em spots, not for {short_name(game)}")
    if (at is not None or asked.flags) and (infoset is not None or all_rows):
        raise InputError(f"{asked.flags or f'--at {brief(at)}'}: cannot be combined with --infoset or --all")
    if spot and infoset is None and not all_rows:
        return node_result(file, policy, asked._replace(seat=seat))
    rows = select_infosets(game, infoset, seat)

    def record() -> dict[str, Any]:
        listed = [{"player": row.player, "infoset": row.key, "probabilities": policy[row.key]} for row in rows]
        return policy_dict(file, policy) | {"infosets": listed}

    whole = all_rows or infoset is not None
    parts: list[Any] = [file_facts(file, policy), ""]

    def shown() -> Iterator[Any]:
        yield from parts
        yield from strategy_parts(policy, rows, whole=whole)
        if not whole and is_cut(policy):
            yield "Every row: --all. A part: --infoset with a key or the start of one, --player."

    return Result(record, shown())


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
        facts["with rivers solved anew"] = f"exploitability is {UNKNOWN if bound is None else bound}"
        return facts
    facts["solved"] = "the flop alone; turns, with their rivers, when they are asked for"
    facts["exploitability"] = UNKNOWN
    for off in policy.solved.values():
        facts["turn solved"] = f"exploitable for {off:.1f}% of its pot, by itself"
    return facts


def check_files(file: str, asked: NodeQuestion, page: str | None, logs: tuple[str, ...]) -> None:
    """InputError for flags that do not go together or files that would overwrite each other; OSError for one that cannot be."""
    if asked.hands and asked.next_cards:
        raise InputError("--hands: cannot be combined with --next-cards")
    if asked.net and not asked.hands:
        raise InputError("--net: needs --hands")
    if logs and page is None:
        raise InputError("--log: needs --page")
    if page is not None and asked.flags:
        raise InputError(f"{asked.flags}: cannot be combined with --page")
    taken = {Path(name).resolve(): name for name in logs} | {Path(file).resolve(): "FILE"}
    for flag, path in (asked.files | ({} if page is None else {"--page": page})).items():
        where = Path(path).resolve()
        if where in taken:
            raise InputError(f"{flag} {path}: is {taken[where]} already")
        taken[where] = flag
        check_target(path, flag)


def node_result(file: str, policy: TabularPolicy, asked: NodeQuestion) -> Result:
    """One node of a hold'em spot, or its next cards; InputError if there is no such line."""
    from pokerzoo.evaluation.spots.node_parts import spot_hands
    from pokerzoo.evaluation.spots.spot_report import SpotReport

    game: Any = policy.game
    report = SpotReport(game, policy)
    node = report.at(asked.line)
    cards = report.next_cards(asked.line) if asked.next_cards else None
    write_node(report, node, cards, asked)

    def record() -> dict[str, Any]:
        about = {"spot": spot_hands(report), "node": node} if cards is None else {"next_cards": cards}
        return policy_dict(file, policy) | about

    facts = file_facts(file, policy) | locked_here(node) | {f"{flag[2:]} written": path for flag, path in asked.files.items()}
    return Result(record, node_parts(facts, report, node, cards, asked))


def node_parts(
    facts: Facts, report: SpotReport, node: NodeReport, cards: NextCards | None, asked: NodeQuestion
) -> Iterator[Any]:
    """The file, the node as a grid, as hands or as next cards, and what to ask next."""
    from pokerzoo.envs.poker.spot_lines import example_card
    from pokerzoo.evaluation.spots.spot_tables import EvUnit, hands_table, ranges_table, render_node

    unit = EvUnit(big_blind=asked.big_blind)
    yield from (facts, "")
    if cards is not None:
        yield cards.to_table(most=None)
    elif asked.hands:
        yield from (ranges_table(node, unit), "", hands_table(node, asked.seat, replace(unit, net=asked.net)))
    else:
        yield render_node(node, asked.seat, unit)
    if not report.values.has_values and len(node.public.board) < 5:
        yield from ("", "EVs before the river are not known: the file has no rivers (--streets 1).")
    if not asked.line and node.tokens:
        yield from ("", f"Further on: --at {node.tokens[-1]}. The other range: --player. Every infoset: --all.")
    elif node.card_due and cards is None:
        yield from ("", f"Each card: --next-cards. One of them: --at {node.line}/{example_card(node.public)}.")


def locked_here(node: NodeReport) -> dict[str, str]:
    """The fact which hands are locked at a node; empty without any."""
    hands = node.locked_hands
    if not hands:
        return {}
    more = f" and {len(hands) - MOST_LOCKED:,} more" if len(hands) > MOST_LOCKED else ""
    return {"locked here": f"{', '.join(hands[:MOST_LOCKED])}{more}"}


def write_node(report: SpotReport, node: NodeReport, cards: NextCards | None, asked: NodeQuestion) -> None:
    """The files that are asked for; InputError where a library is missing."""
    from pokerzoo.envs.support.atomic_files import write_atomically

    files = asked.files
    if "--csv" in files:
        (cards or node).to_csv(files["--csv"])
    if "--parquet" in files:
        (cards or node).to_parquet(files["--parquet"])
    if "--picture" in files:
        from pokerzoo.envs.drawing.figures import png_bytes
        from pokerzoo.evaluation.pictures.next_cards import next_card_picture
        from pokerzoo.evaluation.pictures.range_picture import range_grid_picture

        figure = next_card_picture(report, node.line) if cards else range_grid_picture(report, node.line, player=asked.seat)
        write_atomically(Path(files["--picture"]), png_bytes(figure))


def parse_seat(game: Game, player: str | None) -> int | None:
    """The number of a player given as ``0``, ``1``, ``oop``, ``mp`` or ``ip``; InputError if there is none such."""
    if player is None:
        return None
    names = {"oop": 0, "ip": 1}
    if game.num_players > 2:
        names = {name.casefold(): seat for seat, name in enumerate(game.player_names)}
    seat = names.get(player.casefold(), int(player) if player.isdecimal() else -1)
    if seat not in range(game.num_players):
        raise InputError(f"--player {player}: {game_text(game)} has players 0 to {game.num_players - 1}")
    return seat


def select_infosets(game: Game, key: str | None, player: int | None) -> list[Infoset]:
    """This player's infosets whose keys start so; of more than can be shown the one that has this very key."""
    from pokerzoo.envs.poker.infosets import infosets_from, known_number

    start, known = key or "", key is not None and key in game.infosets
    many = known_number(game, start) > MOST_ROWS
    rows = [] if many else list(islice(infosets_from(game, start), MOST_ROWS + 1))
    if (many or len(rows) > MOST_ROWS) and known:
        rows = [game.infosets[game.infosets.index(start)]]
    elif many or len(rows) > MOST_ROWS:
        asked = "--all" if key is None else f"--infoset {brief(key)}"
        raise InputError(
            f"{asked}: more than {MOST_ROWS:,} infosets; give --infoset a key or a longer start of one, or --at a line"
        )
    elif not rows:
        raise InputError(
            f"--infoset {brief(key)}: no key of {game_text(game)} starts so; keys look like {game.infosets[-1].key!r}"
        )
    rows = [row for row in rows if player in (None, row.player)]
    if not rows:
        raise InputError(f"--infoset {brief(key)}: not an infoset of player {player}")
    return rows
