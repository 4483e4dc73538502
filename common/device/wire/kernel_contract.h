// SPDX-License-Identifier: Apache-2.0
// What a job demands of a program, checked the same way on both devices:
// that its kernels are there and take what the launches pass.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "device/device.h"

namespace lockstep {

/// "a, b and c".
std::string name_list(std::span<const std::string> names);

/// What to say about a kernel that the program lacks; `present` are the
/// names that it has, as name_list makes them.
std::string missing_kernel_message(const std::string& kernel,
                                   const std::string& present);

/// Bytes that an argument takes in the parameter buffer.
std::uint64_t parameter_bytes(const Argument& argument);

/// What is wrong with a kernel whose parameters have these sizes, for this
/// launch; empty when it fits.
std::string signature_fault(const Launch& launch,
                            std::span<const std::uint64_t> parameter_sizes);

/// Of all variables together that a job reads by name.
inline constexpr std::uint64_t symbol_limit_bytes = std::uint64_t{16} << 20;
/// What to say about a variable that does not fit.
std::string large_symbol_message(const std::string& name, std::uint64_t bytes);

/// What is wrong with the job itself, whatever the program does; empty when
/// nothing is. Such a fault is the grader's, not the student's.
std::string job_fault(const Job& job);

}  // namespace lockstep
