# SPDX-License-Identifier: Apache-2.0
# lockstep_add_lab(01_reduction): everything that a lab is made of follows
# from its name. Makes the autograder lab_01 at build/labs/lab_01 from
# tests/labs/01_reduction.test.cpp and, where it exists, from the hidden cases
# beside it; lists the lab in build/labs/labs.json for the command line; and
# has CTest grade the solution, where there is one. The target `labs` builds
# all autograders.

function(lockstep_add_lab name)
  string(REGEX MATCH "^[0-9]+" number "${name}")
  string(REGEX REPLACE "^[0-9]+_" "" stem "${name}")
  set(target "lab_${number}")
  set(source "labs/${name}/${stem}.cu")
  set(tests "${PROJECT_SOURCE_DIR}/tests/labs/${name}")

  add_executable(${target} "${tests}.test.cpp")
  if(EXISTS "${tests}.hidden.cpp")
    target_sources(${target} PRIVATE "${tests}.hidden.cpp")
  endif()
  set(place "${PROJECT_BINARY_DIR}/labs/${target}_place.cpp")
  file(CONFIGURE OUTPUT "${place}" CONTENT "#include \"harness/lab/lab_place.h\"
const lockstep::LabPlace lockstep::lab_place{
    \"@name@\", \"@PROJECT_SOURCE_DIR@\", \"@PROJECT_BINARY_DIR@/labs\"};
" @ONLY)
  target_sources(${target} PRIVATE "${place}")
  target_link_libraries(${target} PRIVATE lockstep_lab)
  target_include_directories(${target} PRIVATE
    "${PROJECT_SOURCE_DIR}/tests/labs")
  # What all autograders include is compiled once, by the first of them.
  get_property(first_lab GLOBAL PROPERTY LOCKSTEP_FIRST_LAB)
  if(LOCKSTEP_FUZZ)
  elseif(first_lab)
    target_precompile_headers(${target} REUSE_FROM ${first_lab})
  else()
    set_property(GLOBAL PROPERTY LOCKSTEP_FIRST_LAB ${target})
    target_precompile_headers(${target} PRIVATE <harness/lab/lab_task.h>)
  endif()
  if(NOT TARGET labs)
    add_custom_target(labs)
  endif()
  add_dependencies(labs ${target})
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/labs")

  string(SUBSTRING "${stem}" 0 1 first)
  string(TOUPPER "${first}" first)
  string(SUBSTRING "${stem}" 1 -1 rest)
  string(REPLACE "_" " " title "${first}${rest}")
  set_property(GLOBAL APPEND PROPERTY LOCKSTEP_LABS
    "{\"name\": \"${name}\", \"title\": \"${title}\", \"executable\": \
\"${target}\", \"submission\": \"${PROJECT_SOURCE_DIR}/${source}\"}")

  set(solution "${PROJECT_SOURCE_DIR}/solutions/${name}/${stem}.cu")
  if(BUILD_TESTING AND NOT LOCKSTEP_FUZZ AND EXISTS "${solution}")
    add_test(NAME "${target}: the solution passes"
      COMMAND ${target} --submission "solutions/${name}/${stem}.cu"
        --device emulator
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  endif()
endfunction()

# Call it after the last lab.
function(lockstep_write_labs)
  get_property(labs GLOBAL PROPERTY LOCKSTEP_LABS)
  list(JOIN labs ",\n  " labs)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/labs/labs.json" CONTENT
    "{\"version\": 1, \"labs\": [\n  @labs@]}\n" @ONLY)
endfunction()
