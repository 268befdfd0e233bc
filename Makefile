# Everything a fresh machine needs is python3 (3.11 or newer), make and a C compiler.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PLAIN  := $(VENV)/.installed
DEV    := $(VENV)/.installed-dev
BENCH  := $(VENV)/.installed-bench

.PHONY: help demo test test-all bench lint clean

help:
	@echo "make demo      two robots along a motion: tables, figures and CSV files in out/"
	@echo "make test      lint, types and the quick tests"
	@echo "make test-all  the slow tests too"
	@echo "make bench     speed against other libraries"
	@echo "make lint      ruff and mypy only"
	@echo "make clean     remove everything that was built or installed here"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "parados needs Python 3.11 or newer: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)

# modules are compiled when they are first imported: most of what is installed never is
INSTALL := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --editable

$(PLAIN): pyproject.toml | $(BIN)/python
	$(INSTALL) .
	@touch $@

$(DEV): pyproject.toml | $(BIN)/python
	$(INSTALL) '.[dev]'
	@touch $(PLAIN) $@

$(BENCH): pyproject.toml $(DEV)
	$(INSTALL) '.[dev,bench]'
	@touch $@

demo: $(PLAIN)
	$(BIN)/parados demo --output out

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/mypy

test: lint
	$(BIN)/pytest -n 2

test-all: lint
	$(BIN)/pytest -n 2 -m 'slow or not slow'

bench: $(BENCH)
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) out build dist src/parados.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
