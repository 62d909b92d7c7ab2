// Which bugs a tool is set on, and in which order.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/database/database.h"

namespace assay::bugs {

struct Choice {
  std::string library;
  std::string id;       // "": all of the version
  std::string version;  // "": that of the bug
};

// Bugs that are not for this machine are left out: nothing can be found of them here.

// All of one library and version, in the order of the database. The error lists versions or ids.
Result<std::vector<const Bug*>> ChooseBugs(const Database& database, const Choice& choice);

// The bugs of `libraries` (empty: all) in groups of one library and version each.
std::vector<std::vector<const Bug*>> ByVersion(const Database& database,
                                               const std::vector<std::string>& libraries);

}  // namespace assay::bugs
