// assay issues list: one line per report.
#include "cli/issues/common_flags.h"
#include "cli/table.h"
#include "knowledge/issues/classify.h"
#include "knowledge/issues/filter.h"
#include "knowledge/issues/issue_store.h"

namespace assay::cli::issues {
namespace {

using knowledge::Issue;
using knowledge::Parts;

struct ListFlags : CommonFlags {
  knowledge::IssueFilter filter;
};

struct Entry {
  Issue issue;
  Parts parts;
  std::string mirror, optimisation;
};

nlohmann::json ListToJson(const Entry& entry) {
  return With(ASSAY_FIELDS(entry.issue, title, state, created, labels, url),
              {{"id", entry.issue.id()},
               {"version", knowledge::FrameworkVersion(entry.issue, entry.parts)},
               {"symptoms", entry.parts.symptoms},
               {"category", entry.mirror},
               {"optimisation", entry.optimisation},
               {"program", entry.parts.program() != nullptr},
               {"fixed", knowledge::ClosedAndFixed(entry.issue)},
               {"platforms", entry.parts.platforms}});
}

int PrintList(const std::vector<Entry>& entries, const ListFlags& flags) {
  if (flags.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const Entry& entry : entries) all.push_back(ListToJson(entry));
    return PrintJson(all);
  }
  constexpr size_t kTitle = 70;
  Table table({"report", "state", "version", "program", "category", "optimisation", "symptoms",
               "needs", "title"});
  size_t programs = 0;
  for (const Entry& entry : entries) {
    const bool program = entry.parts.program() != nullptr;
    programs += program;
    table.AddRow({entry.issue.id(),
                  knowledge::ClosedAndFixed(entry.issue) ? "fixed" : entry.issue.state,
                  knowledge::FrameworkVersion(entry.issue, entry.parts), program ? "yes" : "no",
                  entry.mirror, entry.optimisation, Join(entry.parts.symptoms, ", "),
                  Join(entry.parts.platforms, ", "), entry.issue.title.substr(0, kTitle)});
  }
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << entries.size() << " reports, " << programs << " with a complete program\n";
  return kDone;
}

Result<int> RunList(const ListFlags& flags) {
  ASSAY_RETURN_IF_ERROR(knowledge::CheckFilter(flags.filter));
  ASSAY_ASSIGN(const auto store, knowledge::IssueStore::OpenExisting(flags.path()));
  ASSAY_ASSIGN(auto issues, store.All());
  std::vector<Entry> entries;
  for (Issue& issue : issues) {
    Entry entry{std::move(issue), {}, "", ""};
    entry.parts = knowledge::SplitIssue(entry.issue);
    if (!knowledge::Wanted(flags.filter, entry.issue, entry.parts)) continue;
    entry.mirror =
        knowledge::Classify(entry.issue, entry.parts, knowledge::Scheme::kMirror).category;
    if (knowledge::IsOptimisation(entry.issue, entry.parts))
      entry.optimisation =
          knowledge::Classify(entry.issue, entry.parts, knowledge::Scheme::kOptimisation).category;
    entries.push_back(std::move(entry));
  }
  return PrintList(entries, flags);
}

}  // namespace

std::function<int()> SetupList(App& app) {
  const auto flags = std::make_shared<ListFlags>();
  AddCommonFlags(app, *flags);
  AddFilterFlags(app, flags->filter);
  app.AddOption("--repo", flags->filter.repo, "only of owner/name");
  app.AddOption("--release", flags->filter.release,
                "only reports for this version of the framework or a later one: 2.4");
  app.AddOption("--symptom", flags->filter.symptom, "only with this symptom: crash, nan, …");
  app.AddOption("--category", flags->filter.category, "only of this category");
  app.AddFlag("--with-program", flags->filter.with_program, "only with a complete program");
  app.AddFlag("--usable", flags->filter.usable, "only what needs no platform that is missing here");
  app.AddFlag("--optimisation", flags->filter.optimisation,
              "only about quantisation, pruning, jit, compilation, export");
  return [flags] { return ExitCode(RunList(*flags)); };
}

}  // namespace assay::cli::issues
