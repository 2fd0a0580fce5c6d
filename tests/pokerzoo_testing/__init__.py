"""What the tests share. On the path by this name (`pythonpath` of pytest), so that no other package can be taken for it."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The top of the repository: a test may lie in any folder below ``tests/``."""
