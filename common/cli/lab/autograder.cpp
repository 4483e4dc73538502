// SPDX-License-Identifier: Apache-2.0
// The autograder writes its events to a named pipe in a folder that is gone
// afterwards, together with whatever else it left there.
#include "cli/lab/autograder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>

#include "cli/lab/event_reader.h"
#include "cli/system/failure.h"
#include "cli/system/nearest.h"
#include "cli/system/temporary_folder.h"
#include "process/process.h"
#include "report/escape.h"

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

enum class Ending { by_itself, by_signal, superseded };

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

/// The last lines of what it wrote, for a person who must find out why.
std::string tail_of(const ProcessResult& result) {
  std::string_view text = result.errors.empty() ? result.output : result.errors;
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  if (text.size() > 2000) text.remove_prefix(text.size() - 2000);
  return report::printable(text, report::Newlines::keep);
}

struct Problem {
  std::string text;
  int code = missing_thing;
};

/// What was wrong with the run itself; an empty text: nothing.
Problem problem_of(const ProcessResult& result, const EventReader& events,
                   const Lab& lab) {
  if (!events.error().message.empty())
    return {events.error().message, events.error().exit_code};
  const std::string name = lab.executable.filename().string();
  if (result.status != ProcessStatus::exited)
    return {fmt::format("the autograder broke down: {}", result.message)};
  if (!events.garbage().empty())
    return {fmt::format(
        "the autograder {} wrote what is no event: {}", name,
        report::printable(events.garbage(), report::Newlines::join))};
  if (result.code == wrong_usage || result.code == missing_thing) {
    const std::string tail = tail_of(result);
    return {tail.empty() ? fmt::format("the autograder {} ended with exit "
                                       "code {} and no message",
                                       name, result.code)
                         : tail,
            result.code};
  }
  if (!events.has_ended() || result.code > some_failed)
    return {fmt::format(
        "the autograder {} ended with exit code {} {}", name, result.code,
        events.has_ended() ? "after its last event" : "before its last event")};
  return {};
}

}  // namespace

Judgement judge(const Lab& lab, const Submission& submission,
                const CheckRequest& request, SignalWatch& signals,
                const RunListener& listener) {
  const TemporaryFolder temporary;
  const std::string pipe_path = (temporary.path() / "events").string();
  const Descriptor pipe = open_pipe(pipe_path);
  ProcessRequest start;
  start.command = command_for(lab, submission, request, pipe_path);
  start.environment = environment_with(temporary.path().string());
  EventReader events(request.task);
  Running running(std::move(start));
  const Ending ending = follow(running, pipe, events, signals, listener);
  Judgement judgement;
  if (ending != Ending::by_itself) {
    running.stop();
    judgement.is_stopped = ending == Ending::by_signal;
    judgement.is_superseded = ending == Ending::superseded;
    return judgement;
  }
  const ProcessResult& result = running.result();
  drain(pipe.get(), events);
  const Problem problem = problem_of(result, events, lab);
  judgement.problem = problem.text;
  judgement.problem_code = problem.code;
  judgement.has_report = events.has_begun();
  judgement.measurements = events.measurements();
  judgement.report = events.finished(
      problem.text.empty() ? "the autograder gave no verdict" : problem.text);
  return judgement;
}

report::Report tasks_of(const Lab& lab) {
  ProcessRequest request;
  request.command = {lab.executable.string(), "--list-lab"};
  request.seconds = 20;
  const ProcessResult result = run_process(std::move(request));
  if (!result.is_success())
    throw Failure(
        missing_thing,
        fmt::format("cannot list the tasks of {}: {}", lab.name,
                    result.message.empty() ? tail_of(result) : result.message));
  try {
    auto json = nlohmann::ordered_json::parse(result.output);
    json["event"] = "begin";
    return std::get<report::BeginEvent>(report::parse_event(json.dump()))
        .report;
  } catch (const std::exception& error) {
    throw Failure(missing_thing, fmt::format("cannot list the tasks of {}: {}",
                                             lab.name, error.what()));
  }
}

void require_task(const Lab& lab, const std::string& task) {
  std::vector<std::string> names;
  std::string list;
  for (const report::Task& known : tasks_of(lab).tasks) {
    if (known.name == task) return;
    names.push_back(known.name);
    list += fmt::format("\n  {:<10}  {}", known.name, known.title);
  }
  throw Failure(
      wrong_usage,
      fmt::format("lab {} has no task \"{}\"{}\nits tasks are:{}", lab.name,
                  report::printable(task, report::Newlines::join),
                  suggestion(task, names), list));
}

}  // namespace lockstep::cli
