"""Writes the environment pages and pictures beside it: ``python docs/environments/make.py``, and in each build of the site.

Rules, actions and rewards are the docstrings of the ``*_v0`` modules. Arguments are as ``describe_parameters`` has them. Facts
and the index of the observation come from the environments themselves.
"""

from __future__ import annotations

import importlib
import inspect
import random
import re
import textwrap
from itertools import groupby
from pathlib import Path
from typing import Any

import pokerzoo  # noqa: F401 - registers the environments
from pokerzoo.envs import PokerGame, State, kuhn_v0, make_game, state_svg
from pokerzoo.envs.descriptions import describe_parameters
from pokerzoo.envs.poker.state import PokerGameBase
from pokerzoo.envs.registry import ENVIRONMENTS, camel_case
from pokerzoo.envs.support.records import section_texts

HERE = Path(__file__).parent
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
observation, actions and rewards. [Using environments](../howto/use_environments.md) shows how to play them."""
MENU = """```{toctree}
:hidden:
:glob:

[a-z]*
```
"""
END = """[Using environments](../howto/use_environments.md) shows how to play it, and {guide} has more about the game.

The [glossary](../glossary.md) explains the words. The prose is the docstring of `{module}`."""
GUIDES = {
    "bet_fold": "[tutorial 7](../learn/7_bet_fold.md)",
    "bet_raise": "[tutorial 3](../learn/3_bet_raise.md)",
    "fhp": "[Before the flop](../howto/before_the_flop.md)",
    "holdem_flop": "[Hold'em spots](../howto/solve_a_spot.md)",
    "holdem_river": "[tutorial 4](../learn/4_river.md)",
    "holdem_turn": "[Hold'em spots](../howto/solve_a_spot.md)",
    "kuhn": "[tutorial 2](../learn/2_kuhn_cfr.md)",
    "leduc": "[Train a network](../howto/train_networks.md)",
    "preflop_holdem": "[Before the flop](../howto/before_the_flop.md)",
    "push_fold": "[Push/fold](../howto/push_fold.md)",
    "rps": "[tutorial 1](../learn/1_regret_matching.md)",
    "texas_holdem": "[Whole hands](../howto/whole_hands.md)",
}
"""The page to read next, of each."""
PUBLIC = r"(?:round_\d_board|board|flop|turn|river)"
MEANINGS = {
    r"seat_\d+": "1 at the player's own seat",
    r"hand_rank_.": "the share of the player's cards that have the rank",
    r"hand_suit_.": "the share of the player's cards that have the suit",
    r"hand_.+": "1 at each card of the player's hand",
    rf"({PUBLIC})_rank_.": "the share of these public cards that have the rank",
    rf"({PUBLIC})_suit_.": "the share of these public cards that have the suit",
    rf"({PUBLIC})_.+": "1 at each of these public cards, once they are there",
    r"round_(\d)_move_\d+_.+": "1 at the action of each move of the round",
    r"move_\d+_.+": "each move since the deal: by whom, what, on which street, and the total in the round after it",
    r"pot": "pot / {all_chips:g}",
    r"stack_\d+": "chips that the player can still put in / {stack:g}",
    r"card_fraction": "the player's card as a share of the highest",
    r"card_\d+": "1 at the player's own card",
    r"own_(?:fold|bet)": "after the end 1 at the player's own choice, before it 0",
    r"(?:own|other)_choice_made": "1 after the end, 0 before",
    r"street_.+": "1 at the street",
    r"button_\d+": "1 at the seat with the button",
    r"to_act_\d+": "1 at the seat that is to act; zeros once the hand is over",
    r"dealt_\d+": "1 at seats that were dealt in",
    r"folded_\d+": "1 at seats that have folded",
    r"all_in_\d+": "1 at seats that are in with all their chips",
    r"in_round_\d+": "chips put in in this round / {stack:g}",
    r"in_hand_\d+": "chips put in in this hand, antes included / {stack:g}",
    r"to_call": "chips to call of the player to act / {stack:g}",
    r"least_to": "the least total in this round that the player to act may bet or raise to / {stack:g}; 0: none is allowed",
    r"most_to": "the greatest such total / {stack:g}",
    r"bets_\d+": "1 at the number of bets in this round, raises and blinds included; the last stands for more, too",
}
"""Meanings of entries by their names; the first that fits counts. A row of the table ends where a part in brackets changes."""
MASK = """`{"observation": float32, "action_mask": int8}`, or the vector alone if `mask_in="info"`. The mask has 1 where an
action is legal. It is all zeros for players who do not choose now, and all ones after the end. `infoset_key()` gives the
infoset of the player to move, and `info["infoset_index"]` its number."""
KINDS = "Beside each card there are its rank and its suit."
SUITS = """All four suits are alike, so cards are shown in *canonical suits*. The suit with the greatest cards on the flop is
shown as clubs, and so on; what comes later counts after it, the own cards last. Hands that differ by suits alone thus look the
same, and a network treats them alike. Keys of infosets have the cards as they were dealt."""


def page(environment: str) -> str:
    """The page of the environments of one name, as Markdown."""
    module = importlib.import_module(f"pokerzoo.envs.{environment}_v0")
    env: Any = module.raw_env()
    first, _, text = inspect.cleandoc(module.__doc__ or "").partition("\n")
    rules, *sections = re.split(r"^### ", text.strip(), flags=re.MULTILINE)
    prose = {heading: body.strip() for heading, _, body in (section.partition("\n") for section in sections)}
    observation = [MASK, *([prose.pop("Observation")] if "Observation" in prose else [])]
    if isinstance(env.game, PokerGame):
        observation += [KINDS] * env.game.observes_kinds + [SUITS] * env.game.observes_suits_alike
    title = re.search("<title>(.*?)</title>", image(environment))
    assert title is not None
    parts = [
        f"# {title_of(first)}",
        f"![{title[1]}](table_{environment}.svg)",
        facts(environment, env),
        rules.strip(),
        "## Arguments",
        arguments(environment),
        "## Observation",
        *observation,
        index_table(env),
        *(f"## {heading}\n\n{body}" for heading, body in prose.items()),
        "## How to make it",
        ways(environment, env),
        END.format(guide=GUIDES[environment], module=module.__name__),
    ]
    return "\n\n".join(parts) + "\n"


def title_of(first: str) -> str:
    """The title of a page, from the first line of its docstring."""
    return re.sub(r",? as (a )?PettingZoo environments?\.$", "", first).rstrip(".")


def facts(environment: str, env: Any) -> str:
    """The table of spaces and sizes."""
    space = env.observation_space("player_0")["observation"]
    rows = {
        "Agents": f"`{env.possible_agents}`".replace("'", '"'),
        "Actions": f"`{env.action_space('player_0')}`",
        "Observation shape": f"`{space.shape}`",
        "Observation values": f"`{[float(space.low.min()), float(space.high.max())]}`",
        "Rewards": f"`{list(env.game.utility_range)}`",
        "Infosets": f"{len(env.game.infosets):,}" if env.game.numbered else "not numbered",
    }
    made = f'`pettingzoo.make("aec", "pokerzoo/{environment}-v0")` or `{environment}_v0.env()`'
    if ENVIRONMENTS[environment].parallel:
        made += (
            f'; all at once: `pettingzoo.make("parallel", "pokerzoo/{environment}-v0")` or `{environment}_v0.parallel_env()`'
        )
    return "\n".join([f"| Made by | {made} |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows.items())])


def arguments(environment: str) -> str:
    """The defaults of all arguments, and what each means."""
    game, changed, _ = ENVIRONMENTS[environment]
    options = inspect.signature(kuhn_v0.env).parameters
    session = {"hands": 1} if game == "texas_holdem" else {}
    of_game = describe_parameters(game)
    defaults = {info.name: info.default for info in of_game} | changed | session
    defaults |= {name: options[name].default for name in OPTIONS}
    about = {info.name: info.about for info in of_game} | section_texts(kuhn_v0.env.__doc__, "Args")
    about["hands"] = about["**params"].partition("``hands``: ")[2]
    listed = ", ".join(f"{name}={value!r}".replace("'", '"') for name, value in defaults.items())
    call = textwrap.fill(listed, 100, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
    lines = [f"- `{name}`: {about[name].replace('``', '`')}" for name in defaults]
    return f'``` python\npettingzoo.make(\n    "aec", "pokerzoo/{environment}-v0",\n{call},\n)\n```\n\n' + "\n".join(lines)


OPTIONS = ("render_mode", "mask_in", "illegal")


def index_table(env: Any) -> str:
    """The table of entries of the observation."""
    stack = env.game.rules.betting.max_contribution if isinstance(env.game, PokerGameBase) else 0.0
    scales = {"stack": stack, "all_chips": stack * env.game.num_players}
    rows, start = [], 0
    for (_, meaning), group in groupby(map(kind_of, env.observation_names)):
        count = len(list(group))
        names = [f"`{env.observation_names[i]}`" for i in dict.fromkeys((start, start + count - 1))]
        index = f"{start}-{start + count - 1}" if count > 1 else f"{start}"
        rows.append(f"| {index} | {' to '.join(names)} | {meaning.format(**scales)} |")
        start += count
    return "\n".join(["| Index | Names | Meaning |", "|---|---|---|", *rows])


def kind_of(name: str) -> tuple[tuple[str, ...], str]:
    """The common part of the entries of one row of the table: parts of their names, and the meaning."""
    for pattern, meaning in MEANINGS.items():
        match = re.fullmatch(pattern, name)
        if match:
            return match.groups(), meaning
    raise ValueError(f"observation entry {name!r}: MEANINGS has no meaning for it")


def ways(environment: str, env: Any) -> str:
    """All ways to make it."""
    listed, name = ENVIRONMENTS[environment], camel_case(environment)
    lines = [f'PettingZoo, in turn: `pettingzoo.make("aec", "pokerzoo/{environment}-v0")`']
    if listed.parallel:
        lines.append(f'PettingZoo, at once: `pettingzoo.make("parallel", "pokerzoo/{environment}-v0")`')
    seat = 'the seat is dealt each hand (`info["seat"]`)'
    lines.append(f'Gymnasium, one seat: `gymnasium.make("pokerzoo/{name}-v0", opponent=...)`; {seat}')
    lines.append(f'Gymnasium, many at once: `gymnasium.make_vec("pokerzoo/{name}-v0", num_envs=...)`')
    game = f'"{listed.game}"' + "".join(f", {key}={value!r}" for key, value in listed.params.items())
    lines.append(f"the rules as a tree: `make_game({game})`, {env.game.num_players} players by default")
    return "\n".join(f"- {line}" for line in lines)


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


def pages() -> dict[str, str]:
    """Every page and picture by its name, and the list of them."""
    made = {f"{name}.md": page(name) for name in sorted(ENVIRONMENTS)}
    lines = [f"- [{text.splitlines()[0].removeprefix('# ')}]({name})" for name, text in made.items()]
    made["README.md"] = f"# Environments\n\n{START}\n\n" + "\n".join(lines) + f"\n\n{MENU}"
    return made | {f"table_{name}.svg": image(name) for name in sorted(ENVIRONMENTS)}


def write_pages() -> None:
    """Write what has changed: Sphinx reads these pages again."""
    for name, text in pages().items():
        path = HERE / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_pages()
