// SPDX-License-Identifier: Apache-2.0
// The caller's side of a child process: prepares the supervisor's plan,
// reads the pipes, turns the report into a result.
#include "process/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "process/descriptor.h"
#include "process/supervisor.h"

namespace lockstep {
namespace {

using Clock = std::chrono::steady_clock;

/// `number` moved to `least` or above, where no stream will be placed.
Descriptor raised(int number, int least) {
  const Descriptor low(number);
  return Descriptor(fcntl(number, F_DUPFD_CLOEXEC, least));
}

struct Pipe {
  Descriptor read_end, write_end;
};

Pipe make_pipe(int least) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  return {raised(ends[0], least), raised(ends[1], least)};
}

/// Two ends whose writer gets no signal when the reader has gone.
Pipe make_control(int least) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return {};
  return {raised(ends[0], least), raised(ends[1], least)};
}

/// A file in memory, at its beginning.
Descriptor make_file(std::string_view content, int least) {
  Descriptor file = raised(memfd_create("lockstep", MFD_CLOEXEC), least);
  while (!content.empty()) {
    const ssize_t written = write(file.get(), content.data(), content.size());
    if (written <= 0) return {};
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  lseek(file.get(), 0, SEEK_SET);
  return file;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> result;
  result.reserve(words.size() + 1);
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> own_environment() {
  std::vector<std::string> result;
  for (char** entry = environ; entry && *entry; ++entry)
    result.emplace_back(*entry);
  return result;
}

/// An upper bound of what any one user runs now: all of the machine's.
std::uint64_t running_processes() {
  std::ifstream file("/proc/loadavg");
  std::string word;
  for (int i = 0; i < 4; ++i) file >> word;
  const auto slash = word.find('/');
  if (slash == std::string::npos) return 4096;
  return std::strtoull(word.c_str() + slash + 1, nullptr, 10);
}

}  // namespace

struct Process::State {
  ProcessRequest request;
  ProcessResult result;
  Descriptor control, output, errors, report;
  pid_t supervisor = -1;
  Clock::time_point started = Clock::now();

  void start();
  void fail(std::string_view what, int error);
  bool take(Descriptor& from, std::string& into, bool is_output);
  void read_streams();
  void finish();
};

void Process::State::fail(std::string_view what, int error) {
  result.status = ProcessStatus::not_started;
  result.message =
      fmt::format("cannot run {}: {}: {}",
                  request.command.empty() ? "nothing" : request.command.front(),
                  what, std::strerror(error));
}

void Process::State::start() {
  const auto program = request.command.empty()
                           ? std::nullopt
                           : find_program(request.command.front());
  if (!program) return fail("not found", ENOENT);
  const int least = 3 + static_cast<int>(request.attachments.size());
  Pipe to_control = make_control(least), from_output = make_pipe(least),
       from_errors = make_pipe(least), from_report = make_pipe(least);
  std::vector<Descriptor> files;
  files.push_back(make_file(request.input, least));
  for (const std::string& attachment : request.attachments)
    files.push_back(make_file(attachment, least));

  std::vector<int> streams = {files.front().get(), from_output.write_end.get(),
                              from_errors.write_end.get()};
  for (std::size_t i = 1; i < files.size(); ++i)
    streams.push_back(files[i].get());
  for (const int stream : streams)
    if (stream < 0) return fail("no descriptor", EMFILE);
  if (!to_control.read_end.is_open() || !from_report.write_end.is_open())
    return fail("no descriptor", EMFILE);

  std::vector<std::string> environment =
      request.environment ? *request.environment : own_environment();
  const auto arguments = pointers_to(request.command);
  const auto variables = pointers_to(environment);
  const std::string path = program->string();
  const std::string directory = request.directory.string();
  const ProcessLimits& limits = request.limits;
  SupervisorPlan plan;
  plan.program = path.c_str();
  plan.arguments = arguments.data();
  plan.environment = variables.data();
  plan.directory = directory.empty() ? nullptr : directory.c_str();
  plan.streams = streams;
  plan.control = to_control.read_end.get();
  plan.report = from_report.write_end.get();
  plan.seconds = request.seconds;
  plan.cpu_seconds = limits.cpu_seconds;
  plan.address_space_bytes = limits.address_space_bytes;
  plan.file_bytes = limits.file_bytes;
  if (limits.more_processes > 0)
    plan.processes = running_processes() + limits.more_processes;
  plan.drop_root = request.drop_root;
  supervisor = fork_supervisor(plan);
  if (supervisor < 0) return fail("fork", errno);
  control = std::move(to_control.write_end);
  output = std::move(from_output.read_end);
  errors = std::move(from_errors.read_end);
  report = std::move(from_report.read_end);
}

/// Reads one piece; false once the limit is passed.
bool Process::State::take(Descriptor& from, std::string& into, bool is_output) {
  std::array<char, 65536> piece;
  const ssize_t length = read(from.get(), piece.data(), piece.size());
  if (length < 0 && errno == EINTR) return true;
  if (length <= 0) {
    from.close();
    return true;
  }
  const std::size_t room = request.output_bytes - into.size();
  const auto taken = std::min(static_cast<std::size_t>(length), room);
  into.append(piece.data(), taken);
  if (is_output && request.on_output) request.on_output({piece.data(), taken});
  return taken == static_cast<std::size_t>(length);
}

void Process::State::read_streams() {
  while (output.is_open() || errors.is_open()) {
    std::array<pollfd, 2> both = {pollfd{output.get(), POLLIN, 0},
                                  pollfd{errors.get(), POLLIN, 0}};
    if (poll(both.data(), both.size(), -1) < 0) continue;
    const bool fits =
        (both[0].revents == 0 || take(output, result.output, true)) &&
        (both[1].revents == 0 || take(errors, result.errors, false));
    if (fits) continue;
    result.status = ProcessStatus::too_much_output;
    shutdown(control.get(), SHUT_RDWR);
    return;
  }
}

/// Reads the report, waits for the supervisor, fills in the result.
void Process::State::finish() {
  SupervisorReport said;
  ssize_t length;
  do {
    length = read(report.get(), &said, sizeof said);
  } while (length < 0 && errno == EINTR);
  while (waitpid(supervisor, nullptr, 0) < 0 && errno == EINTR) {
  }
  supervisor = -1;
  result.seconds =
      std::chrono::duration<double>(Clock::now() - started).count();
  if (length != sizeof said) return fail("its supervisor was killed", ECHILD);
  result.cpu_seconds = said.cpu_seconds;
  if (said.end == SupervisorReport::End::failed)
    return fail(said.failed, said.code);
  const std::string& name = request.command.front();
  if (result.status == ProcessStatus::too_much_output) {
    result.message =
        fmt::format("{} wrote more than {} bytes", name, request.output_bytes);
    return;
  }
  result.code = said.code;
  switch (said.end) {
    case SupervisorReport::End::exited:
      result.status = ProcessStatus::exited;
      break;
    case SupervisorReport::End::signalled:
      result.status = ProcessStatus::signalled;
      result.message = fmt::format("{} ended by signal {} ({})", name,
                                   said.code, strsignal(said.code));
      break;
    case SupervisorReport::End::timeout:
      result.status = ProcessStatus::timeout;
      result.message = fmt::format("{} took longer than {:g} seconds", name,
                                   request.seconds);
      break;
    default:
      result.status = ProcessStatus::killed;
      result.message = fmt::format("{} was stopped", name);
  }
}

Process::Process(ProcessRequest request) : state_(std::make_unique<State>()) {
  state_->request = std::move(request);
  state_->start();
}

Process::~Process() {
  if (state_->supervisor < 0) return;
  kill();
  state_->output.close();
  state_->errors.close();
  state_->finish();
}

ProcessResult Process::wait() {
  if (state_->supervisor >= 0) {
    state_->read_streams();
    state_->finish();
  }
  return std::move(state_->result);
}

void Process::kill() noexcept {
  if (state_->control.is_open())
    send(state_->control.get(), "k", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ProcessResult run_process(ProcessRequest request, const std::stop_token& stop) {
  Process process(std::move(request));
  const std::stop_callback on_stop(stop, [&] { process.kill(); });
  return process.wait();
}

std::optional<std::filesystem::path> find_program(std::string_view name) {
  namespace fs = std::filesystem;
  const auto is_program = [](const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
  };
  if (name.empty()) return std::nullopt;
  if (name.find('/') != name.npos)
    return is_program(name) ? std::optional<fs::path>(name) : std::nullopt;
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable ? variable : "/usr/bin:/bin";
  while (!rest.empty()) {
    const auto colon = std::min(rest.find(':'), rest.size());
    const fs::path candidate = fs::path(rest.substr(0, colon)) / name;
    if (colon > 0 && is_program(candidate)) return candidate;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return std::nullopt;
}

}  // namespace lockstep
