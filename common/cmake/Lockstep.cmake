# SPDX-License-Identifier: Apache-2.0
# The build's own functions: one target a folder, one test program a folder.

option(LOCKSTEP_SANITIZE "Build with AddressSanitizer and UBSan" OFF)
option(LOCKSTEP_FUZZ "Build the libFuzzer harnesses (needs clang)" OFF)

add_library(lockstep_flags INTERFACE)
target_compile_features(lockstep_flags INTERFACE cxx_std_20)
target_compile_options(lockstep_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Werror -fno-strict-aliasing)
target_include_directories(lockstep_flags INTERFACE
  "${PROJECT_SOURCE_DIR}/common")
if(LOCKSTEP_SANITIZE OR LOCKSTEP_FUZZ)
  target_compile_options(lockstep_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(lockstep_flags INTERFACE -fsanitize=address,undefined)
endif()
if(LOCKSTEP_FUZZ)
  target_compile_options(lockstep_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Headers that cost more than a file of ours are compiled once a target.
function(lockstep_precompile name)
  set(headers)
  if("nlohmann_json::nlohmann_json" IN_LIST ARGN)
    list(APPEND headers <nlohmann/json.hpp>)
  endif()
  if("CLI11::CLI11" IN_LIST ARGN)
    list(APPEND headers <CLI/CLI.hpp>)
  endif()
  if(headers AND NOT LOCKSTEP_FUZZ)
    target_precompile_headers(${name} PRIVATE ${headers} <fmt/format.h>)
  endif()
endfunction()

# lockstep_library(NAME SOURCES a.cpp … LINKS target …): a static library of
# one folder; with no sources it is headers only.
function(lockstep_library name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;LINKS")
  if(ARG_SOURCES)
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC lockstep_flags ${ARG_LINKS})
    lockstep_precompile(${name} ${ARG_LINKS})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE lockstep_flags ${ARG_LINKS})
  endif()
endfunction()

# lockstep_tests(NAME SOURCES x.test.cpp … LINKS target …): one Catch2
# program, each of its cases a CTest test.
function(lockstep_tests name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;LINKS")
  if(NOT BUILD_TESTING OR LOCKSTEP_FUZZ)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} lockstep_flags
    Catch2::Catch2WithMain)
  target_compile_definitions(${name} PRIVATE
    LOCKSTEP_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    LOCKSTEP_BINARY_DIR="${PROJECT_BINARY_DIR}")
  catch_discover_tests(${name} DISCOVERY_MODE PRE_TEST
    TEST_PREFIX "${name}: ")
endfunction()

# lockstep_fuzzer(NAME SOURCES x.fuzz.cpp LINKS target …): one libFuzzer
# program, built only with LOCKSTEP_FUZZ. Names end in `_fuzzer`.
function(lockstep_fuzzer name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;LINKS")
  if(NOT LOCKSTEP_FUZZ)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} lockstep_flags)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  if(NOT TARGET fuzzers)
    add_custom_target(fuzzers)
  endif()
  add_dependencies(fuzzers ${name})
endfunction()
