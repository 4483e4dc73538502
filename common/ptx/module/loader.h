// SPDX-License-Identifier: Apache-2.0
// PTX text to a module with every name resolved.
#pragma once

#include <string>
#include <string_view>

#include "ptx/module/module.h"

namespace lockstep::ptx {

/// Throws PtxError for text that is no PTX and for declarations that cannot
/// be; an instruction that cannot be decoded marks its function as refused.
/// `ptx` need not outlive the call. Handlers are left null: isa/ binds them.
Module load_module(std::string_view ptx, std::string name);

}  // namespace lockstep::ptx
