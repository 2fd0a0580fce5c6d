"""A part of a hold'em spot solved again: from the start of a street on, for the ranges that come there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from pokerzoo.agents.cfr.cfr import CFR
from pokerzoo.agents.cfr.resolving import MOST_ITERATIONS, resolve_river
from pokerzoo.agents.policies.participants import as_participant
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs.compiled.terminal_chips import pair_weight
from pokerzoo.envs.core import short_name
from pokerzoo.envs.environments.playable import Playable
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.subgames import hand_numbers, reaching_weights, spot_at, steps_between, street_of, street_start
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats


class HeldTo(NamedTuple):
    """Values to which a player's opponent is held in a subgame.

    Attributes:
        player: for whom the subgame is solved.
        values: float64 [hands of the whole]: of the opponent's hands, in net chips, weighted by the player's range and
            by chance.
        chance: chance's reach of a board and a pair of hands, which is in the values.

    .. code-block:: python

        river = Subgame(turn, at, ranges).solve(HeldTo(0, values), target=0.005)
    """

    player: int
    values: Floats
    chance: float = 1.0


class Subgame:
    """A part of a hold'em spot: the betting from the start of a street on, for the ranges that come there.

    Without values to hold the opponent to, ``solve`` finds an equilibrium for these ranges. That is *unsafe*: an opponent who
    comes there with other hands may win more than in the whole. Held to values it is solved for one player, so that no hand of
    the opponent is worth more than its value, by the gadget of Burch, Johanson and Bowling (2014).

    Attributes:
        game: the whole spot.
        at: where the street starts.
        spot: the part as a spot of its own; its net chips are those of the whole.
        hands: int64 [hands of ``spot``]: their numbers in the whole.
        scale: float64 [2]: weight of a player's hands in the ranges over that in ``spot``, a power of two.
        reached: how well it was solved, in percent of the pot: exploitability for these ranges, or what a best response wins
            more than the values that it is held to.
        policy: of ``spot``, where it was solved for both players; else None.

    >>> from pokerzoo.agents import Subgame
    >>> from pokerzoo.envs import make_game
    >>> turn = make_game("holdem", board="2d2s2c2h", ranges=("QQ+", "QQ+"), pot=50, stack=100)
    >>> river = Subgame.reached_by(turn, "xx/3d|", "random").solve(target=1.0)
    >>> river.spot.params["board"], river.strategy(river.at).shape == (len(river.at.line.moves), len(turn.rules.deck.hands))
    ('2d2s2c2h3d', True)
    """

    def __init__(self, game: HoldemGame, at: PublicState, ranges: tuple[Floats, Floats]) -> None:
        """Make the part's spot.

        Args:
            game: the whole spot.
            at: where a street of it starts.
            ranges: pair of float64 [hands of the whole]: the weight of each hand there, its own actions before included.

        Raises:
            ValueError: no hand of one player goes with a hand of the other.
        """
        self.game, self.at = game, at
        self.spot = spot_at(game, at, ranges)
        self.hands = hand_numbers(game, self.spot)
        weights = self.spot.rules.weights
        assert weights is not None
        self.scale = np.array([seat.max() / max(part) for seat, part in zip(ranges, weights, strict=True)])
        self.reached = np.inf
        self.policy: TabularPolicy | None = None
        self._ask: Callable[[PublicState], Floats] | None = None

    @classmethod
    def reached_by(cls, game: GameLike, line: str, policy: Playable) -> Subgame:
        """The part where a street starts, for the ranges that a policy brings there: its weights times their own reach.

        The betting goes on as in the whole: pot, stacks, sizes, caps, rake, removed lines, and who would make a donk bet. So
        an equilibrium of the whole, from there on, is one of the subgame too, with the same values of hands.

        Args:
            game: a hold'em spot.
            line: the public history at which the street starts, as in infoset keys: ``"xb60c/2h|"``.
            policy: any player of the spot; it is asked in the public states on the way only.

        Raises:
            ValueError: not a hold'em spot for two, no such history, one in the middle of a street, or a policy that never
                leads there.
        """
        game = game_of(game)
        if not isinstance(game, HoldemGame) or game.num_players > 2:
            raise ValueError(f"game={short_name(game)}: must be a hold'em spot for two players")
        start = street_start(game, line)
        weights = reaching_weights(game, start, as_participant(game, policy, "policy").on_hands())
        for player, seat in enumerate(weights):
            if not seat.any():
                raise ValueError(f"line={start.history!r}: policy never leads there: no hand of player {player} takes part")
        return cls(game, start, weights)

    @property
    def pair_weight(self) -> float:
        """The sum over pairs of hands that share no card of both weights."""
        return float(pair_weight(self.spot.rules) * self.scale.prod())

    def solve(self, held_to: HeldTo | None = None, *, target: float, iterations: int = MOST_ITERATIONS) -> Subgame:
        """Solve it, until ``reached`` is small enough.

        Args:
            held_to: values of the opponent's hands; None: solve it for both players.
            target: where it ends, in percent of the pot.
            iterations: the most.

        Returns:
            Itself.
        """
        if held_to is None:
            solver = CFR(self.spot).run(iterations, until=f"{target!r}%")
            self.policy = solver.average_policy()
            self._ask, self.reached = self.policy.strategy, float(solver.measure().exploitability_pot_percent or 0.0)
            return self
        pot, unit = self.spot.starting_pot, held_to.chance * pair_weight(self.spot.rules) * self.scale[held_to.player]
        result = resolve_river(self.spot, held_to.player, held_to.values[self.hands] / unit, target / 100 * pot, iterations)
        self._ask, self.reached = result.strategy, result.excess / pot * 100
        return self

    def place(self, public: PublicState) -> PublicState:
        """The public state of ``spot`` that stands for one of the whole.

        Args:
            public: of the whole, at the start of the part or below it.
        """
        place, start = self.spot.rules.root, street_of(public, self.at.line.num_deals)
        for step in steps_between(start.line, public.line):
            place = place.deal(public.board[len(place.board)]) if step is None else place.after(step)
        return place

    def strategy(self, public: PublicState) -> Floats:
        """float64 [actions, hands of the whole]: the strategy of all hands of the actor in a public state of the part.

        Hands that are not in the part have zeros. Where it was solved for one player, that player must be the actor.

        Args:
            public: of the whole, at the start of the part or below it.
        """
        assert self._ask is not None  # solved
        shares = np.zeros((len(public.line.moves), len(self.game.rules.deck.hands)))
        shares[:, self.hands] = self._ask(self.place(public))
        return shares
