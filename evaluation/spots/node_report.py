"""``NodeReport``: one public state of a solved spot, with the strategy and value of each hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.poker.cards import read_only
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.game_facts import board_names, own_pot, stacks_at, standard_board, standard_hands
from pokerzoo.envs.poker.hand_draws import draws_of_hands, made_hands
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.spot_lines import is_run_out
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.records import INTERNAL, Chips, Record, as_a, json_key
from pokerzoo.envs.support.tables import Columns, Export

from .node_parts import NodeAction, RangeTotal, actions_at, number_or_none
from .range_cells import RangeGrid, make_grid
from .spot_tables import hand_columns, node_html


@dataclass(frozen=True, eq=False, repr=False)
class NodeReport(Record, Export):
    """One public state of a spot, as a node of the tree, for all players; made by ``SpotReport.at``.

    Arrays are read-only float64; in arrays of shape [players, ...] the first index is the player.

    The *EV* (expected value) of a hand is what its player expects of the pot from here on, if the player holds the hand here
    and all play the policy: a fold is worth 0. The means of all players add up to the pot, or to less by the expected rake.
    *Net* chips are those at the end of the hand less all that the player puts in, an equal part of the starting pot (half, or a
    third of three players) included: the EV less what is in already. Net chips of different nodes compare, and those of all
    players add up to 0. The *pot share* is the net chips plus the player's part of the starting pot.


    A hand that cannot be here has NaN as EV, pot share and equity. Such a hand is not in the range, or it shares a card
    with the board, or no deal of it leaves a hand for each opponent. A hand that its player never brings here, though it is
    in the range (reach 0), has them, as if it were here. Means and frequencies are NaN at a node that is never reached.

    Attributes:
        game: the spot.
        public: the public state.
        line: its line, ``b25r75``, with public cards between slashes ``xb60c/2h/x``; empty at the root.
        player: who acts, 0 (OOP) or 1 (IP), of three 0, 1 (MP) or 2 (IP); None where the hand is over or a card is due.
        actions: names of the actions, ``("fold", "call", "raise to 75")``; empty without an actor.
        tokens: the same as ``at`` takes them, ``("f", "c", "r75")``.
        locked_hands: hands whose strategy was fixed here, by locks of the solve.
        probability: probability of getting here.
        reach: [players, hands]: the weight of each hand in the range times the probability that its own player acts so as to
            get here.
        opponent_reach: [players, hands]: counterfactual reach: the summed reach of the opponent's hands that share no card with
            it. Of two opponents it is the sum over pairs of hands that share none with it or each other of the product.
        net: [players, hands]: net chips.
        equity: [players, hands]: the probability to win a showdown against the range here, ties half, over all cards that can
            still come. Of three it is the share of the pot at a showdown of all who are left. NaN for players who folded, and
            where one player is left.
        strategy: [actions, hands]: of the player who acts; NaN for hands that this player is never dealt.
        action_net: [actions, hands]: the net chips of each action for the player who acts, if the policy is played afterwards.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import SpotReport
        >>> game = make_game(
        ...     "holdem", board="QsJh2h8d3c", ranges=("QQ+,AKs", "JJ-99,AQs"), pot=100, stack=100, bet_sizes="50%"
        ... )
        >>> node = SpotReport(game, "random").at("b50")
        >>> node.pot, node.to_call, node.tokens
        (150.0, 50.0, ('f', 'c', 'r100'))
        >>> node.mean_equity.round(3), node.mean_ev.round(2)
        (array([0.676, 0.324]), array([120.52,  29.48]))
        >>> node.mean_net.round(2)
        array([ 20.52, -20.52])
    """

    game: PokerGame = field(metadata=INTERNAL)
    public: PublicState = field(metadata=INTERNAL)
    line: str
    player: int | None
    actions: tuple[str, ...] = field(metadata=INTERNAL)
    tokens: tuple[str, ...] = field(metadata=INTERNAL)
    locked_hands: list[str]
    probability: float
    reach: Floats
    opponent_reach: Floats = field(metadata=INTERNAL)
    net: Floats = field(metadata=INTERNAL)
    equity: Floats
    strategy: Floats
    action_net: Floats = field(metadata=INTERNAL)

    def __repr__(self) -> str:
        actor = self.ended if self.player is None else f"{self.game.player_names[self.player]} to act"
        return f"<NodeReport {self.line!r}: {actor}, pot {chips_text(self.pot)}>"

    def _repr_html_(self) -> str:
        return node_html(self)

    @property
    def hands(self) -> tuple[str, ...]:
        """Name of each hand of either range, ``AsAd``: the last index of the arrays."""
        return self.game.rules.deck.hand_names

    @property
    def hand_classes(self) -> npt.NDArray[np.int32]:
        """int32 [hands]: index into ``CLASS_NAMES`` of each hand."""
        return self.game.rules.deck.hand_classes

    @property
    @json_key
    def words(self) -> str:
        """The line in words."""
        return line_heading(self.line)

    @property
    @json_key
    def board(self) -> list[str]:
        """Public cards."""
        return board_names(self.game, self.public)

    @property
    @json_key
    def pot(self) -> Chips:
        """Chips in the middle, with a bet that is not answered yet."""
        return self.public.line.pot

    @property
    @json_key
    def stacks(self) -> list[Chips | None]:
        """[players] chips behind each player; None without a limit."""
        return stacks_at(self.game, self.public)

    @property
    @json_key
    def over(self) -> bool:
        """True if the hand is over, or all other cards come without betting."""
        return self.public.is_over or is_run_out(self.public)

    @property
    @json_key
    def players(self) -> list[RangeTotal]:
        """[players] each player's range as a whole."""
        return [
            RangeTotal(
                player=name,  # type: ignore[arg-type]
                combos=float(self.combos[seat]),
                equity=number_or_none(self.mean_equity[seat]),
                ev=number_or_none(self.mean_ev[seat]),
                net=number_or_none(self.mean_net[seat]),
                pot_share=number_or_none(self.mean_pot_share[seat]),
                folded=self.public.line.folded[seat],
                paid=self.public.line.contributions[seat],
            )
            for seat, name in enumerate(self.game.player_names)
        ]

    @property
    @json_key
    def action_totals(self) -> list[NodeAction]:
        """Actions of the player who acts."""
        actions = actions_at(self.public, self.frequencies)
        rows = zip(actions, self.action_combos.tolist(), self.mean_action_ev.tolist(), strict=True)
        return [as_a(NodeAction, action, combos=combos, ev=number_or_none(ev)) for action, combos, ev in rows]

    @property
    @json_key
    def made(self) -> Int64s:
        """[hands] index into ``made_hands`` of the spot of what each hand has made; -1 for a hand that the board blocks."""
        hands, board = standard_hands(self.game), standard_board(self.public)
        if len(board) < 3:
            return np.full(len(hands), -1)
        return np.asarray(made_hands(board, hands))

    @property
    @json_key
    def draws(self) -> Int64s:
        """[hands] what each hand may still make: bits, in the order of ``draws`` of the spot; none if no card is to come."""
        hands, board = standard_hands(self.game), standard_board(self.public)
        last = self.public.line.num_deals == len(self.game.rules.betting.deals)
        return np.zeros(len(hands), dtype=np.int64) if last or len(board) < 3 else np.asarray(draws_of_hands(board, hands))

    @property
    @json_key
    def distribution(self) -> Floats:
        """[players, 101] equity of each range from its worst hands to its best."""
        return self.equity_distribution()

    @property
    @json_key
    def card_due(self) -> bool:
        """True if a public card is turned up next, and the lines after it are distinguished."""
        return self.public.card_due and not self.over

    @property
    def ended(self) -> str:
        """The reason in words why no player acts."""
        if self.card_due:
            return "a card is due" if self.game.rules.betting.deals[self.public.line.num_deals] == 1 else "the flop is due"
        return "the other cards come without betting" if self.public.card_due else "the hand is over"

    @property
    @json_key
    def to_call(self) -> Chips:
        """Chips that the player who acts must add to stay in."""
        return 0.0 if self.player is None else self.public.line.to_call

    @property
    def paid(self) -> Floats:
        """[players] chips that each player has put in so far, the player's part of the starting pot included."""
        return np.array(self.public.line.contributions)

    @cached_property
    @json_key
    def ev(self) -> Floats:
        """[players, hands] chips expected from here on: a fold is worth 0."""
        return read_only(self.net + self.paid[:, None])

    @cached_property
    @json_key
    def action_ev(self) -> Floats:
        """[actions, hands] EV of each action for the player who acts, if the policy is played afterwards; a fold is worth 0."""
        return read_only(self.action_net + (0.0 if self.player is None else self.paid[self.player]))

    @property
    def pot_share(self) -> Floats:
        """[players, hands] net chips plus the player's part of the starting pot."""
        return self.net + own_pot(self.game)

    @cached_property
    @json_key
    def share(self) -> Floats:
        """[players, hands] probability that the player holds each hand here: reach x opponent reach, scaled to sum 1."""
        joint = self.reach * self.opponent_reach
        return read_only(_divide_or_nan(joint, np.broadcast_to(joint.sum(axis=1, keepdims=True), joint.shape)))

    @property
    def combos(self) -> Floats:
        """[players] size of each player's range here: the sum of reach."""
        return np.asarray(self.reach.sum(axis=1))

    @property
    def mean_ev(self) -> Floats:
        """[players] EV of each player's range: chips from here on, a fold is worth 0."""
        return self._mean(self.ev)

    @property
    def mean_net(self) -> Floats:
        """[players] net chips of each player's range."""
        return self._mean(self.net)

    @property
    def mean_pot_share(self) -> Floats:
        """[players] pot share of each player's range, chips."""
        return self.mean_net + own_pot(self.game)

    @property
    def mean_equity(self) -> Floats:
        """[players] equity of each player's range; NaN after a fold."""
        return self._mean(self.equity)

    @property
    def frequencies(self) -> Floats:
        """[actions] frequency of each action over the range of the player who acts."""
        return np.zeros(0) if self.player is None else weighted_mean(self.share[self.player], self.strategy)

    @cached_property
    def best_ev(self) -> Floats:
        """[hands] EV of the best action with each hand; NaN without an actor and for hands that are not here."""
        if self.player is None:
            return read_only(np.full(len(self.hands), np.nan))
        return read_only(np.asarray(self.action_ev.max(axis=0)))

    @property
    @json_key
    def ev_lost(self) -> Floats:
        """[hands] chips that the strategy gives up with each hand against the best action here; never below 0.

        The policy is played after any action: the cost of this decision alone. ``evaluation.leaks`` has the
        EV lost against a best response.
        """
        if self.player is None:
            return self.best_ev
        return np.asarray(np.maximum(self.best_ev - self.ev[self.player], 0.0))

    def equity_distribution(self, points: int = 101) -> Floats:
        """[players, points] equity of each player's range from its worst hands to its best, at equal steps of the range.

        Entry k of a player is the least equity such that hands with at most this equity are k / (points - 1) of the range,
        by ``share``. So the mean over the steps is about ``mean_equity``, and two ranges compare point by point. NaN after
        a fold and at a node that is never reached.

        Args:
            points: number of points, at least 2.
        """
        if points < 2:
            raise ParameterError("points", points, "must be at least 2")
        quantiles = np.full((len(self.reach), points), np.nan)
        for player in range(len(self.reach)):
            share, equity = self.share[player], self.equity[player]
            held = np.flatnonzero((share > 0) & ~np.isnan(equity))
            if len(held):
                order = held[np.argsort(equity[held], kind="stable")]
                below = np.cumsum(share[order])
                wanted = np.linspace(0.0, below[-1], points)
                quantiles[player] = equity[order][np.minimum(np.searchsorted(below, wanted - 1e-12), len(order) - 1)]
        return quantiles

    @property
    def action_combos(self) -> Floats:
        """[actions] combos of the player who acts that take each action: the sum of reach x strategy."""
        return np.zeros(0) if self.player is None else np.nan_to_num(self.strategy) @ self.reach[self.player]

    @property
    def mean_action_ev(self) -> Floats:
        """[actions] mean EV of each action over the hands that take it; NaN if none does."""
        if self.player is None:
            return np.zeros(0)
        taken = np.nan_to_num(self.strategy) * self.share[self.player]
        values = np.where(taken > 0, taken * self.action_ev, 0.0).sum(axis=1)
        return _divide_or_nan(values, taken.sum(axis=1))

    @property
    def mean_action_net(self) -> Floats:
        """[actions] the same in net chips."""
        return self.mean_action_ev - (0.0 if self.player is None else self.paid[self.player])

    def _mean(self, values: Floats) -> Floats:
        return np.array([weighted_mean(share, row) for share, row in zip(self.share, values, strict=True)])

    def grid(self, player: int | None = None) -> RangeGrid:
        """A range by the 169 hand classes.

        Args:
            player: whose range; None: the player who acts (without an actor, the first player).

        Raises:
            ValueError: no such player.
        """
        return make_grid(self, player)

    def table(self) -> Columns:
        """One row a hand and player, as columns; units are in the names."""
        return hand_columns(self)


def weighted_mean(share: Floats, values: Floats) -> Floats:
    """Mean of ``values`` [..., hands] under ``share`` [hands]; hands without a share may be NaN."""
    return np.asarray(np.where(share == 0, 0.0, values * share).sum(axis=-1))


def _divide_or_nan(values: Floats, divisor: Floats) -> Floats:
    return np.asarray(np.divide(values, divisor, out=np.full(values.shape, np.nan), where=divisor > 0))
