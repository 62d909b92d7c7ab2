// A finding as a folder of a database of reproducible bugs.
//
// The test is run in the target's environment before the folder is put in place: a bug that does
// not reproduce is none.
#pragma once

#include <string>
#include <vector>

#include "store/store.h"

namespace assay::life {

struct ToBugOptions {
  std::string database;  // its folder
  bool replace = false;  // a folder that is there
  std::vector<std::string> backend_dirs;
};

struct WrittenBug {
  std::string id, library, folder;
  std::string shown_on;  // target and version
};

Result<WrittenBug> WriteAsBug(store::Store& store, const store::FindingRow& row,
                              const ToBugOptions& options);

}  // namespace assay::life
