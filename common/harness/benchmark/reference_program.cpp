// SPDX-License-Identifier: Apache-2.0
#include "harness/benchmark/reference_program.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "process/process.h"

namespace lockstep {
namespace {

std::optional<std::filesystem::path> find_nvcc() {
  if (const auto found = find_program("nvcc")) return found;
  const std::filesystem::path usual = "/usr/local/cuda/bin/nvcc";
  if (std::filesystem::exists(usual)) return usual;
  return std::nullopt;
}

/// Empty on success.
std::string build(const std::filesystem::path& source,
                  const std::filesystem::path& program) {
  const auto nvcc = find_nvcc();
  if (!nvcc) return "the reference program needs nvcc, which is not here";
  std::filesystem::create_directories(program.parent_path());
  ProcessRequest request;
  request.command = {nvcc->string(),  "-O3", "-std=c++17",    "-arch=native",
                     source.string(), "-o",  program.string()};
  request.seconds = 300;
  const ProcessResult result = run_process(std::move(request));
  if (result.is_success()) return "";
  return "the reference program does not build: " + result.message +
         result.errors;
}

/// Newer than all files beside its source: one of them is its header.
bool is_up_to_date(const std::filesystem::path& program,
                   const std::filesystem::path& source) {
  std::error_code missing;
  const auto built = std::filesystem::last_write_time(program, missing);
  if (missing) return false;
  for (const auto& it :
       std::filesystem::directory_iterator(source.parent_path()))
    if (it.last_write_time() > built) return false;
  return true;
}

}  // namespace

ReferenceTimes parse_reference_times(std::string_view json) {
  ReferenceTimes times;
  try {
    const auto parsed = nlohmann::json::parse(json);
    for (const auto& result : parsed.at("results"))
      times.milliseconds[result.at("n").get<std::uint64_t>()] =
          result.at("median_ms").get<double>();
  } catch (const nlohmann::json::exception& problem) {
    times.milliseconds.clear();
    times.message = problem.what();
  }
  return times;
}

ReferenceTimes time_reference(const std::filesystem::path& source,
                              const std::filesystem::path& folder,
                              const std::vector<std::uint64_t>& sizes) {
  const auto program = folder / source.stem();
  if (!is_up_to_date(program, source))
    if (auto problem = build(source, program); !problem.empty())
      return {{}, std::move(problem)};
  ProcessRequest request;
  request.command = {program.string()};
  for (const std::uint64_t n : sizes)
    request.command.push_back(std::to_string(n));
  request.seconds = 300;
  const ProcessResult result = run_process(std::move(request));
  if (!result.is_success())
    return {{},
            "the reference program failed: " + result.message + result.errors};
  return parse_reference_times(result.output);
}

}  // namespace lockstep
