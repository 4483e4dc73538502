// SPDX-License-Identifier: Apache-2.0
#include "harness/lab/command_line.h"

#include <charconv>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {
namespace {

using Catch::Clara::Opt;
using Catch::Clara::ParserResult;
using Result = Catch::Clara::ParseResultType;

ParserResult ok() { return ParserResult::ok(Result::Matched); }
ParserResult refuse(std::string message) {
  return ParserResult::runtimeError(std::move(message));
}

/// The value that a word stands for; an unknown word is refused with the
/// list of those that are known.
template <class T>
auto one_of(T& target, std::vector<std::pair<std::string, T>> words) {
  return [&target, words = std::move(words)](const std::string& given) {
    std::string known;
    for (const auto& [word, value] : words) {
      if (word == given) {
        target = value;
        return ok();
      }
      known += (known.empty() ? "" : ", ") + word;
    }
    return refuse("'" + given + "' is not one of " + known);
  };
}

template <class Number, class Target>
auto number(Target& target) {
  return [&target](const std::string& given) {
    Number value = 0;
    const char* end = given.data() + given.size();
    const auto [stop, error] = std::from_chars(given.data(), end, value);
    if (error != std::errc{} || stop != end)
      return refuse("'" + given + "' is not a number in range");
    target = value;
    return ok();
  };
}

auto kind_of_inputs(std::optional<InputKind>& target) {
  return [&target](const std::string& given) {
    target = input_kind(given);
    return target ? ok() : refuse("no inputs are called '" + given + "'");
  };
}

}  // namespace

void add_options(Catch::Session& session, CommandLine& line) {
  Options& to = line.options;
  auto device =
      one_of<DeviceChoice>(to.device, {{"auto", DeviceChoice::automatic},
                                       {"emulator", DeviceChoice::emulator},
                                       {"gpu", DeviceChoice::gpu}});
  auto compiler = one_of<FrontEnd>(to.compiler, {{"auto", FrontEnd::automatic},
                                                 {"clang", FrontEnd::clang},
                                                 {"nvcc", FrontEnd::nvcc}});
  auto no_box = [&to](bool given) {
    to.use_box = !given;
    return ok();
  };
  auto cli =
      session.cli() |
      Opt(to.submission, "file")["--submission"]("grade this .cu file") |
      Opt(device, "auto|emulator|gpu")["--device"]("run on this") |
      Opt(compiler, "auto|clang|nvcc")["--compiler"]("compile with this") |
      Opt(no_box)["--no-box"]("compile outside of the sandbox") |
      Opt(number<std::uint64_t>(to.seed), "n")["--seed"]("of all data") |
      Opt(to.full)["--full"]("larger sizes, more schedules") |
      Opt(to.task, "name")["--task"]("this task only") |
      Opt(number<std::uint32_t>(to.replay.size),
          "n")["--size"]("one case of this size") |
      Opt(number<std::uint32_t>(to.replay.block_threads),
          "threads")["--block"]("of the one case") |
      Opt(number<std::uint32_t>(to.replay.schedule),
          "k")["--schedule"]("of the one case") |
      Opt(to.replay.variant, "name")["--variant"]("of the one case") |
      Opt(kind_of_inputs(to.replay.inputs),
          "kind")["--inputs"]("of the one case") |
      Opt(number<unsigned>(to.hints), "0..4")["--hints"]("levels of hints") |
      Opt(to.events, "file")["--events"]("JSON lines, one an event") |
      Opt(line.list_lab)["--list-lab"]("print the tasks as JSON") |
      Opt(line.bench)["--bench"]("measure the kernels, print JSON");
  session.cli(cli);
}

}  // namespace lockstep
