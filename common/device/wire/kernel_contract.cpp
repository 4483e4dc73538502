// SPDX-License-Identifier: Apache-2.0
#include "device/wire/kernel_contract.h"

#include <fmt/format.h>

namespace lockstep {
namespace {

std::string counted(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string buffer_fault(const Buffer& buffer) {
  const bool needs_words = buffer.fill_seed || buffer.checksum;
  if (!buffer.initial.empty() && buffer.initial.size() != buffer.bytes) {
    return fmt::format("buffer {} has {} bytes but {} initial ones",
                       buffer.name, buffer.bytes, buffer.initial.size());
  }
  if (buffer.fill_seed && !buffer.initial.empty()) {
    return fmt::format("buffer {} has two initial contents", buffer.name);
  }
  if (needs_words && buffer.bytes % 4 != 0) {
    return fmt::format("buffer {} is not a whole number of words", buffer.name);
  }
  return {};
}

std::string argument_fault(const Job& job, const Argument& argument) {
  const auto* reference = std::get_if<BufferArgument>(&argument);
  if (!reference) return {};
  if (reference->buffer >= job.buffers.size()) {
    return fmt::format("an argument names buffer {} of {}", reference->buffer,
                       job.buffers.size());
  }
  const Buffer& buffer = job.buffers[reference->buffer];
  if (reference->offset > buffer.bytes) {
    return fmt::format("an argument begins past the end of {}", buffer.name);
  }
  return {};
}

}  // namespace

std::string name_list(std::span<const std::string> names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list += i + 1 == names.size() ? " and " : ", ";
    list += names[i];
  }
  return list;
}

std::string missing_kernel_message(const std::string& kernel,
                                   const std::string& present) {
  const std::string there =
      present.empty() ? "" : fmt::format("; the kernels there are {}", present);
  return fmt::format(
      "there is no kernel named {}{}: is it declared extern \"C\" __global__ "
      "and spelt so?",
      kernel, there);
}

std::uint64_t parameter_bytes(const Argument& argument) {
  const auto* value = std::get_if<ValueArgument>(&argument);
  return value ? value->bytes.size() : sizeof(std::uint64_t);
}

std::string signature_fault(const Launch& launch,
                            std::span<const std::uint64_t> parameter_sizes) {
  const std::size_t wanted = launch.arguments.size();
  if (parameter_sizes.size() != wanted) {
    return fmt::format("kernel {} takes {}, the lab's contract has {}",
                       launch.kernel,
                       counted(parameter_sizes.size(), "parameter"), wanted);
  }
  for (std::size_t i = 0; i < wanted; ++i) {
    const std::uint64_t bytes = parameter_bytes(launch.arguments[i]);
    if (parameter_sizes[i] == bytes) continue;
    return fmt::format(
        "parameter {} of kernel {} has {}, the lab's contract has {}", i + 1,
        launch.kernel, counted(parameter_sizes[i], "byte"), bytes);
  }
  return {};
}

std::string large_symbol_message(const std::string& name, std::uint64_t bytes) {
  return fmt::format("variable {} has {}: too large to be read", name,
                     counted(bytes, "byte"));
}

std::string job_fault(const Job& job) {
  if (!job.program) return "the job has no program";
  std::uint64_t bytes = 0;
  for (const Buffer& buffer : job.buffers) {
    if (std::string fault = buffer_fault(buffer); !fault.empty()) return fault;
    if (buffer.bytes > job.limits.memory_bytes - bytes) {
      return fmt::format("the buffers need more than the job's limit of {}",
                         counted(job.limits.memory_bytes, "byte"));
    }
    bytes += buffer.bytes;
  }
  for (const Launch& launch : job.launches) {
    for (const Argument& argument : launch.arguments) {
      std::string fault = argument_fault(job, argument);
      if (!fault.empty()) return fault;
    }
  }
  return {};
}

}  // namespace lockstep
