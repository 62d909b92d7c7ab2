#include "cli/mirror/pairs_summary.h"

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/table.h"
#include "cli/terminal.h"

namespace assay::cli::mirror {
namespace {

using nlohmann::json;

constexpr size_t kShown = 20;  // differences; --json has all

std::string OneDecimal(const json& value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value.get<double>());
  return text;
}

void PrintCounts(const char* first, const char* second, const json& counts) {
  if (counts.empty()) return;
  Table table({first, second});
  for (const auto& [name, count] : counts.items()) table.AddRow({name, count.dump()});
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << "\n";
}

void PrintDifferences(const json& differences) {
  size_t shown = 0;
  for (const json& one : differences) {
    if (shown++ == kShown) break;
    const auto text = [&](const char* key) { return one[key].get<std::string>(); };
    std::cout << text("from") << " and " << text("to") << ", " << text("change") << ": "
              << text("ruling") << "\n";
    for (const auto& [who, said] : one["said"].items())
      std::cout << "        " << who << ": " << said.get<std::string>() << "\n";
  }
  if (differences.size() > kShown)
    std::cout << "and " << differences.size() - kShown << " more (--json)\n";
  if (!differences.empty()) std::cout << "\n";
}

}  // namespace

void PrintPairs(const json& summary, const std::string& store) {
  PrintCounts("pair", "pairs", summary["states"]);
  PrintCounts("trial", "trials", summary["rulings"]);
  PrintDifferences(summary["differences"]);
  for (const json& finding : summary["findings"])
    std::cout << finding["id"].get<std::string>() << "  " << finding["title"].get<std::string>()
              << "\n        " << finding["message"].get<std::string>().substr(0, 160) << "\n";
  std::cout << summary["subjects"] << " pairs of " << summary["pairs"].get<std::string>() << " ("
            << summary["compared"] << " compared), " << summary["trials"] << " trials in "
            << summary["programs"] << " programs (" << OneDecimal(summary["programs_per_second"])
            << "/s), " << summary["findings"].size() << " findings";
  if (summary["left"].get<size_t>() > 0)
    std::cout << "; " << summary["left"] << " pairs left (--resume continues)";
  std::cout << "\n";
  if (!summary["findings"].empty())
    std::cout << "assay findings show ID --store " << store << " shows details\n";
}

}  // namespace assay::cli::mirror
