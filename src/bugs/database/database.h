// A checkout of BugsInDLLs, or our own bugs, as they lie on disk.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/database/bug.h"

namespace assay::bugs {

// Something in the database that is not as it should be: told, never fatal.
struct Oddity {
  std::string file;
  int line = 0;
  std::string what;
};

struct Database {
  std::string root;
  std::vector<std::string> libraries;  // in the order of their names
  std::vector<Bug> bugs;               // by library, then by id, numbers before names
  std::vector<Oddity> oddities;

  // Only bugs with a folder are listed and run.
  std::vector<const Bug*> Of(const std::string& library) const;
  // An error names what is there.
  Result<const Bug*> Find(const std::string& library, const std::string& id) const;
};

// `root` "": the project's own bugs. An error: no such folder, or nothing in it that is a database.
Result<Database> ReadDatabase(const std::string& root);

}  // namespace assay::bugs
