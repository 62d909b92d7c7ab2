# Compiler, linker and cache settings. They apply to every target of this project.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# -O2 takes 40 % longer to compile, and a campaign is not 2 % faster with it: what is worth it asks for it (src/ops), and what waits for
# other processes makes do with less (COLD in cmake/assay.cmake).
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

option(ASSAY_WERROR "warnings are errors" OFF)
option(ASSAY_SANITIZE "address and undefined behaviour sanitizers" OFF)
option(ASSAY_PACKAGE "the program and workers only, to be carried to other machines (scripts/package)" OFF)
option(ASSAY_ONE_BY_ONE "one object per source file, for those who edit; otherwise the compiler is given many at a time" OFF)

# The default needs AVX2 (any x86 processor since about 2015); older ones get the baseline.
set(default_march "")
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  file(STRINGS /proc/cpuinfo cpu_flags REGEX "^flags" LIMIT_COUNT 1)
  if(cpu_flags MATCHES " avx2 " AND cpu_flags MATCHES " fma " AND cpu_flags MATCHES " bmi2 ")
    set(default_march "x86-64-v3")
  endif()
endif()
set(ASSAY_MARCH "${default_march}" CACHE STRING "value of -march; empty for the compiler's default")

add_compile_options(
  # The reference's error bounds are proved for the operations as written: no fused multiply-add that the source does not
  # ask for, no reordering.
  -ffp-contract=off -fno-fast-math
  -Wall -Wextra -Wno-missing-field-initializers
  # Equal output in every clone: better cache hits, and no folder names of the build machine in messages.
  -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
if(ASSAY_ONE_BY_ONE)
  add_compile_options(-Wshadow)
else()
  # Names of one file are global to the next one of its batch, and no file is the main one.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wshadow=local> $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
if(ASSAY_MARCH)
  add_compile_options(-march=${ASSAY_MARCH})
endif()
if(ASSAY_WERROR)
  add_compile_options(-Werror)
endif()
if(ASSAY_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -O0 -g1)
  # Instrumented code confuses these warnings of GCC, as its manual says.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
      -Wno-null-dereference -Wno-restrict)
  endif()
  add_link_options(-fsanitize=address,undefined)
  # With clang the same objects serve the fuzzers: the libraries get coverage counters, and only the executables in fuzz/ libFuzzer's main.
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    add_compile_options(-fsanitize=fuzzer-no-link)
    # Checked products of 128-bit integers are functions of clang's own library.
    add_link_options(--rtlib=compiler-rt --unwindlib=libgcc)
  endif()
endif()

find_program(ASSAY_MOLD mold)
if(ASSAY_MOLD)
  add_link_options(-fuse-ld=mold)
  if(CMAKE_CROSSCOMPILING)
    # A compiler for another machine looks for a linker beside itself, or for one with that machine's name.
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/linker)
    file(CREATE_LINK ${ASSAY_MOLD} ${CMAKE_BINARY_DIR}/linker/ld.mold SYMBOLIC)
    add_link_options(-B${CMAKE_BINARY_DIR}/linker)
  endif()
endif()

find_program(ASSAY_CCACHE ccache)
if(ASSAY_CCACHE)
  # base_dir and nohashdir make paths relative, so that all clones and worktrees share one cache. Sloppiness: without it
  # ccache never caches a file that uses a precompiled header. Depend mode: what is not cached yet is not preprocessed twice.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${ASSAY_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  endif()
endif()
