"""Draws the pictures of docs/howto/pictures.md anew by the calls that stand there: ``python docs/images/make_pictures.py``."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> None:
    """Run the page's code in a temporary folder and keep what it draws."""
    page = (HERE.parent / "howto" / "pictures.md").read_text(encoding="utf-8")
    kept = HERE / "pictures"
    kept.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        exec("".join(re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)), {"__name__": "__main__"})  # ours
        for picture in sorted(Path().glob("*.png")):
            shutil.copy(picture, kept / picture.name)
            print(os.path.relpath(kept / picture.name, HERE.parent.parent))


if __name__ == "__main__":
    main()
