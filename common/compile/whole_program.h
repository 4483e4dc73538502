// SPDX-License-Identifier: Apache-2.0
// A whole CUDA program, host and device code in one file, built with clang
// alone for `lockstep run`: the device's side becomes PTX, the PTX a fatbin,
// the fatbin part of the host's side, which is linked with our own stand-in
// for CUDA's runtime. The source is its user's own and not boxed in.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep {

struct ProgramRequest {
  std::filesystem::path source;
  std::filesystem::path program;     ///< to be written
  std::filesystem::path runtime;     ///< the stand-in's library
  std::filesystem::path scratch;     ///< a folder for files in between
  std::vector<std::string> options;  ///< for clang: -I, -D, -O, -l
};

struct ProgramBuild {
  bool is_built = false;
  bool is_missing_clang = false;
  std::string messages;  ///< what clang said, and what we add
};

ProgramBuild build_program(const ProgramRequest& request);

/// The container that the stand-in reads: one entry, PTX as text.
std::string fatbin_of(const std::string& ptx);

}  // namespace lockstep
