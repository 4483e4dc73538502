// SPDX-License-Identifier: Apache-2.0
// Device functions that a module only declares and the emulator supplies:
// printf, assert and the maths that clang leaves to libdevice.
#pragma once

#include <string_view>

#include "ptx/module/module.h"

namespace lockstep::ptx {

/// The handler of a call to it, null if there is no such function or the
/// call's arguments do not fit it.
Handler find_library_function(std::string_view name, const CallSite& site);

/// malloc, free, operator new and delete.
Handler find_heap_function(std::string_view name, const CallSite& site);

/// vprintf and __assertfail.
Handler find_system_function(std::string_view name, const CallSite& site);

}  // namespace lockstep::ptx
