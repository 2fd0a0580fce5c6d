#!/usr/bin/env bash
# Checks that take long: all, or those that are named.
#
# long         tests marked `long`
# lowest       environments, solvers and matches on the lowest versions that pyproject.toml allows (tests/lowest.txt)
# properties   ten times as many random games as by day
# coverage     lines of the package that tests by day and beside it run; fails below the floor (FLOOR)
# kills        drivers and workers of a sweep killed at random: is every row there once? (KILLS="20 300" for less, "20 300 ray" on Ray)
# whole-hands  100,000 random hands of hold'em at once in ours and in pokerkit, half an hour
# text         examples/text for verifiers, OpenEnv and MCP, each in a virtual environment
# neural       Deep CFR, R-NaD and neural MMD against their gates, in the virtual environment of `make test-rl`
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bin=.venv/bin python=${PYTHON:-python3}

environment() { # NAME REQUIREMENT...: a virtual environment in build/NAME
  local folder=build/$1
  shift
  test -d "$folder" || "$python" -m venv "$folder"
  "$folder/bin/python" -m pip install --quiet "$@"
}

for part in "${@:-long lowest properties coverage kills whole-hands text neural}"; do
  for name in $part; do
    echo "== $name"
    case $name in
    long) "$bin/python" -m pytest -n "${WORKERS:-2}" --dist loadfile -m long || test $? -eq 5 ;; # 5: there are none
    lowest) # the parts that lean on other packages
      environment lowest-venv --constraint tests/lowest.txt --editable . pillow==10.1.0 pytest pytest-xdist hypothesis
      CPU_SECONDS=0 NUMBA_CACHE_DIR=build/lowest-cache build/lowest-venv/bin/python -m pytest -p no:cacheprovider \
        -n "${WORKERS:-2}" --dist loadfile -m "not long and not rl and not web" \
        tests/envs/environments/test_{official_checks,environments,single_agent,parallel_environment,environment_docs}.py \
        tests/envs/environments/test_{rgb_array,environment_states,copies,bad_arguments,vector_env}.py \
        tests/agents/policies/test_agents.py tests/evaluation/matches/test_head_to_head.py tests/package/test_kept_results.py
      ;;
    properties) EXAMPLES=4 CPU_SECONDS=0 "$bin/python" -m pytest -n "${WORKERS:-2}" tests/package/test_properties.py ;;
    coverage) # what numba compiles is not seen: a kernel's lines count as not run
      CPU_SECONDS=0 "$bin/python" -m pytest -n "${WORKERS:-2}" --dist loadfile -m "not long and not rl and not web" \
        --cov pokerzoo --cov-report term:skip-covered --cov-fail-under "${FLOOR:-87}"
      ;;
    kills) "$bin/python" tests/pokerzoo_testing/kills.py ${KILLS:-} ;;
    whole-hands)
      "$bin/python" -m pytest -n "${WORKERS:-2}" -m long --timeout 0 tests/envs/games/test_holdem_presets.py \
        tests/envs/whole_hands/test_against_universal_poker.py tests/envs/whole_hands/test_against_pokerkit.py
      ;;
    text)
      for library in verifiers openenv-core mcp; do # they cannot be installed together
        environment "text-venv-$library" --editable '.[sweeps]' "$library" pytest httpx
        "build/text-venv-$library/bin/python" -m pytest -p no:cacheprovider tests/package/test_text_examples.py
      done
      ;;
    neural)
      make test-rl
      NUMBA_CACHE_DIR=build/rl-cache build/rl-venv/bin/python -m pytest -p no:cacheprovider -m "long or not long" \
        tests/agents/neural/test_neural.py tests/agents/neural/test_rnad.py tests/agents/neural/test_self_play.py
      ;;
    *)
      echo "nightly.sh: $name: must be long, lowest, properties, coverage, kills, whole-hands, text or neural" >&2
      exit 1
      ;;
    esac
  done
done
