// SPDX-License-Identifier: Apache-2.0
#include "compile/whole_program.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>

#include "compile/clang_steps.h"
#include "compile/device_headers.h"
#include "compile/diagnostics.h"
#include "compile/refused_headers.h"
#include "process/process.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// CUDA 11's launches, which clang 14 knows; the C library's own headers.
Words compile_command(const Toolchain& clang, const ProgramRequest& request,
                      const char* side) {
  const std::string headers = device_header_folder().string();
  Words command = {clang.program.string(),
                   "--driver-mode=g++",
                   "-x",
                   "cuda",
                   side,
                   "-nocudainc",
                   "-nocudalib",
                   "-isystem",
                   headers + "/standins",
                   "-isystem",
                   headers + "/runtime",
                   "-isystem",
                   headers,
                   "-DLOCKSTEP_PROGRAM",
                   "-include",
                   "lockstep_device.h",
                   "-std=c++17",
                   "-Wall",
                   "-Wno-unused",
                   "-Wno-unknown-cuda-version",
                   "-Xclang",
                   "-target-sdk-version=11.0"};
  command.insert(command.end(), request.options.begin(), request.options.end());
  return command;
}

Words device_command(const Toolchain& clang, const ProgramRequest& request,
                     const fs::path& ir) {
  Words command = compile_command(clang, request, "--cuda-device-only");
  add_gpu(command);
  command.insert(
      command.end(),
      {"--cuda-gpu-arch=sm_80", "-O3", "-gline-directives-only",
       "-Wno-unused-command-line-argument", "-Xclang", "-disable-llvm-passes",
       "-emit-llvm", "-S", "-o", ir.string(), request.source.string()});
  return command;
}

/// The host's side and the link. -O2 comes first: an option may change it.
Words host_command(const Toolchain& clang, const ProgramRequest& request,
                   const fs::path& fatbin) {
  Words command = compile_command(clang, request, "--cuda-host-only");
  command.insert(command.begin() + 2, {"-O2", "-g"});
  command.insert(
      command.end(),
      {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", fatbin.string(), "-o",
       request.program.string(), request.source.string(), "-x", "none",
       request.runtime.string()});
  return command;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The reason and the remedy for each header that was not found.
std::string explanations(const std::string& errors) {
  std::string result;
  for (Diagnostic& diagnostic : parse_diagnostics(errors)) {
    const std::string before = diagnostic.message;
    explain_missing_header(diagnostic, IncludedBy::program);
    if (diagnostic.message != before)
      result += fmt::format("lockstep: {}\n", diagnostic.message);
  }
  return result;
}

/// Whether the command succeeded; what it says is said once.
bool run_step(Words command, ProgramBuild& build) {
  ProcessRequest request;
  request.command = std::move(command);
  const ProcessResult result = run_process(std::move(request));
  if (build.messages.find(result.errors) == std::string::npos)
    build.messages += result.errors;
  if (result.is_success()) return true;
  build.messages += explanations(result.errors);
  if (!result.message.empty())
    build.messages += "lockstep: clang: " + result.message + "\n";
  return false;
}

template <class T>
void put(std::string& bytes, std::size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

}  // namespace

std::string fatbin_of(const std::string& ptx) {
  constexpr std::size_t header_bytes = 16, entry_bytes = 64;
  const std::size_t padded = (ptx.size() + 1 + 7) / 8 * 8;  // one 0 at least
  std::string bytes(header_bytes + entry_bytes + padded, '\0');
  put(bytes, 0, std::uint32_t{0xBA55ED50});
  put(bytes, 4, std::uint16_t{1});
  put(bytes, 6, std::uint16_t{header_bytes});
  put(bytes, 8, std::uint64_t{entry_bytes + padded});
  constexpr std::size_t entry = header_bytes;
  put(bytes, entry, std::uint16_t{1});  // PTX
  put(bytes, entry + 4, std::uint32_t{entry_bytes});
  put(bytes, entry + 8, std::uint64_t{padded});
  put(bytes, entry + 28, std::uint32_t{80});  // sm_80
  std::memcpy(bytes.data() + header_bytes + entry_bytes, ptx.data(),
              ptx.size());
  return bytes;
}

ProgramBuild build_program(const ProgramRequest& request) {
  ProgramBuild build;
  const auto clang = find_clang();
  if (!clang) {
    build.is_missing_clang = true;
    return build;
  }
  const fs::path ir = request.scratch / "device.ll";
  const fs::path checked = request.scratch / "checked.ll";
  const fs::path ptx = request.scratch / "device.ptx";
  const fs::path fatbin = request.scratch / "device.fatbin";
  if (!run_step(device_command(*clang, request, ir), build)) return build;
  std::ofstream(checked, std::ios::binary) << checked_ir(text_of(ir));
  if (!run_step(optimise_command(*clang, checked.string(), ptx.string()),
                build))
    return build;
  std::ofstream(fatbin, std::ios::binary) << fatbin_of(text_of(ptx));
  build.is_built = run_step(host_command(*clang, request, fatbin), build);
  return build;
}

}  // namespace lockstep
