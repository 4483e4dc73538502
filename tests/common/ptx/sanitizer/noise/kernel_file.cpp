// SPDX-License-Identifier: Apache-2.0
#include "kernel_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lockstep::noise {
namespace {

using Labels = std::map<std::string, std::set<unsigned>>;

struct Annotation {
  std::string key;
  unsigned number = 0;           ///< 0: of all
  unsigned first = 0, last = 0;  ///< lines of the statement
  std::string text;
};

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t");
  const auto end = text.find_last_not_of(" \t\r");
  return begin == text.npos ? "" : text.substr(begin, end - begin + 1);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool is_comment(const std::string& line) {
  return trimmed(line).starts_with("//");
}

/// The comment that begins at line `at`, with the lines that continue it.
std::string comment_text(const std::vector<std::string>& lines,
                         std::size_t& at) {
  std::string text = trimmed(trimmed(lines[at]).substr(2));
  while (at + 1 < lines.size()) {
    const std::string next = trimmed(lines[at + 1]);
    if (!next.starts_with("//   ")) break;
    text += " " + trimmed(next.substr(2));
    ++at;
  }
  return text;
}

Labels labels_of(const std::vector<std::string>& lines) {
  Labels labels;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (is_comment(lines[at])) continue;
    auto open = lines[at].find("// [");
    while (open != std::string::npos &&
           (open = lines[at].find('[', open)) != std::string::npos) {
      const auto close = lines[at].find(']', open);
      labels[lines[at].substr(open + 1, close - open - 1)].insert(
          static_cast<unsigned>(at + 1));
      open = close;
    }
  }
  return labels;
}

/// The last line of the statement that begins at line `at`.
std::size_t statement_end(const std::vector<std::string>& lines,
                          std::size_t at) {
  for (long depth = 0; at + 1 < lines.size(); ++at) {
    const std::string code = trimmed(lines[at].substr(0, lines[at].find("//")));
    depth += std::ranges::count(code, '(') - std::ranges::count(code, ')');
    if (depth <= 0 &&
        (code.ends_with(";") || code.ends_with("{") || code.ends_with("}")))
      break;
  }
  return at;
}

std::vector<Annotation> annotations_of(const std::vector<std::string>& lines) {
  std::vector<Annotation> result;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (!trimmed(lines[at]).starts_with("// @")) continue;
    const std::string text = comment_text(lines, at);
    const auto colon = text.find(':');
    if (colon == text.npos)
      throw std::runtime_error(fmt::format("line {}: no colon", at + 1));
    Annotation annotation;
    annotation.key = text.substr(1, colon - 1);
    if (const auto mark = annotation.key.find('#'); mark != text.npos) {
      annotation.number =
          static_cast<unsigned>(std::stoul(annotation.key.substr(mark + 1)));
      annotation.key.resize(mark);
    }
    annotation.text = trimmed(text.substr(colon + 1));
    std::size_t code = at + 1;
    while (code < lines.size() && is_comment(lines[code])) ++code;
    annotation.first = static_cast<unsigned>(code + 1);
    annotation.last = static_cast<unsigned>(statement_end(lines, code) + 1);
    result.push_back(std::move(annotation));
  }
  return result;
}

std::string tool_name(const std::string& word) {
  static const std::map<std::string, std::string> names{
      {"race", "racecheck"}, {"init", "initcheck"}, {"sync", "synccheck"},
      {"mem", "memcheck"},   {"launch", "launch"},  {"compiler", "compiler"}};
  const auto found = names.find(word);
  if (found == names.end())
    throw std::runtime_error(fmt::format("'{}' is no tool", word));
  return found->second;
}

std::set<unsigned> lines_at(const Labels& labels, const std::string& label,
                            unsigned here) {
  if (label == "here") return {here};
  if (label == "host") return {0};  // a copy to the host
  const auto found = labels.find(label);
  if (found == labels.end())
    throw std::runtime_error(fmt::format("no line has the label [{}]", label));
  return found->second;
}

Site site_of(const std::string& text, const Labels& labels, unsigned here) {
  std::istringstream words(text);
  std::string tool, one, two;
  words >> tool >> one >> two;
  Site site;
  site.tool = tool_name(tool);
  if (!one.empty()) site.lines = lines_at(labels, one, here);
  if (!two.empty()) site.others = lines_at(labels, two, here);
  return site;
}

Expectation expectation_of(const std::string& text, const Labels& labels,
                           unsigned here) {
  using Kind = Expectation::Kind;
  if (text.starts_with("result "))
    return {Kind::result, {}, {}, text.substr(7)};
  if (text.starts_with("fine ")) return {Kind::fine, {}, {}, text.substr(5)};
  Expectation expectation{Kind::report, {}, {}, text};
  std::istringstream items(text);
  for (std::string item; std::getline(items, item, ',');) {
    auto& list = expectation.required.empty() ? expectation.required
                                              : expectation.allowed;
    std::istringstream choices(item);
    for (std::string one; std::getline(choices, one, '/');)
      list.push_back(site_of(one, labels, here));
  }
  return expectation;
}

/// The most specific annotation wins: a number, then the longer key, then
/// the nearer one.
const Annotation* annotation_for(const std::vector<Annotation>& annotations,
                                 const Mutant& mutant, unsigned number) {
  const Annotation* best = nullptr;
  for (const Annotation& annotation : annotations) {
    if (mutant.line < annotation.first || mutant.line > annotation.last)
      continue;
    if (annotation.number != 0 && annotation.number != number) continue;
    if (mutant.key != annotation.key &&
        !mutant.key.starts_with(annotation.key + "."))
      continue;
    const auto weight = [](const Annotation& a) {
      return (a.number != 0 ? 100 : 0) + a.key.size();
    };
    if (best == nullptr || weight(annotation) >= weight(*best))
      best = &annotation;
  }
  return best;
}

ptx::Dim3 shape_of(const std::string& text) {
  ptx::Dim3 shape{1, 1, 1};
  char by = 0;
  std::istringstream stream(text);
  stream >> shape.x >> by >> shape.y;
  if (by == 0) shape.y = 1;
  return shape;
}

LaunchShape launch_of(const std::vector<std::string>& lines) {
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (!lines[at].starts_with("// launch: ")) continue;
    LaunchShape launch;
    std::string text = comment_text(lines, at).substr(8);
    std::ranges::replace(text, ';', ' ');
    std::istringstream words(text);
    for (std::string word, value; words >> word >> value;) {
      if (word == "zeroed")
        launch.is_zeroed = value == "yes";
      else if (word == "grid")
        launch.grid = shape_of(value);
      else if (word == "block")
        launch.block = shape_of(value);
      else if (word == "expect")
        launch.expect = value;
      else if (word == "mod")
        launch.mod = std::stoi(value);
      else if (word == "n")
        launch.n = std::stoi(value);
      else {
        const auto count = static_cast<unsigned>(std::stoul(value));
        if (word == "in")
          launch.in = count;
        else if (word == "out")
          launch.out = count;
        else if (word == "scratch")
          launch.scratch = count;
        else if (word == "shared")
          launch.shared_bytes = count;
        else
          throw std::runtime_error("launch: what is " + word + "?");
      }
    }
    if (launch.n == 0) launch.n = static_cast<int>(launch.in);
    return launch;
  }
  throw std::runtime_error("no line begins with // launch:");
}

void read_expectations(KernelFile& kernel,
                       const std::vector<std::string>& lines) {
  const Labels labels = labels_of(lines);
  const auto annotations = annotations_of(lines);
  std::set<const Annotation*> used;
  std::string silence;
  std::map<std::pair<std::string, unsigned>, unsigned> by_line;
  for (const Mutant& mutant : kernel.mutants) {
    const unsigned number = ++by_line[{mutant.key, mutant.line}];
    const Annotation* said = annotation_for(annotations, mutant, number);
    if (said == nullptr) {
      silence += fmt::format("\n  line {}: nothing is said of {} #{}: '{}'",
                             mutant.line, mutant.key, number, mutant.was);
      continue;
    }
    used.insert(said);
    kernel.expected.push_back(expectation_of(said->text, labels, mutant.line));
  }
  for (const Annotation& annotation : annotations)
    if (!used.contains(&annotation))
      silence += fmt::format("\n  line {}: there is no mutant {}",
                             annotation.first, annotation.key);
  if (!silence.empty()) throw std::runtime_error(silence);
}

}  // namespace

KernelFile read_kernel_file(const std::filesystem::path& folder,
                            const std::string& name) {
  KernelFile kernel;
  kernel.name = name;
  std::ifstream file(folder / (name + ".cu"));
  kernel.source.assign(std::istreambuf_iterator<char>(file), {});
  try {
    const auto lines = lines_of(kernel.source);
    if (lines.size() < 3) throw std::runtime_error("no such kernel");
    kernel.what = trimmed(lines[1].substr(2));
    kernel.shape = launch_of(lines);
    kernel.mutants = mutants_of(kernel.source);
    read_expectations(kernel, lines);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{}.cu: {}", name, error.what()));
  }
  return kernel;
}

std::vector<KernelFile> read_corpus(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".cu")
      names.push_back(fs::relative(entry.path(), folder)
                          .replace_extension()
                          .generic_string());
  std::ranges::sort(names);
  std::vector<KernelFile> kernels;
  for (const std::string& name : names)
    kernels.push_back(read_kernel_file(folder, name));
  return kernels;
}

}  // namespace lockstep::noise
