# Everything a fresh machine needs is python3 (3.11 or newer), make and a C compiler.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PLAIN  := $(VENV)/.installed
DEV    := $(VENV)/.installed-dev
BENCH  := $(VENV)/.installed-bench

DOCS   := $(VENV)/.installed-docs

.PHONY: help demo test test-studio test-all fuzz bench lint docs notebooks dist test-dist clean

help:
	@echo "make demo      two robots along a motion: tables, figures and CSV files in out/"
	@echo "make test      lint, types and the quick tests"
	@echo "make test-studio  the studio and the site, in Chromium, which it installs where it can"
	@echo "make test-all  the slow tests and all robots too, with the C compiler's optimisation"
	@echo "make fuzz      20,000 mutated robot files and 10,000 odd calls; half an hour"
	@echo "make bench     speed against other libraries"
	@echo "make lint      ruff and mypy only"
	@echo "make docs      the documentation site in site/, with executed examples"
	@echo "make notebooks the examples as executed notebooks in build/notebooks/"
	@echo "make dist      source archive and wheel in dist/"
	@echo "make test-dist install the wheel in a fresh environment and try it"
	@echo "make clean     remove everything that was built or installed here"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "parados needs Python 3.11 or newer: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)

# modules are compiled when they are first imported: most of what is installed never is
INSTALL := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --editable

$(PLAIN): pyproject.toml | $(BIN)/python
	$(INSTALL) .
	@touch $@

# packages that every process of the tests imports; these processes start together, and each would compile them
IMPORTED := casadi hypothesis matplotlib numpy pandas pydantic _pytest scipy sympy xarray

$(DEV): pyproject.toml | $(BIN)/python
	$(INSTALL) '.[dev]'
	@cd $(VENV)/lib/python3*/site-packages && $(CURDIR)/$(BIN)/python -m compileall -q -j 2 -x '/tests?/' $(IMPORTED)
	@$(BIN)/python -m compileall -q -j 2 src tests helpers
	@touch $(PLAIN) $@

$(BENCH): pyproject.toml $(DEV)
	$(INSTALL) '.[dev,bench]'
	@touch $@

$(DOCS): pyproject.toml | $(BIN)/python
	$(INSTALL) '.[docs,identify,study]'
	@touch $(PLAIN) $@

demo: $(PLAIN)
	$(BIN)/parados demo --output out

TYPES := $(BIN)/python -m helpers.check_types

# tests start many processes, which would compile all modules again and again
export PYTHONDONTWRITEBYTECODE :=

lint: $(DEV)
	$(BIN)/ruff check .
	$(TYPES)

QUICK := CC=$(CURDIR)/tests/quick_cc OPENBLAS_NUM_THREADS=1 $(BIN)/pytest

# The types are checked beside the tests, on whatever a worker leaves idle. Plain asserts start sooner; tests that fail run
# again, to show the values of their asserts.
test: $(DEV)
	$(BIN)/ruff check .
	@$(TYPES) > $(VENV)/types.txt 2>&1 & types=$$!; tests=0; \
	$(QUICK) -n 2 --assert=plain || { tests=$$?; $(QUICK) --last-failed --last-failed-no-failures none; }; \
	wait $$types; wrong=$$?; cat $(VENV)/types.txt; \
	[ $$tests -eq 0 ] && [ $$wrong -eq 0 ]

# without Chromium the tests fail, and say how to get it
test-studio: $(DEV)
	@command -v chromium > /dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get -qq update \
	&& apt-get -qq install -y chromium > /dev/null; } || true
	$(QUICK) -n 2 -m 'pages and not slow' tests/studio tests/test_site.py

# tests of exported C on other processors and under valgrind fail without these packages, and name them
test-all: lint
	@{ command -v qemu-system-arm && command -v arm-none-eabi-gcc && command -v valgrind; } > /dev/null \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get -qq update \
	&& apt-get -qq install -y gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm valgrind > /dev/null; } || true
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n 2 -m 'not pages' --hypothesis-profile thorough
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n 2 -m pages tests/studio tests/test_site.py

fuzz: $(DEV)
	$(BIN)/python -m tests.fuzz --files 20000 --calls 10000

bench: $(BENCH)
	$(BIN)/python -m benchmarks

notebooks: $(DOCS)
	$(BIN)/python -m helpers.notebooks

docs: notebooks
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "open site/index.html"

dist: $(DEV)
	rm -rf dist
	$(BIN)/python -m build --quiet
	$(BIN)/python -m helpers.distribution dist

test-dist: dist
	$(BIN)/python -m helpers.distribution dist --install

clean:
	rm -rf $(VENV) out build dist site src/parados.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
