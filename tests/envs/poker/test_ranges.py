"""Ranges: what each piece means, errors, text and back, pokerkit's parser, and ranges to start from."""

from __future__ import annotations

import copy
import pickle
from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerzoo.envs.games.spot_presets import RANGE_PRESETS
from pokerzoo.envs.poker.cards import (
    CARD_NAMES,
    CLASS_NAMES,
    COMBO_CLASSES,
    COMBO_NAMES,
    NUM_COMBOS,
    RANKS,
    combo_index,
    parse_cards,
)
from pokerzoo.envs.poker.ranges import Range, parse_range, top_range
from pokerzoo_testing.packages import peer


def weights_by_class(range_: Range) -> dict[str, float]:
    """Weights above 0 of the 169 hands; all combos of a hand must have the same."""
    result = {}
    for number, name in enumerate(CLASS_NAMES):
        weights = set(range_.weights[number == COMBO_CLASSES].tolist())
        assert len(weights) == 1, name
        if weights != {0.0}:
            result[name] = weights.pop()
    return result


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("99 - QQ", "QQ JJ TT 99"),
        ("33-33", "33"),
        ("KAo", "AKo"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("A2s-A5s", "A5s A4s A3s A2s"),
        ("K4-K3", "K4s K4o K3s K3o"),
        ("64o-T8o", "T8o 97o 86o 75o 64o"),
        ("AT +", "ATo AJo AQo AKo ATs AJs AQs AKs"),
        ("T9o+", "T9o JTo QJo KQo AKo"),  # as Desktop and WASM Postflop read it
        ("KQ+", "KQs KQo AKs AKo"),
        ("23s +", "32s 43s 54s 65s 76s 87s 98s T9s JTs QJs KQs AKs"),
        ("a5S-A2s;qQ+ tAo", "A5s A4s A3s A2s QQ KK AA ATo"),
        (",AA,,KK\n22, ", "AA KK 22"),
        ("RANDOM", " ".join(CLASS_NAMES)),
    ],
)
def test_what_a_piece_means(text: str, hands: str) -> None:
    assert weights_by_class(parse_range(text)) == dict.fromkeys(hands.split(), 1.0)


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("AJo:0.75", {"AJo": 0.75}),
        ("AJo : 75%", {"AJo": 0.75}),
        ("AJo:.5 KK", {"AJo": 0.5, "KK": 1.0}),
        ("QQ-JJ:0.1,KQs:1", {"QQ": 0.1, "JJ": 0.1, "KQs": 1.0}),
        ("KTs+:7%", {"KTs": 0.07, "KJs": 0.07, "KQs": 0.07}),
        ("0.5(AA, KK) QQ", {"AA": 0.5, "KK": 0.5, "QQ": 1.0}),
        ("22%(22)", {"22": 0.22}),
        ("AKs 20% ( AA ) 1(KK)", {"AKs": 1.0, "AA": 0.2, "KK": 1.0}),
        ("AA:1e-3", {"AA": 0.001}),
        ("KK+, AA:0.5", {"KK": 1.0, "AA": 0.5}),
        ("AA:0.5, KK+", {"KK": 1.0, "AA": 1.0}),
        ("JJ+, KK:0", {"JJ": 1.0, "QQ": 1.0, "AA": 1.0}),
    ],
)
def test_weights_and_that_the_later_one_holds(text: str, weights: dict[str, float]) -> None:
    assert weights_by_class(parse_range(text)) == weights


def test_single_combos() -> None:
    range_ = parse_range("KsAs:0.5 2c2d asah")
    held = {COMBO_NAMES[i]: range_.weights[i] for i in np.flatnonzero(range_.weights)}
    assert held == {"AsKs": 0.5, "2d2c": 1.0, "AsAh": 1.0}
    assert range_.num_combos == 3


@pytest.mark.parametrize(
    ("text", "combos"),
    [
        ("JhJs+", "JhJs QhQs KhKs AhAs"),
        ("QsQh+", "QhQs KhKs AhAs"),
        ("AhTh+:0.5", "AhTh AhJh AhQh AhKh"),
        ("AhTs+", "AhTs AhJs AhQs AhKs"),
        ("QdJs+", "QdJs KdQs AdKs"),
        ("KsAh+", "AhKs"),
        ("Th9h-7h6h", "Th9h 9h8h 8h7h 7h6h"),
        ("A5s:0,AdTs-Ad8s", "AdTs Ad9s Ad8s"),
        ("9h9s-7s7h", "9h9s 8h8s 7h7s"),
    ],
)
def test_given_suits_rise_and_fall_with_the_ranks(text: str, combos: str) -> None:
    """As in postflop-solver, whose singletons, ``+`` and ``-`` take suits."""
    held = parse_range(text).weights
    wanted = {combo_index(*parse_cards(name)) for name in combos.split()}
    assert set(np.flatnonzero(held)) == wanted


def test_a_comma_after_a_whole_weight_may_part_pieces() -> None:
    assert parse_range("random,AA:0, 77") == parse_range("random, AA:0; 77") == parse_range("random,AA:0.0,77")
    assert weights_by_class(parse_range("AA:1,77,QQ:0.5,75s")) == {"AA": 1.0, "77": 1.0, "QQ": 0.5, "75s": 1.0}
    assert weights_by_class(parse_range("random:0,QQ+:0,77+")) == dict.fromkeys(
        ["77", "88", "99", "TT", "JJ", "QQ", "KK", "AA"], 1.0
    )


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("", r"^range='': is empty"),
        ("AA:0", "is empty"),
        ("AKx", r"^range='AKx': at character 1, 'AKx': must be a hand \(AA, AKs, AKo, AK, AsKs\), QQ\+, ATs\+, a span"),
        ("QQ:0.5:0.5", "'QQ:0.5:0.5'"),
        ("AK, A5s - A2o", r"at character 5, 'A5s - A2o': no such span: must be two pairs \(QQ-22\)"),
        ("AsKs-QhJh", "no such span"),
        ("random+", r"\+ and - must be with hands"),
        ("8h8h+", r"at character 1, '8h8h\+': must be two different cards"),
        ("AA:0,75", r"at character 4, '0,75': .* decimal point, 0\.75; if 75 is a hand, write a blank"),
        ("QQ:1.5", "^range='QQ:1.5': at character 4, '1.5': must be a weight from 0 to 1"),
        ("QQ:nan", "'nan': must be a weight"),
        ("KK 0.5(AA", r"at character 4, '0.5\(AA': must be closed with \)"),
        ("AA)", r"at character 3, '\)'"),
        ("0.5(0.5(AA))", r"at character 5, '0.5\(': must not be inside another bracket"),
        ("0.5(AA:0.5)", "at character 5, 'AA:0.5': must not have a weight"),
        ("AAs", "a pair must have neither s nor o"),
        ("A\N{LATIN SMALL LETTER LONG S}Kd", "must be a hand"),
        (7, "range=7: must be a string"),
        # Weights in brackets, as GTO+ and CardRunners EV write them.
        ("AK, [50]AA", r"at character 5, '\[50\]AA': must be closed with \[/50\]"),
        ("AA[/50]", r"at character 3, '\[/50\]': must close a bracket"),
        ("[50]AA[/60]", r"at character 7, '\[/60\]': must be \[/50\]"),
        ("[50][20]AA", r"at character 5, '\[20\]': must not be inside another bracket"),
        ("[5%]AA[/5%]", "at character 2, '5%': must be a weight in percent"),
    ],
)
def test_errors_name_the_place_and_what_is_allowed(text: Any, pattern: str) -> None:
    with pytest.raises(ValueError, match=pattern):
        parse_range(text)


def test_a_board_blocks_combos() -> None:
    board = parse_cards("AsKd2c2h3d")
    range_ = parse_range("AK:0.5, QQ").without(board)
    assert range_ == parse_range("AhKs AhKh AhKc AdKs AdKh AdKc AcKs AcKh AcKc".replace(" ", ":0.5 ") + ":0.5 QQ")
    assert parse_range("random").without(board).num_combos == 47 * 46 // 2
    with pytest.raises(ValueError, match="^range 'AKs': no combo is left without AsAhKcKd: an empty range$"):
        parse_range("AKs").without(parse_cards("AsAhKcKd"))
    with pytest.raises(ValueError, match="has As twice"):
        range_.without((51, 51))


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (np.ones(5), r"shape \[5\]: must be \[1326\]"),
        (np.full(NUM_COMBOS, 1.5), "from 0 to 1"),
        (np.full(NUM_COMBOS, -0.5), "from 0 to 1"),
        (np.full(NUM_COMBOS, np.nan), "from 0 to 1"),
        (np.zeros(NUM_COMBOS), "an empty range"),
    ],
)
def test_weights_are_checked(weights: np.ndarray, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Range(weights)


def test_a_range_is_a_value() -> None:
    range_, other = parse_range("QQ+ AK:0.5"), parse_range("QQ+ AKs")
    assert range_ != other and range_ != "QQ+,AK:0.5"
    source = np.zeros(NUM_COMBOS)
    source[0] = 1.0
    single = Range(source)
    source[:] = 1.0
    assert single.num_combos == 1
    negative_zero = Range(np.where(single.weights > 0.0, 1.0, -0.0))
    assert negative_zero == single and hash(negative_zero) == hash(single)
    for twin in (parse_range(str(range_)), copy.deepcopy(range_), pickle.loads(pickle.dumps(range_)), eval(repr(range_))):
        assert twin == range_ and hash(twin) == hash(range_) and str(twin) == str(range_) == range_.text
        with pytest.raises(ValueError, match="read-only"):
            twin.weights[0] = 1.0


WEIGHTS = st.sampled_from([1.0, 0.5, 0.75, 0.3]) | st.decimals(0, 1, places=4).map(float) | st.floats(0, 1)


@st.composite
def ranges(draw: st.DrawFn) -> Range:
    """Whole hands and single combos of a few weights, over a random share of everything."""
    weights = np.zeros(NUM_COMBOS)
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    for weight in draw(st.lists(WEIGHTS, min_size=1, max_size=4)):
        chosen = generator.random(len(CLASS_NAMES)) < draw(st.sampled_from([0.02, 0.3, 0.7, 1.0]))
        weights[chosen[COMBO_CLASSES]] = weight
    weights[generator.random(NUM_COMBOS) < draw(st.sampled_from([0.0, 0.01, 0.3]))] = draw(WEIGHTS)
    weights[draw(st.integers(0, NUM_COMBOS - 1))] = 0.5
    return Range(weights)


@settings(max_examples=60, deadline=None)
@given(ranges())
def test_text_and_back(range_: Range) -> None:
    assert parse_range(str(range_)) == range_


@settings(max_examples=150, deadline=None)
@given(st.text("AKQT92ahsdoc+-:.,;%() 015random", max_size=12))
def test_any_text_is_a_range_or_a_named_error(text: str) -> None:
    problem = ""
    try:
        range_ = parse_range(text)
    except ValueError as error:
        problem = str(error)
    if problem:
        assert problem.startswith(f"range={text!r}: ")
    else:
        assert parse_range(str(range_)) == range_


def combo_weights(range_: Range) -> dict[frozenset[str], float]:
    """Names of the two cards -> weight, of the combos above 0."""
    names = (frozenset((name[:2], name[2:])) for name in COMBO_NAMES)
    return {combo: weight for combo, weight in zip(names, range_.weights.tolist(), strict=True) if weight > 0.0}


def common_pieces() -> list[str]:
    """Ranges that eval7, pokerkit and we all read: no + on connectors below the ace, on which programs differ."""
    pieces = [rank * 2 + plus for rank in RANKS for plus in ("", "+")]
    pieces += [f"{high}{high}-{low}{low}" for high in RANKS for low in RANKS if high != low]
    for high in range(1, 13):
        for low in range(high):
            for suffix in ("", "s", "o"):
                pieces.append(f"{RANKS[high]}{RANKS[low]}{suffix}")
                pieces.append(f"{RANKS[low]}{RANKS[high]}{suffix}")
                if high - low > 1 or high == 12:
                    pieces.append(f"{RANKS[high]}{RANKS[low]}{suffix}+")
    return pieces + [a + b for a in CARD_NAMES[::5] for b in CARD_NAMES[::7] if a != b]


def pokerkit_weights(text: str) -> dict[frozenset[str], float]:
    return {frozenset(map(repr, combo)): 1.0 for combo in peer("pokerkit").parse_range(text)}


def test_pokerkit_reads_the_same() -> None:
    shifts = [
        f"{RANKS[top]}{RANKS[top - gap]}{suffix}-{RANKS[low + gap]}{RANKS[low]}{suffix}"
        for gap in range(1, 12)
        for top in range(gap, 13)
        for low in range(13 - gap)
        for suffix in ("", "s", "o")
    ]
    for piece in chain(common_pieces(), shifts[::3]):
        assert combo_weights(parse_range(piece)) == pokerkit_weights(piece), piece
    for text in ("AsKs;2c2d 99+", "AJs+, T9s-65s,KQo 22"):
        assert combo_weights(parse_range(text)) == pokerkit_weights(text), text


# Weights in brackets, as GTO+ and CardRunners EV write them.


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("[50]AA,KK[/50]", {"AA": 0.5, "KK": 0.5}),
        ("[50.0]AA[/50.0],QQ,[ 12.5 ]AKs 22[ / 12.5 ]", {"AA": 0.5, "QQ": 1.0, "AKs": 0.125, "22": 0.125}),
        ("QQ+[0]KK[/0]", {"QQ": 1.0, "AA": 1.0}),
        ("[100]AA[/100]0.5(KK)[0.1]QQ[/0.1]", {"AA": 1.0, "KK": 0.5, "QQ": 0.001}),
    ],
)
def test_weights_in_brackets(text: str, weights: dict[str, float]) -> None:
    assert weights_by_class(parse_range(text)) == weights


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("AA@50", "AA:0.5"),
        ("AKs@33.5%, KK", "AKs:0.335, KK"),
        ("AA 0.5, KK 1; QQ .25 JJ", "AA:0.5, KK, QQ:0.25, JJ"),
        ("QQ-TT 0.5\nAsKs@100", "QQ-TT:0.5, AsKs"),
        ("KK 0.5(AA)", "KK, AA:0.5"),  # the weight is the bracket's
        ("3%", "88+"),  # the first 42 of the 1,326 combos by all-in equity: 88 is the seventh pair
        ("100%", "random"),
        ("[50]3%[/50], AA", "KK-88:0.5, AA"),
    ],
)
def test_weights_as_other_programs_write_them(text: str, same: str) -> None:
    assert parse_range(text) == parse_range(same)


def test_every_preset_is_a_range() -> None:
    for preset in RANGE_PRESETS:
        assert parse_range(preset.text).num_combos > 0
    assert len({(preset.group, preset.name) for preset in RANGE_PRESETS}) == len(RANGE_PRESETS)


@pytest.mark.parametrize(("percent", "text"), [(0.4, "AA"), (1, "QQ+"), (100, "random")])
def test_top_ranges(percent: float, text: str) -> None:
    assert top_range(percent) == parse_range(text)


def test_top_ranges_have_the_requested_share() -> None:
    for percent in (3, 10, 20, 50, 99.9):
        weights = top_range(percent).weights
        assert percent <= 100 * weights.sum() / 1326 < percent + 100 * 12 / 1326
    for wrong in (0, -1, 101):
        with pytest.raises(ValueError, match="percent"):
            top_range(wrong)
