#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds every program of this folder and runs it under `lockstep run` with all
# checkers, once a seed. Each must end with 0, which it does only with right
# results and without a finding. run.sh BUILD SIZE SEEDS
build=$1 size=${2:-1048576} seeds=${3:-"0 1 2"}
folder=$(dirname "$0")
if ! command -v nvcc >/dev/null && ! [ -x /usr/local/cuda/bin/nvcc ]; then
  echo "not run: nvcc is not installed"
  exit 0
fi
PATH=$PATH:/usr/local/cuda/bin
mkdir -p "$build/silence"
failed=0

# Locks take a number of rounds and not of elements.
size_of() {
  case $1 in
    *_lock) echo $((size / 8192 + 4)) ;;
    *) echo "$size" ;;
  esac
}

for source in "$folder"/*.cu; do
  name=$(basename "$source" .cu)
  program=$build/silence/$name
  if [ "$source" -nt "$program" ] || [ "$folder/silence.h" -nt "$program" ]; then
    nvcc -cudart shared -lineinfo -std=c++17 -Wno-deprecated-gpu-targets \
      -gencode arch=compute_80,code=compute_80 -o "$program" "$source" || {
      echo "$name: does not compile"
      failed=1
      continue
    }
  fi
  for seed in $seeds; do
    if "$build/lockstep" run --seed "$seed" -- "$program" \
        "$(size_of "$name")" >"$program.log" 2>&1 &&
      grep -q "no findings" "$program.log"; then
      echo "$name, seed $seed: silent and right"
    else
      echo "$name, seed $seed: FAILED"
      cat "$program.log"
      failed=1
    fi
  done
done
exit $failed
