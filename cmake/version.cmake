# The version and the commit, put into the program: assay_version implements src/cli/version.h. As a script
# (-P, with OUT, VERSION and SOURCE) it writes the file anew where something changed.
if(CMAKE_SCRIPT_MODE_FILE)
  execute_process(COMMAND git -C ${SOURCE} rev-parse --short=9 HEAD OUTPUT_VARIABLE commit
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed OR commit STREQUAL "")
    set(commit "unknown")
  endif()
  file(CONFIGURE OUTPUT ${OUT} CONTENT [[#include "cli/version.h"

namespace assay::cli {

const char* const kVersion = "@VERSION@";
const char* const kBuildCommit = "@commit@";

}  // namespace assay::cli
]] @ONLY)
  return()
endif()

set(version_source ${CMAKE_BINARY_DIR}/version.cc)
add_custom_target(assay_commit BYPRODUCTS ${version_source}
  COMMAND ${CMAKE_COMMAND} -D OUT=${version_source} -D VERSION=${PROJECT_VERSION} -D SOURCE=${CMAKE_SOURCE_DIR}
    -P ${CMAKE_CURRENT_LIST_FILE}
  COMMENT "Noting the commit" VERBATIM)
add_library(assay_version STATIC ${version_source})
add_dependencies(assay_version assay_commit)
target_include_directories(assay_version PRIVATE ${CMAKE_SOURCE_DIR}/src)
