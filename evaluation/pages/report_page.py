"""The page of a report while it is made: its parts, added one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pokerzoo.agents import TabularPolicy, baseline_policy, best_response_policy, player_names
from pokerzoo.agents.policies.merged_suits import merged_suits
from pokerzoo.agents.policies.strategy_table import strategy_table
from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.core import Game, short_name
from pokerzoo.envs.descriptions import shown_params
from pokerzoo.envs.drawing.figures import alt_text, png_bytes
from pokerzoo.envs.games.holdem import is_spot
from pokerzoo.envs.infosets import may_have_tree
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.game_facts import is_reported
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.formats import distance_text
from pokerzoo.envs.support.tables import Column, Markup, Table, details_section, html_paragraph
from pokerzoo.envs.support.units import check_big_blind
from pokerzoo.evaluation.matches.round_robin import round_robin
from pokerzoo.evaluation.measures.exact import measure
from pokerzoo.evaluation.pictures.pictures import Run, convergence_picture, cross_table_picture, noise_of, read_metrics
from pokerzoo.evaluation.spots.leaks import amount_text, leaks
from pokerzoo.evaluation.spots.node_report import NodeReport
from pokerzoo.evaluation.spots.spot_report import SpotReport
from pokerzoo.evaluation.spots.spot_tables import EvUnit

from .headline import amounts_in_units, headline_sentences
from .strategy_sections import add_strategy
from .web_page import embedded_image, section_heading

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WORDS = (
    "Net chips are what a player wins less what the player puts in, a hand. A best response is the strategy that wins most "
    "from the others' strategies; its gain is what it wins more than the strategy on this page. NashConv is the sum of the "
    "players' gains, exploitability NashConv by the number of players: 0 in an equilibrium."
)
LEAKS = (
    "The EV that each decision loses for its player, who plays best from there on: these leaks add up to NashConv, of "
    "which each is a share."
)
RAKE = (
    "The house takes its rake from both players, so the amounts that the row and the column win from each other do "
    "not add up to zero: both may lose. So may the best response. It wins the most that can be won from this strategy, which "
    "may be less than the rake that it pays."
)
MAX_CROSS_ENTRIES = 20_000
"""Most (infoset, action) pairs of a game with a cross table."""
MAX_CROSS_HISTORIES = 200_000
"""Most histories, about, of a game with a cross table."""


@dataclass(frozen=True)
class ReportPicture:
    """A picture of a ``Report``.

    Attributes:
        name: short, fit for a file name: ``game-tree``, ``range-b33``.
        caption: the words below it.
        alt: description of the picture in words.
        png: the bytes of the PNG file.

    Example:
        See ``make_report``.
    """

    name: str
    caption: str
    alt: str
    png: bytes


class ReportPage:
    """Parts of a page, added one after the other."""

    def __init__(
        self,
        policy: TabularPolicy,
        max_rows: int,
        max_pages: int,
        max_grids: int,
        progress: Callable[[int, int], Any] | None = None,
        big_blind: float | None = None,
    ) -> None:
        self.policy, self.game = policy, policy.game
        check_evs_in_blinds(self.game, big_blind)
        self.big_blind, self.unit = big_blind, EvUnit(big_blind=big_blind)
        self.max_rows, self.max_pages, self.max_grids = max_rows, max_pages, max_grids
        self.parts: list[Markup] = []
        self.sections: list[str] = []
        self.lead = ""
        self.pictures: list[ReportPicture] = []
        self.words: list[str] = []
        self.measurement: Measurement | None = None
        self._progress, self._done, self._expected = progress, 0, 0

    def expect(self, parts: int) -> None:
        """Announce further parts to the progress."""
        self._expected += parts
        self._tell()

    def step(self) -> None:
        """Count a part as done."""
        self._done += 1
        self._tell()

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(self._done, self._expected)

    def section(self, text: str) -> None:
        """Begin a section."""
        self.sections.append(text)
        self.parts.append(section_heading(text))

    def picture(self, name: str, figure: Figure, caption: str, section: str | None = None) -> None:
        """Add a picture, under a heading of its own if ``section`` is given."""
        if section is not None:
            self.section(section)
        made = ReportPicture(name, caption, alt_text(figure), png_bytes(figure))
        self.pictures.append(made)
        self.parts.append(embedded_image(made.png, made.alt, caption))
        self.step()

    def table(self, table: Table) -> None:
        """Add a table."""
        self.parts.append(table.html())

    def details(self, summary: str, table: Table) -> None:
        """Add a table that opens on a click."""
        self.parts.append(details_section(summary, table.html()))

    def paragraph(self, text: str) -> None:
        """Add a paragraph."""
        self.parts.append(html_paragraph(text))

    def about(self) -> None:
        """Add the tables on the game and on the training of the policy."""
        game = self.game
        self.section("What it is")
        metadata = {name: value for name, value in self.policy.metadata.items() if name != "locks"}
        for caption, what, facts in (
            ("The game", "fact", {"game": game.name, "players": game.num_players, "infosets": len(game.infosets)}),
            ("Its parameters", "parameter", shown_params(game)),
            ("How the strategy was made", "fact", metadata),
        ):
            rows = [(name, parameter_text(value, name)) for name, value in facts.items() if value is not None]
            if rows:
                self.table(Table(caption, (what, Column("value", words=True)), rows))

    def worth(self) -> None:
        """Add exact values and exploitability."""
        self.section("Value and exploitability")
        try:
            measured = self.measurement = measure(self.game, self.policy)
        except ValueError as error:
            self.step()
            self.lead = "Its values and exploitability were not measured."
            self.paragraph(f"Not measured: {error}.")
            return
        self.step()
        self.lead = headline_sentences(self.game, measured, noise_of(self.game))
        words = "; ".join(amounts_in_units(self.game, measured.exploitability))
        nash_conv = f"NashConv: {distance_text(measured.nash_conv)} chips a hand"
        self.paragraph(f"Exploitability of the strategy: {words}. {nash_conv}.")
        caption = "Exact value and gain of a best response, by player, net chips a hand"
        self.table(replace(measured.to_table(), caption=caption, notes=()))

    def strategy(self) -> None:
        """Add the pictures and tables that fit the game."""
        self.section("Strategy")
        add_strategy(self.game, self)

    def strategy_table(self, player: int) -> None:
        """Add a player's infosets with the probability of each action."""
        policy = merged_suits(self.policy)
        rows = [row for row in policy.game.infosets if row.player == player]
        shown = rows[: self.max_rows]
        caption = f"Player {player}: probability of each action, by infoset"
        if policy is not self.policy:
            caption += ", the cards of a rank as one"
        if len({row.action_names for row in shown}) > 1:
            caption += "; -: not legal"
        left_out = len(rows) - len(shown)
        if left_out:
            caption += f" (the first {len(shown)} of {len(rows):,}; {left_out:,} are left out)"
        self.table(strategy_table(policy, shown, caption, in_words=True))

    def leaks(self) -> None:
        """Add the largest leaks; nothing if none is lost or the policy was not measured."""
        fault = None
        try:
            lost = None if self.measurement is None else leaks(self.game, self.policy)
        except ValueError as error:  # the numbers of all infosets do not fit in free memory
            lost, fault = None, str(error)
        self.step()
        rows = () if lost is None else lost.ranked(each=lost.readable)
        if rows or fault:
            self.section("Where it leaks")
            self.paragraph(f"Not computed: {fault}." if fault else LEAKS)
        if lost is not None and rows:
            grouping = {"hand_class": "hand classes", "infoset": "infosets"}.get(lost.readable, "decisions")
            share, whole = sum(leak.share for leak in rows), amount_text(self.game, lost.nash_conv)
            caption = f"The {grouping} that cost most: {share:.1%} of all that is lost ({whole} a hand)"
            self.table(replace(lost.to_table(in_words=True), caption=caption))

    def node_at(self, line: str) -> NodeReport:
        """Return a node of a hold'em spot; ValueError if there is none."""
        if not is_reported(self.game):
            raise ParameterError("line", line, f"is for hold'em spots, not for {short_name(self.game)}")
        return self.spot_report.at(line)

    @cached_property
    def spot_report(self) -> SpotReport:
        """Report on a hold'em spot."""
        return SpotReport(self.game, self.policy)

    def convergence(self, runs: dict[str, Run]) -> None:
        """Add the runs' curves of exploitability."""
        points = {name: read_metrics(run) for name, run in runs.items()}
        unit = "chips" if self.game.stakes.starting_pot is None else "pot"
        figure = convergence_picture(points, unit=unit, game=self.game)
        self.picture("convergence", figure, "Exploitability by iteration, both axes logarithmic.", "Convergence")
        units = [Column(f"exploitability, {name}", distance_text) for name, _ in self.game.stakes.in_units(0.0)]
        rows = []
        for name, run in points.items():
            amounts = (amount for _, amount in self.game.stakes.in_units(run[-1]["exploitability_chips"]))
            rows.append([name, run[-1]["iteration"], run[-1]["seconds"], *amounts])
        columns = (Column("run"), Column("iterations"), Column("seconds in iterations", ".3g"), *units)
        self.table(Table("The last point of each run", columns, rows))

    def cross_table(self) -> None:
        """Add the exact cross table of the policy, its best response and the baselines, in small games."""
        game = self.game
        count = None if not may_have_tree(game) else game.num_histories or 0
        if game.num_players != 2 or count is None or count > MAX_CROSS_HISTORIES or game.infosets.size > MAX_CROSS_ENTRIES:
            self.step()
            return
        players = {"this strategy": self.policy, "best response to it": best_response_policy(self.policy)}
        players |= {name: baseline_policy(game, name) for name in player_names(game)}
        table = round_robin(game, players)
        figure = cross_table_picture(table)
        self.picture("cross-table", figure, "Exact means over both seats: no chance is left in them.", "Against others")
        if game.stakes.rake_rate:
            self.paragraph(RAKE)
        means = table.chips.tolist()
        rows = [[name, *means[i][:i], "", *means[i][i + 1 :]] for i, name in enumerate(table.names)]
        caption = "What the row wins from the column, net chips a hand, mean over both seats"
        self.table(Table(caption, ("", *(Column(name, "~+.6f") for name in table.names)), rows))

    def terms(self) -> None:
        """Add the definitions of terms."""
        words = [WORDS]
        if self.game.stakes.big_blind is not None:
            words.append("An mbb is a thousandth of the big blind, or of the ante where there is no blind.")
        if self.big_blind is not None:
            words.append(f"EVs at the nodes are in big blinds; one is {chips_text(self.big_blind)} chips.")
        words += self.words
        self.section("Units and words")
        self.parts += map(html_paragraph, words)


def check_evs_in_blinds(game: Game, big_blind: float | None) -> None:
    """ValueError for an odd big blind, or of a game whose EVs cannot be shown in it."""
    if big_blind is None:
        return
    check_big_blind(big_blind)
    if not is_spot(game):
        raise ParameterError("big_blind", big_blind, f"is for hold'em spots of two players, not for {short_name(game)}")


def parameter_text(value: object, name: str = "") -> str:
    """Format a parameter or a fact: whole numbers in groups of three, except seeds.

    >>> parameter_text(1000), parameter_text(1000, "seed"), parameter_text(3.0), parameter_text((0.5, 1.0))
    ('1,000', '1000', '3', '0.5; 1')
    >>> parameter_text(True)
    'yes'
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value) if name == "seed" else f"{value:,}"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(map(parameter_text, value)) or "none"
    return str(value)
