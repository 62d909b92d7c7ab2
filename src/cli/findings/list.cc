// assay findings list: one line per bug.
#include <CLI/CLI.hpp>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>

#include "base/strings.h"
#include "cli/command.h"
#include "cli/findings/access.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace assay::cli::findings {
namespace {

std::string Two(double value) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(2) << value;
  return out.str();
}

int Run(const FindingFlags& flags) {
  const auto store = store::Store::OpenExisting(flags.store);
  if (!store.ok()) return Fail(store.error());
  const auto rows = store->Findings();
  if (!rows.ok()) return Fail(rows.error());
  if (flags.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const store::FindingRow& row : *rows) {
      const auto json = FindingJson(*store, row);
      if (!json.ok()) return Fail(json.error());
      all.push_back(*json);
    }
    PrintJson(all);
    return kDone;
  }
  Table table({"finding", "target", "version", "kind", "state", "count", "realism", "what"});
  for (const store::FindingRow& row : *rows)
    table.AddRow({row.id, row.target, row.version, row.kind, row.state, StrCat(row.count),
                  Two(row.realism), row.message.substr(0, 100)});
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << rows->size() << " findings, most realistic first\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupList(CLI::App& app) {
  const auto flags = std::make_shared<FindingFlags>();
  AddFindingFlags(app, *flags, false);
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli::findings
