"""Builds the site in build/site/VERSION: ``python docs/build_site.py [--repository ADDRESS] [--quick]``; ``make docs-site``.

Three things make a build fail: a warning of Sphinx, a link inside the site that leads nowhere, and a tutorial that prints
something else than what is kept on its page. Nothing is fetched.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from check_links import broken_links
from kept_outputs import differences, parse_cells, tutorials

import pokerzoo

HERE = Path(__file__).parent
ROOT = HERE.parent
SITE = ROOT / "build" / "site"
SCRATCH = ROOT / "build" / "site-scratch"
REDIRECT = (
    '<!doctype html><meta charset="utf-8"><title>pokerzoo</title><meta http-equiv="refresh" content="0; url={0}/index.html">'
)


def version() -> str:
    """The version of the package."""
    return pokerzoo.__version__


def origin() -> str:
    """The web address of the clone's origin; empty if it has none."""
    done = subprocess.run(["git", "-C", str(ROOT), "remote", "get-url", "origin"], capture_output=True, text=True)
    address = re.sub(r"^git@([^:]+):", r"https://\1/", done.stdout.strip()).removesuffix(".git")
    return address if address.startswith("https://") else ""


def build(out: Path, repository: str, quick: bool) -> bool:
    """Run Sphinx; whether it warned of nothing."""
    settings = ["-D", "nb_execution_mode=off", "-D", "plot_gallery=0"] if quick else []
    command = ["sphinx-build", "--fail-on-warning", "--keep-going", "-b", "html", "-d", str(SCRATCH / "doctrees")]
    notebooks = SCRATCH / "ipython"
    profile = notebooks / "profile_default"
    profile.mkdir(parents=True, exist_ok=True)
    # As "%matplotlib inline" does: without it, a plain Figure is shown as a string. Pictures are sharp on every screen.
    # What a cell prints comes in one piece, at its end.
    settings_of_kernels = """
c.IPKernelApp.matplotlib = "inline"
c.IPKernelApp.log_level = "ERROR"  # each kernel warns that it listens on the loopback interface
c.InlineBackend.figure_formats = {"retina"}
c.IPKernelApp.exec_lines = ["import sys; sys.stdout.flush_interval = 3600"]
"""
    (profile / "ipython_kernel_config.py").write_text(settings_of_kernels, encoding="utf-8")
    environment = os.environ | {
        "POKERZOO_REPOSITORY": repository,
        "PYTHONPATH": str(ROOT / "src"),
        "IPYTHONDIR": str(notebooks),
    }
    program = Path(sys.executable).with_name(command[0])
    return subprocess.run([program, *command[1:], *settings, str(HERE), str(out)], env=environment).returncode == 0


def changed_outputs(out: Path) -> list[str]:
    """Differences between what the tutorials printed in this build and what is kept."""
    result = []
    for tutorial in tutorials():
        cells = parse_cells(tutorial.read_text(encoding="utf-8"))
        notebook = json.loads((SITE / "jupyter_execute" / "learn" / f"{tutorial.stem}.ipynb").read_text(encoding="utf-8"))
        ran = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        unseen = [
            part
            for cell in ran
            for part in cell["outputs"]
            if "".join(part.get("data", {}).get("text/plain", "")).startswith("<")
        ]
        result += [
            f"{tutorial.name}: Jupyter shows only {part['data']['text/plain']}" for part in unseen if len(part["data"]) == 1
        ]
        streams = [[part for part in cell["outputs"] if part.get("name") == "stdout"] for cell in ran]
        outputs = ["".join("".join(part["text"]) for part in parts) for parts in streams]
        result += [f"{tutorial.name}: {message}" for message in differences(cells, outputs)]
    return result


def list_versions() -> None:
    """List the versions in build/site with their pages, and make its start page redirect to this version."""
    versions = {
        folder.name: sorted(str(page.relative_to(folder).with_suffix("")) for page in folder.rglob("*.html"))
        for folder in sorted(SITE.iterdir(), reverse=True)
        if (folder / "index.html").exists()
    }
    (SITE / "versions.js").write_text(f"window.POKERZOO_VERSIONS = {json.dumps(versions)};\n", encoding="utf-8")
    (SITE / "index.html").write_text(REDIRECT.format(version()), encoding="utf-8")


def main() -> None:
    """Build the site and check it; exit with 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description="Build the documentation site.")
    parser.add_argument("--repository", default=origin(), help="web address that 'edit this page' leads to; default: origin")
    parser.add_argument("--quick", action="store_true", help="run no tutorials and draw no pictures: to look at pages")
    arguments = parser.parse_args()
    out = SITE / version()
    if not arguments.quick:
        shutil.rmtree(out, ignore_errors=True)
        shutil.rmtree(SCRATCH, ignore_errors=True)
        shutil.rmtree(HERE / "auto_gallery", ignore_errors=True)  # sphinx-gallery writes it, and leaves what is no more
    SITE.mkdir(parents=True, exist_ok=True)
    good = build(out, arguments.repository, arguments.quick)
    problems = [] if arguments.quick or not good else changed_outputs(out)
    list_versions()
    problems += broken_links(out)
    for problem in problems:
        print(problem, file=sys.stderr)
    pages = len(list(out.rglob("*.html")))
    print(f"{pages} pages in {out.relative_to(ROOT)}: {'good' if good and not problems else 'not good'}")
    sys.exit(0 if good and not problems else 1)


if __name__ == "__main__":
    main()
