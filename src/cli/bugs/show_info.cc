// assay bugs show-info: all that is known of a bug. Prints JSON always, as the database's own
// tool does.
#include "bugs/run/outcome_json.h"
#include "cli/bugs/options.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::Bug;
// The columns keep the order of the file.
using Json = nlohmann::ordered_json;

struct ShowInfoFlags {
  DatabaseFlags database;
  bool json = false, debug = false;
};

Result<int> RunShowInfo(const ShowInfoFlags& flags) {
  ASSAY_ASSIGN(const auto database, assay::bugs::ReadDatabase(flags.database.db));
  if (flags.database.library.empty() && !flags.database.id.empty())
    return Invalid("-i names a bug of a library: give -l too");
  ASSAY_RETURN_IF_ERROR(CheckLibrary(database, flags.database.library));
  Json out;
  if (!flags.database.id.empty()) {
    ASSAY_ASSIGN(const auto bug, database.Find(flags.database.library, flags.database.id));
    out = assay::bugs::InfoOf(*bug);
  } else {
    out = Json::array();
    for (const Bug& bug : database.bugs)
      if (bug.has_folder() &&
          (flags.database.library.empty() || bug.library == flags.database.library))
        out.push_back(assay::bugs::InfoOf(bug));
  }
  std::cout << out.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
  TellOddities(database, flags.debug);
  return kDone;
}

}  // namespace

std::function<int()> SetupShowInfo(App& app) {
  const auto flags = std::make_shared<ShowInfoFlags>();
  AddBugFlags(app, flags->database);
  app.AddFlag("--debug", flags->debug, "list inconsistencies of the database");
  app.AddFlag("--json", flags->json, "print JSON (it always does)");
  app.SetFooter("Without -i: all bugs of the library, as a list; without -l: of all libraries.");
  return [flags] { return ExitCode(RunShowInfo(*flags)); };
}

}  // namespace assay::cli::bugs
