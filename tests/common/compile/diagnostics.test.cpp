// SPDX-License-Identifier: Apache-2.0
#include "compile/diagnostics.h"

#include <catch2/catch_test_macros.hpp>

#include "compile/boxed_name.h"
#include "compile/refused_headers.h"
#include "compile/source_file.h"

namespace lockstep {
namespace {

Diagnostic only(std::string_view printed) {
  const auto found = parse_diagnostics(printed);
  REQUIRE(found.size() == 1);
  return found.front();
}

void check(const Diagnostic& diagnostic, const std::string& severity,
           const std::string& file, unsigned line, unsigned column,
           const std::string& message) {
  CHECK(diagnostic.severity == severity);
  CHECK(diagnostic.file == file);
  CHECK(diagnostic.line == line);
  CHECK(diagnostic.column == column);
  CHECK(diagnostic.message == message);
}

TEST_CASE("diagnostics: clang and gcc", "[compile]") {
  check(only("labs/a.cu:12:3: error: expected ';': after expression\n"
             "  foo()\n       ^\n       ;\n1 error generated.\n"),
        "error", "labs/a.cu", 12, 3, "expected ';': after expression");
  check(only("a.cu:7:10: fatal error: x.h: No such file or directory"), "error",
        "a.cu", 7, 10, "x.h: No such file or directory");
  check(only("a.cu:1:2: warning: unused variable 'error: x' [-Wunused]"),
        "warning", "a.cu", 1, 2, "unused variable 'error: x' [-Wunused]");
  check(only("fatal error: error in backend: Cannot select"), "error", "", 0, 0,
        "error in backend: Cannot select");
  check(only("clang: error: no such file or directory: 'x'"), "error", "", 0, 0,
        "no such file or directory: 'x'");
}

TEST_CASE("diagnostics: an error in a header is told at its include",
          "[compile]") {
  check(only("In file included from labs/a.cu:3:\n"
             "In file included from clang_device/x.h:1:\n"
             "clang_device/y.h:3:2: error: <algorithm> is host code\n"),
        "error", "labs/a.cu", 3, 0, "<algorithm> is host code");
  check(only("In file included from inner.h:1,\n"
             "                 from labs/a.cu:4:\n"
             "deep.h:3:2: error: no\n"),
        "error", "labs/a.cu", 4, 0, "no");
  check(only("In file included from <built-in>:1:\n"
             "clang_device/y.h:3:2: error: no\n"),
        "error", "clang_device/y.h", 3, 2, "no");
}

TEST_CASE("diagnostics: nvcc", "[compile]") {
  check(only("labs/a (1).cu(5): error: identifier \"foo\" is undefined\n"
             "    foo();\n    ^\n\n1 error detected in the compilation."),
        "error", "labs/a (1).cu", 5, 0, "identifier \"foo\" is undefined");
  check(only("a.cu(3): warning #177-D: variable \"x\" was declared"), "warning",
        "a.cu", 3, 0, "variable \"x\" was declared");
  check(only("a.cu(3): error #20096: address of a host variable"), "error",
        "a.cu", 3, 0, "address of a host variable");
  check(only("a.cu(9): error: no instance of overloaded function \"f\"\n"
             "    f(1);\n    ^\n            argument types are: (int)\n"),
        "error", "a.cu", 9, 0,
        "no instance of overloaded function \"f\"; argument types are: (int)");
  check(only("nvcc fatal   : Unsupported gpu architecture 'compute_1'"),
        "error", "", 0, 0, "Unsupported gpu architecture 'compute_1'");
}

TEST_CASE("diagnostics: ptxas", "[compile]") {
  check(only("ptxas input.ptx, line 20; error   : Unknown opcode 'ad'"),
        "error", "input.ptx", 20, 0, "Unknown opcode 'ad'");
  check(only("ptxas error   : Entry function 'k' uses too much shared data "
             "(0x32000 bytes, 0xc000 max)"),
        "error", "", 0, 0,
        "Entry function 'k' uses too much shared data "
        "(0x32000 bytes, 0xc000 max)");
  CHECK(parse_diagnostics("ptxas info    : 0 bytes gmem\n").empty());
}

TEST_CASE("diagnostics: a flood is cut and made printable", "[compile]") {
  std::string flood;
  for (int i = 0; i < 1000; ++i) flood += "a.cu:1:1: error: x\n";
  CHECK(parse_diagnostics(flood).size() == 100);
  const auto wild =
      only("a.cu:1:1: error: \x1B[31m\xFF" + std::string(100'000, 'x'));
  CHECK(wild.message.size() <= 1000);
  CHECK(is_valid_utf8(wild.message));
  CHECK(wild.message.find('\x1B') == std::string::npos);
  CHECK(printable("ab\u20ac", 4) == "ab");
  CHECK(printable("ab\u20ac", 5) == "ab\u20ac");
}

TEST_CASE("diagnostics: ptxas -v gives the resources of each kernel",
          "[compile]") {
  const auto found = parse_resources(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'a' for 'sm_90'\n"
      "ptxas info    : Function properties for a\n"
      "    8 bytes stack frame, 16 bytes spill stores, 12 bytes spill loads\n"
      "ptxas info    : Used 10 registers, used 1 barriers, 1024 bytes smem\n"
      "ptxas info    : Compiling entry function 'b' for 'sm_90'\n"
      "ptxas info    : Used 255 registers, 376 bytes cmem[0]\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0].kernel == "a");
  CHECK(found[0].registers == 10);
  CHECK(found[0].spill_bytes == 28);
  CHECK(found[0].shared_bytes == 1024);
  CHECK(found[1].kernel == "b");
  CHECK(found[1].registers == 255);
  CHECK(found[1].spill_bytes == 0);
  CHECK(found[1].shared_bytes == 0);
}

TEST_CASE("missing headers: the reason and the remedy are told", "[compile]") {
  const auto told = [](std::string message) {
    Diagnostic diagnostic{"error", "a.cu", 1, 1, std::move(message)};
    explain_missing_header(diagnostic);
    return diagnostic.message;
  };
  CHECK(told("'iostream' file not found").find("host code") !=
        std::string::npos);
  CHECK(told("'cub/cub.cuh' file not found").find("library") !=
        std::string::npos);
  CHECK(told("mine.h: No such file or directory").find("one file") !=
        std::string::npos);
  CHECK(told("expected ';'") == "expected ';'");
}

TEST_CASE("boxed name: a plain relative path is kept", "[compile]") {
  const BoxedName name("labs/01_reduction/reduction.cu");
  CHECK(name.in_box() == "labs/01_reduction/reduction.cu");
  CHECK(name.shown("/box/labs/01_reduction/reduction.cu", "/box") ==
        name.display());
  CHECK(BoxedName("/home/me/a.cu").in_box() == "home/me/a.cu");
}

TEST_CASE("boxed name: any other gets a neutral name and is shown as given",
          "[compile]") {
  for (const char* display :
       {"../../x.cu", "a b.cu", "-o.cu", "./x.cu", "a\n.cu", "\u00e9.cu", "",
        "/", "x/../../y.cu", "clang_device/warp.h", "$(reboot).cu"}) {
    const BoxedName name(display);
    CHECK(name.in_box() == "submission.cu");
    CHECK(name.shown("/box/submission.cu", "/box") == display);
  }
}

TEST_CASE("boxed name: no #line directive names another's file", "[compile]") {
  const BoxedName name("a.cu");
  CHECK(name.shown("/etc/passwd", "/box") == "a.cu");
  CHECK(name.shown("../secret", "/box") == "a.cu");
  CHECK(name.shown("/box/clang_device/standins/../warp.h", "/box") ==
        "clang_device/warp.h");
  CHECK(name.shown("/usr/include/stdio.h", "/box") == "/usr/include/stdio.h");
  CHECK(name.with_shown_files("x\n\t.file\t1 \"/etc/passwd\"\n.loc 1 2 3",
                              "/box") == "x\n\t.file\t1 \"a.cu\"\n.loc 1 2 3");
  CHECK(BoxedName("a\"b\n.cu").with_shown_files(".file 1 \"/box/s\"", "/box") ==
        ".file 1 \"a_b?.cu\"");
}

}  // namespace
}  // namespace lockstep
