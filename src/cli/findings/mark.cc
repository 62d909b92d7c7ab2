// assay findings mark: says of a finding what assay cannot know, that it was reported.
#include <iostream>
#include <memory>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/findings/access.h"
#include "cli/terminal.h"

namespace assay::cli::findings {
namespace {

struct Flags : FindingFlags {
  std::string state, link;
};

// Its shape only: nothing is fetched.
bool LooksLikeLink(const std::string& text) {
  std::string rest;
  for (const std::string_view scheme : {"https://", "http://"})
    if (text.starts_with(scheme)) rest = text.substr(scheme.size());
  const size_t slash = rest.find('/');
  if (slash == std::string::npos || slash + 1 == rest.size()) return false;
  if (rest.find_first_of(" \t\n\"<>") != std::string::npos) return false;
  const std::string host = rest.substr(0, slash);
  const size_t dot = host.find('.');
  return dot != 0 && dot != std::string::npos && dot + 1 < host.size();
}

Status Keep(store::Store& store, const store::FindingRow& row, const Flags& flags) {
  ASSAY_RETURN_IF_ERROR(
      store.AddHistory({row.id, "", row.target, row.version, flags.state, flags.link}));
  if (!flags.link.empty()) {
    const nlohmann::json report = {{"link", flags.link}, {"version", row.version}};
    ASSAY_RETURN_IF_ERROR(store.SetFact(row.id, "report", report.dump()));
  }
  return store.SetState(row.id, flags.state);
}

int Run(const Flags& flags) {
  auto store = store::Store::OpenExisting(flags.store);
  if (!store.ok()) return Fail(store.error());
  const auto row = store->Finding(flags.id);
  if (!row.ok()) return Fail(row.error());
  if (flags.state == "reported" && flags.link.empty())
    return Fail(Invalid("a reported finding needs --link, the address of the report"));
  if (!flags.link.empty() && !LooksLikeLink(flags.link))
    return Fail(Invalid(StrCat("--link ", flags.link,
                               " does not look like the address of a report; write it in full, "
                               "from https:// on")));
  const Status kept = Keep(*store, *row, flags);
  if (!kept.ok()) return Fail(kept.error());
  if (flags.json)
    PrintJson({{"id", row->id}, {"state", flags.state}, {"link", flags.link}});
  else
    std::cout << row->id << " is " << flags.state
              << (flags.link.empty() ? "" : ", see " + flags.link) << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupMark(App& app) {
  const auto flags = std::make_shared<Flags>();
  AddFindingFlags(app, *flags);
  app.AddOption("--state", flags->state,
                "reported (with --link); fixed or regressed, when retest cannot tell")
      .Required()
      .OneOf({"reported", "fixed", "regressed"});
  app.AddOption("--link", flags->link, "address of the report");
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli::findings
