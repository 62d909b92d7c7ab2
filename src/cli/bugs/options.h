// Flags that several actions share.
#pragma once

#include <string>

#include "base/result.h"
#include "bugs/database/database.h"
#include "bugs/run/run_test.h"
#include "cli/app.h"

namespace assay::cli::bugs {

// --db, with -l and -i under all of their names.
struct DatabaseFlags {
  std::string db, library, id;
};
void AddDatabaseFlag(App& app, DatabaseFlags& flags);
void AddBugFlags(App& app, DatabaseFlags& flags);

// Bad usage unless the library exists; "" is all libraries.
Status CheckLibrary(const assay::bugs::Database& database, const std::string& library);

struct RunFlags {
  assay::bugs::RunOptions options;
  std::string timeout = "10m";
};
void AddRunFlags(App& app, RunFlags& flags);
// The options with everything checked.
Result<assay::bugs::RunOptions> CheckRunFlags(const RunFlags& flags);

// On stderr, each once: what is odd about the database, at most a few unless `all`.
void TellOddities(const assay::bugs::Database& database, bool all);

}  // namespace assay::cli::bugs
