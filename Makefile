# Everything a fresh machine needs is python3 (3.11 or newer), make and a C compiler.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PLAIN  := $(VENV)/.installed
DEV    := $(VENV)/.installed-dev
BENCH  := $(VENV)/.installed-bench

.PHONY: help demo test test-all fuzz bench lint clean

help:
	@echo "make demo      two robots along a motion: tables, figures and CSV files in out/"
	@echo "make test      lint, types and the quick tests"
	@echo "make test-all  the slow tests and all robots too, with the C compiler's optimisation"
	@echo "make fuzz      20,000 mutated robot files and 10,000 odd calls; takes hours"
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

TYPES := $(BIN)/python -m helpers.check_types

# tests start many processes, which would compile all modules again and again
export PYTHONDONTWRITEBYTECODE :=

lint: $(DEV)
	$(BIN)/ruff check .
	$(TYPES)

# the types are checked beside the tests, on whatever a worker leaves idle
test: $(DEV)
	$(BIN)/ruff check .
	@$(TYPES) > $(VENV)/types.txt 2>&1 & types=$$!; \
	CC=$(CURDIR)/tests/quick_cc OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n 2; tests=$$?; \
	wait $$types; wrong=$$?; cat $(VENV)/types.txt; \
	[ $$tests -eq 0 ] && [ $$wrong -eq 0 ]

test-all: lint
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n 2 -m 'slow or not slow' --hypothesis-profile thorough

fuzz: $(DEV)
	$(BIN)/python -m tests.fuzz --files 20000 --calls 10000

bench: $(BENCH)
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) out build dist src/parados.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
