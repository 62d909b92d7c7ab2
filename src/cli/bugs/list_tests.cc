// assay bugs list-tests: the bugs of a database, by library.
#include "cli/bugs/options.h"

namespace assay::cli::bugs {
namespace {

struct ListTestsFlags {
  DatabaseFlags database;
  bool json = false, debug = false;
};

Result<int> RunListTests(const ListTestsFlags& flags) {
  ASSAY_ASSIGN(const auto database, assay::bugs::ReadDatabase(flags.database.db));
  ASSAY_RETURN_IF_ERROR(CheckLibrary(database, flags.database.library));
  nlohmann::json all = nlohmann::json::object();
  for (const std::string& library : database.libraries) {
    if (!flags.database.library.empty() && library != flags.database.library) continue;
    std::vector<std::string> ids, elsewhere;
    for (const assay::bugs::Bug* bug : database.Of(library)) {
      ids.push_back(bug->id);
      if (!bug->NotFor().empty()) elsewhere.push_back(bug->id);
    }
    if (!flags.json)
      std::cout << "=== " << library << " (" << ids.size() << " bugs) ===\n"
                << Join(ids, " ") << "\n"
                << (elsewhere.empty() ? "" : "not for this machine: " + Join(elsewhere, " ") + "\n")
                << "\n";
    all[library] = std::move(ids);
  }
  if (flags.json) PrintJson(all);
  TellOddities(database, flags.debug);
  return kDone;
}

}  // namespace

std::function<int()> SetupListTests(App& app) {
  const auto flags = std::make_shared<ListTestsFlags>();
  AddDatabaseFlag(app, flags->database);
  app.AddOption("-l,--library-name,--library", flags->database.library, "only of this library");
  app.AddFlag("--debug", flags->debug, "list inconsistencies of the database");
  app.AddFlag("--json", flags->json, "print JSON: {library: [ids]}");
  return [flags] { return ExitCode(RunListTests(*flags)); };
}

}  // namespace assay::cli::bugs
