// SPDX-License-Identifier: Apache-2.0
// inotify on the folder, filtered by name.
#include "cli/system/saved_file.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "cli/system/failure.h"

namespace lockstep::cli {
namespace {

/// No event for so long: the editor is done.
constexpr int quiet_milliseconds = 50;
constexpr int most_waits = 20;

}  // namespace

SavedFile::SavedFile(const std::filesystem::path& file)
    : name_(file.filename().string()),
      inotify_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  folder_ = std::filesystem::absolute(file).parent_path();
  watch_folder();
}

void SavedFile::watch_folder() {
  constexpr std::uint32_t changes = IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE |
                                    IN_MOVED_FROM | IN_DELETE_SELF |
                                    IN_MOVE_SELF | IN_ONLYDIR;
  if (inotify_add_watch(inotify_.get(), folder_.c_str(), changes) < 0)
    throw Failure(missing_thing,
                  fmt::format("cannot watch the folder {}: {}",
                              folder_.string(), std::strerror(errno)));
}

bool SavedFile::read_events() {
  alignas(inotify_event) std::array<char, 4096> buffer;
  bool is_ours = false;
  ssize_t length = 0;
  while ((length = read(inotify_.get(), buffer.data(), buffer.size())) > 0) {
    for (ssize_t at = 0; at < length;) {
      inotify_event event;
      std::memcpy(&event, buffer.data() + at, sizeof event);
      const char* name = buffer.data() + at + sizeof event;
      if ((event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)) != 0)
        watch_folder();  // another folder may have taken its place
      is_ours = is_ours || (event.mask & IN_Q_OVERFLOW) != 0 ||
                (event.len > 0 && name_ == name);
      at += static_cast<ssize_t>(sizeof event + event.len);
    }
  }
  return is_ours;
}

bool SavedFile::was_saved() {
  if (!read_events()) return false;
  pollfd more{inotify_.get(), POLLIN, 0};
  for (int i = 0; i < most_waits && poll(&more, 1, quiet_milliseconds) > 0; ++i)
    read_events();
  return true;
}

}  // namespace lockstep::cli
