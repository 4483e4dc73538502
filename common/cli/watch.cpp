// SPDX-License-Identifier: Apache-2.0
// lockstep watch LAB: checks again at every save, until Ctrl-C. A save while
// a check runs gives that check up: only the newest file matters.
#include <fmt/format.h>
#include <poll.h>

#include <array>

#include "cli/check_options.h"
#include "cli/lab/result_store.h"
#include "cli/lab/verdict_text.h"
#include "cli/system/failure.h"
#include "cli/system/saved_file.h"
#include "cli/verbs.h"

namespace lockstep::cli {
namespace {

struct WatchCommand {
  std::string lab;
  std::string submission;
  CheckRequest request;
};

class Watch {
 public:
  Watch(const WatchCommand& command, const Program& program)
      : command_(command),
        program_(program),
        labs_(program.registry),
        lab_(labs_.named(command.lab)),
        file_(command.submission.empty()
                  ? lab_.submission
                  : std::filesystem::path(command.submission)),
        saves_(file_) {
    read_submission(file_);  // a wrong path is said at once
    if (!command.request.task.empty()) require_task(lab_, command.request.task);
  }

  int run() {
    while (true) {
      const bool is_superseded = check_once();
      if (signals_.stop_signal()) break;
      if (is_superseded) continue;
      wait_for_save();
      if (signals_.stop_signal()) break;
    }
    // Ctrl-C is how a watch ends; anything else is an ending from outside.
    const int signal = *signals_.stop_signal();
    return signal == SIGINT ? all_passed : by_signal + signal;
  }

 private:
  /// True if the file was saved meanwhile.
  bool check_once() try {
    const Submission submission = read_submission(file_);
    RunListener listener;
    listener.watched_descriptor = saves_.descriptor();
    listener.is_superseded = [this] { return saves_.was_saved(); };
    const Judgement judgement = judge_with_progress(
        lab_, submission, command_.request, signals_, listener);
    if (judgement.is_superseded) return true;
    if (!judgement.is_stopped) show(judgement, submission);
    return false;
  } catch (const Failure& failure) {
    fmt::print(stderr, "lockstep: {}\n", failure.what());
    return false;  // the next save may mend it
  }

  void show(const Judgement& judgement, const Submission& submission) {
    std::string text;
    if (is_terminal(stdout)) text += "\x1b[H\x1b[2J\x1b[3J";
    text +=
        verdict_text(judgement, submission, page_of(stdout, program_.colour));
    text +=
        fmt::format("\nwatching {}; Ctrl-C ends\n", submission.path.string());
    write_text(stdout, text);
    if (judgement.has_report && command_.submission.empty() &&
        !command_.request.is_replay())
      ResultStore(store_folder(program_.registry))
          .add(judgement.report, submission.fingerprint());
  }

  void wait_for_save() {
    while (true) {
      std::array<pollfd, 2> both{
          pollfd{signals_.descriptor(), POLLIN, 0},
          pollfd{saves_.descriptor(), POLLIN, 0},
      };
      if (poll(both.data(), both.size(), -1) < 0) continue;
      signals_.read();
      if (signals_.stop_signal()) return;
      if (both[1].revents != 0 && saves_.was_saved()) return;
    }
  }

  const WatchCommand& command_;
  const Program& program_;
  Labs labs_;
  const Lab& lab_;
  std::filesystem::path file_;
  SavedFile saves_;
  SignalWatch signals_;
};

}  // namespace

void add_watch(CLI::App& app, Program& program) {
  auto* verb = app.add_subcommand("watch", "judge one lab at every save");
  auto command = std::make_shared<WatchCommand>();
  verb->add_option("LAB", command->lab, "01, 1, reduction or 01_reduction")
      ->required();
  verb->add_option("--submission", command->submission,
                   "watch this file instead of the lab's own")
      ->option_text("FILE");
  add_check_options(*verb, command->request);
  verb->footer(R"(Examples:
  lockstep watch 01
  lockstep watch 01 --task smem --hints 2)");
  verb->callback([command, &program] {
    program.action = [command, &program] {
      return Watch(*command, program).run();
    };
  });
}

}  // namespace lockstep::cli
