# SPDX-License-Identifier: MIT
# find_package(cpu_device), before enable_language(CUDA), makes cucc the compiler of CUDA, unless CMAKE_CUDA_COMPILER is set
# already; and for find_package(CUDAToolkit) without that language, the toolkit that of the CUDA device on the CPU. Sets
#
#   cpu_device_CUCC      the compiler
#   cpu_device_TOOLKIT   the folder that looks like a toolkit
get_filename_component(cpu_device_CUCC ${CMAKE_CURRENT_LIST_DIR}/../../../bin/cucc ABSOLUTE)
execute_process(COMMAND ${cpu_device_CUCC} --toolkit
  OUTPUT_VARIABLE cpu_device_TOOLKIT OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE cpu_device_failed)
if(cpu_device_failed)
  set(cpu_device_FOUND FALSE)
  set(cpu_device_NOT_FOUND_MESSAGE "${cpu_device_CUCC} cannot build the CUDA device on the CPU")
  return()
endif()
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  set(CMAKE_CUDA_COMPILER ${cpu_device_CUCC})
  if(NOT CUDAToolkit_ROOT)
    set(CUDAToolkit_ROOT ${cpu_device_TOOLKIT})
  endif()
endif()
