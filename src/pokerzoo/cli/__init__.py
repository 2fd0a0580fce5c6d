"""The command ``pokerzoo``: ``docs/cli.md`` explains it by task, ``docs/cli_json.md`` lists what ``--json`` prints."""

from .entry import main

__all__ = ["main"]
