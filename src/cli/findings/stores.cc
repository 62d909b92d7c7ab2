// assay findings diff and merge: several stores, as nightly jobs and several machines leave them.
#include "life/stores.h"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "store/address.h"

namespace assay::cli::findings {
namespace {

using store::FindingRow;

struct DiffFlags {
  std::string before, after;
  bool json = false, markdown = false;
};

nlohmann::json JsonOf(const std::vector<FindingRow>& rows) {
  nlohmann::json out = nlohmann::json::array();
  for (const FindingRow& row : rows)
    out.push_back({{"id", row.id},
                   {"target", row.target},
                   {"version", row.version},
                   {"kind", row.kind},
                   {"state", row.state},
                   {"title", row.title.empty() ? row.message : row.title}});
  return out;
}

std::string TitleOf(const FindingRow& row) {
  const std::string& text = row.title.empty() ? row.message : row.title;
  return FirstLine(text).substr(0, 120);
}

// For the summary of a CI job.
void PrintMarkdown(const life::StoreDiff& diff) {
  std::cout << "### assay: " << diff.only_new.size() << " new, " << diff.gone.size() << " gone, "
            << diff.same.size() << " as before\n";
  for (const auto& [name, rows] :
       {std::pair("New", &diff.only_new), std::pair("Gone", &diff.gone)}) {
    if (rows->empty()) continue;
    std::cout << "\n| " << name << " | Target | Kind | What |\n| --- | --- | --- | --- |\n";
    for (const FindingRow& row : *rows)
      std::cout << "| `" << row.id << "` | " << row.target << " " << row.version << " | "
                << row.kind << " | " << ReplaceAll(TitleOf(row), "|", "\\|") << " |\n";
  }
}

void PrintTable(const life::StoreDiff& diff) {
  std::cout << diff.only_new.size() << " new, " << diff.gone.size() << " gone, " << diff.same.size()
            << " as before\n";
  if (diff.only_new.empty() && diff.gone.empty()) return;
  Table table({"", "finding", "target", "kind", "what"});
  for (const FindingRow& row : diff.only_new)
    table.AddRow({"new", row.id, row.target, row.kind, TitleOf(row)});
  for (const FindingRow& row : diff.gone)
    table.AddRow({"gone", row.id, row.target, row.kind, TitleOf(row)});
  table.Print(std::cout, StdoutIsTerminal());
}

Result<int> RunDiff(const DiffFlags& flags) {
  ASSAY_ASSIGN(const auto before, store::Store::OpenExisting(flags.before));
  ASSAY_ASSIGN(const auto after, store::Store::OpenExisting(flags.after));
  ASSAY_ASSIGN(const life::StoreDiff diff, life::CompareStores(before, after));
  if (flags.json)
    PrintJson(
        {{"new", JsonOf(diff.only_new)}, {"gone", JsonOf(diff.gone)}, {"same", JsonOf(diff.same)}});
  else if (flags.markdown)
    PrintMarkdown(diff);
  else
    PrintTable(diff);
  return diff.only_new.empty() ? kDone : kFindings;
}

struct MergeFlags {
  std::vector<std::string> stores;
  std::string out;
  bool json = false;
};

Result<int> RunMerge(const MergeFlags& flags) {
  std::vector<store::Store> inputs;
  for (const std::string& path : flags.stores) {
    if (path == flags.out)
      return Invalid(StrCat("--out ", path, ": a store cannot be added to itself; name a new one"));
    ASSAY_ASSIGN(auto opened, store::Store::OpenExisting(path));
    inputs.push_back(std::move(opened));
  }
  ASSAY_ASSIGN(auto out, store::Store::Open(flags.out));
  life::Merged merged;
  for (size_t i = 0; i < inputs.size(); ++i) {
    ASSAY_ASSIGN(merged, life::AddStore(inputs[i], store::WithoutPassword(flags.stores[i]), out));
    if (!flags.json)
      std::cout << store::WithoutPassword(flags.stores[i]) << ": " << merged.shared
                << " were there already, " << merged.findings << " now\n";
  }
  if (flags.json)
    PrintJson({{"findings", merged.findings}, {"out", store::WithoutPassword(flags.out)}});
  return kDone;
}

}  // namespace

std::function<int()> SetupDiff(App& app) {
  const auto flags = std::make_shared<DiffFlags>();
  app.AddOption("before", flags->before, "the earlier store").Required();
  app.AddOption("after", flags->after, "the later store").Required();
  app.AddFlag("--markdown", flags->markdown, "as a table in Markdown, for the summary of a CI job");
  app.AddFlag("--json", flags->json, "print {\"new\", \"gone\", \"same\"}");
  return [flags] { return ExitCode(RunDiff(*flags)); };
}

std::function<int()> SetupMerge(App& app) {
  const auto flags = std::make_shared<MergeFlags>();
  app.AddOption("stores", flags->stores, "SQLite files or PostgreSQL addresses").Required();
  app.AddOption("--out", flags->out, "the store to add them to; made if it is not there")
      .Required();
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return ExitCode(RunMerge(*flags)); };
}

}  // namespace assay::cli::findings
