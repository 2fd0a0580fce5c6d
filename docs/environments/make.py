"""Writes the environment pages beside it from the environments' own docstrings: ``python docs/environments/make.py``."""

from __future__ import annotations

import importlib
import inspect
import random
import re
from pathlib import Path

from pokerzoo.envs import State, make_game, state_svg
from pokerzoo.envs.registry import ENVIRONMENTS, camel_case

HERE = Path(__file__).parent
IMAGES = HERE.parent / "images"
MOMENTS = {
    "bet_fold": (9, 3, None),
    "bet_raise": (2, 11, 0),
    "fhp": (4, 9, 0),
    "holdem_flop": (2, 3, 0),
    "holdem_river": (4, 3, None),
    "holdem_turn": (4, 7, 0),
    "kuhn": (1, 1, 1),
    "leduc": (5, 10, 0),
    "preflop_holdem": (1, 5, 0),
    "push_fold": (1, 3, 0),
    "rps": (2, 3, None),
    "texas_holdem": (5, 5, 0),
}
"""The state in each picture: (decisions that were made, seed, viewing player)."""
START = """Each page is the reference of an environment, for readers who train or test agents on it: rules, arguments,
observation, actions and rewards. [Using environments](../using_environments.md) shows how to play them."""
END = """[Using environments](../using_environments.md) shows how to play it, and {guide} has more about the game.

The [glossary](../glossary.md) explains the words. This page is made from the docstring of `{module}`."""
GUIDES = {
    "bet_fold": "[The bet/fold game](../bet_fold.md)",
    "bet_raise": "[tutorial 3](../learn/3_bet_raise.md)",
    "fhp": "[Whole hands](../whole_hands.md)",
    "holdem_flop": "[Hold'em spots](../postflop.md)",
    "holdem_river": "[tutorial 4](../learn/4_river.md)",
    "holdem_turn": "[Hold'em spots](../postflop.md)",
    "kuhn": "[tutorial 2](../learn/2_kuhn_cfr.md)",
    "leduc": "[The whole loop](../whole_loop.md)",
    "preflop_holdem": "[Whole hands](../whole_hands.md)",
    "push_fold": "[Push/fold](../push_fold.md)",
    "rps": "[tutorial 1](../learn/1_regret_matching.md)",
    "texas_holdem": "[Whole hands](../whole_hands.md)",
}
"""The page to read next, of each."""


def page(environment: str) -> str:
    """The page of the environments of one name, as Markdown."""
    listed = ENVIRONMENTS[environment]
    module = importlib.import_module(f"pokerzoo.envs.{environment}_v0")
    text = inspect.cleandoc(module.__doc__ or "")
    first, _, rest = text.partition("\n")
    title = re.sub(r",? as (a )?PettingZoo environments?\.$", "", first).rstrip(".")
    ids = [f'PettingZoo, in turn: `pettingzoo.make("aec", "pokerzoo/{environment}-v0")`']
    if listed.parallel:
        ids.append(f'PettingZoo, at once: `pettingzoo.make("parallel", "pokerzoo/{environment}-v0")`')
    name, dealt = camel_case(environment), 'the seat is dealt each hand (`info["seat"]`)'
    ids.append(f'Gymnasium, one seat: `gymnasium.make("pokerzoo/{name}-v0", opponent=...)`; {dealt}')
    ids.append(f'Gymnasium, many at once: `gymnasium.make_vec("pokerzoo/{name}-v0", num_envs=...)`')
    game = f'"{listed.game}"' + "".join(f", {key}={value!r}" for key, value in listed.params.items())
    players = make_game(listed.game, **listed.params).num_players
    ids.append(f"the rules as a tree: `make_game({game})`, {players} players by default")
    body = re.sub(r"^### ", "## ", rest.strip(), flags=re.MULTILINE)
    # Each argument's line is a paragraph of its own there, for which Markdown wants a list.
    body = re.sub(r"^(`\w+`: )", r"- \1", body, flags=re.MULTILINE)
    made = "".join(f"- {line}\n" for line in ids)
    told = re.search("<title>(.*?)</title>", image(environment))
    assert told is not None
    shown = f"![{told[1]}](../images/table_{environment}.svg)"
    end = END.format(guide=GUIDES[environment], module=module.__name__)
    return f"# {title}\n\n{shown}\n\n{body}\n\n## How to make it\n\n{made}\n{end}\n"


def moment(environment: str) -> tuple[State, int | None]:
    """A state of the game after some decisions, and who looks on."""
    decisions, seed, player = MOMENTS[environment]
    listed, choice = ENVIRONMENTS[environment], random.Random(seed)
    state: State = make_game(listed.game, **listed.params).initial_state()
    while state.is_chance or (decisions and not state.is_terminal):
        actions = state.legal_actions()
        if not state.is_chance:
            decisions -= 1
            if not state.game.simultaneous:
                actions = tuple(action for action in actions if action)  # folding is a dull end
        state = state.child(choice.choice(actions))
    return state, player


def image(environment: str) -> str:
    """The picture of an environment, as SVG."""
    return state_svg(*moment(environment)) + "\n"


def pages() -> dict[Path, str]:
    """Every page, with the list of them, and their pictures."""
    made = {HERE / f"{name}.md": page(name) for name in sorted(ENVIRONMENTS)}
    images = {IMAGES / f"table_{name}.svg": image(name) for name in sorted(ENVIRONMENTS)}
    lines = [f"- [{text.splitlines()[0].removeprefix('# ')}]({path.name})" for path, text in made.items()]
    made[HERE / "README.md"] = (
        f"# Environments\n\n{START}\n\n" + "\n".join(lines) + "\n\nMade by `python docs/environments/make.py`.\n"
    )
    return made | images


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
