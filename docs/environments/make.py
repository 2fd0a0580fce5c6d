"""Writes the environment pages beside it from the environments' own docstrings: ``python docs/environments/make.py``."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

from pokerzoo.envs import make_game
from pokerzoo.envs.registry import ENVIRONMENTS, camel

HERE = Path(__file__).parent


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
    name, dealt = camel(environment), 'the seat is dealt each hand (`info["seat"]`)'
    ids.append(f'Gymnasium, one seat: `gymnasium.make("pokerzoo/{name}-v0", opponent=...)`; {dealt}')
    ids.append(f'Gymnasium, many at once: `gymnasium.make_vec("pokerzoo/{name}-v0", num_envs=...)`')
    game = f'"{listed.game}"' + "".join(f", {key}={value!r}" for key, value in listed.params.items())
    players = make_game(listed.game, **listed.params).num_players
    ids.append(f"the rules as a tree: `make_game({game})`, {players} players by default")
    body = re.sub(r"^### ", "## ", rest.strip(), flags=re.MULTILINE)
    # Each argument's line is a paragraph of its own there, for which Markdown wants a list.
    body = re.sub(r"^(`\w+`: )", r"- \1", body, flags=re.MULTILINE)
    faces = "".join(f"- {line}\n" for line in ids)
    return f"# {title}\n\n{body}\n\n## Faces\n\n{faces}\nMade from the docstring of `{module.__name__}`.\n"


def pages() -> dict[Path, str]:
    """Every page, with the list of them."""
    made = {HERE / f"{name}.md": page(name) for name in sorted(ENVIRONMENTS)}
    lines = [f"- [{text.splitlines()[0].removeprefix('# ')}]({path.name})" for path, text in made.items()]
    made[HERE / "README.md"] = "# Environments\n\n" + "\n".join(lines) + "\n\nMade by `python docs/environments/make.py`.\n"
    return made


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
