// SPDX-License-Identifier: Apache-2.0
// The repository as data: its files, its labs, and the regions of a lab's
// file in which a student writes.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "process/process.h"

namespace lockstep::repo {

/// Files under version control and new ones that are not ignored, as paths
/// from the root, sorted. Without git: every file outside of build folders.
std::vector<std::string> files();

/// Of a path from the root.
std::string text_of(const std::string& path);
bool exists(const std::string& path);

/// Folders of labs/, sorted: "01_reduction".
std::vector<std::string> labs();

/// Runs a program in the root of the repository.
ProcessResult run(std::vector<std::string> command);

std::vector<std::string> lines_of(std::string_view text);

/// A file of a lab, taken apart at its marks
/// "--- student code begins [name] ---" and "--- student code ends [name] ---".
struct MarkedText {
  std::string outside;  ///< with the marks
  std::map<std::string, std::string> regions;
};
/// Throws std::runtime_error for marks that do not pair up.
MarkedText marked_text(std::string_view text);

}  // namespace lockstep::repo
