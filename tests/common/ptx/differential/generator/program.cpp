// SPDX-License-Identifier: Apache-2.0
#include "generator/program.h"

#include <fmt/format.h>

#include "generator/tables.h"

namespace lockstep::ptx::differential {

namespace {

void append(std::string& text, const std::vector<Statement>& statements) {
  for (const Statement& statement : statements) {
    text += statement.text.front() + '\n';
    for (std::size_t n = 0; n < statement.bodies.size(); ++n) {
      append(text, statement.bodies[n]);
      text += statement.text[n + 1] + '\n';
    }
  }
}

unsigned count(const std::vector<Statement>& statements) {
  unsigned total = 0;
  for (const Statement& statement : statements) {
    ++total;
    for (const auto& body : statement.bodies) total += count(body);
  }
  return total;
}

/// Removes the statement of the number; counts `number` down as it goes past
/// others. True once it is done.
bool remove(std::vector<Statement>& statements, unsigned& number) {
  for (auto at = statements.begin(); at != statements.end(); ++at) {
    if (number-- == 0) {
      statements.erase(at);
      return true;
    }
    for (auto& body : at->bodies) {
      if (remove(body, number)) return true;
    }
  }
  return false;
}

}  // namespace

const char* name_of(Family family) {
  switch (family) {
    case Family::arithmetic:
      return "arithmetic";
    case Family::control:
      return "control";
    case Family::collectives:
      return "collectives";
    case Family::memory:
      return "memory";
    case Family::half:
      return "half";
  }
  return "";
}

std::string Program::kernel_name() const {
  return fmt::format("{}_{}", name_of(family), seed);
}

std::string module_header() {
  return ".version 7.8\n.target sm_80\n.address_size 64\n"
         ".extern .shared .align 16 .b8 dynamic_tile[];\n" +
         constant_table();
}

std::string text_of(const Program& program) {
  std::string text;
  for (const Function& function : program.functions) {
    text += function.head;
    append(text, function.body);
    text += function.tail;
  }
  return text;
}

std::string module_of(const Program& program) {
  return module_header() + text_of(program);
}

unsigned statement_count(const Program& program) {
  unsigned total = 0;
  for (const Function& function : program.functions) {
    total += count(function.body);
  }
  return total;
}

Program without_statements(const Program& program) {
  Program smaller = program;
  for (Function& function : smaller.functions) function.body.clear();
  return smaller;
}

Program without_statement(const Program& program, unsigned number) {
  Program smaller = program;
  for (Function& function : smaller.functions) {
    if (remove(function.body, number)) break;
  }
  return smaller;
}

}  // namespace lockstep::ptx::differential
