# assay_library(<folder> [PRECOMPILE] [COLD] [DEPS <folders>...] [LINK <external targets>...])
#
# The only line in src/<folder>/CMakeLists.txt. Makes the static library assay_<folder> of all .cc files below it (main.cc
# aside). DEPS is the truth about who may include whom: scripts/check-layers.py enforces it and docs/contributing/architecture.md is drawn
# from it. A folder that holds only headers so far becomes an interface library. PRECOMPILE: most of its files speak JSON; compiled
# one by one, half of the time that each takes would go into reading that header. COLD: it waits for other processes, or runs once; a third of
# the time that it takes to compile would go into making it faster than anybody needs.
function(assay_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PRECOMPILE;COLD" "" "DEPS;LINK")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "assay_library(${folder}): unexpected ${arg_UNPARSED_ARGUMENTS}")
  endif()
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME here)
  if(NOT here STREQUAL folder)
    message(FATAL_ERROR "assay_library(${folder}) stands in src/${here}")
  endif()

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  list(FILTER sources EXCLUDE REGEX "/${folder}/main\\.cc$")
  set(target assay_${folder})
  if(sources)
    if(folder STREQUAL "ops")
      # Inner loops over whole matrices, the one place where more optimisation is felt.
      set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/linear/contraction.cc PROPERTIES COMPILE_OPTIONS -O2)
    endif()
    assay_batch(batches ${target} ${CMAKE_SOURCE_DIR}/src ${sources})
    add_library(${target} STATIC ${batches})
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${CMAKE_SOURCE_DIR}/src)
  list(TRANSFORM arg_DEPS PREPEND assay_ OUTPUT_VARIABLE dep_targets)
  target_link_libraries(${target} ${scope} ${dep_targets} ${arg_LINK})
  set_property(GLOBAL APPEND PROPERTY ASSAY_FOLDERS ${folder})
  set_property(GLOBAL PROPERTY ASSAY_DEPS_${folder} ${arg_DEPS})

  if(arg_PRECOMPILE AND sources)
    assay_precompile(${target} <nlohmann/json.hpp>)
  endif()
  if(arg_COLD AND CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -Og)
  endif()
  if(folder STREQUAL "ops" AND sources AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/op.h)
    assay_precompile(${target} <ops/op.h>)
    # The image decoders know nothing of operators; names of theirs must not clash with those in op.h.
    set(plain ${sources})
    list(FILTER plain INCLUDE REGEX "/codecs/")
    set_source_files_properties(${plain} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# assay_batch(<variable> <name> <root> <sources>...): sets the variable to what the compiler is given for these sources. Most of the time
# that a small file takes goes into the headers that it includes, so that is many files at a time (a "unity build": names in anonymous
# namespaces are shared by a batch). Those who edit keep one object per file with ASSAY_ONE_BY_ONE, or give the files under work objects of
# their own with ASSAY_APART; so do sources that want other options than their folder.
#
# Batches name their files relative to `root`, an include folder, and so are equal in every clone: ccache serves them all.
set(ASSAY_BATCH 40 CACHE STRING "most source files in one batch")
set(ASSAY_APART "" CACHE STRING "source files with an object of their own, relative to the project's folder, separated by ;")
function(assay_batch variable name root)
  set(together)
  set(out)
  foreach(source ${ARGN})
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE path)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(ASSAY_ONE_BY_ONE OR options OR path IN_LIST ASSAY_APART)
      list(APPEND out ${source})
    else()
      list(APPEND together ${source})
    endif()
  endforeach()
  # Equal batches end together.
  list(LENGTH together count)
  math(EXPR batches "(${count} + ${ASSAY_BATCH} - 1) / ${ASSAY_BATCH}")
  set(begin 0)
  while(begin LESS count)
    math(EXPR size "(${count} - ${begin} + ${batches} - 1) / ${batches}")
    list(SUBLIST together ${begin} ${size} members)
    set(text "// Written by cmake/assay.cmake.\n")
    foreach(source ${members})
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${root} OUTPUT_VARIABLE path)
      string(APPEND text "#include \"${path}\"\n")
    endforeach()
    set(file ${CMAKE_BINARY_DIR}/batches/${name}_${batches}.cc)
    file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
    list(APPEND out ${file})
    math(EXPR begin "${begin} + ${size}")
    math(EXPR batches "${batches} - 1")
  endwhile()
  set(${variable} ${out} PARENT_SCOPE)
endfunction()

# One by one, hundreds of small files include the same headers: parsing those once saves most of the build. Headers are given as
# <folder/file.h>, never as absolute paths, so that the precompiled header is equal in every clone and ccache can share it.
function(assay_precompile target)
  if(NOT ASSAY_ONE_BY_ONE)
    return()  # a batch reads its headers once anyway
  endif()
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map> <memory>
    <numeric> <optional> <span> <string> <string_view> <utility> <vector> ${ARGN})
endfunction()

# Without this, a misspelt dependency would surface as a linker error about -lassay_xyz.
function(assay_check_deps)
  get_property(folders GLOBAL PROPERTY ASSAY_FOLDERS)
  foreach(folder ${folders})
    get_property(deps GLOBAL PROPERTY ASSAY_DEPS_${folder})
    foreach(dep ${deps})
      if(NOT TARGET assay_${dep})
        message(FATAL_ERROR "src/${folder}/CMakeLists.txt depends on src/${dep}, which does not exist")
      endif()
    endforeach()
  endforeach()
endfunction()
