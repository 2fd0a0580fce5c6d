"""What all solvers on a compiled game share: running, the average policy, and how exploitable it is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.agents.training.loop import Callback, train
from pokerzoo.agents.training.measurement import Measures
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.evaluator import evaluator_of, new_rows, own_reach, policy_from_rows, policy_from_sums
from pokerzoo.envs.compiled.forms import Form
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.parameters import check_int

from .variants import Variant

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]


def game_of(game: Any) -> Game:
    """The game of an environment of this package, or the game itself.

    Raises:
        ValueError: neither.
    """
    found = game if isinstance(game, Game) else getattr(getattr(game, "unwrapped", None), "game", None)
    if not isinstance(found, Game):
        raise ValueError(f"game={game!r}: must be a game (make_game) or an environment of pokerzoo")
    return found


class Solver(Measures):
    """The part of ``CFR`` and ``MCCFR`` that does not depend on how regrets come about.

    A solver gives ``advance``, ``next_check``, ``state``, ``identity`` (see ``training.Trainable``), ``_sums`` and
    ``_current``.

    Attributes:
        game: the game.
        variant: the row of ``variants.VARIANTS`` in use.
        alternating: whether players update in turn.
        chance: ``"all"`` (every deal, each iteration) or ``"sample"``.
        seed: of the random numbers, None where there are none.
        seed_given: whether the user chose it.
        seconds: spent in iterations, those before a checkpoint was read included; compiling is not among them.
        planned: see ``training.Trainable``.
        form: the compiled game it works on.
    """

    game: Game
    variant: Variant
    alternating: bool
    chance: str
    form: Form

    def __init__(self, game: Game, form: Form, variant: Variant, seed: int | None, samples: bool) -> None:
        self.game, self.form, self.variant = game, form, variant
        if seed is not None:
            check_int("seed", seed, 0, 2**128)
        self.seed_given = seed is not None
        self.seed = seed
        self.seconds = 0.0
        self.planned = 0
        self._rng: np.random.Generator | None = None
        if samples:
            self.seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
            self._rng = np.random.default_rng(self.seed)
        self._iteration = np.zeros(1, dtype=np.int64)
        self._regrets = new_rows(form)
        self._averages = new_rows(form)
        self._evaluator = evaluator_of(form)

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return int(self._iteration[0])

    def run(
        self,
        iterations: int | None = None,
        *,
        until: float | str | None = None,
        callbacks: Iterable[Callback] = (),
        every: int | None = None,
        checkpoint: str | Path | None = None,
    ) -> Self:
        """Go on for ``iterations`` more or until the average policy's exploitability is ``until``, whichever comes first.

        Exploitability is looked at now and then, after the same iterations in every run. Ctrl-C stops between iterations
        and leaves a usable solver.

        Args:
            iterations: at most so many.
            until: exploitability (NashConv / players) in chips, in percent of the starting pot (``"0.1%"``) or in
                thousandths of the big blind (``"5 mbb"``).
            callbacks: each is called with this solver after every stretch; one that returns True ends the run.
            every: iterations between callbacks and between checkpoints, both of which come once more at the end; None:
                about ten times a second, and a checkpoint every ten seconds.
            checkpoint: a directory for checkpoints. If an earlier run of the same solver was stopped or killed there, this
                one goes on where the last checkpoint is and ends, bit for bit, where that one would have ended; if it is
                further along already, nothing is done.

        Raises:
            ValueError: neither limit given, or one that is not positive (iterations and ``every`` are whole numbers); a
                checkpoint of another run, or none that can be read (``CheckpointError``).
            OSError: a checkpoint cannot be written. The solver is as it was, and so are the checkpoints before.
            OverflowError: regrets or averages have ceased to be finite.
            RuntimeError: this solver is running already, in another thread or around the callback that asks.
        """
        train(self, iterations, until=until, callbacks=callbacks, every=every, checkpoint=checkpoint)
        return self

    def advance(self, count: int) -> None:
        """Do ``count`` iterations."""
        raise NotImplementedError

    def next_check(self, iteration: int) -> int:
        """After a look at exploitability at ``iteration``, when the next is worth its time."""
        # An evaluation costs about two iterations and 0.1 ms of Python: on tiny trees that is hundreds of iterations.
        floats = sum(row.size for row in self._regrets)
        return iteration + max(20, 100_000 // floats, iteration // 20)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All that changes from iteration to iteration, as the live arrays, by name."""
        state: dict[str, npt.NDArray[Any]] = {"iteration": self._iteration}
        for player, (regrets, averages) in enumerate(zip(self._regrets, self._averages, strict=True)):
            state |= {f"regrets {player}": regrets, f"averages {player}": averages}
        return state

    def generator(self) -> np.random.Generator | None:
        """The source of random numbers, if there is one."""
        return self._rng

    def identity(self) -> dict[str, Any]:
        """What another run must share to go on from this one's checkpoint."""
        return {
            "solver": type(self).__name__,
            "game": self.game.name,
            "params": self.game.params,
            "variant": self.variant.name,
            "schedule": self.variant.fingerprint,
            "alternating": self.alternating,
            "chance": self.chance,
        }

    def _sums(self) -> AllRows:
        """Weighted sums of strategies, as rows."""
        return self._averages

    def _current(self) -> AllRows:
        """The strategies that come next, as rows of non-negative shares."""
        return tuple(np.maximum(regret, 0.0) for regret in self._regrets)

    def _metadata(self, kind: str) -> dict[str, Any]:
        return {
            "strategy": kind,
            "variant": self.variant.name,
            "iterations": self.iteration,
            "alternating": self.alternating,
            "chance": self.chance,
            "seed": self.seed,
        }

    def current_policy(self) -> TabularPolicy:
        """The strategy that the next iteration would play: proportional to positive regret (and forecast), or locked."""
        return TabularPolicy(self.game, policy_from_sums(self.form, self._current()), self._metadata("current"))

    def average_policy(self) -> TabularPolicy:
        """The average of all strategies so far, weighted by own reach: what converges. Uniform where never reached."""
        return TabularPolicy(self.game, policy_from_sums(self.form, self._sums()), self._metadata("average"))

    def regrets(self) -> Floats:
        """Cumulative (discounted) counterfactual regrets in chips, float64 [entries], in the order of ``game.infosets``.

        ``table`` has them with infoset and action.
        """
        return policy_from_rows(self.form, self._regrets)

    def table(self) -> pd.DataFrame:
        """All that the solver knows, a row an (infoset, action) pair; see ``entries_frame``."""
        return entries_frame(self.form, self.regrets(), self.current_policy(), self.average_policy())

    def measure(self) -> Measurement:
        """What the average policy is worth to each player, and what the player's best response would be."""
        return Measurement(self.game, *self._evaluator.evaluate_sums(self._sums()))


def entries_frame(form: Form, regrets: Floats, current: TabularPolicy, average: TabularPolicy) -> pd.DataFrame:
    """A row an (infoset, action) pair, in the order of ``game.infosets``.

    Columns: ``player``, ``infoset``, ``action``; ``regret`` in chips; ``strategy``, the probability in the next iteration;
    ``average``, that in the average strategy; ``reach``, how likely the player's own actions lead to the infoset under the
    average strategy.

    Raises:
        ImportError: pandas is not installed.
    """
    try:
        import pandas as pd
    except ImportError:
        raise ImportError("table needs pandas: pip install pandas") from None
    pairs = [(row.player, row.key, name) for row in average.game.infosets for name in row.action_names]
    frame = pd.DataFrame(pairs, columns=["player", "infoset", "action"])
    return frame.assign(
        regret=regrets,
        strategy=current.probabilities,
        average=average.probabilities,
        reach=own_reach(form, average.probabilities),
    )


def rows_digest(rows: Iterable[npt.NDArray[Any]]) -> str:
    """A digest of arrays, for ``identity``."""
    return hashlib.sha256(b"".join(np.ascontiguousarray(row).tobytes() for row in rows)).hexdigest()[:16]
