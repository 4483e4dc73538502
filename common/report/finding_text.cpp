// SPDX-License-Identifier: Apache-2.0
// Lines of a finding, top to bottom; every string of it passes printable().
#include "report/finding_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/escape.h"

namespace lockstep::report {
namespace {

std::string clean(std::string_view text) {
  return printable(text, Newlines::join);
}

/// Writes the lines behind a column for line numbers.
class Excerpt {
 public:
  Excerpt(const Page& page, std::size_t digits)
      : page_(page), digits_(digits) {}

  void arrow(const ptx::Place& place) {
    std::string where = clean(place.file);
    if (place.line != 0) where += fmt::format(":{}", place.line);
    text_ += fmt::format("{}{} {}\n", std::string(digits_, ' '),
                         page_.paint(Ink::frame, "-->"), where);
  }

  void bar() { text_ += margin("") + '\n'; }

  void source(std::uint32_t number, std::string_view line) {
    const std::string shown = cropped(clean(line), room());
    text_ += fmt::format("{} {}\n", margin(fmt::to_string(number)), shown);
  }

  /// A label too long for the rest of its line goes below the mark.
  void underline(std::string_view line, Span span, char mark, Ink ink,
                 const std::string& label) {
    const unsigned before = display_width(clean(line.substr(0, span.first)));
    if (before >= room()) return below(0, ink, label);
    const unsigned length =
        std::clamp(display_width(clean(line.substr(span.first, span.length))),
                   1U, room() - before);
    const std::string marks(length, mark);
    const bool fits = before + length + 1 + display_width(label) <= room();
    text_ += fmt::format(
        "{} {}{}{}\n", margin(""), std::string(before, ' '),
        page_.paint(ink, marks),
        fits && !label.empty() ? ' ' + page_.paint(ink, label) : std::string());
    if (!fits) below(before, ink, label);
  }

  /// A command stays on one line, to be copied.
  void note(const std::string& note) {
    const unsigned indent = static_cast<unsigned>(digits_) + 3;
    bool is_first = true;
    const bool is_command = note.starts_with("replay: ");
    const unsigned width = is_command ? ~0U : lines_width(indent);
    for (const std::string& line : wrapped(note, width)) {
      text_ += std::string(digits_ + 1, ' ');
      text_ += is_first ? page_.paint(Ink::frame, "=") + ' ' : "  ";
      text_ += line + '\n';
      is_first = false;
    }
  }

  std::string text() && { return std::move(text_); }

 private:
  std::string margin(const std::string& number) const {
    return page_.paint(Ink::frame, fmt::format("{:>{}} |", number, digits_));
  }
  unsigned room() const {
    return lines_width(static_cast<unsigned>(digits_) + 3);
  }
  /// Very narrow terminals break lines themselves.
  unsigned lines_width(unsigned indent) const {
    return std::max(page_.width, indent + 30) - indent;
  }
  void below(unsigned before, Ink ink, const std::string& label) {
    before = std::min(before, room() / 3);
    for (const std::string& line : wrapped(label, room() - before))
      text_ += fmt::format("{} {}{}\n", margin(""), std::string(before, ' '),
                           page_.paint(ink, line));
  }

  const Page& page_;
  std::size_t digits_;
  std::string text_;
};

std::string_view word_of(ptx::Severity severity) {
  switch (severity) {
    case ptx::Severity::information:
      return "note";
    case ptx::Severity::warning:
      return "warning";
    case ptx::Severity::error:
      return "error";
  }
  return "error";
}

Ink ink_of(ptx::Severity severity) {
  switch (severity) {
    case ptx::Severity::information:
      return Ink::strong;
    case ptx::Severity::warning:
      return Ink::warning;
    case ptx::Severity::error:
      return Ink::error;
  }
  return Ink::error;
}

std::string headline(Ink ink, const std::string& head,
                     const std::string& message, const Page& page) {
  std::string text;
  const auto lines = wrapped(fmt::format("{}: {}", head, message), page.width);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool has_head = i == 0 && lines[i].starts_with(head);
    text += has_head ? page.paint(ink, head) +
                           page.paint(Ink::strong, lines[i].substr(head.size()))
                     : page.paint(Ink::strong, lines[i]);
    text += '\n';
  }
  return text;
}

/// The second place has a line of its own unless it is the same line.
void write_places(Excerpt& excerpt, const ptx::Finding& finding,
                  const SourceText& source, Ink ink) {
  const ptx::Place& place = finding.place;
  const std::string* line = source.line_at(place);
  const std::string* other = source.line_at(finding.other);
  if (line == nullptr && other == nullptr) return;
  excerpt.bar();
  if (line != nullptr) {
    excerpt.source(place.line, *line);
    excerpt.underline(*line, span_of(*line, place.column, finding.variable),
                      '^', ink, clean(finding.label));
  }
  if (other == nullptr) return;
  if (other != line) excerpt.source(finding.other.line, *other);
  excerpt.underline(*other,
                    span_of(*other, finding.other.column, finding.variable),
                    '-', Ink::frame, clean(finding.other_label));
}

/// What the excerpt could not show.
std::vector<std::string> facts_of(const ptx::Finding& finding,
                                  const SourceText& source) {
  std::vector<std::string> facts;
  const auto add = [&](const ptx::Place& place, const std::string& label) {
    if (label.empty() || source.line_at(place) != nullptr) return;
    facts.push_back(place.line == 0
                        ? clean(label)
                        : fmt::format("{}:{}: {}", clean(place.file),
                                      place.line, clean(label)));
  };
  add(finding.place, finding.label);
  add(finding.other, finding.other_label);
  if (finding.label.empty() && !finding.threads.empty())
    facts.push_back(fmt::format("thread {} of block {}",
                                clean(finding.threads.front()),
                                clean(finding.block)));
  if (finding.count > 1)
    facts.push_back(
        fmt::format("this happened {} times in one launch; the first is shown",
                    finding.count));
  return facts;
}

}  // namespace

std::string finding_text(const ptx::Finding& finding, const SourceText& source,
                         const std::vector<std::string>& notes,
                         const Page& page) {
  const Ink ink = ink_of(finding.severity);
  const std::string head =
      finding.tool == "compiler"
          ? std::string(word_of(finding.severity))
          : fmt::format("{}[{}]", word_of(finding.severity),
                        clean(finding.tool));
  std::string text = headline(
      ink, head,
      clean(finding.message.empty() ? finding.kind : finding.message), page);
  const auto largest = std::max(finding.place.line, finding.other.line);
  Excerpt excerpt(page,
                  std::max<std::size_t>(2, fmt::to_string(largest).size()));
  if (!finding.place.file.empty()) excerpt.arrow(finding.place);
  write_places(excerpt, finding, source, ink);
  for (const std::string& fact : facts_of(finding, source)) excerpt.note(fact);
  for (const std::string& note : notes)
    excerpt.note(printable(note, Newlines::keep));
  return text + std::move(excerpt).text();
}

std::string message_text(Ink ink, const std::string& head,
                         const std::string& message,
                         const std::vector<std::string>& notes,
                         const Page& page) {
  std::string text =
      headline(ink, head, printable(message, Newlines::keep), page);
  Excerpt excerpt(page, 2);
  for (const std::string& note : notes)
    excerpt.note(printable(note, Newlines::keep));
  return text + std::move(excerpt).text();
}

}  // namespace lockstep::report
