# SPDX-License-Identifier: MIT
# Makes two programs of a .cu file, build/gpu/NAME and build/cpu/NAME, and their tests. It knows nothing of the folders around
# cpu_device, so that the device can be built and tested alone.

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH CPU_DEVICE) # its folder
set(CUCC ${CPU_DEVICE}/cucc)
set(CUCC_BUILD ${CMAKE_BINARY_DIR}/cucc)
# What it is called with; where CXX was "ccache g++", CMake has made two variables of it.
set(CUCC_ENVIRONMENT env "CXX=${CMAKE_CXX_COMPILER}${CMAKE_CXX_COMPILER_ARG1}" CUCC_BUILD=${CUCC_BUILD})

# read_program(SOURCE): reads, once, what a program says of its needs. It becomes properties of that source, which the functions
# below read.
function(read_program source)
  get_property(is_read GLOBAL PROPERTY OPTIONS_OF_${source} SET)
  if(is_read)
    return()
  endif()
  file(STRINGS ${source} lines REGEX "^(#include |// Compiled with: |//     nvcc -arch=sm_|// Needs [0-9]+ devices)")

  set(asks ${lines})
  list(FILTER asks INCLUDE REGEX "^// (Compiled|    nvcc)")
  string(REGEX REPLACE "// Compiled with: |//     nvcc | -o .*" "" options "${asks}")
  separate_arguments(options)
  set_property(GLOBAL PROPERTY OPTIONS_OF_${source} "${options}")

  set(libraries "")
  if(lines MATCHES "#include <cublas_v2.h>")
    list(APPEND libraries -lcublas)
  endif()
  if(lines MATCHES "#include <cublasLt.h>")
    list(APPEND libraries -lcublasLt -lcublas)
  endif()
  if(lines MATCHES "#include <curand.h>")
    list(APPEND libraries -lcurand)
  endif()
  if(lines MATCHES "#include <cusolverDn.h>")
    list(APPEND libraries -lcusolver)
  endif()
  if(lines MATCHES "#include <cusparse.h>")
    list(APPEND libraries -lcusparse)
  endif()
  if(lines MATCHES "#include (<nccl.h>|\"../common/several_gpus.h\")")
    list(APPEND libraries -lnccl)
  endif()
  if(lines MATCHES "#include (<nvrtc.h>|\"../compiled_module.h\")")
    list(APPEND libraries -lnvrtc)
  endif()
  set_property(GLOBAL PROPERTY LIBRARIES_OF_${source} "${libraries}")

  if(lines MATCHES "#include <cuda.h>")
    set_property(GLOBAL PROPERTY CALLS_DRIVER_${source} YES)
  endif()
  if(lines MATCHES "// Needs ([0-9]+) devices")
    set_property(GLOBAL PROPERTY DEVICES_OF_${source} ${CMAKE_MATCH_1})
  endif()
endfunction()

# options_of(RESULT SOURCE): the options that a comment of the program asks for: -rdc=true for kernels that launch kernels, or
# -arch=sm_80 and the like for what only newer GPUs have. In a lesson, its line for nvcc asks for the latter.
function(options_of result source)
  read_program(${source})
  get_property(options GLOBAL PROPERTY OPTIONS_OF_${source})
  set(${result} ${options} PARENT_SCOPE)
endfunction()

# cuda_libraries(SOURCE RESULT): the CUDA libraries whose headers the program includes; the same for both devices.
function(cuda_libraries source result)
  read_program(${source})
  get_property(libraries GLOBAL PROPERTY LIBRARIES_OF_${source})
  set(${result} ${libraries} PARENT_SCOPE)
endfunction()

# device_libraries(RESULT LIBRARY...): the files of those CUDA libraries that the device puts into a program.
function(device_libraries result)
  set(files "")
  foreach(library IN LISTS ARGN)
    string(REPLACE "-l" "" name ${library})
    list(APPEND files ${CUCC_BUILD}/lib${name}.a)
  endforeach()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# The programs that contain the device, as cucc makes them by default: those that test how the two live in one process, and
# one of each other kind.
set(STATIC_PROGRAMS "^(dot|(host|isolation)/.*|conformance/atomics_integer|planted/race_tiled_loop|sound/bitonic_sort|readers/transpose)$")

# Those of which no test switches the checks off: their kernels are compiled once. The exceptions are in cpu_device/tests/settings.
set(CHECKED_PROGRAMS "^(advice|as_measured|conformance|litmus|not_found|planted|random|sound)/")
set(UNCHECKED_PROGRAMS "^planted/(race_bitmap|memory_leak|phase_old_token)(_fixed)?$")

# Programs that are wrong on purpose, of which the compiler does not warn.
set(WRONG_PROGRAMS "^(planted|not_found)/|^(dot_divergent|bench/patience)$")

# add_cpu_program(OUTPUT SOURCE [OPTION...]): compiles build/cpu/... for the CPU device. The program uses the shared device,
# libcudart.so, so an edit of the device's sources recompiles no program. The file compiles_with stands for all that it is
# compiled with: headers, rewriter, plugin. After an edit of the sources, only static programs are linked again.
function(add_cpu_program output source)
  cmake_path(RELATIVE_PATH output BASE_DIRECTORY ${CMAKE_BINARY_DIR}/cpu OUTPUT_VARIABLE name)
  string(REGEX MATCH "${STATIC_PROGRAMS}" static "${name}")
  cmake_path(GET output PARENT_PATH folder)
  cuda_libraries(${source} libraries)
  device_libraries(library_files ${libraries})
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
  options_of(own ${CMAKE_SOURCE_DIR}/${source})
  set(checked "")
  if(NOT static AND name MATCHES "${CHECKED_PROGRAMS}" AND NOT name MATCHES "${UNCHECKED_PROGRAMS}")
    set(checked -checked)
  endif()
  set(werror "")
  if(CMAKE_COMPILE_WARNING_AS_ERROR)
    set(werror -Werror)
  endif()
  if(name MATCHES "${WRONG_PROGRAMS}")
    list(APPEND werror -Wno-divergent-barrier)
  endif()
  file(MAKE_DIRECTORY ${folder})
  set(made ${output})
  set(how -cudart shared ${libraries})
  if(static)
    set(made ${output}.o)
    set(how -c)
    set(linked_with ${CUCC_BUILD}/libcpu_device.a ${library_files})
    set(library_files "")
  endif()
  # In the source folder, so that messages name the file as a reader does: chapter05/dot.cu. CMake takes the names in a list
  # of dependencies as relative to another folder, so they are made absolute.
  string(REPLACE " " "\\\\ " here ${CMAKE_SOURCE_DIR})
  add_custom_command(OUTPUT ${made}
    COMMAND ${CUCC_ENVIRONMENT} ${CUCC} -Wall -Wextra ${werror} ${checked} -MD -MF ${output}.d -MQ ${made}
            ${source} ${own} ${ARGN} ${how} -o ${made}
    COMMAND sed -i "s#\\(^ *\\|[^\\] \\)\\([^ /\\]\\)#\\1${here}/\\2#g" ${output}.d
    DEPENDS ${CMAKE_SOURCE_DIR}/${source} ${CUCC_BUILD}/compiles_with ${library_files} cpu_device
    DEPFILE ${output}.d
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMENT "cucc ${source}"
    VERBATIM)
  if(static)
    set(options ${own} ${ARGN})
    list(FILTER options EXCLUDE REGEX "^-[DWw]")
    add_custom_command(OUTPUT ${output}
      COMMAND ${CUCC_ENVIRONMENT} ${CUCC} ${made} ${options} ${libraries} -o ${output}
      DEPENDS ${made} ${linked_with}
      COMMENT "cucc ${source}, linked with the device"
      VERBATIM)
  endif()
  set_property(DIRECTORY APPEND PROPERTY CPU_PROGRAMS ${output})
endfunction()

# add_group(NAME): the target NAME builds what add_cpu_program has made in this folder. Call it last.
function(add_group name)
  get_property(programs DIRECTORY PROPERTY CPU_PROGRAMS)
  add_custom_target(${name} ALL DEPENDS ${programs})
endfunction()

# add_quick(FAMILIES|ALL): `./run test quick` builds and tests the first program of this folder and then every
# eighth; with FAMILIES, of each family of names (all that begin with cub_, say), so that it touches every check and every
# part of the API.
function(add_quick families)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
  get_property(tests DIRECTORY PROPERTY TESTS)
  file(GLOB sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cu)
  set(family "")
  set(wanted "")
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    if(families STREQUAL FAMILIES)
      string(REGEX REPLACE "_.*" "" family ${name})
    endif()
    math(EXPR number "${number_${family}} + 0")
    math(EXPR number_${family} "(${number} + 1) % 8")
    set(test cpu/${folder}/${name})
    if(number EQUAL 0)
      if(${test} IN_LIST tests) # else it is left out, since Thrust or a BLAS is not installed
        set_property(TEST ${test} APPEND PROPERTY LABELS quick)
        list(APPEND wanted ${CMAKE_BINARY_DIR}/${test})
      endif()
    endif()
  endforeach()
  add_custom_target(quick_${folder} DEPENDS ${wanted})
  add_dependencies(quick quick_${folder})
endfunction()
add_custom_target(quick)

# label_libraries(): gives this folder's tests of cpu_device/libraries the label `libraries`. Call it last.
function(label_libraries)
  get_property(tests DIRECTORY PROPERTY TESTS)
  list(FILTER tests INCLUDE REGEX "/(cub|cublas|curand|cusolver|cusparse|driver|gl|graph|graphs|ipc|libcu|module|modules|nccl|nvrtc|thrust)_[^/]*$")
  if(tests)
    set_property(TEST ${tests} APPEND PROPERTY LABELS libraries)
  endif()
endfunction()

# add_gpu_group(NAME): the target NAME builds this folder's programs for a GPU.
function(add_gpu_group name)
  get_property(programs DIRECTORY PROPERTY GPU_PROGRAMS)
  add_custom_target(${name} DEPENDS ${programs})
endfunction()
add_custom_target(slow)

# only_with_gpu(TARGET): where there is no GPU, only `./run test all` builds it.
function(only_with_gpu target)
  if(NOT GPU_CAPABILITIES)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_dependencies(slow ${target})
  endif()
endfunction()

# link_own(TARGET SOURCE): links it with nvcc, which needs the device runtime for launches in kernels.
function(link_own target source)
  options_of(own ${source})
  foreach(option IN LISTS own)
    if(option STREQUAL "-rdc=true")
      set_target_properties(${target} PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
      target_link_libraries(${target} PRIVATE cudadevrt)
    elseif(option MATCHES "^-arch=sm_([0-9]+)$")
      set(architecture ${CMAKE_MATCH_1}-virtual)
      if(CMAKE_CUDA_ARCHITECTURES MATCHES "-virtual") # there is no GPU here
        set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES ${architecture})
      endif()
    else()
      target_compile_options(${target} PRIVATE ${option})
    endif()
  endforeach()
endfunction()

# needs_newer_gpu(RESULT PROGRAM SOURCE): whether it asks for more than the GPUs have for which programs are built. Its tests
# learn what it asks for: 90 stands for compute capability 9.0, and 1000 for more than what it was built for.
function(needs_newer_gpu result program source)
  set(newer NO)
  options_of(own ${source})
  if(own MATCHES "-arch=sm_([0-9]+)")
    set(needed ${CMAKE_MATCH_1})
    foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
      if(architecture MATCHES "^([0-9]+)(-real)?$" AND CMAKE_MATCH_1 LESS needed)
        set(newer YES)
      endif()
    endforeach()
    if(newer)
      set(needed 1000)
      set_property(GLOBAL APPEND PROPERTY GPU_LEFT_OUT ${program})
    endif()
    set_property(GLOBAL PROPERTY GPU_NEEDED_${program} ${needed})
  endif()
  set(${result} ${newer} PARENT_SCOPE)
endfunction()

# link_driver(TARGET SOURCE): links a program that calls the driver API, cuBLAS, cuRAND or NVRTC with that library.
function(link_driver target source)
  cuda_libraries(${source} libraries)
  list(REMOVE_ITEM libraries -lnccl) # it may lie anywhere, see nccl.cmake
  target_link_libraries(${target} PRIVATE ${libraries})
  get_property(calls_driver GLOBAL PROPERTY CALLS_DRIVER_${source})
  if(calls_driver)
    target_link_libraries(${target} PRIVATE -lcuda)
  endif()
endfunction()

# leave_out_missing(SOURCES): removes from the list the programs that need Thrust and libcu++ (their names begin with thrust_ or
# libcu_) or a BLAS (cublas_), if these are not installed; and where libcu++ is older than 3.0, as in Debian 12 and 13, those that use
# its barriers, or say `// Needs libcu++ 3.`; and those that say `// Needs g++'s plugins.`, if their headers are missing, by
# which cucc sees what calls store. One skipped test of each kind says how many there are.
execute_process(COMMAND ${CUCC_ENVIRONMENT} ${CUCC} --thrust RESULT_VARIABLE no_thrust OUTPUT_VARIABLE thrust ERROR_QUIET
  OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${CUCC_ENVIRONMENT} ${CUCC} --blas RESULT_VARIABLE no_blas OUTPUT_QUIET ERROR_QUIET)
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=plugin OUTPUT_VARIABLE plugins OUTPUT_STRIP_TRAILING_WHITESPACE)
set(old_libcu NO)
if(no_thrust)
  set(old_libcu YES)
elseif(NOT EXISTS ${thrust}/cuda/__barrier/barrier_block_scope.h) # which the device replaces, as it does that of atomics
  set(old_libcu YES)
endif()
function(skip_tests name)
  add_test(NAME "${name}" COMMAND sh -c "exit 77")
  set_tests_properties("${name}" PROPERTIES LABELS tools SKIP_RETURN_CODE 77)
endfunction()
function(leave_out list_of_sources what)
  set(rest ${${list_of_sources}})
  list(REMOVE_ITEM rest ${ARGN})
  set(${list_of_sources} ${rest} PARENT_SCOPE)
  list(LENGTH ARGN count)
  if(count EQUAL 0)
    return()
  endif()
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
  skip_tests("cpu/${folder}: ${count} programs skipped, ${what} not installed")
endfunction()
# sources_with(RESULT REGEX SOURCE...): those of the sources that have such a line.
function(sources_with result regex)
  set(found "")
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} lines REGEX "${regex}")
    if(lines)
      list(APPEND found ${source})
    endif()
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()
function(leave_out_missing list_of_sources)
  set(sources ${${list_of_sources}})
  if(no_thrust)
    set(needing ${sources})
    list(FILTER needing INCLUDE REGEX "(^|/)(thrust|libcu)_[^/]*$")
    leave_out(sources "Thrust and libcu++ are" ${needing})
  endif()
  if(no_blas)
    set(needing ${sources})
    list(FILTER needing INCLUDE REGEX "(^|/)cublas_[^/]*$")
    leave_out(sources "a BLAS is" ${needing})
  endif()
  if(old_libcu)
    sources_with(needing "^(// Needs libcu[+][+] 3|#include <cuda/(barrier|pipeline)>)" ${sources})
    leave_out(sources "libcu++ 3 is" ${needing})
  endif()
  if(NOT EXISTS ${plugins}/include/gcc-plugin.h)
    sources_with(needing "^// Needs g[+][+]'s plugins" ${sources})
    leave_out(sources "headers of g++'s plugins are" ${needing})
  endif()
  set(${list_of_sources} ${sources} PARENT_SCOPE)
endfunction()

# add_gpu_program(PROGRAM SOURCE [LIBRARY...]): build/gpu/PROGRAM, the target gpu_PROGRAM, if there is a CUDA toolkit. Without a
# GPU, only the lessons are built for one, to see that nvcc takes them; `./run test all` builds the others, too.
function(add_gpu_program program source)
  needs_newer_gpu(newer ${program} ${source})
  if(CMAKE_CUDA_COMPILER AND NOT newer)
    cmake_path(GET program FILENAME name)
    cmake_path(GET program PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER ${program} id)
    add_executable(gpu_${id} ${source})
    target_link_libraries(gpu_${id} PRIVATE ${ARGN})
    link_driver(gpu_${id} ${source})
    link_own(gpu_${id} ${source})
    set_target_properties(gpu_${id} PROPERTIES
      OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/gpu/${folder})
    set_property(DIRECTORY APPEND PROPERTY GPU_PROGRAMS gpu_${id})
    if(folder)
      only_with_gpu(gpu_${id})
    endif()
  endif()
endfunction()

# add_programs(PROGRAM [OPTION...]): PROGRAM.cu becomes build/cpu/FOLDER/NAME and build/gpu/FOLDER/NAME, where PROGRAM is
# FOLDER/NAME or NAME; the source is NAME.cu in this folder. The options may be libraries.
function(add_programs program)
  cmake_path(GET program FILENAME name)
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/${name}.cu)
  add_cpu_program(${CMAKE_BINARY_DIR}/cpu/${program} ${source} ${ARGN})
  add_gpu_program(${program} ${source} ${ARGN})
endfunction()

# add_gpu_test(LABEL PROGRAM NAME COMMAND...): a test that needs a GPU, of build/gpu/PROGRAM. Without one, CTest does not list
# each of them as skipped, twice: one test per label says how many there are (write_gpu_tests). Another counts those whose
# program needs a newer GPU than this machine's oldest.
function(add_gpu_test label program name)
  list(JOIN ARGN "]==] [==[" command)
  get_property(needed GLOBAL PROPERTY GPU_NEEDED_${program})
  set_property(GLOBAL APPEND PROPERTY GPU_TESTS_${label} ${name})
  set(unless "")
  set(end "")
  if(needed)
    set(unless "  if(oldest LESS ${needed})\n    list(APPEND too_new [==[${name}]==])\n  else()\n")
    set(end "  endif()\n")
  endif()
  set(lock "")
  set(labels ${label})
  if(label STREQUAL gpu) # the sanitizers' tests run side by side
    set(lock "RESOURCE_LOCK gpu")
    if(NOT program MATCHES "/") # a lesson
      set(labels "gpu;quick")
    endif()
  endif()
  set_property(GLOBAL APPEND_STRING PROPERTY GPU_COMMANDS_${label} "${unless}  add_test([==[${name}]==] [==[${command}]==])
  set_tests_properties([==[${name}]==] PROPERTIES LABELS \"${labels}\" SKIP_RETURN_CODE 77 ${lock}
    WORKING_DIRECTORY [==[${CMAKE_CURRENT_BINARY_DIR}]==])\n${end}")
endfunction()

# write_gpu_tests(): at the end, writes the file that CTest reads when it starts, and not earlier, since programs may be
# built on a machine without a GPU. The probe tells whether there is one.
function(write_gpu_tests)
  set(content "set(status 77)\n")
  set(missing "no CUDA toolkit is here")
  if(CMAKE_CUDA_COMPILER)
    string(APPEND content "execute_process(COMMAND [==[${PROBE}]==] TIMEOUT 60 RESULT_VARIABLE status OUTPUT_VARIABLE found "
      "ERROR_QUIET)\n")
    set(missing "no GPU is here")
  endif()
  get_property(left_out GLOBAL PROPERTY GPU_LEFT_OUT)
  if(left_out)
    list(LENGTH left_out count)
    message(STATUS "GPU programs: ${count} left out, they need a newer GPU")
  endif()
  string(APPEND content "string(REGEX MATCHALL \"[0-9]+\" found \"\${found}\")\nset(oldest)\nif(found)\n"
    "  list(SORT found COMPARE NATURAL)\n  list(GET found 0 oldest)\nendif()\n")
  foreach(label gpu sanitizer)
    get_property(tests GLOBAL PROPERTY GPU_TESTS_${label})
    get_property(commands GLOBAL PROPERTY GPU_COMMANDS_${label})
    list(LENGTH tests count)
    string(REPLACE gpu "gpu;quick" skipped_labels ${label})
    set(name "${label}: ${count} tests skipped, ${missing}")
    string(APPEND content "set(too_new)\nif(status STREQUAL 0)\n${commands}else()\n"
      "  add_test([==[${name}]==] sh -c \"exit 77\")\n"
      "  set_tests_properties([==[${name}]==] PROPERTIES LABELS \"${skipped_labels}\" SKIP_RETURN_CODE 77)\nendif()\n"
      "list(LENGTH too_new count)\nif(count)\n"
      "  set(name \"${label}: \${count} tests skipped, they need a newer GPU\")\n"
      "  add_test(\"\${name}\" sh -c \"exit 77\")\n"
      "  set_tests_properties(\"\${name}\" PROPERTIES LABELS ${label} SKIP_RETURN_CODE 77)\nendif()\n")
  endforeach()
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/gpu_tests.cmake CONTENT "${content}")
  set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_BINARY_DIR}/gpu_tests.cmake)
endfunction()

# add_device_test(cpu|gpu PROGRAM COMMAND...): the test cpu/PROGRAM or gpu/PROGRAM. In COMMAND, @PROGRAM@ becomes the
# program itself, below build/cpu or build/gpu, and @DEVICE@ CPU or GPU.
function(add_device_test device name)
  string(TOUPPER ${device} DEVICE)
  set(PROGRAM ${CMAKE_BINARY_DIR}/${device}/${name})
  set(command "")
  foreach(word IN LISTS ARGN)
    string(CONFIGURE "${word}" word @ONLY)
    list(APPEND command "${word}")
  endforeach()
  if(device STREQUAL gpu)
    add_gpu_test(gpu ${name} gpu/${name} ${command})
  else()
    add_test(NAME cpu/${name} COMMAND ${command})
    set_tests_properties(cpu/${name} PROPERTIES LABELS cpu)
  endif()
endfunction()

# add_tool_test(NAME TOOLS COMMAND...): a test on the CPU that needs tools (a list) that may be missing: it has the label
# `tools`, and is skipped without them. A test with the label `cpu` is never skipped.
set(NEEDS sh ${CPU_DEVICE}/tests/needs.sh)
function(add_tool_test name tools)
  add_test(NAME ${name} COMMAND ${CUCC_ENVIRONMENT} ${NEEDS} ${tools} -- ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS tools SKIP_RETURN_CODE 77)
endfunction()

# needs_devices(SOURCE TEST): gives a program with the comment `// Needs 2 devices.` that many CPU devices.
function(needs_devices source test)
  read_program(${source})
  get_property(count GLOBAL PROPERTY DEVICES_OF_${source})
  if(count)
    set_tests_properties(${test} PROPERTIES ENVIRONMENT CPU_DEVICE_COUNT=${count})
  endif()
endfunction()

# add_device_tests(PROGRAM COMMAND...): both.
function(add_device_tests name)
  add_device_test(cpu ${name} ${ARGN})
  add_device_test(gpu ${name} ${ARGN})
endfunction()

# The programs under compute-sanitizer are a separate suite: cmake --workflow --preset sanitize. Only the target
# `sanitizers` builds them, and their tests have the label sanitizer.
add_custom_target(sanitizers)

# add_sanitized_program(TARGET SOURCE PROGRAM [FLAG...]): build/gpu/PROGRAM.
function(add_sanitized_program target source program)
  needs_newer_gpu(newer ${program} ${source})
  if(newer)
    return()
  endif()
  cmake_path(GET program FILENAME name)
  cmake_path(GET program PARENT_PATH folder)
  add_executable(${target} EXCLUDE_FROM_ALL ${source})
  target_compile_options(${target} PRIVATE ${ARGN} -lineinfo)
  link_driver(${target} ${source})
  link_own(${target} ${source})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/gpu/${folder})
  add_dependencies(sanitizers ${target})
endfunction()

# add_sanitizer_test(TOOL PROGRAM SOURCE WORD [ARGUMENT...]): the test sanitizer/TOOL/PROGRAM ARGUMENT... The expected result
# of build/gpu/PROGRAM stands in comments of SOURCE that begin with WORD; without any: exit status 0 and nothing on stderr.
function(add_sanitizer_test tool program source word)
  list(JOIN ARGN " " arguments)
  string(STRIP "sanitizer/${tool}/${program} ${arguments}" test)
  add_gpu_test(sanitizer ${program} ${test}
    $<TARGET_FILE:expect> --source ${source} --device ${word} --
    sh ${CPU_DEVICE}/tests/sanitizers/run.sh ${tool} ${CMAKE_BINARY_DIR}/gpu/${program} ${ARGN})
endfunction()
