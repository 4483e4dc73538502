#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Plays an autograder: the submission's first line names the scene,
# "// scene: pass". Arguments go to $FAKE_LOG, where that is set.
arguments=$*

tasks='[{"name":"gmem","title":"In global memory","max_points":10},
  {"name":"smem","title":"In shared memory","max_points":10},
  {"name":"fast","title":"Near the roof","max_points":10}]'
tasks=$(echo "$tasks" | tr -d '\n')
task=
submission=reduction.cu
while [ $# -gt 0 ]; do
  case $1 in
    --list-lab) echo "{\"lab\":\"01_reduction\",\"total_points\":30,\"tasks\":$tasks}"
      exit 0 ;;
    --events) events=$2; shift ;;
    --submission) submission=$2; shift ;;
    --task) task=$2; shift ;;
    --seed) seed=$2; shift ;;
  esac
  shift
done
[ -z "${FAKE_LOG:-}" ] || echo "$arguments" >>"$FAKE_LOG"
scene=$(sed -n '1s,^// scene: ,,p' "$submission")
exec 5>"$events"

begin() {
  echo "{\"event\":\"begin\",\"lab\":\"01_reduction\",\"device\":\"emulator\",\"compiler\":\"clang 14.0.6\",\"seed\":$seed,\"total_points\":30,\"tasks\":$tasks}" >&5
}
# task NAME POINTS STATUS MORE
task() {
  [ -z "$task" ] || [ "$task" = "$1" ] || return 0
  echo "{\"event\":\"task_begin\",\"name\":\"$1\"}" >&5
  echo "{\"event\":\"task\",\"name\":\"$1\",\"title\":\"In memory\",\"points\":$2,\"max_points\":10,\"status\":\"$3\"$4}" >&5
}
end() { echo '{"event":"end"}' >&5; }
not_run=',"message":"needs a GPU"'
finding=',"message":"a race in shared memory","hints":["Look at the barrier."],
"replay":"lockstep check 01 --task smem --seed 1 --size 64","findings":[{
"tool":"racecheck","kind":"write-after-read","severity":"error",
"message":"write-after-read hazard in shared memory","file":"SUBMISSION",
"line":3,"column":13,"label":"thread 31 of block 0 writes tile[31]",
"block":"(0,0,0)","threads":["(31,0,0)"],"variable":"tile",
"other":{"file":"SUBMISSION","line":4,"column":9,
"label":"thread 32 reads tile[31] with no barrier between"}}]'
finding=$(echo "$finding" | tr -d '\n' | sed "s,SUBMISSION,$submission,g")

case $scene in
  pass) begin; task gmem 10 pass; task smem 10 pass
    task fast 0 not_run "$not_run"; end; exit 0 ;;
  fail) begin; task gmem 10 pass; task smem 0 fail "$finding"
    task fast 0 not_run "$not_run"; end; exit 1 ;;
  leftovers) mkdir "$TMPDIR/sub"; echo x >"$TMPDIR/sub/file"
    begin; task gmem 10 pass; task smem 10 pass; task fast 10 pass
    end; exit 0 ;;
  crash) begin; task gmem 10 pass; kill -SEGV $$ ;;
  crash-at-once) kill -ABRT $$ ;;
  crash-late) begin; task gmem 10 pass; task smem 10 pass
    task fast 0 not_run "$not_run"; end; kill -SEGV $$ ;;
  garbage) begin; task gmem 10 pass; echo 'this is {no event' >&5
    task smem 10 pass; task fast 10 pass; end; exit 0 ;;
  early) begin; task gmem 10 pass; exit 0 ;;
  silent) exit 0 ;;
  missing) echo '{"event":"error","message":"no compiler: apt-get install clang","exit_code":3}' >&5
    exit 3 ;;
  wrong) echo 'lab_01: this device is unknown' >&2; exit 2 ;;
  infra) begin; task gmem 10 pass; task smem 10 pass
    task fast 0 infra_error ',"message":"the device fell off the bus"'
    end; exit 1 ;;
  bench) cat <<'JSON'
{"lab": "01_reduction", "device": "NVIDIA H200", "compiler": "nvcc 13.0",
 "kernels": [
  {"name": "smem", "size": 1024, "milliseconds": 0.25,
   "bytes_per_second": 1500000000.0,
   "counters": {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 128}},
  {"name": "it's \"q\"", "size": 2048, "message": "too slow"}]}
JSON
    exit 0 ;;
  bench-garbage) echo 'no JSON'; exit 0 ;;
  hang) begin; task gmem 10 pass; echo "$$" >"$FAKE_PID"
    sleep 1000 & sleep 1000 ;;
esac
