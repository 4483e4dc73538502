// SPDX-License-Identifier: Apache-2.0
// Parses the command line, runs the chosen verb, turns failures into messages
// and exit codes.
#include "cli/verbs.h"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "cli/lab/labs.h"
#include "cli/system/failure.h"
#include "cli/system/nearest.h"
#include "report/escape.h"

namespace lockstep::cli {
namespace {

constexpr const char* examples = R"(Examples:
  lockstep check                  every lab
  lockstep check 01               one lab; also 1, reduction, 01_reduction
  lockstep check 01 --task smem --hints 2
  lockstep watch 01               again at every save
  lockstep status                 points a lab and task

Exit codes: 0 all asked-for tasks passed; 1 some did not; 2 wrong usage or
input; 3 something is missing on this machine. `lockstep VERB --help` says more
about a verb.)";

void add_shared_options(CLI::App& app, Program& program) {
  app.add_option("--labs", program.registry,
                 "list of labs (default: labs/labs.json beside this program)")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->option_text("FILE");
  const std::map<std::string, Colour> colours{{"auto", Colour::automatic},
                                              {"always", Colour::always},
                                              {"never", Colour::never}};
  app.add_option("--color", program.colour,
                 "auto (on a terminal, without NO_COLOR), always, never")
      ->transform(CLI::CheckedTransformer(colours))
      ->option_text("WHEN");
}

std::string shown(const std::string& text) {
  return report::printable(text, report::Newlines::join);
}

[[noreturn]] void refuse_verb(const CLI::App& app, const std::string& typed) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({}))
    verbs.push_back(verb->get_name());
  throw Failure(
      wrong_usage,
      fmt::format("there is no verb \"{}\"{}\nthe verbs are: {}", shown(typed),
                  suggestion(typed, verbs), fmt::join(verbs, ", ")));
}

/// The parser's own message suggests no verb and turns the words around.
void refuse_extras(const CLI::App& app) {
  const std::vector<std::string> extras = app.remaining();
  if (extras.empty()) return;
  const auto chosen = app.get_subcommands();
  if (!chosen.empty() && chosen.front()->get_allow_extras()) return;
  if (chosen.empty() && !extras.front().starts_with('-'))
    refuse_verb(app, extras.front());
  const std::string verb =
      chosen.empty() ? "" : " " + chosen.front()->get_name();
  throw Failure(wrong_usage, fmt::format("\"{}\" is unknown here; \"lockstep{}"
                                         " --help\" lists the options",
                                         shown(extras.front()), verb));
}

/// Help and version come as "errors" with the exit code 0.
int explain(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream help;
  std::ostringstream problem;
  const int code = app.exit(error, help, problem);
  fmt::print("{}", help.str());
  fmt::print(stderr, "{}",
             report::printable(problem.str(), report::Newlines::keep));
  return code == 0 ? all_passed : wrong_usage;
}

int run_chosen(CLI::App& app, Program& program, int count,
               const char* const* arguments) try {
  app.parse(count, arguments);
  refuse_extras(app);
  if (program.action) return program.action();
  fmt::print(stderr, "{}", app.help());
  return wrong_usage;
} catch (const CLI::ParseError& error) {
  return explain(app, error);
} catch (const Failure& failure) {
  fmt::print(stderr, "lockstep: {}\n", failure.what());
  return failure.code();
}

}  // namespace

int run_lockstep(int count, const char* const* arguments) try {
  CLI::App app("Lockstep: CUDA labs, checked on the emulator or on a GPU",
               "lockstep");
  app.footer(examples);
  app.set_version_flag("--version", "lockstep " LOCKSTEP_VERSION);
  app.fallthrough();
  Program program;
  program.registry = default_registry();
  add_shared_options(app, program);
  add_check(app, program);
  add_watch(app, program);
  add_build(app, program);
  add_run(app, program);
  add_bench(app, program);

  add_grade(app, program);
  add_status(app, program);
  app.allow_extras();  // after the verbs, which would inherit it
  return run_chosen(app, program, count, arguments);
} catch (const std::exception& error) {
  fmt::print(stderr, "lockstep: unexpected: {}\n", error.what());
  return missing_thing;
}

}  // namespace lockstep::cli
