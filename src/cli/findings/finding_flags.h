// Flags that every action on one finding has.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace assay::life {
class Claim;
}

namespace assay::cli::findings {

struct FindingFlags {
  std::string id;
  std::string store = "assay.db";
  std::vector<std::string> backend_dirs;
  bool json = false;
};

// Adds the id (unless `with_id` is false), --store, --backend-dir and --json.
void AddFindingFlags(App& app, FindingFlags& flags, bool with_id = true);

// Who asks for one finding by name gets it; says that another works on it, too.
void TellOfOthers(const life::Claim& claim, const std::string& finding);

}  // namespace assay::cli::findings
