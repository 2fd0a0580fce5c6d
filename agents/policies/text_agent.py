"""Language models as players: any function from a prompt to an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any, Literal

from pokerzoo.envs.core import Game, State
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError, brief
from pokerzoo.envs.support.parameters import check_choice, check_int
from pokerzoo.envs.text import parse_action, prompt_text

from .agent import PolicyAgent
from .agent_tables import QueryOptions
from .players import FunctionPlayer
from .policy_tables import states_to_ask


class TextAgent:
    """Plays the answers of a function of a prompt, such as a language model. Whatever takes a player takes it.

    Each prompt is asked once, or ``samples`` times, and its answers are kept: a match asks where hands get to, and
    ``exploitability`` at every infoset (12 in Kuhn poker, 288 in Leduc with suits merged).

    Args:
        complete: takes the prompt, a string, and returns the answer, a string; ``parse_action`` reads it.
        samples: answers to each prompt. One is played for certain; several are a mixed strategy, each action with its share.
        max_calls: the most calls of ``complete``, in all; None: no bound.
        otherwise: what an answer that is no action plays: ``"passive"`` check, else fold (the first legal action where a game
            has neither); ``"uniform"`` each legal action alike; ``"raise"`` a ValueError.
        workers: threads that call ``complete`` where many prompts are known, as in ``exploitability``.
        prompt: makes the prompt of a state; ``prompt_text``, unless you have a better one. It must say all that the player to
            move knows, and nothing else.
        name: what reports call it.

    Attributes:
        answers: {prompt: its answers}. Those of an earlier run, as JSON, can be put in: they are not asked again.
        calls: how often ``complete`` was called.

    >>> from pokerzoo.agents import TextAgent
    >>> from pokerzoo.evaluation import exploitability
    >>> agent = TextAgent(lambda prompt: "call" if "call" in prompt.splitlines()[-1] else "check")
    >>> round(exploitability("kuhn", agent), 4), agent.calls, agent.no_action_share
    (0.3333, 12, 0.0)
    """

    def __init__(
        self,
        complete: Callable[[str], str],
        *,
        samples: int = 1,
        max_calls: int | None = None,
        otherwise: Literal["passive", "uniform", "raise"] = "passive",
        workers: int = 1,
        prompt: Callable[[State], str] = prompt_text,
        name: str = "text",
    ) -> None:
        check_int("samples", samples, 1, 10**9)
        check_int("workers", workers, 1, 1000)
        check_choice("otherwise", otherwise, ("passive", "uniform", "raise"))
        check_int("max_calls", 0 if max_calls is None else max_calls, 0, 10**9)
        self.complete, self.samples, self.max_calls, self.otherwise = complete, samples, max_calls, otherwise
        self.workers, self.prompt, self.name = workers, prompt, name
        self.answers: dict[str, list[str]] = {}
        self.calls = 0
        self._no_actions: dict[str, int] = {}

    @property
    def no_action_share(self) -> float:
        """The share of the answers so far that were not legal actions."""
        read = sum(len(self.answers[prompt]) for prompt in self._no_actions)
        return sum(self._no_actions.values()) / max(read, 1)

    def __call__(self, state: State) -> dict[int, float]:
        """The probability of each legal action.

        Args:
            state: a player is to move; ValueError if no calls are left, or for an answer that is refused (``otherwise``).
        """
        prompt, legal = self.prompt(state), state.legal_actions()
        self.ask([prompt])
        shares, answers, no_actions = dict.fromkeys(legal, 0.0), self.answers[prompt], 0
        for answer in answers:
            try:
                chosen: tuple[int, ...] = (parse_action(state, answer),)
            except ValueError:
                if self.otherwise == "raise":
                    raise
                no_actions += 1
                chosen = (state.passive_action(),) if self.otherwise == "passive" else legal
            for action in chosen:
                shares[action] += 1.0 / (len(chosen) * len(answers))
        self._no_actions[prompt] = no_actions
        return shares

    def ask(self, prompts: Iterable[str]) -> None:
        """Ask all prompts without an answer yet.

        Args:
            prompts: the prompts; ValueError if they take more calls than are left: nothing is asked then.
        """
        missing = [prompt for prompt in dict.fromkeys(prompts) if prompt not in self.answers]
        needed, left = len(missing) * self.samples, (self.max_calls or 0) - self.calls
        if self.max_calls is not None and needed > left:
            prompts_left = f"{self.name} is to answer {len(missing)} more prompts, {needed} calls"
            raise ParameterError("max_calls", self.max_calls, f"{prompts_left}, and {left} calls are left")
        with ThreadPoolExecutor(self.workers) if self.workers > 1 and len(missing) > 1 else nullcontext() as pool:
            replies = (map if pool is None else pool.map)(self._complete, missing)
            for prompt, answers in zip(missing, replies, strict=True):  # one by one: those before an error are kept
                self.answers[prompt] = answers
                self.calls += self.samples

    def _complete(self, prompt: str) -> list[str]:
        answers = [self.complete(prompt) for _ in range(self.samples)]
        for answer in answers:
            if not isinstance(answer, str):
                raise InputError(f"{self.name} answers {brief(answer)}: must be a string")
        return answers

    def as_player(self, game: Game) -> TextPlayer:
        """The adapter for one game, which ``as_agent``, ``tabulate`` and the measures use.

        Args:
            game: what is played.
        """
        return TextPlayer(game, self, self.name)


class TextPlayer(FunctionPlayer):
    """Plays a ``TextAgent``: in a hand it is asked where it must act, and for a tabular policy at all infosets."""

    def agent(self) -> PolicyAgent:
        return PolicyAgent(self, self.name, self.game)

    def _probabilities(self, seat: int | None, how: QueryOptions) -> tuple[Floats, dict[str, Any]]:
        source: TextAgent = self.source
        seats = range(self.game.num_players) if seat is None else (seat,)
        source.ask(source.prompt(state) for state in states_to_ask(self.game) if state.current_player in seats)
        estimate = {"estimate": True, "samples": source.samples} if source.samples > 1 else {}
        return super()._probabilities(seat, how)[0], {"agent": self.name, "asked": "text", **estimate}
