// SPDX-License-Identifier: Apache-2.0
// Column widths from the widest cell; only titles give way.
#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/escape.h"

namespace lockstep::report {
namespace {

unsigned widest(const std::vector<TableRow>& rows,
                std::string TableRow::*column) {
  unsigned width = 0;
  for (const TableRow& row : rows)
    width = std::max(width, display_width(row.*column));
  return width;
}

TableRow cleaned(const TableRow& row) {
  const auto clean = [](const std::string& text) {
    return printable(text, Newlines::join);
  };
  return {clean(row.task), clean(row.title), clean(row.points),
          clean(row.status), row.ink};
}

}  // namespace

std::string rows_text(const std::vector<TableRow>& given, const Page& page) {
  std::vector<TableRow> rows{
      {"task", "title", "points", "status", Ink::strong}};
  for (const TableRow& row : given) rows.push_back(cleaned(row));
  const unsigned task = widest(rows, &TableRow::task);
  const unsigned points = widest(rows, &TableRow::points);
  const unsigned status = std::min(widest(rows, &TableRow::status), 30U);
  const unsigned fixed = 2 + task + 2 + 2 + points + 2 + status;
  const unsigned room = page.width > fixed ? page.width - fixed : 0;
  const unsigned title = std::min(widest(rows, &TableRow::title), room);
  std::string text;
  for (const TableRow& row : rows) {
    if (&row == &rows.back()) text += '\n';
    text += fmt::format("  {}  ", padded(row.task, task));
    if (title >= 8) text += padded(cropped(row.title, title), title) + "  ";
    text += fmt::format("{:>{}}", row.points, points);
    if (!row.status.empty()) text += "  " + page.paint(row.ink, row.status);
    text += '\n';
  }
  return text;
}

}  // namespace lockstep::report
