"""A check of a game of your own, in the manner of Gymnasium's ``check_env``."""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np

from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.parameters import check_int

from .core import CHANCE, Game, GameLike, game_of

FIRST_STATES = 2_000
"""States of a game that are checked before its first use."""
MOST_CHILDREN = 40
"""States after one state that are visited; of more these are drawn."""
CLOSE = 1e-9


def check_game(game: GameLike, states: int = 20_000) -> None:
    """Walk a game and raise ValueError at the first state that breaks what solvers and environments rely on.

    It checks action ids against ``num_distinct_actions``, chance probabilities, observations (float32, an entry for each of
    ``observation_names``, within ``observation_bounds``), returns (one for each player, within ``utility_range``, in sum zero
    if ``zero_sum``, or not above zero with a rake), infosets
    (wherever a key occurs the same mover, actions, observation and memory) and
    histories. Environments, ``BatchedGame`` and solvers check fewer states of games that are not of this package.

    Args:
        game: your game.
        states: the most states to visit. A game with more is checked in part, then in random plays.

    Raises:
        ValueError: what is wrong, in which state, and what it must be.

    >>> from pokerzoo.envs import check_game, make_game
    >>> check_game(make_game("kuhn"))
    """
    check_int("states", states, 1, 10**9)
    checked = game_of(game)
    GameCheck(checked, states, checked.zero_sum).run()


def check_once(game: Game) -> None:
    """``check_game`` for a game that is not of this package, before its first use."""
    if type(game).__module__.startswith("pokerzoo.") or vars(game).get("_is_checked"):
        return
    GameCheck(game, FIRST_STATES, zero_sum=False).run()
    vars(game)["_is_checked"] = True


class GameCheck:
    """One walk through a game."""

    def __init__(self, game: Any, states: int, zero_sum: bool) -> None:  # the game's methods may return anything
        self.game, self.left, self.zero_sum = game, states, zero_sum
        self.complete = True
        self.rng = np.random.default_rng(0)
        self.known: dict[str, tuple[Any, ...]] = {}

    def run(self) -> None:
        """Check the game's attributes, then states depth first; if some are left out, random plays, too."""
        self.check_attributes()
        most = self.left
        stack = [(self.game.initial_state(), ((),) * self.game.num_players)]
        while stack and self.left > most // 2:
            stack += reversed(self.check(*stack.pop(), MOST_CHILDREN))
        while self.left > 0 and (stack or not self.complete):
            play = [(self.game.initial_state(), ((),) * self.game.num_players)]
            while play:
                play = self.check(*play[0], 1)

    def check_attributes(self) -> None:
        """Check the game's attributes."""
        game = self.game
        for name in ("num_players", "num_distinct_actions"):
            value = getattr(game, name, None)
            if not isinstance(value, int) or value < 1:
                self.fail(None, f"{name} is {value!r}", "it must be a whole number above 0")
        names = game.observation_names
        if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
            self.fail(None, f"observation_names is {brief(names)}", "it must be a tuple of strings")
        low, high = game.utility_range
        if not (isfinite(low) and isfinite(high) and low <= high):
            self.fail(None, f"utility_range is {(low, high)}", "it must be the least and the most that a player can win")

    def fail(self, state: Any, fault: str, mend: str) -> None:
        """Raise the error."""
        where = "" if state is None else f" after {list(state.history())}"
        raise InputError(f"game {self.game.name!r}{where}: {fault}; {mend}")

    def check(self, state: Any, memories: Any, most: int) -> list[tuple[Any, Any]]:
        """Check a state; at most so many of the states that follow it, each with what every player remembers there."""
        self.left -= 1
        game, mover, actions = self.game, state.current_player, state.legal_actions()
        for player in range(game.num_players):
            self.check_observation(state, player)
        if state.is_terminal:
            self.check_end(state, actions)
            return []
        if mover != CHANCE and not 0 <= mover < game.num_players:
            self.fail(state, f"current_player is {mover!r}", f"it must be below {game.num_players}, CHANCE or TERMINAL")
        whole = isinstance(actions, tuple) and all(isinstance(number, int) and number >= 0 for number in actions)
        in_order = list(actions) == sorted(set(actions)) or (isinstance(game, PokerGame) and len(set(actions)) == len(actions))
        if not whole or not actions or not in_order:
            self.fail(state, f"legal_actions() is {brief(actions)}", "it must be a tuple of ids, ascending, and not empty")
        if mover == CHANCE:
            self.check_chance(state, actions)
        else:
            if max(actions) >= game.num_distinct_actions:
                bound = f"ids must be below num_distinct_actions={game.num_distinct_actions}"
                self.fail(state, f"action {actions[-1]} is legal", bound)
            self.check_infoset(state, actions, memories)
        if len(actions) > most:
            self.complete = False
            actions = self.rng.choice(actions, most, replace=False).tolist()
        return [self.follow(state, action, memories) for action in actions]

    def follow(self, state: Any, action: int, memories: Any) -> tuple[Any, Any]:
        """The state after an action, and what every player remembers there."""
        child, mover = state.child(action), state.current_player
        if tuple(child.history()) != (*state.history(), action):
            self.fail(state, f"child({action}).history() is {brief(child.history())}", "it must have the action at its end")
        if mover == CHANCE:
            return child, memories
        remembered = (*memories[mover], state.infoset_key(mover), action)
        return child, (*memories[:mover], remembered, *memories[mover + 1 :])

    def check_observation(self, state: Any, player: int) -> None:
        """Check what a player sees."""
        seen, names = state.observation(player), self.game.observation_names
        what = f"observation({player})"
        if not isinstance(seen, np.ndarray) or seen.dtype != np.float32:
            kind = f"an array of {seen.dtype}" if isinstance(seen, np.ndarray) else brief(seen)
            self.fail(state, f"{what} is {kind}", "it must be an array of np.float32")
        if seen.shape != (len(names),):
            self.fail(state, f"{what} has shape {seen.shape}", f"it must be ({len(names)},), as observation_names")
        low, high = self.game.observation_bounds
        outside = np.flatnonzero(~((seen >= low - CLOSE) & (seen <= high + CLOSE)))
        if len(outside):
            at = f"{what} has {float(seen[outside[0]]):g} at {names[outside[0]]!r}"
            self.fail(state, at, f"observation_bounds is {(low, high)}: scale the entry, or widen these")

    def check_end(self, state: Any, actions: Any) -> None:
        """Check what an end pays."""
        won, count = state.returns(), self.game.num_players
        if actions:
            self.fail(state, f"legal_actions() is {brief(actions)}", "it must be empty where the game is over")
        if len(won) != count or not all(isinstance(chips, float | int) and isfinite(chips) for chips in won):
            self.fail(state, f"returns() is {brief(won)}", f"it must have {count} finite numbers, one for each player")
        low, high = self.game.utility_range
        slack = CLOSE * max(1.0, abs(low), abs(high))
        for player, chips in enumerate(won):
            if not low - slack <= chips <= high + slack:
                self.fail(state, f"player {player} wins {chips:g}", f"utility_range is {(low, high)}: widen it")
        total = sum(won)
        if self.zero_sum and (total > slack * count or (total < -slack * count and not self.game.stakes.rake_rate)):
            self.fail(state, f"returns() is {brief(won)}, with a sum of {total:g}", "it must be 0, as zero_sum says")

    def check_chance(self, state: Any, actions: tuple[int, ...]) -> None:
        """Check the outcomes of a chance node."""
        outcomes = state.chance_outcomes()
        if tuple(action for action, _ in outcomes) != actions:
            self.fail(state, "chance_outcomes() has other actions than legal_actions()", "they must be the same")
        total = sum(probability for _, probability in outcomes)
        if any(not 0 <= probability <= 1 for _, probability in outcomes) or abs(total - 1) > CLOSE:
            chances = [float(probability) for _, probability in outcomes[:5]]
            fault = f"chance_outcomes() has the chances {chances}{', ...' * (len(outcomes) > 5)} with a sum of {total:.12g}"
            self.fail(state, fault, "they must be from 0 to 1, with a sum of 1")

    def check_infoset(self, state: Any, actions: tuple[int, ...], memories: Any) -> None:
        """Check that wherever an infoset's key occurs the player sees, may do and remembers the same."""
        mover = state.current_player
        key = state.infoset_key(mover)
        if not isinstance(key, str) or not key:
            self.fail(state, f"infoset_key({mover}) is {key!r}", "it must be a string that is not empty")
        names = [state.action_name(action) for action in actions]
        if len(set(names)) != len(names):
            self.fail(state, f"its actions are called {names}", "each must have a name of its own")
        facts = (mover, actions, state.observation(mover).tobytes(), memories[mover])
        kinds = ("the player to move", "the legal actions", "the observation", "what the player has known and done")
        for kind, before, now in zip(kinds, self.known.setdefault(key, facts), facts, strict=True):
            if before != now:
                mend = "the key must distinguish all that the player can (and remember: perfect recall)"
                self.fail(state, f"infoset {key!r} has two values of {kind}", mend)
