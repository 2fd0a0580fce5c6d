"""Node locking: infosets that keep a fixed strategy while everything else is solved around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pokerzoo.envs import Game
from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.infosets import decision_lines
from pokerzoo.envs.poker.public_state import PublicState, line_as_history, removed_from
from pokerzoo.envs.support.distributions import RULE, is_distribution
from pokerzoo.envs.support.errors import ParameterError, brief
from pokerzoo.envs.support.parameters import is_number

if TYPE_CHECKING:
    from pokerzoo.envs.compiled.street_tree import StreetTree

Locks: TypeAlias = dict[str, dict[str, float]]
"""{infoset key: {action name: probability}}"""


def lock_node(game: GameLike, line: str, strategy: Mapping[str, float], hands: str | Sequence[str] | None = None) -> Locks:
    """Locks for all hands, or some, of the player who acts at a point of the betting.

    Lock, solve again, exploit::

        locks = lock_node(game, "b25", {"fold": 1.0}, hands="QQ")
        policy = CFR(game, locks=locks).run(until="0.1%").average_policy()
        gain = best_response(game, policy, player=1).gain

    Several are joined by ``locks | more``.

    Args:
        game: a poker game.
        line: the public history, as in infoset keys: ``""`` is the first decision, ``b25``, ``xx/Kh|b`` (or ``xx/Kh/b``).
        strategy: action name -> probability; what is not named gets 0.
        hands: which hands: a range as a string in hold'em, or a list of hand names; None: all.

    Raises:
        ValueError: no such point (a line that is removed from the game is none), action or hand, or not a distribution.
    """
    game = game_of(game)
    if not isinstance(game, PokerGame):
        raise ParameterError("game", game, "node locking is for poker games")
    public = find_decision(game, line)
    names = [public.line.action_name(action) for action in public.line.legal_actions]
    shares = checked_shares("strategy", strategy, names)
    row = dict(zip(names, shares, strict=True))
    return {public.key(hand): dict(row) for hand in chosen_hands(game, public, hands)}


def checked_shares(what: str, strategy: Mapping[str, float], names: Sequence[str]) -> list[float]:
    """The probability of each named action; ValueError unless they are a distribution over these actions."""
    for name in strategy:
        if name not in names:
            raise ParameterError(what, problem=f"no action {brief(name)} there; allowed: {', '.join(names)}")
    if not all(map(is_number, strategy.values())):
        raise ParameterError(what, dict(strategy), "probabilities must be numbers")
    shares = [float(strategy.get(name, 0.0)) for name in names]
    if not is_distribution(shares):
        raise ParameterError(what, dict(strategy), RULE)
    return shares


def find_decision(game: PokerGame, line: str) -> PublicState:
    """The public state with this history in which a player acts; ValueError, with some that there are, if there is none."""
    result = game.infosets.find(line)
    if result is None:  # the moves may be spaced and spelled as people like
        result = game.infosets.find(line_as_history(game.rules, line))
    if result is not None:
        return result
    check_not_removed(game, f"line={brief(line)}", line)
    some = [repr(public.history) for public in islice(decision_lines(game.rules), 8)]
    raise ParameterError("line", line, f"no player acts there; decisions are at {', '.join(some)}, ...")


def check_not_removed(game: Game, what: str, line: str) -> None:
    """ValueError if the line, or one that it begins with, is removed from the game."""
    removed = removed_from(game.rules, line) if isinstance(game, PokerGame) else None
    if removed is not None:
        raise ParameterError(what, problem=f"is not played in this game: removed has {brief(removed)}")


def chosen_hands(game: PokerGame, public: PublicState, hands: str | Sequence[str] | None) -> list[int]:
    """The actor's hands to lock; ValueError if one is impossible, or none is left."""
    possible = game.infosets.hands(public)
    if hands is None:
        return possible
    names = {game.rules.deck.hand_names[hand]: hand for hand in possible}
    if isinstance(hands, str):
        from pokerzoo.envs.poker.cards import COMBO_NAMES
        from pokerzoo.envs.poker.ranges import parse_range

        weights = parse_range(hands, "hands").weights
        if np.any((weights > 0.0) & (weights < 1.0)):
            raise ParameterError("hands", hands, "a hand is locked or not; weights between 0 and 1 mean nothing here")
        wanted = [COMBO_NAMES[combo] for combo in np.flatnonzero(weights)]
        chosen = [names[name] for name in wanted if name in names]
        if not chosen:
            raise ParameterError("hands", hands, f"the player cannot hold any of these at {public.history!r}")
        return chosen
    if len(game.rules.deck.hands[0]) == 2:  # the two cards of a combo in either order
        names |= {name[2:] + name[:2]: hand for name, hand in names.items()}
    for name in hands:
        if name not in names:
            raise ParameterError(
                "hands",
                problem=f"the player cannot hold {brief(name)} at {public.history!r}; hands look like {next(iter(names))!r}",
            )
    return [names[name] for name in hands]


def treat_suits_alike(form: StreetTree, locks: Mapping[str, Mapping[str, float]]) -> bool:
    """True if each lock holds for all infosets that differ from its own only by suits which are solved as one."""
    rules = form.game.rules
    numbers = {cards: hand for hand, cards in enumerate(rules.deck.hands)}
    result = {locked_infoset(form.game, key): dict(row) for key, row in locks.items()}
    for (public, hand), row in result.items():
        num_dealt = len(rules.deck.board)
        for exchange in form.symmetries[1:]:
            board = rules.deck.board + tuple(exchange[card] for card in public.board[num_dealt:])
            cards = tuple(exchange[card] for card in rules.deck.hands[hand])
            image = numbers[cards] if cards in numbers else numbers[cards[::-1]]
            if result.get((PublicState(public.rules, public.line, board), image)) != row:
                return False
    return True


def check_key(game: Game, key: str) -> None:
    """ValueError if the game has no infoset with this key."""
    if key not in game.infosets:
        check_not_removed(game, f"locks[{brief(key)}]", str(key).partition("|")[2])
        raise ParameterError("locks", problem=f"no infoset {brief(key)}; keys look like {game.infosets[-1].key!r}")


def locked_infoset(game: PokerGame, key: str) -> tuple[PublicState, int]:
    """The public state and the hand of an infoset; ValueError if the game has no such infoset."""
    check_key(game, key)
    return game.infosets.decision(key)


def locked_start(form: RowsForm, locks: Mapping[str, Mapping[str, float]]) -> tuple[AllRows, AllRows | None]:
    """(the uniform strategy with the locks in it, 1 where an entry is locked; None: nowhere), each as rows."""
    if not locks:
        return form.uniform_rows(), None
    game, table = form.game, form.infosets
    start, locked = table.uniform(), np.zeros(table.size)
    for key, row in locks.items():
        check_key(game, key)
        index = table.index(key)
        names = table[index].action_names
        start[table.slice(index)] = checked_shares(f"locks[{brief(key)}]", row, names)
        locked[table.slice(index)] = 1.0
    return form.rows_from_policy(start), form.rows_from_policy(locked)


def form_with_locks(form: StreetTree, locks: Mapping[str, Mapping[str, float]]) -> StreetTree:
    """The form on which locks can be kept: without suit isomorphism where they tell suits apart."""
    if not locks or treat_suits_alike(form, locks):
        return form
    from pokerzoo.envs.compiled.street_compiler import each_board_of

    return each_board_of(form.game)


def by_line(locks: Iterable[str]) -> dict[str, list[str]]:
    """Keys of infosets in the form of files: {line: [hands]}."""
    result: dict[str, list[str]] = {}
    for key in locks:
        hand, _, line = key.partition("|")
        result.setdefault(line, []).append(hand)
    return result
