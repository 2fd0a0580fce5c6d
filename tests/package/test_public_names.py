"""One name for one thing, and one order of arguments, in all that is public; the words are in docs/architecture.md."""

from __future__ import annotations

import importlib
import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import is_dataclass

from pokerzoo.envs.registry import GAMES
from pokerzoo_testing import ROOT

ROOMS = ["pokerzoo", "pokerzoo.envs", "pokerzoo.agents", "pokerzoo.evaluation"]
ENVIRONMENTS = [f"pokerzoo.envs.{game.environment}_v0" for game in GAMES.values()]
NOT_ONE_THING = {
    **dict.fromkeys(("temperature", "step"), "of tables, a schedule or a number; of networks, a number"),
    "action": "of a state; of a user, to be checked",
    "actions": "of one hand or many, as PettingZoo and Gymnasium have them",
    "agent": "PettingZoo's name of a player; a place in a match",
    "agents": "in a row; by name, too, in a round robin",
    "aivat": "whether; or the value function",
    "bet": "chips of a bet; of each player whether",
    "bet_sizes": "of a spot; of whole hands, which have lists by number of raises",
    "board": "cards by name; by number",
    "boards": "of a set, as written; where streets begin, by number",
    "by": "what one axis shows; what groups differ in",
    "cards": "to draw; of a board, say",
    "deck": "by name; as cards",
    "device": "of tensors, torch's own too; by name",
    "env": "an environment; by number",
    "exact": "whether; or automatically",
    "game": "a game; of trainers an environment of one, too",
    "hand": "of a log; any, that can be exported",
    "hands": "how many are played; which are locked",
    "high": "a bound of whole numbers; of any",
    "infosets": "to follow; to draw, of those",
    "iterations": "how many; of an agent at the table, by street, too",
    "learners": "to learn, with options or without; to be shown, by name",
    "limit": "no-limit and so on; how many rows are made",
    "line": "of the betting, as a string; as an object",
    "low": "a bound of whole numbers; of any",
    "num_players": "one; several in a table of thresholds",
    "number": "of a hand; at random, from 0 to 1",
    "odds": "one; several in a table of thresholds",
    "opponent": "whoever can play; of many hands, tables too; of a matrix game, a mixed strategy",
    "out": "what is written into",
    "policies": "one that all play, too; None for a seat whose policy is not known",
    "policy": "as an object; as whatever can play",
    "probabilities": "to be checked and copied; as they are",
    "raise_sizes": "of a spot; of whole hands, which have lists by number of raises",
    "ranges": "as written or read; as read",
    "rivers": "that a policy holds; that a file keeps",
    "row": "of a table; a hand as numbers",
    "rows": "of a table of infosets; numbers as a solver has them",
    "runs": "logs by name; those of a folder",
    "seconds": "how many; of an agent at the table, by street, too",
    "seed": "one; one for each hand",
    "weights": "of hands; of a network, by name",
    "stack": "of a game for two, one number; of a spot for three, one each, too",
    "stacks": "one for all or each; each",
    "state": "of a game; of a trainer",
    "strategy": "of one infoset, by name; of all, as an array",
    "table": "of push/fold; shares by name",
    "threshold": "of probabilities; a card",
    "until": "exploitability, in several units; of push/fold at a table the largest gain",
    "values": "a value function; a policy that has one",
    "variant": "any; of those that sample",
    "where": "hands of a batch; a state or an infoset",
}
"""Arguments with types that are not the same, and why."""
DEFAULTS = {
    **dict.fromkeys(("temperature", "step", "updates", "eta", "trace", "beta", "follow"), "each learner has its own"),
    "alternating": "what the variant is published with; of blueprints, in turn",
    "first_street": "that is solved, the flop; on which LBR chooses, the first",
    **dict.fromkeys(("halving", "learning_rate", "policy_rate"), "each learner has its own"),
    "number": "of a hand; at random, from 0 to 1",
    **dict.fromkeys(("bet_sizes", "raise_sizes"), "of a spot, small; of whole hands, several"),
    "limit": "no-limit; of rows, none",
    "board": "of a spot, an example; of sets of boards, none",
    "device": "where a network learns, the best; of tensors, the processor",
    "by": "of a picture's axis, iterations; of groups, none",
    "hands": "each its own number",
    "name": "what is named",
    "line": "a node; on a page, none: the first decisions",
    "title": "each picture has its own",
    "top": "of leaks ten; of rows that are shown each its own",
    "unit": "each picture has its own",
    "ranges": "of a spot, an example; of sets of boards, none",
    "seed": "none; of sets of boards 0, as these are the same each time",
    "precision": "of a solver, automatic; of a file, full",
    "duplicate": "a log says what was done",
    "samples": "of deals, a million; of an agent at an infoset, none: it must be deterministic",
    "values": "at the end of a street, by solving on; of actions, none",
    "odds": "one; several in a table of thresholds",
    **dict.fromkeys(("blinds", "chip", "raise_cap"), "of each game"),
    "last_street": "of whole hands the river; of games that are solved before the flop",
    "num_players": "of each game",
    "stack": "of each game",
    "num_cards": "of each game",
    "seeds": "of trainings ten; of learners with longer runs five",
    **dict.fromkeys(("iterations", "until"), "of trainers, none; of push/fold at a table, which is solved in one call"),
    "illegal": "each library's custom: of PettingZoo's environments an error, of Gymnasium's a warning",
    "opponent": "of an environment, random; of a matrix game, none",
    **dict.fromkeys(("epsilon", "hidden", "batch_size"), "tuned for each algorithm"),
}
"""Arguments with several defaults, and why."""


def public_functions() -> Iterator[tuple[str, inspect.Signature]]:
    """(name, signature without self) of public functions, and of what public classes let users call."""
    for address in ROOMS + ENVIRONMENTS:
        module = importlib.import_module(address)
        for name in getattr(module, "__all__", ("env", "raw_env", "parallel_env")):
            found = getattr(module, name, None)
            if inspect.isfunction(found):
                yield f"{address}.{name}", inspect.signature(found)
            elif inspect.isclass(found) and not issubclass(found, Exception):
                if not is_dataclass(found) and "__init__" in vars(found):
                    yield f"{address}.{name}", inspect.signature(found)
                for own in dir(found):
                    plain = inspect.getattr_static(found, own)
                    method = getattr(plain, "__func__", plain)
                    if not own.startswith("_") and inspect.isfunction(method) and method.__module__.startswith("pokerzoo"):
                        signature = inspect.signature(method)
                        rest = list(signature.parameters.values())[not isinstance(plain, staticmethod) :]
                        yield f"{address}.{name}.{own}", signature.replace(parameters=rest)


def parameters() -> Iterator[tuple[str, inspect.Parameter]]:
    """(function, parameter) for all."""
    for name, signature in public_functions():
        for parameter in signature.parameters.values():
            yield name, parameter


def vocabulary() -> dict[str, list[str]]:
    """Arguments' names and the names not to use, from the table in the document."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("| argument | what it is | is not called |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]*) \|$", table, re.MULTILINE)
    assert len(rows) > 10
    return {name: re.findall(r"`(\w+)`", others) for name, others in rows}


def test_arguments_are_called_what_the_vocabulary_says() -> None:
    used = {parameter.name for _, parameter in parameters()}
    words = vocabulary()
    assert set(words) <= used, "the table has a name that no public function takes"
    wrong = {other: name for name, others in words.items() for other in others}
    assert not [f"{name}({p.name}): is called {wrong[p.name]}" for name, p in parameters() if p.name in wrong]


def test_one_argument_has_one_type() -> None:
    types: dict[str, dict[str, str]] = defaultdict(dict)
    for name, parameter in parameters():
        kind = str(parameter.annotation).removesuffix(" | None").replace(" | None]", "]")
        types[parameter.name].setdefault(kind, name)
    wide = {"Any", "inspect._empty", "<class 'inspect._empty'>"}
    several = {name: kinds for name, kinds in types.items() if len(set(kinds) - wide) > 1}
    assert {name: kinds for name, kinds in several.items() if name not in NOT_ONE_THING} == {}
    assert set(NOT_ONE_THING) <= set(several), "an exception that is not needed"


def test_one_argument_has_one_default() -> None:
    defaults: dict[str, dict[str, str]] = defaultdict(dict)
    for name, parameter in parameters():
        if parameter.default is not parameter.empty:
            defaults[parameter.name].setdefault(repr(parameter.default), name)
    several = {name: found for name, found in defaults.items() if len(found) > 1}
    assert {name: found for name, found in several.items() if name not in DEFAULTS} == {}
    assert set(DEFAULTS) <= set(several), "an exception that is not needed"


def test_arguments_come_in_one_order() -> None:
    before: dict[tuple[str, str], str] = {}
    for name, signature in public_functions():
        positional = [p for p in signature.parameters.values() if p.kind is not p.KEYWORD_ONLY]
        for needed in (True, False):
            row = [p.name for p in positional if (p.default is p.empty) is needed]
            before.update({(one, two): name for i, one in enumerate(row) for two in row[i + 1 :]})
    clashes = [
        f"{one}, {two} in {name}; not in {before[two, one]}" for (one, two), name in before.items() if (two, one) in before
    ]
    assert clashes == []


def test_the_game_comes_first() -> None:
    for name, signature in public_functions():
        needed = [p.name for p in signature.parameters.values() if p.default is p.empty]
        assert "game" not in needed[1:], f"{name}: game is needed and does not come first"


def test_documents_and_examples_import_from_the_rooms() -> None:
    """A deep import stands only where the room does not have the name."""
    rooms = {room: importlib.import_module(f"pokerzoo.{room}") for room in ("envs", "agents", "evaluation")}
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.py")]
    pattern = r"^ *from (pokerzoo\.(envs|agents|evaluation)\.[a-z_.]+) import \(?([A-Za-z_, \n]+)"
    for file in files:
        for module, room, names in re.findall(pattern, file.read_text(encoding="utf-8"), re.MULTILINE):
            for name in re.findall(r"\w+", names.partition("\n\n")[0]):
                same = getattr(rooms[room], name, None) is getattr(importlib.import_module(module), name, file)
                assert not same or name not in rooms[room].__all__, f"{file.name}: {name} is in pokerzoo.{room}"


def test_a_game_of_ones_own_needs_no_deep_import() -> None:
    for page in ("add_a_game", "add_another_game", "add_a_variant", "add_an_agent", "add_a_measure"):
        text = (ROOT / f"docs/howto/{page}.md").read_text(encoding="utf-8")
        assert "import" in text and re.findall(r"from pokerzoo\.(?:envs|agents|evaluation)\.\w+", text) == [], page
