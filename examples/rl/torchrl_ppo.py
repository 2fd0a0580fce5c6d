"""TorchRL on the turn environment: PettingZooWrapper with masks, and PPO for both players with one network.

At each step TorchRL has an entry for every player: what it sees, what it may do, whether it is to act (``mask``), and what it
is paid. No player loses a reward that way. Steps at which a player waits hand values on, and are left out of the policy's loss.

python examples/rl/torchrl_ppo.py [--game leduc] [--steps N] [--seed S]
"""

import warnings

import torch
from common import Curve, cross_table, make_game, options, say
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import PettingZooWrapper, check_env_specs
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss, ValueEstimators

from pokerzoo.agents import RLAgent
from pokerzoo.envs import GameAECEnv

STEPS = {"kuhn": 10_000, "leduc": 60_000}
BATCH, EPOCHS, MINIBATCHES = 1000, 4, 4
"""Steps for each update, and how often they are gone through, in how many pieces."""
PLAYERS = "players"


def make_env(game, seed):
    """The environment, with both players in one group so that one network serves both."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "PettingZoo in TorchRL is tested using version")
        agents = ["player_0", "player_1"]
        return PettingZooWrapper(GameAECEnv(game), use_mask=True, group_map={PLAYERS: agents}, seed=seed)


def network(inputs, outputs):
    """A small perceptron."""
    return nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs))


def main(argv=None):
    """Check the environment, train, measure, print and draw."""
    args = options(__doc__.splitlines()[0], "rl_torchrl", STEPS, argv)
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    game = make_game(args.game)
    env = make_env(game, args.seed)
    check_env_specs(env)
    say("TorchRL's check_env_specs: passed")
    inputs = len(game.observation_names)
    logits = network(inputs, game.num_distinct_actions)
    seen = (PLAYERS, "observation", "observation")
    actor = ProbabilisticActor(
        TensorDictModule(logits, in_keys=[seen], out_keys=[(PLAYERS, "logits")]),
        in_keys={"logits": (PLAYERS, "logits"), "mask": (PLAYERS, "action_mask")},
        out_keys=[(PLAYERS, "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=(PLAYERS, "action_log_prob"),
    )
    critic = ValueOperator(network(inputs, 1), in_keys=[seen], out_keys=[(PLAYERS, "state_value")])
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.2, normalize_advantage=False, reduction="none")
    loss.set_keys(
        action=(PLAYERS, "action"),
        sample_log_prob=(PLAYERS, "action_log_prob"),
        value=(PLAYERS, "state_value"),
        reward=(PLAYERS, "reward"),
        done=(PLAYERS, "done"),
        terminated=(PLAYERS, "terminated"),
    )
    loss.make_value_estimator(ValueEstimators.GAE, gamma=1.0, lmbda=0.95)
    optimizer = torch.optim.Adam(loss.parameters(), lr=3e-3)
    collector = Collector(env, actor, frames_per_batch=BATCH, total_frames=args.steps, auto_register_policy_transforms=False)
    curve = Curve(game, "TorchRL's PPO against itself")
    curve.add(0, RLAgent.of(game, logits).tabulate())
    done = 0
    for data in collector:
        for group in optimizer.param_groups:
            group["lr"] = 3e-3 * (1.0 - done / args.steps)
        with torch.no_grad():
            loss.value_estimator(data, params=loss.critic_network_params, target_params=loss.target_critic_network_params)
        for _ in range(EPOCHS):
            for piece in torch.randperm(data.numel()).chunk(MINIBATCHES):
                batch = data.reshape(-1)[piece]
                losses = loss(batch)
                acts = batch[PLAYERS, "mask"]
                policy_loss = losses["loss_objective"].squeeze(-1) + losses["loss_entropy"].reshape(acts.shape)
                total = policy_loss[acts].mean() + losses["loss_critic"].mean()
                optimizer.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
        done += data.numel()
        curve.add(done, RLAgent.of(game, logits).tabulate())
    collector.shutdown()
    curve.summary()
    curve.save(args.picture)
    cross_table(game, RLAgent.of(game, logits).tabulate())


if __name__ == "__main__":
    main()
