// SPDX-License-Identifier: Apache-2.0
// What is said when nothing can go on: every waiting group, its line, and
// what it waits for.
#pragma once

#include "ptx/machine/cta.h"

namespace lockstep::ptx {

/// Reports every waiting group of the block and ends the launch.
[[noreturn]] void report_deadlock(Cta& cta);

/// All warps poll memory that nobody changes; ends the launch.
[[noreturn]] void report_livelock(Cta& cta);

}  // namespace lockstep::ptx
