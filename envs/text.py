"""Games as text, for language models and readers: what a player knows, the rules, and answers as actions."""

from __future__ import annotations

import inspect
import re
import string
from collections import Counter
from functools import lru_cache
from importlib import import_module
from typing import Any

from gymnasium.spaces import Dict, Space, Text
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import BaseWrapper

from pokerzoo.envs.core import Game, GameLike, State, game_of, listed_actions
from pokerzoo.envs.drawing.table import table_sentences
from pokerzoo.envs.environments.aec import GameAECEnv
from pokerzoo.envs.environments.pettingzoo_base import PettingZooBase
from pokerzoo.envs.poker.state import PokerStateBase
from pokerzoo.envs.registry import ENVIRONMENTS
from pokerzoo.envs.support.errors import InputError, ParameterError, brief, cut_text, short_repr
from pokerzoo.envs.support.parameters import check_index

__all__ = ["TextWrapper", "observation_text", "parse_action", "prompt_text", "rules_text"]

ANSWER = "Answer with one of these actions, exactly as it is written, alone on the last line: "


def observation_text(state: State, player: int) -> str:
    """All that a player knows, in lines: the table as the player sees it, and all moves.

    Two infosets never read the same, and the same infoset always reads the same.

    Args:
        state: of any game.
        player: the seat, from 0; it need not be the player to move.

    >>> from pokerzoo.envs import make_game
    >>> from pokerzoo.envs.text import observation_text
    >>> print(observation_text(make_game("kuhn").initial_state().child(2).child(1).child(2), player=1))
    kuhn, seen by player 1
    player 0: face down, bet 1
    player 1: Q, to act
    pot 3
    moves: player 0 bet 1
    """
    lines = table_sentences(state.view(check_index("player", player, state.game.num_players)))
    if isinstance(state, PokerStateBase):
        streets: dict[int, list[str]] = {}
        for street, mover, words in state.moves_in_words():
            streets.setdefault(street, []).append(f"player {mover} {words}")
        rounds = [", ".join(moves) for moves in streets.values()]
        lines.append("moves: " + ("; next round: ".join(rounds) or "none yet"))
    else:
        lines.append(f"known: {state.infoset_key(player)}")
    return "\n".join(lines)


def rules_text(game: GameLike) -> str:
    """The rules, what is won, and the parameters of a game, in a few paragraphs.

    Args:
        game: any game; of your own game ``about`` has the rules.

    >>> from pokerzoo.envs.text import rules_text
    >>> print(rules_text("kuhn").splitlines()[-1])
    Parameters: num_cards=3, num_players=2
    """
    return _rules(game_of(game))


@lru_cache(maxsize=64)
def _rules(game: Game) -> str:
    parts = [game.title or game.name, game.about]
    if game.environment in ENVIRONMENTS:
        page = inspect.cleandoc(import_module(f"pokerzoo.envs.{game.environment}_v0").__doc__ or "")
        rules, _, rest = page.partition("\n\n")[2].partition("### Actions\n")
        parts[1:] = [rules.partition("### Observation")[0], rest.partition("### Rewards\n")[2].partition("###")[0]]
    paragraphs = [" ".join(text.split()) for part in parts for text in part.split("\n\n") if text.strip()]
    parameters = ", ".join(f"{name}={short_repr(value)}" for name, value in game.params.items())
    return "\n".join([*paragraphs, *([f"Parameters: {parameters}"] if parameters else [])])


def turn_text(state: State) -> str:
    """The knowledge of the player to move, and the question."""
    return f"{observation_text(state, state.current_player)}\n{ANSWER}{listed_actions(state, state.action_name)}"


def prompt_text(state: State) -> str:
    """The question to the player to move, complete: the rules, what the player knows, and the legal actions.

    Args:
        state: a player is to move; ValueError else.

    >>> from pokerzoo.envs import make_game
    >>> from pokerzoo.envs.text import prompt_text
    >>> print(prompt_text(make_game("rps").initial_state()).splitlines()[-1])
    Answer with one of these actions, exactly as it is written, alone on the last line: rock, paper, scissors
    """
    if state.current_player < 0:
        raise InputError(f"state={cut_text(repr(state))}: no player is to move")
    return f"{rules_text(state.game)}\n\nYou are player {state.current_player}.\n\n{turn_text(state)}"


def parse_action(state: State, text: str) -> int:
    r"""The action that an answer names: its last line must be the name of a legal action.

    Capitals, marks around the name, ``Action:`` before it and the ``to`` of ``raise to 6`` do not matter. The kind alone will
    do where one action is of it (``bet`` for ``bet 2``), and so will ``all-in``.

    Args:
        state: a player is to move.
        text: the answer; only its last line counts.

    Raises:
        ValueError: it is none of the legal actions; the message says what was said, and what is allowed.

    >>> from pokerzoo.envs import make_game
    >>> from pokerzoo.envs.text import parse_action
    >>> state = make_game("kuhn").initial_state().child(2).child(0)
    >>> parse_action(state, "A king wins anyway.\nAction: **Bet**")
    2
    >>> parse_action(state, "fold")
    Traceback (most recent call last):
    pokerzoo.envs.support.errors.InputError: answer 'fold': not a legal action; allowed: check, bet
    """
    if not isinstance(text, str):
        raise InputError(f"answer {brief(text)}: must be a string")
    said = text.strip().rpartition("\n")[2]
    exact = {state.action_name(action): action for action in state.legal_actions()}
    kinds = Counter(name.partition(" ")[0] for name in exact)
    alone = {name.partition(" ")[0]: action for name, action in exact.items() if kinds[name.partition(" ")[0]] == 1}
    names = {"all-in": state.all_in_action(), **alone, **{plain_words(name): action for name, action in exact.items()}}
    chosen = exact.get(said, names.get(plain_words(said)))
    if chosen is None:
        raise InputError(f"answer {brief(said)}: not a legal action; allowed: {listed_actions(state, state.action_name)}")
    return chosen


def plain_words(text: str) -> str:
    """A line without capitals, marks, ``action:`` and ``to``."""
    words = re.sub(r"[*_`\"'<>()\[\]]", "", text).lower().strip(" .!:").removeprefix("action:").split()
    return " ".join(word for word in words if word != "to").replace("all in", "all-in")


class TextWrapper(BaseWrapper[str, Any, Any]):
    r"""A turn environment of this package whose observations are texts, and whose actions may be.

    What the player to move observes ends with the legal actions. The rest is as in ``env``: the mask beside the observation
    or in the info, and rewards. ``step`` takes an answer (``parse_action``) or the number of an action. An answer that is no
    action is an illegal action, so ``illegal`` of the environment says what happens.

    Args:
        env: from ``pettingzoo.make("aec", "pokerzoo/...")``; ValueError for an environment of another package.

    >>> import pettingzoo, pokerzoo
    >>> from pokerzoo.envs.text import TextWrapper
    >>> env = TextWrapper(pettingzoo.make("aec", "pokerzoo/kuhn-v0"))
    >>> env.reset(seed=1)
    >>> env.step("bet")
    >>> env.step("I have a queen.\nfold")
    >>> env.rewards
    {'player_0': 1.0, 'player_1': -1.0}
    """

    def __init__(self, env: AECEnv[str, Any, Any]) -> None:
        super().__init__(env)
        if not isinstance(env.unwrapped, GameAECEnv):
            raise ParameterError("env", env, "must be a turn environment of pokerzoo")
        self.base: GameAECEnv = env.unwrapped
        self.spaces: dict[str, Space[Any]] = {}
        for agent, space in self.base.dealer.observation_spaces.items():
            text = Text(20_000, charset=string.printable)
            self.spaces[agent] = Dict({**space, "observation": text}) if isinstance(space, Dict) else text

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of an agent, the same object at each call: ``Text``, or a ``Dict`` with the mask.

        Args:
            agent: the player's name, such as ``player_0``.
        """
        return self.spaces[agent]

    def observe(self, agent: str) -> Any:
        """The knowledge of a player, as a text.

        Args:
            agent: the player's name, such as ``player_0``.
        """
        seen, seat = self.env.observe(agent), self.base.dealer.seats[agent]
        state = PettingZooBase._view(self.base, seat)
        text = turn_text(state) if state.current_player == seat else observation_text(state, seat)
        return {**seen, "observation": text} if isinstance(seen, dict) else text

    def step(self, action: str | int | None) -> None:
        """Play an answer for ``agent_selection``.

        Args:
            action: a text, the number of an action, or None once the hand is over.
        """
        if isinstance(action, str):
            try:
                action = parse_action(self.base.game_state, action)
            except ValueError:
                if self.base.dealer.illegal == "raise":
                    raise
                action = -1
        self.env.step(action)
