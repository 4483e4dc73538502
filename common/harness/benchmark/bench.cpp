// SPDX-License-Identifier: Apache-2.0
#include "harness/benchmark/bench.h"

#include "device/roofs.h"
#include "harness/benchmark/timing.h"
#include "harness/verdict/gate.h"

namespace lockstep {
namespace {

using Json = nlohmann::ordered_json;

Json dimensions(const ptx::Dim3& size) {
  return Json::array({size.x, size.y, size.z});
}

Job job_for(const Session& session, const BenchCase& one) {
  Job job = one.experiment.job();
  job.program = &session.program();
  job.limits.seconds = 60;
  return job;
}

void add_counters(const Session& session, const BenchCase& one, Json& row) {
  const Outcome outcome =
      session.devices().emulator().run(job_for(session, one));
  row["counters"] = totals(outcome.counters);
  if (outcome.status != OutcomeStatus::success)
    row["message"] = outcome.message;
}

void add_time(const Session& session, const BenchCase& one, const Roofs& roofs,
              Json& row) {
  const Outcome outcome =
      run_timed(*session.devices().gpu, job_for(session, one));
  if (outcome.status != OutcomeStatus::success) {
    row["message"] = outcome.message;
    return;
  }
  const Timing time = timing_of(outcome, one.bytes);
  row["milliseconds"] = time.milliseconds;
  row["bytes_per_second"] = time.bytes_per_second();
  if (!roofs.message.empty()) return;
  row["of_read_roof"] = time.bytes_per_second() / roofs.read_bytes_per_second;
  row["of_copy_roof"] = time.bytes_per_second() / roofs.copy_bytes_per_second;
}

Json roofs_json(const Roofs& roofs) {
  if (!roofs.message.empty()) return {{"message", roofs.message}};
  return {{"read_bytes_per_second", roofs.read_bytes_per_second},
          {"copy_bytes_per_second", roofs.copy_bytes_per_second}};
}

}  // namespace

Json bench_json(const Session& session) {
  const auto& gpu = session.devices().gpu;
  const std::uint32_t size = session.options().replay.size.value_or(
      gpu ? bench_size_on_gpu : bench_size_on_emulator);
  Json json{{"lab", session.lab().name},
            {"device", session.devices().main().info().name},
            {"compiler", session.compiled().compiler},
            {"size", size}};
  Roofs roofs;
  if (gpu) {
    roofs = measure_roofs(*gpu);
    json["roofs"] = roofs_json(roofs);
  }
  json["kernels"] = Json::array();
  for (const BenchCase& one : session.lab().bench(session, size)) {
    const Launch& launch = one.experiment.job().launches.front();
    Json row{{"name", one.name},
             {"kernel", launch.kernel},
             {"size", one.size},
             {"grid", dimensions(launch.grid)},
             {"block", dimensions(launch.block)}};
    if (gpu) add_time(session, one, roofs, row);
    add_counters(session, one, row);
    json["kernels"].push_back(std::move(row));
  }
  return json;
}

}  // namespace lockstep
