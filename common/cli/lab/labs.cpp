// SPDX-License-Identifier: Apache-2.0
// Reads the registry and finds labs by any of their names.
#include "cli/lab/labs.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/system/failure.h"
#include "cli/system/nearest.h"
#include "report/escape.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

std::string without_zeros(const std::string& text) {
  return text.substr(std::min(text.find_first_not_of('0'), text.size()));
}

bool is_called(const Lab& lab, const std::string& name) {
  const std::string number = lab.number();
  return name == lab.name || name == number ||
         (!name.empty() && without_zeros(name) == without_zeros(number)) ||
         (lab.name.size() > number.size() &&
          name == lab.name.substr(number.size() + 1));
}

Lab lab_from(const nlohmann::json& json, const fs::path& folder) {
  return {json.at("name").get<std::string>(), json.value("title", ""),
          folder / json.at("executable").get<std::string>(),
          folder / json.at("submission").get<std::string>()};
}

}  // namespace

std::string Lab::number() const { return name.substr(0, name.find('_')); }

Labs::Labs(const fs::path& registry) try {
  std::ifstream file(registry);
  if (!file) throw std::runtime_error("it cannot be opened");
  const nlohmann::json json = nlohmann::json::parse(file);
  const fs::path folder = fs::absolute(registry).parent_path();
  for (const nlohmann::json& lab : json.at("labs"))
    labs_.push_back(lab_from(lab, folder));
} catch (const std::exception& error) {
  throw Failure(missing_thing,
                fmt::format("the list of labs, {}, is not there ({}); build "
                            "the labs with \"make\"",
                            registry.string(), error.what()));
}

const Lab& Labs::named(const std::string& name) const {
  for (const Lab& lab : labs_)
    if (is_called(lab, name)) return lab;
  std::vector<std::string> names;
  std::string list;
  for (const Lab& lab : labs_) {
    names.push_back(lab.name);
    if (lab.name.size() > lab.number().size())
      names.push_back(lab.name.substr(lab.number().size() + 1));
    list += fmt::format("\n  {}  {}", lab.name, lab.title);
  }
  throw Failure(wrong_usage,
                fmt::format("there is no lab \"{}\"{}\nthe labs are:{}",
                            report::printable(name, report::Newlines::join),
                            suggestion(name, names), list));
}

fs::path default_registry() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return self.parent_path() / "labs" / "labs.json";
}

}  // namespace lockstep::cli
