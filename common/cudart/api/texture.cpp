// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects over arrays, linear memory and pitched rows.
#include <stdexcept>

#include "cudart/api/call.h"

using namespace lockstep;
using namespace lockstep::cudart;

namespace {

ptx::ChannelFormat format_of(const int (&bits)[4], int kind) {
  // CUDA's kinds have the order of ours.
  require(kind >= cudaChannelFormatKindSigned &&
          kind <= cudaChannelFormatKindFloat);
  ptx::ChannelFormat format;
  format.channels = 0;
  for (const int one : bits) format.channels += one != 0 ? 1 : 0;
  format.bits = static_cast<std::uint32_t>(bits[0]);
  format.kind = static_cast<ptx::ChannelKind>(kind);
  return format;
}

ptx::ChannelFormat format_of(const cudaChannelFormatDesc& desc) {
  return format_of({desc.x, desc.y, desc.z, desc.w}, desc.f);
}

ptx::Image image_of(const Array& array) {
  ptx::Image image;
  image.address = array.address;
  image.format = format_of(array.bits, array.format);
  image.width = static_cast<std::uint32_t>(array.width);
  image.height = static_cast<std::uint32_t>(array.rows());
  const bool has_layers =
      (array.flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  (has_layers ? image.layers : image.depth) =
      static_cast<std::uint32_t>(array.slices());
  image.pack();
  return image;
}

ptx::Image image_of(Session& s, const cudaResourceDesc& resource) {
  if (resource.resType == cudaResourceTypeArray)
    return image_of(s.arrays.get(resource.res.array.array));
  ptx::Image image;
  if (resource.resType == cudaResourceTypeLinear) {
    const auto& linear = resource.res.linear;
    image.address = address_of(linear.devPtr);
    image.format = format_of(linear.desc);
    require(image.format.bytes() != 0);
    image.width =
        static_cast<std::uint32_t>(linear.sizeInBytes / image.format.bytes());
    image.pack();
    return image;
  }
  if (resource.resType != cudaResourceTypePitch2D)
    throw Failure(Error::not_supported, "unsupported", "mipmapped arrays");
  const auto& rows = resource.res.pitch2D;
  image.address = address_of(rows.devPtr);
  image.format = format_of(rows.desc);
  image.width = static_cast<std::uint32_t>(rows.width);
  image.height = static_cast<std::uint32_t>(rows.height);
  image.pitch = rows.pitchInBytes;
  image.slice = image.pitch * image.height;
  return image;
}

ptx::TextureDescriptor texture_of(const ptx::Image& image,
                                  const cudaTextureDesc& desc) {
  ptx::TextureDescriptor texture;
  texture.levels = {image};
  for (std::size_t i = 0; i < 3; ++i)
    texture.address[i] = static_cast<ptx::AddressMode>(desc.addressMode[i]);
  texture.is_linear = desc.filterMode == cudaFilterModeLinear;
  texture.reads_normalized = desc.readMode == cudaReadModeNormalizedFloat;
  texture.has_normalized_coordinates = desc.normalizedCoords != 0;
  for (std::size_t i = 0; i < 4; ++i) texture.border[i] = desc.borderColor[i];
  return texture;
}

/// What no device takes comes as std::invalid_argument, with the reason.
template <class Make>
std::uint64_t made(Make make) try {
  return make();
} catch (const std::invalid_argument& error) {
  throw Failure(Error::invalid_value, "invalid texture", error.what());
} catch (const std::out_of_range& error) {
  throw Failure(Error::invalid_value, "invalid texture", error.what());
}

}  // namespace

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object,
                                    const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture,
                                    const cudaResourceViewDesc* view) {
  return LOCKSTEP_CALL {
    require(object != nullptr && resource != nullptr && texture != nullptr);
    if (view != nullptr)
      throw Failure(Error::not_supported, "unsupported", "resource views");
    *object = made([&] {
      return s.device().create_texture(
          texture_of(image_of(s, *resource), *texture));
    });
  };
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  return LOCKSTEP_CALL {
    made([&] {
      s.device().destroy_texture(object);
      return 0;
    });
  };
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object,
                                    const cudaResourceDesc* resource) {
  return LOCKSTEP_CALL {
    require(object != nullptr && resource != nullptr &&
            resource->resType == cudaResourceTypeArray);
    *object =
        made([&] { return s.device().create_surface(image_of(s, *resource)); });
  };
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  return LOCKSTEP_CALL {
    made([&] {
      s.device().destroy_surface(object);
      return 0;
    });
  };
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(
    size_t* width, const cudaChannelFormatDesc* format, int which) {
  return LOCKSTEP_CALL {
    require(width != nullptr && format != nullptr);
    require(which == 0, Error::invalid_device);
    *width = std::size_t{1} << 28;
  };
}

}  // extern "C"
