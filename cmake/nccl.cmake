# SPDX-License-Identifier: MIT
# NCCL for the programs that run on GPUs: from the CUDA toolkit, the system, NCCL_HOME, or Python's nvidia packages, which have
# only libnccl.so.2, no libnccl.so. Sets NCCL_LIBRARY and NCCL_INCLUDE, or neither if there is no NCCL.

set(places $ENV{NCCL_HOME})
if(CMAKE_CUDA_COMPILER)
  cmake_path(GET CMAKE_CUDA_COMPILER PARENT_PATH toolkit)
  list(APPEND places ${toolkit}/..)
endif()
foreach(python python3 python)
  execute_process(COMMAND ${python} -c "import nvidia.nccl; print(*nvidia.nccl.__path__, sep=';')"
    OUTPUT_VARIABLE found ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  list(APPEND places ${found})
endforeach()
find_path(NCCL_INCLUDE nccl.h HINTS ${places} PATH_SUFFIXES include)
find_library(NCCL_LIBRARY NAMES nccl libnccl.so.2 HINTS ${places} PATH_SUFFIXES lib lib64)
mark_as_advanced(NCCL_INCLUDE NCCL_LIBRARY)
