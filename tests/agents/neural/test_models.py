"""Models of learning libraries wherever players are taken: read by the library that they are of, or refused with a reason."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import RLAgent, TabularPolicy
from pokerzoo.agents.neural.models import library_of
from pokerzoo.agents.policies.players import profile
from pokerzoo.envs import Game, SingleAgentEnv, make_game
from pokerzoo.evaluation import exploitability

pytestmark = pytest.mark.filterwarnings("ignore")  # what the libraries warn of is theirs
torch = pytest.importorskip("torch")


def layer(game: Game, seed: int = 0) -> Any:
    """A linear layer with random weights."""
    torch.manual_seed(seed)
    return torch.nn.Linear(len(game.observation_names), game.num_distinct_actions)


def tables(game: Game, *layers: Any) -> list[TabularPolicy]:
    """Strategy of linear layers, worked out without torch."""

    def scores_of(module: Any) -> Any:
        weights, bias = module.weight.detach().numpy().T.copy(), module.bias.detach().numpy().copy()
        return lambda observations, masks: observations @ weights + bias

    return [RLAgent(game, scores_of(module)).tabulate() for module in layers]


def same(policy: TabularPolicy, other: TabularPolicy) -> None:
    np.testing.assert_allclose(policy.probabilities, other.probabilities, atol=1e-5)


def test_torch_modules_of_all_shapes() -> None:
    game = make_game("leduc")
    net = layer(game)
    (wanted,) = tables(game, net)

    class Masked(torch.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, seen: Any, mask: Any) -> Any:
            assert mask.dtype == torch.bool
            return net(seen).masked_fill(~mask, -1e9)

    class WithValue(torch.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, seen: Any) -> Any:
            return net(seen), seen.sum(dim=1)

    class Distribution(torch.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, seen: Any) -> Any:
            return torch.distributions.Categorical(logits=net(seen))

    class ActorCritic(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.critic, self.actor = torch.nn.Linear(41, 1), net

    for model in (net, Masked(), WithValue(), Distribution(), ActorCritic(), net):
        assert library_of(model) == "torch"
        same(RLAgent.of(game, model).tabulate(), wanted)
        assert exploitability(game, model) == pytest.approx(exploitability(game, wanted), abs=1e-4)
    same(RLAgent.of(game, net.double()).tabulate(), wanted)


def modules(game: Game) -> dict[str, Any]:
    """Modules of TorchRL on one linear layer, with what it gives under their names."""
    from tensordict.nn import TensorDictModule, TensorDictSequential
    from torchrl.modules import ActorValueOperator, MaskedCategorical, OneHotCategorical, ProbabilisticActor, ValueOperator

    net = layer(game)
    logits = TensorDictModule(net, in_keys=["observation"], out_keys=["logits"])
    masked = ProbabilisticActor(
        logits, in_keys={"logits": "logits", "mask": "action_mask"}, distribution_class=MaskedCategorical
    )
    plain = ProbabilisticActor(logits, in_keys=["logits"], distribution_class=OneHotCategorical)
    common = TensorDictModule(torch.nn.Identity(), in_keys=["observation"], out_keys=["hidden"])
    head = ProbabilisticActor(
        TensorDictModule(net, in_keys=["hidden"], out_keys=["logits"]), in_keys=["logits"], distribution_class=OneHotCategorical
    )
    value = ValueOperator(torch.nn.Linear(len(game.observation_names), 1), in_keys=["hidden"])
    return {
        "net": net,
        "module": logits,
        "one output": TensorDictModule(net, in_keys=["observation"], out_keys=["said"]),
        "masked actor": masked,
        "one-hot actor": plain,
        "sequence": TensorDictSequential(common, TensorDictModule(net, in_keys=["hidden"], out_keys=["logits"])),
        "with a critic": ActorValueOperator(common, head, value),
    }


def test_modules_of_torchrl() -> None:
    pytest.importorskip("torchrl")
    from tensordict.nn import TensorDictSequential
    from torchrl.modules import MLP, EGreedyModule, QValueActor

    game = make_game("leduc")
    made = modules(game)
    net = made.pop("net")
    (wanted,) = tables(game, net)
    for name, model in made.items():
        assert library_of(model) == "torchrl", name
        same(RLAgent.of(game, model).tabulate(), wanted)
        assert exploitability(game, model) == pytest.approx(exploitability(game, wanted), abs=1e-4), name
    alone = MLP(in_features=41, out_features=3, depth=0)  # a network that says nothing of keys
    alone.load_state_dict(dict(zip(alone.state_dict(), net.state_dict().values(), strict=True)))
    assert library_of(alone) == "torchrl"
    same(RLAgent.of(game, alone).tabulate(), wanted)
    greedy = RLAgent.of(game, net, greedy=True).tabulate()
    values = QValueActor(net, in_keys=["observation"], action_space="one-hot")
    explores = TensorDictSequential(values, EGreedyModule(spec=values.spec, eps_init=1.0, eps_end=1.0))
    for model in (values, explores):
        agent = RLAgent.of(game, model)
        assert agent.greedy
        assert agent.tabulate() == greedy


def grouped(net: Any, group: str) -> Any:
    """A layer as a module that reads and writes in a group of ``PettingZooWrapper``."""
    from tensordict.nn import TensorDictModule
    from torchrl.modules import MaskedCategorical, ProbabilisticActor

    return ProbabilisticActor(
        TensorDictModule(net, in_keys=[(group, "observation", "observation")], out_keys=[(group, "logits")]),
        in_keys={"logits": (group, "logits"), "mask": (group, "action_mask")},
        out_keys=[(group, "action")],
        distribution_class=MaskedCategorical,
    )


def test_groups_of_torchrl() -> None:
    """One network for all, one for each in one module, and one module for each."""
    pytest.importorskip("torchrl")
    from tensordict.nn import TensorDictSequential
    from torchrl.modules import MultiAgentMLP

    game = make_game("leduc")
    nets = [layer(game, seed) for seed in range(2)]
    first, second = tables(game, *nets)
    same(RLAgent.of(game, grouped(nets[0], "players")).tabulate(), first)
    each = TensorDictSequential(*(grouped(net, f"player_{seat}") for seat, net in enumerate(nets)))
    same(RLAgent.of(game, each).tabulate(), profile(game, [first, second]))
    assert exploitability(game, each) == pytest.approx(exploitability(game, [first, second]), abs=1e-4)
    torch.manual_seed(3)
    many = MultiAgentMLP(41, 3, n_agents=2, centralized=False, share_params=False, depth=0)
    with torch.no_grad():
        for seat, net in enumerate(nets):
            eye = torch.eye(41)[None, :, None].expand(1, 41, 2, 41)  # what each says of every single entry
            zero = many(torch.zeros(1, 2, 41))[0, seat]
            net.weight[:] = (many(eye)[0, :, seat] - zero).T
            net.bias[:] = zero
    same(RLAgent.of(game, grouped(many, "player")).tabulate(), profile(game, tables(game, *nets)))


def test_what_cannot_be_taken_in_of_torchrl() -> None:
    pytest.importorskip("torchrl")
    from tensordict.nn import NormalParamExtractor, TensorDictModule, TensorDictSequential
    from torchrl.modules import LSTMModule, ProbabilisticActor, TanhNormal

    game = make_game("kuhn")
    lstm = LSTMModule(input_size=17, hidden_size=3, in_key="observation", out_key="logits")
    with pytest.raises(ValueError, match="reads .*recurrent_state_h.*; must read observation and action_mask alone"):
        exploitability(game, lstm)
    bounds = torch.nn.Sequential(torch.nn.Linear(17, 6), NormalParamExtractor())
    moves = ProbabilisticActor(
        TensorDictModule(bounds, in_keys=["observation"], out_keys=["loc", "scale"]),
        in_keys=["loc", "scale"],
        distribution_class=TanhNormal,
    )
    with pytest.raises(ValueError, match=r"its actions \(TanhNormal\) are not choices from a list"):
        exploitability(game, moves)
    two = TensorDictSequential(
        TensorDictModule(torch.nn.Linear(17, 3), in_keys=["observation"], out_keys=["left"]),
        TensorDictModule(torch.nn.Linear(17, 3), in_keys=["observation"], out_keys=["right"]),
    )
    with pytest.raises(ValueError, match=r"gives \['left', 'right'\], and neither a distribution nor action_value nor logits"):
        exploitability(game, two)
    small = TensorDictModule(layer(game), in_keys=["observation"], out_keys=["logits"])
    with pytest.raises(ValueError, match="its first layer takes 17, as kuhn"):
        exploitability(make_game("leduc"), small)
    with pytest.raises(ValueError, match="of several players; observations of texas_holdem.* do not name the seat"):
        RLAgent.of(make_game("texas_holdem"), grouped(torch.nn.Linear(417, 5), "players"))


def test_what_cannot_be_taken_in_of_tianshou() -> None:
    pytest.importorskip("tianshou")
    from gymnasium.spaces import Box, Discrete
    from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy, ProbabilisticActorPolicy
    from tianshou.utils.net.common import Net, Recurrent
    from tianshou.utils.net.discrete import DiscreteActor

    game = make_game("kuhn")
    memory = DiscreteActorPolicy(actor=Recurrent(layer_num=1, state_shape=17, action_shape=3), action_space=Discrete(3))
    with pytest.raises(ValueError, match="it has a memory"):
        exploitability(game, memory)
    space = Box(-np.ones(3, dtype=np.float32), np.ones(3, dtype=np.float32))
    moves = ProbabilisticActorPolicy(actor=layer(game), dist_fn=torch.distributions.Normal, action_space=space)
    with pytest.raises(ValueError, match="its actions .* are not choices from a list"):
        exploitability(game, moves)
    actor = DiscreteActor(preprocess_net=Net(state_shape=17, hidden_sizes=[8]), action_shape=3, softmax_output=False)
    policy = DiscreteActorPolicy(actor=actor, action_space=Discrete(3))
    assert library_of(policy) == library_of(actor) == "tianshou"
    same(RLAgent.of(game, actor).tabulate(), RLAgent.of(game, policy).tabulate())
    with pytest.raises(ValueError, match="cannot be asked about leduc.*its first layer takes 17, as kuhn"):
        exploitability(make_game("leduc"), policy)


def test_what_cannot_be_taken_in_of_stable_baselines() -> None:
    pytest.importorskip("stable_baselines3")
    from stable_baselines3 import A2C

    model = A2C("MlpPolicy", SingleAgentEnv(make_game("kuhn"), mask_in="info"))
    with pytest.raises(ValueError, match="A2C: takes observations of 17 entries .*as kuhn.* has; leduc.* has 41 and 3"):
        exploitability(make_game("leduc"), model)
    with pytest.raises(ValueError, match="A2C: its actions .* are not choices from a list"):
        exploitability(make_game("kuhn"), A2C("MlpPolicy", "Pendulum-v1"))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: RLAgent.of(make_game("leduc"), layer(make_game("kuhn"))),
            "cannot be asked about leduc.*takes 17, as kuhn",
        ),
        (
            lambda: exploitability("leduc", torch.nn.Linear(41, 5)),
            r"gives scores of shape \(2, 5\) .* must be \(2, 3\)",
        ),
        (lambda: RLAgent.of("kuhn", 7), "must be a model of Stable-Baselines3, Tianshou or TorchRL"),
        (lambda: RLAgent.of("kuhn", torch.nn.Linear), "must be a model of Stable-Baselines3, Tianshou or TorchRL"),
        (lambda: exploitability("kuhn", torch.nn.Linear), "policy=<class .*Linear.*: must be an agent"),
    ],
)
def test_what_cannot_be_taken_in(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
