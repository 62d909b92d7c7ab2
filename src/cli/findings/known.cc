// assay findings known: the bugs that others have reported already, and which findings are those.
#include "cli/findings/finding_flags.h"
#include "cli/table.h"
#include "life/triage_all.h"

namespace assay::cli::findings {
namespace {

struct KnownFlags : FindingFlags {
  std::string folder;
};

using life::ByBug;

int PrintKnown(const std::vector<triage::KnownBug>& bugs, const ByBug& matched,
               const KnownFlags& flags) {
  if (flags.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const triage::KnownBug& bug : bugs) {
      const auto it = matched.find(bug.id);
      all.push_back(
          With(ASSAY_FIELDS(bug, id, title, link, framework, versions, machines),
               {{"findings", it == matched.end() ? std::vector<std::string>() : it->second}}));
    }
    return PrintJson(all);
  }
  Table table({"known bug", "framework", "versions", "machines", "findings", "title", "link"});
  for (const triage::KnownBug& bug : bugs) {
    const auto it = matched.find(bug.id);
    table.AddRow({bug.id, bug.framework, bug.versions.empty() ? "all" : bug.versions,
                  bug.machines.empty() ? "all" : Join(bug.machines, ", "),
                  it == matched.end() ? "" : Join(it->second, " "), bug.title,
                  bug.link.empty() ? "no issue found" : bug.link});
  }
  table.Print(std::cout, StdoutIsTerminal());
  return kDone;
}

Result<int> RunKnown(const KnownFlags& flags) {
  ASSAY_ASSIGN(const auto bugs, flags.folder.empty() ? life::ShippedKnownBugs()
                                                     : triage::LoadKnownBugs(flags.folder));
  if (bugs.empty())
    return Invalid(
        StrCat(flags.folder.empty() ? "bugs/known" : flags.folder, ": there are no *.toml files"));
  ASSAY_ASSIGN(auto store, store::Store::OpenExisting(flags.store));
  ASSAY_ASSIGN(const auto matched, life::MatchKnown(store, bugs));
  return PrintKnown(bugs, matched, flags);
}

}  // namespace

std::function<int()> SetupKnown(App& app) {
  const auto flags = std::make_shared<KnownFlags>();
  AddFindingFlags(app, *flags, false);
  app.AddOption("--folder", flags->folder, "folder of entries (default: the project's own)");
  return [flags] { return ExitCode(RunKnown(*flags)); };
}

}  // namespace assay::cli::findings
