// SPDX-License-Identifier: Apache-2.0
// Finds a library function by its name and the sizes of what it is called
// with.
#include "ptx/isa/library.h"

#include "ptx/isa/library_entry.h"

namespace lockstep::ptx {
namespace {

bool fits(const LibraryEntry& entry, const CallSite& site) {
  if (site.results.size() != 1 || site.results[0].bytes != entry.result_bytes ||
      site.arguments.size() > entry.argument_bytes.size()) {
    return false;
  }
  for (std::size_t n = 0; n < entry.argument_bytes.size(); ++n) {
    const unsigned given =
        n < site.arguments.size() ? site.arguments[n].bytes : 0;
    if (given != entry.argument_bytes[n]) return false;
  }
  return true;
}

}  // namespace

Handler find_library_function(std::string_view name, const CallSite& site) {
  constexpr std::string_view prefix = "__nv_";
  if (!name.starts_with(prefix)) {
    const Handler handler = find_heap_function(name, site);
    return handler != nullptr ? handler : find_system_function(name, site);
  }
  name.remove_prefix(prefix.size());
  for (const auto table : {library_maths(), library_integers()}) {
    for (const LibraryEntry& entry : table) {
      if (entry.name == name && fits(entry, site)) return entry.handler;
    }
  }
  return nullptr;
}

}  // namespace lockstep::ptx
