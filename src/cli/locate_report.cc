#include "cli/locate_report.h"

#include <iostream>

#include "cli/table.h"
#include "cli/terminal.h"

namespace assay::cli {
namespace {

void PrintRows(const nlohmann::json& rows, const char* first) {
  Table table({first, "status", "shows it"});
  for (const auto& row : rows) {
    const bool shows = row.value("shows", false);
    table.AddRow({row.value(first, ""), row.value("status", ""), shows ? "yes" : "no"},
                 {{2, shows ? Tone::kBad : Tone::kDim}});
  }
  table.Print(std::cout, StdoutIsTerminal());
}

}  // namespace

void PrintLocation(const store::FindingRow& row, const lab::Target& target,
                   const nlohmann::json& location) {
  std::cout << row.id << ": " << target.name << " " << target.version << ", " << row.kind << "\n";
  if (location.contains("first_wrong")) {
    const auto& place = location["first_wrong"];
    if (place.value("tensor", "").empty())
      std::cout << "  place      " << place.value("how", "") << "\n";
    else
      std::cout << "  place      '" << place.value("tensor", "") << "', made by node "
                << place.value("node", 0) << " (" << place.value("op", "") << ")\n"
                << "             how: " << place.value("how", "") << "\n";
  }
  if (location.contains("mode_summary"))
    std::cout << "  mode       " << location.value("mode_summary", "") << "\n";
  if (location.contains("optimiser_how"))
    std::cout << "  optimiser  " << location.value("optimiser_how", "") << "\n";
  if (location.contains("versions"))
    std::cout << "  versions   " << location["versions"].value("summary", "") << "\n";
  if (location.contains("modes")) PrintRows(location["modes"], "target");
  if (location.contains("versions")) PrintRows(location["versions"]["tried"], "version");
}

}  // namespace assay::cli
