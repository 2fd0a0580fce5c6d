# `make demo` and `make test` need nothing but Python 3.11 or newer with venv: they make .venv themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# How many processes tests run in. A file's tests stay in one: they share fixtures and compiled kernels.
WORKERS ?= 2
# A test that hangs fails after this many seconds, with where it stood.
SECONDS_A_TEST ?= 300
RUN_TESTS := -n $(WORKERS) --dist loadfile --timeout $(SECONDS_A_TEST)
# From tests, whose folders are looked for there: the product's have the same names.
TYPES := (cd tests && ../$(BIN)/mypy --config-file ../pyproject.toml -p pokerzoo -p pokerzoo_testing \
	-p agents -p cli -p envs -p evaluation -p jobs -p package -p web)
# What `make demo` runs, and what `make bench` runs one after the other.
DEMO := examples/demo.py
# What needs torch.
RL := tests/agents/training/test_trainer_interface.py \
	tests/agents/neural/test_ppo.py \
	tests/agents/neural/test_models.py \
	tests/agents/neural/test_rl_agent.py \
	tests/agents/neural/test_rnad.py \
	tests/agents/neural/test_self_play.py \
	tests/envs/environments/test_turn_wrapper.py \
	tests/cli/test_cli_networks.py \
	tests/evaluation/experiments/test_neural_learners.py \
	tests/package/test_rl_documents.py \
	tests/package/test_rl_entry_points.py \
	tests/package/test_rl_recipes.py \
	tests/package/test_examples.py::test_value_networks
# Parts of others, and those that take an hour or 4 GB, which are run by hand.
NOT_RUN := timing preflop_table flop_holdem sweep
BENCHMARKS := $(filter-out $(NOT_RUN:%=benchmarks/%.py),$(sort $(wildcard benchmarks/*.py)))
# Tests that changed since the last commit, and those of folders in which something changed.
QUICK = $(shell git diff --name-only HEAD | sed -nE 's,^(envs|agents|evaluation)/([^/]+)/.*,tests/\1/\2,p; s,^src/pokerzoo/(cli|web)/.*,tests/\1,p; /^tests\/.*\/test_[^/]*\.py$$/p' | sort -u | xargs -r ls -d 2>/dev/null)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Bytecode is kept even where the environment says otherwise: tests start a hundred processes, each of which would compile it.
export PYTHONDONTWRITEBYTECODE :=
PIP_INSTALL := $(BIN)/python -m pip install --quiet

.NOTPARALLEL:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help demo explore setup quick test check page-check nightly test-rl bench docs-site data release-check clean FORCE

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/^([a-z-]+):.*## /\1\t/' | while IFS="$$(printf '\t')" read -r target text; \
		do printf '  make %-12s %s\n' "$$target" "$$text"; done

demo: $(VENV)/.run ## train CFR on a poker environment and watch it play (needs only python3)
	@$(BIN)/python $(DEMO)

explore: $(VENV)/.web ## the explorer in the browser
	$(BIN)/pokerzoo explore

setup: $(VENV)/.dev ## make .venv with all that the checks need

quick: $(VENV)/.dev ## the tests of the folders that changed since the last commit, those that failed last first
	$(BIN)/ruff check .
	$(BIN)/python -m pytest -x --failed-first $(or $(QUICK),tests/envs/games/test_games.py)

test: $(VENV)/.dev ## the tests by day, none above 2 s (needs only python3)
	$(BIN)/python tests/pokerzoo_testing/compile_kernels.py
	$(BIN)/python -m pytest $(RUN_TESTS)

check: page-check release-check ## beside `make test`: linters, types, the page, the wheel, docs' code, processes, browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tests/pokerzoo_testing/compile_kernels.py
	@echo "$(TYPES), beside the tests: what it reports comes after them"
	@$(TYPES) >build/mypy.txt 2>&1 & types=$$!; \
		echo '$(BIN)/python -m pytest $(RUN_TESTS) -m "(check or web) and not long and not rl"'; \
		$(BIN)/python -m pytest $(RUN_TESTS) -m "(check or web) and not long and not rl"; tests=$$?; \
		wait $$types || { cat build/mypy.txt; exit 1; }; exit $$tests

nightly: $(VENV)/.dev ## what takes long, or part of it: make nightly PARTS="long lowest properties coverage kills whole-hands text neural"
	WORKERS=$(WORKERS) PYTHON=$(PYTHON) bash tests/nightly.sh $(PARTS)

test-rl: ## recipes of learning libraries, in a virtual environment with torch (CPU)
	test -d build/rl-venv || $(PYTHON) -m venv build/rl-venv
	build/rl-venv/bin/python -m pip install --quiet torch==2.13.0
	build/rl-venv/bin/python -m pip install --quiet --constraint tests/rl.txt --editable '.[rl]' pytest hypothesis
	NUMBA_CACHE_DIR=build/rl-cache build/rl-venv/bin/python -m pytest -p no:cacheprovider -m "not long" -k "not rllib" $(RL)

bench: $(VENV)/.bench ## all benchmarks, beside the peers
	@set -e; for benchmark in $(BENCHMARKS); do echo "== $$benchmark"; $(BIN)/python $$benchmark; done

docs-site: $(VENV)/.docs ## the documentation site in build/site; warnings and dead links are errors
	$(BIN)/python docs/build_site.py $(if $(REPOSITORY),--repository $(REPOSITORY))

data: $(VENV)/.dev ## recreate a kept file: make data FILE=reference, blueprint (half an hour), equities or screenshots
	@case "$(FILE)" in \
		reference) $(BIN)/python docs/make_reference.py --write ;; \
		blueprint) $(BIN)/pokerzoo blueprint --iterations 120000 --seed 1 \
			--option flop=50 --option turn=25 --option river=25 --option textures=true --out agents/blueprint/blueprint.npz ;; \
		equities) $(BIN)/python docs/make_equities.py --write ;; \
		screenshots) PYTHONPATH=tests $(BIN)/python docs/images/make_explorer.py ;; \
		*) echo "make: FILE must be reference, blueprint, equities or screenshots" >&2; exit 1 ;; \
	esac

release-check: $(VENV)/.dev ## the source distribution, from it the wheel, and a first use of each part in an empty virtual environment
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	rm -rf dist
	$(BIN)/python -m build
	$(BIN)/python tests/pokerzoo_testing/distributions.py
	$(PYTHON) -m venv --clear build/wheel-venv
	build/wheel-venv/bin/python -I -m pip install --quiet --no-compile "$$(ls dist/*.whl)[plot,sweeps,web]"
	NUMBA_CACHE_DIR=$(CURDIR)/build/wheel-cache $(BIN)/python tests/pokerzoo_testing/first_uses.py build/wheel-venv/bin/python

page-check: $(VENV)/.dev node_modules/.made ## the explorer's JavaScript: format, types, unit tests (needs node 20)
	@mkdir -p build
	$(BIN)/python tests/page/openapi.py >build/openapi.json
	npm run --silent check

clean: ## remove .venv and everything built
	rm -rf $(VENV) node_modules build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find agents envs evaluation src tests examples benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# The virtual environment. It is recreated if an earlier attempt was interrupted (.pending is still there), if the
# project has moved, or if its Python has gone; it is brought up to date if pyproject.toml has changed.
USABLE := $(shell test ! -e $(VENV)/.pending && test "$$(cat $(VENV)/.made 2>/dev/null)" = "$$PWD" \
	&& $(BIN)/python -c 'print("yes")' 2>/dev/null)
ifneq ($(USABLE),yes)
$(VENV)/.made: FORCE
endif

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { echo "make: no '$(PYTHON)' here; name one with 'make PYTHON=...'" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "make: pokerzoo needs Python 3.11 or newer, '$(PYTHON)' is $$($(PYTHON) --version 2>&1); name another with 'make PYTHON=...'" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "make: '$(PYTHON)' has no venv with pip; on Debian and Ubuntu install the package python3-venv" >&2; exit 1; }
	@echo "Making $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@pwd > $@

node_modules/.made: package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# $(1): what to install; $(2): the stamps to set; $(3): a group of pyproject.toml.
COMMA := ,
define install
	@echo "Installing $(1) into $(VENV) (a minute or two the first time)"
	@touch $(VENV)/.pending
	@$(PIP_INSTALL) --upgrade 'pip>=25.1' # for groups
	@$(PIP_INSTALL) --no-compile --editable '$(1)' $(if $(3),--group $(3))
	@$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true # pip does it on one core; some packages bring what is no Python
	@rm $(VENV)/.pending
	@touch $(2)
endef

$(VENV)/.run: $(VENV)/.made pyproject.toml
	$(call install,.,$@)

$(VENV)/.dev: $(VENV)/.made pyproject.toml
	$(call install,.[cluster$(COMMA)hands$(COMMA)plot$(COMMA)sweeps$(COMMA)web],$(VENV)/.run $@,dev)

$(VENV)/.web: $(VENV)/.made pyproject.toml
	$(call install,.[web$(COMMA)sweeps$(COMMA)hands$(COMMA)plot],$(VENV)/.run $@)

$(VENV)/.docs: $(VENV)/.made pyproject.toml
	$(call install,.[plot$(COMMA)sweeps],$(VENV)/.run $@,docs)

$(VENV)/.bench: $(VENV)/.made pyproject.toml
	$(call install,.,$(VENV)/.run $@,bench)
