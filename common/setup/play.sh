#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and runs a lab's whole program, labs/NN_name/main.cu, with nvcc.
# usage: play.sh LAB [FOLDER]   FOLDER: labs (default) or solutions
# Never part of a verdict. Exit codes: the program's own; 2 no such lab;
# 3 no nvcc or no GPU.
set -eu

lab=${1:-}
folder=${2:-labs}
set -- "$folder/$lab"*/main.cu
if [ -z "$lab" ] || [ ! -f "$1" ]; then
  echo "play: name a lab, for example: make play LAB=01" >&2
  exit 2
fi
if ! command -v nvcc >/dev/null; then
  echo 'play: needs nvcc, of the CUDA Toolkit, to build a whole program' >&2
  exit 3
fi
program=build/play/$(basename "$(dirname "$1")")
mkdir -p build/play
nvcc -std=c++17 -O3 -lineinfo -arch=native -cudart shared \
  -Wno-deprecated-gpu-targets -o "$program" "$1" 2>build/play/log || {
  cat build/play/log >&2
  exit 1
}
if ! grep -qs nvidia /proc/modules && [ ! -e /dev/nvidiactl ]; then
  echo "play: built $program; there is no GPU here to run it on" >&2
  echo 'play: running it on the emulator (lockstep run) comes later' >&2
  exit 3
fi
exec "$program"
