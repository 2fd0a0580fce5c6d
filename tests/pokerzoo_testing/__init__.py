"""Helpers that tests share. On the path by this name (`pythonpath` of pytest), so that no other package can be taken for it."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The top of the repository: a test may lie in any folder below ``tests/``."""

for room in ("envs", "agents", "evaluation"):
    # An unpacked source distribution has the rooms below src/ alone. Here they are at the top, as in the repository.
    if not (ROOT / room).exists() and (ROOT / "src" / "pokerzoo" / room).is_dir():
        (ROOT / room).symlink_to(Path("src") / "pokerzoo" / room, target_is_directory=True)
