// assay bugs show-info: all that is known of a bug. Prints JSON always, as the database's own
// tool does.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "bugs/database/table.h"
#include "bugs/run/verified.h"
#include "cli/app.h"
#include "cli/bugs/options.h"
#include "cli/command.h"
#include "cli/terminal.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::Bug;
// The columns keep the order of the file.
using Json = nlohmann::ordered_json;

struct ShowInfoFlags {
  DatabaseFlags database;
  bool json = false, debug = false;
};

Json InfoOf(const Bug& bug) {
  Json out;
  if (bug.row)
    for (const auto& column : assay::bugs::Columns())
      out[std::string(column.name)] = (*bug.row).*column.member;
  out["library"] = bug.library;
  out["id"] = bug.id;
  out["manifestation"] = bug.row ? assay::bugs::ManifestationType(bug.row->type) : "";
  out["folder"] = bug.folder;
  out["test"] = bug.test_file;
  out["python"] = bug.python;
  out["requirements"] = bug.requirements;
  out["installs"] = bug.installs;
  out["environment"] = bug.uses_docker ? (bug.uses_conda ? "docker or conda" : "docker")
                                       : (bug.uses_conda ? "conda" : "");
  out["needs_gpu"] = bug.gpu_evidence;
  out["unavailable"] = bug.unavailable;
  if (!bug.notes) return out;
  out["fixed_version"] = bug.notes->fixed_version;
  out["fix_language"] = bug.notes->fix_language;
  out["buggy_message"] = bug.notes->buggy_message;
  out["fixed_message"] = bug.notes->fixed_message;
  out["machine"] = bug.notes->machines;
  out["not_here"] = bug.NotFor();
  if (const auto seen = assay::bugs::FindVerified(bug))
    out["verified"] = {{"holds", seen->holds},
                       {"reason", seen->reason},
                       {"buggy_message", seen->buggy_message},
                       {"fixed_message", seen->fixed_message}};
  return out;
}

int RunShowInfo(const ShowInfoFlags& flags) {
  const auto database = assay::bugs::ReadDatabase(flags.database.db);
  if (!database.ok()) return Fail(database.error());
  if (flags.database.library.empty() && !flags.database.id.empty())
    return Fail(Invalid("-i names a bug of a library: give -l too"));
  if (const Status known = CheckLibrary(*database, flags.database.library); !known.ok())
    return Fail(known.error());
  Json out;
  if (!flags.database.id.empty()) {
    const auto bug = database->Find(flags.database.library, flags.database.id);
    if (!bug.ok()) return Fail(bug.error());
    out = InfoOf(**bug);
  } else {
    out = Json::array();
    for (const Bug& bug : database->bugs)
      if (bug.has_folder() &&
          (flags.database.library.empty() || bug.library == flags.database.library))
        out.push_back(InfoOf(bug));
  }
  std::cout << out.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
  TellOddities(*database, flags.debug);
  return kDone;
}

}  // namespace

std::function<int()> SetupShowInfo(App& app) {
  const auto flags = std::make_shared<ShowInfoFlags>();
  AddBugFlags(app, flags->database);
  app.AddFlag("--debug", flags->debug, "list what is odd about the database");
  app.AddFlag("--json", flags->json, "print JSON (it always does)");
  app.SetFooter("Without -i: all bugs of the library, as a list; without -l: of all libraries.");
  return [flags] { return RunShowInfo(*flags); };
}

}  // namespace assay::cli::bugs
