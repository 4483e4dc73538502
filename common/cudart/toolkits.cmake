# SPDX-License-Identifier: Apache-2.0
# Which toolkits are here, and a stand-in for the runtime of each.

# Every function that the headers in `include` declare, as a weak definition
# that refuses by name: what api/ defines takes its place.
function(lockstep_write_refusals include file)
  set(names)
  foreach(header cuda_runtime_api.h cuda_profiler_api.h cuda_gl_interop.h)
    if(EXISTS "${include}/${header}")
      file(STRINGS "${include}/${header}" lines
        REGEX "^ *extern .*cudaError_t CUDARTAPI cuda[A-Za-z0-9_]+\\(")
      foreach(line ${lines})
        string(REGEX MATCH "CUDARTAPI (cuda[A-Za-z0-9_]+)" found "${line}")
        list(APPEND names ${CMAKE_MATCH_1})
      endforeach()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES names)
  set(lockstep_declared "${names}" PARENT_SCOPE)
  set(text "// Written by toolkits.cmake.\n#include \"cudart/api/refused.h\"\n")
  foreach(name ${names})
    string(APPEND text "LOCKSTEP_REFUSED(${name})\n")
  endforeach()
  file(CONFIGURE OUTPUT "${file}" CONTENT "${text}" @ONLY)
endfunction()

# `--default-stream per-thread` gives functions other names. Work is done when
# it is enqueued, so that all default streams are one.
function(lockstep_write_aliases include include_major file)
  file(STRINGS "${include}/cuda_runtime_api.h" lines
    REGEX "# *define +cuda[A-Za-z0-9_]+ +__CUDART_API_PT[SD][ZS]\\(")
  set(text "--defsym=cudaLaunchKernel_ptsz=cudaLaunchKernel\n")
  if(include_major GREATER_EQUAL 12)
    string(APPEND text
      "--defsym=__cudaLaunchKernel_ptsz=__cudaLaunchKernel\n")
  endif()
  foreach(line ${lines})
    string(REGEX MATCH "__CUDART_API_(PT[SD][ZS])\\((cuda[A-Za-z0-9_]+)\\)"
      found "${line}")
    if(found AND CMAKE_MATCH_2 IN_LIST lockstep_declared)
      string(TOLOWER "${CMAKE_MATCH_1}" suffix)
      string(APPEND text
        "--defsym=${CMAKE_MATCH_2}_${suffix}=${CMAKE_MATCH_2}\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT "${file}" CONTENT "${text}" @ONLY)
endfunction()

# Builds build/cudart/libcudart.so.NN from the headers in `include`.
function(lockstep_add_runtime include major)
  set(soname libcudart.so.${major})
  if(major EQUAL 11)
    set(soname libcudart.so.11.0)
  endif()
  set(target cudart_${major})
  set(made "${CMAKE_CURRENT_BINARY_DIR}/${target}")
  lockstep_write_refusals("${include}" "${made}/refusals.cpp")
  lockstep_write_aliases("${include}" ${major} "${made}/aliases.ld")
  file(WRITE "${made}/exports.map.new"
    "${soname} { global: cuda*; __cuda*; local: *; };\n")
  file(COPY_FILE "${made}/exports.map.new" "${made}/exports.map"
    ONLY_IF_DIFFERENT)
  set(more)
  if(NOT major STREQUAL lockstep)  # whose header has no more than the rest
    set(more api/array.cpp api/capture.cpp api/copy3d.cpp api/graph.cpp
      api/graph_nodes.cpp api/pool.cpp api/query.cpp api/texture.cpp)
  endif()
  add_library(${target} SHARED api/attribute.cpp api/copy.cpp api/device.cpp
    api/error.cpp api/event.cpp api/function.cpp api/launch.cpp api/memory.cpp
    api/refused.cpp api/registration.cpp api/stream.cpp ${more}
    "${made}/refusals.cpp")
  target_include_directories(${target} SYSTEM PRIVATE "${include}")
  target_link_libraries(${target} PRIVATE cudart_core lockstep_flags)
  target_link_options(${target} PRIVATE
    -Wl,-soname,${soname} -Wl,--no-undefined -Wl,@${made}/aliases.ld
    -Wl,--version-script,${made}/exports.map)
  set_target_properties(${target} PROPERTIES PREFIX "" SUFFIX ""
    OUTPUT_NAME "${soname}" NO_SONAME ON CXX_VISIBILITY_PRESET default
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/cudart"
    LINK_DEPENDS "${made}/exports.map;${made}/aliases.ld")
  message(STATUS "lockstep run: ${soname} from ${include}")
endfunction()

function(lockstep_add_runtimes)
  set(LOCKSTEP_CUDA_INCLUDES "" CACHE STRING
    "Include folders of CUDA toolkits, besides those found")
  file(GLOB found /usr/local/cuda/include /usr/local/cuda-*/include
    /usr/lib/cuda/include /usr/include/cuda_runtime_api.h)
  list(TRANSFORM found REPLACE "/cuda_runtime_api.h$" "")
  find_program(LOCKSTEP_NVCC nvcc HINTS /usr/local/cuda/bin)
  if(LOCKSTEP_NVCC)
    file(REAL_PATH "${LOCKSTEP_NVCC}" nvcc)
    get_filename_component(root "${nvcc}" DIRECTORY)
    get_filename_component(root "${root}" DIRECTORY)
    list(APPEND found "${root}/include")
  endif()
  foreach(include ${LOCKSTEP_CUDA_INCLUDES} ${found})
    set(header "${include}/cuda_runtime_api.h")
    if(EXISTS "${header}")
      file(STRINGS "${header}" line REGEX "#define CUDART_VERSION +[0-9]+")
      string(REGEX MATCH "[0-9]+$" version "${line}")
      math(EXPR major "${version} / 1000")
      if(version GREATER_EQUAL 11000 AND NOT TARGET cudart_${major})
        lockstep_add_runtime("${include}" "${major}")
        set_property(GLOBAL APPEND PROPERTY LOCKSTEP_RUNTIMES cudart_${major})
      endif()
    endif()
  endforeach()
  # For programs built by `lockstep build`, which needs no toolkit.
  lockstep_add_runtime(
    "${PROJECT_SOURCE_DIR}/common/compile/clang_device/runtime" lockstep)
  set_property(GLOBAL APPEND PROPERTY LOCKSTEP_RUNTIMES cudart_lockstep)
endfunction()
