// assay mirror table: our runs beside the paper's figures.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/mirror/action.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "mirror/table/paper.h"
#include "mirror/table/tables.h"

namespace assay::cli::mirror {
namespace {

using nlohmann::json;

struct Flags {
  std::string store = "assay.db";
  bool json = false;
};

// A column: its title, the key of the count, and of the share beside it ("": none).
struct Column {
  const char *title, *key, *share = "";
};

std::string Text(const json& object, const char* key) { return object.value(key, std::string()); }

std::string Shown(const json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value.get<double>());
    return text;
  }
  return value.dump();
}

std::string Cell(const json& row, const Column& column) {
  std::string out = Shown(row.value(column.key, json()));
  if (*column.share == '\0' || !row.contains(column.share)) return out;
  char text[32];
  std::snprintf(text, sizeof text, " (%.1f %%)", 100 * row[column.share].get<double>());
  return out + text;
}

// Columns that no row has anything for are left out.
void Print(const std::string& title, const json& rows, std::vector<Column> columns) {
  std::erase_if(columns, [&](const Column& column) {
    return std::none_of(rows.begin(), rows.end(), [&](const json& row) {
      return row.contains(column.key) && row[column.key] != "";
    });
  });
  std::vector<std::string> titles;
  for (const Column& column : columns) titles.emplace_back(column.title);
  Table table(titles);
  const bool ours = std::any_of(rows.begin(), rows.end(), [](const json& row) {
    return row.value("source", "") == "measured";
  });
  if (!ours) {  // an empty row says that there is none of ours yet
    std::vector<std::string> cells(columns.size(), "-");
    cells[0] = "measured";
    table.AddRow(cells, {{0, Tone::kGood}});
  }
  for (const json& row : rows) {
    std::vector<std::string> cells;
    for (const Column& column : columns) cells.push_back(Cell(row, column));
    table.AddRow(cells, {{0, row.value("source", "") == "measured" ? Tone::kGood : Tone::kDim}});
  }
  std::cout << "\n" << title << "\n";
  table.Print(std::cout, StdoutIsTerminal());
}

void PrintTables(const json& all) {
  if (all["runs"] == 0)
    std::cout << Text(all, "store")
              << " holds no run of `assay mirror run` yet: these are the paper's figures\n";
  const json& t = all["tables"];
  const Column who{"approach", "approach"}, provider{"provider", "provider"},
      source{"source", "source"}, setting{"setting", "setting"}, inputs{"inputs", "inputs"},
      outputs{"outputs", "outputs"}, valid{"valid", "valid", "valid_share"},
      preserving{"preserving", "preserving", "preserving_share"}, bugs{"bugs", "bugs"};
  const Column per_input{"preserving per input", "preserving", "preserving_per_input"};
  Print("Table 4: quality of the programs", all["rows"],
        {source, who, provider, inputs, outputs, valid, preserving, bugs});
  Print("Table 2: the basic chain of thought", t["table2"],
        {source, provider, outputs, valid, preserving});
  Print("Table 3: tokens and cost", t["table3"],
        {source,
         who,
         provider,
         {"knowledge", "knowledge"},
         {"code", "code"},
         {"total input", "total_input"},
         {"output", "output"},
         {"cost ($)", "cost"}});
  Print("Table 5: with and without the matching model", t["table5"],
        {source,
         who,
         provider,
         setting,
         {"pairs", "pairs"},
         {"by name", "pairs_by_name"},
         {"by model", "pairs_by_model"},
         inputs,
         outputs,
         per_input,
         bugs});
  Print("Table 6: with and without screening", t["table6"],
        {source,
         who,
         provider,
         setting,
         inputs,
         outputs,
         valid,
         {"valid among filtered", "filtered", "filtered_share"}});
  Print("Table 7: with and without distinction", t["table7"],
        {source,
         who,
         provider,
         setting,
         outputs,
         preserving,
         {"wrong args", "wrong_args"},
         {"empty", "empty"},
         {"untargeted", "untargeted"}});
  Print("Section 2.2: transfer errors", t["transfer"],
        {source,
         who,
         provider,
         {"without", "without"},
         {"error", "error"},
         {"count", "count", "share"},
         {"share", "share"},
         {"among valid ones", "valid_ones"}});
  Print("Section 4.4: what the bugs are", t["taxonomy"],
        {source, {"symptom", "symptom"}, {"cause", "cause"}, bugs});
  Print("Section 5.1: states of the bugs", t["states"],
        {source,
         bugs,
         {"known", "known"},
         {"previously unknown", "previously_unknown"},
         {"upstream dependency", "upstream_dependency"}});
  std::cout << "\nBugs that several approaches find\n";
  for (const json& set : t["overlap"])
    std::cout << "  " << set["bugs"] << " by "
              << Join(set["approaches"].get<std::vector<std::string>>(), " and ") << "\n";
  if (t["overlap"].empty()) std::cout << "  none yet\n";
}

int Run(const Flags& flags) {
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
  const auto flags = std::make_shared<Flags>();
  app.AddOption("--store", flags->store, "where runs are kept").ShowDefault();
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli::mirror
