// assay optbug table: our runs beside the paper's figures.
#include <iostream>
#include <memory>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/grid.h"
#include "cli/terminal.h"
#include "optbug/table/tables.h"

namespace assay::cli::optbug {
namespace {

using nlohmann::json;

struct TableFlags {
  std::string store = "assay.db";
  bool json = false;
};

void PrintOverlap(const json& figure) {
  std::cout << "\nFigure 9: bugs that several providers find\n";
  for (const json& set : figure["measured"]["sets"])
    std::cout << "  " << set["bugs"] << " by "
              << Join(set["providers"].get<std::vector<std::string>>(), " and ") << "\n";
  std::cout << "  measured: " << figure["measured"]["of_several"] << " of "
            << figure["measured"]["bugs"] << "; paper: " << figure["paper"]["of_several"] << " of "
            << figure["paper"]["bugs"] << "\n";
}

void Print(const json& all) {
  if (all["runs"] == 0)
    std::cout << "the store holds no run of `assay optbug run`: these are the paper's figures\n";
  for (const Grid& grid : assay::optbug::GridsOf(all)) PrintGrid(grid);
  PrintOverlap(all["tables"]["figure9"]);
}

int RunTable(const TableFlags& flags) {
  const auto runs = assay::optbug::ReadRuns(flags.store);
  if (!runs.ok()) return Fail(runs.error());
  const auto paper = assay::optbug::LoadPaper();
  if (!paper.ok()) return Fail(paper.error());
  const json all = assay::optbug::MakeTables(*runs, *paper);
  if (flags.json)
    PrintJson(all);
  else
    Print(all);
  return kDone;
}

}  // namespace

std::function<int()> SetupTable(App& app) {
  const auto flags = std::make_shared<TableFlags>();
  app.AddOption("--store", flags->store, "where runs are kept").ShowDefault();
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return RunTable(*flags); };
}

}  // namespace assay::cli::optbug
