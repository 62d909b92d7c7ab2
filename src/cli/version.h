// Both are written by cmake/version.cmake when the program is built.
#pragma once

namespace assay::cli {

extern const char* const kVersion;      // of the project in CMakeLists.txt
extern const char* const kBuildCommit;  // short; "unknown" outside a checkout

}  // namespace assay::cli
