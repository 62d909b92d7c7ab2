// assay findings list: one line per bug.
#include "cli/findings/list.h"

#include <algorithm>
#include <functional>

#include "casebook/labels.h"
#include "cli/findings/finding_flags.h"
#include "cli/table.h"
#include "dossier/facts.h"
#include "dossier/record.h"
#include "store/store.h"
#include "triage/message.h"

namespace assay::cli::findings {
namespace {

using triage::Group;

constexpr const char* kWorstFirst = "severity";

struct ListFlags : FindingFlags {
  bool all = false;
  bool inaccurate = false;
  std::string state, target, label, sort = "realism";
};

// Groups come most realistic first, which decides among equals.
void SortGroups(const std::string& by, std::vector<Group>& groups) {
  if (by == kWorstFirst)
    std::ranges::stable_sort(groups, std::greater(), [](const Group& group) {
      return dossier::SeverityOf(group.lead().row);
    });
  if (by == "hits") std::ranges::stable_sort(groups, std::greater(), &Group::hits);
}

std::string OrderText(const std::string& by) {
  return by == kWorstFirst ? "worst first"
         : by == "hits"    ? "most hits first"
                           : "most realistic first";
}

bool Kept(const store::FindingRow& row, const ListFlags& flags) {
  return (flags.inaccurate || row.kind != "inaccurate") &&
         (flags.state.empty() || row.state == flags.state) &&
         (flags.target.empty() || GlobMatch(flags.target, row.target) ||
          triage::FrameworkOf(row.target) == flags.target);
}

// Drops members that have another label. "none" keeps those without any.
Status KeepLabelled(const store::Store& store, const std::string& wanted,
                    std::vector<triage::Member>& members) {
  if (wanted != "none") ASSAY_RETURN_IF_ERROR(casebook::FindLabel(wanted));
  std::vector<triage::Member> kept;
  for (triage::Member& member : members) {
    ASSAY_ASSIGN(const auto facts, dossier::FactsOf(store, member.row.id));
    const auto fact = facts.find("label");
    const std::string label = fact == facts.end() ? "" : fact->second.value("label", "");
    if (wanted == "none" ? label.empty() : casebook::IsKindOf(label, wanted))
      kept.push_back(std::move(member));
  }
  members = std::move(kept);
  return {};
}

// All of the lead, and what only the group knows.
Result<nlohmann::json> GroupJson(const store::Store& store, const Group& group) {
  ASSAY_ASSIGN(nlohmann::json out, dossier::FindingJson(store, group.lead().row));
  nlohmann::json members = nlohmann::json::array();
  for (const triage::Member& member : group.members) {
    members.push_back(member.row.id);
    ASSAY_ASSIGN(const auto facts, dossier::FactsOf(store, member.row.id));
    for (const char* aspect : {"class", "known"})
      if (!out.contains(aspect) && facts.contains(aspect)) out[aspect] = facts.at(aspect);
  }
  out["group"] = group.key;
  out["targets"] = group.targets;
  out["members"] = members;
  out["findings"] = group.members.size();
  out["count"] = group.hits;
  out["realism"] = group.realism();
  if (!out.contains("nodes")) out["nodes"] = group.lead().nodes;
  return out;
}

// The modes of one framework in short: "onnxruntime (2 modes)" says less than their names.
std::string TargetsText(const Group& group) {
  constexpr size_t kNamed = 2;
  if (group.targets.size() <= kNamed) return Join(group.targets, ", ");
  return StrCat(group.targets.front(), " and ", group.targets.size() - 1, " more");
}

std::string What(const nlohmann::json& json) {
  constexpr size_t kLength = 100;
  std::string out = TextAt(ObjectAt(json, "known"), "id");
  if (!out.empty()) out = StrCat("[known: ", out, "] ");
  if (json.contains("title")) return out + json["title"].get<std::string>().substr(0, kLength);
  const std::string message = json["message"].get<std::string>();
  // Of a failure the sentence that matters, which may stand far behind.
  const bool failure = !json["stage"].get<std::string>().empty();
  return out + (failure ? triage::NormalizedMessage(message) : message).substr(0, kLength);
}

int PrintList(const std::vector<Group>& groups, const std::vector<nlohmann::json>& jsons,
              const ListFlags& flags) {
  Table table({"finding", "targets", "kind", "state", "class", "nodes", "findings", "hits",
               "realism", "what"});
  int64_t hits = 0;
  size_t findings = 0;
  for (size_t i = 0; i < groups.size(); ++i) {
    const Group& group = groups[i];
    hits += group.hits;
    findings += group.members.size();
    table.AddRow({group.lead().row.id, TargetsText(group), group.lead().row.kind,
                  group.lead().row.state, TextAt(ObjectAt(jsons[i], "class"), "study"),
                  StrCat(group.lead().nodes), StrCat(group.members.size()), StrCat(group.hits),
                  Fixed(group.realism(), 2), What(jsons[i])});
  }
  table.Print(std::cout, StdoutIsTerminal());
  if (flags.all)
    std::cout << findings << " findings, " << OrderText(flags.sort) << "\n";
  else
    std::cout << groups.size() << " bugs (" << findings << " findings, " << hits << " raw hits), "
              << OrderText(flags.sort) << "\n";
  return kDone;
}

Result<int> ListOf(const store::Store& store, const ListFlags& flags) {
  ASSAY_ASSIGN(auto members, dossier::Members(store));
  std::erase_if(members, [&](const auto& member) { return !Kept(member.row, flags); });
  if (!flags.label.empty()) ASSAY_RETURN_IF_ERROR(KeepLabelled(store, flags.label, members));
  std::vector<Group> groups;
  if (flags.all)
    for (triage::Member& member : members)
      groups.push_back(triage::GroupFindings({std::move(member)}).front());
  else
    groups = triage::GroupFindings(std::move(members));
  SortGroups(flags.sort, groups);
  std::vector<nlohmann::json> jsons;
  for (const Group& group : groups) {
    ASSAY_ASSIGN(jsons.emplace_back(), GroupJson(store, group));
  }
  if (!flags.json) return PrintList(groups, jsons, flags);
  return PrintJson(jsons);
}

Result<int> RunList(const ListFlags& flags) {
  ASSAY_ASSIGN(const auto store, store::OpenToRead(flags.store));
  return ListOf(store, flags);
}

}  // namespace

Status PrintBugs(const store::Store& store) {
  ListFlags flags;
  flags.sort = kWorstFirst;
  const auto done = ListOf(store, flags);
  return done.ok() ? Status() : done.error();
}

std::function<int()> SetupList(App& app) {
  const auto flags = std::make_shared<ListFlags>();
  AddFindingFlags(app, *flags, false);
  app.AddFlag("--all", flags->all, "every finding, not one line per bug");
  app.AddFlag("--inaccurate", flags->inaccurate,
              "also what is right, but far less accurate than elsewhere");
  app.AddOption("--sort", flags->sort,
                "realism (default: most realistic first), severity (worst first) or hits")
      .OneOf({"realism", kWorstFirst, "hits"});
  app.AddOption("--state", flags->state, "only findings in this state, such as confirmed");
  app.AddOption("--label", flags->label,
                "only findings with this label or one of its kinds (findings label --list); none: "
                "those without one");
  app.AddOption("--target", flags->target,
                "only findings of this target or framework; * matches anything");
  return [flags] { return ExitCode(RunList(*flags)); };
}

}  // namespace assay::cli::findings
