"""Files of hand classes: what is written is read again, and nothing else is."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from pokerzoo.agents import HandClasses, make_hand_classes
from pokerzoo.agents.blueprint import run_out_classes
from pokerzoo.agents.blueprint.hand_classes import ClassTable, StrengthClasses
from pokerzoo.agents.blueprint.run_out_classes import RunOutClasses, classes_at_table
from pokerzoo.envs import make_game

RULES = make_game("texas_holdem", deck="royal").rules
KINDS = [
    {"flop": "exact", "turn": 40, "river": 20},
    {"flop": 50, "turn": "exact", "river": 20},
    {"flop": 30, "turn": 20, "river": "exact", "features": "ehs"},
    {"flop": 30, "turn": "exact", "river": 20, "textures": True},
]


@pytest.mark.parametrize("kind", KINDS, ids=["strength", "groups", "exact", "textures"])
def test_a_file_has_the_same_classes(kind: dict[str, object], tmp_path: Path) -> None:
    classes = make_hand_classes(RULES, **kind)  # type: ignore[arg-type]
    classes.save(tmp_path / "classes.npz")
    again = HandClasses.load(tmp_path / "classes.npz")
    assert (again.counts, again.recipe, again.digest) == (classes.counts, classes.recipe, classes.digest)
    for one, other in zip(classes.on_board((3, 8, 19, 0, 5)), again.on_board((3, 8, 19, 0, 5)), strict=True):
        assert np.array_equal(one, other)
    first = (tmp_path / "classes.npz").read_bytes()
    again.save(tmp_path / "classes.npz")
    assert (tmp_path / "classes.npz").read_bytes() == first


def test_a_folder_keeps_classes_by_their_recipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_hand_classes(RULES, flop=20, turn=20, river=10, folder=tmp_path)
    (path,) = tmp_path.iterdir()
    monkeypatch.setattr("pokerzoo.agents.blueprint.class_maker.made_classes", None)  # nothing is made again
    assert make_hand_classes(RULES, flop=20, turn=20, river=10, folder=tmp_path).digest == made.digest
    with pytest.raises(TypeError):
        make_hand_classes(RULES, flop=21, turn=20, river=10, folder=tmp_path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(ValueError, match="damaged: File is not a zip file"):
        make_hand_classes(RULES, flop=20, turn=20, river=10, folder=tmp_path)


def test_another_digest_or_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "classes.npz"
    make_hand_classes(RULES, flop=20, turn=20, river=10).save(path)
    with np.load(path) as archive:
        arrays = dict(archive)
    header = arrays["header"].tobytes()
    for old, new, told in (
        (b'"counts": [25, 20', b'"counts": [25, 19', "digest"),
        (b'"format_version": 2', b'"format_version": 9', "format version 9, not 2"),
        (b"pokerzoo hand classes", b"pokerzoo HAND classes", "not a pokerzoo hand classes file"),
        (b'"cards": 20', b'"cards": 24', "deck"),
    ):
        assert old in header
        np.savez(path, **{**arrays, "header": np.frombuffer(header.replace(old, new), dtype=np.uint8)})
        with pytest.raises(ValueError, match=told):
            HandClasses.load(path)
    changed = arrays["turn/classes"].copy()
    changed[7] += 1
    np.savez(path, **{**arrays, "turn/classes": changed})
    with pytest.raises(ValueError, match="digest"):
        HandClasses.load(path)
    np.savez(path, **{name: array for name, array in arrays.items() if name != "river/of_doubled"})
    with pytest.raises(ValueError, match="damaged: no river/of_doubled"):
        HandClasses.load(path)
    with pytest.raises(FileNotFoundError):
        HandClasses.load(tmp_path / "none.npz")


def test_boards_that_are_kept_do_not_travel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_out_classes, "TABLE_PAIRS", 0)
    classes = classes_at_table(make_hand_classes(RULES, flop=40, turn=30, river=20))
    before = len(pickle.dumps(classes))
    found = classes.on_board((3, 8, 19, 0, 5))
    assert len(pickle.dumps(classes)) == before
    for one, other in zip(pickle.loads(pickle.dumps(classes)).on_board((3, 8, 19, 0, 5)), found, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("features", ["ehs", "emd"])
@pytest.mark.parametrize("most", [0, 10_000], ids=["no tables", "flops"])
def test_classes_at_the_table_are_those_of_the_tables(features: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_out_classes, "TABLE_PAIRS", most)
    game = make_game("texas_holdem", deck="royal")
    classes = make_hand_classes(game.rules, flop=40, turn=30, river=20, features=features)  # type: ignore[attr-defined]
    at_table, by_hand = classes_at_table(classes), classes_at_table(classes)
    kinds = [ClassTable if most else RunOutClasses, RunOutClasses, StrengthClasses]
    assert [type(street) for street in at_table.streets] == kinds
    rng = np.random.default_rng(3)
    for _ in range(12):
        board = tuple(rng.choice(20, 5, replace=False).tolist())
        suits = rng.permutation(4)  # the second board is the same up to suits: its classes are kept from the first
        for again in (board, tuple(card // 4 * 4 + int(suits[card % 4]) for card in board)):
            for one, other in zip(classes.on_board(again), at_table.on_board(again), strict=True):
                np.testing.assert_array_equal(one, other)
            for dealt in (0, 3, 4, 5):
                hand = int(rng.integers(190))
                assert by_hand.class_of(hand, again[:dealt]) == classes.on_board(again[:dealt])[-1][hand]
                assert at_table.class_of(hand, again[:dealt]) == classes.class_of(hand, again[:dealt])


@pytest.mark.parametrize("textures", [False, True])
def test_the_class_of_one_hand_is_that_of_all(textures: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_out_classes, "TABLE_PAIRS", 0)
    classes = make_hand_classes(RULES, flop=40, turn=30, river=20, textures=textures)
    board = (3, 8, 19, 0, 5)
    for dealt in (0, 3, 4, 5):
        one_by_one = [classes_at_table(classes).class_of(hand, board[:dealt]) for hand in range(190)]
        assert one_by_one == classes.on_board(board[:dealt])[-1].tolist()
    with pytest.raises(ValueError, match="has 2 cards; must have one of 0, 3, 4, 5"):
        classes.class_of(0, (1, 2))
