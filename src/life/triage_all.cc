#include "life/triage_all.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/clock.h"
#include "base/json.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "dossier/facts.h"
#include "lab/home.h"
#include "store/shared.h"
#include "triage/machines.h"

namespace assay::life {
namespace {

class Triage {
 public:
  Triage(store::Store& store, const TriageOptions& options)
      : options_(options), end_ms_(NowMs() + options.seconds * 1e3) {
    PipelineOptions each = options.each;
    each.should_stop = [this] { return Stopped(); };
    each.agent = store::NewAgent();
    pipeline_ = std::make_unique<Pipeline>(store, lab_, std::move(each));
  }

  Result<TriageResult> Run(std::vector<triage::Member> members) {
    std::ranges::stable_sort(members, TeachesBefore);
    for (triage::Member& member : members) {
      if (Pipeline::Open(member.row))
        todo_.push_back(std::move(member.row));
      else
        pipeline_->Teach(member.row, member.cause);
    }
    InParallel(std::min(options_.jobs, todo_.size()), [this] { Loop(); });
    if (!failure_.empty()) return Invalid(failure_);
    out_.left = todo_.size() - out_.worked_on - out_.elsewhere;
    return out_;
  }

 private:
  bool Stopped() const { return options_.stopped() || NowMs() >= end_ms_; }

  void Loop() {
    for (size_t i = next_++; i < todo_.size() && !Stopped(); i = next_++) {
      const auto outcome = pipeline_->Work(todo_[i]);
      const std::lock_guard lock(mutex_);
      if (!outcome.ok()) {
        if (!Stopped()) failure_ = StrCat(todo_[i].id, ": ", outcome.error().message);
        return;
      }
      if (outcome->elsewhere) {
        ++out_.elsewhere;
        continue;
      }
      ++out_.worked_on;
      if (!outcome->problem.empty())
        out_.problems.push_back(StrCat(todo_[i].id, ": ", outcome->problem));
      options_.tell(StrCat("triage: ", out_.worked_on, " of ", todo_.size(), " findings, ",
                           todo_[i].id, " ", outcome->state));
    }
  }

  const TriageOptions& options_;
  const double end_ms_;
  lab::Lab lab_;
  std::unique_ptr<Pipeline> pipeline_;
  std::vector<store::FindingRow> todo_;
  std::atomic<size_t> next_ = 0;
  std::mutex mutex_;
  TriageResult out_;
  std::string failure_;
};

}  // namespace

bool TeachesBefore(const triage::Member& a, const triage::Member& b) {
  // What is only inaccurate waits until all that is wrong is done.
  const auto minor = [](const triage::Member& one) { return one.row.kind == "inaccurate"; };
  if (minor(a) != minor(b)) return minor(b);
  const auto refused = [](const triage::Member& one) {
    return triage::KindFamily(one.row.kind) != "wrong" && one.row.kind != "shape";
  };
  if (refused(a) != refused(b)) return refused(b);
  return a.nodes < b.nodes;
}

Result<TriageResult> TriageAll(store::Store& store, const TriageOptions& options) {
  // Before anything is worked on: entries that cannot be read are told at once.
  ASSAY_ASSIGN(const auto known, ShippedKnownBugs());
  ASSAY_ASSIGN(auto members, dossier::Members(store));
  ASSAY_ASSIGN(TriageResult out, Triage(store, options).Run(std::move(members)));
  ASSAY_RETURN_IF_ERROR(dossier::KeepGroups(store));
  ASSAY_RETURN_IF_ERROR(MatchKnown(store, known));
  return out;
}

Result<std::vector<triage::KnownBug>> ShippedKnownBugs() {
  return triage::LoadKnownBugs(lab::HomeFolder() + "/bugs/known");
}

Result<ByBug> MatchKnown(store::Store& store, const std::vector<triage::KnownBug>& bugs) {
  ByBug out;
  ASSAY_ASSIGN(const auto members, dossier::Members(store));
  for (const triage::Member& member : members) {
    ASSAY_ASSIGN(const auto seen_on, store.SeenOn(member.row.id));
    const std::vector<std::string> machines = triage::ArchitecturesOf(seen_on);
    const auto bug = std::ranges::find_if(bugs, [&](const triage::KnownBug& known) {
      return triage::Matches(known, member.row, member.canonical, machines);
    });
    if (bug == bugs.end()) continue;
    const nlohmann::json fact = ASSAY_FIELDS(*bug, id, title, link, versions);
    ASSAY_RETURN_IF_ERROR(store.SetFact(member.row.id, "known", fact.dump()));
    out[bug->id].push_back(member.row.id);
  }
  return out;
}

}  // namespace assay::life
