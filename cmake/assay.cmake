# assay_library(<folder> [PRECOMPILE] [COLD] [DEPS <folders>...] [LINK <external targets>...])
#
# The only line in src/<folder>/CMakeLists.txt. Makes the static library assay_<folder> of all .cc files below it (main.cc
# aside). DEPS is the truth about who may include whom: scripts/check-layers.py enforces it and docs/architecture.md is drawn
# from it. A folder that holds only headers so far becomes an interface library. PRECOMPILE: most of its files speak JSON; half of
# the time that each takes would go into reading that header. COLD: it waits for other processes, or runs once; a third of the time
# that it takes to compile would go into making it faster than anybody needs.
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
    add_library(${target} STATIC ${sources})
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
    target_compile_options(${target} PRIVATE -O1)
  endif()
  if(folder STREQUAL "ops" AND sources AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/op.h)
    assay_precompile(${target} <ops/op.h>)
    # The image decoders know nothing of operators; names of theirs must not clash with those in op.h.
    set(plain ${sources})
    list(FILTER plain INCLUDE REGEX "/codecs/")
    set_source_files_properties(${plain} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# Hundreds of small files that include the same headers: parsing those once saves most of the build. Headers are given as
# <folder/file.h>, never as absolute paths, so that the precompiled header is equal in every clone and ccache can share it.
function(assay_precompile target)
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
