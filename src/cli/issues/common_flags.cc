#include "cli/issues/common_flags.h"

#include "knowledge/issues/filter.h"
#include "knowledge/issues/issue_store.h"

namespace assay::cli::issues {

std::string CommonFlags::path() const {
  return store.empty() ? knowledge::IssueStore::DefaultPath() : store;
}

void AddCommonFlags(App& app, CommonFlags& flags) {
  app.AddOption("--store", flags.store, "SQLite file with the reports (default: the user's own)");
  app.AddFlag("--json", flags.json, "print JSON");
}

void AddFilterFlags(App& app, knowledge::IssueFilter& filter) {
  app.AddOption(
      "--state", [&filter](const std::string& text) { filter.state = text == "all" ? "" : text; },
      "open, closed or all (default: all)");
  app.AddOption("--label", filter.labels, "only with this label; may be given several times");
  app.AddOption("--since", filter.since, "created on this day or later: 2024-07-25");
  app.AddOption("--until", filter.until, "created on this day or earlier: the cut-off");
  app.AddFlag("--closed-fixed", filter.closed_fixed,
              "only reports that are closed and were fixed by a merged change");
}

}  // namespace assay::cli::issues
