// SPDX-License-Identifier: Apache-2.0
// Who uses which shared variable, and where it lies. Variables of the
// module, and of device functions, have one place for all kernels, from 0
// on; a kernel's own follow behind those that it can reach by calls.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/module/module.h"
#include "ptx/syntax/syntax_tree.h"

namespace lockstep::ptx {

/// Adds the functions' shared variables to `module.variables`, and gives all
/// shared variables their offsets and functions their shared fields.
/// `bodies[i]` is the definition of `module.functions[i]`, or null. Returns
/// for each function the variables that its body declares, in order.
std::vector<std::vector<std::uint32_t>> lay_out_shared(
    const std::vector<const FunctionSyntax*>& bodies, Module& module);

}  // namespace lockstep::ptx
