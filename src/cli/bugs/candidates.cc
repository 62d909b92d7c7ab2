// assay bugs candidates: the paper's funnel over reports that were mined (`assay issues`).
#include "bugs/contribute/candidates.h"

#include <set>

#include "cli/command.h"
#include "cli/table.h"
#include "knowledge/issues/filter.h"
#include "knowledge/issues/issue_store.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::Funnel;
using assay::bugs::PaperSelection;
using assay::bugs::Period;
using nlohmann::json;

struct CandidatesFlags {
  std::string store, library, since, until, label;
  bool any_label = false, list = false, json = false;
};

// The paper's own periods, changed where a flag says so; other libraries have none.
Result<std::vector<PaperSelection>> Selections(const CandidatesFlags& flags) {
  ASSAY_ASSIGN(const assay::bugs::Paper paper, assay::bugs::LoadPaper(""));
  std::vector<PaperSelection> out;
  for (const PaperSelection& selection : paper.selections)
    if (flags.library.empty() || flags.library == selection.library) out.push_back(selection);
  if (out.empty()) {
    if (flags.since.empty() || flags.until.empty())
      return Invalid(StrCat("the paper has no period for '", flags.library,
                            "'; say it with --since and --until"));
    out.push_back({.library = flags.library, .label = "bug"});
  }
  knowledge::IssueFilter dates;
  dates.since = flags.since;
  dates.until = flags.until;
  ASSAY_RETURN_IF_ERROR(knowledge::CheckFilter(dates));
  for (PaperSelection& selection : out) {
    if (!flags.since.empty()) selection.since = flags.since;
    if (!flags.until.empty()) selection.until = flags.until;
    if (!flags.label.empty()) selection.label = flags.label;
    if (flags.any_label) selection.label.clear();
  }
  return out;
}

void PrintCandidates(const std::vector<Funnel>& funnels, const std::vector<PaperSelection>& papers,
                     bool list) {
  Table table({"library", "period", "reports", "filtered", "paper", "inspected", "paper",
               "candidates", "paper"});
  const auto figure = [](int paper) { return paper == 0 ? std::string() : StrCat(paper); };
  for (size_t i = 0; i < funnels.size(); ++i) {
    const Funnel& f = funnels[i];
    table.AddRow({f.period.library, StrCat(f.period.since, " to ", f.period.until),
                  StrCat(f.reports), StrCat(f.filtered), figure(papers[i].filtered),
                  StrCat(f.inspected), figure(papers[i].inspected), StrCat(f.candidates),
                  figure(papers[i].reproduced)});
  }
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << "The paper's last figure is of bugs that were reproduced; these are candidates.\n";
  for (const Funnel& f : funnels) {
    if (f.reasons.empty() && f.considered.empty()) continue;
    std::cout << "\n" << f.period.library << ": why others were left out\n";
    Table reasons({"reason", "reports"});
    for (const auto& [reason, count] : f.reasons) reasons.AddRow({reason, StrCat(count)});
    reasons.Print(std::cout, StdoutIsTerminal());
    if (!list) continue;
    for (const auto& one : f.considered)
      if (one.reached == assay::bugs::Step::kCandidate)
        std::cout << one.id << "  " << one.title << "\n";
  }
}

// Libraries that the store has reports of.
std::set<std::string> LibrariesIn(const std::vector<knowledge::Issue>& issues) {
  std::set<std::string> out;
  for (const knowledge::Issue& issue : issues) out.insert(assay::bugs::LibraryOfRepo(issue.repo));
  out.erase("");
  return out;
}

Result<int> RunCandidates(const CandidatesFlags& flags) {
  ASSAY_ASSIGN(const auto selections, Selections(flags));
  ASSAY_ASSIGN(const auto store,
               knowledge::IssueStore::OpenExisting(
                   flags.store.empty() ? knowledge::IssueStore::DefaultPath() : flags.store));
  ASSAY_ASSIGN(const auto issues, store.All());
  const std::set<std::string> libraries = LibrariesIn(issues);
  if (libraries.empty() || (!flags.library.empty() && !libraries.contains(flags.library)))
    return Invalid(StrCat(
        "there is no report of ", flags.library.empty() ? "any known library" : flags.library,
        " in the store", libraries.empty() ? "" : ", but of ", Join(libraries, ", "),
        "; `assay issues mine` fetches reports, `assay issues import` reads "
        "them from a file"));
  std::vector<Funnel> funnels;
  for (const PaperSelection& selection : selections)
    funnels.push_back(assay::bugs::MakeFunnel(issues, assay::bugs::PeriodOf(selection)));
  if (!flags.json) {
    PrintCandidates(funnels, selections, flags.list);
    return kDone;
  }
  json out = json::array();
  for (size_t i = 0; i < funnels.size(); ++i) {
    out.push_back(assay::bugs::ToJson(funnels[i]));
    const PaperSelection& paper = selections[i];
    if (paper.filtered > 0)
      out.back()["paper"] = ASSAY_FIELDS(paper, filtered, inspected, reproduced);
  }
  return PrintJson(out);
}

}  // namespace

std::function<int()> SetupCandidates(App& app) {
  const auto flags = std::make_shared<CandidatesFlags>();
  app.AddOption("-l,--library-name,--library", flags->library,
                "pytorch, tensorflow, jax (default: all three), or another with a period");
  app.AddOption("--store", flags->store,
                "reports that were mined (default: that of `assay issues`)");
  app.AddOption("--since", flags->since, "first day, such as 2023-12-01 (default: the paper's)");
  app.AddOption("--until", flags->until, "last day (default: the paper's)");
  app.AddOption("--label", flags->label, "the tracker's label for bugs (default: the paper's)");
  app.AddFlag("--any-label", flags->any_label, "whatever labels reports have");
  app.AddFlag("--list", flags->list, "also the candidates themselves");
  app.AddFlag("--json", flags->json, "print JSON, with every report that passed the filter");
  app.SetFooter(
      "Reports come from `assay issues mine` or `assay issues import`.\n"
      "filtered: in the period, with the label, closed, fixed by a linked pull request.\n"
      "inspected: about what the library does, with a program and a version.\n"
      "candidates: not about building, installing, tests, misuse or debug builds, no hardware that "
      "is "
      "missing here.\n"
      "Exit codes: 0 done, 2 bad usage or no reports.");
  return [flags] { return ExitCode(RunCandidates(*flags)); };
}

}  // namespace assay::cli::bugs
