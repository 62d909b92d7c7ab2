#include "campaign/journal.h"

namespace assay::campaign {

Journal::Journal(const Plan& plan)
    : assignment_(plan.assignment),
      method_(*plan.method),
      ledger_(method_, assignment_.limits.cases),
      record_(assignment_.limits.keep),
      spool_(assignment_.member) {
  if (assignment_.member != nullptr) exchange_.emplace(*assignment_.member, method_);
}

Status Journal::Restore() {
  store::Store& store = assignment_.store;
  ASSAY_ASSIGN(const auto row, store.WholeCampaign(assignment_.id));
  if (!row.has_value()) return {};
  Tally tally;
  if (!row->tally.empty()) {
    ASSAY_ASSIGN(tally, Tally::Load(row->tally));
  }
  ASSAY_ASSIGN(const std::vector<store::ReportRow> rows, store.Reports(assignment_.id));
  std::vector<Report> reports;
  for (const store::ReportRow& stored : rows) {
    ASSAY_ASSIGN(Report report, Report::Load(stored.report));
    reports.push_back(std::move(report));
  }
  ASSAY_RETURN_IF_ERROR(ledger_.Restore(row->block, row->state, std::move(reports)));
  ASSAY_ASSIGN(const std::vector<store::FindingRow> known, store.Findings(assignment_.id));
  record_.Restore(std::move(tally), known);
  return {};
}

double Journal::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void Journal::NoteRetry() {
  const std::lock_guard lock(mutex_);
  record_.CountRetry();
}

void Journal::NoteCandidate(const std::vector<Step>& steps, Legality legality) {
  const std::lock_guard lock(mutex_);
  record_.CountLegality(steps, legality, assignment_.config.unconstrained);
}

void Journal::NoteUnmade(Report report) {
  const std::lock_guard lock(mutex_);
  record_.CountUnmade();
  ledger_.Done(std::move(report));
}

std::vector<std::string> Journal::NoteDone(Report report, const Prepared& prepared,
                                           const Examined& examined,
                                           const std::vector<lab::Target>& targets) {
  // Jobs wait for each other behind the lock only.
  const uint64_t hash = CaseHash(report.index, prepared);
  const std::lock_guard lock(mutex_);
  record_.CountCase(hash, prepared, examined);
  std::vector<std::string> gains =
      record_.CountRuns(report.index, prepared, examined, targets, seconds());
  ledger_.Done(std::move(report));
  return gains;
}

std::vector<std::string> Journal::NoteLater(int64_t index, const Prepared& prepared,
                                            const Examined& examined,
                                            const std::vector<lab::Target>& targets) {
  const std::lock_guard lock(mutex_);
  return record_.CountRuns(index, prepared, examined, targets, seconds());
}

bool Journal::Believed(const std::string& signature) {
  const std::lock_guard lock(mutex_);
  return record_.Believed(signature);
}

void Journal::Pause(bool trouble) {
  ledger_.Pause(trouble && (!assignment_.store.lost() || spool_.full()));
}

Status Journal::Commit(std::vector<store::ProgressRow> samples) {
  store::CampaignStep next;
  const Spent spent = SpentSoFar();
  {
    const std::lock_guard lock(mutex_);
    LedgerStep step = ledger_.Take();
    next = record_.TakePending();
    for (const Report& report : step.reports) {
      next.reports.push_back({report.index, report.Save()});
      if (exchange_.has_value()) exchange_->Note(report);
    }
    next.state = std::move(step.state);
    next.block = step.block;
    next.forget_before = step.forget_before;
    next.campaign = assignment_.id;
    SetTimes(spent);
    next.tally = record_.tally().Save();
    next.cases = record_.tally().cases;
    next.counted = next.cases + record_.tally().unmade;
    next.done = step.done;
    next.progress = std::move(samples);
  }
  const CpuMeter meter(store_cpu_);
  spool_.Add(std::move(next));
  return spool_.Write(assignment_.store);
}

void Journal::Meet() {
  if (exchange_.has_value()) exchange_->Meet(assignment_.store, ledger_);
}

bool Journal::Enough() {
  if (exchange_.has_value() && exchange_->over()) return true;
  if (assignment_.limits.findings <= 0) return false;
  const std::lock_guard lock(mutex_);
  return record_.ConfirmedNow() >= assignment_.limits.findings;
}

Progress Journal::Snapshot() {
  Progress out;
  out.coverage = method_.Figures(*ledger_.newest_state());
  if (!out.coverage.empty() && out.coverage.front().second > last_coverage_) {
    last_coverage_ = out.coverage.front().second;
    last_gain_ = seconds();
  }
  out.last_gain_s = last_gain_;
  out.resident_mb = ResidentMb();
  out.store_cpu_seconds = store_cpu_;
  if (exchange_.has_value()) {
    out.exchange = exchange_->figures();
    out.exchange.cpu_seconds += ledger_.learning();
  }
  const Spent spent = SpentSoFar();
  const std::lock_guard lock(mutex_);
  SetTimes(spent);
  out.tally = record_.tally();
  out.resumed_cases = record_.before().cases;
  out.seconds = seconds();
  out.cases_now = out.tally.cases - out.resumed_cases;
  out.last_new_s = record_.last_new_s();
  out.findings = record_.Lines();
  return out;
}

// Outside of the lock: it looks at every process of the machine.
Journal::Spent Journal::SpentSoFar() const {
  return {OwnCpuSeconds() - own_cpu_, ChildrenCpuSeconds() - children_cpu_};
}

void Journal::SetTimes(const Spent& spent) {
  Tally& tally = record_.tally();
  const Tally& before = record_.before();
  tally.seconds = before.seconds + seconds();
  tally.cpu_seconds = before.cpu_seconds + spent.own + spent.children;
  tally.target_cpu_seconds = before.target_cpu_seconds + spent.children;
}

}  // namespace assay::campaign
