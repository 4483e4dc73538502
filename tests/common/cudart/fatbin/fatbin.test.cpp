// SPDX-License-Identifier: Apache-2.0
#include "cudart/fatbin/fatbin.h"

#include <lz4.h>
#include <zstd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "made_fatbin.h"

using namespace lockstep::cudart;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string text = ".version 7.0 // " + std::string(500, 'x');

std::string lz4(const std::string& from) {
  std::string to(static_cast<std::size_t>(LZ4_compressBound(1000)), '\0');
  const int bytes = LZ4_compress_default(from.data(), to.data(),
                                         static_cast<int>(from.size()),
                                         static_cast<int>(to.size()));
  return to.substr(0, static_cast<std::size_t>(bytes));
}

std::string zstd(const std::string& from) {
  std::string to(ZSTD_compressBound(from.size()), '\0');
  to.resize(ZSTD_compress(to.data(), to.size(), from.data(), from.size(), 3));
  return to;
}

MadeEntry ptx(std::uint32_t architecture) {
  return {1, architecture, 0, text, 0};
}
MadeEntry cubin(std::uint32_t architecture) {
  return {2, architecture, 0, text, 0};
}

}  // namespace

TEST_CASE("fatbin: PTX comes out as it went in, however it was packed",
          "[cudart]") {
  const auto bytes = made_fatbin({{1, 70, 0, text + std::string(3, '\0'), 0},
                                  {1, 80, 0x2000, lz4(text), text.size()},
                                  {1, 90, 0x8000, zstd(text), text.size()}});
  const auto entries = parse_fatbin(bytes);
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].compression == Compression::none);
  CHECK(entries[1].compression == Compression::lz4);
  CHECK(entries[2].compression == Compression::zstd);
  for (const FatbinEntry& entry : entries) {
    CHECK(entry.kind == FatbinEntry::Kind::ptx);
    CHECK(unpack(entry) == text);
  }
}

TEST_CASE("fatbin: the newest PTX that is not too new is the best one",
          "[cudart]") {
  const auto best = [](const std::vector<MadeEntry>& made) {
    const auto bytes = made_fatbin(made);
    const auto entries = parse_fatbin(bytes);
    const FatbinEntry* entry = best_ptx(entries, 80);
    return entry == nullptr ? 0u : entry->architecture;
  };
  CHECK(best({ptx(50), ptx(75), ptx(90), ptx(70)}) == 75);
  CHECK(best({ptx(80), ptx(75)}) == 80);
  CHECK(best({ptx(100), ptx(90), ptx(120)}) == 90);
  CHECK(best({cubin(80), ptx(52)}) == 52);
  CHECK(best({cubin(80)}) == 0);
}

TEST_CASE("fatbin: machine code alone is told apart from nothing at all",
          "[cudart]") {
  const auto why = [](const std::vector<MadeEntry>& made) {
    const auto bytes = made_fatbin(made);
    return why_no_ptx(parse_fatbin(bytes));
  };
  CHECK_THAT(why({cubin(90), cubin(80)}),
             ContainsSubstring("machine code for sm_80, sm_90") &&
                 ContainsSubstring("-arch=compute_80"));
  CHECK_THAT(why({}), ContainsSubstring("no device code"));
}

TEST_CASE("fatbin: what is cut off or lies about its size is refused",
          "[cudart]") {
  const auto whole = made_fatbin({{1, 80, 0, text, 0}});
  CHECK(parse_fatbin(whole).size() == 1);
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK_THROWS_AS(parse_fatbin(std::span(whole).first(size)), FatbinError);

  auto damaged = whole;
  SECTION("another magic number") { put<std::uint32_t>(damaged, 0, 1); }
  SECTION("another version") { put<std::uint16_t>(damaged, 4, 2); }
  SECTION("a header that is longer") { put<std::uint16_t>(damaged, 6, 60000); }
  SECTION("more bytes than are there") { put(damaged, 8, ~std::uint64_t{0}); }
  SECTION("an entry's header that is too short") {
    put<std::uint32_t>(damaged, 16 + 4, 8);
  }
  SECTION("a payload past the end") {
    put(damaged, 16 + 8, ~std::uint64_t{0} - 100);
  }
  SECTION("packed bytes beyond the payload") {
    put<std::uint64_t>(damaged, 16 + 40, 0x2000);
    put<std::uint32_t>(damaged, 16 + 16, 100000);
  }
  CHECK_THROWS_AS(parse_fatbin(damaged), FatbinError);
}

TEST_CASE("fatbin: packed bytes that are damaged are refused", "[cudart]") {
  const auto unpacked = [](MadeEntry made) {
    const auto bytes = made_fatbin({made});
    return unpack(parse_fatbin(bytes).at(0));
  };
  const std::string noise = "this is neither LZ4 nor zstd, is it?";
  CHECK_THROWS_AS(unpacked({1, 80, 0x8000, noise, 100}), FatbinError);
  CHECK_THROWS_AS(unpacked({1, 80, 0x2000, noise, 10}), FatbinError);
  CHECK_THROWS_AS(unpacked({1, 80, 0x8000, zstd(text), 20}), FatbinError);
  CHECK_THROWS_AS(unpacked({1, 80, 0x2000, lz4(text), 20}), FatbinError);
  // A bomb: it says how large it will be.
  CHECK_THROWS_AS(unpacked({1, 80, 0x8000, zstd(text), std::uint64_t{1} << 40}),
                  FatbinError);
}
