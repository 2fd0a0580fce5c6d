"""``python -m pokerzoo.cli``."""

import sys

from .entry import main

sys.exit(main())
