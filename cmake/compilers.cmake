# SPDX-License-Identifier: MIT
# Flags for all code, the CUDA toolkit if there is one, and, here alone, the choice of GPU architectures.

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  message(FATAL_ERROR "CXX is ${CMAKE_CXX_COMPILER_ID}, and the CUDA device on the CPU needs GCC: rm -r "
    "${CMAKE_BINARY_DIR}, then set CXX=g++")
endif()

set(CMAKE_C_STANDARD 11)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CUDA_STANDARD 17)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
foreach(language C CXX CUDA)
  set(CMAKE_${language}_FLAGS_RELEASE -O2) # without NDEBUG: an assert in a kernel is there to be seen
endforeach()
add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:-Wall;-Wextra>")

include(CheckLanguage)
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  find_program(NVCC nvcc PATHS /usr/local/cuda/bin) # the usual place, which is not always on the PATH
  mark_as_advanced(NVCC)
  if(NVCC)
    set(CMAKE_CUDA_COMPILER ${NVCC})
  endif()
endif()

# Whether a GPU runs programs: tools/probe.cu decides, here and whenever a program is to be run. GPU_CAPABILITIES are those of
# this machine's GPUs (90 for 9.0), once each.
set(PROBE ${CMAKE_BINARY_DIR}/gpu/probe)
set(GPU_CAPABILITIES "")
set(nvcc ${CMAKE_CUDA_COMPILER})
if(NOT nvcc)
  set(nvcc $ENV{CUDACXX})
endif()
if(nvcc)
  set(probe_source ${CMAKE_SOURCE_DIR}/tools/probe.cu)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${probe_source})
  if(${probe_source} IS_NEWER_THAN ${PROBE})
    set(host_compiler "")
    if(DEFINED ENV{CUDAHOSTCXX})
      set(host_compiler -ccbin $ENV{CUDAHOSTCXX})
    endif()
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/gpu)
    # For the GPU that is here: a driver older than nvcc refuses its PTX. Where nvcc does not know the GPU, as PTX.
    foreach(architecture -arch=native "")
      execute_process(COMMAND ${nvcc} ${host_compiler} ${architecture} -o ${PROBE} ${probe_source} RESULT_VARIABLE failed
        OUTPUT_QUIET ERROR_QUIET)
      if(failed EQUAL 0)
        break()
      endif()
    endforeach()
  endif()
  execute_process(COMMAND ${PROBE} TIMEOUT 60 RESULT_VARIABLE no_gpu OUTPUT_VARIABLE found ERROR_QUIET)
  if(no_gpu STREQUAL 0)
    string(REGEX MATCHALL "[0-9]+" GPU_CAPABILITIES "${found}")
    list(REMOVE_DUPLICATES GPU_CAPABILITIES)
  endif()
endif()

# What the user sets (CMAKE_CUDA_ARCHITECTURES, or CUDAARCHS in the environment); else the GPUs of this machine, where
# the compiler knows them; else PTX, which a driver that is not older than the toolkit compiles for its GPU.
if(CMAKE_CUDA_COMPILER AND NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
  set(CMAKE_CUDA_ARCHITECTURES 75-virtual)
  set(architectures_because "the default")
  if(GPU_CAPABILITIES)
    execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --list-gpu-arch OUTPUT_VARIABLE known ERROR_QUIET)
    set(native "")
    foreach(architecture IN LISTS GPU_CAPABILITIES)
      if(known MATCHES "compute_${architecture}(\n|$)")
        list(APPEND native ${architecture}-real)
      endif()
    endforeach()
    if(native)
      set(CMAKE_CUDA_ARCHITECTURES ${native})
      set(architectures_because "this machine's GPU")
    endif()
  endif()
endif()

if(CMAKE_CUDA_COMPILER OR DEFINED ENV{CUDACXX})
  check_language(CUDA) # compiles something: a toolkit that does not work counts as none
endif()
if(CMAKE_CUDA_COMPILER)
  enable_language(CUDA)
  if(NOT architectures_because)
    set(architectures_because "as set")
  endif()
  message(STATUS "GPU programs: CUDA ${CMAKE_CUDA_COMPILER_VERSION}, for ${CMAKE_CUDA_ARCHITECTURES} "
    "(${architectures_because})")
else()
  message(STATUS "GPU programs: none, for there is no working CUDA toolkit here; build/cpu has those that run without one")
endif()

# What programs that draw are linked with. Their headers look for the same headers, and do without what is missing.
set(PICTURE_LIBRARIES "")
set(picture_format ppm)
find_path(FREEGLUT_INCLUDE GL/freeglut.h)
find_path(PNG_INCLUDE png.h)
mark_as_advanced(FREEGLUT_INCLUDE PNG_INCLUDE)
if(FREEGLUT_INCLUDE)
  list(APPEND PICTURE_LIBRARIES -lglut -lGL)
endif()
if(PNG_INCLUDE)
  list(APPEND PICTURE_LIBRARIES -lpng)
  set(picture_format png)
endif()
if(NOT FREEGLUT_INCLUDE OR NOT PNG_INCLUDE)
  message(STATUS "Pictures: freeglut ${FREEGLUT_INCLUDE}, libpng ${PNG_INCLUDE}: without the one that is not found, "
    "there are no windows, or no PNG files but PPM")
endif()
