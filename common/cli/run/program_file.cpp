// SPDX-License-Identifier: Apache-2.0
#include "cli/run/program_file.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>

#include "cli/system/failure.h"
#include "process/process.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using Bytes = std::span<const std::byte>;

constexpr std::size_t most_headers = 4096, most_entries = 65536;

template <class T>
std::optional<T> read(Bytes bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return {};
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// Up to its zero byte; empty where it is not inside.
std::string text_at(Bytes bytes, std::uint64_t offset) {
  if (offset >= bytes.size()) return {};
  const auto* text = reinterpret_cast<const char*>(bytes.data()) + offset;
  return {text, strnlen(text, bytes.size() - offset)};
}

std::vector<Elf64_Phdr> segments_of(Bytes bytes, const Elf64_Ehdr& header) {
  std::vector<Elf64_Phdr> segments;
  for (std::size_t i = 0; i < header.e_phnum && i < most_headers; ++i)
    if (const auto segment =
            read<Elf64_Phdr>(bytes, header.e_phoff + i * sizeof(Elf64_Phdr)))
      segments.push_back(*segment);
  return segments;
}

bool has_section(Bytes bytes, const Elf64_Ehdr& header,
                 std::string_view wanted) {
  const auto section = [&](std::uint64_t index) {
    return read<Elf64_Shdr>(bytes, header.e_shoff + index * sizeof(Elf64_Shdr));
  };
  const auto names = section(header.e_shstrndx);
  if (!names) return false;
  for (std::size_t i = 0; i < header.e_shnum && i < most_headers; ++i) {
    const auto one = section(i);
    if (one && text_at(bytes, names->sh_offset + one->sh_name) == wanted)
      return true;
  }
  return false;
}

/// Where the file holds what is loaded at `address`.
std::uint64_t offset_of(const std::vector<Elf64_Phdr>& segments,
                        std::uint64_t address) {
  for (const Elf64_Phdr& segment : segments)
    if (segment.p_type == PT_LOAD &&
        address - segment.p_vaddr < segment.p_filesz)
      return segment.p_offset + (address - segment.p_vaddr);
  return ~std::uint64_t{0};
}

void read_dynamic(Bytes bytes, const std::vector<Elf64_Phdr>& segments,
                  ProgramFile& file) {
  std::vector<Elf64_Dyn> entries;
  for (const Elf64_Phdr& segment : segments) {
    if (segment.p_type != PT_DYNAMIC) continue;
    for (std::size_t i = 0; i < most_entries; ++i) {
      const auto entry =
          read<Elf64_Dyn>(bytes, segment.p_offset + i * sizeof(Elf64_Dyn));
      if (!entry || entry->d_tag == DT_NULL) break;
      entries.push_back(*entry);
    }
  }
  std::uint64_t names = ~std::uint64_t{0};
  for (const Elf64_Dyn& entry : entries)
    if (entry.d_tag == DT_STRTAB) names = offset_of(segments, entry.d_un.d_ptr);
  if (names == ~std::uint64_t{0}) return;
  for (const Elf64_Dyn& entry : entries) {
    if (entry.d_tag == DT_NEEDED)
      file.needed.push_back(text_at(bytes, names + entry.d_un.d_val));
    file.has_fixed_path |= entry.d_tag == DT_RPATH;
  }
}

std::vector<std::byte> content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return {};
  std::vector<std::byte> bytes(static_cast<std::size_t>(file.tellg()));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

/// Libraries whose kernels come as machine code only, and the driver.
std::string why_unusable(const std::string& library) {
  for (const char* name :
       {"libcublas", "libcufft", "libcusparse", "libcusolver", "libcurand",
        "libcudnn", "libnccl", "libnpp", "libnvjpeg", "libcutensor"}) {
    if (library.starts_with(name))
      return fmt::format(
          "it uses {}, whose kernels NVIDIA ships as machine "
          "code and not as PTX: they run on a GPU only",
          library);
  }
  if (library.starts_with("libcuda.so"))
    return "it calls CUDA's driver API (libcuda), which the emulator does not "
           "have: only programs of the runtime API can run";
  if (library.starts_with("libnvrtc"))
    return "it compiles kernels while it runs (libnvrtc), for the driver API, "
           "which the emulator does not have";
  return {};
}

}  // namespace

ProgramFile parse_program(Bytes bytes) {
  ProgramFile file;
  const auto header = read<Elf64_Ehdr>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_machine != EM_X86_64)
    return file;
  file.is_elf = true;
  file.has_device_code = has_section(bytes, *header, ".nv_fatbin");
  read_dynamic(bytes, segments_of(bytes, *header), file);
  return file;
}

void require_usable(const ProgramFile& file, const std::string& typed,
                    const fs::path& runtimes) {
  if (!file.is_elf) {
    throw Failure(wrong_usage,
                  fmt::format("{} is no x86-64 program (a script? name the "
                              "program that it starts)",
                              typed));
  }
  for (const std::string& library : file.needed) {
    if (const std::string why = why_unusable(library); !why.empty())
      throw Failure(wrong_usage, fmt::format("{} cannot run: {}", typed, why));
  }
  const auto runtime =
      std::ranges::find_if(file.needed, [](const std::string& library) {
        return library.starts_with("libcudart.so");
      });
  if (runtime == file.needed.end()) {
    if (!file.has_device_code) return;  // a library of its own may need it
    throw Failure(
        wrong_usage,
        fmt::format("{} has CUDA's runtime linked into it, where nothing can "
                    "take its place: build it with\n"
                    "  nvcc -cudart shared -lineinfo ...\n"
                    "or, with a build system, NVCC_APPEND_FLAGS=\"-cudart "
                    "shared -lineinfo\"",
                    typed));
  }
  std::error_code error;
  if (fs::exists(runtimes / *runtime, error)) return;
  throw Failure(
      missing_thing,
      fmt::format("{} needs {}, and this build of Lockstep has no stand-in for "
                  "it, which is made from the headers of that CUDA toolkit: "
                  "install the toolkit (or only its headers), then run\n"
                  "  cmake -S . -B build "
                  "-DLOCKSTEP_CUDA_INCLUDES=/path/to/include && make",
                  typed, *runtime));
}

fs::path usable_program(const std::string& typed, const fs::path& runtimes) {
  std::error_code error;
  const auto path = find_program(typed);
  if (!path) {
    std::string why = "there is no such program";
    if (fs::is_directory(typed, error)) {
      why = "it is a folder";
    } else if (fs::exists(typed, error)) {
      why = typed.find('/') == std::string::npos
                ? fmt::format("it is not on PATH; did you mean ./{}?", typed)
                : "it is not executable";
    }
    throw Failure(wrong_usage, fmt::format("cannot run {}: {}", typed, why));
  }
  require_usable(parse_program(content_of(*path)), typed, runtimes);
  return *path;
}

}  // namespace lockstep::cli
