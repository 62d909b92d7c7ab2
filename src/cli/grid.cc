#include "cli/grid.h"

#include <algorithm>
#include <iostream>

#include "cli/table.h"
#include "cli/terminal.h"

namespace assay::cli {
namespace {

constexpr const char* kOurs = "measured";

}  // namespace

void PrintGrid(const Grid& grid) {
  Table table(grid.header);
  const bool ours =
      std::ranges::any_of(grid.rows, [](const auto& cells) { return cells[0] == kOurs; });
  if (!ours && !grid.header.empty()) {
    std::vector<std::string> none(grid.header.size(), "-");
    none[0] = kOurs;
    table.AddRow(none, {{0, Tone::kGood}});
  }
  for (std::vector<std::string> cells : grid.rows) {
    for (std::string& cell : cells)
      if (cell.empty()) cell = "-";
    const Tone tone = cells[0] == kOurs ? Tone::kGood : Tone::kDim;
    table.AddRow(std::move(cells), {{0, tone}});
  }
  std::cout << "\n" << grid.title << "\n";
  table.Print(std::cout, StdoutIsTerminal());
}

}  // namespace assay::cli
