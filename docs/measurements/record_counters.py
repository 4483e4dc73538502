#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counters of the emulator beside those of Nsight Compute.

record_counters.py gpu       with nvcc, ncu and a GPU: what the GPU counts
record_counters.py emulator  with nvcc and a built tree: what the emulator does
record_counters.py render    anywhere: writes counters.md

All three share counters.json beside this file; the kernels are in
counter_kernels.cu.
"""
import csv
import datetime
import io
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KERNELS = HERE / "counter_kernels.cu"
RESULTS = HERE / "counters.json"
METRICS = [
    f"l1tex__t_{what}_pipe_lsu_mem_global_op_{op}.sum"
    for op in ("ld", "st", "atom", "red") for what in ("requests", "sectors")
] + [
    f"l1tex__data_{what}_mem_shared_op_{op}.sum" for op in ("ld", "st", "atom")
    for what in ("pipe_lsu_wavefronts", "bank_conflicts_pipe_lsu")
]
# ptxas makes other instructions of these; counters.md says which.
CHANGED_BY_PTXAS = {
    "multiply_tiles": "four neighbouring loads become one of 16 bytes",
    "bitonic_sort": "the pairs of stride 1 are loaded and stored at once",
    "scan_two_sweeps": "the pairs of stride 1 are loaded at once",
    "reductions_one_word": "a warp adds up before one lane accesses the word",
    "shared_atomics_one_word": "a warp adds up before one lane accesses it",
}


def run(*command):
    print("+", *command, file=sys.stderr)
    return subprocess.run(command, cwd=ROOT, text=True, check=True,
                          stdout=subprocess.PIPE).stdout


def nvcc(program, *options):
    run("nvcc", "-std=c++17", "-O3", "-lineinfo", *options, str(KERNELS), "-o",
        program)


def counted_by_gpu():
    with tempfile.TemporaryDirectory() as scratch:
        program = scratch + "/counter_kernels"
        nvcc(program, "-arch=native")
        text = run("ncu", "--clock-control", "none", "--csv", "--page", "raw",
                   "--metrics", ",".join(METRICS), program)
    quoted = "\n".join(line for line in text.splitlines()
                       if line.startswith('"'))
    rows = [row for row in csv.DictReader(io.StringIO(quoted)) if row["ID"]]
    smi = run("nvidia-smi", "--query-gpu=name,driver_version",
              "--format=csv,noheader").strip().split(", ")
    return {
        "device": smi[0],
        "driver": smi[1],
        "nvcc": run("nvcc", "--version").strip().splitlines()[-1],
        "ncu": run("ncu", "--version").strip().splitlines()[-1],
        "date": datetime.date.today().isoformat(),
        "kernels": {
            row["Kernel Name"].split("(")[0]:
            {metric: int(row[metric].replace(",", "")) for metric in METRICS}
            for row in rows},
    }


def counted_by_emulator():
    with tempfile.TemporaryDirectory() as scratch:
        program = scratch + "/counter_kernels"
        report = scratch + "/report.json"
        nvcc(program, "-arch=compute_80", "-cudart", "shared")
        run("build/lockstep", "run", "--report", report, "--", program)
        kernels = json.load(open(report))["kernels"]
    return {
        "date": datetime.date.today().isoformat(),
        "kernels": {
            kernel["name"].split("(")[0]:
            {metric: kernel["counters"][metric] for metric in METRICS}
            for kernel in kernels},
    }


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |",
             "|" + "|".join("---" if i < 2 else "--:"
                            for i in range(len(header))) + "|"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |"
              for row in rows]
    return "\n".join(lines) + "\n"


def wavefronts_of(metric):
    """Conflicts are judged as a share of all wavefronts."""
    return metric.replace("bank_conflicts_pipe_lsu", "pipe_lsu_wavefronts")


def rows_of(results, names):
    rows = []
    for name in names:
        ours, theirs = (results[side]["kernels"][name]
                        for side in ("emulator", "gpu"))
        for metric in METRICS:
            if ours[metric] == theirs[metric] == 0:
                continue
            difference = theirs[metric] - ours[metric]
            share = difference / max(1, theirs[wavefronts_of(metric)])
            rows.append((f"`{name}`", f"`{metric}`", f"{ours[metric]:,}",
                         f"{theirs[metric]:,}", "equal" if difference == 0 else
                         f"{100 * share:+.2f} %"))
    return rows


def render():
    results = json.load(open(RESULTS))
    gpu = results["gpu"]
    names = list(gpu["kernels"])
    compared = [name for name in names if name not in CHANGED_BY_PTXAS]
    rows = rows_of(results, compared)
    equal = sum(row[4] == "equal" for row in rows)
    ncu = gpu["ncu"].removeprefix("Version ").split()[0]
    changed = "\n".join(f"- `{name}`: {why}."
                        for name, why in CHANGED_BY_PTXAS.items())
    header = ("kernel", "metric", "emulator", "GPU", "difference")
    (HERE / "counters.md").write_text(f"""\
# Counters against Nsight Compute {{#measurements_counters}}

{gpu['device']}, driver {gpu['driver']}, {gpu['nvcc'].split('/')[0]},
Nsight Compute {ncu}, {gpu['date']}; the emulator's counts of
{results['emulator']['date']}. Made by `docs/measurements/record_counters.py`
from the kernels of `counter_kernels.cu`, built by nvcc for both. Metrics that
are 0 on both sides are left out. Differences are in percent of the GPU's
wavefronts, or of its requests or sectors.

Of {len(rows)} counts of {len(compared)} kernels {equal} are equal. The others:

- A GPU adds up to 3 % of arbitration conflicts to accesses of shared memory;
  the emulator counts what the addresses alone ask for.
- Atomics on global memory whose lanes scatter over more than 8 cache lines
  count up to 2 % more sectors on a GPU.

{table(header, rows)}
## Where ptxas decides

The emulator counts instructions of PTX. Where ptxas makes others of them,
counts differ, always to the side of fewer on the GPU:

{changed}

{table(header, rows_of(results, CHANGED_BY_PTXAS))}""")


def main():
    sides = {"gpu": counted_by_gpu, "emulator": counted_by_emulator}
    if len(sys.argv) != 2 or sys.argv[1] not in (*sides, "render"):
        sys.exit(__doc__)
    if sys.argv[1] in sides:
        results = json.load(open(RESULTS)) if RESULTS.exists() else {}
        results[sys.argv[1]] = sides[sys.argv[1]]()
        RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
        print("wrote", RESULTS)
    if RESULTS.exists() and len(json.load(open(RESULTS))) == 2:
        render()


if __name__ == "__main__":
    main()
