"""PettingZoo's checkers, with every warning an error but those that no environment can avoid."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # where its own games are installed, this imports a deprecated module of its own
    from pettingzoo.test.api_test import api_test
    from pettingzoo.test.parallel_test import parallel_api_test
    from pettingzoo.test.render_test import render_test
    from pettingzoo.test.seed_test import parallel_seed_test, seed_test

__all__ = ["api_test", "parallel_api_test", "parallel_seed_test", "render_test", "seed_test", "strict"]


@contextmanager
def strict(mask_in: str = "observation") -> Iterator[None]:
    """Warnings are errors inside.

    PettingZoo knows from a list of its own names which environments may have Dict observations, and warns about others.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if mask_in == "observation":
            warnings.filterwarnings("ignore", message="Observation is not a NumPy array$")
            warnings.filterwarnings("ignore", message="Observation space for each agent probably should be gymnasium")
        yield
