// SPDX-License-Identifier: Apache-2.0
// A small JSON file, replaced as a whole.
#include "cli/lab/result_store.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/system/failure.h"
#include "cli/system/output_file.h"
#include "report/json.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

bool has_verdict(report::Status status) {
  return status != report::Status::not_run &&
         status != report::Status::infra_error;
}

StoredTask task_from(const Json& json) {
  const auto status =
      report::status_named(json.at("status").get<std::string>());
  return {status.value_or(report::Status::infra_error),
          json.at("points").get<int>(), json.at("max_points").get<int>(),
          json.at("device").get<std::string>(),
          json.at("fingerprint").get<std::string>()};
}

Json json_of(const StoredTask& task) {
  return {{"status", report::name_of(task.status)},
          {"points", task.points},
          {"max_points", task.max_points},
          {"device", task.device},
          {"fingerprint", task.fingerprint}};
}

}  // namespace

fs::path ResultStore::file_of(const std::string& lab) const {
  return folder_ / (fs::path(lab).filename().string() + ".json");
}

StoredLab ResultStore::load(const std::string& lab) const try {
  std::ifstream file(file_of(lab));
  if (!file) return {};
  const Json json = Json::parse(file);
  StoredLab stored;
  stored.total_points = json.at("total_points").get<int>();
  for (const auto& [name, task] : json.at("tasks").items())
    stored.tasks[name] = task_from(task);
  return stored;
} catch (const nlohmann::json::exception&) {
  return {};  // of another version: as if never checked
}

void ResultStore::add(const report::Report& report,
                      const std::string& fingerprint) const try {
  StoredLab stored = load(report.lab);
  stored.total_points = report.total_points;
  for (const report::Task& task : report.tasks) {
    const StoredTask& old = stored.tasks[task.name];
    if (!has_verdict(task.status) && has_verdict(old.status) &&
        old.fingerprint == fingerprint)
      continue;
    stored.tasks[task.name] = {task.status, task.points, task.max_points,
                               report.device, fingerprint};
  }
  Json tasks = Json::object();
  for (const auto& [name, task] : stored.tasks) tasks[name] = json_of(task);
  fs::create_directories(folder_);
  OutputFile(file_of(report.lab))
      .write(report::file_text({{"version", 1},
                                {"total_points", stored.total_points},
                                {"tasks", std::move(tasks)}}));
} catch (const fs::filesystem_error& error) {
  throw Failure(wrong_usage, fmt::format("cannot write {}: {}",
                                         folder_.string(), error.what()));
}

fs::path store_folder(const fs::path& registry) {
  return fs::absolute(registry).parent_path().parent_path() / ".lockstep";
}

}  // namespace lockstep::cli
