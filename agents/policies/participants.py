"""Conversion to participants: whatever can play a game, in the form that a function needs.

``as_participant`` is the one place that tells kinds apart; each kind knows how to give a table, an agent, and an answer for all
hands of a public state. ``as_agent``, ``tabulate`` and ``profile`` are what most functions need.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from os import PathLike, fspath
from types import FunctionType, MethodType
from typing import Any, TypeAlias, TypeGuard, cast

import numpy as np

from pokerzoo.envs import Game, State
from pokerzoo.envs.core import has_lines
from pokerzoo.envs.environments.playable import (
    Agent,
    BatchedAgent,
    HandsPolicy,
    HandStrategies,
    Playable,
    Policy,
    PolicyTrainer,
)
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.histories import may_have_tree
from pokerzoo.envs.poker.game import PokerGame, state_at
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.registry import MAKERS
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.distributions import check_columns
from pokerzoo.envs.support.kept import Made
from pokerzoo.envs.support.lazy import load_object
from pokerzoo.envs.support.parameters import brief, did_you_mean
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.keys import seen_by_actor

from .agent import PolicyAgent, default_name, policy_of
from .agent_tables import BATCH, QueryOptions, ask_actions, ask_batches, ask_hands, ask_public_states
from .baselines import BASELINES, baseline_hands, baseline_policy, best_response_policy
from .lazy_policy import LazyPolicy
from .policy import TabularPolicy, locks_of_each_player
from .policy_tables import by_name, for_all_hands, for_all_states, in_legal_order
from .whole_hand_baselines import WholeHandBaseline
from .whole_hand_players import WHOLE_HAND_PLAYERS, whole_hand_player

BEST_RESPONSE = "best_response:"
"""Before the name of a baseline or of a policy file: the best response to it."""
PLAYERS = (
    f"an agent (an object with act), a policy, a baseline ({', '.join(BASELINES)}), a policy file, a trained model, a "
    "mapping by infoset, or a function of a state"
)
MANY_ENTRIES = 2_000_000
"""Of larger poker games no table is made for a match, where hands are played without one."""
MANY_QUESTIONS = 20_000
"""The same limit where a function would be called for each entry, one by one."""
HandsAsker: TypeAlias = Callable[[PublicState], Any]
"""(public state) -> probabilities [actions, hands], in the order of ``public.line.legal_actions`` and ``rules.deck.hands``."""
HandsOf: TypeAlias = Callable[[PublicState], Sequence[int]]
"""(public state) -> the hands whose answers are wanted."""


class Participant(ABC):
    """A player converted for one game; made by ``as_participant``."""

    def __init__(self, game: Game, given: Any, name: str | None = None) -> None:
        self.game = game
        self.given = given
        self.name = name

    @abstractmethod
    def probabilities(self, seat: int | None = None, how: QueryOptions | None = None) -> tuple[Floats, dict[str, Any]]:
        """(behavioural strategy [entries], metadata); if a ``seat`` is given, no other's entries count."""

    def table(self, how: QueryOptions | None = None) -> TabularPolicy:
        """The policy as a table."""
        return TabularPolicy(self.game, *self.probabilities(None, how))

    def agent(self) -> Agent:
        """The participant as an agent at a table."""
        return PolicyAgent(self.table(), self.name)

    @property
    def suits_alike(self) -> bool:
        """True if it answers alike where suits alone differ that are alike in the game."""
        return getattr(self.given, "suits_alike", False) is True

    def on_public_states(self, hands_of: HandsOf | None = None) -> Callable[[Sequence[PublicState]], Sequence[Any]]:
        """``on_hands`` for several public states at once; where ``hands_of`` is given the others' answers are not read."""
        ask = self.on_hands()
        return lambda publics: [ask(public) for public in publics]

    def on_hands(self) -> HandsAsker:
        """The strategy of all hands in a public state of two-player poker."""
        table, padded = self.game.infosets, np.append(self.table().probabilities, 0.0)  # entry -1 reads this zero
        return lambda public: padded[table.entries(public)]  # type: ignore[attr-defined]


class TableParticipant(Participant):
    """Plays a table."""

    def probabilities(self, seat: int | None = None, how: QueryOptions | None = None) -> tuple[Floats, dict[str, Any]]:
        return self.given.probabilities, self.given.metadata

    def table(self, how: QueryOptions | None = None) -> TabularPolicy:
        policy: TabularPolicy = self.given
        return policy

    def on_hands(self) -> HandsAsker:
        ask: HandsAsker = self.given.strategy
        return ask


class MappingParticipant(Participant):
    """Plays {infoset key: {action name: probability}}."""

    def probabilities(self, seat: int | None = None, how: QueryOptions | None = None) -> tuple[Floats, dict[str, Any]]:
        return by_name(self.game, self.given, seat), {}

    def on_hands(self) -> HandsAsker:
        def ask(public: PublicState, hand: int, key: str) -> dict[int, float]:
            if key not in self.given:
                raise ValueError(f"infoset {brief(key)} is missing")
            return {action: self.given[key].get(public.line.action_name(action), 0.0) for action in public.line.legal_actions}

        return hand_by_hand(self.game, ask)


class FunctionParticipant(Participant):
    """Plays a function of a state."""

    def agent(self) -> Agent:
        if is_large(self.game, MANY_QUESTIONS):  # it is not asked in all histories whether it looks at what is hidden
            return PolicyAgent(LazyPolicy(self.game, self._ask), self.name)
        return super().agent()

    def _ask(self, public: PublicState, hand: int, key: str) -> Any:
        return self.given(state_at(self.game, public, dealt_with(self.game, public, hand)))  # type: ignore[arg-type]

    def probabilities(self, seat: int | None = None, how: QueryOptions | None = None) -> tuple[Floats, dict[str, Any]]:
        return for_all_states(self.game, self.given, seat), {}

    def on_hands(self) -> HandsAsker:
        return hand_by_hand(self.game, self._ask)


class WholeHandParticipant(Participant):
    """An agent of whole hands: it has no table, as there are too many infosets."""

    def probabilities(self, seat: int | None = None, how: QueryOptions | None = None) -> tuple[Floats, dict[str, Any]]:
        raise ValueError(f"{self.name}: {self.game.name} has too many infosets for a table; ask the agent (as_agent)")

    def agent(self) -> Agent:
        agent: Agent = self.given
        return agent


class WholeHandFunctionParticipant(WholeHandParticipant):
    """A function of a state of a whole hand; the state that it is shown has the own cards only."""

    def agent(self) -> Agent:
        return PolicyAgent(self, self.name)

    def action_probabilities(self, where: State | str) -> dict[int, float]:
        """The function's answer in the infoset of a state, of its own game, or with this key of the participant's."""
        assert isinstance(self.game, TexasHoldemGame)
        state = seen_by_actor(self.game, where)
        legal, key = state.legal_actions(), state.infoset_key(state.current_player)
        found = in_legal_order(self.given(state), legal, state.action_name, key)
        check_columns(np.array([found]).T, [0], lambda _: key, self.name or "the function")
        return dict(zip(legal, found, strict=True))


class PolicyParticipant(Participant):
    """Plays a policy that is no table: it is asked in a state, or at an infoset's key."""

    def probabilities(self, seat: int | None = None, how: QueryOptions | None = None) -> tuple[Floats, dict[str, Any]]:
        return for_all_states(self.game, self.given.action_probabilities, seat), {}

    def agent(self) -> Agent:
        own = getattr(self.given, "game", None)
        return PolicyAgent(self.given, self.name, self.game if own is None else own)

    def on_hands(self) -> HandsAsker:
        return hand_by_hand(self.game, lambda public, hand, key: self.given.action_probabilities(key))


class HandsParticipant(Participant):
    """Plays a ``HandsPolicy``."""

    def probabilities(self, seat: int | None = None, how: QueryOptions | None = None) -> tuple[Floats, dict[str, Any]]:
        return for_all_hands(self.game, self.given.ask, seat), {}

    def agent(self) -> Agent:
        if is_large(self.game, MANY_ENTRIES):
            return PolicyAgent(LazyPolicy.of_hands(self.game, self.given.ask), self.name)
        return super().agent()

    def on_hands(self) -> HandsAsker:
        ask: HandsAsker = self.given.ask
        return ask


class UniformParticipant(HandsParticipant):
    """Plays every legal action with equal probability, as the baseline ``random`` does."""


class BatchedParticipant(Participant):
    """Answers for many infosets at once."""

    def probabilities(self, seat: int | None = None, how: QueryOptions | None = None) -> tuple[Floats, dict[str, Any]]:
        return ask_batches(self.game, self.given, seat, BATCH if how is None else how.batch)

    def agent(self) -> Agent:
        listed = not isinstance(self.game, TexasHoldemGame) and (has_lines(self.game) or may_have_tree(self.game))
        if isinstance(self.given, Policy) and listed:
            return PolicyAgent(self.given, self.name)
        return self.given if isinstance(self.given, Agent) else super().agent()

    def on_hands(self) -> HandsAsker:
        return ask_hands(self.game, self.given)  # type: ignore[arg-type]

    def on_public_states(self, hands_of: HandsOf | None = None) -> Callable[[Sequence[PublicState]], Sequence[Any]]:
        return lambda publics: ask_public_states(self.game, self.given, publics, BATCH, hands_of)  # type: ignore[arg-type]


class ActingParticipant(Participant):
    """Acts, and does nothing else: its policy can only be had by asking it again and again."""

    def probabilities(self, seat: int | None = None, how: QueryOptions | None = None) -> tuple[Floats, dict[str, Any]]:
        return ask_actions(self.game, self.given, seat, how or QueryOptions())

    def agent(self) -> Agent:
        agent: Agent = self.given
        return agent


def as_participant(game: Game, given: Playable, argument: str = "player") -> Participant:
    """Convert whatever can play to a participant in a game."""
    if isinstance(game, TexasHoldemGame) and isinstance(given, str | PathLike):
        player = whole_hand_player(game, fspath(given))
        kind_of_player = WholeHandParticipant if isinstance(player, WholeHandBaseline) else PolicyParticipant
        return kind_of_player(game, player, fspath(given))
    if isinstance(given, WholeHandBaseline):
        check_for_game(game, given, argument)
        return WholeHandParticipant(game, given, given.name)
    if isinstance(given, str) and given in BASELINES and is_large(game, MANY_ENTRIES):
        kind = UniformParticipant if given == "random" else HandsParticipant
        return kind(game, HandsPolicy(Made(baseline_hands, game, given), suits_alike=True), given)
    if isinstance(given, str | PathLike):
        return TableParticipant(game, named_policy(game, given), fspath(given))
    if isinstance(given, TabularPolicy):  # before the kinds, whose protocols take longer to look up than Kuhn to measure
        check_for_game(game, given, argument)
        return TableParticipant(game, given, default_name(given))
    if not isinstance(given, type):
        check_for_game(game, given, argument)
        check_player(given, argument)
        own = getattr(given, "name", None)
        own = own if isinstance(own, str) else None
        policy = policy_of(given)
        if isinstance(game, TexasHoldemGame) and is_hand_agent(given):
            return WholeHandParticipant(game, given, own)
        if policy is not None:
            inner = as_participant(game, policy, argument)
            return type(inner)(game, inner.given, own)
        for kind, found in KINDS:
            if isinstance(given, kind):
                return found(game, given, own or (default_name(given) if isinstance(given, Policy) else None))
        if isinstance(given, PolicyTrainer):
            return as_participant(game, given.average_policy(), argument)
        model = model_of(game, given)
        if model is not None:
            return as_participant(game, model, argument)
        if callable(given):
            called = getattr(given, "__name__", "<lambda>")
            kind_of_function = WholeHandFunctionParticipant if isinstance(game, TexasHoldemGame) else FunctionParticipant
            return kind_of_function(game, given, own or (None if called == "<lambda>" else called))
    raise ValueError(f"{argument}={brief(given)}: must be {PLAYERS}")


KINDS: tuple[tuple[Any, type[Participant]], ...] = (
    (Mapping, MappingParticipant),
    (HandsPolicy, HandsParticipant),
    (BatchedAgent, BatchedParticipant),
    (PolicyAgent, ActingParticipant),  # one whose act does not keep to its policy
    (Policy, PolicyParticipant),
    (Agent, ActingParticipant),
)
"""Classes of players in the order in which they are tried, each with its participant."""


def is_hand_agent(given: object) -> bool:
    """True for an agent of whole hands that can be asked for all hands."""
    return isinstance(given, HandStrategies) and isinstance(given, Agent)


def is_large(game: Game, entries: int) -> TypeGuard[PokerGame]:
    """True for two-player poker with more probabilities than this, which is played hand by hand, without a table."""
    return has_lines(game) and game.num_players == 2 and game.num_entries > entries


def as_agent(game: GameLike, given: Playable, argument: str = "agent") -> Agent:
    """An agent for ``game`` from whatever can play it.

    An agent stays as it is, unless it has a policy, which is then played by a ``PolicyAgent``.

    Args:
        game: what is played.
        given: see ``Playable``.
        argument: what errors call it.

    Raises:
        ValueError: as in ``as_participant``.
        OSError: a file cannot be read.

    >>> from pokerzoo.envs import make_game
    >>> as_agent(make_game("kuhn"), "honest")
    <PolicyAgent honest>
    """
    game = game_of(game)
    one = as_participant(game, given, argument)
    return given if isinstance(given, PolicyAgent) else one.agent()


def tabulate(
    game: GameLike, policy: Playable, *, batch: int = BATCH, samples: int | None = None, seed: int | None = None
) -> TabularPolicy:
    """The policy of whatever can play as a table, for all seats.

    - A function, or a policy that is none of ours, is asked in every history, and must answer alike in all histories of an
      infoset. In large poker games it is asked in two histories of each infoset, with different hands of the opponent.
    - A ``HandsPolicy`` is asked once in each public state, a ``BatchedAgent`` for all infosets at once (``batch`` at a time).
    - An agent with ``act`` alone is asked for its action. If it is deterministic, that is its policy. If it draws random
      numbers or answers differently when asked again, one answer does not tell its probabilities: it is refused unless
      ``samples`` says how often to ask. The table then holds frequencies: an *estimate*, as ``metadata["estimate"]``
      says, with a standard error of at most 0.5 / sqrt(samples) a probability.

    Args:
        game: where. Poker games of any size that have an infoset table; of other games those that have a tree.
        policy: whatever can play; see ``Playable``.
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
    return as_participant(game, policy, "policy").table(QueryOptions(batch, samples, seed))


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
        return as_participant(game, cast(Playable, policies), "policy").table(how)
    seats = as_participants(game, policies, "policy")
    given = [one.given for one in seats]
    if has_lines(game) and all(isinstance(one, TabularPolicy) for one in given):
        found: TabularPolicy | None = load_object("pokerzoo.agents.policies.row_profiles:of_each_player")(given)
        if found is not None:
            return found
    metadata: dict[str, Any] = {}
    tables = []
    for seat, one in enumerate(seats):
        probabilities, own = one.probabilities(seat, how)
        tables.append(probabilities)
        metadata |= {key: own[key] for key in ("estimate", "samples", "seed") if "estimate" in own}
    metadata |= locks_of_each_player(given)
    return TabularPolicy(game, np.choose(game.infosets.entry_players, tables), metadata)


def as_participants(game: Game, given: Playable | Sequence[Playable], name: str = "player") -> list[Participant]:
    """One ``Participant`` for each seat, from one that all seats play or one for each; ValueError for too few or too many."""
    if not one_each(given):
        return [as_participant(game, cast(Playable, given), name)] * game.num_players
    if len(given) != game.num_players:
        raise ValueError(f"{len(given)} policies for {game.num_players} players: one for each is needed")
    return [as_participant(game, one, name) for one in given]


def one_each(given: Any) -> TypeGuard[Sequence[Any]]:
    """True for players of several seats rather than one player."""
    return isinstance(given, Sequence) and not isinstance(given, str | Policy)


def opponent_tables(game: Game, opponent: Any) -> Floats:
    """The strategies of all seats but one: float64 [entries] of one for all, [others, entries] in seat order."""
    if not one_each(opponent):
        return opponent_table(game, opponent)
    if len(opponent) != game.num_players - 1:
        seats = f"{len(opponent)} for {game.num_players - 1} seats"
        raise ValueError(f"opponent={brief(opponent)}: {seats}; must be one each, or one for all")
    return np.stack([opponent_table(game, one) for one in opponent])


def opponent_table(game: Game, opponent: Playable) -> Floats:
    """The strategy of one opponent, float64 [entries]."""
    one = as_participant(game, opponent, "opponent")
    try:
        return one.table().probabilities
    except ValueError as error:
        if not isinstance(one, ActingParticipant):
            raise
        told = 'vector environments play tables; vectorization_mode="sync" of make_vec asks any agent, hand by hand'
        raise ValueError(f"opponent={brief(opponent)}: {told}: {error}") from error


def check_player(given: object, name: str) -> None:
    """ValueError for a policy of OpenSpiel, or an agent or a function that does not take what it will be given."""
    if any(kind.__module__.partition(".")[0] in ("open_spiel", "pyspiel") for kind in type(given).__mro__):
        raise ValueError(f"{name}={brief(given)}: a policy of OpenSpiel; from_openspiel(game, policy) makes one of ours")
    act = getattr(given, "act", None)
    if callable(act) and not takes(act, 4):
        raise ValueError(
            f"{name}={brief(given)}: its act must take (observation, action_mask, info, rng), not {signature(act)}"
        )
    if isinstance(given, FunctionType | MethodType) and not takes(given, 1):
        raise ValueError(f"{name}={brief(given)}: a function that plays must take a state, not {signature(given)}")


def takes(function: Callable[..., Any], count: int) -> bool:
    """True if it can be called with this number of arguments; True where nobody knows."""
    try:
        found = signature(function)
    except (TypeError, ValueError):
        return True
    try:
        found.bind(*range(count))
    except TypeError:
        return False
    return True


def check_for_game(game: Game, given: object, name: str) -> None:
    """ValueError for a policy of another game, or a player of one."""
    policy = given if isinstance(given, TabularPolicy | Policy) else getattr(given, "policy", None)
    other = getattr(policy, "game", game)
    if other is not game and isinstance(policy, Policy) and isinstance(other, Game) and other != game:
        raise ValueError(f"{name}: a policy for {other}, not for {game}")


def named_policy(game: Game | None, name: str | PathLike[str]) -> TabularPolicy:
    """A baseline, what is in a policy file, or the best response to one of them; without a ``game`` the file names it."""
    text = fspath(name)
    if isinstance(name, str) and name.startswith(BEST_RESPONSE):
        return best_response_policy(named_policy(game, name.removeprefix(BEST_RESPONSE)))
    if isinstance(name, str) and name in BASELINES and game is not None:
        return baseline_policy(game, name)
    if isinstance(name, str) and name in WHOLE_HAND_PLAYERS and game is not None:
        if isinstance(game, TexasHoldemGame):
            raise ValueError(
                f"{brief(name)}: an agent that plays whole hands, not a policy; matches and 'pokerzoo play' take it"
            )
        raise ValueError(f"{brief(name)}: plays texas_holdem only, not {game.name}; baselines: {', '.join(BASELINES)}")
    try:
        return TabularPolicy.load(text, game)
    except FileNotFoundError:
        known = f"{', '.join(BASELINES)}{did_you_mean(text, BASELINES)}"
        if text in MAKERS:
            raise ValueError(f"{brief(text)}: a game, not a player; must be a baseline ({known}) or a policy file") from None
        raise ValueError(f"{brief(text)}: no such baseline and no such file; baselines: {known}") from None


def playing_policy(game: Game, name: str) -> TabularPolicy | LazyPolicy:
    """``named_policy`` for playing hands: of a baseline in a large game from the blinds on no table is made."""
    if name in BASELINES and is_large(game, MANY_ENTRIES) and game.rules.hand_sets is not None:
        return LazyPolicy.of_hands(game, Made(baseline_hands, game, name))
    return named_policy(game, name)


def model_of(game: Game, given: object) -> Any:
    """A model of a learning library as an agent; None for anything else, for which no package is imported."""
    if load_object("pokerzoo.agents.neural.models:library_of")(given) is None:
        return None
    return load_object("pokerzoo.agents.neural.rl_agent:RLAgent").of(game, given)


def hand_by_hand(game: Game, answer_of: Callable[[PublicState, int, str], Any]) -> HandsAsker:
    """All hands of a public state from a function (public state, hand, infoset key) -> probabilities."""

    def ask(public: PublicState) -> Floats:
        rules = game.rules  # type: ignore[attr-defined]
        answer = np.zeros((len(public.line.moves), len(rules.deck.hands)))
        for hand in game.infosets.hands(public):  # type: ignore[attr-defined]
            key = public.key(hand)
            answer[:, hand] = in_legal_order(
                answer_of(public, hand, key), public.line.legal_actions, public.line.action_name, key
            )
        return answer

    return ask


def dealt_with(game: Game, public: PublicState, hand: int) -> tuple[int, int]:
    """Hands of both players with ``hand`` the actor's, for a function of a state."""
    rules, actor = game.rules, public.actor  # type: ignore[attr-defined]
    for other in rules.deck.hands_left(public.board + rules.deck.hands[hand]):
        if rules.weights is None or rules.ranges.dealable[1 - actor][other]:
            return (hand, other) if actor == 0 else (other, hand)
    raise ValueError(f"{rules.deck.hand_names[hand]} leaves the opponent no hand")
