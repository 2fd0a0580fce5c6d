"""Training: the loop of all learners, checkpoints, and where metrics go."""

from typing import TYPE_CHECKING

from pokerzoo.envs.support.lazy import names_when_asked_for

if TYPE_CHECKING:
    from pokerzoo.agents.training.logs import JsonLinesLog as JsonLinesLog
    from pokerzoo.agents.training.logs import TensorBoardLog as TensorBoardLog
    from pokerzoo.agents.training.logs import metrics as metrics
    from pokerzoo.agents.training.trainer import Trainer as Trainer
    from pokerzoo.agents.training.trainer import UnsupportedError as UnsupportedError
else:
    __getattr__, __dir__, __all__ = names_when_asked_for(__name__)
