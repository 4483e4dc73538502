// SPDX-License-Identifier: Apache-2.0
// lockstep bench LAB: measures a lab's kernels, prints the table, writes JSON
// and a plot. On the emulator it gives counters; only a GPU gives times.
#include "report/bench.h"

#include <fmt/format.h>

#include <optional>

#include "cli/check_options.h"
#include "cli/lab/autograder.h"
#include "cli/system/failure.h"
#include "cli/system/output_file.h"
#include "cli/system/read_text.h"
#include "cli/system/temporary_folder.h"
#include "cli/verbs.h"
#include "process/process.h"
#include "report/json.h"

namespace lockstep::cli {
namespace {

struct BenchCommand {
  std::string lab;
  std::string submission;
  std::string json, plot;
  CheckRequest request;
};

void require_gnuplot() {
  if (find_program("gnuplot")) return;
  throw Failure(missing_thing,
                "--plot needs gnuplot: apt-get install gnuplot-nox");
}

void draw(const nlohmann::ordered_json& measured, const OutputFile& plot) {
  const TemporaryFolder folder;
  const std::string svg = (folder.path() / "plot.svg").string();
  ProcessRequest request;
  request.command = {"gnuplot", "-"};
  request.input = report::plot_program(measured, svg);
  request.seconds = 60;
  const ProcessResult result = run_process(std::move(request));
  const std::string text = read_text(svg);
  if (!result.is_success() || text.empty())
    throw Failure(missing_thing, fmt::format("gnuplot drew nothing: {}{}",
                                             result.message, result.errors));
  plot.write(text);
}

int bench(const BenchCommand& command, const Program& program) {
  const Labs labs(program.registry);
  const Lab& lab = labs.named(command.lab);
  const Submission submission = read_submission(
      command.submission.empty() ? lab.submission
                                 : std::filesystem::path(command.submission));
  std::optional<OutputFile> json;
  std::optional<OutputFile> plot;
  if (!command.json.empty()) json.emplace(command.json);
  if (!command.plot.empty()) plot.emplace(command.plot);
  if (plot) require_gnuplot();
  std::FILE* people = json && json->is_standard_output() ? stderr : stdout;
  SignalWatch signals;
  ProgressLine progress;
  progress.show(lab.name + ": measuring");
  Measured measured = measure(lab, submission, command.request, signals);
  progress.clear();
  if (measured.is_stopped) return by_signal + *signals.stop_signal();
  write_text(people, report::bench_text(measured.json,
                                        page_of(people, program.colour)));
  if (json) json->write(report::file_text(measured.json));
  if (plot) draw(measured.json, *plot);
  return all_passed;
}

}  // namespace

void add_bench(CLI::App& app, Program& program) {
  auto* verb = app.add_subcommand("bench", "measure the kernels of one lab");
  auto command = std::make_shared<BenchCommand>();
  CheckRequest& request = command->request;
  request.is_bench = true;
  verb->add_option("LAB", command->lab, "01, 1, reduction or 01_reduction")
      ->required();
  verb->add_option("--submission", command->submission,
                   "measure this file instead of the lab's own")
      ->option_text("FILE");
  verb->add_option("--device", request.device,
                   "auto (a GPU where there is one), emulator, gpu")
      ->check(CLI::IsMember({"auto", "emulator", "gpu"}))
      ->option_text("NAME");
  verb->add_option("--compiler", request.compiler, "auto, clang, nvcc")
      ->check(CLI::IsMember({"auto", "clang", "nvcc"}))
      ->option_text("NAME");
  verb->add_option("--size", request.size, "how many elements")
      ->check(whole_number(1, 1U << 31))
      ->option_text("N");
  verb->add_option("--seed", request.seed, "of the inputs")
      ->check(whole_number(0, largest_seed))
      ->option_text("N");
  verb->add_flag_callback(
      "--no-box", [&request] { request.use_box = false; },
      "compile without the sandbox");
  verb->add_option("--json", command->json, "write JSON; - is standard output")
      ->option_text("FILE");
  verb->add_option("--plot", command->plot, "draw an SVG file with gnuplot")
      ->option_text("FILE");
  verb->footer(R"(Examples:
  lockstep bench 01
  lockstep bench 01 --device gpu --json bench.json --plot bench.svg)");
  verb->callback([command, &program] {
    program.action = [command, &program] { return bench(*command, program); };
  });
}

}  // namespace lockstep::cli
