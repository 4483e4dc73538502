#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and runs other people's programs as a yardstick, and prints a table
# of them. A sample is a folder with .cu files. Those that need graphics, the
# driver API, several GPUs or host libraries are listed and left out.
# usage: yardstick.sh SAMPLES INCLUDES BUILD [SECONDS] [-- RUN OPTIONS]
#   SAMPLES   a folder that holds samples at any depth
#   INCLUDES  a folder of headers that they share
#   BUILD     where programs and logs go; what is there is not built again
#   SECONDS   that a sample may run (60)
set -u

mkdir -p "$3"
samples=$(realpath "$1") includes=$(realpath "$2") build=$(realpath "$3")
shift 3
seconds=60
case ${1:-} in '' | --) ;; *) seconds=$1 && shift ;; esac
[ "${1:-}" != -- ] || shift
lockstep=$(realpath "${LOCKSTEP:-build/lockstep}")

# Why a folder is left out; nothing if it is not.
excluded() {
  sources=$(find "$1" -name '*.cu' -o -name '*.cuh' -o -name '*.cpp' \
    -o -name '*.h' -o -name '*.c')
  has() { echo "$sources" | xargs -d '\n' grep -qE "$1" 2>/dev/null; }
  if has '#include *[<"](GL/|GLES|EGL|helper_gl|rendercheck|vulkan|d3d|cudaGL|cuda_gl|cudaEGL|cuda_egl|nvSciBuf|nvsci|cudaNvSci|X11)'; then
    echo graphics
  elif has '#include *[<"](nvrtc|cudaDynlink|helper_cuda_drvapi|drvapi|nvJitLink|nvvm)|cuda_drvapi|[^a-zA-Z]cuInit *\(|[^a-zA-Z]cu(Mem|Ctx|Module|Launch)[A-Z][A-Za-z]* *\('; then
    echo 'driver API'
  elif has '#include *[<"](cublas|cufft|curand|cusolver|cusparse|npp|nvjpeg|nvgraph|mpi|FreeImage|Exceptions)'; then
    echo 'host library'
  elif has 'cudaMemcpyPeer|cudaIpc|cudaDeviceEnablePeerAccess|GPU_N|MultiDevice'; then
    echo 'several GPUs'
  fi
}

# Flags that a sample's own build file asks for.
flags_of() {
  lists="$1/CMakeLists.txt"
  grep -qiE 'SEPARABLE_COMPILATION *ON|-rdc=true' "$lists" 2>/dev/null &&
    printf ' -rdc=true'
  grep -qi 'extended-lambda' "$lists" 2>/dev/null && printf ' --extended-lambda'
  grep -qi 'cudadevrt' "$lists" 2>/dev/null && printf ' -lcudadevrt'
  grep -qiE 'OpenMP' "$lists" 2>/dev/null && printf ' -Xcompiler -fopenmp'
}

compile() {
  [ ! -e "$build/$name/failed" ] && [ ! -x "$build/$name/$name" ] || return 0
  mkdir -p "$build/$name"
  # shellcheck disable=SC2046  # lists of words
  (cd "$1" && timeout 600 nvcc -std=c++17 -arch=compute_80 -cudart shared \
    -lineinfo -Wno-deprecated-gpu-targets -w -I. -Iinc -I"$includes" \
    $(flags_of .) $(find . -name '*.cu' -o -name '*.cpp' -o -name '*.c') \
    -o "$build/$name/$name") >"$build/$name/build.log" 2>&1 ||
    touch "$build/$name/failed"
}


# The first line that says what was missing.
reason() {
  sed -n 's/^error\[[a-z]*\]: //p; s/^lockstep: //p' "$build/$name/out.log" |
    head -n 1 | cut -c 1-160
}

passed=0 counted=0
find "$samples" -name '*.cu' -exec dirname {} + | sort -u |
while read -r folder; do
  name=$(basename "$folder")
  why=$(excluded "$folder")
  if [ -n "$why" ]; then
    printf '| %s | left out | %s |\n' "$name" "$why"
    continue
  fi
  compile "$folder"
  if [ -e "$build/$name/failed" ]; then
    printf '| %s | not built | %s |\n' "$name" \
      "$(grep -m 1 -iE 'error' "$build/$name/build.log" | cut -c 1-160)"
    continue
  fi
  [ -z "${BUILD_ONLY:-}" ] || continue
  counted=$((counted + 1))
  begin=$(date +%s)
  options=$*
  # shellcheck disable=SC2086
  (cd "$folder" && timeout -k 5 "$seconds" "$lockstep" run $options -- \
    "$build/$name/$name") </dev/null >"$build/$name/out.log" 2>&1
  code=$?
  took=$(($(date +%s) - begin))
  case $code in
    0) passed=$((passed + 1)) && verdict=passed ;;
    124 | 137) verdict="over $seconds s" ;;
    *) verdict="exit code $code" ;;
  esac
  printf '| %s | %s | %s s | %s |\n' "$name" "$verdict" "$took" "$(reason)"
  echo "passed $passed of $counted" >"$build/summary"
done
cat "$build/summary" 2>/dev/null
