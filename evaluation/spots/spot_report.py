"""Reports on a solved hold'em spot: strategy, EV and equity of hands and ranges at any node of the betting tree.

>>> from pokerzoo.agents import TabularPolicy
>>> from pokerzoo.envs import make_game
>>> game = make_game("holdem")
>>> node = SpotReport(game, TabularPolicy.uniform(game)).at("b25")
>>> node.actions, node.tokens, node.pot, node.to_call
(('fold', 'call', 'raise to 100'), ('f', 'c', 'r100'), 75.0, 25.0)
>>> aces = node.hands.index("AsAh")
>>> print(f"{node.equity[1, aces]:.2%}, EV {node.ev[1, aces]:.2f}, {node.net[1, aces]:.2f} net chips")
96.15%, EV 59.62, 34.62 net chips
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pokerzoo.agents import Playable, profile
from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.poker.cards import read_only
from pokerzoo.envs.poker.game_facts import is_reported
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.spot_lines import find_line, line_of
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.tables import Columns, Export

from .next_cards import NextCards, next_cards
from .node_report import NodeReport
from .run_outs import RunOutReport, run_outs
from .spot_tables import spot_html
from .three_way_values import spot_values


class SpotReport(Export):
    """A hold'em spot under a policy: a report on any node of its betting tree.

    Nodes are computed street by street and kept for a while. The first report of a spot with cards to come walks over all
    boards (a turn: some hundredths of a second, a flop: about a second). The next ones take some hundredths at most. For a
    policy that solves rivers on demand (``ResolvingPolicy``), EVs are known on the river only, and NaN before.

    Attributes:
        game: the spot.
        policy: the policy as a table.
        values: reaches and values at every public state.

    Example:
        >>> from pokerzoo.agents import CFR
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import SpotReport
        >>> game = make_game(
        ...     "holdem", board="QsJh2h8d3c", ranges=("QQ+,AKs", "JJ-99,AQs"), pot=100, stack=100, bet_sizes="50%"
        ... )
        >>> report = SpotReport(game, CFR(game).run(100).average_policy())
        >>> report.lines[:4]
        ('', 'x', 'xx', 'xb50')
        >>> report.at("x").frequencies.round(2)
        array([0.72, 0.  , 0.28])
    """

    def __init__(self, game: GameLike, policies: Playable | Sequence[Playable]) -> None:
        """Report on a policy.

        Args:
            game: from ``make_game("holdem", ...)`` or ``make_game("fhp", ...)`` or
                ``make_game("preflop_holdem", ...)``, or an environment of it.
            policies: one that all play, or one for each player; anything that ``profile`` takes.

        Raises:
            ValueError: another game, or a policy that does not fit.
        """
        game = game_of(game)
        if not is_reported(game):
            raise ParameterError("game", game, "must be a hold'em spot (make_game('holdem', ...)) or begin at the blinds")
        self.game = game
        self.policy = profile(game, policies)
        self.values = spot_values(game, self.policy)

    def __repr__(self) -> str:
        board = "".join(self.game.rules.deck.names[card] for card in self.game.rules.deck.board)
        where = f"{board}, pot {chips_text(self.game.stakes.starting_pot)}" if self.game.stakes.starting_pot else self.game.name
        return f"<SpotReport on {where}: {len(self.lines)} lines>"

    def _repr_html_(self) -> str:
        return spot_html(self)

    def at(self, line: str = "") -> NodeReport:
        """Report on a line: ``""`` (the root), ``"b25"``, ``"b25r75"`` or ``"b25/r75"``, ``"xb60c/2h/x"`` with a card.

        Args:
            line: the actions and cards from the start: ``x`` check, ``b25`` bet, ``c`` call, ``f`` fold, ``r75`` raise to a
                total of 75, ``2h`` the next public card. Capital letters may be used; moves are written without a separator or
                are divided by ``/``, ``|``, commas or blanks.

        Raises:
            ValueError: no such line; names the part that is wrong and the legal moves there.
        """
        return self.report(find_line(self.game, line))

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line of the first betting round, depth first, with those that end the hand or the round."""
        return tuple(line_of(public) for public in self._depth_first(self.game.rules.root))

    def nodes(self, line: str = "", *, ends: bool = True) -> Iterator[NodeReport]:
        """Report on a line and on every line after it in the same betting round, depth first.

        Args:
            line: as ``at`` takes it.
            ends: with the lines after which no player acts (the hand is over, or a card is due).
        """
        for public in self._depth_first(find_line(self.game, line)):
            if ends or public.line.moves:
                yield self.report(public)

    def _depth_first(self, start: PublicState) -> Iterator[PublicState]:
        stack = [start]
        while stack:
            public = stack.pop()
            yield public
            stack += [public.after(k) for k in reversed(range(len(public.line.moves)))]

    def next_cards(self, line: str = "") -> NextCards:
        """Report on each possible next card, on a line after which a card is due.

        Args:
            line: as ``at`` takes it.

        Raises:
            ValueError: no such line, or no card is due there.
        """
        return next_cards(self, find_line(self.game, line))

    def run_outs(self, line: str = "", then: str | None = None, turns: Sequence[str] | None = None) -> RunOutReport:
        """Report on each turn and each river card, on a line of a flop after which the turn card is due.

        Args:
            line: as ``at`` takes it.
            then: the betting on the turn, such as ``"xx"`` or ``"b60c"``; None: the first, in which all check.
            turns: some of the turn cards; None: all that the flop leaves.

        Raises:
            ValueError: no such line, betting or card, or no turn card is due there.
        """
        return run_outs(self, find_line(self.game, line), then, turns)

    def table(self) -> Columns:
        """One row a line of the first betting round and player, as columns: the ranges as a whole."""
        nodes, players = list(self.nodes()), self.game.num_players
        columns: Columns = {
            "line": [node.line for node in nodes for _ in range(players)],
            "player": list(self.game.player_names) * len(nodes),
            "acts": [node.player == player for node in nodes for player in range(players)],
            "pot_chips": np.repeat([node.pot for node in nodes], players),
            "to_call_chips": np.repeat([node.to_call for node in nodes], players),
            "line_probability": np.repeat([node.probability for node in nodes], players),
        }
        for name, values in (
            ("combos", [node.combos for node in nodes]),
            ("equity", [node.mean_equity for node in nodes]),
            ("ev_chips", [node.mean_ev for node in nodes]),
            ("net_chips", [node.mean_net for node in nodes]),
            ("pot_share_chips", [node.mean_pot_share for node in nodes]),
        ):
            columns[name] = np.concatenate(values)
        for row, node in enumerate(nodes):
            for name, frequency in zip(node.actions, node.frequencies, strict=True):
                column = columns.setdefault(f"frequency {name}", np.full(players * len(nodes), np.nan))
                column[players * row + (node.player or 0)] = frequency
        return columns

    def frequencies(self, line: str | PublicState = "") -> Floats:
        """[actions] frequency of each action over the actor's range: ``at(line).frequencies`` without the rest of a report.

        Args:
            line: as ``at`` takes it, or the public state; without an actor there are no actions.

        Raises:
            ValueError: no such line.
        """
        public = line if isinstance(line, PublicState) else find_line(self.game, line)
        if not public.line.moves:
            return np.zeros(0)
        street, node = self.values.street_of(public)
        joint = street.reach[public.actor, node] * street.opponent_reach[public.actor, node]
        total = joint.sum()
        return np.full(len(public.line.moves), np.nan) if total == 0 else np.asarray(street.strategies[node] @ joint / total)

    def report(self, public: PublicState) -> NodeReport:
        """Report on a public state.

        Args:
            public: the public state.
        """
        values, (street, node) = self.values, self.values.street_of(public)
        chips, _ = values.values_of(public)
        opponent_reach = street.opponent_reach[:, node].copy()
        possible = np.where(opponent_reach > 0, opponent_reach, np.nan)
        strategy = action_net = np.zeros((0, possible.shape[1]))
        if public.line.moves:
            held = values.dealable[public.actor] & values.alive(public.board)
            strategy = np.where(held, street.strategies[node], np.nan)
            action_net = chips[public.actor, street.below(node)] / possible[public.actor]
        probability = float((street.reach[0, node] * opponent_reach[0]).sum()) / values.deals
        for number in range(public.line.num_deals):
            probability /= self.game.rules.deal_ways(number)
        return NodeReport(
            game=self.game,
            public=public,
            line=line_of(public),
            player=public.actor if public.line.moves else None,
            actions=tuple(public.line.action_name(action) for action in public.line.legal_actions),
            tokens=public.line.tokens,
            locked_hands=list(self.policy.locked_hands(public.history)),
            probability=probability,
            reach=read_only(street.reach[:, node].copy()),
            opponent_reach=read_only(opponent_reach),
            net=read_only(chips[:, node] / possible),
            equity=read_only(values.equity(public, possible)),
            strategy=read_only(strategy),
            action_net=read_only(action_net),
        )
