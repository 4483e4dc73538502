// SPDX-License-Identifier: Apache-2.0
// One fetch from one texture by lanes of a warp. Each element that it needs
// is a load from global memory that observers see.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "ptx/isa/types.h"
#include "ptx/machine/image.h"
#include "ptx/machine/warp.h"

namespace lockstep::ptx {

struct TextureGeometry {
  std::string_view name;
  unsigned dimensions;
  bool is_layered, is_cube;
  unsigned coordinates;  ///< at least; PTX pads vectors to 4
};

/// Who says which mipmap level is meant.
enum class Lod : std::uint8_t { base, level, grad };

/// A tex or tld4 instruction, decoded.
struct TexturePlan {
  TextureGeometry geometry{};
  const Instruction* part = nullptr;  ///< the loads
  Operand handle;
  std::vector<Operand> at, d, dx, dy;
  Operand level;
  Lod lod = Lod::base;
  bool has_whole_coordinates = false;
  int component = -1;  ///< of tld4
};

/// Four channels of all lanes, as bits.
using TextureResult = std::array<std::array<u32, warp_size>, 4>;

void fetch_texture(Warp& warp, const TexturePlan& plan,
                   const TextureDescriptor& texture, LaneMask mask,
                   TextureResult& result);

}  // namespace lockstep::ptx
