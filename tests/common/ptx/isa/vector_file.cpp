// SPDX-License-Identifier: Apache-2.0
#include "vector_file.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "vector_inputs.h"

namespace lockstep::ptx {

namespace {

const std::string captured_mark = "# Captured on ";

std::vector<std::string> split_columns(const std::string& line) {
  std::vector<std::string> columns;
  std::size_t from = 0;
  for (std::size_t at; (at = line.find(" | ", from)) != line.npos;) {
    columns.push_back(line.substr(from, at - from));
    from = at + 3;
  }
  columns.push_back(line.substr(from));
  return columns;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

VectorCase parse_head(const std::string& line, unsigned number) {
  const std::vector<std::string> columns = split_columns(line);
  if (columns.size() < 3 || columns.size() > 4) {
    throw std::runtime_error("a head has three or four columns");
  }
  VectorCase read;
  read.head = line;
  read.instruction = columns[0];
  read.results = words_of(columns[1]);
  read.operands = words_of(columns[2]);
  if (columns.size() == 4) read.bound = columns[3];
  read.line = number;
  if (read.results.empty() || read.results.size() > 2 ||
      read.operands.empty() || read.operands.size() > 4) {
    throw std::runtime_error("one or two results, one to four operands");
  }
  for (const std::string& kind : read.results) register_type_of(kind);
  for (const std::string& kind : read.operands) register_type_of(kind);
  return read;
}

/// `= hash H` or `= words…`
void parse_results(const std::string& line, VectorCase& into) {
  std::vector<std::string> words = words_of(line.substr(1));
  if (words.size() == 2 && words[0] == "hash") {
    into.hash = std::stoull(words[1], nullptr, 16);
    return;
  }
  for (const std::string& word : words) {
    into.captured.push_back(std::stoull(word, nullptr, 16));
  }
}

void parse_line(const std::string& line, unsigned number, VectorFile& file) {
  if (line.empty() || line.starts_with("#")) {
    if (file.cases.empty() && !line.starts_with(captured_mark)) {
      file.preamble.push_back(line);
    }
  } else if (line.starts_with("=")) {
    if (file.cases.empty()) throw std::runtime_error("results with no head");
    parse_results(line, file.cases.back());
  } else {
    file.cases.push_back(parse_head(line, number));
  }
}

void write_case(std::ostream& out, const VectorCase& one) {
  constexpr std::size_t words_a_line = 16;
  out << one.head << '\n';
  if (one.captured.empty()) return;
  out << std::hex;
  if (one.bound.empty()) out << "= hash " << one.hash << '\n';
  for (std::size_t n = 0; n < one.captured.size(); ++n) {
    out << (n % words_a_line == 0 ? "=" : "") << ' ' << one.captured[n];
    if (n % words_a_line == words_a_line - 1) out << '\n';
  }
  out << std::dec;
}

}  // namespace

VectorFile read_vectors(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  VectorFile file;
  unsigned number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    try {
      parse_line(line, number, file);
    } catch (const std::exception& error) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " +
                               error.what());
    }
  }
  return file;
}

void write_vectors(const std::string& path, const VectorFile& file,
                   const std::string& captured_on) {
  std::ofstream out(path);
  bool is_first = true;
  for (const std::string& line : file.preamble) {
    if (line.empty() && is_first) {
      out << captured_mark << captured_on << '\n';
      is_first = false;
    }
    out << line << '\n';
  }
  for (const VectorCase& one : file.cases) write_case(out, one);
  if (!out) throw std::runtime_error("cannot write " + path);
}

InstructionCase form_of(const VectorCase& vector_case) {
  InstructionCase form;
  form.instruction = vector_case.instruction;
  for (const std::string& kind : vector_case.results) {
    form.results.push_back(register_type_of(kind));
  }
  for (const std::string& kind : vector_case.operands) {
    form.operands.push_back(register_type_of(kind));
  }
  return form;
}

std::uint64_t hash_of_others(const VectorCase& vector_case,
                             const std::vector<std::uint64_t>& words) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::size_t n = std::size_t{vector_case.listed_rows()} * 2;
       n < words.size(); ++n) {
    for (unsigned byte = 0; byte < 8; ++byte) {
      hash ^= (words[n] >> (8 * byte)) & 0xff;
      hash *= 0x100000001b3;
    }
  }
  return hash;
}

void mask_results(const VectorCase& vector_case,
                  std::vector<std::uint64_t>& words) {
  const auto& kinds = vector_case.results;
  for (std::size_t n = 0; n < words.size(); ++n) {
    words[n] &=
        n % 2 < kinds.size() ? mask_of(register_type_of(kinds[n % 2])) : 0;
  }
}

}  // namespace lockstep::ptx
