// SPDX-License-Identifier: Apache-2.0
// The one error type of lexer, parser and loader: what is wrong, in which
// line of the PTX, and the text that offended. An unsupported form is this
// exception too, never an assertion and never ignored.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace lockstep::ptx {

class PtxError : public std::runtime_error {
 public:
  /// `line` counts from 1 in the PTX text; 0 means the text as a whole.
  PtxError(std::uint32_t line, std::string_view offending,
           std::string_view message)
      : std::runtime_error(compose(line, offending, message)),
        line_(line),
        offending_(offending) {}

  std::uint32_t line() const { return line_; }
  const std::string& offending() const { return offending_; }

 private:
  static std::string compose(std::uint32_t line, std::string_view offending,
                             std::string_view message) {
    std::string text = "PTX";
    if (line > 0) text += " line " + std::to_string(line);
    text += ": ";
    text += message;
    if (!offending.empty()) {
      text += ": '";
      text += offending;
      text += "'";
    }
    return text;
  }

  std::uint32_t line_;
  std::string offending_;
};

}  // namespace lockstep::ptx
