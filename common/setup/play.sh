#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and runs a lab's whole program, labs/NN_name/main.cu, with nvcc.
# usage: play.sh LAB [FOLDER]   FOLDER: labs (default) or solutions
# Never part of a verdict. Exit codes: the program's own; 2 no such lab;
# 3 no nvcc.
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
  exec build/lockstep run -- "$program"
fi
exec "$program"
