// SPDX-License-Identifier: Apache-2.0
#include "assembler.h"

#include <unistd.h>

#include <atomic>
#include <fstream>
#include <sstream>

#include "process/process.h"

namespace lockstep::ptx::differential {

namespace {

constexpr double patience_seconds = 60;

std::filesystem::path find_assembler() {
  if (const auto found = find_program("ptxas")) return *found;
  const std::filesystem::path usual = "/usr/local/cuda/bin/ptxas";
  return std::filesystem::exists(usual) ? usual : std::filesystem::path{};
}

/// Two files of a name that no other thread or process uses.
struct WorkFiles {
  WorkFiles() {
    static std::atomic<unsigned> count{0};
    const auto base = std::filesystem::temp_directory_path() /
                      ("differential-" + std::to_string(getpid()) + "-" +
                       std::to_string(count++));
    ptx = base.string() + ".ptx";
    cubin = base.string() + ".cubin";
  }
  ~WorkFiles() {
    std::error_code ignored;
    std::filesystem::remove(ptx, ignored);
    std::filesystem::remove(cubin, ignored);
  }
  WorkFiles(const WorkFiles&) = delete;
  WorkFiles& operator=(const WorkFiles&) = delete;

  std::filesystem::path ptx, cubin;
};

}  // namespace

Assembler::Assembler(unsigned compute_capability)
    : path_(find_assembler()),
      architecture_("-arch=sm_" + std::to_string(compute_capability)) {}

std::string Assembler::image_of(const std::string& ptx,
                                bool is_optimised) const {
  if (path_.empty()) return ptx;
  const WorkFiles files;
  std::ofstream(files.ptx) << ptx;
  ProcessRequest request;
  request.command = {path_,     architecture_, is_optimised ? "-O3" : "-O0",
                     files.ptx, "-o",          files.cubin};
  request.seconds = patience_seconds;
  const ProcessResult result = run_process(std::move(request));
  if (!result.is_success()) {
    throw AssemblerFailure(result.message + result.errors.substr(0, 300) +
                           result.output.substr(0, 300));
  }
  std::ostringstream image;
  image << std::ifstream(files.cubin, std::ios::binary).rdbuf();
  return std::move(image).str();
}

}  // namespace lockstep::ptx::differential
