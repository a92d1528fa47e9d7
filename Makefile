# `make play` and `make test` work from a bare clone: each sets up all it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(shell find native -name '*.hpp' -o -name '*.cpp')
NATIVE := $(CORE) CMakeLists.txt pyproject.toml
# The check of the JavaScript, from npm; where there is no npm it is left out, in CI that fails.
BIOME := $(if $(CI)$(shell command -v npx),npx --yes @biomejs/biome@2.6.7,@echo "no npx: JavaScript is not checked;")
# What both processors must compute alike; static, so that the emulator needs no libraries of the other one.
PROBE := -std=c++20 -O1 -Wall -Wextra -Wpedantic -Werror -ffp-contract=off -static -pthread -I native tests/cross/probe.cpp
CLANG := command -v clang++ || command -v clang++-14
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: aarch64 clang play shell docs test units browser chromium peers cluster install lint format bench stubs wheel asan clean help
.DEFAULT_GOAL := help

help:  ## list the targets
	@grep -hE '^[a-z0-9]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play:  ## play in the browser; everything is set up by itself
	@$(MAKE) --no-print-directory -s $(VENV)/.installed
	@$(BIN)/kishi

shell: $(VENV)/.installed  ## a shell in which `kishi` is a command
	@echo "kishi is a command here; 'exit' leaves"; PATH="$(CURDIR)/$(BIN):$$PATH" VIRTUAL_ENV="$(CURDIR)/$(VENV)" $${SHELL:-sh}

# Side by side: Chromium is fetched while the core is compiled, and while the tests run, of which some mostly wait
# for a browser, the rest is checked.
test:  ## everything CI checks: lint, types, stubs, tests, sanitizers
	@echo "set-up, then lint, types, all tests and a sanitized run: about 15 minutes on two cores"
	@$(MAKE) --no-print-directory -j3 --output-sync=line $(VENV)/.developed chromium
	@$(MAKE) --no-print-directory -j3 lint clang asan units

# One process more than there are cores: the tests in a browser mostly wait.
units: $(VENV)/.developed  ## the tests alone
	$(BIN)/python -m pytest -n $$(( $(JOBS) + 1 ))

browser: $(VENV)/.developed chromium  ## only the web app in a real Chromium; pictures in build/screenshots
	$(BIN)/python -m pytest -o addopts=-q tests/browser

# With fonts for Japanese. Where it may not be installed the tests that need it are skipped, in CI they fail.
chromium:
	@(command -v chromium && fc-list :lang=ja | grep -q .) >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
	  (apt-get update -qq && apt-get install -yqq --no-install-recommends chromium fonts-noto-cjk >/dev/null) || \
	  echo "Chromium could not be installed"

peers: $(VENV)/.developed  ## games against programs of others, which it installs (on Debian, as root)
	apt-get install -qq --no-install-recommends fairy-stockfish grhino uci2wb
	$(BIN)/python -m pytest -o addopts=-q tests/peers

cluster: $(VENV)/.developed  ## the same games on a real Ray cluster of two nodes, one of which dies
	$(BIN)/pip install -q 'ray>=2.40'
	RAY_worker_niceness=0 $(BIN)/python -m pytest -o addopts=-q tests/on_ray

# By another processor's compiler, run by an emulator: the same counts, and the same search to the last bit.
aarch64:  ## rules and searches compiled for aarch64, run by qemu, compared with here (on Debian, as root)
	@(command -v aarch64-linux-gnu-g++ && command -v qemu-aarch64-static) >/dev/null || \
	  (apt-get update -qq && apt-get install -yqq --no-install-recommends g++-aarch64-linux-gnu qemu-user-static >/dev/null)
	@mkdir -p build/cross
	aarch64-linux-gnu-g++ $(PROBE) -o build/cross/probe-aarch64
	g++ $(PROBE) -march=x86-64-v3 -o build/cross/probe-here
	qemu-aarch64-static build/cross/probe-aarch64 > build/cross/aarch64.txt
	build/cross/probe-here > build/cross/here.txt
	diff -u build/cross/here.txt build/cross/aarch64.txt && cat build/cross/here.txt

docs: $(VENV)/.developed  ## the site of the docs, in build/site
	$(BIN)/mkdocs build -q

install: $(VENV)/.installed  ## set up kishi in .venv

lint: $(VENV)/.developed  ## ruff, mypy strict, clang-format, Biome, and the native stubs are up to date
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@echo $(CORE) | xargs $(BIN)/clang-format --dry-run -Werror || (echo "run 'make format'"; exit 1)
	$(BIOME) check
	@diff -u src/kishi/_native/__init__.pyi build/cp*/stub.pyi || (echo "run 'make stubs'"; exit 1)
	$(BIN)/mypy
	$(BIN)/mkdocs build -q

# Read, not built: that finds the warnings, in 46 CPU seconds. Where clang may not be installed this is left out, in CI
# that fails.
clang: $(VENV)/.developed  ## the core without a warning by clang, too
	@($(CLANG)) >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
	  (apt-get update -qq && apt-get install -yqq --no-install-recommends clang >/dev/null) || true
	@clang=$$( $(CLANG) ); \
	if [ -z "$$clang" ]; then echo "no clang: its warnings are not looked for"; [ -z "$(CI)" ]; exit; fi; \
	mkdir -p build/clang; \
	flags="-std=c++20 -Wall -Wextra -Wpedantic -Werror -ffp-contract=off -Inative \
	  -isystem $$($(BIN)/python -m nanobind --include_dir) \
	  -isystem $$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_paths()["include"])')"; \
	$$clang $$flags -x c++-header native/bind/precompiled.hpp -o build/clang/precompiled.pch && \
	ls native/bind/*.cpp build/cp*/search_*.cpp | \
	  xargs -P $(JOBS) -n 1 $$clang $$flags -fsyntax-only -include-pch build/clang/precompiled.pch

format: $(VENV)/.developed  ## write Python, C++ and JavaScript as the formatters would
	$(BIN)/ruff check -q --fix . && $(BIN)/ruff format -q .
	echo $(CORE) | xargs $(BIN)/clang-format -i
	$(BIOME) format --write

stubs: $(VENV)/.developed  ## write the type stubs of the native core
	cp build/cp*/stub.pyi src/kishi/_native/__init__.pyi

bench: $(VENV)/.developed  ## the benchmarks, with ratios against peers
	$(BIN)/pip install -q rust-reversi minishogilib || true
	$(BIN)/kishi bench

# The parts that read untrusted text or index arrays by hand, on a build that catches every bad read.
asan: $(VENV)/.developed  ## rules, search and parsers on an ASan+UBSan build
	$(BIN)/pip install -q --no-build-isolation --no-deps --upgrade --target build/asan-site \
	  -Cbuild-dir=build/asan -Ccmake.define.KISHI_SANITIZE=ON -Ccmake.define.KISHI_WERROR=ON .
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0 KISHI_ISA=v3 \
	  PYTHONPATH=build/asan-site $(BIN)/python -S tests/sanitized.py

wheel: $(VENV)/.installed  ## a wheel in dist/, which needs no compiler where it is installed
	$(BIN)/pip wheel -q --no-build-isolation --no-deps -w dist .

# Stamps: `develop` has all that `play` has, and both builds of the core.
$(VENV)/.installed: $(NATIVE) tools/set_up.py
	@$(PYTHON) tools/set_up.py play && touch $@

$(VENV)/.developed: $(NATIVE) tools/set_up.py
	@$(PYTHON) tools/set_up.py develop && touch $(VENV)/.installed $@

clean:  ## forget every build, keep the sources
	rm -rf build dist $(VENV)
