"""Writes the pages of the API reference beside it: ``python docs/api/make.py``, and in each build of the site.

A page a public module: its names, grouped by the package or module that defines them. The text is in the docstrings.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

from pokerzoo.envs.registry import GAMES

HERE = Path(__file__).parent
MODULES = {
    "pokerzoo.envs": "Games, states and environments",
    "pokerzoo.envs.cards": "Cards, ranges, boards and equities",
    "pokerzoo.envs.text": "Games in words",
    "pokerzoo.agents": "Solvers, learners, policies and players",
    "pokerzoo.agents.training": "Trainers and logs",
    "pokerzoo.agents.blueprint": "Blueprints of whole hands",
    "pokerzoo.agents.circuits": "Regret circuits",
    "pokerzoo.preflop": "Before the flop, two to nine players",
    "pokerzoo.evaluation": "Measures, matches, reports, sweeps and experiments",
    "pokerzoo.evaluation.pictures": "Pictures",
    "pokerzoo.evaluation.hands": "Hands in files",
    "pokerzoo": "What the package itself adds",
}
"""The public modules and the titles of their pages; a name that several export is on the page of the first."""
NOTES = {
    "pokerzoo.agents": """Solvers and learners are [trainers](agents_training.md): `run`, `average_policy` and all they share
are described there. [Algorithms](../explain/algorithms.md) has equations and sources.""",
    "pokerzoo.evaluation": "Sweeps and experiments need the extra `sweeps`.",
    "pokerzoo.evaluation.pictures": "All need the extra `plot`. The [gallery](../auto_gallery/index.rst) shows each.",
}
"""The top of a page."""
ENVIRONMENTS = [f"pokerzoo.envs.{game.environment}_v0" for game in GAMES.values()]
DATA = {
    "__version__": ("str", "The version of the package, such as ``0.3.0``."),
    "CHANCE": ("int", "What ``State.current_player`` is at a chance node: -1, as in OpenSpiel."),
    "TERMINAL": ("int", "What ``State.current_player`` is at the end of the game: -4, as in OpenSpiel."),
    "COMBOS": ("NDArray[int32]", "int32 [1326, 2], read-only: the cards of each combo, the higher one first."),
    "COMBO_NAMES": ("tuple[str, ...]", "``2d2c``, ..., ``AsAh``: the names of the combos in the same order."),
    "CLASS_NAMES": ("tuple[str, ...]", "``AA``, ``AKs``, ..., ``22``: the 169 hand classes."),
    "Playable": ("", "Any player of a game: :doc:`/howto/add_an_agent` lists what is taken."),
    "GameLike": ("", "A ``Game``, or an environment of this package, wrapped or not, whose game is taken."),
    "VARIANTS": ("dict[str, Variant]", "The variants that ``CFR`` takes by name: ``VARIANTS['dcfr']``."),
    "BASELINES": ("tuple[str, ...]", "The names that ``baseline_policy`` knows: ``random``, ``honest`` and others."),
    "BET_FOLD_ARTICLE": (
        "dict[int, tuple[int, int, int]]",
        "The article's thresholds by number of players, for odds 2, 3 and 4. :doc:`/learn/7_bet_fold` says which are too low.",
    ),
    "decision_point": ("", "``DecisionPoint``."),
    "observation_point": ("", "``CartesianProduct`` of what follows each signal; nature's probabilities are in the utilities."),
    "terminal_point": ("", "``Singleton`` without coordinates: the process is over."),
}
"""Public names that have no docstring: their types and what they are."""
INDEX = """# API reference

Every public name of the package. A name is public if one of these modules exports it; all other modules may change without
notice. `pokerzoo` itself exports the most used names: `import pokerzoo as pz`, then `pz.make_game`, `pz.CFR`,
`pz.exploitability` and so on.

| import from | what it has |
|---|---|
{rows}

## How to read an entry

- `float64 [entries]` is a NumPy array of that type and shape. *Entries* are (infoset, action) pairs in the order of
  `game.infosets`.
- Amounts are in [net chips](../glossary.md#net-chips) a hand unless another unit is named ([units](../explain/units.md)).
- *Raises* lists the errors that a caller can provoke. Each message says what is allowed.
- Examples with `>>>` are run as tests. Those without need a package that is not always there, such as torch.

```{{toctree}}
:hidden:

{pages}
```
"""


def exported(module: str) -> list[str]:
    """The public names of a module, other modules left out."""
    loaded = importlib.import_module(module)
    names = getattr(loaded, "__all__", [name for name in ("env", "raw_env", "parallel_env") if hasattr(loaded, name)])
    return [name for name in names if not inspect.ismodule(getattr(loaded, name))]


def public_members(cls: type, public: set[type]) -> Iterator[str]:
    """Methods and properties of a class that no public base of it has."""
    ours = [base for base in cls.__mro__ if base.__module__.startswith("pokerzoo.")]
    bases = [base for base in ours if base is not cls and base in public]
    seen: set[str] = set()
    for base in ours:
        if base in bases:
            continue
        for name, value in vars(base).items():
            plain = getattr(value, "__func__", value)
            listed = inspect.isfunction(plain) or hasattr(plain, "fget") or hasattr(plain, "attrname")
            inherited = name in seen or any(hasattr(other, name) for other in bases)
            if listed and not inherited and not name.startswith("_") and inspect.getdoc(value):
                seen.add(name)
                yield name


def entry(module: str, name: str, public: set[type]) -> str:
    """The directive of autodoc for a name."""
    value, address = getattr(importlib.import_module(module), name), f"{module}.{name}"
    if name in DATA:
        kind, text = DATA[name]
        return f".. py:data:: {address}\n" + (f"   :type: {kind}\n" if kind else "") + f"\n   {text}\n"
    if not inspect.isclass(value):
        return f".. autofunction:: {address}\n"
    if issubclass(value, Exception):
        return f".. autoexception:: {address}\n"
    members = ", ".join(public_members(value, public))
    text = f".. autoclass:: {address}\n" + (f"   :members: {members}\n" if members else "")
    options = getattr(value, "_options_type", None)
    return text if options is None else f"{text}\n.. autoclass:: {options.__module__}.{options.__name__}\n"


def section_of(module: str, name: str) -> str:
    """The package or module, of three names at most, that defines a name; empty for data."""
    value = getattr(importlib.import_module(module), name)
    return "" if name in DATA else ".".join(value.__module__.split(".")[:3])


def page(module: str, names: list[str], public: set[type]) -> str:
    """The page of a module."""
    sections: dict[str, list[str]] = {}
    for name in names:
        sections.setdefault(section_of(module, name), []).append(name)
    text = f"# {MODULES[module]}\n\nImport from `{module}`. {NOTES.get(module, '')}".rstrip() + "\n"
    for section, members in sections.items():
        if len(sections) > 1:
            about = (importlib.import_module(section).__doc__ or "").partition("\n")[0] if section else "Constants and types."
            text += f"\n## {section.removeprefix('pokerzoo.') or 'Data'}\n\n{about.replace('``', '`')}\n"
        text += "\n```{eval-rst}\n" + "\n".join(entry(module, name, public) for name in members) + "```\n"
    return text


def environments_page() -> str:
    """The page of the modules with one environment each."""
    text = """# Environments by game

`pettingzoo.make("aec", "pokerzoo/kuhn-v0")` and `gymnasium.make("pokerzoo/Kuhn-v0")` are the ways to make an environment
([use an environment](../howto/use_environments.md)). Beside them there is one module a game, as PettingZoo's own games have.
`env` checks the order of calls, `raw_env` does not, and `parallel_env` is there for games in which all players choose at once.
"""
    for module in ENVIRONMENTS:
        name = module.rpartition(".")[2]
        text += f"\n## {name}\n\n[Rules, observations and rewards](../environments/{name.removesuffix('_v0')}.md)\n"
        directives = "\n".join(f".. autofunction:: {module}.{maker}\n" for maker in exported(module))
        text += f"\n```{{eval-rst}}\n{directives}```\n"
    return text


def names_by_module() -> dict[str, list[str]]:
    """The names on the page of each public module: a name that two export is on the page of the first."""
    seen: set[tuple[str, int]] = set()
    result: dict[str, list[str]] = {module: [] for module in MODULES}
    for module in MODULES:
        for name in exported(module):
            value = getattr(importlib.import_module(module), name)
            if (name, id(value)) not in seen:
                seen.add((name, id(value)))
                result[module].append(name)
    return result


def pages() -> dict[str, str]:
    """All pages by file name."""
    names = names_by_module()
    values = [getattr(importlib.import_module(module), name) for module, listed in names.items() for name in listed]
    public = {value for value in values if inspect.isclass(value)}
    files = {module: module.removeprefix("pokerzoo.").replace(".", "_") for module in MODULES}
    rows = [f"| `{module}` | [{MODULES[module]}]({file}.md) |" for module, file in files.items()]
    rows.append("| `pokerzoo.envs.kuhn_v0` and so on | [Environments by game](environments.md) |")
    return {
        "index.md": INDEX.format(rows="\n".join(rows), pages="\n".join([*files.values(), "environments"])),
        "environments.md": environments_page(),
        **{f"{file}.md": page(module, names[module], public) for module, file in files.items()},
    }


def write_pages() -> None:
    """Write what has changed: Sphinx reads these pages again."""
    made = pages()
    for old in HERE.glob("*.md"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        path = HERE / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_pages()
