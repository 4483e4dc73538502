// SPDX-License-Identifier: Apache-2.0
// Columns in the order in which their names first occur.
#include "report/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "report/escape.h"
#include "report/json.h"

namespace lockstep::report {
namespace {

using Json = nlohmann::ordered_json;

/// What says most about a kernel comes first.
constexpr std::array<std::string_view, 3> preferred{
    "gigabytes_per_second", "share_of_copy", "milliseconds"};

std::vector<std::string> names_of_values(const Bench& bench) {
  std::vector<std::string> names;
  for (const Measurement& measurement : bench.measurements)
    for (const auto& [name, value] : measurement.values.items())
      if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
  return names;
}

std::vector<std::string> names_of_kernels(const Bench& bench) {
  std::vector<std::string> names;
  for (const Measurement& measurement : bench.measurements)
    if (std::find(names.begin(), names.end(), measurement.name) == names.end())
      names.push_back(measurement.name);
  return names;
}

std::string cell(const Json& values, const std::string& name) {
  const auto found = values.find(name);
  if (found == values.end()) return "-";
  if (found->is_number_integer()) return found->dump();
  const double value = found->get<double>();
  if (!std::isfinite(value)) return "-";
  return std::abs(value) >= 100 ? fmt::format("{:.1f}", value)
                                : fmt::format("{:.4g}", value);
}

/// A metric's name as words.
std::string heading(const std::string& name) {
  std::string text = printable(name, Newlines::join);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

using Row = std::vector<std::string>;

std::vector<Row> rows_of(const Bench& bench,
                         const std::vector<std::string>& names) {
  std::vector<Row> rows;
  for (const Measurement& measurement : bench.measurements) {
    Row row{printable(measurement.name, Newlines::join),
            fmt::to_string(measurement.size)};
    for (const std::string& name : names)
      row.push_back(cell(measurement.values, name));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Two blanks, the first column to the left, the others to the right.
std::string line_of(const Row& row, const std::vector<unsigned>& widths) {
  std::string line = "  " + padded(row[0], widths[0]);
  for (std::size_t i = 1; i < row.size(); ++i)
    line += std::string(2 + widths[i] - display_width(row[i]), ' ') + row[i];
  return line + '\n';
}

/// Gnuplot's own quoting: between single quotes only these are special.
std::string gnuplot_string(std::string_view text) {
  std::string result = "'";
  for (const char c : printable(text, Newlines::join)) {
    result += c;
    if (c == '\'') result += '\'';
  }
  return result + "'";
}

std::optional<std::string> drawn_value(const std::vector<std::string>& names) {
  for (const std::string_view name : preferred)
    if (std::find(names.begin(), names.end(), name) != names.end())
      return std::string(name);
  if (names.empty()) return std::nullopt;
  return names.front();
}

}  // namespace

Json to_json(const Measurement& measurement) {
  return {{"name", measurement.name},
          {"size", measurement.size},
          {"values", measurement.values}};
}

Measurement measurement_from_json(const Json& json) try {
  Measurement result;
  result.name = json.at("name").get<std::string>();
  result.size = json.at("size").get<std::uint64_t>();
  result.values = json.at("values");
  if (!result.values.is_object()) throw std::runtime_error("no values");
  for (const Json& value : result.values)
    if (!value.is_number()) throw std::runtime_error("a value is no number");
  return result;
} catch (const nlohmann::json::exception& error) {
  throw std::runtime_error(error.what());
}

Json to_json(const Bench& bench) {
  Json measurements = Json::array();
  for (const Measurement& measurement : bench.measurements)
    measurements.push_back(to_json(measurement));
  return {{"version", report_version},
          {"lab", bench.about.lab},
          {"device", bench.about.device},
          {"compiler", bench.about.compiler},
          {"seed", bench.about.seed},
          {"measurements", std::move(measurements)}};
}

std::string bench_text(const Bench& bench, const Page& page) {
  const std::vector<std::string> names = names_of_values(bench);
  std::vector<Row> rows = rows_of(bench, names);
  // Headings of metrics are long: numbered columns with a legend below.
  Row headings{"kernel", "n"};
  std::string legend;
  for (const std::string& name : names) {
    const std::string text = heading(name);
    const bool is_long = display_width(text) > 22;
    headings.push_back(is_long ? fmt::format("[{}]", headings.size() - 1)
                               : text);
    if (is_long)
      legend += fmt::format("  {} {}\n", headings.back(),
                            printable(name, Newlines::join));
  }
  std::vector<unsigned> widths;
  for (std::size_t i = 0; i < headings.size(); ++i) {
    widths.push_back(display_width(headings[i]));
    for (const Row& row : rows)
      widths[i] = std::max(widths[i], display_width(row[i]));
  }
  const auto clean = [](const std::string& text) {
    return printable(text, Newlines::join);
  };
  std::string text =
      page.paint(Ink::strong, clean(bench.about.lab)) +
      fmt::format(": {}, {}, seed {}\n\n", clean(bench.about.device),
                  clean(bench.about.compiler), bench.about.seed);
  text += page.paint(Ink::strong, line_of(headings, widths));
  for (const Row& row : rows) text += line_of(row, widths);
  return legend.empty() ? text : text + '\n' + legend;
}

std::string plot_program(const Bench& bench, const std::string& target) {
  const auto value = drawn_value(names_of_values(bench));
  if (!value) return {};
  std::string data;
  std::string curves;
  std::size_t block = 0;
  for (const std::string& kernel : names_of_kernels(bench)) {
    data += fmt::format("$d{} << END\n", block);
    for (const Measurement& measurement : bench.measurements)
      if (measurement.name == kernel && measurement.values.contains(*value))
        data += fmt::format("{} {}\n", measurement.size,
                            measurement.values[*value].dump());
    data += "END\n";
    curves +=
        fmt::format("{}$d{} with linespoints title {}",
                    curves.empty() ? "" : ", ", block, gnuplot_string(kernel));
    ++block;
  }
  return data + fmt::format(
                    "set terminal svg size 800,500 background 'white'\n"
                    "set output {}\n"
                    "set logscale x 2\n"
                    "set format x '2^{{%L}}'\n"
                    "set xlabel 'elements'\n"
                    "set ylabel {} noenhanced\n"
                    "set yrange [0:*]\n"
                    "set key outside bottom center horizontal noenhanced\n"
                    "set grid\n"
                    "plot {}\n",
                    gnuplot_string(target), gnuplot_string(heading(*value)),
                    curves);
}

}  // namespace lockstep::report
