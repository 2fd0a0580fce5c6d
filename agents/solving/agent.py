"""The agent that starts with a blueprint and then solves the rest of the hand at the table."""

from __future__ import annotations

from collections.abc import Mapping
from threading import RLock
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.blueprint.blueprint_policy import BlueprintPolicy
from pokerzoo.agents.policies.players import StrategyPlayer, decision_at, to_player
from pokerzoo.agents.subgames.subgame import HeldTo, Subgame
from pokerzoo.envs import State
from pokerzoo.envs.betting.street_sizes import HAND_STREETS, STREETS, StreetSizes
from pokerzoo.envs.core import GameLike, draw_outcome, game_of
from pokerzoo.envs.environments.playable import Playable, infoset_in
from pokerzoo.envs.games.subgames import LEAST_SHARE_OF_HEAVIEST, scaled_range
from pokerzoo.envs.poker.cards import COMBOS, NUM_CARDS, NUM_COMBOS, unblocked
from pokerzoo.envs.poker.ranges import Range
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.support.compile_time import working_clock
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import check_choice, check_int
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .asked_blueprint import AskedBlueprint
from .blueprint_values import worth_against_blueprint
from .hand_moves import beside_board, can_meet, possible
from .hand_so_far import HandSoFar, Table
from .solve import MARGIN, SECONDS, ByStreet, Resolving, Solve, checked_by_street
from .spot_trees import wanted_sizes
from .street_solution import StreetSolution
from .tree_choice import TreeChoice

RESOLVING = ("unsafe", "safe")
KEPT_SOLUTIONS = 256
"""Solutions that are kept: what is the same is solved once."""
PLAYERS = 2
WEIGHT_BITS = 42
"""Of weights in a range: few enough that 53 bits hold the sum of all, and enough for ``LEAST_SHARE_OF_HEAVIEST``."""


class SolvingAgent:
    """Plays whole hands of heads-up hold'em: a blueprint before the flop, and then what it solves at the table.

    When it is to act, it knows both ranges by Bayes' rule from what was played. Its own follows from its strategy as it was
    computed at each earlier decision, the opponent's from the solution in force; before the first street that is solved both
    follow from the blueprint. Then it solves the rest of the hand for these ranges. On the same street the solution stays in
    force as long as the opponent's bets are in its tree. A bet that is not is put into a new tree as it is (nested solving:
    Brown and Sandholm, "Safe and nested subgame solving for imperfect-information games", 2017). Before the first street
    that is solved, the blueprint says what it does after any bet, as ``BlueprintPolicy`` does by translating it.

    Its strategy at a decision follows from the public state alone. So matches replay, and all hands can be asked at once. With
    ``seconds`` the number of iterations depends on the machine; with ``iterations`` it does not.

    Attributes:
        game: what is played.
        name: what reports call it.
        last_solve: the record of the last solve; None before the first.
        num_solves: how many spots it has solved.

    >>> from pokerzoo.envs import make_game
    >>> from pokerzoo.evaluation import head_to_head
    >>> game = make_game("texas_holdem", stack=20)
    >>> agent = SolvingAgent("loose", game=game, iterations=10, first_street="river")
    >>> result = head_to_head(game, [agent, "always_call"], hands=4, seed=1)
    >>> agent.last_solve.street, agent.last_solve.iterations
    ('river', 10)
    """

    def __init__(
        self,
        blueprint: Playable,
        *,
        game: GameLike | None = None,
        seconds: ByStreet | None = None,
        iterations: int | Mapping[str, int] | None = None,
        bet_sizes: StreetSizes | None = None,
        raise_sizes: StreetSizes | None = None,
        resolving: Resolving = "unsafe",
        first_street: str = "flop",
        threads: int | None = None,
        seed: int = 0,
        name: str = "solving",
    ) -> None:
        """Set up the agent.

        Args:
            blueprint: what it plays before the first street that is solved, and what it takes the opponent to play there: the
                name of a baseline, or a player that says with what probability it acts. It should have
                ``strategy(decision, hands)``, which returns them for all hands at once.
            game: what is played, a ``texas_holdem`` for two with the standard deck; None: the blueprint's own game. It is asked
                at the states of this game, and in a session at those of each hand's game.
            seconds: for each decision, one number or one for each street. From it follow sizes and iterations of the tree:
                where there is too little time, as on a slow or busy machine, there are fewer raises, and fewer bets on later
                streets (docs/howto/whole_hand_agent.md#trees-and-time). To ask the blueprint for values of hands, as
                ``resolving`` may need, comes on top. None: 5 on the flop, 1 on the turn, 0.1 on the river.
            iterations: in place of ``seconds`` the number of iterations of each solve; all sizes are then taken.
            bet_sizes: of first bets in the trees, as ``make_holdem`` has them, by street or for all; None: the game's,
                and where it allows every amount some of the agent's own.
            raise_sizes: the same of raises.
            resolving: ``"unsafe"``: for the ranges alone. ``"safe"``: so that no hand of the opponent gains on its value
                in the previous solution (Burch, Johanson and Bowling 2014). If rivers alone are solved, a hand is worth what
                it wins from the blueprint. Where nothing is known of that, as on a flop or turn that is the first street, it is
                solved unsafely; ``Solve.resolving`` says so.
            first_street: the first street that is solved, ``"flop"``, ``"turn"`` or ``"river"``.
            threads: number of threads for the boards of flops and turns; None: one for each processor.
            seed: of the boards that are drawn to solve a flop.
            name: what reports call it.

        Raises:
            ValueError: an argument is not as above.
        """
        whole_game = getattr(blueprint, "game", None) if game is None else game_of(game)
        reason = why_not_solved(whole_game)
        if reason is not None:
            raise ParameterError("game", whole_game, reason)
        assert isinstance(whole_game, TexasHoldemGame)
        check_choice("resolving", resolving, RESOLVING)
        check_choice("first_street", first_street, STREETS)
        check_int("seed", seed, 0, 2**64 - 1)
        if seconds is not None and iterations is not None:
            raise ParameterError("seconds, iterations", problem="one of the two must be None")
        wanted_sizes(whole_game, STREETS.index(first_street) + 1, bet_sizes, raise_sizes)
        self._options = {
            "game": game, "seconds": seconds, "iterations": iterations, "bet_sizes": bet_sizes, "raise_sizes": raise_sizes,
            "resolving": resolving, "first_street": first_street, "threads": threads, "seed": seed, "name": name,
        }  # fmt: skip
        self.game = whole_game
        self.name = name
        self.blueprint = blueprint
        answers = callable(getattr(blueprint, "strategy", None))  # also one made for another game
        player = StrategyPlayer(whole_game, blueprint) if answers else to_player(whole_game, blueprint, "blueprint")
        self._seconds = (
            None if iterations is not None else {**SECONDS, **checked_by_street("seconds", seconds or SECONDS, False)}
        )
        self._iterations = {} if iterations is None else checked_by_street("iterations", iterations, True)
        solved = STREETS[STREETS.index(first_street) :]
        if iterations is not None and any(street not in self._iterations for street in solved):
            raise ParameterError("iterations", iterations, f"must have a number for {', '.join(solved)}")
        self.bet_sizes, self.raise_sizes = bet_sizes, raise_sizes
        self._trees = TreeChoice(bet_sizes, raise_sizes, threads)
        self.resolving = resolving
        self.first_street = first_street
        self.threads = threads
        self.seed = seed
        self.last_solve: Solve | None = None
        self.num_solves = 0
        self._kept: Cache[StreetSolution] = Cache(KEPT_SOLUTIONS)
        table_blueprint = player.source if isinstance(player.source, BlueprintPolicy) else AskedBlueprint(player)
        self._table = Table(STREETS.index(first_street) + 1, table_blueprint, self._solve)
        self._lock = RLock()

    def act(
        self,
        observation: npt.NDArray[np.float32],
        action_mask: npt.NDArray[np.int8],
        info: Mapping[str, Any],
        rng: np.random.Generator,
    ) -> int:
        """Draw an action from the strategy of the agent's hand.

        Args:
            observation: float32 [entries], what the player sees; ignored.
            action_mask: int8 [actions], 1 where legal; ignored.
            info: holds ``info["infoset"]``, as in ``Agent.act``.
            rng: the draw takes one number from it.
        """
        infoset = infoset_in(info)
        game = getattr(infoset, "game", self.game)  # in a session: the hand's stacks and button
        return draw_outcome(self._of_hand(*decision_at(game, str(infoset["key"]))).items(), rng)

    def action_probabilities(self, where: State | str) -> dict[int, float]:
        """Probability of each legal action, by action.

        Args:
            where: a state, or the key of an infoset.
        """
        return self._of_hand(*decision_at(self.game, where))

    def _of_hand(self, decision: TexasHoldemState, hand: int) -> dict[int, float]:
        return dict(zip(decision.legal_actions(), self.strategy(decision)[:, hand].tolist(), strict=True))

    def strategy(self, decision: TexasHoldemState, hands: Int64s | None = None) -> Floats:
        """The strategy of the player to act for all hands: float64 [legal actions, 1326].

        Hands that the agent never has at the state play as well as they can from there on, if the state is on a street that is
        solved.

        Args:
            decision: a player is to act. Of its cards only the public ones are read.
            hands: ignored: the answer has all hands that share no card with the board.
        """
        with self._lock:
            result = HandSoFar(self._table, decision).strategy()
        return np.where(unblocked(COMBOS, decision.board), result, 0.0)

    def _solve(self, hand: HandSoFar, state: TexasHoldemState) -> StreetSolution:
        """Solve the rest of the hand from where its tree begins on, for the player to act; the same hand is solved once."""
        decision = state.game, state.current_player, state.line
        solution = self._kept.get(decision, lambda: self._solve_anew(hand, state))
        self.last_solve = solution.solve
        return solution

    def _solve_anew(self, hand: HandSoFar, state: TexasHoldemState) -> StreetSolution:
        began, street, seat = working_clock(), HAND_STREETS[state.street], state.current_player
        held = self.resolving != "unsafe"
        own_range, other_range = hand.ranges[seat], hand.ranges[1 - seat]
        if not can_meet(own_range, other_range):
            other_range = beside_board(np.zeros(NUM_COMBOS), state.board)
        ranges = with_all_hands(own_range, state), with_all_hands(other_range, state) if held else other_range
        agent = int(seat != (state.game.button + 1) % PLAYERS)  # after the flop the button acts last
        first, second = ranges if agent == 0 else ranges[::-1]
        seconds = None if self._seconds is None else self._seconds[street]
        drawn = street == STREETS[0] and not held
        spot, sizes = self._trees.choose(state, (rounded_range(first), rounded_range(second)), hand.root, seconds, drawn)
        part = Subgame(state.game, spot.game.rules.root, (first, second), spot=spot.game)
        built = working_clock()
        values = self._held_to(hand, part, agent) if held else None
        asking_time = working_clock() - built
        part.solve(
            None if values is None else HeldTo(agent, values),
            iterations=None if seconds is not None else int(self._iterations[street]),
            seconds=None if seconds is None else MARGIN * seconds - (working_clock() - began - asking_time),
            drawn=self.seed if drawn else None,
            threads=self.threads,
        )
        assert part.solver is not None
        if seconds is not None:
            self._trees.note(spot.game, drawn, part.seconds_an_iteration)
        kept = part.opponent_values(agent, self.threads) if held else None
        strategies = part.street_strategies()
        self.num_solves += 1
        solve = Solve(
            line=state.line,
            street=street,
            player=seat,
            spot=spot,
            ranges=(hand.ranges[0].copy(), hand.ranges[1].copy()),
            sizes=sizes.text,
            resolving="unsafe" if values is None else self.resolving,
            boards="drawn" if drawn else "all",
            iterations=part.solver.iteration,
            exploitability=None if drawn or values is not None else part.reached,
            excess=None if values is None else part.reached,
            seconds=working_clock() - began,
        )
        return StreetSolution(spot, strategies, solve, kept)

    def _held_to(self, hand: HandSoFar, part: Subgame, agent: int) -> Floats | None:
        """The opponent's previous values: from the last solution, or on a first river against the blueprint."""
        if hand.worth is not None or self.first_street != STREETS[-1] or hand.root:
            return hand.worth
        return worth_against_blueprint(hand, part, agent)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy or pickle is created from the same arguments, without what was solved."""
        return made_anew, (self.blueprint, self._options)

    def __repr__(self) -> str:
        return f"<SolvingAgent {self.name}>"


def with_all_hands(weights: Floats, state: TexasHoldemState) -> Floats:
    """A range in which every hand that the board leaves has some weight."""
    return np.asarray(np.maximum(weights, LEAST_SHARE_OF_HEAVIEST * weights.max() * possible(state)))


def rounded_range(weights: Floats) -> Range:
    """A range of multiples of 2**-42, up to 1: all sums of weights are exact in floats, in any order. No hand is lost."""
    units = scaled_range(weights).weights * 2.0**WEIGHT_BITS
    return Range(np.where(units > 0.0, np.maximum(np.rint(units), 1.0), 0.0) / 2.0**WEIGHT_BITS)


def made_anew(blueprint: Playable, options: dict[str, Any]) -> SolvingAgent:
    """An agent from its pickle."""
    return SolvingAgent(blueprint, **options)


def why_not_solved(game: object) -> str | None:
    """The reason why an agent cannot solve a game at the table; None if it can."""
    if not isinstance(game, TexasHoldemGame) or game.num_players != PLAYERS or len(game.rules.deck.names) != NUM_CARDS:
        return "must be a texas_holdem for two players with the standard deck"
    return None if game.params["last_street"] == STREETS[-1] else "must be played to the river"
