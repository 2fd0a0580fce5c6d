"""Reports on a solved hold'em spot: what each hand and each range does, expects and holds, anywhere in the betting tree.

>>> from pokerzoo.agents import TabularPolicy
>>> from pokerzoo.envs import make_game
>>> game = make_game("holdem")
>>> node = SpotReport(game, TabularPolicy.uniform(game)).at("b25")
>>> node.actions, node.tokens, node.pot, node.to_call
(('fold', 'call', 'raise to 100'), ('f', 'c', 'r100'), 75.0, 25.0)
>>> aces = node.hands.index("AsAh")
>>> print(f"{node.equity[1, aces]:.2%}, {node.ev[1, aces]:.2f} net chips, pot share {node.pot_share[1, aces]:.2f}")
96.15%, 34.62 net chips, pot share 59.62
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import PlayerLike, TabularPolicy, profile
from pokerzoo.envs import Game
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.cards import COMBO_CLASSES, COMBO_TABLE, frozen
from pokerzoo.envs.poker.public_state import PublicState, chips

from .spot_tables import PLAYER_NAMES, Columns, Export, Grid, hand_columns, make_grid, node_dict

Floats: TypeAlias = npt.NDArray[np.float64]

TOKEN = re.compile(r"([xcf])|([br])([0-9.]+(?:e[+-]?[0-9]+)?)", re.IGNORECASE)
SEPARATOR = re.compile(r"[\s/,]*")


@dataclass(frozen=True, eq=False, repr=False)
class NodeReport(Export):
    """One public state of a spot, seen by both players.

    Arrays are read-only float64; in those of shape [2, ...] the first index is the player.

    A hand's *EV* is the net chips that its player expects at the end of the hand, given that he holds it here and that both
    play the policy from here on: chips already put in count as spent, half of the starting pot as his own. So the EVs of
    different nodes compare, and both players' means add up to 0 (to minus the expected rake). *Pot share* is EV plus half
    of the starting pot.

    A hand that cannot be here has NaN as EV, pot share and equity: it is not in the range, or shares a card with each hand
    that the opponent can have here. A hand that its player could have brought here but never does (reach 0) has them:
    what it would get. Means and frequencies are NaN at a node that is never reached.

    Attributes:
        game: the spot.
        public: the public state.
        line: its line, ``b25r75``; empty at the root.
        player: who acts, 0 (OOP) or 1 (IP); None where the hand is over.
        actions: names of the actor's actions, ``("fold", "call", "raise to 75")``; empty where the hand is over.
        tokens: the same as ``at`` takes them, ``("f", "c", "r75")``.
        probability: of getting here.
        reach: [2, hands] weight of each hand in the range times the probability that its own player acts so as to get here.
        opponent_reach: [2, hands] counterfactual reach: the summed reach of the opponent's hands that share no card with it.
        ev: [2, hands] net chips.
        equity: [2, hands] probability to win a showdown against the opponent's range here, ties half; NaN after a fold.
        strategy: [actions, hands] of the actor; NaN where he is never dealt the hand.
        action_ev: [actions, hands] the actor's EV of each action, the policy played afterwards: net chips.
    """

    game: HoldemGame
    public: PublicState
    line: str
    player: int | None
    actions: tuple[str, ...]
    tokens: tuple[str, ...]
    probability: float
    reach: Floats
    opponent_reach: Floats
    ev: Floats
    equity: Floats
    strategy: Floats
    action_ev: Floats

    def __repr__(self) -> str:
        actor = "over" if self.player is None else f"{PLAYER_NAMES[self.player]} to act"
        return f"<NodeReport {self.line!r}: {actor}, pot {chips(self.pot)}>"

    @property
    def hands(self) -> tuple[str, ...]:
        """Name of each hand of either range, ``AsAd``: the last index of the arrays."""
        return self.game.rules.hand_names

    @cached_property
    def hand_classes(self) -> npt.NDArray[np.int32]:
        """int32 [hands]: index into ``CLASS_NAMES`` of each hand."""
        cards = np.array(self.game.rules.hands)
        return frozen(COMBO_CLASSES[COMBO_TABLE[cards[:, 0], cards[:, 1]]])

    @property
    def pot(self) -> float:
        """Chips in the middle, a bet that waits for its answer included."""
        return self.public.pot

    @property
    def to_call(self) -> float:
        """Chips that the actor must add to stay in."""
        return 0.0 if self.player is None else self.public.to_call

    @property
    def pot_share(self) -> Floats:
        """[2, hands] EV plus half of the starting pot, chips."""
        return self.ev + self.game.starting_pot / 2

    @cached_property
    def share(self) -> Floats:
        """[2, hands] probability that the player holds each hand here: reach x opponent reach, scaled to sum 1."""
        joint = self.reach * self.opponent_reach
        return frozen(_divide(joint, np.broadcast_to(joint.sum(axis=1, keepdims=True), joint.shape)))

    @property
    def combos(self) -> Floats:
        """[2] size of each player's range here: the sum of reach."""
        return np.asarray(self.reach.sum(axis=1))

    @property
    def mean_ev(self) -> Floats:
        """[2] EV of each player's range, net chips."""
        return self._mean(self.ev)

    @property
    def mean_pot_share(self) -> Floats:
        """[2] pot share of each player's range, chips."""
        return self.mean_ev + self.game.starting_pot / 2

    @property
    def mean_equity(self) -> Floats:
        """[2] equity of each player's range; NaN after a fold."""
        return self._mean(self.equity)

    @property
    def frequencies(self) -> Floats:
        """[actions] how often the actor's range takes each action."""
        return np.zeros(0) if self.player is None else weighted(self.share[self.player], self.strategy)

    def _mean(self, values: Floats) -> Floats:
        return np.array([weighted(share, own) for share, own in zip(self.share, values, strict=True)])

    def grid(self, player: int | None = None) -> Grid:
        """A range by the 169 kinds of hand; by default the actor's (where the hand is over, the first player's)."""
        return make_grid(self, player)

    def table(self) -> Columns:
        """One row a hand and player, as columns; units are in the names."""
        return hand_columns(self)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain JSON values, for each player the hands that he is dealt; None for NaN."""
        return node_dict(self)


class SpotReport(Export):
    """Every line of a river spot under one policy. Works out the whole tree at once (a fraction of a second).

    Attributes:
        game: the spot.
        policy: the policy as a table.
    """

    def __init__(self, game: Game, policies: PlayerLike | Sequence[PlayerLike]) -> None:
        """Evaluate a policy in all of a spot.

        Args:
            game: from ``make_game("holdem", ...)``.
            policies: one that both play, or one for each player; anything that ``evaluation.profile`` takes.

        Raises:
            ValueError: another game, or a policy that does not fit.
        """
        if not isinstance(game, HoldemGame) or len(game.rules.board) != 5:
            raise ValueError(f"game={game!r}: must be a hold'em spot with a board of five cards (make_game('holdem', ...))")
        self.game = game
        self.policy = profile(game, policies)
        self._publics, self._first = _lines_of(game.rules.root)
        self._dealt = np.array(game.rules.dealable)
        self._strategies = _strategies(game, self.policy, self._publics, self._dealt)
        self._reach = self._reach_down()
        meets, beats = _pairs(game)
        self._opponent_reach = (self._reach[::-1] @ meets) * self._dealt[:, None]
        self._ahead = self._reach[::-1] @ beats.T  # opponent reach of what loses to a hand, less of what beats it
        self._values = self._values_up()
        self._deals = float((self._reach[0, 0] * self._opponent_reach[0, 0]).sum())

    def __repr__(self) -> str:
        board = "".join(self.game.rules.deck[card] for card in self.game.rules.board)
        return f"<SpotReport on {board}, pot {chips(self.game.starting_pot)}: {len(self._publics)} lines>"

    def _reach_down(self) -> Floats:
        """[2, lines, hands] weight x own reach."""
        weights = np.array(self.game.rules.weights) * self._dealt
        reach = np.empty((2, len(self._publics), weights.shape[1]))
        reach[:, 0] = weights
        for node, public in enumerate(self._publics):
            if not public.is_over:
                below = self._below(node)
                reach[:, below] = reach[:, node, None]
                reach[public.actor, below] *= self._strategies[node]
        return reach

    def _values_up(self) -> Floats:
        """[2, lines, hands] counterfactual value: net chips x opponent reach."""
        ends = [node for node, public in enumerate(self._publics) if public.is_over]
        values = np.zeros_like(self._reach)
        for player in range(2):
            mean, swing = np.array([_stakes(self._publics[node], player) for node in ends]).T[:, :, None]
            values[player, ends] = mean * self._opponent_reach[player, ends] + swing * self._ahead[player, ends]
        for node in range(len(self._publics) - 1, -1, -1):
            public = self._publics[node]
            if not public.is_over:
                actor, below = public.actor, self._below(node)
                values[actor, node] = (self._strategies[node] * values[actor, below]).sum(axis=0)
                values[1 - actor, node] = values[1 - actor, below].sum(axis=0)
        return values

    def _below(self, node: int) -> slice:
        return slice(self._first[node], self._first[node] + len(self._publics[node].moves))

    def at(self, line: str = "") -> NodeReport:
        """The report on a line: ``""`` (the root), ``"b25"``, ``"b25r75"`` or ``"b25/r75"``.

        Args:
            line: the actions from the start: ``x`` check, ``b25`` bet, ``c`` call, ``f`` fold, ``r75`` raise to a total of
                75, in any case, one after the other or divided by ``/``, commas or blanks.

        Raises:
            ValueError: no such line; says up to where there is one, and what is allowed there.
        """
        return self._report(self._find(line))

    def _find(self, line: str) -> int:
        if not isinstance(line, str):
            raise ValueError(f"line={line!r}: must be text such as 'b25/r75', or '' for the start")
        node, at = 0, 0
        while (at := SEPARATOR.match(line, at).end()) < len(line):  # type: ignore[union-attr]
            public = self._publics[node]
            so_far = f"after {public.history!r}" if public.history else "at the start"
            if public.is_over:
                raise ValueError(f"line={line!r}: the hand is over {so_far}; nothing may follow, not {line[at:]!r}")
            found = TOKEN.match(line, at)
            token = _token(found) if found else None
            if found is None or token not in tokens_of(public):
                wrong = found[0] if found else line[at:]
                raise ValueError(f"line={line!r}: no {wrong!r} {so_far}; allowed: {', '.join(tokens_of(public))}")
            node, at = self._first[node] + tokens_of(public).index(token), found.end()
        return node

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line, depth first, those that end the hand included."""
        return tuple(self._publics[node].history for node in self._depth_first())

    def nodes(self, *, ends: bool = True) -> Iterator[NodeReport]:
        """The report on every line, depth first.

        Args:
            ends: whether lines that end the hand are among them.
        """
        for node in self._depth_first():
            if ends or not self._publics[node].is_over:
                yield self._report(node)

    def _depth_first(self) -> Iterator[int]:
        stack = [0]
        while stack:
            node = stack.pop()
            yield node
            stack += reversed(range(*self._below(node).indices(len(self._publics))))

    def table(self) -> Columns:
        """One row a line and player, as columns: the ranges as a whole."""
        nodes = list(self.nodes())
        columns: Columns = {
            "line": [node.line for node in nodes for _ in range(2)],
            "player": list(PLAYER_NAMES) * len(nodes),
            "acts": [node.player == player for node in nodes for player in range(2)],
            "pot_chips": np.repeat([node.pot for node in nodes], 2),
            "to_call_chips": np.repeat([node.to_call for node in nodes], 2),
            "line_probability": np.repeat([node.probability for node in nodes], 2),
        }
        for name, values in (
            ("combos", [node.combos for node in nodes]),
            ("equity", [node.mean_equity for node in nodes]),
            ("ev_net_chips", [node.mean_ev for node in nodes]),
            ("pot_share_chips", [node.mean_pot_share for node in nodes]),
        ):
            columns[name] = np.concatenate(values)
        for row, node in enumerate(nodes):
            for name, frequency in zip(node.actions, node.frequencies, strict=True):
                column = columns.setdefault(f"frequency {name}", np.full(2 * len(nodes), np.nan))
                column[2 * row + (node.player or 0)] = frequency
        return columns

    def _report(self, node: int) -> NodeReport:
        public, over = self._publics[node], self._publics[node].is_over
        opponent_reach = self._opponent_reach[:, node].copy()
        possible = np.where(opponent_reach > 0, opponent_reach, np.nan)
        equity = np.full_like(possible, np.nan) if any(public.folded) else 0.5 + 0.5 * self._ahead[:, node] / possible
        strategy = action_ev = np.zeros((0, len(possible[0])))
        if not over:
            strategy = np.where(self._dealt[public.actor], self._strategies[node], np.nan)
            action_ev = self._values[public.actor, self._below(node)] / possible[public.actor]
        return NodeReport(
            game=self.game,
            public=public,
            line=public.history,
            player=None if over else public.actor,
            actions=tuple(public.action_name(action) for action in public.legal_actions),
            tokens=tokens_of(public),
            probability=float((self._reach[0, node] * opponent_reach[0]).sum()) / self._deals,
            reach=frozen(self._reach[:, node].copy()),
            opponent_reach=frozen(opponent_reach),
            ev=frozen(self._values[:, node] / possible),
            equity=frozen(equity),
            strategy=frozen(strategy),
            action_ev=frozen(action_ev),
        )


def tokens_of(public: PublicState) -> tuple[str, ...]:
    """The moves of a public state as a line has them: ``("f", "c", "r75")``."""
    return public.tokens


def weighted(share: Floats, values: Floats) -> Floats:
    """The mean of ``values`` [..., hands] under ``share`` [hands]; hands without a share may be NaN."""
    return np.asarray(np.where(share == 0, 0.0, values * share).sum(axis=-1))


def _divide(values: Floats, divisor: Floats) -> Floats:
    return np.asarray(np.divide(values, divisor, out=np.full(values.shape, np.nan), where=divisor > 0))


def _token(found: re.Match[str]) -> str:
    """A token as public histories write it; what is no number comes back as it is."""
    word, kind, amount = found.groups()
    if word:
        return str(word).lower()
    try:
        return str(kind).lower() + chips(float(amount))
    except ValueError:
        return found[0]


def _lines_of(root: PublicState) -> tuple[list[PublicState], list[int]]:
    """Every public state, parents before children and siblings side by side; for each the index of its first child."""
    publics, first = [root], []
    for public in publics:  # grows as it goes
        first.append(len(publics))
        publics += [public.after(k) for k in range(len(public.moves))]
    return publics, first


def _pairs(game: HoldemGame) -> tuple[Floats, Floats]:
    """[hands, hands] twice: 1 where two hands share no card; there, 1 if the row beats the column, -1 if it loses."""
    cards = np.array(game.rules.hands)
    strength = np.array(game.strengths(game.rules.board))
    meets = np.ones((len(cards), len(cards)))
    for one in cards.T:
        for other in cards.T:
            meets[one[:, None] == other] = 0.0
    return meets, np.sign(strength[:, None] - strength) * meets


def _stakes(public: PublicState, player: int) -> tuple[float, float]:
    """Net chips at the end: (the same against every hand, added if it wins and taken off if it loses)."""
    if any(public.folded):
        return public.payoffs((public.folded.index(False),))[player], 0.0
    win, loss = (public.payoffs((winner,))[player] for winner in (player, 1 - player))
    return (win + loss) / 2, (win - loss) / 2  # a tie is worth the mean, rake included


def _strategies(
    game: HoldemGame, policy: TabularPolicy, publics: list[PublicState], dealt: npt.NDArray[np.bool_]
) -> dict[int, Floats]:
    """For each public state in which somebody acts [actions, hands]; 0 for hands that he is never dealt."""
    padded = np.append(policy.probabilities, 0.0)  # entry -1 reads this zero
    return {node: padded[game.infosets.entries(public)] for node, public in enumerate(publics) if not public.is_over}
