"""Names of the environments in PettingZoo's and Gymnasium's registries."""

from __future__ import annotations

AEC = {
    "kuhn": "kuhn",
    "bet_raise": "bet_raise",
    "leduc": "leduc",
    "rps": "rps",
    "bet_fold": "bet_fold",
    "holdem": "holdem_river",
}
"""Games with a PettingZoo environment, each with the name of its id; the module is ``<name>_v0``."""
PARALLEL = {"rps": "rps", "bet_fold": "bet_fold"}
"""Those that have ``parallel_env`` too."""
SINGLE_AGENT = {
    "kuhn": "Kuhn",
    "bet_raise": "BetRaise",
    "leduc": "Leduc",
    "rps": "Rps",
    "bet_fold": "BetFold",
    "holdem": "HoldemRiver",
}
"""Games with a Gymnasium environment, each with the name of its id."""


def register_all() -> None:
    """Register every environment with PettingZoo and Gymnasium.

    Then ``pettingzoo.make("aec", "pokerzoo/kuhn-v0")``, ``pettingzoo.make("parallel", "pokerzoo/rps-v0")``,
    ``gymnasium.make("pokerzoo/Kuhn-v0")`` and ``gymnasium.make_vec("pokerzoo/Kuhn-v0", num_envs=4096)`` work. Can be called
    again. Only texts are registered: nothing is imported until an environment is made. PettingZoo before 1.27 has no registry
    and is left out.
    """
    import gymnasium

    for game, name in SINGLE_AGENT.items():
        if f"pokerzoo/{name}-v0" not in gymnasium.registry:
            gymnasium.register(
                f"pokerzoo/{name}-v0",
                "pokerzoo.gymnasium_envs:make_single_agent",
                vector_entry_point="pokerzoo.gymnasium_envs:make_vector",
                kwargs={"game": game},
            )
    try:
        from pettingzoo import aec_registry, parallel_registry, register
    except ImportError:
        return
    for name in AEC.values():
        if f"pokerzoo/{name}-v0" not in aec_registry:
            register("aec", f"pokerzoo/{name}-v0", f"pokerzoo.envs.{name}_v0:env")
    for name in PARALLEL.values():
        if f"pokerzoo/{name}-v0" not in parallel_registry:
            register("parallel", f"pokerzoo/{name}-v0", f"pokerzoo.envs.{name}_v0:parallel_env")
