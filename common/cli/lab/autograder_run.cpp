// SPDX-License-Identifier: Apache-2.0
// The autograder writes its events to a named pipe in a folder that is gone
// afterwards, together with whatever else it left there.
#include "cli/lab/autograder_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <thread>

#include "cli/system/failure.h"
#include "cli/system/temporary_folder.h"
#include "process/descriptor.h"

namespace lockstep::cli {
namespace {

/// The autograder calls its own file by its place in the repository, and
/// replay commands need not name it.
bool is_own_file(const Lab& lab, const Submission& submission) {
  std::error_code error;
  return std::filesystem::equivalent(lab.submission, submission.path, error);
}

std::vector<std::string> command_for(const Lab& lab,
                                     const Submission& submission,
                                     const CheckRequest& request,
                                     const std::string& events) {
  std::vector<std::string> command{lab.executable.string(),
                                   "--device",
                                   request.device,
                                   "--compiler",
                                   request.compiler,
                                   "--seed",
                                   fmt::to_string(request.seed),
                                   "--hints",
                                   fmt::to_string(request.hints),
                                   "--events",
                                   events};
  const auto add = [&](std::initializer_list<std::string> words) {
    command.insert(command.end(), words);
  };
  if (!is_own_file(lab, submission))
    add({"--submission", submission.path.string()});
  if (request.is_bench) add({"--bench"});
  if (request.is_full) add({"--full"});
  if (!request.use_box) add({"--no-box"});
  if (!request.task.empty()) add({"--task", request.task});
  if (request.size) add({"--size", fmt::to_string(*request.size)});
  if (request.block) add({"--block", fmt::to_string(*request.block)});
  if (!request.schedule.empty()) add({"--schedule", request.schedule});
  if (!request.inputs.empty()) add({"--inputs", request.inputs});
  if (!request.variant.empty()) add({"--variant", request.variant});
  return command;
}

std::vector<std::string> environment_with(const std::string& temporary) {
  std::vector<std::string> result{"TMPDIR=" + temporary};
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (std::strncmp(*entry, "TMPDIR=", 7) != 0) result.emplace_back(*entry);
  return result;
}

/// Both the process and the thread that waits for it; ends both.
class Running {
 public:
  explicit Running(ProcessRequest request)
      : ended_(eventfd(0, EFD_CLOEXEC)), process_(std::move(request)) {
    waiter_ = std::thread([this] {
      result_ = process_.wait();
      eventfd_write(ended_.get(), 1);
    });
  }
  ~Running() {
    if (waiter_.joinable()) stop();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// Readable when it has ended.
  int descriptor() const { return ended_.get(); }

  void stop() {
    process_.kill();
    waiter_.join();
  }
  const ProcessResult& result() {
    waiter_.join();
    return result_;
  }

 private:
  Descriptor ended_;
  Process process_;
  ProcessResult result_;
  std::thread waiter_;
};

Descriptor open_pipe(const std::string& path) {
  Descriptor result;
  if (mkfifo(path.c_str(), 0600) == 0)
    // Writing is ours too, so that the pipe has no end of file of its own.
    result = Descriptor(open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
  if (!result.is_open())
    throw Failure(missing_thing, fmt::format("cannot make the pipe {}: {}",
                                             path, std::strerror(errno)));
  return result;
}

/// Everything that is there now.
void drain(int descriptor, EventReader& events) {
  std::array<char, 65536> piece;
  for (ssize_t length = 1; length > 0;) {
    length = read(descriptor, piece.data(), piece.size());
    if (length > 0)
      events.read({piece.data(), static_cast<std::size_t>(length)});
  }
}

/// Reads events until one of the three endings.
Ending follow(const Running& running, const Descriptor& pipe,
              EventReader& events, SignalWatch& signals,
              const RunListener& listener) {
  while (true) {
    std::array<pollfd, 4> all{
        pollfd{signals.descriptor(), POLLIN, 0},
        pollfd{running.descriptor(), POLLIN, 0},
        pollfd{listener.watched_descriptor, POLLIN, 0},
        pollfd{pipe.get(), POLLIN, 0},
    };
    if (poll(all.data(), all.size(), -1) < 0) continue;
    if (all[0].revents != 0) {
      signals.read();
      if (signals.stop_signal()) return Ending::by_signal;
    }
    drain(pipe.get(), events);
    if (listener.on_progress && events.has_begun())
      listener.on_progress(events.done(), events.report().tasks.size(),
                           events.current());
    if (all[1].revents != 0) return Ending::by_itself;
    if (all[2].revents != 0 && listener.is_superseded())
      return Ending::superseded;
  }
}

}  // namespace

AutograderRun run_autograder(const Lab& lab, const Submission& submission,
                             const CheckRequest& request, SignalWatch& signals,
                             const RunListener& listener) {
  const TemporaryFolder temporary;
  const std::string pipe_path = (temporary.path() / "events").string();
  const Descriptor pipe = open_pipe(pipe_path);
  ProcessRequest start;
  start.command = command_for(lab, submission, request, pipe_path);
  start.environment = environment_with(temporary.path().string());
  AutograderRun run{EventReader(request.task), Ending::by_itself, {}};
  Running running(std::move(start));
  run.ending = follow(running, pipe, run.events, signals, listener);
  if (run.ending == Ending::by_itself) {
    run.result = running.result();
    drain(pipe.get(), run.events);
  } else {
    running.stop();
  }
  return run;
}

}  // namespace lockstep::cli
