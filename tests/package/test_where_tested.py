"""Each module's tests can be found: by its name, or on ``tests/where.md``."""

from __future__ import annotations

from pokerzoo_testing import ROOT, where_tested


def test_each_module_has_a_namesake_or_a_line() -> None:
    told = where_tested.read()
    missing = [
        name
        for module in where_tested.modules()
        if not where_tested.has_namesake(module) and not told.get(name := module.relative_to(ROOT).as_posix())
    ]
    assert missing == [], "python tests/pokerzoo_testing/where_tested.py --write"


def test_each_line_is_of_a_module_and_of_files_that_exist() -> None:
    for module, tests in where_tested.read().items():
        assert (ROOT / module).exists(), f"{module} is gone: python tests/pokerzoo_testing/where_tested.py --write"
        assert [test for test in tests if not (ROOT / "tests" / test).exists()] == [], module


def test_known_tests_are_of_modules_without_a_namesake() -> None:
    needed = {module.relative_to(ROOT).as_posix() for module in where_tested.modules() if not where_tested.has_namesake(module)}
    assert where_tested.KNOWN.keys() <= needed


def test_a_namesake_is_found_in_the_mirror_and_not_elsewhere() -> None:
    assert where_tested.has_namesake(ROOT / "envs" / "poker" / "ranges.py")
    assert not where_tested.has_namesake(ROOT / "envs" / "poker" / "preflop_pairs.py")
    assert where_tested.mirror(ROOT / "src" / "pokerzoo" / "web" / "api" / "nodes.py") == ROOT / "tests" / "web" / "api"
