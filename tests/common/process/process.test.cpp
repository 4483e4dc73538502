// SPDX-License-Identifier: Apache-2.0
#include "process/process.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <fstream>
#include <thread>
#include <vector>

namespace lockstep {
namespace {

ProcessRequest shell(std::string script) {
  ProcessRequest request;
  request.command = {"sh", "-c", std::move(script)};
  request.seconds = 20;
  return request;
}

/// Whether a process of this number is there and is not a zombie.
bool is_running(const std::string& id) {
  std::ifstream file("/proc/" + id + "/stat");
  std::string number, name, state;
  return file >> number >> name >> state && state != "Z";
}

bool has_children() {
  std::ifstream file("/proc/self/task/" + std::to_string(gettid()) +
                     "/children");
  std::string id;
  return static_cast<bool>(file >> id);
}

TEST_CASE("process: output, errors and exit code come back", "[process]") {
  const auto result = run_process(shell("echo out; echo err >&2; exit 3"));
  CHECK(result.status == ProcessStatus::exited);
  CHECK(result.code == 3);
  CHECK_FALSE(result.is_success());
  CHECK(result.output == "out\n");
  CHECK(result.errors == "err\n");
  CHECK(result.message.empty());
  CHECK_FALSE(has_children());
}

TEST_CASE("process: input and attachments are readable", "[process]") {
  auto request = shell("cat; cat <&4; cat <&3");
  request.input = std::string(200'000, 'i');
  request.attachments = {"three", "four"};
  const auto result = run_process(request);
  REQUIRE(result.is_success());
  CHECK(result.output == request.input + "fourthree");
}

TEST_CASE("process: the given environment is the only one", "[process]") {
  auto request = shell("env");
  request.environment = {"LOCKSTEP_TEST=1"};
  const auto result = run_process(request);
  REQUIRE(result.is_success());
  CHECK(result.output.find("LOCKSTEP_TEST=1\n") != std::string::npos);
  CHECK(result.output.find("HOME=") == std::string::npos);
}

TEST_CASE("process: no descriptor of ours is inherited", "[process]") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);  // not close-on-exec, as in a careless library
  const auto result = run_process(shell("ls /proc/$$/fd"));
  CHECK(result.output == "0\n1\n2\n");
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("process: a signal is reported by number", "[process]") {
  const auto result = run_process(shell("kill -SEGV $$"));
  CHECK(result.status == ProcessStatus::signalled);
  CHECK(result.code == SIGSEGV);
  CHECK(result.message.find("signal 11") != std::string::npos);
}

TEST_CASE("process: the time limit ends the whole family", "[process]") {
  auto request = shell("setsid sleep 30 & echo $!; sleep 30 & wait");
  request.seconds = 0.2;
  const auto result = run_process(request);
  CHECK(result.status == ProcessStatus::timeout);
  CHECK(result.seconds < 10);
  CHECK(result.message == "sh took longer than 0.2 seconds");
  const std::string left = result.output.substr(0, result.output.find('\n'));
  REQUIRE_FALSE(left.empty());
  CHECK_FALSE(is_running(left));
  CHECK_FALSE(has_children());
}

TEST_CASE("process: what outlives the program is ended with it", "[process]") {
  const auto result =
      run_process(shell("setsid sh -c 'sleep 30' </dev/null & echo $!"));
  REQUIRE(result.is_success());
  CHECK(result.seconds < 10);
  CHECK_FALSE(is_running(result.output.substr(0, result.output.find('\n'))));
}

TEST_CASE("process: endless output is cut and the program ended", "[process]") {
  auto request = shell("yes");
  request.output_bytes = 1000;
  const auto result = run_process(request);
  CHECK(result.status == ProcessStatus::too_much_output);
  CHECK(result.output.size() == 1000);
  CHECK(result.message == "sh wrote more than 1000 bytes");
}

TEST_CASE("process: exactly as much output as allowed is fine", "[process]") {
  auto request = shell("printf 12345");
  request.output_bytes = 5;
  CHECK(run_process(request).is_success());
}

TEST_CASE("process: a missing program is a message", "[process]") {
  ProcessRequest request;
  request.command = {"lockstep-no-such-program"};
  const auto result = run_process(request);
  CHECK(result.status == ProcessStatus::not_started);
  CHECK(result.message ==
        "cannot run lockstep-no-such-program: not found: "
        "No such file or directory");
  request.command = {};
  CHECK(run_process(request).status == ProcessStatus::not_started);
  request = shell("true");
  request.directory = "/no/such/directory";
  const auto elsewhere = run_process(request);
  CHECK(elsewhere.status == ProcessStatus::not_started);
  CHECK(elsewhere.message.find("chdir") != std::string::npos);
}

TEST_CASE("process: limits bind", "[process]") {
  SECTION("file size") {
    auto request = shell("head -c 100000 /dev/zero > /dev/shm/lockstep_limit");
    request.limits.file_bytes = 1000;
    CHECK_FALSE(run_process(request).is_success());
    struct stat file {};
    REQUIRE(stat("/dev/shm/lockstep_limit", &file) == 0);
    CHECK(file.st_size <= 1000);
    unlink("/dev/shm/lockstep_limit");
  }
  SECTION("processor time") {
    auto request = shell("while :; do :; done");
    request.limits.cpu_seconds = 1;
    const auto result = run_process(request);
    CHECK(result.status == ProcessStatus::signalled);
    CHECK(result.cpu_seconds > 0.5);
  }
  SECTION("address space") {
    auto request = shell("head -c 400000000 /dev/zero | tail -c 400000000");
    request.limits.address_space_bytes = 50'000'000;
    CHECK(run_process(request).output.size() < 400'000'000);
    CHECK_FALSE(run_process(request).is_success());
  }
}

TEST_CASE("process: a fork bomb is bounded", "[process]") {
  auto request = shell(
      "i=0; while [ $i -lt 400 ]; do sleep 5 & i=$((i+1)); done; echo all");
  request.drop_root = true;
  request.limits.more_processes = 30;
  const auto result = run_process(request);
  CHECK(result.output.find("all") == std::string::npos);
  CHECK(result.errors.find("fork") != std::string::npos);
}

TEST_CASE("process: root is left where asked", "[process]") {
  if (geteuid() != 0) SKIP("not root");
  auto request = shell("id -u");
  request.drop_root = true;
  CHECK(run_process(request).output == "65534\n");
}

TEST_CASE("process: programs can be started from several threads",
          "[process]") {
  std::vector<std::jthread> threads;
  std::atomic<int> successes = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int j = 0; j < 10; ++j) {
        auto request = shell("echo x");
        request.drop_root = true;
        if (run_process(request).output == "x\n") ++successes;
      }
    });
  threads.clear();
  CHECK(successes == 40);
}

TEST_CASE("process: kill from another thread ends the wait", "[process]") {
  Process process(shell("sleep 30"));
  std::jthread killer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    process.kill();
  });
  const auto result = process.wait();
  CHECK(result.status == ProcessStatus::killed);
  CHECK(result.seconds < 10);
  killer.join();
  process.kill();  // after the end: nothing happens
}

TEST_CASE("process: dropping it unread kills it", "[process]") {
  std::string id;
  {
    Process process(shell("exec sleep 30"));
    std::ifstream file("/proc/self/task/" + std::to_string(gettid()) +
                       "/children");
    REQUIRE(file >> id);
  }
  CHECK_FALSE(is_running(id));
  CHECK_FALSE(has_children());
}

TEST_CASE("process: the death of the caller ends the program", "[process]") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t caller = fork();
  if (caller == 0) {
    auto request = shell("echo $$; exec sleep 30");
    request.on_output = [&](std::string_view piece) {
      if (write(ends[1], piece.data(), piece.size()) < 0) _exit(1);
    };
    run_process(request);
    _exit(0);
  }
  char text[32] = {};
  REQUIRE(read(ends[0], text, sizeof text - 1) > 0);
  std::string id(text);
  id = id.substr(0, id.find('\n'));
  CHECK(is_running(id));
  ::kill(caller, SIGKILL);
  for (int i = 0; i < 500 && is_running(id); ++i) usleep(10'000);
  CHECK_FALSE(is_running(id));
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("process: output is handed on as it comes", "[process]") {
  std::string seen;
  auto request = shell("echo a; echo b");
  request.on_output = [&](std::string_view piece) { seen += piece; };
  CHECK(run_process(request).output == seen);
  CHECK(seen == "a\nb\n");
}

}  // namespace
}  // namespace lockstep
