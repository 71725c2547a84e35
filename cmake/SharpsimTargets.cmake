# Warnings, sanitizers and the two kinds of target that this project has: a model library and a test program.

add_library(sharpsim_flags INTERFACE)
target_compile_options(sharpsim_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
if(SHARPSIM_SANITIZE)
  target_compile_options(sharpsim_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined
    -fno-omit-frame-pointer)
  # The instrumentation makes g++ 12 doubt values that are set, in std::regex among others.
  target_compile_options(sharpsim_flags INTERFACE -Wno-maybe-uninitialized)
  target_link_options(sharpsim_flags INTERFACE -fsanitize=address,undefined)
endif()

# The libraries that a packet hop runs through carry code for the link-time optimiser beside their ordinary code; the
# programs whose speed counts are linked with it, tests are not. Worth 10 to 20 % of the hops per second.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT SHARPSIM_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(SHARPSIM_LTO ON)
else()
  set(SHARPSIM_LTO OFF)
endif()
function(sharpsim_optimise_at_link_time program)
  if(SHARPSIM_LTO)
    target_link_options(${program} PRIVATE -O3 -flto=2 -Wno-lto-type-mismatch)
  endif()
endfunction()

# sharpsim_library(NAME SOURCES a.cpp ... LINKS lib ... [PRIVATE_LINKS lib ...] [HOT])
# HOT: on the way of a packet hop. Headers are included as "folder/header.h" from models/. Third-party headers come in as system headers.
function(sharpsim_library name)
  cmake_parse_arguments(ARG "HOT" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  if(ARG_HOT AND SHARPSIM_LTO)
    target_compile_options(${name} PRIVATE -flto -ffat-lto-objects)
  endif()
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/models)
  target_link_libraries(${name} PUBLIC ${ARG_LINKS} PRIVATE sharpsim_flags ${ARG_PRIVATE_LINKS})
endfunction()

# What test.sh runs under the sanitizers: tests of parts. The programs of the other tests need not be built for it.
add_custom_target(part_tests)

# sharpsim_test(NAME SOURCES a.cpp ... LINKS lib ... [KERNEL] [LABELS l ...] [TIMEOUT s])
# Each TEST becomes a CTest process of its own. KERNEL: the program links SystemC, whose library owns main().
function(sharpsim_test name)
  cmake_parse_arguments(ARG "KERNEL" "TIMEOUT" "SOURCES;LINKS;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 60)
  endif()
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  if(ARG_LABELS MATCHES "unit|integration")
    add_dependencies(part_tests ${name})
  endif()
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE sharpsim_flags ${ARG_LINKS} GTest::gtest)
  if(SHARPSIM_LTO)
    target_link_options(${name} PRIVATE -fno-lto)
  endif()
  if(ARG_KERNEL)
    target_sources(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests/kernel_main.cpp)
    target_link_libraries(${name} PRIVATE PkgConfig::SYSTEMC)
  else()
    target_link_libraries(${name} PRIVATE GTest::gtest_main)
  endif()
  target_compile_definitions(${name} PRIVATE
    SHARPSIM_SOURCE_DIR="${CMAKE_SOURCE_DIR}" SHARPSIM_SHARED_DIR="${SHARPSIM_SHARED_DIR}")
  # A list as the value of a property does not survive: one variable a property.
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST
    PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}"
    ENVIRONMENT "SHARPSIM_BIN=$<TARGET_FILE_DIR:${name}>"
    ENVIRONMENT_MODIFICATION "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=set:1")
endfunction()
