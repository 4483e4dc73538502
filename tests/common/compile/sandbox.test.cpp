// SPDX-License-Identifier: Apache-2.0
// What a hostile program would try from inside the box. The box runs a shell
// here, which is more than a compiler gives anyone.
#include "compile/sandbox.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>

#include "process/descriptor.h"
#include "submission.h"

namespace lockstep {
namespace {

BoxResult boxed(const std::string& script, double seconds = 20) {
  if (!box_problem().empty()) SKIP(box_problem());
  BoxRequest request;
  request.command = {"/bin/sh", "-c", script};
  request.files = {{"labs/a.cu", "the source"}};
  request.seconds = seconds;
  return run_in_box(request);
}

TEST_CASE("box: the files handed over are there, below the start",
          "[compile][box]") {
  const BoxResult run = boxed("pwd; cat labs/a.cu");
  REQUIRE(run.process.is_success());
  CHECK(run.process.output == run.directory + "\nthe source");
  CHECK(run.box == "bubblewrap");
}

TEST_CASE("box: no other file can be read", "[compile][box]") {
  const TemporaryFolder folder;
  const auto secret = folder.write("secret", "hidden");
  chmod(folder.path().c_str(), 0755);
  const char* home = std::getenv("HOME");
  CHECK_FALSE(boxed("cat " + secret.string()).process.is_success());
  CHECK_FALSE(boxed("cat /etc/passwd").process.is_success());
  CHECK_FALSE(boxed("ls " LOCKSTEP_SOURCE_DIR).process.is_success());
  CHECK_FALSE(boxed("ls /proc/1").process.is_success());
  CHECK_FALSE(boxed("ls /usr/local/bin").process.is_success());
  if (home) CHECK_FALSE(boxed("ls " + std::string(home)).process.is_success());
  const BoxResult root = boxed("ls -a /");
  CHECK(root.process.output.find("home") == std::string::npos);
  CHECK(root.process.output.find("root") == std::string::npos);
}

TEST_CASE("box: nothing outside its own directory can be written",
          "[compile][box]") {
  CHECK(boxed("echo x > own && cat own").process.output == "x\n");
  CHECK_FALSE(boxed("echo x > /x").process.is_success());
  CHECK_FALSE(boxed("echo x > /usr/bin/x").process.is_success());
}

TEST_CASE("box: the environment and the user are its own", "[compile][box]") {
  setenv("LOCKSTEP_SECRET", "hidden", 1);
  const BoxResult run = boxed("env; id -u; id -g");
  unsetenv("LOCKSTEP_SECRET");
  CHECK(run.process.output.find("hidden") == std::string::npos);
  CHECK(run.process.output.find("65534\n65534\n") != std::string::npos);
}

TEST_CASE("box: there is no network", "[compile][box]") {
  if (!find_program("bash")) SKIP("needs bash to open connections");
  const Descriptor server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* where = reinterpret_cast<sockaddr*>(&address);
  REQUIRE(bind(server.get(), where, length) == 0);
  REQUIRE(listen(server.get(), 4) == 0);
  REQUIRE(getsockname(server.get(), where, &length) == 0);
  const std::string script = "bash -c 'echo > /dev/tcp/127.0.0.1/" +
                             std::to_string(ntohs(address.sin_port)) + "'";
  ProcessRequest outside;
  outside.command = {"sh", "-c", script};
  CHECK(run_process(outside).is_success());
  CHECK_FALSE(boxed(script).process.is_success());
}

TEST_CASE("box: a fork bomb is bounded and ends with the box",
          "[compile][box]") {
  const BoxResult run = boxed(
      "i=0; while [ $i -lt 2000 ]; do sleep 10 & i=$((i+1)); done; echo all",
      5);
  CHECK(run.process.output.find("all") == std::string::npos);
  CHECK(run.process.seconds < 10);
}

TEST_CASE("box: time, memory, files and output are limited", "[compile][box]") {
  CHECK(boxed("sleep 30", 0.3).process.status == ProcessStatus::timeout);
  CHECK(boxed("yes").process.status == ProcessStatus::too_much_output);
  CHECK(boxed("ulimit -t; ulimit -v; ulimit -c", 7).process.output ==
        "8\n3145728\n0\n");
  const BoxResult run = boxed("cat /usr/lib/*/*.so* > big; wc -c < big");
  CHECK(run.process.output.size() < 11);  // not a gigabyte
}

TEST_CASE("box: where none can be made, the remedy is told", "[compile][box]") {
  const TemporaryFolder folder;
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder.path().c_str(), 1);
  const std::string missing = find_box_problem();
  std::filesystem::permissions(
      folder.write("bwrap",
                   "#!/bin/sh\necho 'bwrap: no namespaces' >&2\n"
                   "exit 1\n"),
      std::filesystem::perms::all);
  std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
  const std::string failing = find_box_problem();
  setenv("PATH", path.c_str(), 1);
  CHECK(missing.find("apt-get install bubblewrap") != std::string::npos);
  CHECK(missing.find("--no-box") != std::string::npos);
  CHECK(failing.find("bwrap: no namespaces") != std::string::npos);
  CHECK(failing.find("--no-box") != std::string::npos);
}

TEST_CASE("box: without one the same command runs in a folder of its own",
          "[compile][box]") {
  BoxRequest request;
  request.command = {"/bin/sh", "-c", "pwd; cat labs/a.cu"};
  request.files = {{"labs/a.cu", "the source"}};
  request.use_box = false;
  const BoxResult run = run_in_box(request);
  REQUIRE(run.process.is_success());
  CHECK(run.box == "none");
  CHECK(run.process.output == run.directory + "\nthe source");
  CHECK_FALSE(std::filesystem::exists(run.directory));
}

}  // namespace
}  // namespace lockstep
