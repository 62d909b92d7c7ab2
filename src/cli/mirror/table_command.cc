// assay mirror table: our runs beside the paper's figures.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/grid.h"
#include "cli/terminal.h"
#include "mirror/table/tables.h"

namespace assay::cli::mirror {
namespace {

using nlohmann::json;

struct TableFlags {
  std::string store = "assay.db";
  bool json = false;
};

void PrintTables(const json& all) {
  if (all["runs"] == 0)
    std::cout << all["store"].get<std::string>()
              << " holds no run of `assay mirror run` yet: these are the paper's figures\n";
  for (const Grid& grid : assay::mirror::GridsOf(all)) PrintGrid(grid);
  const json& overlap = all["tables"]["overlap"];
  std::cout << "\nBugs that several approaches find\n";
  for (const json& set : overlap)
    std::cout << "  " << set["bugs"] << " by "
              << Join(set["approaches"].get<std::vector<std::string>>(), " and ") << "\n";
  if (overlap.empty()) std::cout << "  none yet\n";
}

int RunTable(const TableFlags& flags) {
  const auto runs = assay::mirror::ReadRuns(flags.store);
  if (!runs.ok()) return Fail(runs.error());
  const auto paper = assay::mirror::LoadPaper();
  if (!paper.ok()) return Fail(paper.error());
  json all = assay::mirror::MakeTables(*runs, *paper);
  all["store"] = flags.store;
  if (flags.json)
    PrintJson(all);
  else
    PrintTables(all);
  return kDone;
}

}  // namespace

std::function<int()> SetupTable(App& app) {
  const auto flags = std::make_shared<TableFlags>();
  app.AddOption("--store", flags->store, "where runs are kept").ShowDefault();
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return RunTable(*flags); };
}

}  // namespace assay::cli::mirror
