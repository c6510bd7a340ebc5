# `make run` serves the game, `make test` runs every test; each does its own set-up.
# Variables given on the command line reach the server: make run PORT=9000 DATABASE_URL=…
SHELL  := /bin/sh
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
UV     := $(BIN)/uv
# More arguments for pytest, the bench or the soak: make test ARGS="-k clocks -x"
ARGS   ?=
# make lock UPGRADE=--upgrade moves every dependency to its newest version.
UPGRADE ?=

# Node.js of a wheel, where the system's is too old.
export PATH := $(CURDIR)/$(VENV)/node:$(PATH)

INSTALL := $(UV) pip install -q --python $(BIN)/python
LOCKED  := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	--no-header $(UPGRADE)
COMPILE := $(UV) --no-config pip compile -q pyproject.toml engine/pyproject.toml --extra all --no-emit-package conclave-engine $(LOCKED)
PAGE    := $(shell find web/src web/public web/reference web/worker -type f 2>/dev/null) \
	web/index.html web/package.json web/vite.config.ts web/browsers.ts web/precompressed.ts web/installable.ts web/reference.ts web/offline.html web/icons.ts web/drawings.ts web/catalogues.ts web/chunks.ts web/svelte.config.js web/tsconfig.json

# What says how the two distributions are made.
PROJECTS := pyproject.toml hatch_build.py engine/pyproject.toml engine/hatch_build.py clients/python/pyproject.toml

# The texts of the games, the bots and the server in other languages; installing compiles them.
LOCALES := $(wildcard engine/*/locale/*.po app/*/locale/*.po app/authoring/game-template/*/locale/*.po)

# Some images forbid Python to keep what it compiled; every server of the tests would compile again.
unexport PYTHONDONTWRITEBYTECODE

# What is made at the same time is shown one after another, where make can do that.
WHOLE   := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.DELETE_ON_ERROR:
.PHONY: help setup run dev dev-server dev-page play test test-fast test-units test-sample check check-code check-page audit format bench soak web dist dist-check messages web-types client-types screenshots deps lock clean

help: ## what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

run: $(VENV)/.app web/dist/index.html ## serve page and games on SQLite, without any other service
	$(BIN)/python -m app.cli serve

setup: $(VENV)/.dev web/dist/index.html ## install what development needs, without root, and build the page

dev: $(VENV)/.dev web/node_modules/.stamp ## serve both with reload on save; the page is at http://127.0.0.1:5173
	@$(MAKE) --no-print-directory -j2 dev-server dev-page

dev-server:
	$(BIN)/watchfiles --filter python --sigint-timeout 10 '$(BIN)/python -m app.cli serve' app engine

dev-page:
	cd web && npm run --silent dev -- --host 127.0.0.1 --clearScreen false

play: $(VENV)/.app ## play in this terminal
	@$(BIN)/python -m app.cli play $(ARGS)

test: deps $(VENV)/.dev $(VENV)/.generator web/dist/index.html test-units ## run every test, on real PostgreSQL, Redis, Caddy, nginx and browsers
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

test-fast: setup $(VENV)/.generator ## run all rules, a sample of the rest and the page's units: no root, no browser
	@$(MAKE) --no-print-directory -j2 $(WHOLE) test-units test-sample

test-units: $(VENV)/.app web/node_modules/.stamp
	cd web && npm run --silent test

test-sample: setup $(VENV)/.generator
	$(BIN)/python -m pytest -n 2 --dist worksteal --fast $(ARGS)

check: ## format, lint, types, walls, lock files
	@$(MAKE) --no-print-directory -j2 $(WHOLE) check-code check-page

check-code: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m scripts.client_types --check

check-page: $(VENV)/.dev web/node_modules/.stamp
	cd web && npm run --silent check
	scripts/lock-guard
	$(BIN)/python -m scripts.web_types --check
	$(BIN)/python -m scripts.api_lint
	$(BIN)/python -m scripts.third_party --check
	$(BIN)/python -m scripts.audit --when

audit: $(VENV)/.dev web/node_modules/.stamp ## ask the registries for known weaknesses of the locked packages
	$(BIN)/python -m scripts.audit

format: $(VENV)/.dev web/node_modules/.stamp ## put every file into the one format
	$(BIN)/ruff check --select I --fix .
	$(BIN)/ruff format .
	cd web && npm run --silent format

bench: deps $(VENV)/.dev web/dist/index.html ## measure the engine and the durable server; ARGS=page the page in a browser, ARGS=scenes its frames, ARGS=presence friends
	$(BIN)/python -m bench.run $(ARGS)

soak: deps $(VENV)/.dev web/dist/index.html ## play for long while things break
	$(BIN)/python -m tests.soak $(ARGS)

web: web/dist/index.html ## build the page

dist: $(VENV)/.dev web/dist/index.html ## build the distributions into dist/; REPOSITORY=https://… is their home
	$(BIN)/python -m scripts.dist

dist-check: dist ## install them without a package index, away from this checkout, and play a match
	$(BIN)/python -m scripts.dist_check

messages: $(VENV)/.dev web/node_modules/.stamp ## bring every translation up to date with the English; ARGS=fr adds a language
	$(BIN)/python -m scripts.messages $(ARGS)
	cd web && npm run --silent messages -- $(ARGS)

web-types: $(VENV)/.dev web/node_modules/.stamp ## write the page's types from the server's schemas
	$(BIN)/python -m scripts.web_types

client-types: $(VENV)/.dev ## write the Python client's types from the server's
	$(BIN)/python -m scripts.client_types

screenshots: deps $(VENV)/.dev web/dist/index.html ## take the README's pictures, those of link previews and the icons; ARGS=folder for pictures of every width
	$(BIN)/python -m scripts.screenshots $(ARGS)
	$(BIN)/python -m scripts.previews
	$(BIN)/python -m scripts.icons

deps: ## install what the tests need of the system: PostgreSQL, Redis, Caddy, nginx, browsers
	@scripts/system-deps

lock: | $(UV) ## write the lock files from pyproject.toml and package.json
	$(COMPILE) -o requirements.lock
	$(COMPILE) --group dev -c requirements.lock -o requirements-dev.lock
	$(UV) --no-config pip compile -q --group pyproject.toml:node $(LOCKED) -o requirements-node.lock
	$(UV) --no-config pip compile -q --group pyproject.toml:generator $(LOCKED) -o requirements-generator.lock
	cd web && npm install --package-lock-only --no-audit --no-fund --loglevel=error
	scripts/lock-guard

clean: ## remove what was installed and built (not var/, where games are kept)
	rm -rf $(VENV) web/node_modules web/dist dist

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || scripts/system-deps python3-venv
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check --only-binary :all: uv==0.13.9

$(VENV)/.app: requirements.lock $(PROJECTS) $(LOCALES) | $(UV)
	$(INSTALL) --compile-bytecode --require-hashes -r requirements.lock
	$(INSTALL) --no-deps -e . -e engine
	@touch $@

$(VENV)/.dev: requirements-dev.lock requirements.lock $(PROJECTS) $(LOCALES) tests/tiny_game/pyproject.toml | $(UV)
	$(INSTALL) --compile-bytecode --require-hashes -r requirements-dev.lock
	$(INSTALL) --no-deps -e . -e engine -e clients/python -e tests/tiny_game
	@touch $(VENV)/.app $@

$(VENV)/.generator: requirements-generator.lock | $(UV)
	$(INSTALL) --require-hashes -r requirements-generator.lock --target $(VENV)/generator
	@touch $@

$(VENV)/.node: requirements-node.lock scripts/node | $(UV)
	scripts/node
	@touch $@

web/node_modules/.stamp: web/package-lock.json web/package.json web/.npmrc $(VENV)/.node
	cd web && npm ci --no-progress --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

web/dist/index.html: web/node_modules/.stamp $(PAGE)
	cd web && npm run --silent build
	@touch $@
