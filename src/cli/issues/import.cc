// assay issues import: reports out of files.
#include "cli/issues/common_flags.h"
#include "knowledge/issues/issue_store.h"
#include "knowledge/issues/read.h"

namespace assay::cli::issues {
namespace {

struct ImportFlags : CommonFlags {
  std::vector<std::string> paths;
  std::string repo;
};

// What `mine` has written is whole; a dump lacks comments and fixes, which `mine` may still fetch.
Status Keep(const std::vector<knowledge::Issue>& issues, knowledge::IssueStore& store) {
  std::vector<knowledge::Issue> whole, part;
  for (const knowledge::Issue& issue : issues) (issue.complete ? whole : part).push_back(issue);
  ASSAY_RETURN_IF_ERROR(store.Put(whole, true));
  return store.Put(part, false);
}

Result<int> RunImport(const ImportFlags& flags) {
  knowledge::Reading all;
  for (const std::string& path : flags.paths) {
    ASSAY_ASSIGN(auto reading, knowledge::ReadIssues(path, flags.repo));
    for (auto& issue : reading.issues) all.issues.push_back(std::move(issue));
    for (auto& problem : reading.problems) all.problems.push_back(std::move(problem));
    all.pull_requests += reading.pull_requests;
  }
  for (const std::string& problem : all.problems) std::cerr << "assay: " << problem << "\n";
  if (all.issues.empty() && !all.problems.empty())
    return Invalid("nothing was imported: no entry could be read");
  ASSAY_ASSIGN(auto store, knowledge::IssueStore::Open(flags.path()));
  ASSAY_RETURN_IF_ERROR(Keep(all.issues, store));
  if (flags.json) {
    PrintJson({{"imported", all.issues.size()},
               {"pull_requests", all.pull_requests},
               {"problems", all.problems},
               {"store", flags.path()}});
  } else {
    std::cout << all.issues.size() << " reports imported";
    if (all.pull_requests > 0) std::cout << ", " << all.pull_requests << " pull requests left out";
    if (!all.problems.empty()) std::cout << ", " << all.problems.size() << " entries not readable";
    std::cout << "; kept in " << flags.path() << "\n";
  }
  return all.problems.empty() ? kDone : kBadInput;
}

}  // namespace

std::function<int()> SetupImport(App& app) {
  const auto flags = std::make_shared<ImportFlags>();
  AddCommonFlags(app, *flags);
  app.AddOption("paths", flags->paths, "JSON files, or folders of them or of bugs").Required();
  app.AddOption("--repo", flags->repo, "owner/name for entries that do not state theirs");
  return [flags] { return ExitCode(RunImport(*flags)); };
}

}  // namespace assay::cli::issues
