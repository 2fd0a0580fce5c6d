"""``pokerzoo kernels``: kernels compiled ahead of time, listed and removed."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from .compiling import CompileBar
from .declarations import argument, flag, option
from .help_pages import Commands, examples
from .option_names import Command
from .options import Json
from .output import console, new_table, print_facts, print_json, print_table, say
from .work_runs import duration_text, size_text

if TYPE_CHECKING:
    from pokerzoo.kernels.build import BuiltFamily
    from pokerzoo.kernels.listing import KernelList

BUILD_EXAMPLES = (
    "pokerzoo kernels build",
    "pokerzoo kernels build streets street-measures street-reports",
    "pokerzoo kernels build rivers --processes 1",
)
OTHER_EXAMPLES = ("pokerzoo kernels list", "pokerzoo kernels size --json", "pokerzoo kernels clean")
FAILED = 1
"""Exit code if kernels could not be compiled."""
STATES = {"ready": "ready", "shipped": "came with the package", "missing": "missing"}


def build(
    families: Annotated[
        list[str] | None,
        argument("FAMILY", "Families, as 'kernels list' names them. Without one: all.", show_default=False),
    ] = None,
    processes: Annotated[
        int | None, option("N", "Processes at a time. Without it one for each processor.", min=1, max=1024)
    ] = None,
    quiet: Annotated[bool, flag("--quiet", "No progress and no summary.")] = False,
    as_json: Json = False,
) -> None:
    """Compile kernels ahead of time, families of them beside each other.

    The first use of a kernel would compile it otherwise. What is compiled already is only loaded. Ctrl-C ends it and keeps
    the kernels that are done.
    """
    from pokerzoo.envs.support.parameters import check_choice
    from pokerzoo.kernels.build import KernelBuildError, build_kernels
    from pokerzoo.kernels.families import FAMILIES
    from pokerzoo.kernels.store import note_ready

    for name in families or ():
        check_choice("families", name, tuple(FAMILIES))
    start = perf_counter()
    try:
        with CompileBar("compiling", quiet) as bar:
            built = build_kernels(families or (), processes, bar.update)
    except KernelBuildError as error:
        say(f"error: {error}")
        raise typer.Exit(FAILED) from None
    note_ready([one.family for one in built])
    seconds = perf_counter() - start
    if as_json:
        print_json({"families": [one._asdict() for one in built], "seconds": seconds})
    elif not quiet:
        print_built(built, seconds)


def print_built(built: list[BuiltFamily], seconds: float) -> None:
    """Print the result of each process."""
    table = new_table(["family", "compiled", "loaded", "time"])
    for one in built:
        table.add_row(one.family, f"{one.compiled:,}", f"{one.loaded:,}", duration_text(one.seconds))
    print_table(console(), f"Kernels made ready in {duration_text(seconds)}", table)


def list_all(as_json: Json = False) -> None:
    """List the families and whether they are ready, and all compiled kernels.

    A family is ready, or came with the package, or is missing: then the first use compiles it. Kernels count once for each
    kind of arguments that they are compiled for. They stay listed when their source has changed.
    """
    from pokerzoo.kernels.listing import list_kernels

    found = list_kernels()
    if as_json:
        print_json(found)
    else:
        print_kernels(found)


def print_kernels(found: KernelList) -> None:
    """The families and the kernels, as tables."""
    out = console()
    families = new_table(["family", "for", "state", "to compile"], left=3)
    for one in found.families:
        families.add_row(one.family, one.title, STATES[one.state], f"about {one.compile_seconds:.0f} s")
    print_table(out, "Families of kernels", families)
    kernels = new_table(["kernel", "forms", "size"])
    for kernel in found.kernels:
        kernels.add_row(kernel.kernel, str(kernel.forms), size_text(kernel.bytes))
    if found.kernels:
        print_table(out, "Compiled kernels", kernels)
    print_facts(out, {"compiled": f"{len(found.kernels):,} kernels, {size_text(sum(one.bytes for one in found.kernels))}"})


def size(as_json: Json = False) -> None:
    """Tell where compiled kernels are, how many, and how large."""
    from pokerzoo.kernels.listing import cache_size

    found = cache_size()
    if as_json:
        print_json(found)
    else:
        compiled = f"{found.kernels:,}, compiled for {found.forms:,} kinds of arguments"
        print_facts(console(), {"folder": found.folder, "kernels": compiled, "size": size_text(found.bytes)})


def clean(as_json: Json = False) -> None:
    """Remove all compiled kernels of the package; the next use compiles them anew.

    Kernels that came with the package stay.
    """
    from pokerzoo.kernels.listing import cache_folder
    from pokerzoo.kernels.store import remove_kernels

    removed = remove_kernels()
    if as_json:
        print_json({"folder": cache_folder(), "removed_bytes": removed})
    else:
        print_facts(console(), {"folder": cache_folder(), "removed": size_text(removed)})


group = typer.Typer(
    name="kernels",
    cls=Commands,
    help="Compile the package's kernels ahead of time, list them and remove them.",
    epilog=examples((BUILD_EXAMPLES[0], *OTHER_EXAMPLES)),
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
group.command(cls=Command, short_help="Compile ahead of time, on all cores", epilog=examples(BUILD_EXAMPLES))(build)
group.command("list", cls=Command, short_help="List families and compiled kernels", epilog=examples(OTHER_EXAMPLES[:1]))(
    list_all
)
group.command(cls=Command, short_help="Tell how much is compiled, and where", epilog=examples(OTHER_EXAMPLES[1:2]))(size)
group.command(cls=Command, short_help="Remove what is compiled", epilog=examples(OTHER_EXAMPLES[2:]))(clean)
