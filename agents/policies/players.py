"""Players: anything that plays, converted for one game.

``to_player`` is the one place that tells kinds of players apart. A ``Player`` answers one question: the strategy of hands at a
decision. From it follow a table, an agent at a table, and a policy that is asked where it is needed, without a table.
``as_agent``, ``tabulate`` and ``profile`` are what most functions need.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from inspect import signature
from os import PathLike, fspath
from types import FunctionType, MethodType
from typing import Any, ClassVar, TypeGuard, cast

import numpy as np

from pokerzoo.envs import Game, State
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.environments.infoset_observations import one_state_each
from pokerzoo.envs.environments.playable import (
    Agent,
    BatchedAgent,
    Playable,
    Policy,
    PolicyTrainer,
    StrategyPolicy,
)
from pokerzoo.envs.infosets import may_have_tree
from pokerzoo.envs.poker.cards import unblocked
from pokerzoo.envs.poker.game import PokerGame, PokerState, state_at
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.support.distributions import check_columns, column_of, is_distribution, is_sparse
from pokerzoo.envs.support.errors import InputError, ParameterError, brief
from pokerzoo.envs.support.parameters import check_floats
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.keys import public_state_at, with_hand
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .agent import PolicyAgent, default_name, policy_of
from .agent_tables import BATCH, QueryOptions, ask_actions, ask_decisions, asked_of
from .named_players import MANY_ENTRIES, PLAYERS_HELP, is_large, named_player
from .policy import TabularPolicy, locks_of_each_player, own_state
from .policy_tables import by_name, check_questions, decisions_of, for_all_states, from_answers, in_legal_order

MANY_QUESTIONS = 20_000
"""``MANY_ENTRIES`` where a function would be called for each entry, one by one."""
KEPT_INFOSETS = 10_000
"""Infosets whose answers are kept: those at the start of a hand come again and again."""
KEPT_DECISIONS = 256
"""The same where all hands are asked for at once."""
Hands = Sequence[int] | Int64s
"""The numbers of some hands."""


class Player(ABC):
    """Anything that plays, converted for one game by ``to_player``. It is a policy that is queried on demand.

    Attributes:
        game: what is played. In a session a decision has its hand's own game, with its stacks and its button.
        source: what was converted.
        name: what reports call it; None: nothing says.
    """

    many_entries: ClassVar[float] = MANY_ENTRIES
    """In larger poker games hands are played without a table."""

    def __init__(self, game: Game, source: Any, name: str | None = None) -> None:
        self.game, self.source, self.name = game, source, name

    @cached_property
    def _infosets(self) -> Cache[dict[int, float]]:
        return Cache(KEPT_INFOSETS)  # made where hands are played: measures ask for tables, in microseconds

    @cached_property
    def _decisions(self) -> Cache[Any]:
        return Cache(KEPT_DECISIONS)

    @property
    def who(self) -> str:
        """Its name in error messages."""
        return self.name or type(self.source).__name__

    @abstractmethod
    def _answer(self, decision: Any, hands: Hands | None) -> Any:
        """Probabilities [legal actions, all hands] of these hands; not checked."""

    @abstractmethod
    def _probabilities(self, seat: int | None, how: QueryOptions) -> tuple[Floats, dict[str, Any]]:
        """``probabilities`` of a game whose infosets are numbered."""

    def strategy(self, decision: Any, hands: Hands | None = None) -> Floats:
        """float64 [legal actions, hands]: the strategy at a decision, checked; columns that were not requested are undefined.

        Args:
            decision: a ``Decision``: a public state of the game, a state of a whole hand (of whose cards only the public ones
                are looked at), or a state of another game.
            hands: the numbers of the hands that are asked for; None: all that the player can have.

        Raises:
            ValueError: probabilities of the wrong shape, or that are no distribution; or it has none.
        """
        answer = self._shaped(decision, hands)
        check_columns(answer, hands_held(self.game, decision) if hands is None else hands, decision.key, self.who)
        return np.asarray(answer.toarray() if is_sparse(answer) else answer, np.float64)

    def _shaped(self, decision: Any, hands: Hands | None = None) -> Any:
        """The answer as an array of the right shape, dense or sparse."""
        if isinstance(decision, PublicState):
            decision = own_state(self.game.infosets, decision)  # type: ignore[arg-type]
        answer, shape = self._answer(decision, hands), (len(decision.legal_actions()), decision.num_hands)
        if not is_sparse(answer):
            plain = isinstance(answer, np.ndarray) and answer.dtype.kind in "fb"
            answer = np.asarray(answer if plain else check_floats(self.who, answer, f"must be {shape}"), np.float64)
        if answer.shape != shape:
            raise InputError(f"{self.who} at {decision.key(0)!r}: probabilities of shape {answer.shape}, must be {shape}")
        return answer

    def strategies(self, decisions: Sequence[Any], hands: Sequence[Hands]) -> Iterable[Floats]:
        """``strategy`` at several decisions, each with its hands."""
        return [self.strategy(decision, wanted) for decision, wanted in zip(decisions, hands, strict=True)]

    def action_probabilities(self, where: State | str) -> dict[int, float]:
        """Probability of each legal action, in a state or in the infoset with this key; KeyError if there is none."""
        if isinstance(self.game, PokerGame):
            key = where if isinstance(where, str) else where.infoset_key(where.current_player)
            return dict(self._infosets.get(key, lambda: self._at(key)))
        return self._at(where)

    def _at(self, where: State | str) -> dict[int, float]:
        decision, hand = decision_at(self.game, where)
        return dict(zip(decision.legal_actions(), self._of_hand(decision, hand), strict=True))

    def _of_hand(self, decision: Any, hand: int) -> list[float]:
        shares = self._column(decision, hand)
        if not is_distribution(shares):
            check_columns(np.array([shares]).T, [0], lambda _: decision.key(hand), self.who)
        return shares

    def _column(self, decision: Any, hand: int) -> list[float]:
        """The probabilities of one hand, not checked."""
        column: list[float] = column_of(self._decisions.get(decision, lambda: self._shaped(decision)), hand).tolist()
        return column

    def probabilities(self, seat: int | None = None, how: QueryOptions | None = None) -> tuple[Floats, dict[str, Any]]:
        """(behavioural strategy [entries], metadata); if a ``seat`` is given, no other's entries count."""
        if not self.game.numbered:
            raise InputError(f"{self.who}: {self.game.name} has too many infosets for a table; ask the agent (as_agent)")
        return self._probabilities(seat, how or QueryOptions())

    def table(self, how: QueryOptions | None = None) -> TabularPolicy:
        """The policy as a table."""
        return TabularPolicy(self.game, *self.probabilities(None, how))

    def agent(self) -> Agent:
        """The player as an agent at a table."""
        without_table = not self.game.numbered or is_large(self.game, self.many_entries)
        return PolicyAgent(self if without_table else self.table(), self.name)

    @property
    def suits_alike(self) -> bool:
        """True if it answers alike where only suits differ that the game treats alike."""
        return getattr(self.source, "suits_alike", False) is True


class TablePlayer(Player):
    """Plays a table."""

    def _answer(self, decision: Any, hands: Hands | None) -> Floats:
        strategy: Floats = self.source.strategy(decision)
        return strategy

    def _probabilities(self, seat: int | None, how: QueryOptions) -> tuple[Floats, dict[str, Any]]:
        return self.source.probabilities, self.source.metadata

    def table(self, how: QueryOptions | None = None) -> TabularPolicy:
        policy: TabularPolicy = self.source
        return policy

    def agent(self) -> Agent:
        return PolicyAgent(self.source, self.name)


class FunctionPlayer(Player):
    """Plays a function of a state: it answers for one hand at a time. The state shows the player's own cards."""

    many_entries: ClassVar[float] = MANY_QUESTIONS

    def _answer(self, decision: Any, hands: Hands | None) -> Floats:
        answer = np.zeros((len(decision.legal_actions()), decision.num_hands))
        for hand in np.asarray(hands_held(self.game, decision) if hands is None else hands).tolist():
            answer[:, hand] = self._column(decision, hand)
        return answer

    def _column(self, decision: Any, hand: int) -> list[float]:
        return in_legal_order(self._ask(decision, hand), decision.legal_actions(), decision.action_name, decision.key(hand))

    def _ask(self, decision: Any, hand: int) -> Any:
        """The source's own answer."""
        return self.source(state_with_hand(self.game, decision, hand))

    def _probabilities(self, seat: int | None, how: QueryOptions) -> tuple[Floats, dict[str, Any]]:
        return for_all_states(self.game, self.source, seat), {}


class PolicyPlayer(FunctionPlayer):
    """Plays a policy that is no table: it is queried at an infoset's key, or in a state of another game's hand."""

    def _ask(self, decision: Any, hand: int) -> Any:
        same = getattr(decision, "game", self.game) == self.game
        where = decision.key(hand) if same else state_with_hand(self.game, decision, hand)
        return self.source.action_probabilities(where)

    def _probabilities(self, seat: int | None, how: QueryOptions) -> tuple[Floats, dict[str, Any]]:
        return for_all_states(self.game, self.source.action_probabilities, seat), {}

    def agent(self) -> Agent:
        return agent_of_policy(self)


class MappingPlayer(FunctionPlayer):
    """Plays {infoset key: {action name: probability}}."""

    many_entries = np.inf

    def _ask(self, decision: Any, hand: int) -> Any:
        key = decision.key(hand)
        if key not in self.source:
            raise InputError(f"infoset {brief(key)} is missing")
        return self.source[key]

    def _probabilities(self, seat: int | None, how: QueryOptions) -> tuple[Floats, dict[str, Any]]:
        return by_name(self.game, self.source, seat), {}


class StrategyPlayer(Player):
    """Plays what answers for all hands of a decision at once."""

    def _answer(self, decision: Any, hands: Hands | None) -> Any:
        return self.source.strategy(decision, hands)

    def _probabilities(self, seat: int | None, how: QueryOptions) -> tuple[Floats, dict[str, Any]]:
        decisions = decisions_of(self.game, seat)
        return from_answers(self.game, decisions, map(self.strategy, decisions)), {}

    def agent(self) -> Agent:
        if isinstance(self.source, Agent) and self.name == getattr(self.source, "name", None):
            return self.source
        return agent_of_policy(self) if isinstance(self.source, Policy) else super().agent()


class BatchedPlayer(Player):
    """Answers for many infosets at once."""

    def _answer(self, decision: Any, hands: Hands | None) -> Floats:
        hands = hands_held(self.game, decision) if hands is None else hands
        return next(ask_decisions(self.game, self.source, [decision], [hands], BATCH))

    def strategies(self, decisions: Sequence[Any], hands: Sequence[Hands]) -> Iterable[Floats]:
        return ask_decisions(self.game, self.source, decisions, hands, BATCH)

    def _probabilities(self, seat: int | None, how: QueryOptions) -> tuple[Floats, dict[str, Any]]:
        check_questions(self.game)
        decisions = decisions_of(self.game, seat)
        hands = (hands_held(self.game, decision) for decision in decisions)
        answers = ask_decisions(self.game, self.source, decisions, hands, how.batch)
        return from_answers(self.game, decisions, answers), asked_of(self.source, "batch")

    def agent(self) -> Agent:
        listed = self.game.numbered and (isinstance(self.game, PokerGame) or may_have_tree(self.game))
        if isinstance(self.source, Policy) and listed:
            return PolicyAgent(self.source, self.name)
        return self.source if isinstance(self.source, Agent) else super().agent()


class ActingPlayer(Player):
    """Acts, and does nothing else: its policy can only be estimated by calling it repeatedly."""

    @cached_property
    def _table(self) -> TabularPolicy:
        return self.table()

    def _answer(self, decision: Any, hands: Hands | None) -> Floats:
        if not self.game.numbered:
            raise InputError(
                f"{self.who}: does not say with what probability it acts; give it "
                "action_probabilities(key), or strategy(decision, hands)"
            )
        return self._table.strategy(decision)

    def _probabilities(self, seat: int | None, how: QueryOptions) -> tuple[Floats, dict[str, Any]]:
        return ask_actions(self.game, self.source, seat, how)

    def agent(self) -> Agent:
        agent: Agent = self.source
        return agent


KINDS: tuple[tuple[Any, type[Player]], ...] = (
    (Mapping, MappingPlayer),
    (StrategyPolicy, StrategyPlayer),
    (BatchedAgent, BatchedPlayer),
    (PolicyAgent, ActingPlayer),  # one whose act does not keep to its policy
    (Policy, PolicyPlayer),
    (Agent, ActingPlayer),
)
"""Kinds of players in the order in which they are tried, each with its adapter."""


def to_player(game: Game, source: Playable, argument: str = "player") -> Player:
    """Convert any agent or policy to a player of a game."""
    name = None
    if isinstance(source, str | PathLike):
        name, source = fspath(source), named_player(game, source)
    if isinstance(source, TabularPolicy):  # before the kinds, whose protocols take longer to look up than Kuhn to measure
        check_for_game(game, source, argument)
        return TablePlayer(game, source, name or default_name(source))
    if not isinstance(source, type):
        check_for_game(game, source, argument)
        check_player(source, argument)
        if hasattr(source, "as_player"):  # it has an adapter, as a ``TextAgent``
            player: Player = source.as_player(game)
            return player
        source_name = getattr(source, "name", None)
        name = name or (source_name if isinstance(source_name, str) else None)
        policy = policy_of(source)
        if policy is not None:
            player = to_player(game, policy, argument)
            player.name = name
            return player
        for kind, result in KINDS:
            if isinstance(source, kind) and (kind is not StrategyPolicy or callable(source.strategy)):
                return result(game, source, name or (default_name(source) if isinstance(source, Policy) else None))
        if isinstance(source, PolicyTrainer):
            return to_player(game, source.average_policy(), argument)
        model = model_of(game, source)
        if model is not None:
            return to_player(game, model, argument)
        if callable(source):
            called = getattr(source, "__name__", "<lambda>")
            return FunctionPlayer(game, source, name or (None if called == "<lambda>" else called))
    raise ParameterError(argument, source, f"must be {PLAYERS_HELP}")


def to_players(game: Game, sources: Playable | Sequence[Playable], argument: str = "player") -> list[Player]:
    """One ``Player`` for each seat, from one that all seats play or one for each; ValueError for too few or too many."""
    if not one_each(sources):
        return [to_player(game, cast(Playable, sources), argument)] * game.num_players
    if len(sources) != game.num_players:
        raise InputError(f"{len(sources)} policies for {game.num_players} players: one for each is needed")
    return [to_player(game, source, argument) for source in sources]


def one_each(sources: Any) -> TypeGuard[Sequence[Any]]:
    """True for players of several seats rather than one player."""
    return isinstance(sources, Sequence) and not isinstance(sources, str | Policy)


def agent_of_policy(player: Player) -> PolicyAgent:
    """The agent of a player that is a policy; keys of a policy without a game are taken to be of the player's game."""
    game = getattr(player.source, "game", None)
    return PolicyAgent(player.source, player.name, player.game if game is None else game)


def hands_held(game: Game, decision: Any) -> Hands:
    """The hands that the player to act can have at a decision."""
    if isinstance(decision, PublicState):
        return game.infosets.hands(decision)  # type: ignore[attr-defined, no-any-return]
    if isinstance(decision, TexasHoldemState):
        return np.flatnonzero(unblocked(decision.game.rules.deck.hand_cards, decision.board))
    return range(decision.num_hands)


def decision_at(game: Game, where: State | str) -> tuple[Any, int]:
    """(the decision, the hand) of a state, or of the infoset with a key; KeyError or ValueError if there is none."""
    if not isinstance(where, str):
        if isinstance(where, PokerState):
            return where.public, where.hands[where.current_player]
        if isinstance(where, TexasHoldemState):
            return with_hand(where, None), where.game.hand_index[where.hole_cards(where.current_player)]
        return where, 0
    if isinstance(game, TexasHoldemGame):
        return public_state_at(game, where)
    if not isinstance(game, PokerGame):
        return one_state_each(game)[game.infosets.index(where)], 0
    return game.infosets.decision(where)


def state_with_hand(game: Game, decision: Any, hand: int) -> State:
    """A state at a decision in which the player to act has a hand, for a function of a state."""
    if isinstance(decision, TexasHoldemState):
        return with_hand(decision, hand)
    if not isinstance(decision, PublicState):
        state: State = decision
        return state
    rules, actor = decision.rules, decision.actor
    for other in rules.deck.hands_left(decision.board + rules.deck.hands[hand]):
        if rules.weights is None or rules.ranges.dealable[1 - actor][other]:
            return state_at(game, decision, (hand, other) if actor == 0 else (other, hand))  # type: ignore[arg-type]
    raise InputError(f"{rules.deck.hand_names[hand]} leaves the opponent no hand")


def as_agent(game: GameLike, source: Playable, argument: str = "agent") -> Agent:
    """An agent for ``game`` from any of its players.

    An agent stays as it is, unless it has a policy, which is then played by a ``PolicyAgent``.

    Args:
        game: what is played.
        source: see ``Playable``.
        argument: what errors call it.

    Raises:
        ValueError: it cannot play this game, or it is nothing that plays.
        OSError: a file cannot be read.

    >>> from pokerzoo.envs import make_game
    >>> as_agent(make_game("kuhn"), "honest")
    <PolicyAgent honest>
    """
    player = to_player(game_of(game), source, argument)
    return source if isinstance(source, PolicyAgent) else player.agent()


def tabulate(
    game: GameLike, policy: Playable, *, batch: int = BATCH, samples: int | None = None, seed: int | None = None
) -> TabularPolicy:
    """The policy of any player as a table, for all seats.

    - A function, or a policy that is none of ours, is asked in every history, and must answer alike in all histories of an
      infoset. In large poker games it is asked in two histories of each infoset, with different hands of the opponent.
    - What has ``strategy(decision, hands)`` is asked once in each public state, a ``BatchedAgent`` for all infosets at once
      (``batch`` at a time).
    - An agent with ``act`` alone is asked for its action. If it is deterministic, that is its policy. If it draws random
      numbers or answers differently when asked again, one answer does not give its probabilities: it is refused unless
      ``samples`` says how often to ask. The table then holds frequencies: an *estimate*, as ``metadata["estimate"]``
      says, with a standard error of at most 0.5 / sqrt(samples) a probability.

    Args:
        game: where. Poker games of any size that have an infoset table; of other games those that have a tree.
        policy: any player; see ``Playable``.
        batch: the most infosets that a ``BatchedAgent`` is asked at once.
        samples: how often an agent with ``act`` alone is asked at each infoset; None: it must be deterministic.
        seed: of the generator that an agent with ``act`` alone gets; None draws one.

    Raises:
        ValueError: something that cannot play this game; an action that is not legal; an agent that plays at random, without
            ``samples``; a game too large to go through. Or an answer of the wrong shape, or that is no distribution over
            the legal actions (the message names the infoset), or that differs within an infoset.

    >>> from pokerzoo.envs import make_game
    >>> class Caller:
    ...     def act(self, observation, action_mask, info, rng):
    ...         return 1
    >>> tabulate(make_game("kuhn"), Caller())["Q|b"]
    {'fold': 0.0, 'call': 1.0}
    """
    game = game_of(game)
    return to_player(game, policy, "policy").table(QueryOptions(batch, samples, seed))


def profile(
    game: GameLike,
    policies: Playable | Sequence[Playable],
    *,
    batch: int = BATCH,
    samples: int | None = None,
    seed: int | None = None,
) -> TabularPolicy:
    """One table in which player i plays ``policies[i]``; a single one is played by all.

    Of several, each is asked in its own seat's infosets only: what it would do elsewhere is not needed.

    Args:
        game: as in ``tabulate``.
        policies: one that all seats play, or one for each.
        batch: as in ``tabulate``.
        samples: as in ``tabulate``.
        seed: as in ``tabulate``.

    Raises:
        ValueError: not one for each player, or as in ``tabulate``.

    >>> from pokerzoo.envs import make_game
    >>> both = profile(make_game("kuhn"), ["honest", "always_call"])
    >>> both["Q|"], both["Q|b"]  # of player 0, of player 1
    ({'check': 1.0, 'bet': 0.0}, {'fold': 0.0, 'call': 1.0})
    """
    game = game_of(game)
    how = QueryOptions(batch, samples, seed)
    if not one_each(policies):
        return to_player(game, cast(Playable, policies), "policy").table(how)
    seats = to_players(game, policies, "policy")
    sources = [player.source for player in seats]
    if isinstance(game, PokerGame) and all(isinstance(source, TabularPolicy) for source in sources):
        from .spot_policy import policy_of_each_player

        rows = policy_of_each_player(sources)
        if rows is not None:
            return rows
    metadata: dict[str, Any] = {}
    tables = []
    for seat, player in enumerate(seats):
        probabilities, details = player.probabilities(seat, how)
        tables.append(probabilities)
        metadata |= {key: details[key] for key in ("estimate", "samples", "seed") if "estimate" in details}
    metadata |= locks_of_each_player(sources)
    return TabularPolicy(game, np.choose(game.infosets.entry_players, tables), metadata)


def opponent_tables(game: Game, opponent: Any) -> Floats:
    """The strategies of all seats but one: float64 [entries] of one for all, [others, entries] in seat order."""
    if not one_each(opponent):
        return opponent_table(game, opponent)
    if len(opponent) != game.num_players - 1:
        seats = f"{len(opponent)} for {game.num_players - 1} seats"
        raise ParameterError("opponent", opponent, f"{seats}; must be one each, or one for all")
    return np.stack([opponent_table(game, entry) for entry in opponent])


def opponent_table(game: Game, opponent: Playable) -> Floats:
    """The strategy of one opponent, float64 [entries]."""
    player = to_player(game, opponent, "opponent")
    try:
        return player.table().probabilities
    except ValueError as error:
        if not isinstance(player, ActingPlayer):
            raise
        why = 'vector environments play tables; vectorization_mode="sync" of make_vec asks any agent, hand by hand'
        raise ParameterError("opponent", opponent, f"{why}: {error}") from error


def check_player(source: object, name: str) -> None:
    """ValueError for a policy of OpenSpiel, or an agent or a function with an unsuitable signature."""
    if any(kind.__module__.partition(".")[0] in ("open_spiel", "pyspiel") for kind in type(source).__mro__):
        raise ParameterError(name, source, "a policy of OpenSpiel; from_openspiel(game, policy) makes one of ours")
    act = getattr(source, "act", None)
    if callable(act) and not takes(act, 4):
        raise ParameterError(name, source, f"its act must take (observation, action_mask, info, rng), not {signature(act)}")
    if isinstance(source, FunctionType | MethodType) and not takes(source, 1):
        raise ParameterError(name, source, f"a function that plays must take a state, not {signature(source)}")


def takes(function: Callable[..., Any], count: int) -> bool:
    """True if it can be called with this number of arguments, or its signature is unknown."""
    try:
        result = signature(function)
    except (TypeError, ValueError):
        return True
    try:
        result.bind(*range(count))
    except TypeError:
        return False
    return True


def check_for_game(game: Game, source: object, name: str) -> None:
    """ValueError for a policy of another game, or a player of one."""
    policy = source if isinstance(source, TabularPolicy | Policy) else getattr(source, "policy", None)
    other = getattr(policy, "game", game)
    if other is not game and isinstance(policy, Policy) and isinstance(other, Game) and other != game:
        raise ParameterError(name, problem=f"a policy for {other}, not for {game}")


def model_of(game: Game, source: object) -> Any:
    """A model of a learning library as an agent; None for anything else, for which no package is imported."""
    from pokerzoo.agents.neural.models import library_of

    if library_of(source) is None:
        return None
    from pokerzoo.agents.neural.rl_agent import RLAgent

    return RLAgent.of(game, source)
