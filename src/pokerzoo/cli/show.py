"""``pokerzoo show``: the strategy in a policy file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pokerzoo.envs.core import short_name
from pokerzoo.envs.support.errors import InputError, brief

from . import completion
from .declarations import flag, option
from .game_facts import game_lines, game_text
from .locks import locked_places
from .options import Json, PolicyFile, load_policy
from .output import console, print_facts, print_json, print_strategy, print_table, print_text

if TYPE_CHECKING:
    from pokerzoo.agents import TabularPolicy
    from pokerzoo.envs import Game
    from pokerzoo.envs.infosets import Infoset
    from pokerzoo.envs.poker.infosets import PokerInfosets
    from pokerzoo.evaluation.spots.next_cards import NextCards
    from pokerzoo.evaluation.spots.node_report import NodeReport
    from pokerzoo.evaluation.spots.spot_report import SpotReport

MOST_ROWS = 100_000
MOST_LOCKED = 12
"""Locked hands of a node that are named."""
"""Infosets that are listed at once."""
EXAMPLES = (
    "pokerzoo show kuhn.npz",
    "pokerzoo show leduc.npz --infoset 'Qs|xx/Kh|'",
    "pokerzoo show leduc.npz --infoset Ks --player 0 --json",
    "pokerzoo show spot.npz --at b25 --player ip",
    "pokerzoo show turn.npz --at xb60c/2h/x --hands",
    "pokerzoo show turn.npz --at xb60c --next-cards --picture cards.png",
)


def show(
    file: PolicyFile,
    infoset: Annotated[str | None, option("KEY", "Show only infosets whose key is this or starts with it.")] = None,
    at: Annotated[
        str | None, option("LINE", "Hold'em: show the node after this line, as b25, b25/r100 or xb60c/2h/x.", name="--at")
    ] = None,
    hands: Annotated[bool, flag("--hands", "Hold'em: list the hands, with equity, EV and the EV of each action.")] = False,
    net: Annotated[bool, flag("--net", "With --hands: net chips in place of EVs, which count chips from here on.")] = False,
    next_cards: Annotated[
        bool, flag("--next-cards", "Hold'em: tell what each next card changes, at a line where a card comes next.")
    ] = False,
    csv: Annotated[
        str | None, option("TABLE", "Write the hands of the node, or its next cards, as CSV too.", name="--csv")
    ] = None,
    parquet: Annotated[str | None, option("TABLE", "Write them as Parquet too.", name="--parquet")] = None,
    picture: Annotated[str | None, option("PNG", "Draw the node, or its next cards.", name="--picture")] = None,
    player: Annotated[
        str | None,
        option(
            "N|oop|mp|ip",
            "Show only the infosets of this player, in hold'em their grid. 0 or oop is the first player.",
            complete=completion.one_of("0", "1", "oop", "mp", "ip"),
        ),
    ] = None,
    all_rows: Annotated[bool, flag("--all", "Show every row of long tables.")] = False,
    as_json: Json = False,
) -> None:
    """Show the strategy in a policy file, and how it was made.

    Of a hold'em spot it shows one node, without --at the first. A grid has the 169 hand classes with what the player to
    act does with each. Above it are the equity, the EV and the net chips of all ranges. EVs are chips from there on, so that a
    fold is worth 0; net chips are less by what the player has put in, a part of the starting pot included.
    --hands lists single hands, --next-cards the cards that can come. With --infoset or --all it lists infosets, as in
    other games.
    """
    from pokerzoo.evaluation.spots.node_parts import is_reported

    asked = NodeQuestion(at or "", None, hands, net, next_cards, csv, parquet, picture)
    check_files(file, asked)
    policy = load_policy(file)
    game = policy.game
    seat = parse_seat(game, player)
    spot = is_reported(game)
    if (at is not None or asked.flags) and not spot:
        raise InputError(f"{asked.flags or f'--at {brief(at)}'}: is for hold'em spots, not for {short_name(game)}")
    if (at is not None or asked.flags) and (infoset is not None or all_rows):
        raise InputError(f"{asked.flags or f'--at {brief(at)}'}: goes neither with --infoset nor with --all")
    if spot and infoset is None and not all_rows:
        show_node(file, policy, asked._replace(seat=seat), as_json)
        return
    rows = select_infosets(game, infoset, seat)
    if as_json:
        print_json(
            {
                "file": file,
                "game": game.name,
                "parameters": game.params,
                "metadata": policy.metadata,
                "infosets": [{"player": row.player, "infoset": row.key, "probabilities": policy[row.key]} for row in rows],
            }
        )
        return
    out = console()
    print_facts(out, file_facts(file, policy))
    out.print()
    if print_strategy(out, policy, rows, whole=all_rows or infoset is not None):
        print_text(out, "Every row: --all. A part: --infoset with a key or the start of one, --player.")


def file_facts(file: str, policy: TabularPolicy) -> dict[str, str | list[str]]:
    """Kind of the file and its origin."""
    facts: dict[str, str | list[str]] = {
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


class NodeQuestion(NamedTuple):
    """Questions about a node."""

    line: str
    seat: int | None
    hands: bool
    net: bool
    next_cards: bool
    csv: str | None
    parquet: str | None
    picture: str | None

    @property
    def files(self) -> dict[str, str]:
        """The files to write, by flag."""
        given = {"--csv": self.csv, "--parquet": self.parquet, "--picture": self.picture}
        return {flag: path for flag, path in given.items() if path is not None}

    @property
    def flags(self) -> str:
        """The flags given that are about a node, but for --at."""
        return ", ".join([*["--hands"] * self.hands, *["--net"] * self.net, *["--next-cards"] * self.next_cards, *self.files])


def check_files(file: str, asked: NodeQuestion) -> None:
    """ValueError for flags that do not go together or files that would overwrite each other; OSError for one that cannot be."""
    from pokerzoo.envs.support.atomic_files import check_writable

    if asked.hands and asked.next_cards:
        raise InputError("--hands: goes not with --next-cards")
    if asked.net and not asked.hands:
        raise InputError("--net: needs --hands")
    taken = {Path(file).resolve(): "FILE"}
    for name, path in asked.files.items():
        where = Path(path).resolve()
        if where in taken:
            raise InputError(f"{name} {path}: is {taken[where]} already")
        taken[where] = name
        check_writable(path)


def show_node(file: str, policy: TabularPolicy, asked: NodeQuestion, as_json: bool) -> None:
    """One node of a hold'em spot, or its next cards; ValueError if there is no such line."""
    from pokerzoo.evaluation.spots.node_parts import is_reported, spot_hands
    from pokerzoo.evaluation.spots.spot_lines import example_card
    from pokerzoo.evaluation.spots.spot_report import SpotReport
    from pokerzoo.evaluation.spots.spot_tables import EvUnit, hands_table, ranges_table, render_node

    game, seat = policy.game, asked.seat
    assert is_reported(game)
    report = SpotReport(game, policy)
    node = report.at(asked.line)
    cards = report.next_cards(asked.line) if asked.next_cards else None
    write_node(report, node, cards, asked)
    if as_json:
        made = {"file": file, "game": game.name, "parameters": game.params, "metadata": policy.metadata}
        print_json(made | ({"spot": spot_hands(report), "node": node} if cards is None else {"next_cards": cards}))
        return
    out = console()
    print_facts(
        out,
        file_facts(file, policy) | locked_here(node) | {f"{flag[2:]} written": path for flag, path in asked.files.items()},
    )
    out.print()
    if cards is not None:
        out.print(cards.to_table(most=None))
    elif asked.hands:
        print_table(out, ranges_table(node))
        out.print(hands_table(node, seat, EvUnit(net=asked.net)))
    else:
        out.print(render_node(node, seat))
    if not report.values.has_values and len(node.public.board) < 5:
        out.print()
        print_text(out, "EVs before the river are not known: the file has no rivers (--streets 1).")
    if not asked.line and node.tokens:
        out.print()
        print_text(out, f"Further on: --at {node.tokens[-1]}. The other range: --player. Every infoset: --all.")
    elif node.card_due and cards is None:
        out.print()
        print_text(out, f"Each card: --next-cards. One of them: --at {node.line}/{example_card(node.public)}.")


def locked_here(node: NodeReport) -> dict[str, str]:
    """The fact which hands are locked at a node; empty without any."""
    hands = node.locked_hands
    if not hands:
        return {}
    more = f" and {len(hands) - MOST_LOCKED:,} more" if len(hands) > MOST_LOCKED else ""
    return {"locked here": f"{', '.join(hands[:MOST_LOCKED])}{more}"}


def write_node(report: SpotReport, node: NodeReport, cards: NextCards | None, asked: NodeQuestion) -> None:
    """The files that are asked for; ValueError where a library is missing."""
    from pokerzoo.envs.support.atomic_files import write_atomically

    try:
        if asked.csv is not None:
            (cards or node).to_csv(asked.csv)
        if asked.parquet is not None:
            (cards or node).to_parquet(asked.parquet)
        if asked.picture is not None:
            from pokerzoo.evaluation.pictures.figures import png_bytes
            from pokerzoo.evaluation.pictures.next_cards import next_card_picture
            from pokerzoo.evaluation.pictures.range_picture import range_grid_picture

            figure = next_card_picture(report, node.line) if cards else range_grid_picture(report, node.line, player=asked.seat)
            write_atomically(Path(asked.picture), png_bytes(figure))
    except ImportError as error:
        raise InputError(str(error)) from None


def parse_seat(game: Game, player: str | None) -> int | None:
    """The number of a player given as ``0``, ``1``, ``oop``, ``mp`` or ``ip``; ValueError if there is none such."""
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


def hands_from(table: PokerInfosets, start: str) -> list[int]:
    """The hands with which keys start so."""
    name, bar, _ = start.partition("|")
    return [hand for own, hand in table.hand_index.items() if (own == name if bar else own.startswith(name))]


def known_number(game: Game, start: str) -> int:
    """Number of infosets whose keys start so, where it follows without making them; else 0."""
    from pokerzoo.envs.poker.infosets import PokerInfosets

    table, history = game.infosets, start.partition("|")[2]
    if not isinstance(table, PokerInfosets) or "/" in history:
        return 0
    rules = table.rules
    if rules.hand_sets is None or rules.deck.board:  # else each hand can be held on as many boards
        return 0
    pairs = sum(point.places.total for point in table.points if point.line.text.startswith(history))
    return pairs * len(hands_from(table, start)) // len(rules.deck.hands)


def infosets_from(game: Game, start: str) -> Iterator[Infoset]:
    """The infosets whose keys start so, in order; in large spots not all infosets are made for it."""
    from pokerzoo.envs.infosets import Infoset
    from pokerzoo.envs.poker.infosets import PokerInfosets

    table = game.infosets
    if not isinstance(table, PokerInfosets):
        yield from (row for row in table if row.key.startswith(start))
        return
    hands = hands_from(table, start)
    for public in table.public_states(start.partition("|")[2]) if hands else ():
        point, board = table.at(public)
        rank, line = point.places.row(board), public.line
        for hand in hands:
            if rank[hand] >= 0:  # else the board has one of the hand's cards, or it is not in the range
                yield Infoset(public.key(hand), line.actor, line.legal_actions, line.action_names)
