#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and runs a lab's whole program, labs/NN_name/main.cu: with nvcc on a
# GPU; with nvcc on the emulator where there is no GPU; with clang alone on the
# emulator where there is no nvcc. Arguments for the program: ARGS="100000".
# usage: play.sh LAB [FOLDER]   FOLDER: labs (default) or solutions
# Never part of a verdict. Exit codes: the program's own; 2 no such lab.
set -eu

lab=${1:-}
folder=${2:-labs}
set -- "$folder/$lab"*/main.cu
if [ -z "$lab" ] || [ ! -f "$1" ]; then
  echo "play: name a lab, for example: make play LAB=01" >&2
  exit 2
fi
program=build/play/$(basename "$(dirname "$1")")
mkdir -p build/play
if ! command -v nvcc >/dev/null; then
  build/lockstep build "$1" -o "$program" || exit 1
  echo "play: built $program with clang; it runs on the emulator" >&2
  # shellcheck disable=SC2086 # several arguments
  exec build/lockstep run -- "$program" ${ARGS:-100000}
fi
arch=native
has_gpu=yes
if ! grep -qs nvidia /proc/modules && [ ! -e /dev/nvidiactl ]; then
  arch=compute_80  # PTX, for the emulator
  has_gpu=no
fi
nvcc -std=c++17 -O3 -lineinfo -arch="$arch" -cudart shared \
  -Wno-deprecated-gpu-targets -o "$program" "$1" 2>build/play/log || {
  cat build/play/log >&2
  exit 1
}
if [ "$has_gpu" = no ]; then
  echo "play: built $program; no GPU here, so it runs on the emulator" >&2
  # shellcheck disable=SC2086 # several arguments
  exec build/lockstep run -- "$program" ${ARGS:-100000}
fi
# shellcheck disable=SC2086 # several arguments
exec "$program" ${ARGS:-}
