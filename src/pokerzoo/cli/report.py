"""``pokerzoo report``: a policy file as one HTML page with tables and pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.formats import distance_text

from .declarations import option
from .game_facts import game_lines
from .options import Json, PolicyFile, load_policy
from .output import console, print_facts, print_json, with_mbb
from .progress import CountBar

EXAMPLES = (
    "pokerzoo report kuhn.npz",
    "pokerzoo report leduc.npz --out leduc.html --log plus.jsonl --log vanilla.jsonl",
    "pokerzoo report spot.npz --png pictures",
    "pokerzoo report turn.npz --at xb60c/2h --big-blind 2",
)


def report(
    file: PolicyFile,
    out: Annotated[
        str | None, option("PAGE", "The page to write. Without it FILE with the ending .html.", show_default=False)
    ] = None,
    log: Annotated[
        list[str] | None, option("LOG", "A log of 'pokerzoo train --log', for the picture of convergence. Repeat for more.")
    ] = None,
    png: Annotated[str | None, option("DIR", "Write each picture into this folder too, as a PNG file.")] = None,
    as_json: Json = False,
    big_blind: Annotated[float | None, option("CHIPS", "Hold'em spots: tell EVs in big blinds; the chips of one.")] = None,
    at: Annotated[
        str | None, option("LINE", "Hold'em: write about the node after this line, as b25 or xb60c/2h/x.", name="--at")
    ] = None,
) -> None:
    """Write a web page about a policy file, with tables and pictures.

    The page tells how the policy was made, its value and its exploitability, and shows the strategy. The pictures fit the
    game: its tree, heat maps, range grids of a hold'em spot, the curve of the bet/fold game, a cross table against the
    baselines, and convergence if you give logs. The page is one file that loads nothing and runs no scripts. It needs
    matplotlib: pip install ".[plot]" in pokerzoo's folder.
    """
    from pokerzoo.envs.support.atomic_files import check_writable, write_atomically
    from pokerzoo.evaluation.pages.report import make_report

    policy = load_policy(file)
    game = policy.game
    page = Path(file).with_suffix(".html") if out is None else Path(out)
    check_targets(page, [file, *(log or ())], png)
    check_writable(page)
    try:
        with CountBar("drawing", "parts") as bar:
            made = make_report(policy, log or (), line=at, big_blind=big_blind, progress=bar.update)
    except ImportError as error:
        raise InputError(str(error)) from None
    files: dict[str, str] = {}
    if png is not None:
        Path(png).mkdir(parents=True, exist_ok=True)
        for picture in made.pictures:
            files[picture.name] = str(Path(png) / f"{picture.name}.png")
            write_atomically(Path(files[picture.name]), picture.png)
    data = made.html.encode()
    write_atomically(page, data)
    found = made.measurement
    if as_json:
        print_json(
            {
                "file": file,
                "game": game.name,
                "parameters": game.params,
                "report": str(page),
                "bytes": len(data),
                "exploitability_chips": None if found is None else found.exploitability,
                "exploitability_mbb": None if found is None else found.exploitability_mbb,
                "exploitability_pot_percent": None if found is None else found.exploitability_pot_percent,
                "pictures": [
                    {"name": picture.name, "alt": picture.alt, "file": files.get(picture.name)} for picture in made.pictures
                ],
            }
        )
        return
    facts: dict[str, str | list[str]] = {
        "file": file,
        "game": game_lines(game),
        "report": f"{page} ({distance_text(len(data) / 1e6)} MB)",
    }
    if found is not None:
        facts["exploitability"] = with_mbb(game, found.exploitability)
    facts["pictures"] = ", ".join(picture.name for picture in made.pictures) or "none"
    if png is not None:
        facts["written to"] = png
    print_facts(console(), facts)


def check_targets(page: Path, inputs: list[str], png: str | None) -> None:
    """ValueError if the page would overwrite what it is made from, or cannot be where it is wanted."""
    if page.is_dir():
        raise InputError(f"--out {page}: is a directory")
    if not page.parent.is_dir():
        raise InputError(f"--out {page}: no such directory: {page.parent}")
    for name in inputs:
        if page.exists() and Path(name).exists() and page.samefile(name):
            raise InputError(f"--out {page}: would overwrite {name}, which the page is made from")
    if png is not None and Path(png).exists() and not Path(png).is_dir():
        raise InputError(f"--png {png}: exists and is not a directory")
