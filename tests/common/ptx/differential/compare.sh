#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compares many random kernels on the GPU with the emulator, a thousand seeds
# of each family at a time, each in a process of its own: a kernel that the
# assembler makes faulty code of ends one process, which is run again without
# it. Without a GPU it checks the committed hashes.
# usage: compare.sh PROGRAM FIRST COUNT FOLDER
# In FOLDER: log (what differs), hashes (the GPU's), table.md (the sums).
set -u

program=$1
first=$2
count=$3
folder=$4
step=1000
here=$(dirname "$0")

rm -rf "$folder"
mkdir -p "$folder"
end=$((first + count))
at=$first
while [ "$at" -lt "$end" ]; do
  rest=$((end - at))
  size=$((rest < step ? rest : step))
  skipped=""
  tries=0
  while :; do
    # shellcheck disable=SC2086  # --skip and its names are words
    "$program" --first "$at" --count "$size" $skipped \
      --record "$folder/part" --check "$here/fixed_set.hashes" \
      >"$folder/output" 2>&1
    code=$?
    [ "$code" -eq 3 ] || break
    fault=$(sed -n 's/^stopped: .*(in \([a-z_0-9]*\))$/\1/p' "$folder/output")
    tries=$((tries + 1))
    if [ -z "$fault" ] || [ "$tries" -gt 5 ]; then break; fi
    echo "$fault: faults on the GPU, left out" | tee -a "$folder/log"
    skipped="$skipped --skip $fault"
  done
  if [ ! -f "$folder/part" ]; then  # no GPU, or no way on
    cat "$folder/output"
    exit "$code"
  fi
  cat "$folder/output" >>"$folder/log"
  cat "$folder/part" >>"$folder/hashes"
  rm -f "$folder/part" "$folder/output"
  at=$((at + size))
done

grep -v '^|' "$folder/log" | sort -u
{
  echo "| family | kernels | with checkers | mismatches | findings |" \
    "miscompiled | not run |"
  echo "|---|---:|---:|---:|---:|---:|---:|"
  awk -F ' *[|] *' '
    /^\| [a-z]+ \| [0-9]/ {
      for (n = 3; n <= 8; ++n) { sum[$2, n] += $n; all[n] += $n }
      if (!($2 in seen)) { seen[$2]; order[++kinds] = $2 }
    }
    END {
      for (k = 1; k <= kinds; ++k) {
        line = "| " order[k]
        for (n = 3; n <= 8; ++n) line = line " | " sum[order[k], n]
        print line " |"
      }
      line = "| all"
      for (n = 3; n <= 8; ++n) line = line " | " all[n]
      print line " |"
      exit all[5] + all[6] != 0
    }' "$folder/log"
} >"$folder/table.md"
wrong=$?
cat "$folder/table.md"
exit "$wrong"
