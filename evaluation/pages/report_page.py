"""The page of a report while it is made: its parts, added one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pokerzoo.agents import TabularPolicy, baseline_policy, best_response_policy, player_names
from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.core import Game, short_name
from pokerzoo.envs.descriptions import shown_params
from pokerzoo.envs.drawing.html import Markup, html_paragraph, html_table
from pokerzoo.envs.games.holdem import is_spot
from pokerzoo.envs.histories import may_have_tree
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.support.units import check_big_blind, pot_share, units_of
from pokerzoo.evaluation.matches.match_result import signed_mean
from pokerzoo.evaluation.matches.round_robin import round_robin
from pokerzoo.evaluation.measures.exact import measure
from pokerzoo.evaluation.pictures.figures import alt_text, png_bytes
from pokerzoo.evaluation.pictures.pictures import Run, convergence_picture, cross_table_picture, noise_of, read_metrics
from pokerzoo.evaluation.spots.merged_suits import merged_suits
from pokerzoo.evaluation.spots.node_parts import is_reported
from pokerzoo.evaluation.spots.node_report import NodeReport
from pokerzoo.evaluation.spots.spot_report import SpotReport

from .headline import headline_sentences
from .report_tables import EvUnit, distance_digits, parameter_digits
from .strategy_sections import add_strategy
from .web_page import embedded_image, section_heading

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WORDS = (
    "Net chips are what a player wins less what the player puts in, a hand. A best response is the strategy that wins most "
    "from the others' strategies; its gain is what it wins more than the strategy on this page. NashConv is the sum of the "
    "players' gains, exploitability NashConv by the number of players: 0 in an equilibrium."
)
RAKE = (
    "The house takes its rake from both players, so the amounts that the row and the column win from each other do "
    "not add up to zero: both may lose. So may the best response. It wins the most that can be won from this strategy, which "
    "may be less than the rake that it pays."
)
ILLEGAL = "\N{EN DASH}"
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
        self.big_blind, self.unit = big_blind, EvUnit.of(self.game, big_blind)
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

    def about(self) -> None:
        """Add the tables on the game and on the training of the policy."""
        game = self.game
        facts = [("game", game.name), ("players", str(game.num_players)), ("infosets", f"{len(game.infosets):,}")]
        given = [(name, parameter_digits(value)) for name, value in shown_params(game).items() if value is not None]
        told = {name: value for name, value in self.policy.metadata.items() if value is not None and name != "locks"}
        made = [(name, parameter_digits(value, name)) for name, value in told.items()]
        self.section("What it is")
        self.parts.append(html_table("The game", ("fact", "value"), facts, numbers=False))
        if given:
            self.parts.append(html_table("Its parameters", ("parameter", "value"), given, numbers=False))
        if made:
            self.parts.append(html_table("How the strategy was made", ("fact", "value"), made, numbers=False))

    def worth(self) -> None:
        """Add exact values and exploitability."""
        self.section("Value and exploitability")
        try:
            found = self.measurement = measure(self.game, self.policy)
        except ValueError as error:
            self.step()
            self.lead = "Its values and exploitability were not measured."
            self.parts.append(html_paragraph(f"Not measured: {error}."))
            return
        self.step()
        self.lead = headline_sentences(self.game, found, noise_of(self.game))
        amounts = units_of(self.game, found.exploitability)
        words = "; ".join(f"{distance_digits(amount)}{' ' * (unit[0] != '%')}{unit}" for unit, amount in amounts)
        nash_conv = f"NashConv: {distance_digits(found.nash_conv)} chips a hand"
        self.parts.append(html_paragraph(f"Exploitability of the strategy: {words}. {nash_conv}."))
        net = "net chips a hand"
        columns = ["player", f"expects, {net}", f"best response, {net}"]
        columns += [f"gain of the best response, {unit}" for unit, _ in units_of(self.game, 0.0)]
        columns += [] if self.game.starting_pot is None else ["expects, pot share in chips"]
        rows = []
        for player, (value, gain) in enumerate(zip(found.values.tolist(), found.gains.tolist(), strict=True)):
            row = [self.player_name(player), signed_mean(value, 6), signed_mean(value + gain, 6)]
            row += [distance_digits(amount) for _, amount in units_of(self.game, gain)]
            share = pot_share(self.game, value)
            rows.append(row + ([] if share is None else [f"{share:.6f}"]))
        self.parts.append(html_table("Exact value and gain of a best response, by player", columns, rows))

    def player_name(self, player: int) -> str:
        """Name of a player in a table."""
        name = self.game.player_names[player]
        return str(player) if name == f"player {player}" else f"{player} ({name})"

    def strategy(self) -> None:
        """Add the pictures and tables that fit the game."""
        self.section("Strategy")
        add_strategy(self.game, self)

    def strategy_table(self, player: int) -> None:
        """Add a player's infosets with the probability of each action."""
        policy = merged_suits(self.policy)
        rows = [row for row in policy.game.infosets if row.player == player]
        shown = rows[: self.max_rows]
        names = list(dict.fromkeys(name for row in shown for name in row.action_names))
        cells = []
        for row in shown:
            own, fields = policy[row.key], policy.game.infoset_fields(row.key)
            cells.append(
                [
                    row.key,
                    fields.when or line_heading(fields.line),
                    *(f"{own[name]:.4f}" if name in own else ILLEGAL for name in names),
                ]
            )
        caption = f"Player {player}: probability of each action, by infoset"
        if policy is not self.policy:
            caption += ", the cards of a rank as one"
        if any(len(row.action_names) < len(names) for row in shown):
            caption += f"; {ILLEGAL}: not legal"
        left_out = len(rows) - len(shown)
        if left_out:
            caption += f" (the first {len(shown)} of {len(rows):,}; {left_out:,} are left out)"
        self.parts.append(html_table(caption, ("infoset", "when", *names), cells, words=[1]))

    def node_at(self, line: str) -> NodeReport:
        """Return a node of a hold'em spot; ValueError if there is none."""
        if not is_reported(self.game):
            raise ValueError(f"line={brief(line)}: is for hold'em spots, not for {short_name(self.game)}")
        return self.spot_report.at(line)

    @cached_property
    def spot_report(self) -> SpotReport:
        """Report on a hold'em spot."""
        return SpotReport(self.game, self.policy)

    def convergence(self, runs: dict[str, Run]) -> None:
        """Add the runs' curves of exploitability."""
        points = {name: read_metrics(run) for name, run in runs.items()}
        unit = "chips" if self.game.starting_pot is None else "pot"
        figure = convergence_picture(points, unit=unit, game=self.game)
        self.picture("convergence", figure, "Exploitability by iteration, both axes logarithmic.", "Convergence")
        columns = ["run", "iterations", "seconds in iterations"]
        columns += [f"exploitability, {name}" for name, _ in units_of(self.game, 0.0)]
        rows = []
        for name, run in points.items():
            last = run[-1]
            amounts = [distance_digits(amount) for _, amount in units_of(self.game, last["exploitability_chips"])]
            rows.append([name, f"{last['iteration']:,}", f"{last['seconds']:.3g}", *amounts])
        self.parts.append(html_table("The last point of each run", columns, rows))

    def cross_table(self) -> None:
        """Add the exact cross table of the policy, its best response and the baselines, in small games."""
        game = self.game
        count = None if not may_have_tree(game) else game.num_histories or 0
        if game.num_players != 2 or count is None or count > MAX_CROSS_HISTORIES or game.infosets.size > MAX_CROSS_ENTRIES:
            self.step()
            return
        players = {"this strategy": self.policy, "best response to it": best_response_policy(self.policy)}
        players |= {name: baseline_policy(game, name) for name in player_names(game)}
        names, means = list(players), round_robin(game, players).chips
        figure = cross_table_picture(names, means, noise=noise_of(game))
        self.picture("cross-table", figure, "Exact means over both seats: no chance is left in them.", "Against others")
        if game.rake_rate:
            self.parts.append(html_paragraph(RAKE))
        rows = [
            [name, *("" if i == j else signed_mean(means[i, j], 6) for j in range(len(names)))] for i, name in enumerate(names)
        ]
        self.parts.append(
            html_table("What the row wins from the column, net chips a hand, mean over both seats", ("", *names), rows)
        )

    def terms(self) -> None:
        """Add the definitions of terms."""
        words = [WORDS]
        if self.game.big_blind is not None:
            words.append("An mbb is a thousandth of the big blind, or of the ante where there is no blind.")
        if self.big_blind is not None:
            words.append(f"EVs at the nodes are in big blinds; one is {chips_text(self.big_blind)} chips.")
        words += self.words
        self.section("Units and words")
        self.parts += map(html_paragraph, words)


def check_evs_in_blinds(game: Game, big_blind: float | None) -> None:
    """ValueError for an odd big blind, or of a game whose EVs cannot be told in it."""
    if big_blind is None:
        return
    check_big_blind(big_blind)
    if not is_spot(game):
        raise ValueError(f"big_blind={brief(big_blind)}: is for hold'em spots of two players, not for {short_name(game)}")
