"""docs/howto/explorer.md: the script there does what it says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

from pokerzoo_testing import ROOT
from pokerzoo_testing.served import served

BLOCKS = re.compile(r"```python\n(?P<code>.*?)```\n\n```text\n(?P<printed>.*?)```", re.DOTALL)


def test_the_script_of_the_docs(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "howto" / "explorer.md").read_text(encoding="utf-8").partition("## From scripts")[2]
    blocks = BLOCKS.search(text)
    assert blocks is not None
    with served(tmp_path) as (client, _):
        code = blocks["code"].replace("http://127.0.0.1:8765", str(client.base_url).rstrip("/"))
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "docs/howto/explorer.md", "exec"), {})
    assert printed.getvalue() == blocks["printed"]
