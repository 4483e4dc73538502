// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces: how an image lies in device memory, and how kernels
// look at it. A CUDA array is an ordinary allocation with such a layout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep::ptx {

enum class ChannelKind : std::uint8_t {
  signed_integer,
  unsigned_integer,
  real
};

struct ChannelFormat {
  std::uint32_t channels = 1;  ///< 1, 2 or 4
  std::uint32_t bits = 32;     ///< 8, 16 or 32, of each
  ChannelKind kind = ChannelKind::real;

  constexpr std::uint32_t bytes() const { return channels * bits / 8; }
};

/// One level of a texture, or a surface. Elements of a row follow one another;
/// `pitch` is from row to row, `slice` from layer (or face, or depth) to
/// layer, both in bytes.
struct Image {
  std::uint64_t address = 0;
  ChannelFormat format;
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  std::uint32_t depth = 1;   ///< of a 3D image
  std::uint32_t layers = 1;  ///< of a layered one; 6 for each cube
  std::uint64_t pitch = 0;
  std::uint64_t slice = 0;

  /// Rows and slices without gaps, as CUDA arrays have them here.
  void pack() {
    pitch = std::uint64_t{width} * format.bytes();
    slice = pitch * height;
  }
  std::uint64_t bytes() const {
    return slice * (depth > layers ? depth : layers);
  }
};

enum class AddressMode : std::uint8_t { wrap, clamp, mirror, border };

struct TextureDescriptor {
  /// The image, then its smaller mipmap levels, if any.
  std::vector<Image> levels;
  std::array<AddressMode, 3> address{AddressMode::clamp, AddressMode::clamp,
                                     AddressMode::clamp};
  bool is_linear = false;         ///< filter; else the nearest element
  bool is_mipmap_linear = false;  ///< between levels
  bool reads_normalized = false;  ///< integers as -1 … 1 or 0 … 1
  bool has_normalized_coordinates = false;
  std::array<float, 4> border{};
  float level_bias = 0, least_level = 0, greatest_level = 0;
};

/// The textures and surfaces of a context. A handle is never 0 and never
/// used twice.
class ImageTable {
 public:
  std::uint64_t add(TextureDescriptor texture) {
    textures_.push_back(std::move(texture));
    return first_texture + textures_.size() - 1;
  }
  std::uint64_t add(const Image& surface) {
    surfaces_.push_back(surface);
    return first_surface + surfaces_.size() - 1;
  }
  /// False if there is none of that handle.
  bool remove_texture(std::uint64_t handle) {
    const bool is_there = texture(handle) != nullptr;
    if (is_there) textures_[handle - first_texture].reset();
    return is_there;
  }
  bool remove_surface(std::uint64_t handle) {
    const bool is_there = surface(handle) != nullptr;
    if (is_there) surfaces_[handle - first_surface].reset();
    return is_there;
  }
  /// Null if there is none of that handle.
  const TextureDescriptor* texture(std::uint64_t handle) const {
    const std::uint64_t index = handle - first_texture;
    return index < textures_.size() && textures_[index] ? &*textures_[index]
                                                        : nullptr;
  }
  const Image* surface(std::uint64_t handle) const {
    const std::uint64_t index = handle - first_surface;
    return index < surfaces_.size() && surfaces_[index] ? &*surfaces_[index]
                                                        : nullptr;
  }

 private:
  static constexpr std::uint64_t first_texture = std::uint64_t{1} << 32;
  static constexpr std::uint64_t first_surface = std::uint64_t{2} << 32;
  std::vector<std::optional<TextureDescriptor>> textures_;
  std::vector<std::optional<Image>> surfaces_;
};

}  // namespace lockstep::ptx
