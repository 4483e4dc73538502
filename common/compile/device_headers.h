// SPDX-License-Identifier: Apache-2.0
// The folder clang_device/ as files for the box.
#pragma once

#include <vector>

#include "compile/sandbox.h"

namespace lockstep {

/// Where they lie.
std::filesystem::path device_header_folder();
/// Every header below clang_device/, by its path relative to compile/; empty
/// where the folder is gone. Read once a process.
const std::vector<BoxedFile>& device_headers();

}  // namespace lockstep
