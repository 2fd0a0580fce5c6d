"""Names that the help and the completion tell, without the imports that their owners need; a test compares them with these."""

from __future__ import annotations

VARIANTS = (
    "cfr", "cfr+", "lcfr", "dcfr", "pcfr+", "hs-dcfr", "hs-dcfr-15", "hs-pcfr+", "hs-pcfr+-15", "cfr-avg-restart"
)  # fmt: skip
"""Of ``pokerzoo.agents.VARIANTS``."""
BASELINES = ("random", "always_call", "always_fold", "always_raise", "honest")
"""Of ``pokerzoo.agents.BASELINES``."""
WHOLE_HAND_BASELINES = ("random", "always_call", "always_fold", "always_raise", "tight", "loose", "equity")
"""Of ``pokerzoo.agents.WHOLE_HAND_BASELINES``."""
WHOLE_HAND_PLAYERS = (*WHOLE_HAND_BASELINES, "blueprint", "solving")
"""Of ``pokerzoo.agents.WHOLE_HAND_PLAYERS``."""
OPPONENTS = {"texas_holdem": "blueprint"}
"""Games that ``pokerzoo play`` takes by their name alone, and the opponent who is there then."""
LEARNERS = (
    "cfr", "cfr+", "dcfr", "mccfr_external", "mccfr_outcome", "mccfr_dealt", "blueprint", "mmd",
    "deep_cfr", "ppo", "neural_mmd", "rnad",
)  # fmt: skip
"""Of ``pokerzoo.evaluation.benchmark.learners.LEARNERS``."""
BENCHMARK_GAMES = (
    "small", "standard", "kuhn", "leduc", "river", "river_100", "flop_holdem"
)  # fmt: skip
"""Sets and games of ``pokerzoo.evaluation.benchmark.games``."""
PRIZE_MODELS = ("icm", "proportional", "winner_takes_all")
"""Of ``pokerzoo.envs.poker.prizes.MODELS``."""
KERNEL_FAMILIES = (
    "streets", "street-measures", "street-reports", "half-streets", "from-blinds", "from-blinds-measures",
    "rivers", "three-players", "small-games", "sampled", "mirror-descent", "bet-fold", "blueprints", "environments",
    "matches", "equities",
)  # fmt: skip
"""Of ``pokerzoo.kernels.families.FAMILIES``."""
