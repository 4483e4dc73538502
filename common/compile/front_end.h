// SPDX-License-Identifier: Apache-2.0
// The steps of a compilation, each one run of a tool in a box of its own.
#pragma once

#include <stop_token>
#include <string>

#include "compile/boxed_name.h"
#include "compile/compiler.h"
#include "compile/toolchain.h"

namespace lockstep {

struct FrontEndInput {
  CompileRequest request;
  std::string source;
  BoxedName name;
};

/// Fill in ptx, diagnostics, compiler, box; on failure status and message.
CompileResult clang_to_ptx(const FrontEndInput& input, std::stop_token stop);
CompileResult nvcc_to_ptx(const FrontEndInput& input, std::stop_token stop);
/// ptxas: fills in cubin, resources, diagnostics.
CompileResult ptx_to_cubin(const std::string& ptx, const FrontEndInput& input,
                           std::stop_token stop);

}  // namespace lockstep
