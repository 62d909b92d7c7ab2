// One line of `assay doctor`.
#pragma once

#include <string>

namespace assay::cli {

struct DoctorFinding {
  std::string what;
  bool good = false;
  std::string detail, fix;
};

}  // namespace assay::cli
