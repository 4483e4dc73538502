// SPDX-License-Identifier: Apache-2.0
// PTX text to a module with every name resolved.
#pragma once

#include <string>
#include <string_view>

#include "ptx/module/module.h"

namespace lockstep::ptx {

/// Throws PtxError for anything that is malformed, undefined or not
/// supported. `ptx` need not outlive the call. Handlers are left null: isa/
/// binds them.
Module load_module(std::string_view ptx, std::string name);

}  // namespace lockstep::ptx
