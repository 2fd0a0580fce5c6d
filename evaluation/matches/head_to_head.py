"""Matches between agents: seats rotated, deals replayed in every seat, honest intervals, the exact value beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import Agent, GameLike, Playable, TabularPolicy
from pokerzoo.agents.policies.agent import policy_of
from pokerzoo.agents.policies.players import Player, to_player
from pokerzoo.envs import Game, State
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.node_table import ROW
from pokerzoo.envs.compiled.tree import Tree
from pokerzoo.envs.core import CHANCE, short_name
from pokerzoo.envs.environments.dealer import Dealer
from pokerzoo.envs.game_like import game_of
from pokerzoo.envs.histories import may_have_tree
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.parameters import check_bool, check_int, is_number
from pokerzoo.envs.whole_hands.dealing import MOST_CARDS
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.evaluation.measures.exact import expected_values

from .card_luck import luck_range
from .compiled_matches import play_tabular
from .match_result import MatchResult, Observations, match_result
from .match_setup import DealBlock, MatchSetup, block_sizes, hands_won
from .whole_hand_matches import whole_hand_blocks

if TYPE_CHECKING:
    from .hand_log import HandLog

MAX_EXACT_ENTRIES = 100_000
"""The exact value is worked out for games with at most this many (infoset, action) pairs."""
QUICK_HISTORIES = 200_000
"""The most histories of a tree that is made for a match: some seconds of work."""
HISTORIES_A_HAND = 20
"""Most histories of a tree for each hand that is played on it: to make one takes a twentieth of a hand's time."""
MAX_DEALS = 10**9
"""The most hands with ``until_width`` alone."""


class ChanceTape:
    """Uniform numbers that can be wound back, so that a deal is dealt again; past its end a generator goes on."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.numbers: list[float] = []
        self.at = 0

    def random(self) -> float:
        """The next number: an old one after ``rewind``."""
        if self.at == len(self.numbers):
            self.numbers.append(self.rng.random())
        self.at += 1
        return self.numbers[self.at - 1]

    def rewind(self) -> None:
        """Start again with the first numbers."""
        self.at = 0

    def load(self, numbers: npt.NDArray[np.float64]) -> None:
        """Start again with these."""
        self.numbers = numbers.tolist()
        self.at = 0


def head_to_head(
    game: GameLike,
    agents: Sequence[Playable],
    hands: int | None = None,
    seed: int | None = None,
    duplicate: bool = True,
    progress: Callable[[int, int | None], Any] | None = None,
    *,
    until_width: float | None = None,
    aivat: bool | Playable = False,
    known: Sequence[int] | None = None,
    log: HandLog | str | Path | None = None,
    stop: Callable[[], bool] | None = None,
) -> MatchResult:
    """Let agents play a match against each other.

    Every agent sits in every seat equally often. With ``duplicate`` each deal is dealt again for each rotation of the
    seats, which takes most of the luck of the cards out. Without it, every hand has a deal of its own. The deals depend only on
    the seed: matches with equal seeds have equal deals, whatever the agents (common random numbers).

    If all play tables and the game has a tree, compiled code plays: millions of hands a second.

    Args:
        game: a game or an environment of this package.
        agents: one a player: anything that can play (``Playable``), such as an agent, a policy, or the name of a baseline or of
            a policy file.
        hands: hands to play, rounded up to a multiple of the number of players; at least two deals are played. 10,000 if
            neither this nor ``until_width`` is given.
        seed: of all chance: the cards and each agent's generator. None draws one.
        duplicate: whether each deal is replayed in all seats.
        progress: called with (hands played, hands in all) once in a while. Hands in all are None if only ``until_width`` ends
            the match.
        until_width: stop when the interval of every agent's mean is no wider than these chips. This is checked after blocks
            of deals. The intervals are then of a confidence sequence, which holds at whatever moment the match stops. They are
            wider than t intervals for a number of hands that was fixed beforehand.
        aivat: whether to reduce the variance by AIVAT (``aivat_estimates``; it needs a game with a tree). True: the value
            function is made of the agents' policies, with the first policy for agents that have none. Or give a policy for the
            value function. In whole hands of hold'em only True is allowed: the luck of the cards is taken out for any agents.
        known: the agents, by position, that are known to play the policy they have. The others may do what they like. None: all
            agents that play a policy, but only the first if all do (if every strategy is known there is nothing to play for).
            Empty: only the luck of the cards is taken out.
        log: write every hand to this ``HandLog``, or to a new one at this path.
        stop: asked after each block of deals. If it returns True the match ends, and what was played is reported. The intervals
            are then of a confidence sequence, as with ``until_width``.

    Returns:
        Means, intervals and more for each agent. It prints as a table.

    Raises:
        ValueError: wrong number of agents, an unknown one, ``hands`` or ``until_width`` not positive, an agent's action
            that is not legal, or AIVAT without a tree.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import head_to_head
        >>> print(head_to_head(make_game("kuhn"), ["honest", "random"], hands=10_000, seed=1))
        10,000 hands, 5,000 deals: net chips a hand by what was won; 95% intervals (Student's t)
        agent   chips a hand     from       to  mbb a hand    exact  p-value  hands won
        honest       +0.2038  +0.1954  +0.2122      +203.8  +0.2083        0      50.0%
        random       -0.2038  -0.2122  -0.1954      -203.8  -0.2083        0      50.0%
    """
    game = game_of(game)
    players = game.num_players
    if len(agents) != players:
        raise ValueError(f"{len(agents)} agents for {players} players: one for each is needed")
    if hands is None and until_width is None:
        hands = 10_000
    if hands is not None:
        check_int("hands", hands, 1, MAX_DEALS)
    if seed is not None:
        check_int("seed", seed, 0, 2**128)
    check_bool("duplicate", duplicate)
    if until_width is not None and not (is_number(until_width) and 0.0 < until_width < np.inf):
        raise ValueError(f"until_width={until_width!r}: must be a finite number of chips above 0")
    if aivat is False and known is not None:
        raise ValueError(f"known={list(known)}: means something with aivat only")
    whole_hands = isinstance(game, TexasHoldemGame)
    if aivat is not False and whole_hands and (aivat is not True or known):
        raise ValueError(
            f"aivat={aivat!r}, known={known!r}: in {game.name} the luck of the cards is taken out, and nothing else; "
            "must be aivat=True, without known"
        )
    if aivat is not False and not whole_hands and not has_tree(game):
        raise ValueError(f"aivat: {short_name(game)} has no tree that can be compiled, which AIVAT needs")
    converted = [to_player(game, agent, "agent") for agent in agents]
    seated, names = tuple(player.agent() for player in converted), names_of(converted)
    cards, *own = (np.random.default_rng(s) for s in np.random.SeedSequence(seed).spawn(players + 1))
    table = MatchSetup(game, seated, cards, tuple(own), duplicate, chance_numbers(game))
    estimates = None if aivat is False or whole_hands else seat_estimates(game, seated, None if aivat is True else aivat, known)
    rounds = MAX_DEALS if hands is None else max(2, -(-hands // players))
    bounds = luck_range(game) if isinstance(game, TexasHoldemGame) and aivat is not False else None
    observed = Observations(game, players, until_width, estimates, bounds)
    plan = {"hands": hands, "until_width": until_width, "estimator": "chips" if aivat is False else "aivat"}
    with open_log(log, game, names, seed, duplicate, plan) as record:
        for block in deal_blocks(table, rounds, record, wanted=aivat is not False):
            observed.add(*block)
            if progress is not None:
                progress(observed.deals * players, None if hands is None else rounds * players)
            observed.interrupted = observed.deals < rounds and stop is not None and bool(stop())
            if observed.narrow_enough or observed.interrupted:
                break
    return match_result(game, names, observed, duplicate, exact_chips(game, seated))


def deal_blocks(table: MatchSetup, deals: int, record: HandLog | None, wanted: bool) -> Iterator[DealBlock]:
    """Play deals, block by block; ``wanted``: with what estimates are made of."""
    if isinstance(table.game, TexasHoldemGame):
        yield from whole_hand_blocks(table, table.game, deals, record, wanted)
        return
    tabular = all(isinstance(policy_of(agent), TabularPolicy) for agent in table.agents)
    pays = tabular and record is None and tree_pays(table.game, deals * len(table.agents))
    tree = tree_of(table.game) if has_tree(table.game) and (wanted or pays) else None
    fast = tabular and tree is not None and record is None
    start = 0
    for count in block_sizes(deals, fast):
        if tree is not None and fast:
            yield play_fast(table, tree, count)
        else:
            yield play_slowly(table, tree, start, count, record)
        start += count


def play_fast(table: MatchSetup, tree: Tree, deals: int) -> DealBlock:
    """Deals between tables, in compiled code."""
    policies = [policy for policy in map(policy_of, table.agents) if isinstance(policy, TabularPolicy)]
    ends = play_tabular(tree.table, policies, table.draw(deals), table.duplicate, table.rngs)
    players = len(table.agents)
    won, scores = np.zeros((deals, players)), np.zeros(players)
    for rotation in range(players):
        for seat in range(players):
            chips = tree.terminal_utility[seat, ends[:, rotation]]
            won[:, (seat + rotation) % players] += chips
            scores[(seat + rotation) % players] += hands_won(chips)
    return DealBlock(won / players, scores, ends)


def play_slowly(table: MatchSetup, tree: Tree | None, start: int, deals: int, record: HandLog | None) -> DealBlock:
    """Deals between any agents, each asked through the environment's words."""
    players = len(table.agents)
    dealer, tape = Dealer(table.game, None, "info", "raise"), ChanceTape(table.cards)
    won, scores = np.zeros((deals, players)), np.zeros(players)
    ends = None if tree is None else np.empty((deals, players), dtype=np.int32)
    finder = None if tree is None else TerminalFinder(tree)
    numbers = table.draw(deals)
    for deal in range(deals):
        for rotation in range(players):
            if table.duplicate and rotation > 0:
                tape.rewind()
            else:
                tape.load(numbers[deal, rotation])
            who = [(seat + rotation) % players for seat in range(players)]
            state = play_hand(dealer, [table.agents[a] for a in who], tape, [table.rngs[a] for a in who])
            chips = np.array(state.returns())
            won[deal, who] += chips
            scores[who] += (np.sign(chips) + 1.0) / 2.0
            if ends is not None and finder is not None:
                ends[deal, rotation] = finder(state)
            if record is not None:
                record.add(state, who, deal=start + deal)
    return DealBlock(won / players, scores, ends)


def play_hand(dealer: Dealer, seats: Sequence[Agent], chance: Any, rngs: Sequence[np.random.Generator]) -> State:
    """The end of one hand; ``chance`` gives the uniform numbers that the cards are drawn with."""
    state = dealer.play_chance(dealer.game.initial_state(), chance)
    while not state.is_terminal:
        seat = state.current_player
        info = dealer.agent_info(state)
        action = seats[seat].act(state.observation(seat), info["action_mask"], info, rngs[seat])
        number, _ = dealer.judge(state, action)
        state = dealer.play_chance(state.child(number), chance)
    return state


class TerminalFinder:
    """From the end of a hand to the index of its terminal in the tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def __call__(self, state: State) -> int:
        """The index; the history is followed down the tree."""
        tree, node = self.tree, 0
        for action in state.history():
            first = int(tree.first_child[node])
            actions = tree.node_action[first : first + tree.num_children[node]]
            node = first + int(np.flatnonzero(actions == action)[0])
        return int(tree.table.nodes[node, ROW])


def chance_numbers(game: Game) -> int:
    """Numbers that are drawn for chance before each hand: as many as it can use, or enough for all cards of poker."""
    if isinstance(game, TexasHoldemGame):
        return MOST_CARDS
    if has_tree(game) and isinstance(game, PokerGame):
        return game.num_players + max(line.num_deals for line in game.rules.betting.lines)
    if has_tree(game):
        tree = tree_of(game)
        above, draws = tree.node_parent[tree.terminal_node], np.zeros(tree.num_terminals, dtype=np.int64)
        while np.any(above >= 0):  # all terminals climb to the root together
            draws += (above >= 0) & (tree.node_player[above] == CHANCE)
            above = np.where(above >= 0, tree.node_parent[above], -1)
        return max(1, int(draws.max()))
    return game.num_players + 5


def has_tree(game: Game) -> bool:
    """True if the game has a tree, or is small enough to be given one at once."""
    return not isinstance(game, TexasHoldemGame) and may_have_tree(game) and game.infosets.size <= MAX_EXACT_ENTRIES


def tree_pays(game: Game, hands: int) -> bool:
    """True if the match is faster with a tree, which has to be made first; its result does not change."""
    histories = game.num_histories
    return histories is None or histories <= max(QUICK_HISTORIES, HISTORIES_A_HAND * hands)


def seat_estimates(
    game: Game, agents: Sequence[Agent], values: Playable | None, known: Sequence[int] | None
) -> npt.NDArray[np.float64]:
    """AIVAT's estimates by rotation: float64 [rotations, agents, terminals], chips a hand."""
    from .aivat import aivat_estimates, never_played

    players = len(agents)
    played = {i: policy for i, policy in enumerate(map(policy_of, agents)) if policy is not None}
    for i in known or ():
        check_int("known", i, 0, players - 1)
        if i not in played:
            raise ValueError(f"known={list(known or ())}: agent {i} does not play a policy that could be asked")
    first = next(iter(played.values()), None)
    chosen = set(played if known is None else known)
    if known is None and len(chosen) == players:
        chosen = {0}  # with all strategies known nothing would be left to play for
    if not played and values is None:
        raise ValueError("aivat: no agent plays a policy; give one for the value function: aivat=policy")
    table = np.empty((players, players, tree_of(game).num_terminals))
    for rotation in range(players):
        who = [(seat + rotation) % players for seat in range(players)]
        policies = [played.get(a) for a in who]
        guess = values if values is not None else policies if chosen else [policy or first for policy in policies]
        seats = [seat for seat, a in enumerate(who) if a in chosen]
        table[rotation, who] = aivat_estimates(game, policies, known=seats, values=guess)
        if known is None and len(played) == players:  # hands that are never played must not make the bounds wider
            table[rotation][:, never_played(game, [played[a] for a in who])] = np.nan
    return table


def open_log(
    log: HandLog | str | Path | None,
    game: Game,
    names: Sequence[str],
    seed: int | None,
    duplicate: bool,
    metadata: dict[str, Any],
) -> Any:
    """The log as a context, closed at the end if it was opened here."""
    from contextlib import nullcontext

    if log is None or not isinstance(log, str | Path):
        return nullcontext(log)
    from .hand_log import HandLog

    return HandLog(game, log, names, seed=seed, duplicate=duplicate, metadata=metadata)


def names_of(players: Sequence[Player]) -> tuple[str, ...]:
    """Names of the players in the report."""
    return tuple(player.name or f"{type(player.source).__name__} {seat}" for seat, player in enumerate(players))


def exact_chips(game: Game, table: Sequence[Agent]) -> tuple[float, ...] | None:
    """Expected chips a hand of each agent over all rotations; None unless all play policies and the game is small."""
    found = [policy_of(agent) for agent in table]
    policies = [policy for policy in found if policy is not None]
    if len(policies) < len(table) or not has_tree(game) or any(isinstance(policy, Player) for policy in policies):
        return None
    players = game.num_players
    total = np.zeros(players)
    for rotation in range(players):
        who = [(seat + rotation) % players for seat in range(players)]
        total[who] += expected_values(game, [policies[a] for a in who])
    return tuple((total / players).tolist())
