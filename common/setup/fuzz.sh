#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the libFuzzer harnesses under ASan and UBSan and runs each for a
# number of seconds. usage: fuzz.sh BUILD_FOLDER SECONDS
# A crash ends with a non-zero exit code and leaves its input in the folder.
set -eu

build=$1
seconds=$2
[ -f "$build/build.ninja" ] || cmake -S . -B "$build" -G Ninja \
  -DCMAKE_CXX_COMPILER=clang++ -DLOCKSTEP_FUZZ=ON >/dev/null
cmake --build "$build" --target fuzzers

find "$build" -name '*_fuzzer' -type f -perm -u+x | sort |
while read -r fuzzer; do
  name=$(basename "$fuzzer")
  mkdir -p "$build/corpus/$name"
  echo "fuzz: $name for $seconds s"
  "$fuzzer" "$build/corpus/$name" tests/common/ptx/seeds \
    -dict=tests/common/ptx/seeds/ptx.dict -max_total_time="$seconds" \
    -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$build/$name-" \
    >"$build/$name.log" 2>&1 || {
    tail -n 40 "$build/$name.log"
    echo "fuzz: $name failed; its input is $build/$name-*" >&2
    exit 1
  }
  sed -n 's/^stat::number_of_executed_units: */fuzz: executions: /p' \
    "$build/$name.log"
done
