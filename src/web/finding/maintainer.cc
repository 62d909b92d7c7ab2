// The text for the maintainers, held against their own rules. Nothing is sent.
#include "dossier/for_maintainers.h"
#include "report/gate/gate.h"
#include "report/gate/issue_text.h"
#include "web/finding/parts.h"

namespace assay::web::finding {
namespace {

namespace gate = report::gate;
using nlohmann::json;

json Plain(const std::string& text, const std::string& note) {
  return {{"project", ""},
          {"title", ""},
          {"where", ""},
          {"ready", false},
          {"text", text},
          {"labels", json::array()},
          {"problems", json::array()},
          {"reminders", json::array()},
          {"note", note}};
}

json ProblemJson(const gate::Decision& one) {
  return {{"check", one.rule->check},   {"text", one.outcome.text},
          {"cure", one.outcome.cure},   {"why", one.rule->why},
          {"source", one.rule->source}, {"unknown", one.outcome.answer == gate::Answer::kUnknown}};
}

}  // namespace

Result<json> MaintainerJson(const Parts& parts, const std::string& markdown) {
  const report::Material& material = parts.material;
  const std::string framework =
      material.row.target.substr(0, material.row.target.find_first_of("@:"));
  if (!material.smallest.has_value())
    return Plain(markdown, "The maintainers' rules are kept for models; this is the report.");
  const auto project = dossier::ProjectOf(framework);
  if (!project.has_value())
    return Plain(markdown, StrCat("No rules of the maintainers of ", framework,
                                  " are kept; this is the report."));
  ASSAY_ASSIGN(auto siblings, parts.sources.WithLists([&](const store::Store& lists) {
    return dossier::SiblingsOf(lists, material.row);
  }));
  const auto collected = dossier::ForMaintainers(parts.store, material.row,
                                                 {.backend_dirs = parts.sources.backend_dirs,
                                                  .large_too = false,
                                                  .siblings = std::move(siblings)});
  // What stands in the way of the rules is no reason to show nothing of the finding.
  if (!collected.ok()) return Plain(markdown, collected.error().message);
  const auto decisions = gate::RunGate(*project, *collected);
  ASSAY_ASSIGN(const gate::IssueText issue, gate::WriteIssue(*project, *collected));
  json out = {
      {"project", project->title},       {"title", issue.title},       {"where", project->issues},
      {"ready", gate::Ready(decisions)}, {"text", issue.body},         {"labels", issue.labels},
      {"problems", json::array()},       {"reminders", json::array()}, {"note", ""}};
  // Rules that look at values in between have not seen any.
  if (!collected->not_computed.empty()) {
    out["ready"] = false;
    out["note"] = StrCat(
        "Not all rules could be checked here, since what the reference computes in between "
        "is too much work for a page: ",
        collected->not_computed, ". `assay findings ready ", material.row.id, " --project ",
        project->name, "` does it.");
  }
  for (const gate::Decision& one : decisions)
    if (one.blocks()) out["problems"].push_back(ProblemJson(one));
  for (const gate::Reminder& one : project->reminders) out["reminders"].push_back(one.text);
  return out;
}

}  // namespace assay::web::finding
