#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures a lab's solution on a machine with a GPU and writes it down.

record.py record 01   on the GPU: writes docs/measurements/NN_name.json
record.py render 01   anywhere: writes NN_name.md and the section of the note

`record` needs a built tree, nvcc and ncu. Options after the lab's number go
to `lockstep` as they are (for example --no-box).
"""
import csv
import datetime
import io
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
METRICS = [
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
]
COUNTED_SIZE = 1 << 20


def run(*command):
    print("+", *command, file=sys.stderr)
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True)
    sys.stderr.write(done.stderr)
    return done.stdout


def folder_of(lab):
    (found,) = (ROOT / "solutions").glob(lab + "*")
    return found


def bench(lab, submission, size, options):
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        run("build/lockstep", "bench", lab, "--submission", str(submission),
            "--device", "gpu", "--size", str(size), "--json", out.name,
            *options)
        return json.load(open(out.name))


def counted_by_ncu(lab, submission):
    """Metric values of every kernel, launched once as `bench` launches it."""
    launcher = f"docs/measurements/launch_{submission.parent.name}.cu"
    with tempfile.TemporaryDirectory() as scratch:
        program = scratch + "/launch"
        run("nvcc", "-std=c++17", "-O3", "-arch=native", "-include",
            str(submission), launcher, "-o", program)
        text = run("ncu", "--clock-control", "none", "--csv", "--page", "raw",
                   "--metrics", ",".join(METRICS), program, str(COUNTED_SIZE))
    lines = text.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
    rows = csv.DictReader(io.StringIO("\n".join(
        line for line in lines[begin:] if line.startswith('"'))))
    counted = {}
    for row in rows:
        if row["ID"]:  # the second header line has units only
            counted[row["Kernel Name"].split("(")[0]] = {
                metric: int(row[metric].replace(",", "")) for metric in METRICS}
    return counted


def record(lab, options):
    folder = folder_of(lab)
    source = folder / (folder.name.split("_", 1)[1] + ".cu")
    source = source.relative_to(ROOT)
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch) / "check.json"
        run("build/lockstep", "check", lab, "--submission", str(source),
            "--device", "gpu", "--json", str(report), *options)
        check = json.load(open(report))
        # The experiment of the lab's source has 128 threads a block.
        of_128 = pathlib.Path(scratch) / source.name
        of_128.write_text((ROOT / source).read_text().replace(
            "constexpr unsigned block_threads = 256;",
            "constexpr unsigned block_threads = 128;"))
        experiment = bench(lab, of_128, 1 << 24, options)
    smi = run("nvidia-smi", "--query-gpu=name,driver_version",
              "--format=csv,noheader").strip().split(", ")
    measured = {
        "device": smi[0],
        "driver": smi[1],
        "nvcc": run("nvcc", "--version").strip().splitlines()[-1],
        "ncu": run("ncu", "--version").strip().splitlines()[-1],
        "date": datetime.date.today().isoformat(),
        "command": " ".join(["docs/measurements/record.py", "record", lab]),
        "check": {"points": check["points"],
                  "max_points": check["max_points"],
                  "tasks": [{key: task[key] for key in
                             ("name", "points", "status", "message")}
                            for task in check["tasks"]]},
        "fast": check["tasks"][-1]["counters"].get("measured", []),
        "experiment": experiment,
        "emulator": {kernel["kernel"]: {m: kernel["counters"][m]
                                        for m in METRICS}
                     for kernel in bench(lab, source, COUNTED_SIZE,
                                         options)["kernels"]},
        "gpu": counted_by_ncu(lab, source),
    }
    to = ROOT / "docs/measurements" / (folder.name + ".json")
    to.write_text(json.dumps(measured, indent=1) + "\n")
    print("wrote", to)


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |",
             "|" + "|".join("---" if i == 0 else "--:"
                            for i in range(len(header))) + "|"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |"
              for row in rows]
    return "\n".join(lines) + "\n"


def power(n):
    return f"2^{n.bit_length() - 1}" if n & (n - 1) == 0 else str(n)


def experiment_table(experiment):
    ladder = [kernel for kernel in experiment["kernels"] if kernel["name"] in
              ("gmem", "smem", "unrolled", "dynamic", "shuffle")]
    first = ladder[0]["milliseconds"]
    rows = []
    for kernel in ladder:
        counters = kernel["counters"]
        rows.append((
            kernel["name"], f"{1000 * kernel['milliseconds']:.1f}",
            f"{first / kernel['milliseconds']:.2f}",
            f"{kernel['bytes_per_second'] / 1e9:.0f}",
            f"{100 * kernel['of_read_roof']:.0f} %",
            f"{counters['l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum']:,}",
            f"{counters['l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum']:,}"))
    return table(("kernel", "time (us)", "times gmem", "GB/s", "of read roof",
                  "load sectors", "store sectors"), rows)


def fast_table(rows):
    return table(("n", "time (us)", "of CUB's time", "of read roof"),
                 [(power(row["n"]), f"{1000 * row['milliseconds']:.1f}",
                   f"{row['of_cub_time']:.3f}", f"{row['of_read_roof']:.3f}")
                  for row in rows])


def counter_table(measured):
    rows = []
    for kernel, values in measured["emulator"].items():
        for metric in METRICS:
            ours = values[metric]
            theirs = measured["gpu"].get(kernel, {}).get(metric)
            if ours == 0 and theirs == 0:
                continue
            if theirs is None:
                verdict = "not run"
            elif ours == theirs:
                verdict = "equal"
            else:
                whole = metric.replace("bank_conflicts", "pipe_lsu_wavefronts")
                whole = whole.replace("data_pipe_lsu_wavefronts_pipe_lsu_mem",
                                      "data_pipe_lsu_wavefronts_mem")
                share = (theirs - ours) / measured["gpu"][kernel][whole]
                verdict = f"{100 * share:+.2f} %"
            rows.append((f"`{kernel}`", f"`{metric}`", f"{ours:,}",
                         "-" if theirs is None else f"{theirs:,}", verdict))
    return table(("kernel", "metric", "emulator", "GPU", "difference"), rows)


def render(lab):
    name = folder_of(lab).name
    measured = json.load(open(ROOT / f"docs/measurements/{name}.json"))
    where = (f"{measured['device']}, driver {measured['driver']}, "
             f"{measured['nvcc'].split('/')[0].replace('Build ', '')}, "
             f"{measured['date']}, command `{measured['command']}`")
    roofs = measured["experiment"]["roofs"]
    tasks = measured["check"]["tasks"]
    ncu = measured["ncu"].removeprefix("Version ").split()[0]
    page = f"""# Measurements of lab {name} {{#measurements_{name}}}

{where}; Nsight Compute {ncu}. This page is written by
`docs/measurements/record.py render {lab}` from the JSON file beside it.

Roofs in the same run: copy {roofs['copy_bytes_per_second'] / 1e12:.2f} TB/s
(read and written), read sweep {roofs['read_bytes_per_second'] / 1e12:.2f} TB/s.

## Points of the solution on the GPU

{measured['check']['points']} of {measured['check']['max_points']}. The
emulator judged every case too, and both gave the same bits.

{table(("task", "points", "status", "message"),
       [(t["name"], t["points"], t["status"], t["message"]) for t in tasks])}
## The task fast

Cold caches, fresh data, median of 31, CUB and roofs measured in the same run.

{fast_table(measured["fast"])}
## Counters: emulator and Nsight Compute

n = {power(COUNTED_SIZE)}, the solution's block sizes, PTX of nvcc. Metrics
that are 0 on both sides are left out; differences are in percent of the
GPU's wavefronts or sectors. A GPU adds arbitration conflicts to shared
accesses and counts them as wavefronts too; the emulator, which counts what
the addresses alone ask for, is the lower bound.

{counter_table(measured)}
## The experiment of the lab's source

16 Mi ints, 128 threads a block. Sectors are the emulator's.

{experiment_table(measured["experiment"])}"""
    (ROOT / f"docs/measurements/{name}.md").write_text(page)
    note = ROOT / f"docs/labs/{name}.md"
    begin = f"<!-- begin: docs/measurements/{name}.json -->\n"
    end = f"<!-- end: docs/measurements/{name}.json -->"
    head, rest = note.read_text().split(begin)
    tail = rest.split(end)[1]
    note.write_text(head + begin + f"""
Measured: {where}.
Read roof {roofs['read_bytes_per_second'] / 1e12:.2f} TB/s in the same run;
GB/s are bytes read and written over the time.

{experiment_table(measured["experiment"])}
The task `fast` in the same session, cold caches, median of 31:

{fast_table(measured["fast"])}
""" + end + tail)


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("record", "render"):
        sys.exit(__doc__)
    if sys.argv[1] == "record":
        record(sys.argv[2], sys.argv[3:])
    render(sys.argv[2])
