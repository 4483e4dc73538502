// SPDX-License-Identifier: Apache-2.0
// ptx_differential_compare: random kernels on the GPU and under the emulator.
// Exit code 0: no difference; 1: some; 2: nothing could be compared; 3: a
// kernel that ends neither well nor at all on the GPU.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <mutex>
#include <optional>
#include <thread>

#include "comparison.h"
#include "emulated_run.h"
#include "explain.h"
#include "generator/generate.h"
#include "gpu_run.h"
#include "hash_list.h"
#include "shrink.h"

namespace lockstep::ptx::differential {
namespace {

struct Request {
  ComparisonOptions comparison;
  std::vector<std::string> names;
  std::string check, record, print, shrink;
  bool is_alone = false;
};

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

std::string describe(const Gpu& gpu) {
  return fmt::format(
      "{}, driver {}, {}, {}", gpu.info().name, gpu.info().driver,
      gpu.assembler().path().empty() ? "the driver's assembler" : "ptxas",
      today());
}

Family family_named(const std::string& name) {
  for (const Family family : families) {
    if (name == name_of(family)) return family;
  }
  throw CLI::ValidationError("no family is called " + name);
}

/// "control_17", as differences are printed.
Program program_named(const std::string& name) {
  const auto bar = name.rfind('_');
  return generate(family_named(name.substr(0, bar)),
                  std::stoull(name.substr(bar + 1)));
}

std::string head_of_list(const Gpu& gpu) {
  return "# What random kernels leave behind on a GPU: family, seed, hash of "
         "the\n# program, hash of the output. Made by ptx_differential_compare "
         "--record on\n# " +
         describe(gpu) + "\n";
}

int compare_all(const driver::Api& api, const Request& request) {
  std::mutex turn;
  const Gpu gpu(api, turn);
  const ComparisonResult result = compare(api, request.comparison);
  fmt::print("{}\n", describe(gpu));
  std::uint64_t wrong = 0, compared = 0;
  fmt::print(
      "| family | kernels | with checkers | mismatches | findings | "
      "miscompiled | not run |\n|---|---:|---:|---:|---:|---:|---:|\n");
  for (const auto& [family, tally] : result.tallies) {
    fmt::print("| {} | {} | {} | {} | {} | {} | {} |\n", name_of(family),
               tally.compared, tally.checked, tally.mismatches, tally.findings,
               tally.miscompiled, tally.refused);
    wrong += tally.mismatches + tally.findings;
    compared += tally.compared;
  }
  if (!request.record.empty()) {
    std::ofstream out(request.record);
    write_hashes(out, head_of_list(gpu), result.hashes);
    if (!out.good()) return 2;
  }
  return compared == 0 ? 2 : wrong == 0 ? 0 : 1;
}

int check_list(const std::string& path) {
  std::ifstream in(path);
  unsigned wrong = 0, checked = 0;
  for (const ExpectedHash& expected : read_hashes(in)) {
    const Program program = generate(expected.family, expected.seed);
    const std::string what =
        difference(expected, program, run_emulated(program));
    ++checked;
    if (what.empty()) continue;
    ++wrong;
    fmt::print("{}: {}\n", program.kernel_name(), what);
  }
  fmt::print("{}: {} kernels, {} differ\n", path, checked, wrong);
  return wrong != 0 ? 1 : checked == 0 ? 2 : 0;
}

int shrink_one(const driver::Api& api, const Program& program) {
  std::mutex turn;
  Gpu gpu(api, turn);
  const auto differs = [&](const Program& candidate) {
    const Outcome real = gpu.run({&candidate, 1}).front();
    return real.problem.empty() &&
           run_emulated(candidate).output != real.output;
  };
  if (!differs(program)) {
    fmt::print("{}: no difference\n", program.kernel_name());
    return 0;
  }
  const Program smaller = shrink(program, differs);
  fmt::print("{}{}", module_of(smaller),
             explain(smaller, gpu.run({&smaller, 1}).front()));
  return 1;
}

/// Every kernel with all checkers, which must find nothing.
int emulate_all(const ComparisonOptions& options) {
  unsigned wrong = 0;
  for (const Family family : options.chosen) {
    for (std::uint64_t n = 0; n < options.count; ++n) {
      const Program program = generate(family, options.first_seed + n);
      const Outcome plain = run_emulated(program);
      const Outcome other = run_emulated(program, {true, program.seed});
      const bool is_same = plain.output == other.output;
      if (is_same && other.problem.empty()) continue;
      ++wrong;
      fmt::print("{}: {}\n", program.kernel_name(),
                 is_same ? other.problem : "depends on the schedule");
    }
  }
  fmt::print("{} kernels a family under the emulator alone, {} wrong\n",
             options.count, wrong);
  return wrong == 0 ? 0 : 1;
}

int run(const Request& request) {
  if (request.is_alone) return emulate_all(request.comparison);
  if (!request.print.empty()) {
    fmt::print("{}", module_of(program_named(request.print)));
    return 0;
  }
  std::optional<driver::Api> api;
  try {
    api = driver::load_api();
    std::mutex turn;
    const Gpu gpu(*api, turn);
  } catch (const std::runtime_error& error) {
    fmt::print("not compared with a GPU: {}\n", error.what());
    return request.check.empty() ? 2 : check_list(request.check);
  }
  if (!request.shrink.empty()) {
    return shrink_one(*api, program_named(request.shrink));
  }
  return compare_all(*api, request);
}

int run_tool(int argc, char** argv) {
  Request request;
  ComparisonOptions& options = request.comparison;
  options.threads = std::thread::hardware_concurrency();
  CLI::App app("random kernels, run by a GPU and by the emulator");
  app.add_option("--family", request.names, "only these families");
  app.add_option("--first", options.first_seed, "first seed");
  app.add_option("--count", options.count, "kernels of each family");
  app.add_option("--skip", options.skipped, "leave this kernel out");
  app.add_option("--batch", options.batch, "kernels of a module");
  app.add_option("--threads", options.threads, "how many work at a time");
  app.add_option("--checked", options.checked_share,
                 "every how many-th kernel runs with all checkers");
  app.add_option("--check", request.check,
                 "a list of hashes to check where there is no GPU");
  app.add_option("--record", request.record, "write the GPU's hashes there");
  app.add_flag("--alone", request.is_alone,
               "no GPU: every kernel with all checkers, in another order");
  app.add_option("--print", request.print, "print a kernel: control_17");
  app.add_option("--shrink", request.shrink,
                 "make a kernel that differs smaller, and print it");
  try {
    app.parse(argc, argv);
    for (const std::string& name : request.names) {
      options.chosen.push_back(family_named(name));
    }
    if (options.chosen.empty()) {
      options.chosen.assign(std::begin(families), std::end(families));
    }
    return run(request);
  } catch (const CLI::Error& error) {
    return app.exit(error);
  } catch (const std::exception& error) {
    fmt::print("stopped: {}\n", error.what());
    return 2;
  }
}

}  // namespace
}  // namespace lockstep::ptx::differential

int main(int argc, char** argv) {
  return lockstep::ptx::differential::run_tool(argc, argv);
}
