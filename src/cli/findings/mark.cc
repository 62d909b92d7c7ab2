// assay findings mark: says of a finding what assay cannot know, that it was reported.
#include "cli/findings/finding_flags.h"
#include "dossier/facts.h"

namespace assay::cli::findings {
namespace {

struct MarkFlags : FindingFlags {
  std::string state, link;
};

Result<int> RunMark(const MarkFlags& flags) {
  ASSAY_ASSIGN(auto store, store::Store::OpenExisting(flags.store));
  ASSAY_ASSIGN(const auto row, store.Finding(flags.id));
  ASSAY_RETURN_IF_ERROR(dossier::Mark(store, row, flags.state, flags.link));
  if (flags.json) return PrintJson({{"id", row.id}, {"state", flags.state}, {"link", flags.link}});
  std::cout << row.id << " is " << flags.state << (flags.link.empty() ? "" : ", see " + flags.link)
            << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupMark(App& app) {
  const auto flags = std::make_shared<MarkFlags>();
  AddFindingFlags(app, *flags);
  app.AddOption("--state", flags->state,
                "reported (with --link); fixed or regressed, when retest cannot decide")
      .Required()
      .OneOf({"reported", "fixed", "regressed"});
  app.AddOption("--link", flags->link, "address of the report");
  return [flags] { return ExitCode(RunMark(*flags)); };
}

}  // namespace assay::cli::findings
