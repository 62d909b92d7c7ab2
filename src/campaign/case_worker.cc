#include "campaign/case_worker.h"

namespace assay::campaign {
namespace {

constexpr int kAttempts = 6;     // candidates per case number
constexpr int kRerunEvery = 8;   // cases of which one is run twice
constexpr int kLayersEvery = 8;  // generated cases of which one is judged by layers if need be

}  // namespace

CaseWorker::CaseWorker(const Plan& plan, lab::Lab& lab, const Roster& roster, Shares& shares,
                       Journal& journal)
    : plan_(plan),
      lab_(lab),
      roster_(roster),
      shares_(shares),
      journal_(journal),
      inspector_(plan.assignment.config.resources) {}

void CaseWorker::Work() {
  while (const auto ticket = journal_.Next()) RunCase(*ticket);
}

bool CaseWorker::Make(const Ticket& ticket, Prepared& prepared, Report& report) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    auto made = plan_.method->Make(*ticket.state, ticket.index, attempt);
    if (!made.ok()) {
      journal_.NoteRetry();
      continue;
    }
    const std::vector<Step> steps = made->recipe.steps;
    prepared = {};
    Legality legality = Prepare(std::move(made).value(), plan_.realism, prepared);
    if (legality == Legality::kLegal && plan_.stage.fit != nullptr)
      legality = plan_.stage.fit(prepared);
    journal_.NoteCandidate(steps, legality);
    if (legality == Legality::kLegal) return true;
    if (!steps.empty()) report.put_aside.push_back(steps.back().mutator);
  }
  return false;
}

void CaseWorker::RunCase(const Ticket& ticket) {
  Report report;
  report.index = ticket.index;
  Prepared prepared;
  if (!Make(ticket, prepared, report)) return journal_.NoteUnmade(std::move(report));
  report.recipe = prepared.made.recipe.Text();
  const WorkList::Entry entry = work_.Enter(ticket.index, report.recipe);
  ExamineOptions options;
  options.judge = plan_.judge;
  options.distance = plan_.method->follows_distance();
  options.rerun = ticket.index % kRerunEvery == 0;
  // Generated graphs are small and mostly well bounded; layers tell of real models.
  options.layers =
      !prepared.made.recipe.root.starts_with("generated:") || ticket.index % kLayersEvery == 0;
  options.seen_before = [this](const std::string& signature) {
    return journal_.Believed(signature);
  };
  const Roster::List targets = roster_.now();
  Examined examined = plan_.stage.examine(prepared, *targets, lab_, shares_, options);
  // Not done: it will be run when the campaign is taken up again.
  if (examined.abandoned) return;
  report.run = true;
  report.parent = prepared.made.parent;
  report.keys = plan_.method->Keys(prepared.subject.model.graph);
  report.distance = examined.distance;
  report.findings = static_cast<int>(examined.hits.size());
  // Behind the report: figures of time must not decide which cases come next.
  inspector_.Look(ticket.index, prepared, *targets, examined);
  journal_.NoteDone(std::move(report), prepared, examined, *targets);
}

}  // namespace assay::campaign
