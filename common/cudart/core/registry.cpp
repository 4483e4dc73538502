// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/registry.h"

#include <fmt/format.h>
#include <link.h>

#include <utility>

#include "cudart/core/error.h"
#include "cudart/fatbin/fatbin.h"
#include "cudart/fatbin/link.h"

namespace lockstep::cudart {
namespace {

/// The text of the PTX to run; the architecture goes to the image.
std::string ptx_of(std::span<const std::byte> fatbin, Image& image) {
  const std::vector<FatbinEntry> entries = parse_fatbin(fatbin);
  const FatbinEntry* entry = best_ptx(entries, device_architecture);
  if (entry == nullptr) {
    if (entries.empty()) return {};
    throw FatbinError(why_no_ptx(entries));
  }
  // Of several objects the first that the device could run: the program's
  // own, before those of libraries.
  if (image.ptx_architecture == 0 ||
      image.ptx_architecture > device_architecture)
    image.ptx_architecture = entry->architecture;
  return unpack(*entry);
}

std::shared_ptr<const ptx::Module> prepare(Image& image) {
  std::vector<std::string> texts;
  for (const auto& fatbin : image.fatbins)
    if (std::string text = ptx_of(fatbin, image); !text.empty())
      texts.push_back(std::move(text));
  if (texts.empty()) throw FatbinError("there is no device code in it");
  return ptx::prepare_module(
      texts.size() == 1 ? texts.front() : linked_ptx(texts), "program");
}

}  // namespace

std::span<const std::byte> loaded_bytes_at(const void* begin) {
  struct Search {
    std::uintptr_t begin, end = 0;
  } search{reinterpret_cast<std::uintptr_t>(begin)};
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        auto& wanted = *static_cast<Search*>(data);
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const auto& segment = object->dlpi_phdr[i];
          const std::uintptr_t first = object->dlpi_addr + segment.p_vaddr;
          if (segment.p_type == PT_LOAD &&
              wanted.begin - first < segment.p_memsz)
            wanted.end = first + segment.p_memsz;
        }
        return wanted.end != 0 ? 1 : 0;
      },
      &search);
  if (search.end == 0) return {};
  return {static_cast<const std::byte*>(begin), search.end - search.begin};
}

Image& Registry::add(std::vector<std::span<const std::byte>> fatbins) {
  images_.push_back(std::make_unique<Image>());
  images_.back()->fatbins = std::move(fatbins);
  return *images_.back();
}

void Registry::add_kernel(const void* stub, Image& image, std::string name) {
  Kernel kernel;
  kernel.image = &image;
  kernel.name = std::move(name);
  kernels_[stub] = std::move(kernel);
}

void Registry::add_variable(const void* host, Image& image,
                            DeviceVariable variable) {
  variable.image = &image;
  variables_[host] = std::move(variable);
}

Kernel& Registry::kernel(const void* stub) {
  const auto found = kernels_.find(stub);
  if (found == kernels_.end()) {
    throw Failure(Error::invalid_function, "invalid kernel",
                  "the function is no __global__ function of this program");
  }
  return found->second;
}

const DeviceVariable& Registry::variable(const void* host) const {
  const auto found = variables_.find(host);
  if (found == variables_.end()) {
    throw Failure(Error::invalid_symbol, "invalid symbol",
                  "the symbol is no __device__ or __constant__ variable of "
                  "this program; give the variable itself, not its name nor "
                  "its address");
  }
  return found->second;
}

void Registry::load(Image& image) {
  if (image.module != nullptr) return;
  if (!image.problem.empty())
    throw Failure(Error::no_image, "unsupported", image.problem);
  try {
    image.module = &context_.load(prepare(image), [&](const ptx::Variable& v) {
      return memory_.take_both(v.bytes);
    });
  } catch (const FatbinError& error) {
    image.problem =
        fmt::format("its device code cannot be used: {}", error.what());
    throw Failure(Error::no_image, "unsupported", image.problem);
  } catch (const ptx::PtxError& error) {
    image.problem = fmt::format("its PTX is refused: {}", error.what());
    throw Failure(Error::invalid_ptx, "unsupported", image.problem);
  }
  for (const ptx::Variable& variable : image.module->variables) {
    const auto address = context_.address_of(*image.module, variable.name);
    if (address)
      memory_.add_variable(*address, variable.bytes, variable.demangled,
                           variable.is_managed);
  }
  for (const auto& [host, variable] : variables_)
    if (variable.image == &image && variable.managed != nullptr)
      *variable.managed = reinterpret_cast<void*>(address(variable));
}

const ptx::Function& Registry::function(const Kernel& kernel) {
  load(*kernel.image);
  const ptx::Function* function =
      kernel.image->module->find_function(kernel.name);
  if (function == nullptr || !function->is_kernel) {
    throw Failure(Error::invalid_function, "invalid kernel",
                  fmt::format("the device code has no kernel {}", kernel.name));
  }
  return *function;
}

DeviceAddress Registry::address(const DeviceVariable& variable) {
  load(*variable.image);
  const auto address =
      context_.address_of(*variable.image->module, variable.name);
  if (!address) {
    throw Failure(
        Error::invalid_symbol, "invalid symbol",
        fmt::format("the device code has no variable {}", variable.name));
  }
  return *address;
}

}  // namespace lockstep::cudart
