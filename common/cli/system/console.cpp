// SPDX-License-Identifier: Apache-2.0
// Asks the terminal and the environment.
#include "cli/system/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "cli/system/failure.h"
#include "report/escape.h"

namespace lockstep::cli {
namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool is_dumb() {
  const char* term = std::getenv("TERM");
  return term == nullptr || std::strcmp(term, "dumb") == 0;
}

unsigned width_of(std::FILE* stream) {
  winsize size{};
  if (is_terminal(stream) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 &&
      size.ws_col > 0)
    return std::clamp<unsigned>(size.ws_col, 40, 1000);
  const char* columns = std::getenv("COLUMNS");
  const int value = columns == nullptr ? 0 : std::atoi(columns);
  if (value > 0) return static_cast<unsigned>(std::clamp(value, 40, 1000));
  return is_terminal(stream) ? 80 : 1000;
}

}  // namespace

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) == 1; }

report::Page page_of(std::FILE* stream, Colour colour) {
  const bool takes_colour =
      is_terminal(stream) && !is_set("NO_COLOR") && !is_dumb();
  return {width_of(stream), colour == Colour::always ||
                                (colour == Colour::automatic && takes_colour)};
}

void write_text(std::FILE* stream, std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() ||
      std::fflush(stream) != 0)
    throw Failure(wrong_usage, fmt::format("cannot write the result: {}",
                                           std::strerror(errno)));
}

ProgressLine::ProgressLine() : is_usable_(is_terminal(stderr) && !is_dumb()) {}

void ProgressLine::show(std::string_view text) {
  if (!is_usable_) return;
  const unsigned width = width_of(stderr) - 1;
  fmt::print(
      stderr, "\r\x1b[2K{}",
      report::cropped(report::printable(text, report::Newlines::join), width));
  std::fflush(stderr);
  is_shown_ = true;
}

void ProgressLine::clear() {
  if (!is_shown_) return;
  fmt::print(stderr, "\r\x1b[2K");
  std::fflush(stderr);
  is_shown_ = false;
}

}  // namespace lockstep::cli
