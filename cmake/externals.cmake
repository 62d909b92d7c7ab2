# Libraries from outside, as targets. A folder names what it needs after LINK in its CMakeLists.txt:
#
#   onnx::onnx  Eigen3::Eigen  nlohmann_json::nlohmann_json  CLI11::CLI11  tomlplusplus::tomlplusplus  re2::re2
#   ZLIB::ZLIB  libzip::zip  SQLite::SQLite3  CURL::libcurl  LibXml2::LibXml2  Threads::Threads  treesitter::python  seccomp::seccomp
#   httplib::httplib  PostgreSQL::libpq  md4c::md4c
#   codecs::codecs   JPEG, PNG, TIFF, WebP and JPEG 2000; defines ASSAY_WITH_JPEG=1 and so on for those that are present
find_package(Threads REQUIRED)
find_package(Protobuf REQUIRED)
find_package(ZLIB REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(CURL REQUIRED)
find_package(LibXml2 REQUIRED)

# The official ONNX library, built once per machine and shared by all clones; see scripts/build-onnx.
execute_process(COMMAND ${CMAKE_SOURCE_DIR}/scripts/build-onnx OUTPUT_VARIABLE onnx_prefix
  OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "the ONNX library is missing and cannot be built; see the messages above")
endif()
add_library(onnx::onnx STATIC IMPORTED GLOBAL)
set_target_properties(onnx::onnx PROPERTIES
  IMPORTED_LOCATION ${onnx_prefix}/lib/libonnx.a
  INTERFACE_INCLUDE_DIRECTORIES ${onnx_prefix}/include
  INTERFACE_COMPILE_DEFINITIONS "ONNX_ML=1;ONNX_NAMESPACE=onnx"
  INTERFACE_LINK_LIBRARIES protobuf::libprotobuf)
# A change of the pinned version or of its build must reach an existing build folder.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/envs/onnx-source/requirements.txt ${CMAKE_SOURCE_DIR}/cmake/onnx/CMakeLists.txt)

# The tree-sitter runtime with the Python grammar, built once per machine; see scripts/build-tree-sitter.
execute_process(COMMAND ${CMAKE_SOURCE_DIR}/scripts/build-tree-sitter OUTPUT_VARIABLE tree_sitter_prefix
  OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "tree-sitter is missing and cannot be built; see the messages above")
endif()
add_library(treesitter::python STATIC IMPORTED GLOBAL)
set_target_properties(treesitter::python PROPERTIES
  IMPORTED_LOCATION ${tree_sitter_prefix}/lib/libtree-sitter-python.a
  INTERFACE_INCLUDE_DIRECTORIES ${tree_sitter_prefix}/include)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/envs/tree-sitter/requirements.txt ${CMAKE_SOURCE_DIR}/envs/tree-sitter/grammar.txt)

# assay_plain_library(TARGET HEADER LIBRARY [FOLDERS...]): a library that comes without usable CMake files.
function(assay_plain_library target header library)
  string(MAKE_C_IDENTIFIER ${target} id)
  find_path(${id}_INCLUDE ${header} PATH_SUFFIXES ${ARGN})
  find_library(${id}_LIBRARY ${library})
  mark_as_advanced(${id}_INCLUDE ${id}_LIBRARY)
  if(${id}_INCLUDE AND ${id}_LIBRARY)
    add_library(${target} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${${id}_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${${id}_INCLUDE})
  endif()
endfunction()

assay_plain_library(re2::re2 re2/re2.h re2)
assay_plain_library(libzip::zip zip.h zip)
assay_plain_library(seccomp::seccomp seccomp.h seccomp)
assay_plain_library(httplib::httplib httplib.h cpp-httplib)
assay_plain_library(md4c::md4c md4c.h md4c)
# Not find_package(PostgreSQL), which wants the headers of the server, too.
assay_plain_library(PostgreSQL::libpq postgresql/libpq-fe.h pq)
foreach(target re2::re2 libzip::zip seccomp::seccomp httplib::httplib PostgreSQL::libpq md4c::md4c)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${target} is missing; run scripts/setup")
  endif()
endforeach()

# Image formats are optional: an image operator reports a missing one when it meets it.
find_package(JPEG QUIET)
find_package(PNG QUIET)
find_package(TIFF QUIET)
assay_plain_library(codecs::webp webp/decode.h webp)
assay_plain_library(codecs::openjpeg openjpeg.h openjp2 openjpeg-2.5 openjpeg-2.4)
add_library(codecs INTERFACE)
add_library(codecs::codecs ALIAS codecs)
foreach(pair JPEG=JPEG::JPEG PNG=PNG::PNG TIFF=TIFF::TIFF WEBP=codecs::webp OPENJPEG=codecs::openjpeg)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 name)
  list(GET pair 1 target)
  if(TARGET ${target})
    target_link_libraries(codecs INTERFACE ${target})
    target_compile_definitions(codecs INTERFACE ASSAY_WITH_${name}=1)
  else()
    message(STATUS "no ${name}: such images cannot be decoded")
  endif()
endforeach()
