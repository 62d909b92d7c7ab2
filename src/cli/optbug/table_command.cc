// assay optbug table: our runs beside the paper's figures.
#include <iostream>
#include <memory>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/optbug/action.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "optbug/table/tables.h"

namespace assay::cli::optbug {
namespace {

using nlohmann::json;

struct Flags {
  std::string store = "assay.db";
  bool json = false;
};

std::string Decimal(double value, const char* format) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string Counted(const json& row, const char* count, const char* share) {
  return StrCat(row[count].get<size_t>(), " (", Decimal(100 * row[share].get<double>(), "%.1f"),
                " %)");
}

Tone ToneOf(const json& row) { return row["source"] == "measured" ? Tone::kGood : Tone::kDim; }

void PrintQuality(const std::string& title, const json& rows) {
  Table table({"approach", "provider", "outputs", "valid", "relevant", "bugs", "source"});
  for (const json& row : rows)
    table.AddRow({row["approach"].get<std::string>(), row["provider"].get<std::string>(),
                  StrCat(row["outputs"].get<size_t>()), Counted(row, "valid", "valid_share"),
                  Counted(row, "relevant", "relevant_share"), StrCat(row["bugs"].get<size_t>()),
                  row["source"].get<std::string>()},
                 {{0, ToneOf(row)}});
  std::cout << "\n" << title << "\n";
  table.Print(std::cout, StdoutIsTerminal());
}

void PrintModels(const json& rows) {
  Table table({"provider", "context", "tokens/s", "cost per item", "source"});
  const auto number = [](const json& row, const char* key, const char* format) {
    return row.contains(key) ? Decimal(row[key].get<double>(), format) : std::string("-");
  };
  for (const json& row : rows)
    table.AddRow({row["provider"].get<std::string>(), number(row, "context", "%.0f"),
                  number(row, "tokens_per_second", "%.1f"), number(row, "cost_per_item", "%.4f"),
                  row["source"].get<std::string>()},
                 {{0, ToneOf(row)}});
  std::cout << "\nTable 1: models\n";
  table.Print(std::cout, StdoutIsTerminal());
}

void PrintKinds(const json& rows) {
  Table table({"approach", "provider", "API", "desugar", "illogical", "source"});
  for (const json& row : rows)
    table.AddRow({row["approach"].get<std::string>(), row.value("provider", "all"),
                  StrCat(row["api"].get<size_t>()), StrCat(row["desugar"].get<size_t>()),
                  StrCat(row["illogical"].get<size_t>()), row["source"].get<std::string>()},
                 {{0, ToneOf(row)}});
  std::cout << "\nTable 3: kinds of bugs\n";
  table.Print(std::cout, StdoutIsTerminal());
}

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
  PrintQuality("Table 2: quality of the programs", all["rows"]);
  const json& tables = all["tables"];
  PrintModels(tables["table1"]);
  PrintKinds(tables["table3"]);
  PrintQuality("Table 4: without code structure", tables["table4"]);
  PrintQuality("Table 5: without error description", tables["table5"]);
  PrintQuality("Table 6: without mutation rules", tables["table6"]);
  PrintOverlap(tables["figure9"]);
}

int Run(const Flags& flags) {
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
  const auto flags = std::make_shared<Flags>();
  app.AddOption("--store", flags->store, "where runs are kept").ShowDefault();
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli::optbug
