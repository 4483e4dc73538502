// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces: what a fetch at a place of a small image gives.
#include <bit>
#include <catch2/catch_test_macros.hpp>

#include "../kernel_run.h"

using namespace lockstep::ptx;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string kernel(const std::string& body) {
  return ".version 7.5\n.target sm_80\n.address_size 64\n"
         ".entry k(.param .u64 image, .param .u64 at, .param .u64 out) {\n"
         ".reg .b64 %t, %rd<9>;\n.reg .b32 %r<9>, %x, %y, %z, %w, %d<4>;\n"
         ".reg .b16 %h<5>;\n"
         "ld.param.u64 %t, [image];\nld.param.u64 %rd1, [at];\n"
         "ld.param.u64 %rd2, [out];\nmov.u32 %r1, %tid.x;\n"
         "mul.wide.u32 %rd3, %r1, 16;\nadd.u64 %rd1, %rd1, %rd3;\n"
         "add.u64 %rd2, %rd2, %rd3;\n"
         "ld.global.v4.u32 {%x, %y, %z, %w}, [%rd1];\n"
         "mov.u32 %d0, 0; mov.u32 %d1, 0; mov.u32 %d2, 0; mov.u32 %d3, 0;\n" +
         body + ";\nst.global.v4.u32 [%rd2], {%d0, %d1, %d2, %d3};\nret;\n}\n";
}

using Four = std::array<std::uint32_t, 4>;
Four floats(float x, float y = 0, float z = 0, float w = 0) {
  return {std::bit_cast<std::uint32_t>(x), std::bit_cast<std::uint32_t>(y),
          std::bit_cast<std::uint32_t>(z), std::bit_cast<std::uint32_t>(w)};
}

struct Bench {
  Sanitizer sanitizer;
  Context context;
  LaunchResult result;

  Bench() {
    for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  }
  /// A packed image of these elements.
  template <class T>
  Image image(const std::vector<T>& elements, ChannelFormat format,
              std::uint32_t width, std::uint32_t height = 1,
              std::uint32_t depth = 1, std::uint32_t layers = 1) {
    Image made;
    made.address = upload(context, elements, "image");
    made.format = format;
    made.width = width;
    made.height = height;
    made.depth = depth;
    made.layers = layers;
    made.pack();
    return made;
  }
  /// What the instruction leaves in d0..d3 for each place.
  std::vector<Four> run(const std::string& body, std::uint64_t handle,
                        const std::vector<Four>& places) {
    const Module& module = context.load(kernel(body), "image");
    const DeviceAddress at = upload(context, places, "places");
    const DeviceAddress out =
        upload(context, std::vector<Four>(places.size()), "out");
    LaunchConfig config;
    config.block.x = static_cast<std::uint32_t>(places.size());
    result = context.launch(module, "k", config,
                            Params{}.add(handle).add(at).add(out));
    return download<Four>(context, out, places.size());
  }
  /// The first channel as floats, with a texture.
  std::vector<float> reals(const std::string& body,
                           const TextureDescriptor& texture,
                           const std::vector<Four>& places) {
    std::vector<float> values;
    for (const Four& four : run(body, context.create_texture(texture), places))
      values.push_back(std::bit_cast<float>(four[0]));
    REQUIRE(result.message == "");
    CHECK(sanitizer.findings().empty());
    return values;
  }
};

constexpr ChannelFormat real{1, 32, ChannelKind::real};
constexpr const char* tex_1d =
    "tex.1d.v4.f32.f32 {%d0, %d1, %d2, %d3}, "
    "[%t, {%x}]";
constexpr const char* tex_2d =
    "tex.2d.v4.f32.f32 {%d0, %d1, %d2, %d3}, "
    "[%t, {%x, %y}]";

/// A 4 × 2 image whose element (x, y) is x + 10 y.
TextureDescriptor four_by_two(Bench& bench) {
  TextureDescriptor texture;
  texture.levels = {
      bench.image<float>({0, 1, 2, 3, 10, 11, 12, 13}, real, 4, 2)};
  return texture;
}

using Floats = std::vector<float>;

}  // namespace

TEST_CASE("a fetch takes the element that a place lies in", "[ptx][texture]") {
  Bench bench;
  CHECK(bench.reals(tex_2d, four_by_two(bench),
                    {floats(0.5f, 0.5f), floats(3.9f, 0), floats(1.5f, 1.99f),
                     floats(-7, 5)}) == Floats{0, 3, 11, 10});
}

TEST_CASE("a linear fetch mixes the four nearest elements", "[ptx][texture]") {
  Bench bench;
  TextureDescriptor texture = four_by_two(bench);
  texture.is_linear = true;
  CHECK(bench.reals(tex_2d, texture,
                    {floats(2, 0.5f), floats(2, 1), floats(1.75f, 1.5f),
                     floats(0, 0), floats(9, 1.5f)}) ==
        Floats{1.5f, 6.5f, 11.25f, 0, 13});
}

TEST_CASE("weights have 8 bits behind the point", "[ptx][texture]") {
  Bench bench;
  TextureDescriptor texture;
  texture.levels = {bench.image<float>({0, 256}, real, 2)};
  texture.is_linear = true;
  // 0.3 * 256 is 76.8, 0.001 * 256 is less than a half.
  CHECK(bench.reals(tex_1d, texture, {floats(0.8f), floats(0.501f)}) ==
        Floats{77, 0});
}

TEST_CASE("each address mode continues the image in its way",
          "[ptx][texture]") {
  Bench bench;
  TextureDescriptor texture;
  texture.levels = {bench.image<float>({5, 6, 7, 8}, real, 4)};
  texture.has_normalized_coordinates = true;
  texture.border = {99, 0, 0, 0};
  const auto at = [&](AddressMode mode) {
    texture.address.fill(mode);
    return bench.reals(
        tex_1d, texture,
        {floats(0.3f), floats(1.1f), floats(-0.1f), floats(2.3f)});
  };
  CHECK(at(AddressMode::clamp) == Floats{6, 8, 5, 8});
  CHECK(at(AddressMode::border) == Floats{6, 99, 99, 99});
  CHECK(at(AddressMode::wrap) == Floats{6, 5, 8, 6});
  CHECK(at(AddressMode::mirror) == Floats{6, 8, 5, 6});
}

TEST_CASE("a linear fetch wraps around the edge", "[ptx][texture]") {
  Bench bench;
  TextureDescriptor texture;
  texture.levels = {bench.image<float>({0, 4, 8, 12}, real, 4)};
  texture.has_normalized_coordinates = true;
  texture.is_linear = true;
  texture.address.fill(AddressMode::wrap);
  CHECK(bench.reals(tex_1d, texture, {floats(0)}) == Floats{6});
  texture.address.fill(AddressMode::border);
  CHECK(bench.reals(tex_1d, texture, {floats(0)}) == Floats{0});
}

TEST_CASE("integers are read as they are, or normalized", "[ptx][texture]") {
  Bench bench;
  TextureDescriptor texture;
  texture.levels = {bench.image<std::int8_t>(
      {-128, 127, 0, 64}, {2, 8, ChannelKind::signed_integer}, 2)};
  const std::string fetch =
      "tex.1d.v4.s32.f32 {%d0, %d1, %d2, %d3}, [%t, {%x}]";
  const auto whole = bench.run(fetch, bench.context.create_texture(texture),
                               {floats(0), floats(1.5f)});
  CHECK(whole[0] == Four{0xffffff80, 127, 0, 1});
  CHECK(whole[1] == Four{0, 64, 0, 1});
  texture.reads_normalized = true;
  CHECK(bench.run(tex_1d, bench.context.create_texture(texture),
                  {floats(0)})[0] == floats(-1, 1, 0, 1));
  texture.levels = {bench.image<std::uint16_t>(
      {65535, 0}, {1, 16, ChannelKind::unsigned_integer}, 2)};
  texture.is_linear = true;
  CHECK(bench.reals(tex_1d, texture, {floats(1)}) == Floats{0.5f});
}

TEST_CASE("half precision elements become floats", "[ptx][texture]") {
  Bench bench;
  TextureDescriptor texture;
  texture.levels = {bench.image<std::uint16_t>({0x3c00, 0xc100},
                                               {1, 16, ChannelKind::real}, 2)};
  CHECK(bench.reals(tex_1d, texture, {floats(0), floats(1)}) ==
        Floats{1, -2.5f});
}

TEST_CASE("tex1Dfetch takes an index, and gives 0 outside", "[ptx][texture]") {
  Bench bench;
  TextureDescriptor texture;
  texture.levels = {bench.image<float>({5, 6, 7}, real, 3)};
  texture.border = {9, 9, 9, 9};
  CHECK(bench.reals("tex.1d.v4.f32.s32 {%d0, %d1, %d2, %d3}, [%t, {%x}]",
                    texture,
                    {Four{2}, Four{3}, Four{0xffffffff}}) == Floats{7, 0, 0});
}

TEST_CASE("3D, layered and cube textures find their slice", "[ptx][texture]") {
  Bench bench;
  Floats elements;
  for (int i = 0; i < 24; ++i) elements.push_back(static_cast<float>(i));
  TextureDescriptor texture;
  SECTION("3D") {
    texture.levels = {bench.image(elements, real, 2, 3, 4)};
    const std::string fetch =
        "tex.3d.v4.f32.f32 {%d0, %d1, %d2, %d3}, [%t, {%x, %y, %z, %z}]";
    CHECK(bench.reals(fetch, texture,
                      {floats(1.5f, 2.5f, 3.5f), floats(0, 1.5f, 2.5f)}) ==
          Floats{23, 14});
    texture.is_linear = true;
    CHECK(bench.reals(fetch, texture, {floats(1, 1, 1)}) == Floats{4.5f});
  }
  SECTION("layers, which are clamped") {
    texture.levels = {bench.image(elements, real, 2, 3, 1, 4)};
    const auto at = [](std::uint32_t layer, float x, float y) {
      Four four = floats(0, x, y);
      four[0] = layer;
      return four;
    };
    CHECK(bench.reals(
              "tex.a2d.v4.f32.f32 {%d0, %d1, %d2, %d3}, [%t, {%x, %y, %z, %z}]",
              texture, {at(2, 1.5f, 0), at(100, 0, 0), at(0, 0, 2.5f)}) ==
          Floats{13, 18, 4});
  }
  SECTION("the faces of a cube") {
    texture.levels = {bench.image(elements, real, 2, 2, 1, 6)};
    texture.has_normalized_coordinates = true;
    CHECK(
        bench.reals(
            "tex.cube.v4.f32.f32 {%d0, %d1, %d2, %d3}, [%t, {%x, %y, %z, %z}]",
            texture,
            {floats(1, 0.5f, 0.5f), floats(-1, 0.5f, 0.5f),
             floats(-0.5f, 1, 0.5f), floats(0.5f, -1, 0.5f),
             floats(0.5f, -0.5f, 1), floats(0.5f, -0.5f, -1)}) ==
        Floats{0, 5, 10, 13, 19, 22});
  }
}

TEST_CASE("the level of detail picks or mixes mipmaps", "[ptx][texture]") {
  Bench bench;
  TextureDescriptor texture;
  texture.levels = {bench.image<float>({0, 0, 0, 0}, real, 4),
                    bench.image<float>({8, 8}, real, 2),
                    bench.image<float>({24}, real, 1)};
  texture.has_normalized_coordinates = true;
  texture.greatest_level = 10;
  const std::string fetch =
      "tex.level.1d.v4.f32.f32 {%d0, %d1, %d2, %d3}, [%t, {%x}], %y";
  const std::vector<Four> places = {floats(0.5f, 0), floats(0.5f, 0.75f),
                                    floats(0.5f, 1.25f), floats(0.5f, 9)};
  CHECK(bench.reals(fetch, texture, places) == Floats{0, 8, 8, 24});
  texture.is_mipmap_linear = true;
  CHECK(bench.reals(fetch, texture, places) == Floats{0, 6, 12, 24});
  // Steps of two and of four elements from lane to lane.
  CHECK(bench.reals("tex.grad.1d.v4.f32.f32 {%d0, %d1, %d2, %d3}, [%t, {%x}], "
                    "{%y}, {%z}",
                    texture,
                    {floats(0.5f, 0.5f, 0.1f), floats(0.5f, 0.1f, 1)}) ==
        Floats{8, 24});
}

TEST_CASE("tld4 gives one channel of the four elements around",
          "[ptx][texture]") {
  Bench bench;
  const auto values = bench.run(
      "tld4.r.2d.v4.f32.f32 {%d0, %d1, %d2, %d3}, [%t, {%x, %y}]",
      bench.context.create_texture(four_by_two(bench)), {floats(2, 1)});
  CHECK(values[0] == floats(11, 12, 2, 1));
}

TEST_CASE("txq tells the size of a texture", "[ptx][texture]") {
  Bench bench;
  const auto values = bench.run(
      "txq.width.b32 %d0, [%t];\ntxq.height.b32 %d1, [%t];\n"
      "txq.num_mipmap_levels.b32 %d2, [%t]",
      bench.context.create_texture(four_by_two(bench)), {Four{}});
  CHECK(values[0] == Four{4, 2, 1, 0});
}

TEST_CASE("a texture that is none ends the launch", "[ptx][texture]") {
  Bench bench;
  const auto handle = bench.context.create_texture(four_by_two(bench));
  bench.context.destroy_texture(handle);
  bench.run(tex_2d, handle, {Four{}});
  CHECK(bench.result.status == LaunchStatus::fault);
  CHECK(contains(bench.result.message, "no texture object"));
  CHECK_THROWS_AS(bench.context.destroy_texture(handle), std::out_of_range);
}

TEST_CASE("a texture of freed memory is reported", "[ptx][texture][memcheck]") {
  Bench bench;
  const TextureDescriptor texture = four_by_two(bench);
  const auto handle = bench.context.create_texture(texture);
  bench.context.free(texture.levels[0].address);
  bench.run(tex_2d, handle, {Four{}});
  REQUIRE_FALSE(bench.sanitizer.findings().empty());
  CHECK(bench.sanitizer.findings()[0].kind == "use-after-free read");
}

TEST_CASE("descriptions of what cannot be are refused", "[ptx][texture]") {
  Bench bench;
  TextureDescriptor texture = four_by_two(bench);
  const auto refuses = [&] {
    CHECK_THROWS_AS(bench.context.create_texture(texture),
                    std::invalid_argument);
  };
  SECTION("a linear filter of integers") {
    texture.levels[0].format.kind = ChannelKind::signed_integer;
    texture.is_linear = true;
    refuses();
  }
  SECTION("three channels") {
    texture.levels[0].format.channels = 3;
    refuses();
  }
  SECTION("an image larger than its memory") {
    texture.levels[0].height = 3;
    refuses();
  }
  SECTION("no image at all") {
    texture.levels.clear();
    refuses();
  }
}

TEST_CASE("surfaces are read and written by bytes", "[ptx][surface]") {
  Bench bench;
  const Image image =
      bench.image<std::uint32_t>({0, 1, 2, 3, 10, 11, 12, 13}, real, 4, 2);
  const auto surface = bench.context.create_surface(image);
  const auto values = bench.run(
      "suld.b.2d.b32.trap {%d0}, [%t, {%x, %y}];\n"
      "add.u32 %d1, %d0, 100;\nsust.b.2d.b32.trap [%t, {%x, %y}], {%d1};\n"
      "suld.b.2d.v2.b16.trap {%h1, %h2}, [%t, {%x, %y}];\n"
      "cvt.u32.u16 %d2, %h1;\nsuq.width.b32 %d3, [%t]",
      surface, {Four{4, 1}, Four{12, 0}});
  REQUIRE(bench.result.message == "");
  CHECK(values[0] == Four{11, 111, 111, 4});
  CHECK(values[1] == Four{3, 103, 103, 4});
  CHECK(download<std::uint32_t>(bench.context, image.address, 8) ==
        std::vector<std::uint32_t>{0, 1, 2, 103, 10, 111, 12, 13});
  CHECK(bench.sanitizer.findings().empty());
}

TEST_CASE("a surface access outside is clamped, dropped or an error",
          "[ptx][surface]") {
  Bench bench;
  const Image image = bench.image<std::uint32_t>({5, 6, 7, 8}, real, 4);
  const auto surface = bench.context.create_surface(image);
  const std::vector<Four> places = {Four{16}, Four{0xfffffffc}, Four{4}};
  const auto read = [&](const std::string& mode) {
    std::vector<std::uint32_t> first;
    for (const Four& four : bench.run(
             "suld.b.1d.b32." + mode + " {%d0}, [%t, {%x}]", surface, places))
      first.push_back(four[0]);
    return first;
  };
  CHECK(read("clamp") == std::vector<std::uint32_t>{8, 5, 6});
  CHECK(read("zero") == std::vector<std::uint32_t>{0, 0, 6});
  CHECK(bench.sanitizer.findings().empty());
  read("trap");
  CHECK(bench.result.status == LaunchStatus::fault);
  REQUIRE_FALSE(bench.sanitizer.findings().empty());
  CHECK(bench.sanitizer.findings()[0].kind == "out-of-bounds read");
  CHECK(bench.sanitizer.findings()[0].variable == "image");
  bench.run("sust.b.1d.b32.zero [%t, {%x}], {%x}", surface, places);
  CHECK(download<std::uint32_t>(bench.context, image.address, 4) ==
        std::vector<std::uint32_t>{5, 4, 7, 8});
}

TEST_CASE("surfaces have layers, and reductions", "[ptx][surface]") {
  Bench bench;
  const Image image = bench.image<std::uint32_t>(
      {1, 2, 3, 4, 5, 6, 7, 8}, {1, 32, ChannelKind::unsigned_integer}, 2, 2, 1,
      2);
  const auto surface = bench.context.create_surface(image);
  bench.run(
      "sured.b.add.2d.u32.trap [%t, {%x, %y}], %z;\n"
      "suld.b.a2d.b32.trap {%d0}, [%t, {%w, %x, %y, %y}]",
      surface, {Four{4, 1, 50, 1}, Four{4, 1, 50, 1}});
  REQUIRE(bench.result.message == "");
  CHECK(download<std::uint32_t>(bench.context, image.address, 8) ==
        std::vector<std::uint32_t>{1, 2, 3, 104, 5, 6, 7, 8});
}

TEST_CASE("forms of textures that are not there are refused by name",
          "[ptx][texture]") {
  const auto message = [](const std::string& body) {
    Bench bench;
    bench.run(body, 0, {Four{}});
    return bench.result.message;
  };
  CHECK(contains(message("tex.2dms.v4.f32.s32 {%d0, %d1, %d2, %d3}, [%t, {%x, "
                         "%y, %z, %z}]"),
                 "geometry"));
  CHECK(contains(message("sust.p.2d.b32.trap [%t, {%x, %y}], {%d1}"), "(.p)"));
  CHECK(contains(message("txq.channel_order.b32 %d0, [%t]"), "query"));
  CHECK_THROWS_AS(prepare_module(".version 7.5\n.target sm_80\n"
                                 ".address_size 64\n.global .texref image;\n",
                                 "legacy"),
                  PtxError);
}
