// SPDX-License-Identifier: Apache-2.0
// The outermost level of a module: its header, variables and functions.
#include "ptx/syntax/parser.h"

#include <limits>

#include "ptx/syntax/grammar.h"
#include "ptx/syntax/limits.h"

namespace lockstep::ptx {
namespace {

class ModuleParser {
 public:
  explicit ModuleParser(std::string_view text) : tokens_(text) {}

  ModuleSyntax parse() {
    header();
    while (tokens_.peek().kind != TokenKind::end) top_level();
    return std::move(module_);
  }

 private:
  void header();
  void top_level();
  void target();
  void file();
  void alias();
  void skip_section();
  void linked();
  void function(bool is_kernel, bool is_extern);
  void performance_directives(FunctionSyntax& node);
  std::uint32_t extent();

  TokenStream tokens_;
  ModuleSyntax module_;
};

void ModuleParser::header() {
  if (!tokens_.accept_dot(".version"))
    tokens_.fail("a module begins with .version");
  if (tokens_.peek().kind != TokenKind::double_real)
    tokens_.fail("expected a version such as 7.5");
  tokens_.take();
  if (!tokens_.accept_dot(".target")) tokens_.fail("expected .target");
  target();
}

void ModuleParser::target() {
  do {
    tokens_.expect_word("a target such as sm_80");
  } while (tokens_.accept(','));
}

/// .file N "name" [, timestamp, size]
void ModuleParser::file() {
  tokens_.count_node();
  FileSyntax node;
  node.number = tokens_.expect_small("the number of a file");
  if (node.number > max_file_number) tokens_.fail("too many files");
  if (tokens_.peek().kind != TokenKind::string)
    tokens_.fail("expected the name of a file");
  node.name = tokens_.take().text;
  if (tokens_.accept(',')) {
    tokens_.expect_integer("a time");
    tokens_.expect(',', "behind the time");
    tokens_.expect_integer("a size");
  }
  module_.files.push_back(node);
}

/// .alias name, target;
void ModuleParser::alias() {
  AliasSyntax node;
  const Token name = tokens_.expect_word("the name of an alias");
  node.name = name.text;
  node.line = name.line;
  tokens_.expect(',', "behind the alias");
  node.target = tokens_.expect_word("the name of a function").text;
  tokens_.expect(';', "behind the alias");
  module_.aliases.push_back(node);
}

/// .section .debug_str { … }: debug data, which nothing here reads.
void ModuleParser::skip_section() {
  if (tokens_.peek().kind != TokenKind::dot_word)
    tokens_.fail("expected the name of a section");
  tokens_.take();
  tokens_.expect('{', "before the section");
  for (unsigned depth = 1; depth > 0;) {
    const Token token = tokens_.take();
    if (token.kind == TokenKind::end) tokens_.fail("expected '}'");
    if (token.is('{') && ++depth > max_nesting)
      tokens_.fail("nested too deeply");
    if (token.is('}')) --depth;
  }
}

void ModuleParser::top_level() {
  tokens_.count_node();
  if (tokens_.accept_dot(".file")) return file();
  if (tokens_.accept_dot(".alias")) return alias();
  if (tokens_.accept_dot(".section")) return skip_section();
  if (tokens_.accept_dot(".pragma")) return grammar::pragma(tokens_);
  if (tokens_.accept_dot(".target")) return target();
  if (tokens_.accept_dot(".address_size")) {
    if (tokens_.peek().text != "64")
      tokens_.fail("only 64-bit addresses are supported");
    tokens_.take();
    return;
  }
  linked();
}

/// A variable or function with the linkage before it.
void ModuleParser::linked() {
  bool is_extern = false;
  for (;;) {
    if (tokens_.accept_dot(".extern"))
      is_extern = true;
    else if (!tokens_.accept_dot(".visible") && !tokens_.accept_dot(".weak") &&
             !tokens_.accept_dot(".common"))
      break;
  }
  if (tokens_.accept_dot(".entry")) return function(true, is_extern);
  if (tokens_.accept_dot(".func")) return function(false, is_extern);
  const Token& next = tokens_.peek();
  if (next.kind != TokenKind::dot_word ||
      !grammar::is_variable_space(next.text) || next.text == ".param")
    tokens_.fail("unsupported directive");
  const std::string_view space = tokens_.take().text.substr(1);
  grammar::variables(tokens_, space, is_extern, module_.variables);
}

void ModuleParser::function(bool is_kernel, bool is_extern) {
  FunctionSyntax node;
  node.is_kernel = is_kernel;
  node.is_extern = is_extern;
  tokens_.accept_dot(".noreturn");
  if (!is_kernel) node.returns = grammar::parameters(tokens_);
  const Token name = tokens_.expect_word("the name of a function");
  node.name = name.text;
  node.line = name.line;
  node.parameters = grammar::parameters(tokens_);
  performance_directives(node);
  if (!tokens_.accept(';')) {
    grammar::body(tokens_, node);
    node.has_body = true;
  }
  module_.functions.push_back(std::move(node));
}

/// The product of one to three numbers of threads.
std::uint32_t ModuleParser::extent() {
  std::uint64_t threads = 1;
  for (int dimension = 0; dimension < 3; ++dimension) {
    if (dimension > 0 && !tokens_.accept(',')) break;
    const auto factor = tokens_.expect_small("a number of threads");
    if (__builtin_mul_overflow(threads, factor, &threads) ||
        threads > std::numeric_limits<std::uint32_t>::max())
      tokens_.fail("too many threads");
  }
  return static_cast<std::uint32_t>(threads);
}

void ModuleParser::performance_directives(FunctionSyntax& node) {
  for (;;) {
    if (tokens_.accept_dot(".maxntid")) {
      node.max_threads = extent();
    } else if (tokens_.accept_dot(".reqntid")) {
      node.required_threads = extent();
    } else if (tokens_.accept_dot(".reqnctapercluster")) {
      node.cluster_blocks = extent();
    } else if (tokens_.accept_dot(".minnctapersm") ||
               tokens_.accept_dot(".maxclusterrank") ||
               tokens_.accept_dot(".maxnctapersm") ||
               tokens_.accept_dot(".maxnreg")) {
      tokens_.expect_small("a number");
    } else if (tokens_.accept_dot(".pragma")) {
      grammar::pragma(tokens_);
    } else if (!tokens_.accept_dot(".noreturn") &&
               !tokens_.accept_dot(".explicitcluster") &&
               !tokens_.accept_dot(".blocksareclusters")) {
      if (tokens_.peek().kind == TokenKind::dot_word)
        tokens_.fail("unsupported directive of a function");
      return;
    }
  }
}

}  // namespace

ModuleSyntax parse(std::string_view text) { return ModuleParser(text).parse(); }

}  // namespace lockstep::ptx
