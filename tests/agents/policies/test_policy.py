"""Policies as objects and as files."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, Policy, StoreError, TabularPolicy, baseline_policy
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.poker.game import state_at
from pokerzoo_testing.cases import every_game, random_strategy


def test_reads_as_a_mapping() -> None:
    policy = CFR(make_game("kuhn"), "cfr+").run(500).average_policy()
    assert isinstance(policy, Policy)
    assert len(policy) == 12 and list(policy)[:3] == ["J|", "Q|", "K|"]
    assert set(policy["K|b"]) == {"fold", "call"} and policy["K|b"]["call"] > 0.99
    state = policy.game.initial_state().child(2).child(1)
    assert policy.action_probabilities(state) == policy.action_probabilities("K|")
    assert list(policy.action_probabilities("K|b")) == [0, 1]
    with pytest.raises(KeyError, match="no infoset"):
        policy["Z|"]
    with pytest.raises(ValueError, match="read-only"):
        policy.probabilities[0] = 1.0


@every_game
def test_to_dict_and_back(game: Game) -> None:
    policy = TabularPolicy(game, random_strategy(game, 1))
    assert TabularPolicy.from_dict(game, policy.to_dict()) == policy


def test_to_dataframe() -> None:
    pytest.importorskip("pandas")
    frame = TabularPolicy.uniform(make_game("kuhn")).to_dataframe()
    assert list(frame.columns) == ["player", "infoset", "check", "bet", "fold", "call"]
    assert frame.loc[frame.infoset == "K|b", "call"].item() == 0.5
    assert frame.loc[frame.infoset == "K|b", "check"].isna().item()


@pytest.mark.parametrize(
    ("before", "threshold", "after"),
    [
        ((0.1, 0.3, 0.6), 0.001, (0.1, 0.3, 0.6)),
        ((0.1, 0.3, 0.6), 0.2, (0.0, 1 / 3, 2 / 3)),
        ((0.1, 0.3, 0.6), 1.0, (0.0, 0.0, 1.0)),
        ((0.25, 0.25, 0.5), 0.25, (0.25, 0.25, 0.5)),  # only what is less probable goes
        ((0.25, 0.25, 0.5), float(np.nextafter(0.25, 1.0)), (0.0, 0.0, 1.0)),
    ],
)
def test_purified(before: tuple[float, ...], threshold: float, after: tuple[float, ...]) -> None:
    policy = TabularPolicy(make_game("rps"), before * 2).purified(threshold)
    np.testing.assert_allclose(policy.probabilities, after * 2, atol=1e-15)
    assert policy.metadata["purified"] == threshold


KUHN = make_game("kuhn")
BAD_NUMBERS = [
    ([0.5, 0.5], r"probabilities of shape \(2,\)"),
    ([0.5, 0.75] * 12, r"infoset 'J\|': the policy plays 0.5, 0.75, .*sum to 1.25"),
    ([0.5] * 22 + [1.5, -0.5], r"infoset 'K\|b': the policy plays 1.5, -0.5, .*not be negative"),
    ([float("nan"), 1.0] * 12, "the policy plays nan"),
    ([0.0] * 24, "the policy plays 0, 0"),
]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: TabularPolicy.uniform(KUHN).purified(1.5), "threshold=1.5: must be between 0 and 1"),
        *((lambda values=values: TabularPolicy(KUHN, values), message) for values, message in BAD_NUMBERS),
    ],
)
def test_bad_arguments(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@every_game
def test_saved_and_loaded(game: Game, tmp_path: Path) -> None:
    policy = TabularPolicy(game, random_strategy(game, 2), {"variant": "cfr+", "iterations": 7, "seed": None})
    file = tmp_path / "policy"
    policy.save(file)
    for loaded in (TabularPolicy.load(file), TabularPolicy.load(str(file), game)):
        assert loaded == policy and loaded.metadata == policy.metadata and loaded.game == game
    assert [path.name for path in tmp_path.iterdir()] == ["policy"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format_version": 3}, "format version 3, not 5: made by a development version"),
        ({"format_version": 6, "pokerzoo_version": "0.9"}, r"a later one \(0.9\)"),
        ({"format": "other"}, "not a pokerzoo policy file"),
        ({"game": "chess"}, "no such game"),
        ({"game": 3}, "damaged: header entry 'game'"),
        ({"params": {"num_cards": 5}}, "infosets are not the infosets"),
        ({"params": {"colour": 5}}, "no such parameter"),
        ({"infosets": "0"}, "infosets are not the infosets"),
        ({"metadata": {"a": eval("[" * 60 + "]" * 60)}}, "nested more than 50 deep"),
        *(({"probabilities": np.array(values)}, f"damaged: .*{message}") for values, message in BAD_NUMBERS[1:]),
        ({"probabilities": np.zeros(3)}, "infosets are not the infosets"),
        *(
            ({"probabilities": np.ones(24, dtype=int).astype(kind)}, "damaged")
            for kind in ("complex128", "S4", "int64", "longdouble", "datetime64[s]", "object")
        ),
    ],
    ids=str,
)
@pytest.mark.parametrize("precision", ["full", "half"])
def test_foreign_future_and_damaged_files(precision: Any, changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    file = tmp_path / "k.npz"
    TabularPolicy.uniform(KUHN).save(file, precision)
    with np.load(file) as archive:
        header, kept = json.loads(archive["header"].tobytes()), archive["probabilities"]
    assert header["format_version"] == 5 and header["game"] == "kuhn" and set(header) >= {"pokerzoo_version", "infosets"}
    text = json.dumps(header | {name: entry for name, entry in changes.items() if name != "probabilities"}).encode()
    np.savez(file, header=np.frombuffer(text, dtype=np.uint8), probabilities=changes.get("probabilities", kept))
    with pytest.raises(StoreError, match=message) as caught:
        TabularPolicy.load(file)
    assert str(file) in str(caught.value)


@pytest.mark.parametrize("compress", [True, False])
def test_every_flipped_or_missing_byte_is_noticed_or_harmless(compress: bool, tmp_path: Path) -> None:
    file = tmp_path / "k.npz"
    policy = TabularPolicy(make_game("kuhn"), random_strategy(make_game("kuhn"), 3))
    policy.save(file, compress=compress)
    data = file.read_bytes()
    refused = 0
    for at in range(len(data)):
        for broken in (data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :], data[:at]):
            file.write_bytes(broken)
            try:
                assert TabularPolicy.load(file, policy.game) == policy
            except StoreError as error:
                refused += str(error).startswith(f"{file}: ")
    assert refused > len(data)


@pytest.mark.parametrize(
    ("member", "message"),
    [
        ("", "damaged: File is not a zip file"),
        ("readme.txt", "no header"),
        *((name, r"a trained network.* tabulate\(game, model\)\.save\(FILE\)") for name in ("policy.pth", "model/data.pkl")),
    ],
)
def test_files_of_others(member: str, message: str, tmp_path: Path) -> None:
    """Text, an archive, and networks as Stable-Baselines3 and torch.save write them."""
    file = tmp_path / "x.zip"
    file.write_bytes(b"PK\x03\x04 nonsense")
    if member:
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(member, "numbers")
    with pytest.raises(StoreError, match=message):
        TabularPolicy.load(file)


def test_a_file_for_another_game_is_refused(tmp_path: Path) -> None:
    baseline_policy(make_game("leduc"), "honest").save(tmp_path / "l.npz")
    with pytest.raises(StoreError, match="for leduc.*not for kuhn"):
        TabularPolicy.load(tmp_path / "l.npz", make_game("kuhn"))
    with pytest.raises(StoreError, match="suit_isomorphism=False.*not for.*True"):
        TabularPolicy.load(tmp_path / "l.npz", make_game("leduc", suit_isomorphism=True))
    with pytest.raises(FileNotFoundError):
        TabularPolicy.load(tmp_path / "none.npz")


def test_a_failed_save_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "k.npz"
    TabularPolicy.uniform(make_game("kuhn")).save(file)
    before = file.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        baseline_policy(make_game("kuhn"), "honest").save(file)
    assert file.read_bytes() == before and [p.name for p in tmp_path.iterdir()] == ["k.npz"]


def test_what_is_asked_is_a_decision_in_every_game() -> None:
    leduc = make_leduc()
    public = leduc.rules.root.child(1).child(2)
    state = state_at(leduc, public, (4, 0))
    assert (public.current_player, public.legal_actions(), public.num_hands) == (0, state.legal_actions(), 6)
    assert [public.action_name(action) for action in public.legal_actions()] == ["fold", "call", "raise"]
    assert public.key(4) == state.infoset_key(0) == state.key(0) and state.num_hands == 1
    whole = make_texas_holdem().initial_state().after_chance(np.random.default_rng(1))
    hand = whole.game.hand_index[whole.hole_cards(whole.current_player)]
    assert whole.num_hands == 1326 and whole.key(hand) == whole.infoset_key(whole.current_player)
