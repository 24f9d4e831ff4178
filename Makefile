# Lairkeeper. `make play` is all a table needs; `make test` is all a change needs.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
ARGS ?=

# The tests draw without a screen and leave the home directory alone.
CHECK_ENV := SDL_VIDEODRIVER=offscreen KIVY_NO_ARGS=1 KIVY_NO_FILELOG=1 KIVY_HOME="$(CURDIR)/.venv/kivy-tests"
headline = @printf '\n== %s\n' "$(1)"

.PHONY: help play setup test lint bench bench-vision bench-table screenshots lock clean
.DEFAULT_GOAL := help

help: ## list what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 22
	@echo '  Arguments: make play ARGS="--players 3"'

play: setup ## set up if needed, then open the table
	@$(BIN)/lairkeeper play $(ARGS)

setup: ## only the set-up: system packages, .venv, locked dependencies
	@$(PYTHON) companion/bootstrap.py setup

test: lint ## every check: format, lint, types, cards, tests
	$(call headline,cards: python -m cards_db check)
	@$(BIN)/python -m cards_db check
	$(call headline,tests: pytest $(ARGS))
	@mkdir -p .venv/kivy-tests
	@$(CHECK_ENV) $(BIN)/python -m pytest $(ARGS)
	$(call headline,all checks passed)

lint: setup-dev ## format, lint and types only
	$(call headline,format: ruff format --check)
	@$(BIN)/python -m ruff format --check .
	$(call headline,lint: ruff check)
	@$(BIN)/python -m ruff check .
	$(call headline,types: mypy --strict)
	@$(BIN)/python -m mypy

bench: setup ## measure reading, judging and drawing
	@$(BIN)/python -m companion.bench $(ARGS)
	@$(BIN)/python -m companion.bench_vision --short

bench-vision: setup ## measure reading against every other reader; ARGS="--long" for a million negatives
	@$(BIN)/python -m companion.bench_vision $(ARGS)

bench-table: setup ## measure messy tables, one kind of mess at a time; ARGS="--size 1920x1080 --rounds 2"
	@$(BIN)/python -m companion.bench_mess $(ARGS)

screenshots: setup ## pictures of every screen, size and language into build/screenshots
	@$(BIN)/python -m companion.screenshots build/screenshots --docs docs/screenshots

mutate: setup-dev ## take effects off the cards, one by one: does a test notice? ARGS="--set base"
	@$(BIN)/python -m tests.mutation $(ARGS)

evenings: setup-dev ## 5,000 whole games at random with all cards; ARGS="--games 100" for fewer
	@$(BIN)/python -m tests.real_play --jobs 2 $(ARGS)

lock: setup ## write the lock files anew from pyproject.toml
	@$(BIN)/python companion/lock.py

clean: ## remove .venv and everything that was made
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: setup-dev
setup-dev:
	@$(PYTHON) companion/bootstrap.py setup --dev
