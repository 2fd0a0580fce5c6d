"""Results agree across processors, and versions of Python and NumPy; the schedules of variants are those of the papers."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import VARIANTS, baseline_policy, hs_dcfr
from pokerzoo.agents.cfr.variants import averaging_factor, discount_factor
from pokerzoo.agents.policies.equity_on_board import Equities
from pokerzoo.envs import make_game
from pokerzoo_testing import kept_results

KEPT = json.loads(kept_results.KEPT.read_text())
NUMPY_FEATURES = importlib.import_module("numpy._core._multiarray_umath").__cpu_dispatch__
"""Instruction sets that NumPy uses where the processor has them."""


def check(results: dict[str, list[float]]) -> None:
    assert set(results) == set(KEPT)
    for name, numbers in KEPT.items():
        within = 1e-5 * 20 if "float32" in name else 1e-9
        assert results[name] == pytest.approx(numbers, rel=0, abs=within), name


def results_of_another(**environment: str) -> Any:
    process = subprocess.run(
        [sys.executable, kept_results.__file__], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return json.loads(process.stdout)


@pytest.mark.check
def test_results_are_those_that_are_kept() -> None:
    """Of other versions and processors. A change that is meant: `python tests/pokerzoo_testing/kept_results.py --write`."""
    check(kept_results.results())


@pytest.mark.long
def test_they_agree_without_numpys_vector_instructions() -> None:
    check(results_of_another(NPY_DISABLE_CPU_FEATURES=" ".join(NUMPY_FEATURES)))


@pytest.mark.long
def test_they_agree_with_kernels_compiled_for_any_processor(tmp_path: Path) -> None:
    any_processor = {"arm64": "generic", "aarch64": "generic"}.get(os.uname().machine, "x86-64")
    environment = {"NUMBA_CPU_NAME": any_processor, "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": str(tmp_path)}
    check(results_of_another(**environment))


def decimal_power(base: Any, exponent: Any) -> Any:
    return base**exponent if base else Decimal(0)


def test_factors_of_the_papers() -> None:
    with localcontext() as context:
        context.prec = 50
        for t in (1, 2, 17, 499, 1000, 1001, 12345):
            k = Decimal(t)
            moved = min(Fraction(t, 1000), Fraction(1))
            alpha, beta, gamma = (Decimal(x.numerator) / x.denominator for x in (1 + 3 * moved, -1 - 2 * moved, 30 - 5 * moved))
            expected = [k**alpha / (k**alpha + 1), k**beta / (k**beta + 1), decimal_power((k - 1) / k, gamma)]
            np.testing.assert_allclose(VARIANTS["hs-dcfr"].factors(t, 1)[0, :3], [float(x) for x in expected], rtol=1e-13)
            expected = [k ** Decimal("1.5") / (k ** Decimal("1.5") + 1), Decimal("0.5"), ((k - 1) / k) ** 2]
            np.testing.assert_allclose(VARIANTS["dcfr"].factors(t, 1)[0, :3], [float(x) for x in expected], rtol=1e-15)
    np.testing.assert_array_equal(discount_factor(0.0, np.arange(1.0, 9.0)), 0.5)
    np.testing.assert_array_equal(averaging_factor(1.0, np.array([1.0, 4.0])), [0.0, 0.75])


def test_restarts_come_after_powers_of_four() -> None:
    averages = VARIANTS["cfr-avg-restart"].factors(1, 70_000)[:, 2]
    assert (np.flatnonzero(averages == 0.0) + 1).tolist() == [1, 2, 5, 17, 65, 257, 1025, 4097, 16385, 65537]
    assert averages[1024 + 1] == 1 / 8  # ((2 - 1) / 2)**3


@pytest.mark.parametrize("variant", [*VARIANTS.values(), hs_dcfr(20, 70)], ids=lambda variant: variant.name)
def test_factors_do_not_depend_on_how_they_are_cut(variant: Any) -> None:
    whole = variant.factors(1, 1500)
    for first, count in ((1, 1), (63, 4), (64, 64), (65, 64), (129, 200), (995, 13), (1000, 1), (1437, 64), (7, 0)):
        result = variant.factors(first, count)
        assert result.tobytes() == whole[first - 1 : first - 1 + count].tobytes() and result.shape == (count, 4)
        result[:] = -1.0  # the caller's own
    assert variant.factors(1, 64).tobytes() == whole[:64].tobytes()


def test_honest_calls_with_an_equity_of_exactly_a_third() -> None:
    game = make_game("bet_raise")
    assert Equities(game).equity(3, ()) == Fraction(1, 3)  # type: ignore[arg-type]  # the fourth of ten cards beats 3 of 9
    assert Equities(game).equity(6, ()) == Fraction(2, 3)  # type: ignore[arg-type]
    honest = baseline_policy(game, "honest")
    assert honest["4|b"] == {"fold": 0.0, "call": 1.0, "raise": 0.0}
    assert honest["3|b"]["fold"] == 1.0
    assert honest["7|"]["check"] == 1.0 and honest["8|"]["bet"] == 1.0


def test_equity_against_weights_is_exact() -> None:
    # KK against AA, KK (one pair of kings is left) and QQ with the same odd weight, each combo of which counts alike.
    def of(ranges: str) -> Fraction:
        game = make_game("holdem", ranges=("KK", ranges), board="2d2s2c7h3d")
        hand = game.rules.deck.hand_names.index("KsKh")  # type: ignore[attr-defined]
        return Equities(game).equity(hand, game.rules.deck.board)  # type: ignore[attr-defined, arg-type]

    assert of("AA:0.1,KK:0.1,QQ:0.1") == of("AA,KK,QQ") == Fraction(2 * 6 + 1, 2 * 13)
    game = make_game("holdem", ranges=("KK", "AsAh:0.1,AsAd:0.1,AsAc:0.1,QQ:0.1"), board="2d2s2c7h3d")
    equities, hand = Equities(game), game.rules.deck.hand_names.index("KsKh")  # type: ignore[attr-defined, arg-type]
    assert equities.equity(hand, game.rules.deck.board) == Fraction(2, 3)  # type: ignore[attr-defined]
    assert equities.grades(0, game.rules.deck.board)[hand] == 0  # type: ignore[attr-defined]  # not above 2/3
    assert of("AA:0.7,QJs:0.7,QJo:0.7,32s:0") == Fraction(16, 22)
