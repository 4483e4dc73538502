// SPDX-License-Identifier: Apache-2.0
// One line an option; ranges are refused here, names by the autograder.
#include "cli/check_options.h"

#include <fmt/format.h>

#include <charconv>

namespace lockstep::cli {

/// The parser itself lets "-1" and numbers that do not fit wrap around.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return CLI::Validator(
      [=](const std::string& text) -> std::string {
        std::uint64_t value = 0;
        const char* end = text.data() + text.size();
        const auto parsed = std::from_chars(text.data(), end, value);
        if (parsed.ec == std::errc() && parsed.ptr == end && value >= least &&
            value <= most)
          return {};
        return fmt::format("\"{}\" is no whole number from {} to {}", text,
                           least, most);
      },
      "");
}

void add_check_options(CLI::App& verb, CheckRequest& request) {
  verb.add_option("--device", request.device,
                  "auto (a GPU where there is one), emulator, gpu")
      ->check(CLI::IsMember({"auto", "emulator", "gpu"}))
      ->option_text("NAME");
  verb.add_option("--compiler", request.compiler,
                  "auto (nvcc for a GPU, else clang), clang, nvcc")
      ->check(CLI::IsMember({"auto", "clang", "nvcc"}))
      ->option_text("NAME");
  verb.add_flag("--full", request.is_full, "larger sizes too; takes longer");
  verb.add_option("--task", request.task, "one task, for example smem")
      ->option_text("NAME");
  verb.add_option("--seed", request.seed, "of all inputs (default: 1)")
      ->check(whole_number(0, largest_seed))
      ->option_text("N");
  verb.add_option("--hints", request.hints,
                  "how much to give away, 1 to 4 (default: 1)")
      ->check(whole_number(1, 4))
      ->option_text("LEVEL");
  verb.add_flag_callback(
      "--no-box", [&request] { request.use_box = false; },
      "compile without the sandbox; only for files that you trust");
  verb.add_option("--size", request.size, "replay: one input size")
      ->check(whole_number(0, 1U << 31))
      ->option_text("N");
  verb.add_option("--block", request.block, "replay: one block size")
      ->check(whole_number(1, 1U << 16))
      ->option_text("THREADS");
  verb.add_option("--schedule", request.schedule,
                  "replay: one order of blocks and warps")
      ->option_text("N");
  verb.add_option("--inputs", request.inputs, "replay: one kind of values")
      ->option_text("KIND");
  verb.add_option("--variant", request.variant,
                  "replay: one variant of the task, for example an operator")
      ->option_text("NAME");
}

}  // namespace lockstep::cli
