// SPDX-License-Identifier: Apache-2.0
// When host code touches memory that is not the host's: the handler of the
// signal says which allocation it was, then lets the program die of it.
#pragma once

#include <cstdint>

namespace lockstep::cudart {

class Session;

/// For this process, once. A handler that the program installs later takes
/// the place of this one.
void explain_host_faults(Session& session);

/// What a call is about to touch on the host's side; 0 bytes: nothing.
void expect_host_access(std::uint64_t address, std::uint64_t bytes);

}  // namespace lockstep::cudart
