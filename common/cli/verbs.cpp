// SPDX-License-Identifier: Apache-2.0
// Parses the command line, runs the chosen verb, turns failures into messages
// and exit codes.
#include "cli/verbs.h"

#include <fmt/format.h>

#include <map>

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
      ->option_text("FILE");
  const std::map<std::string, Colour> colours{{"auto", Colour::automatic},
                                              {"always", Colour::always},
                                              {"never", Colour::never}};
  app.add_option("--color", program.colour,
                 "auto (on a terminal, without NO_COLOR), always, never")
      ->transform(CLI::CheckedTransformer(colours))
      ->option_text("WHEN");
}

/// The parser's own message for a mistyped verb does not suggest one.
void require_known_verb(const CLI::App& app, int count,
                        const char* const* arguments) {
  if (count < 2 || arguments[1][0] == '-') return;
  const std::string typed = arguments[1];
  std::vector<std::string> verbs;
  std::string list;
  for (const CLI::App* verb : app.get_subcommands({})) {
    if (verb->get_name() == typed) return;
    verbs.push_back(verb->get_name());
    list += (list.empty() ? "" : ", ") + verb->get_name();
  }
  throw Failure(wrong_usage,
                fmt::format("there is no verb \"{}\"{}\nthe verbs are: {}",
                            report::printable(typed, report::Newlines::join),
                            suggestion(typed, verbs), list));
}

int run_chosen(CLI::App& app, Program& program, int count,
               const char* const* arguments) try {
  require_known_verb(app, count, arguments);
  app.parse(count, arguments);
  if (program.action) return program.action();
  fmt::print("{}", app.help());
  return wrong_usage;
} catch (const CLI::ParseError& error) {
  // Asking for help or the version ends here too, with exit code 0.
  return app.exit(error) == 0 ? all_passed : wrong_usage;
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
  add_run(app, program);

  add_grade(app, program);
  add_status(app, program);
  return run_chosen(app, program, count, arguments);
} catch (const std::exception& error) {
  fmt::print(stderr, "lockstep: unexpected: {}\n", error.what());
  return missing_thing;
}

}  // namespace lockstep::cli
