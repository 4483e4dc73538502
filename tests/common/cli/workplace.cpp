// SPDX-License-Identifier: Apache-2.0
#include "cli/workplace.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

namespace lockstep::cli {

namespace fs = std::filesystem;

Workplace::Workplace(const std::string& scene) {
  fs::create_directories(path("build/labs"));
  fs::create_directories(path("temporary"));
  write("build/labs/labs.json",
        fmt::format(R"({{"version": 1, "labs": [{{"name": "01_reduction",
          "title": "Reduction", "executable": "{}",
          "submission": "../../reduction.cu"}}]}})",
                    FAKE_AUTOGRADER));
  play(scene);
}

void Workplace::write(const std::string& name,
                      const std::string& content) const {
  std::ofstream(path(name), std::ios::binary) << content;
}

std::string Workplace::read(const std::string& name) const {
  std::ifstream file(path(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

void Workplace::play(const std::string& scene) const {
  write("reduction.cu", fmt::format("// scene: {}\n"
                                    "__global__ void tree() {{\n"
                                    "\tif (t >= s) tile[t] = sum;\n"
                                    "\tsum = tile[t] + tile[t - s];\n"
                                    "}}\n",
                                    scene));
}

std::vector<std::string> Workplace::environment() const {
  return {"PATH=/usr/bin:/bin", "TERM=xterm",
          "TMPDIR=" + path("temporary").string(),
          "FAKE_LOG=" + path("log").string(),
          "FAKE_PID=" + path("pid").string()};
}

ProcessResult Workplace::run(const std::vector<std::string>& arguments) const {
  ProcessRequest request;
  request.command = {LOCKSTEP_PROGRAM, "--labs",
                     path("build/labs/labs.json").string()};
  request.command.insert(request.command.end(), arguments.begin(),
                         arguments.end());
  request.directory = folder_.path();
  request.environment = environment();
  request.seconds = 60;
  return run_process(std::move(request));
}

ProcessResult Workplace::shell(const std::string& script) const {
  ProcessRequest request;
  request.command = {"sh", "-c", script};
  request.directory = folder_.path();
  request.environment = environment();
  request.environment->push_back(
      fmt::format("LOCKSTEP=env --default-signal {} --labs {}",
                  LOCKSTEP_PROGRAM, path("build/labs/labs.json").string()));
  request.seconds = 60;
  return run_process(std::move(request));
}

std::vector<std::string> Workplace::leftovers() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path("temporary")))
    names.push_back(entry.path().filename().string());
  return names;
}

}  // namespace lockstep::cli
