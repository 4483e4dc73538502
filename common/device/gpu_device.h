// SPDX-License-Identifier: Apache-2.0
// The parent's side of the GPU. It never touches CUDA: a child process does,
// and whatever that child says is checked before it is believed. The child
// ends with the thread that started it: use a device on one thread.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "device/device.h"

namespace lockstep {

struct GpuChildOptions {
  std::filesystem::path program;
  double start_seconds = 60;  ///< until its hello: a cold driver is slow
};

/// The child's program: what LOCKSTEP_GPU_CHILD names, else
/// lockstep-gpu-child beside the running program or up to three folders
/// above it; empty where there is none.
std::filesystem::path find_gpu_child();

/// As make_gpu_device(why), with another child.
std::unique_ptr<Device> make_gpu_device(const GpuChildOptions& options,
                                        std::string& why);

}  // namespace lockstep
