# `make play` and `make test` need only make, Python 3.11 or newer and a package index.

VENV := .venv
BIN := $(VENV)/bin

# The first Python that is new enough and can create a virtual environment.
CANDIDATES := python3.11 python3 python3.12 python3.13 python3.14 python
PROBE := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in $(CANDIDATES); do \
	if $$python -c '$(PROBE)' >/dev/null 2>&1; then echo $$python; break; fi; done)

PIP := $(BIN)/python -m pip --disable-pip-version-check
GAMES ?= 10000
ROUNDS ?= 40
FONTS ?= /usr/share
NPM := $(BIN)/python hatch_build.py npm
PYTEST := $(BIN)/python -m pytest -n auto --maxprocesses 8 --dist worksteal --tb=short
PIP_TOOLS := pip-tools==7.6.2
COMPILE := $(VENV)/lock/bin/pip-compile --quiet --generate-hashes --strip-extras --no-annotate \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

.DEFAULT_GOAL := help
.PHONY: help setup play page test test-quick test-page page-types page-units test-fonts site site-files site-preview soak-site lint format protocol database browser shots prompts icons \
	bench bench-server bench-page bench-site bench-search soak soak-server soak-durability docs release lock clean

help: ## show this help
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/dev.stamp ## create .venv with the package and its tools

play: page ## play in the browser; options: make play ARGS="--port 9000"
	@$(BIN)/naqala serve --open $(ARGS)

page: $(VENV)/node.stamp ## build the page into the package if its sources have changed
	@$(BIN)/python hatch_build.py

# Type checkers use one core each, so those of Python and of the page run side by side.
# Coverage makes the rules slow, so only their own tests are run with it.
test: page site-files browser database ## check everything: lint, rules with coverage, random games, the page
	@$(MAKE) --no-print-directory --jobs=2 lint page-types page-units
	$(PYTEST) -q --cov=src/naqala/rules tests/rules tests/text tests/games
	$(PYTEST) -q --ignore tests/rules --ignore tests/text --ignore tests/games

test-quick: page ## check what changes most, quickly: lint, rules, texts, tables, logic of the page
	@$(MAKE) --no-print-directory --jobs=2 lint page-units
	$(PYTEST) -q -m 'not slow' tests/rules tests/text tests/tables \
		tests/static_site/test_standard_library.py::test_no_function_of_the_package_imports_a_module_that_is_left_out

test-page: page-types page-units browser ## check the page alone: types, logic, components, in a real browser
	$(PYTEST) -q tests/page

page-types: page
	$(NPM) run --silent check
	$(NPM) run --silent lint

page-units: page
	$(NPM) run --silent test

# Each run sees a single family of system fonts; FONTS is the folder that holds fonts/truetype/*.
test-fonts: page browser ## check the layout of the page with three sets of system fonts; FONTS=/usr/share
	@for package in dejavu-core liberation noto-core; do \
		test -d $(FONTS)/fonts/truetype/$${package%-core} || { \
			echo "fonts-$$package is missing (Debian: apt-get install fonts-$$package)." >&2; exit 1; }; \
	done
	@for name in dejavu liberation noto; do \
		echo "System fonts: $$name"; \
		FONTCONFIG_FILE=$(CURDIR)/tests/page/fonts/$$name.conf XDG_DATA_HOME=$(FONTS) \
			$(PYTEST) -q -m layout tests/page || exit 1; \
	done

lint: $(VENV)/dev.stamp ## check style, types and imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(VENV)/node.stamp ## format the code and apply automatic fixes
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(NPM) run --silent format

# The tests start their own PostgreSQL as an unprivileged user; RUNLEVEL=1 keeps Debian from starting one.
database: ## check for PostgreSQL; on Debian, root installs it if it is missing
	@missing() { ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && ! command -v initdb >/dev/null; }; \
	if missing && test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
		echo 'Installing PostgreSQL for the tests ...'; \
		apt-get -qq update; \
		RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get -qq --yes --no-install-recommends \
			-o DPkg::Lock::Timeout=300 install postgresql >/dev/null || true; \
	fi; \
	if missing; then \
		echo 'PostgreSQL is missing, so its tests are skipped; install it to run them' \
			'(Debian: apt-get install postgresql).' >&2; \
		test -z "$$CI"; \
	fi

# Recommended packages are for desktops; Chromium brings fonts. Browsers that cannot be installed are skipped.
# The headless shell is Chromium without windows: smaller, and faster at opening pages.
browser: ## check for Chromium, Firefox and WebKit; on Debian, root installs missing ones
	@lacks() { for name; do ! command -v $$name >/dev/null || return 1; done; }; \
	missing() { \
		if lacks chromium-headless-shell chromium chromium-browser; then echo chromium-headless-shell; fi; \
		if lacks firefox-esr firefox; then echo firefox-esr; fi; \
		if lacks WebKitWebDriver; then echo webkit2gtk-driver; fi; \
		if lacks Xvfb; then echo xvfb; fi; \
	}; \
	if test -n "$$(missing)" && test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
		echo 'Installing browsers for the tests:' $$(missing) ...; \
		apt-get -qq update; \
		for package in $$(missing); do \
			DEBIAN_FRONTEND=noninteractive apt-get -qq --yes --no-install-recommends \
				-o DPkg::Lock::Timeout=300 install $$package >/dev/null || true; \
		done; \
	fi; \
	if test -n "$$(missing)"; then \
		echo 'The page is tested only in the installed browsers. On Debian, this installs the' \
			'others: apt-get install' $$(missing) >&2; \
		test -z "$$CI"; \
	fi

shots: page browser ## save screenshots of the page in its main states to web/shots
	$(BIN)/python -m tests.page.shots $(ARGS)

prompts: page browser ## measure every prompt of the recorded games at every size, in both languages
	@$(BIN)/python -m tests.page.prompts $(ARGS)

site: $(VENV)/node.stamp ## build the game as static files for any web host into dist/site
	$(BIN)/python -m web.site.build

site-files: $(VENV)/node.stamp # the site without compressed copies, for tests
	@$(BIN)/python -m web.site.build --uncompressed

site-preview: site ## serve the built site; options: make site-preview ARGS="--port 9000"
	$(BIN)/python -m web.site.preview $(ARGS)

icons: $(VENV)/dev.stamp browser ## draw the icons of the page from web/public/icon.svg
	$(BIN)/python -m web.icons

protocol: $(VENV)/dev.stamp ## generate the page's types, card data and list of lessons from Python
	$(BIN)/python -m naqala.tables.protocol.schemas typescript > web/src/protocol/messages.ts
	$(BIN)/python -m naqala.tables.protocol.schemas cards > web/src/protocol/cards.json
	$(BIN)/python -m naqala.tables.protocol.schemas box > web/src/protocol/box.json
	$(BIN)/python -m naqala.tables.protocol.schemas lessons > web/src/protocol/lessons.json
	$(BIN)/python -m naqala.tables.protocol.schemas puzzles > web/src/protocol/puzzles.json
	$(BIN)/python -m naqala.tables.protocol.schemas first_game > web/src/protocol/firstGame.json

bench: $(VENV)/bench.stamp ## measure speed side by side with other libraries
	$(BIN)/python -m benchmarks $(ARGS)

bench-server: $(VENV)/dev.stamp ## measure the table server side by side with a bare echo server
	$(BIN)/python -m benchmarks.server $(ARGS)

bench-page: page browser ## measure how fast the page shows a move, and the size of its first load
	$(BIN)/python -m benchmarks.page $(ARGS)

bench-site: site browser ## measure the site without a server: loading, planning, bots, memory
	$(BIN)/python -m benchmarks.site $(ARGS)

bench-search: $(VENV)/dev.stamp ## measure what the search gains with more time (two hours); ARGS="--positions 6"
	$(BIN)/python -m benchmarks.regret $(ARGS)

soak: $(VENV)/dev.stamp ## play many random games and read many damaged texts; GAMES=10000
	NAQALA_GAMES=$(GAMES) $(PYTEST) -q tests/properties tests/rules/notation

soak-server: $(VENV)/dev.stamp ## play for 20 minutes while tables are created and dropped; ARGS="--minutes 5"
	$(BIN)/python -m benchmarks.server.soak $(ARGS)

# Each round: 4 kills of the server, 2 crashes of PostgreSQL, 50 races, 100 acts at alternating
# processes, 2,000 fuzzed messages, a full disk, and whole games whose bytes are searched for secrets.
soak-durability: $(VENV)/dev.stamp database ## kill, crash, race and fuzz the server; ROUNDS=40
	NAQALA_ROUNDS=$(ROUNDS) $(PYTEST) -q tests/server/test_crash_recovery.py \
		tests/server/test_multiple_processes.py tests/server/test_robustness.py \
		tests/server/test_whole_games.py tests/server/test_serving.py \
		tests/server/http/test_health.py tests/server/storage tests/tables/test_storage.py

soak-site: site-files browser ## reload and kill tabs of the site at random moments; ROUNDS=40
	NAQALA_ROUNDS=$(ROUNDS) $(PYTEST) -q tests/static_site/test_survival.py -k interruption

docs: $(VENV)/docs.stamp ## build the documentation site into dist/docs and check its links; any warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict
	$(BIN)/python docs/check_site.py dist/docs

# The wheel is tested without extras, the source distribution with its own tests.
release: page $(VENV)/release.stamp ## build the wheel and the source distribution into dist, and check both
	rm -rf dist build/release
	$(BIN)/python -m build --no-isolation --outdir dist
	$(BIN)/python -m twine check --strict dist/*
	$(PYTHON) -m venv build/release/venv
	build/release/venv/bin/python -m pip --disable-pip-version-check install --quiet --no-index --no-deps dist/*.whl
	build/release/venv/bin/python -c 'import naqala; print(naqala.Game.new(players=2, seed=1))'
	build/release/venv/bin/naqala --version
	build/release/venv/bin/naqala; test $$? = 1
	tar -xzf dist/*.tar.gz -C build/release
	cd build/release/naqala-* && PYTHONPATH=$$PWD/src $(CURDIR)/$(BIN)/python -m pytest -q -n auto \
		tests/rules tests/text tests/games tests/deploy

lock: ## lock the newest versions of all dependencies in requirements/
	$(require-python)
	$(PYTHON) -m venv --clear $(VENV)/lock
	$(VENV)/lock/bin/pip --disable-pip-version-check install --quiet '$(PIP_TOOLS)'
	CUSTOM_COMPILE_COMMAND='make lock' $(COMPILE) --upgrade --extra all --extra dev \
		--output-file requirements/dev.txt pyproject.toml
	for extra in bench docs node release; do \
		CUSTOM_COMPILE_COMMAND='make lock' $(COMPILE) --upgrade --extra $$extra \
			--constraint requirements/dev.txt --output-file requirements/$$extra.txt pyproject.toml || exit 1; \
	done
	rm -rf $(VENV)/lock

clean: ## remove .venv and everything that was built or cached
	rm -rf $(VENV) web/node_modules web/shots src/naqala/server/page build dist htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache \
		.ruff_cache .import_linter_cache .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The lock files are complete, so dependencies are not resolved again: pip 23 would look at versions
# that are newer than a pin and refuse them, because they have no hash.
$(VENV)/dev.stamp: requirements/dev.txt pyproject.toml
	$(require-python)
	@echo 'Setting up $(VENV) ...'
	@test -x $(BIN)/python || $(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --quiet --require-hashes --no-deps -r requirements/dev.txt
	@$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

# Node builds the page. An installed Node is used if it is new enough; otherwise a package provides it.
$(VENV)/node.stamp: requirements/node.txt $(VENV)/dev.stamp
	@$(BIN)/python hatch_build.py node 2>/dev/null || { echo 'Fetching Node for the page ...'; \
		$(PIP) install --quiet --require-hashes --no-deps -r requirements/node.txt; }
	@touch $@

$(VENV)/bench.stamp: requirements/bench.txt requirements/bench-gym.txt $(VENV)/dev.stamp
	@$(PIP) install --quiet --use-pep517 --require-hashes --no-deps -r requirements/bench.txt \
		-r requirements/bench-gym.txt
	@touch $@

$(VENV)/docs.stamp $(VENV)/release.stamp: $(VENV)/%.stamp: requirements/%.txt $(VENV)/dev.stamp
	@$(PIP) install --quiet --require-hashes --no-deps -r requirements/$*.txt
	@touch $@

define require-python
@test -n '$(PYTHON)' || { echo 'No Python 3.11 or newer with venv was found;' \
	'specify one: make setup PYTHON=/path/to/python' >&2; exit 1; }
endef
