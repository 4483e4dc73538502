// SPDX-License-Identifier: Apache-2.0
#include "case_file.h"

#include <bit>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace lockstep::ptx {

namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

double named_double(const std::string& name) {
  using Limits = std::numeric_limits<double>;
  if (name == "inf") return Limits::infinity();
  if (name == "-inf") return -Limits::infinity();
  if (name == "nan") return Limits::quiet_NaN();
  if (name == "-0") return -0.0;
  return std::stod(name);
}

std::uint64_t parse_value(const std::string& word) {
  const bool is_hex = word.starts_with("0x");
  const char last = word.back();
  if (!is_hex && (last == 'f' || last == 'd')) {
    std::string number = word.substr(0, word.size() - 1);
    if (number.ends_with(".")) number.pop_back();
    const double value = named_double(number);
    return last == 'd'
               ? std::bit_cast<std::uint64_t>(value)
               : std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
  if (word.starts_with("-")) {
    return static_cast<std::uint64_t>(std::stoll(word));
  }
  return std::stoull(word, nullptr, 0);
}

InstructionCase parse_head(const std::string& line) {
  const std::size_t first = line.find('|', line.find(" | "));
  const std::size_t second = line.find('|', first + 1);
  if (first == line.npos || second == line.npos) {
    throw std::runtime_error("a head is `instruction | results | operands`");
  }
  return {line.substr(0, first),
          words_of(line.substr(first + 1, second - first - 1)),
          words_of(line.substr(second + 1)),
          {}};
}

CaseRow parse_row(const std::string& line, const InstructionCase& head) {
  CaseRow row;
  bool is_result = false;
  for (const std::string& word : words_of(line)) {
    if (word == "->") {
      is_result = true;
    } else if (!is_result) {
      row.operands.push_back(parse_value(word));
    } else if (word == "*") {
      row.expected.emplace_back();
    } else {
      row.expected.emplace_back(parse_value(word));
    }
  }
  if (row.operands.size() != head.operands.size() ||
      row.expected.size() != head.results.size()) {
    throw std::runtime_error("a row does not fit its head");
  }
  return row;
}

std::string declare(const std::string& name, const std::string& type) {
  return "  .reg ." + type + " %" + name + ";\n";
}

std::string load(const std::string& name, const std::string& type,
                 unsigned offset) {
  const std::string from = "[%at+" + std::to_string(offset) + "];\n";
  if (type != "pred") return "  ld.global." + type + " %" + name + ", " + from;
  return "  ld.global.u32 %word, " + from + "  setp.ne.u32 %" + name +
         ", %word, 0;\n";
}

/// A result that the instruction leaves alone is 0.
std::string clear(const std::string& name, const std::string& type) {
  if (type != "pred") return "  mov." + type + " %" + name + ", 0;\n";
  return "  setp.ne.u32 %" + name + ", %thread, %thread;\n";
}

std::string store(const std::string& name, const std::string& type,
                  unsigned offset) {
  const std::string to = "[%to+" + std::to_string(offset) + "], ";
  if (type != "pred") {
    return "  st.global." + type + " " + to + "%" + name + ";\n";
  }
  return "  selp.u32 %word, 1, 0, %" + name + ";\n  st.global.u32 " + to +
         "%word;\n";
}

}  // namespace

std::vector<InstructionCase> read_cases(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<InstructionCase> cases;
  unsigned number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line.starts_with("#")) continue;
    try {
      if (line.find(" | ") != line.npos) {
        cases.push_back(parse_head(line));
      } else {
        cases.back().rows.push_back(parse_row(line, cases.back()));
        cases.back().rows.back().line = number;
      }
    } catch (const std::exception& error) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " +
                               error.what());
    }
  }
  return cases;
}

std::string kernel_of(const InstructionCase& instruction_case) {
  static const std::vector<std::string> operand_names{"a", "b", "c", "e"};
  static const std::vector<std::string> result_names{"d", "q"};
  std::string body = R"(.version 8.6
.target sm_90
.address_size 64
.visible .entry run(.param .u64 in, .param .u64 out)
{
  .reg .b64 %at, %to, %wide;
  .reg .b32 %word, %thread, %block, %threads;
)";
  std::string loads, stores;
  for (std::size_t n = 0; n < instruction_case.operands.size(); ++n) {
    const std::string& type = instruction_case.operands[n];
    body += declare(operand_names[n], type);
    loads += load(operand_names[n], type, static_cast<unsigned>(8 * n));
  }
  for (std::size_t n = 0; n < instruction_case.results.size(); ++n) {
    const std::string& type = instruction_case.results[n];
    body += declare(result_names[n], type);
    loads += clear(result_names[n], type);
    stores += store(result_names[n], type, static_cast<unsigned>(8 * n));
  }
  body += R"(  ld.param.u64 %at, [in];
  ld.param.u64 %to, [out];
  mov.u32 %thread, %tid.x;
  mov.u32 %block, %ctaid.x;
  mov.u32 %threads, %ntid.x;
  mad.lo.u32 %thread, %block, %threads, %thread;
  mul.wide.u32 %wide, %thread, 32;
  add.s64 %at, %at, %wide;
  mul.wide.u32 %wide, %thread, 16;
  add.s64 %to, %to, %wide;
)";
  const std::string& text = instruction_case.instruction;
  const char* end = text.starts_with("{") ? "\n" : ";\n";
  return body + loads + "  " + text + end + stores + "  ret;\n}\n";
}

std::uint64_t mask_of(const std::string& type) {
  if (type == "pred") return 1;
  if (type == "b16") return 0xffff;
  return type == "b32" ? 0xffffffff : ~std::uint64_t{0};
}

}  // namespace lockstep::ptx
