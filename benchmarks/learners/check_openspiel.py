"""Check of OpenSpiel's learners: measured by OpenSpiel and by us, and the same again from the same seed.

    python benchmarks/learners/check_openspiel.py benchmarks/learners/openspiel_ppo.py

On Kuhn and Leduc each file's learner learns for ``--steps`` steps. Then the exploitability of its policies, asked about all
infosets at once, has to be what OpenSpiel's own ``exploitability`` finds for the same learner, asked state by state as
OpenSpiel does it, to 1e-6. And a second learner from the same seed has to have the same policies to the bit,
though it was looked at once more on the way. Each file needs the environment that it names.
"""

from __future__ import annotations

import argparse
import importlib.util
import time
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.envs import make_game
from pokerzoo.evaluation import exploitability, openspiel_game

TOLERANCE = 1e-6


def policies_of(learner: Any) -> dict[str, Any]:
    """OpenSpiel's own policies of a learner, by the name of ours."""
    from open_spiel.python import policy, rl_environment

    if hasattr(learner, "solver"):  # R-NaD is a policy
        return {"current": learner.solver}
    theirs = openspiel_game(learner.game)

    def step(state: Any) -> Any:
        player = state.current_player()
        observations: dict[str, Any] = {"current_player": player, "info_state": [None, None], "legal_actions": [None, None]}
        # OpenSpiel's PPO looks where its own player_id, 0, is.
        for seat in (0, player):
            observations["info_state"][seat] = state.information_state_tensor(player)
            observations["legal_actions"][seat] = state.legal_actions(player)
        return rl_environment.TimeStep(observations=observations, rewards=None, discounts=None, step_type=None)

    def answer(told: Any, state: Any) -> dict[int, float]:
        # A softmax in float32 sums to 1 to 7 digits; OpenSpiel takes a table as it is, so that the rest would be chips.
        chosen = np.array([float(told[action]) for action in state.legal_actions()])
        return dict(zip(state.legal_actions(), chosen / chosen.sum(), strict=True))

    if hasattr(learner, "agent"):

        def ppo(state: Any) -> dict[int, float]:
            return answer(learner.agent.step([step(state)], is_evaluation=True)[0].probs, state)

        return {"current": policy.tabular_policy_from_callable(theirs, ppo)}
    from open_spiel.python.pytorch import nfsp

    def mode(which: Any) -> Any:
        def asked(state: Any) -> dict[int, float]:
            agent = learner.agents[state.current_player()]
            with agent.temp_mode_as(which):
                return answer(agent.step(step(state), is_evaluation=True).probs, state)

        return policy.tabular_policy_from_callable(theirs, asked)

    return {"current": mode(nfsp.MODE.BEST_RESPONSE), "average": mode(nfsp.MODE.AVERAGE_POLICY)}


def check(path: Path, name: str, steps: int) -> None:
    """One learner on one game.

    Raises:
        AssertionError: OpenSpiel measures something else, or a second run has another policy.
    """
    from open_spiel.python.algorithms import exploitability as measures

    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game = make_game(name)
    learner = module.make(game, 1)
    begin = time.process_time()
    learner.advance(steps)
    took = time.process_time() - begin
    policies = {kind: getattr(learner, kind)() for kind in ("current", "average")}
    for kind, theirs in policies_of(learner).items():
        own = exploitability(game, policies[kind])
        other = measures.exploitability(openspiel_game(game), theirs)
        print(f"{path.stem} {name} {kind}: {learner.decisions} decisions in {took:.1f} s; exploitability {own:.9f}, "
              f"by OpenSpiel {other:.9f}", flush=True)  # fmt: skip
        assert abs(own - other) < TOLERANCE, f"{path.stem} {name} {kind}: {own} and {other}"
    again = module.make(game, 1)
    for _ in range(2):
        again.advance(steps // 2)
        again.current()
    assert again.decisions == learner.decisions
    for kind, policy in policies.items():
        assert getattr(again, kind)() == policy, f"{path.stem} {name}: another {kind} policy from the same seed"


def main() -> None:
    """Check the files named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--steps", type=int, default=10, help="an even number")
    arguments = parser.parse_args()
    for path in arguments.files:
        for name in ("kuhn", "leduc"):
            check(path, name, arguments.steps)


if __name__ == "__main__":
    main()
