// SPDX-License-Identifier: Apache-2.0
// What a submission is called inside the box, and the way back: the names
// that a student sees in messages and the PTX has in its line tables.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

class BoxedName {
 public:
  explicit BoxedName(std::string display);

  const std::string& display() const { return display_; }
  /// A plain relative path; the display name itself where that is one.
  const std::string& in_box() const { return in_box_; }

  /// The name to show for a path that a compiler, started in `directory`,
  /// has named. Paths of our device headers stay relative, those of the
  /// system absolute; any other, which only a #line directive can have
  /// brought in, is taken for the submission.
  std::string shown(std::string_view path, std::string_view directory) const;
  /// The same for every `.file` line of a PTX text.
  std::string with_shown_files(std::string_view ptx,
                               std::string_view directory) const;

 private:
  std::string display_, in_box_;
};

}  // namespace lockstep
