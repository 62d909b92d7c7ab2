// assay findings ready: would the maintainers close this report? Prints what is in the way, or the
// filled-in text. Sends nothing.
#include <algorithm>

#include "cli/findings/finding_flags.h"
#include "dossier/for_maintainers.h"
#include "life/probe_of.h"
#include "report/gate/gate.h"
#include "report/gate/issue_text.h"
#include "store/store.h"
#include "triage/group.h"

namespace assay::cli::findings {
namespace {

namespace gate = report::gate;

struct ReadyFlags : FindingFlags {
  std::string project;
  bool online = false;
};

// The command as it can be pasted: with the store that was asked.
std::string WithStore(std::string cure, const std::string& id, const ReadyFlags& flags) {
  if (flags.store == FindingFlags().store) return cure;
  for (const std::string& mark : {id, std::string("assay findings triage")}) {
    const size_t at = cure.find(mark);
    if (at == std::string::npos) continue;
    cure.insert(at + mark.size(), " --store " + flags.store);
    break;
  }
  return cure;
}

nlohmann::json DecisionJson(const gate::Decision& one) {
  return {{"check", one.rule->check}, {"answer", gate::AnswerName(one.outcome.answer)},
          {"text", one.outcome.text}, {"cure", one.outcome.cure},
          {"why", one.rule->why},     {"source", one.rule->source}};
}

void PrintBlocked(const gate::Project& project, const gate::Dossier& dossier,
                  const std::vector<gate::Decision>& decisions) {
  size_t blocking = 0;
  for (const gate::Decision& one : decisions) blocking += one.blocks() ? 1 : 0;
  std::cout << dossier.row.id << " is not ready for " << project.title << ": " << blocking << " of "
            << decisions.size() << " rules block it.\n";
  for (const gate::Decision& one : decisions) {
    if (!one.blocks()) continue;
    std::cout << "\n"
              << one.rule->check << ": "
              << (one.outcome.answer == gate::Answer::kUnknown ? "not known yet: " : "")
              << one.outcome.text << "\n  rule    " << one.rule->why << "\n  from    "
              << one.rule->source << "\n  fix     " << one.outcome.cure << "\n";
  }
  std::vector<std::string> passed;
  for (const gate::Decision& one : decisions)
    if (!one.blocks()) passed.push_back(one.rule->check);
  if (!passed.empty()) std::cout << "\npassed: " << Join(passed, ", ") << "\n";
}

void PrintReady(const gate::Project& project, const gate::IssueText& issue) {
  std::cout << "Title:  " << issue.title << "\n"
            << "Labels: " << Join(issue.labels, ", ") << "\n"
            << "Where:  " << project.issues << " (template: " << issue.source << ")\n\n"
            << issue.body << "---\n"
            << "Nothing was sent. Before you do, by hand:\n";
  for (const gate::Reminder& reminder : project.reminders)
    std::cout << "- " << reminder.text << " (" << reminder.source << ")\n";
}

Result<int> Answer(const gate::Project& project, const gate::Dossier& dossier,
                   const ReadyFlags& flags) {
  auto decisions = gate::RunGate(project, dossier);
  for (gate::Decision& one : decisions)
    one.outcome.cure = WithStore(one.outcome.cure, dossier.row.id, flags);
  const bool ready = gate::Ready(decisions);
  ASSAY_ASSIGN(const auto issue, gate::WriteIssue(project, dossier));
  if (flags.json) {
    nlohmann::json out = {{"id", dossier.row.id}, {"project", project.name}, {"ready", ready}};
    out["checks"] = nlohmann::json::array();
    for (const gate::Decision& one : decisions) out["checks"].push_back(DecisionJson(one));
    out["title"] = ready ? issue.title : "";
    out["labels"] = issue.labels;
    out["issue"] = ready ? issue.body : "";
    out["reminders"] = nlohmann::json::array();
    for (const gate::Reminder& one : project.reminders) out["reminders"].push_back(one.text);
    PrintJson(out);
  } else if (ready) {
    PrintReady(project, issue);
  } else {
    PrintBlocked(project, dossier, decisions);
  }
  return ready ? kDone : kFindings;
}

// The one that --project names, or the one that the framework of the target belongs to.
Result<gate::Project> ProjectFor(const std::string& named, const std::string& target) {
  const std::string folder = lab::HomeFolder() + "/projects";
  if (!named.empty()) return gate::LoadProject(folder, named);
  const std::string framework = triage::FrameworkOf(target);
  for (const std::string& name : gate::ProjectNames(folder)) {
    auto project = gate::LoadProject(folder, name);
    if (project.ok() &&
        std::ranges::find(project->frameworks, framework) != project->frameworks.end())
      return project;
  }
  return Invalid(
      StrCat("no rules of maintainers are known for ", framework,
             "; name another project with --project: ", Join(gate::ProjectNames(folder), ", ")));
}

Result<int> RunReady(const ReadyFlags& flags) {
  ASSAY_ASSIGN(const auto store, store::OpenToRead(flags.store));
  ASSAY_ASSIGN(const auto row, store.Finding(flags.id));
  ASSAY_ASSIGN(const auto project, ProjectFor(flags.project, row.target));
  ASSAY_RETURN_IF_ERROR(
      life::NeedsModel(store, row, "the maintainers' rules are kept for models",
                       StrCat("`assay findings export ", row.id,
                              " --format markdown` writes the report for an issue")));
  ASSAY_ASSIGN(const auto collected,
               dossier::ForMaintainers(store, row, {flags.backend_dirs, flags.online}));
  return Answer(project, collected, flags);
}

}  // namespace

std::function<int()> SetupReady(App& app) {
  const auto flags = std::make_shared<ReadyFlags>();
  AddFindingFlags(app, *flags);
  app.AddOption("--project", flags->project,
                StrCat("report to (default: the project of the framework): ",
                       Join(gate::ProjectNames(lab::HomeFolder() + "/projects"), ", ")));
  app.AddFlag("--online", flags->online, "ask the package index for the newest release");
  return [flags] { return ExitCode(RunReady(*flags)); };
}

}  // namespace assay::cli::findings
