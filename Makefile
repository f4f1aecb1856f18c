# make run          the demo: a small model goes through every level, and is checked
# make test         what every change must pass; a few minutes
# make conformance  long sweeps; a seeded tenth of them: make conformance SAMPLE=0.1 SEED=7
# make lint         ruff and pyright
#
# Each makes its own .venv first. PYTHON=/path/to/python3.12 chooses the interpreter for it.

VENV := .venv
BIN := $(VENV)/bin
OLDEST := 3, 11

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
    if $$p -c 'import sys; sys.exit(sys.version_info < ($(OLDEST)))' 2>/dev/null; \
    then echo $$p; break; fi; done)

SAMPLE ?= 1
SEED ?= 0
LITFLAGS ?= --no-progress-bar -sv --timeout=120
PYTESTFLAGS ?=

# Threads of a matrix product that wait for one another cost more than they win, two tests at a time.
export OPENBLAS_NUM_THREADS ?= 1

.PHONY: run test lit unit conformance lint ruff format types clean

run: $(VENV)/.demo
	@$(BIN)/python examples/demo.py

test: lit unit

lit: $(VENV)/.test
	$(BIN)/lit $(LITFLAGS) test

unit: $(VENV)/.test
	$(BIN)/pytest $(PYTESTFLAGS) test/unit

conformance: $(VENV)/.test
	$(BIN)/pytest $(PYTESTFLAGS) test/conformance --sample=$(SAMPLE) --seed=$(SEED)

lint: ruff format types

ruff: $(VENV)/.test
	$(BIN)/ruff check .

format: $(VENV)/.test
	$(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/pyright --venvpath $(dir $(VENV))

clean:
	rm -rf build dist $(VENV) *.egg-info

# One stamp an extra, as `make run` needs much less than `make test`.
$(VENV)/.%: pyproject.toml
	@$(make_venv)
	@echo "installing nn-opt[$*] into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@touch $@

# Python and its `venv` are the only things that can be missing, so each gets a word of its own.
define make_venv
if $(BIN)/python -m pip --version >/dev/null 2>&1; then exit 0; fi; \
if [ -z "$(PYTHON)" ]; then \
    echo "nn-opt needs Python 3.11 or newer, and there is none on the PATH;" \
        "name one: make PYTHON=/path/to/python3" >&2; exit 1; fi; \
if ! "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < ($(OLDEST)))'; then \
    echo "nn-opt needs Python 3.11 or newer, and $(PYTHON) is:" \
        "$$("$(PYTHON)" --version 2>&1)" >&2; exit 1; fi; \
if ! "$(PYTHON)" -m venv $(VENV); then \
    echo "$(PYTHON) cannot make a virtual environment; it lacks its venv module" \
        "(Debian: apt-get install python3-venv)" >&2; exit 1; fi
endef
