"""Values of policies and best responses: the record, and the protocol of evaluators that make it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .support.arrays import Floats
from .support.formats import distance_text
from .support.records import INTERNAL, Chips, Mbb, Percent, Record, json_key
from .support.tables import Column, Table

if TYPE_CHECKING:
    from .core import Game


WHOLE_TREE = "best responses on the whole tree"


@dataclass(frozen=True)
class PlayerMeasurement(Record):
    """A player's part of a measurement.

    Attributes:
        player: the player.
        expected_chips: what the player expects when all play the policy.
        expected_pot_share_chips: the same as pot share.
        best_response_chips: what a best response to the others expects.
        gain_chips: the difference.
        gain_mbb: the same in mbb.
        gain_pot_percent: the same in percent of the starting pot.
    """

    player: int
    expected_chips: Chips
    expected_pot_share_chips: Chips | None
    best_response_chips: Chips
    gain_chips: Chips
    gain_mbb: Mbb | None
    gain_pot_percent: Percent | None


@dataclass(frozen=True)
class Measurement(Record):
    """Exact values of a policy of all players and best-response gains; net chips a hand where no unit is named.

    ``pokerzoo.evaluation.measure`` and ``solver.measure()`` return it.

    Attributes:
        game: the game.
        values: float64 [players]: what each player expects when all play the policy.
        best_response_values: float64 [players]: what each player's best response to the others expects.
        method: how they were found.
        locks_broken: of a policy with locks, to which best responses keep: the same where they need not; else None.

    >>> from pokerzoo.envs import make_game
    >>> from pokerzoo.evaluation import measure
    >>> found = measure(make_game("kuhn"), "random")
    >>> found.gains.round(4), round(found.nash_conv, 4), round(found.exploitability, 4)
    (array([0.375 , 0.5417]), 0.9167, 0.4583)
    """

    game: Game = field(metadata=INTERNAL)
    values: Floats
    best_response_values: Floats
    method: str = WHOLE_TREE
    locks_broken: Measurement | None = field(default=None, metadata=INTERNAL)

    def __str__(self) -> str:
        title = f"exploitability (NashConv / {self.game.num_players}) in {self.game.name}"
        broken = "" if self.locks_broken is None else f"\n  {self.locks_broken.amounts} if locks may be broken"
        return f"{title}\n  {self.amounts}{broken}\n  method: {self.method}"

    @property
    def amounts(self) -> str:
        """Exploitability in all units, as text."""
        units = (
            (self.exploitability, "chips/hand"),
            (self.exploitability_pot_percent, "% of pot"),
            (self.exploitability_mbb, "mbb/hand"),
        )
        return ", ".join(f"{amount:.6g} {unit}" for amount, unit in units if amount is not None)

    @property
    @json_key
    def exploitability_with_locks_broken(self) -> Chips | None:
        """Exploitability where best responses may break the policy's locks; None where it has none."""
        return None if self.locks_broken is None else self.locks_broken.exploitability

    @property
    @json_key
    def gains(self) -> Floats:
        """float64 [players]: the gain of each player's best response."""
        return self.best_response_values - self.values

    @property
    @json_key
    def nash_conv(self) -> Chips:
        """NashConv, the sum of the gains. Zero only in an equilibrium."""
        return float(self.gains.sum())

    @property
    @json_key
    def exploitability(self) -> Chips:
        """NashConv / number of players (OpenSpiel's convention)."""
        return self.nash_conv / self.game.num_players

    @property
    def largest_gain(self) -> Chips:
        """The largest of the gains: no player gains more by a best response."""
        return float(self.gains.max())

    @property
    def distance(self) -> Chips:
        """The number that ``run(until=...)`` limits: exploitability of two players, else the largest gain."""
        return self.exploitability if self.game.num_players == 2 else self.largest_gain

    @property
    @json_key
    def exploitability_mbb(self) -> Mbb | None:
        """Exploitability in thousandths of the big blind (of the ante where there is no blind); None where there is neither."""
        return self.game.stakes.mbb(self.exploitability)

    @property
    @json_key
    def exploitability_pot_percent(self) -> Percent | None:
        """Exploitability in percent of the starting pot; None where there is none."""
        return self.game.stakes.pot_percent(self.exploitability)

    @property
    def players(self) -> list[PlayerMeasurement]:
        """The part of each player."""
        game, result = self.game, []
        rows = zip(self.values.tolist(), self.best_response_values.tolist(), self.gains.tolist(), strict=True)
        for player, (value, best, gain) in enumerate(rows):
            units = (game.stakes.mbb(gain), game.stakes.pot_percent(gain))
            result.append(PlayerMeasurement(player, value, game.stakes.pot_share(value, game.num_players), best, gain, *units))
        return result

    def to_table(self) -> Table:
        """Values and gains by player, and below them NashConv and exploitability."""
        columns = {
            "player": Column("player", self._seat),
            "expected_chips": Column("expects", "~+.6f"),
            "best_response_chips": Column("best response", "~+.6f"),
            "gain_chips": Column("gain", distance_text),
            "gain_mbb": Column("gain, mbb", distance_text),
            "gain_pot_percent": Column("gain, % of pot", distance_text),
            "expected_pot_share_chips": Column("pot share", ".6f"),
        }
        sums = f"NashConv {distance_text(self.nash_conv)}, exploitability {distance_text(self.exploitability)}; {self.method}."
        return Table.of_records(f"{self.game.name}: net chips a hand", self.players, columns, [sums])

    def _repr_html_(self) -> str:
        return self.to_table().html()

    def _seat(self, player: int) -> str:
        name = self.game.player_names[player]
        return str(player) if name == f"player {player}" else f"{player} ({name})"


class PolicyEvaluator(ABC):
    """Exact values and best responses of a game, as ``evaluator_of`` returns it.

    It takes strategies as arrays. ``pokerzoo.evaluation.measure`` takes any player, and is what most programs need.

    Attributes:
        game: the game.
        method: how it finds best responses.

    >>> from pokerzoo.envs import evaluator_of, make_game
    >>> game = make_game("kuhn")
    >>> evaluator = evaluator_of(game)
    >>> evaluator.measure(game.infosets.uniform()).values
    array([ 0.125, -0.125])
    >>> evaluator.best_responses()[:2]  # of the jack, first to act: check or bet
    array([0., 1.])
    """

    game: Game
    method = WHOLE_TREE

    @abstractmethod
    def evaluate_policy(self, probabilities: Floats) -> tuple[Floats, Floats]:
        """(each player's value, each player's best-response value), float64 [players], in net chips.

        Args:
            probabilities: float64 [entries]: a behavioural strategy in the order of ``game.infosets``.
        """

    @abstractmethod
    def best_responses(self) -> Floats:
        """The best responses of the last ``evaluate_policy``, all players', as one behavioural strategy.

        Where no action is better than another, and where the others' strategies never lead, it takes the first best one.
        """

    def measure(self, probabilities: Floats) -> Measurement:
        """``evaluate_policy`` as a record.

        Args:
            probabilities: float64 [entries]: a behavioural strategy in the order of ``game.infosets``.
        """
        return Measurement(self.game, *self.evaluate_policy(probabilities), self.method)
