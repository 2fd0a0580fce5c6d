"""Checks of what `python -m build` left in dist/: sizes, versions, and an installation from a clone without links."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAX_BYTES = {".whl": 3 * 2**20, ".gz": 4 * 2**20}


def check_sizes() -> None:
    """The wheel and the source distribution are small, and the latter has no documents."""
    files = sorted((ROOT / "dist").iterdir())
    assert [file.suffix for file in files] == [".whl", ".gz"], files
    for file in files:
        print(f"{file.name}: {file.stat().st_size:,} bytes")
        assert file.stat().st_size < MAX_BYTES[file.suffix], f"{file.name}: must be below {MAX_BYTES[file.suffix]:,} bytes"
    with tarfile.open(files[1]) as archive:
        folders = {name.split("/")[1] for name in archive.getnames() if name.count("/") > 1}
    assert folders == {"src", "tests"}, folders


def check_versions() -> None:
    """All places that name the version name that of the package."""
    version = re.search(r'__version__ = "(.*)"', (ROOT / "src/pokerzoo/__init__.py").read_text())
    assert version is not None
    assert f"version: {version[1]}\n" in (ROOT / "CITATION.cff").read_text(), "CITATION.cff has another version"
    assert f"## [{version[1]}]" in (ROOT / "CHANGELOG.md").read_text(), "CHANGELOG.md lacks the version"
    assert any(f"-{version[1]}-" in file.name for file in (ROOT / "dist").iterdir()), "dist/ has another version"


def check_clone_without_links() -> None:
    """A clone as Windows makes it can be installed, with all packages and their data."""
    with tempfile.TemporaryDirectory() as scratch:
        clone, target = Path(scratch, "clone"), Path(scratch, "target")
        subprocess.run(["git", "clone", "--quiet", "--config", "core.symlinks=false", ROOT, clone], check=True)
        assert (clone / "src/pokerzoo/envs").is_file(), "the clone has links"
        options = ["--quiet", "--no-deps", "--no-compile", "--target", str(target)]
        subprocess.run([sys.executable, "-m", "pip", "install", *options, str(clone)], check=True)
        code = "import pokerzoo as pz; print(pz.exploitability('kuhn', pz.CFR('kuhn').run(100).average_policy()) < 0.1)"
        done = subprocess.run([sys.executable, "-c", code], cwd=target, env={"PYTHONPATH": str(target)}, check=True, stdout=-1)
        assert done.stdout == b"True\n", done.stdout
        assert (target / "pokerzoo/agents/blueprint/blueprint.npz").is_file()


if __name__ == "__main__":
    check_sizes()
    check_versions()
    check_clone_without_links()
    print("distributions: good")
