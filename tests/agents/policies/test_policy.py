"""Policies as objects and as files."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, Policy, StoreError, TabularPolicy, baseline_policy
from pokerzoo.envs import Game, make_game
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
    ("threshold", "expected"),
    [(0.001, [0.1, 0.3, 0.6]), (0.2, [0.0, 1 / 3, 2 / 3]), (0.5, [0.0, 0.0, 1.0]), (1.0, [0.0, 0.0, 1.0])],
)
def test_purified(threshold: float, expected: list[float]) -> None:
    game = make_game("rps")
    policy = TabularPolicy(game, [0.1, 0.3, 0.6] * 2).purified(threshold)
    np.testing.assert_allclose(policy.probabilities, expected * 2, atol=1e-15)
    assert policy.metadata["purified"] == threshold


def test_purified_keeps_what_is_as_probable_as_the_threshold() -> None:
    """Only actions *less* probable than the threshold go."""
    policy = TabularPolicy(make_game("rps"), [0.25, 0.25, 0.5] * 2)
    assert policy.purified(0.25).probabilities.tolist() == [0.25, 0.25, 0.5] * 2
    assert policy.purified(0.0) == policy
    assert policy.purified(float(np.nextafter(0.25, 1.0))).probabilities.tolist() == [0.0, 0.0, 1.0] * 2


def test_purified_refuses_a_bad_threshold() -> None:
    with pytest.raises(ValueError, match="threshold=1.5: must be between 0 and 1"):
        TabularPolicy.uniform(make_game("rps")).purified(1.5)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([0.5, 0.5], "of shape"),
        ([0.5, 0.6, 0.0] * 2, "sum to 1.1"),
        ([1.5, -0.5, 0.0] * 2, "plays 1.5, -0.5, 0, .* must not be negative"),
        ([float("nan"), 0.5, 0.5] * 2, "plays nan, 0.5, 0.5,"),
    ],
)
def test_bad_probabilities(values: list[float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TabularPolicy(make_game("rps"), values)


def test_a_bad_probability_is_told_with_its_infoset() -> None:
    game = make_game("kuhn")
    for row, first in zip(game.infosets, game.infosets.first, strict=False):
        values = np.full(game.infosets.size, 0.5)
        values[first + 1] = -0.5
        with pytest.raises(ValueError, match=re.escape(f"infoset {row.key!r}: the policy plays ") + ".*-0.5"):
            TabularPolicy(game, values)
        values[first + 1] = 0.75
        with pytest.raises(ValueError, match=re.escape(f"infoset {row.key!r}: the policy plays ") + ".*sum to 1.25"):
            TabularPolicy(game, values)


@every_game
def test_saved_and_loaded(game: Game, tmp_path: Path) -> None:
    policy = TabularPolicy(game, random_strategy(game, 2), {"variant": "cfr+", "iterations": 7, "seed": None})
    file = tmp_path / "policy"
    policy.save(file)
    for loaded in (TabularPolicy.load(file), TabularPolicy.load(str(file), game)):
        assert loaded == policy and loaded.metadata == policy.metadata and loaded.game == game
    assert [path.name for path in tmp_path.iterdir()] == ["policy"]


def test_the_header_says_what_it_is(tmp_path: Path) -> None:
    CFR(make_game("kuhn", num_cards=4), "lcfr").run(5).average_policy().save(tmp_path / "k.npz")
    with np.load(tmp_path / "k.npz", allow_pickle=False) as archive:
        header = json.loads(archive["header"].tobytes())
    assert header["format_version"] == 5 and header["game"] == "kuhn" and header["params"]["num_cards"] == 4
    assert header["metadata"]["variant"] == "lcfr" and header["metadata"]["iterations"] == 5
    assert set(header) >= {"pokerzoo_version", "infosets"}


def rewrite(file: Path, **changes: Any) -> None:
    """Write the file again with other header entries or other probabilities."""
    with np.load(file, allow_pickle=False) as archive:
        header, probabilities = json.loads(archive["header"].tobytes()), archive["probabilities"]
    probabilities = changes.pop("probabilities", probabilities)
    text = json.dumps(header | changes).encode()
    buffer = io.BytesIO()
    np.savez(buffer, header=np.frombuffer(text, dtype=np.uint8), probabilities=probabilities)
    file.write_bytes(buffer.getvalue())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format_version": 3}, "format version 3, not 5: made by a development version .*; make it again"),
        ({"format_version": None}, "format version None, not 5"),
        ({"format_version": 6, "pokerzoo_version": "0.9"}, r"or by a later one \(0.9\)"),
        ({"format": "other"}, "not a pokerzoo policy file"),
        ({"game": "chess"}, "no such game"),
        ({"game": 3}, "damaged: header entry 'game'"),
        ({"params": {"num_cards": 5}}, "infosets are not the infosets"),
        ({"params": {"colour": 5}}, "no such parameter"),
        ({"infosets": "0"}, "infosets are not the infosets"),
        ({"probabilities": np.zeros(24)}, "damaged: infoset .* the policy plays 0, 0, "),
        ({"probabilities": np.zeros(3)}, "infosets are not the infosets"),
        ({"probabilities": np.array([{}] * 24, dtype=object)}, "damaged"),
    ],
)
def test_foreign_future_and_broken_files(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    file = tmp_path / "k.npz"
    TabularPolicy.uniform(make_game("kuhn")).save(file)
    rewrite(file, **changes)
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


@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x03\x04 nonsense", b"\x93NUMPY\x01\x00"])
def test_files_that_are_no_archives(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(StoreError, match="x: "):
        TabularPolicy.load(tmp_path / "x")


def test_an_archive_of_something_else(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(StoreError, match="no header"):
        TabularPolicy.load(tmp_path / "x.zip")


@pytest.mark.parametrize("member", ["policy.pth", "model/data.pkl"])
def test_a_network_as_libraries_save_it(tmp_path: Path, member: str) -> None:
    """Stable-Baselines3 writes the one into its zip files, torch.save the other."""
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr(member, "numbers")
    with pytest.raises(StoreError, match=r"a trained network.* tabulate\(game, model\)\.save\(FILE\) makes a policy file"):
        TabularPolicy.load(tmp_path / "x.zip")


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
    leduc = make_game("leduc")
    public = leduc.rules.root.child(1).child(2)
    state = state_at(leduc, public, (4, 0))
    assert (public.current_player, public.legal_actions(), public.num_hands) == (0, state.legal_actions(), 6)
    assert [public.action_name(action) for action in public.legal_actions()] == ["fold", "call", "raise"]
    assert public.key(4) == state.infoset_key(0) == state.key(0) and state.num_hands == 1
    whole = make_game("texas_holdem").initial_state().after_chance(np.random.default_rng(1))
    hand = whole.game.hand_index[whole.hole_cards(whole.current_player)]
    assert whole.num_hands == 1326 and whole.key(hand) == whole.infoset_key(whole.current_player)
