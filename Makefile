# A thin front for students. `make help` lists what there is.
BUILD ?= build
LAB ?=
SETUP ?= yes
LOCKSTEP = $(BUILD)/lockstep
CHECK_FLAGS ?=
BENCH_FLAGS ?=

.DEFAULT_GOAL := all
.PHONY: all help setup setup-test build build-test test check watch status \
  bench bench-emulator play docs format lint fuzz sanitize noise differential \
  silence clean

## make            set up, build, and grade the labs as they stand
all: build
	@$(LOCKSTEP) check $(CHECK_FLAGS) || [ $$? -eq 1 ]

## make check LAB=01   grade one lab (exit code 1 while tasks are open)
check: build
	@$(LOCKSTEP) check $(LAB) $(CHECK_FLAGS)

## make watch LAB=01   grade it again at every save
watch: build
	@$(LOCKSTEP) watch $(LAB)

## make status     points a lab and task
status: build
	@$(LOCKSTEP) status

## make bench LAB=01   counters on the emulator; bandwidth on a GPU
bench: build
	@$(LOCKSTEP) bench $(LAB)

## make bench-emulator   thread-instructions per second (some minutes)
bench-emulator: setup configure
	@cmake --build $(BUILD) --target emulator_bench
	@$(BUILD)/tests/common/ptx/bench/emulator_bench $(BENCH_FLAGS)

## make play LAB=01    build and run the lab's whole program, GPU or none
play: build
	@ARGS="$(ARGS)" sh common/setup/play.sh $(LAB)

## make test       set up, build, and run every test
test: build-test
	@cd $(BUILD) && ctest --output-on-failure -j "$$(nproc)"

## make docs       the notes as a web site in build/docs/html
docs: setup-test
	@cmake -S . -B $(BUILD) -G Ninja >/dev/null  # finds a Doxygen installed since
	@cmake --build $(BUILD) --target docs

## make format     format every C++ file
format: setup-test
	@git ls-files '*.cpp' '*.h' '*.cu' | xargs clang-format -i

## make lint       clang-tidy over the host code (some minutes)
lint: setup-test
	@cmake -S . -B $(BUILD)-lint -G Ninja -DCMAKE_CXX_COMPILER=clang++ \
	  -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
	@git ls-files 'common/*.cpp' | \
	  xargs -P "$$(nproc)" -n 1 clang-tidy --quiet -p $(BUILD)-lint

## make fuzz SECONDS=600   libFuzzer under ASan and UBSan, each harness
SECONDS ?= 20
fuzz: setup-test
	@sh common/setup/fuzz.sh $(BUILD)-fuzz $(SECONDS)

## make sanitize   every test again, under ASan and UBSan (some minutes)
sanitize: setup-test
	@cmake -S . -B $(BUILD)-sanitize -G Ninja -DLOCKSTEP_SANITIZE=ON \
	  -DCMAKE_CXX_COMPILER=clang++ >/dev/null
	@cmake --build $(BUILD)-sanitize
	@cd $(BUILD)-sanitize && ctest --output-on-failure -j "$$(nproc)"

## make noise      break correct kernels everywhere: what the checkers report
NOISE = tests/common/ptx/sanitizer/noise
noise: setup-test configure
	@cmake --build $(BUILD) --target noise_matrix
	@$(BUILD)/$(NOISE)/noise_matrix $(NOISE)/corpus -v \
	  --page docs/measurements/noise.md

## make differential SEED=1 COUNT=20000   random kernels of each family on the
##                 GPU and the emulator; without a GPU, the recorded hashes
SEED ?= 1
COUNT ?= 20000
differential: setup-test configure
	@cmake --build $(BUILD) --target ptx_differential_compare
	@sh tests/common/ptx/differential/compare.sh \
	  $(BUILD)/tests/common/ptx/differential/ptx_differential_compare \
	  $(SEED) $(COUNT) $(BUILD)/differential

## make silence SIZE=1048576   CUB, Thrust, locks: right, and no finding (minutes)
SIZE ?= 1048576
SEEDS ?= 0 1 2
silence: build
	@sh tests/common/cudart/silence/run.sh $(BUILD) $(SIZE) "$(SEEDS)"

## make clean      remove what was built
clean:
	@rm -rf $(BUILD) $(BUILD)-fuzz $(BUILD)-lint $(BUILD)-sanitize

help:
	@sed -n 's/^## //p' Makefile

.PHONY: configure
setup:
	@[ "$(SETUP)" = no ] || sh common/setup/install_packages.sh build

setup-test:
	@[ "$(SETUP)" = no ] || sh common/setup/install_packages.sh test

configure:
	@[ -f $(BUILD)/build.ninja ] || cmake -S . -B $(BUILD) -G Ninja >/dev/null

# Ninja says nothing when there is nothing to do.
build: setup configure
	@cmake --build $(BUILD) --target lockstep labs

build-test: setup-test configure
	@cmake --build $(BUILD)
