// SPDX-License-Identifier: Apache-2.0
// Values to bytes and back. A struct lists its fields once, in an
// `exchange(stream, value)` that a writer and a reader both call. A reader
// checks every length against what is there before it allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace lockstep {

/// Bytes that are not what a writer wrote.
class WireError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ByteWriter {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  template <class T>
  void put(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      raw(&value, sizeof value);
    } else {
      exchange(*this, const_cast<T&>(value));  // a writer only reads it
    }
  }
  void put(bool value) { put<std::uint8_t>(value); }
  void put(const std::string& text) {
    put<std::uint64_t>(text.size());
    raw(text.data(), text.size());
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put<std::uint64_t>(values.size());
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::byte>) {
      raw(values.data(), values.size() * sizeof(T));
    } else {
      for (const T& value : values) put(value);
    }
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class A, class B>
  void put(const std::variant<A, B>& value) {
    put<std::uint8_t>(static_cast<std::uint8_t>(value.index()));
    std::visit([this](const auto& held) { this->put(held); }, value);
  }
  void raw(const void* from, std::size_t count) {
    const auto* first = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), first, first + count);
  }

  std::vector<std::byte> bytes_;
};

/// Every call throws WireError where the bytes end too early.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  /// Throws WireError unless everything has been read.
  void expect_end() const {
    if (!rest_.empty()) throw WireError("bytes left over");
  }

 private:
  template <class T>
  void get(T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      raw(&value, sizeof value);
    } else {
      exchange(*this, value);
    }
  }
  void get(bool& value) {
    std::uint8_t byte = 0;
    get(byte);
    if (byte > 1) throw WireError("a truth value that is neither");
    value = byte != 0;
  }
  void get(std::string& text) {
    text.resize(count(1));
    raw(text.data(), text.size());
  }
  template <class T>
  void get(std::vector<T>& values) {
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::byte>) {
      values.resize(count(sizeof(T)));
      raw(values.data(), values.size() * sizeof(T));
    } else {
      // Grows with what has been read: a lie about the count costs nothing.
      values.clear();
      for (std::size_t left = count(1); left > 0; --left) {
        get(values.emplace_back());
      }
    }
  }
  template <class T>
  void get(std::optional<T>& value) {
    bool has_value = false;
    get(has_value);
    value.reset();
    if (has_value) get(value.emplace());
  }
  template <class A, class B>
  void get(std::variant<A, B>& value) {
    std::uint8_t index = 0;
    get(index);
    if (index == 0) {
      get(value.template emplace<A>());
    } else if (index == 1) {
      get(value.template emplace<B>());
    } else {
      throw WireError("an alternative that does not exist");
    }
  }
  /// A length in elements of at least `element_bytes` each.
  std::size_t count(std::size_t element_bytes) {
    std::uint64_t value = 0;
    get(value);
    if (value > rest_.size() / element_bytes) throw WireError("cut off");
    return value;
  }
  void raw(void* to, std::size_t bytes) {
    if (bytes > rest_.size()) throw WireError("cut off");
    if (bytes > 0) std::memcpy(to, rest_.data(), bytes);
    rest_ = rest_.subspan(bytes);
  }

  std::span<const std::byte> rest_;
};

}  // namespace lockstep
