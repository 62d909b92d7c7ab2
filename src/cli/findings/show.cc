// assay findings show: all that is known of one finding.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "base/strings.h"
#include "cli/command.h"
#include "cli/findings/access.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace assay::cli::findings {
namespace {

void Print(const store::FindingRow& row, const std::vector<store::SightingRow>& sightings) {
  std::cout << row.id << ": " << row.target << " " << row.version << " on " << row.device << "\n"
            << "  kind       " << row.kind << (row.stage.empty() ? "" : " while " + row.stage)
            << "\n"
            << "  state      " << row.state << "\n"
            << "  message    " << row.message << "\n"
            << "  signature  " << row.signature << "\n"
            << "  seen       " << row.count << " times, first " << row.first_seen << ", last "
            << row.last_seen << " (UTC)\n\n";
  Table table({"case", "nodes", "recipe"});
  for (const store::SightingRow& sighting : sightings)
    table.AddRow({StrCat(sighting.case_index), StrCat(sighting.nodes), sighting.recipe});
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << "\nassay findings export " << row.id << " --out DIR writes model and inputs; then\n"
            << "assay check DIR/model.onnx --inputs DIR --targets " << row.target << "\n";
}

int Run(const FindingFlags& flags) {
  const auto store = store::Store::OpenExisting(flags.store);
  if (!store.ok()) return Fail(store.error());
  const auto row = store->Finding(flags.id);
  if (!row.ok()) return Fail(row.error());
  if (flags.json) {
    const auto json = FindingJson(*store, *row);
    if (!json.ok()) return Fail(json.error());
    PrintJson(*json);
    return kDone;
  }
  const auto sightings = store->Sightings(row->id);
  if (!sightings.ok()) return Fail(sightings.error());
  Print(*row, *sightings);
  return kDone;
}

}  // namespace

std::function<int()> SetupShow(CLI::App& app) {
  const auto flags = std::make_shared<FindingFlags>();
  AddFindingFlags(app, *flags);
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli::findings
