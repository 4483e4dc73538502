// SPDX-License-Identifier: Apache-2.0
// One table of columns: what each is called, and how it follows from a row.
#include "report/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <vector>

#include "report/escape.h"

namespace lockstep::report {
namespace {

using Json = nlohmann::ordered_json;

/// A column is a member of a row times `scale`, or the sum of the counters
/// whose names begin with `member` and end with `.sum`.
struct Column {
  std::string_view heading;
  std::string_view member;
  double scale = 1;
  int digits = 0;
  bool is_counter = false;
};
constexpr std::array<Column, 12> columns{{
    {"n", "size"},
    {"ms", "milliseconds", 1, 4},
    {"GB/s", "bytes_per_second", 1e-9, 1},
    {"of read roof", "of_read_roof", 1, 3},
    {"of copy roof", "of_copy_roof", 1, 3},
    {"time / CUB", "ratio_to_cub", 1, 3},
    {"sectors read", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld", 1, 0, true},
    {"written", "l1tex__t_sectors_pipe_lsu_mem_global_op_st", 1, 0, true},
    {"shared waves", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_", 1, 0,
     true},
    {"conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_", 1, 0,
     true},
    {"barriers", "lockstep__block_barriers", 1, 0, true},
    {"instructions", "smsp__inst_executed.sum", 1, 0, true},
}};

std::string clean(const Json& json, const char* member) {
  const auto found = json.find(member);
  if (found == json.end() || !found->is_string()) return "";
  return printable(found->get<std::string>(), Newlines::join);
}

const Json& kernels_of(const Json& bench) {
  if (!bench.is_object() || !bench.contains("kernels") ||
      !bench["kernels"].is_array())
    throw std::runtime_error("the measurements hold no list of kernels");
  for (const Json& row : bench["kernels"])
    if (!row.is_object())
      throw std::runtime_error("a measurement is no object");
  return bench["kernels"];
}

std::optional<double> counted(const Json& row, std::string_view prefix) {
  const auto counters = row.find("counters");
  if (counters == row.end() || !counters->is_object()) return std::nullopt;
  std::optional<double> sum;
  for (const auto& [name, value] : counters->items())
    if (name.starts_with(prefix) && name.ends_with(".sum") && value.is_number())
      sum = sum.value_or(0) + value.get<double>();
  return sum;
}

std::optional<double> value_of(const Json& row, const Column& column) {
  if (column.is_counter) return counted(row, column.member);
  const auto found = row.find(column.member);
  if (found == row.end() || !found->is_number()) return std::nullopt;
  return found->get<double>() * column.scale;
}

using Row = std::vector<std::string>;

std::vector<Row> rows_of(const Json& kernels) {
  std::vector<Row> rows(kernels.size() + 1);
  rows[0].emplace_back("kernel");
  for (std::size_t i = 0; i < kernels.size(); ++i)
    rows[i + 1].push_back(clean(kernels[i], "name"));
  for (const Column& column : columns) {
    const bool is_used = std::any_of(
        kernels.begin(), kernels.end(),
        [&](const Json& row) { return value_of(row, column).has_value(); });
    if (!is_used) continue;
    rows[0].emplace_back(column.heading);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const auto value = value_of(kernels[i], column);
      rows[i + 1].push_back(
          value ? fmt::format("{:.{}f}", *value, column.digits) : "-");
    }
  }
  return rows;
}

/// The first column to the left, the others to the right.
std::string line_of(const Row& row, const std::vector<unsigned>& widths) {
  std::string line = "  " + padded(row[0], widths[0]);
  for (std::size_t i = 1; i < row.size(); ++i)
    line += std::string(2 + widths[i] - display_width(row[i]), ' ') + row[i];
  return line;
}

/// Between single quotes a quote is written twice.
std::string gnuplot_string(std::string_view text) {
  std::string result = "'";
  for (const char c : printable(text, Newlines::join)) {
    result += c;
    if (c == '\'') result += '\'';
  }
  return result + "'";
}

struct Bars {
  std::string_view label;
  std::vector<const Column*> parts;  ///< stacked
};

/// The first of these that any kernel has values for.
Bars drawn(const Json& kernels) {
  const std::array<Bars, 2> choices{
      Bars{"GB/s, read and written", {&columns[2]}},
      Bars{"32-byte sectors of global memory", {&columns[6], &columns[7]}}};
  for (const Bars& bars : choices)
    for (const Json& row : kernels)
      if (value_of(row, *bars.parts.front())) return bars;
  return {};
}

}  // namespace

std::string bench_text(const Json& bench, const Page& page) {
  const Json& kernels = kernels_of(bench);
  const std::vector<Row> rows = rows_of(kernels);
  std::vector<unsigned> widths(rows[0].size());
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row[i]));
  std::string text = fmt::format(
      "{}: {}, {}\n\n{}\n", page.paint(Ink::strong, clean(bench, "lab")),
      clean(bench, "device"), clean(bench, "compiler"),
      page.paint(Ink::strong, line_of(rows[0], widths)));
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    text += line_of(rows[i + 1], widths);
    if (const std::string message = clean(kernels[i], "message");
        !message.empty())
      text += "  " + page.paint(Ink::error, message);
    text += '\n';
  }
  return text;
}

std::string plot_program(const Json& bench, const std::string& target) {
  const Json& kernels = kernels_of(bench);
  const Bars bars = drawn(kernels);
  if (bars.parts.empty()) return {};
  std::string data;
  for (const Json& row : kernels) {
    data += '"' + clean(row, "name") + '"';
    std::erase(data, '\\');
    for (const Column* part : bars.parts)
      data += fmt::format(" {}", value_of(row, *part).value_or(0));
    data += '\n';
  }
  std::string curves;
  for (std::size_t i = 0; i < bars.parts.size(); ++i)
    curves +=
        fmt::format("{}$data using {}:xtic(1) title {}", i == 0 ? "" : ", ",
                    i + 2, gnuplot_string(bars.parts[i]->heading));
  return fmt::format(
      "$data << END_OF_DATA\n{}END_OF_DATA\n"
      "set terminal svg size 800,500 background 'white'\n"
      "set output {}\n"
      "set title {} noenhanced\n"
      "set ylabel {}\n"
      "set yrange [0:*]\n"
      "set style data histograms\n"
      "set style histogram rowstacked\n"
      "set style fill solid 0.7 border -1\n"
      "set boxwidth 0.7\n"
      "set xtics rotate by -30 noenhanced\n"
      "set grid ytics\n"
      "plot {}\n",
      data, gnuplot_string(target),
      gnuplot_string(clean(bench, "lab") + ", " + clean(bench, "device")),
      gnuplot_string(bars.label), curves);
}

}  // namespace lockstep::report
