"""``python -m pokerzoo``: the command line."""

import sys

from pokerzoo.cli import main

sys.exit(main())
