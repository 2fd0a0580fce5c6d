"""Print the explorer's OpenAPI document, from which the types of the page's JavaScript are made."""

import json
import tempfile
from pathlib import Path

from pokerzoo.web.app import create_app
from pokerzoo.web.settings import Settings

with tempfile.TemporaryDirectory() as folder:
    print(json.dumps(create_app(Settings(work=Path(folder))).openapi()))
