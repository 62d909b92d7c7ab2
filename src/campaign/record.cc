#include "campaign/record.h"

#include <algorithm>

#include "base/hash.h"
#include "training/check.h"
#include "triage/case_bytes.h"
#include "triage/rows.h"

namespace assay::campaign {
namespace {

constexpr int kConfirmations = 1;  // of one signature, before it is believed without

}  // namespace

void Record::Restore(Tally tally, const std::vector<store::FindingRow>& findings) {
  tally_ = std::move(tally);
  before_ = tally_;
  for (const store::FindingRow& finding : findings) {
    FindingLine line;
    line.id = finding.id;
    line.target = finding.target;
    line.version = finding.version;
    line.kind = finding.kind;
    line.stage = finding.stage;
    line.message = finding.message;
    line.count = finding.count;
    line.first_case = finding.first_case;
    line.realism = finding.realism;
    line.confirmed = finding.state == "confirmed";
    line.at_seconds = -1;  // of an earlier run
    confirmed_[finding.signature] = kConfirmations;
    kept_[finding.id] = keep_;
    lines_[finding.id] = std::move(line);
  }
}

void Record::CountLegality(const std::vector<Step>& steps, Legality legality, bool unconstrained) {
  for (const Step& step : steps) {
    MutatorTally& mutator = tally_.mutators[step.mutator];
    ++mutator.applied;
    mutator.refused += legality == Legality::kRefused ? 1 : 0;
    mutator.invalid += legality == Legality::kInvalid ? 1 : 0;
  }
  tally_.illegal += legality == Legality::kRefused ? 1 : 0;
  // Without constraints nothing is put aside: the study's rule counts it.
  if (legality == Legality::kInvalid) {
    ++tally_.retried;
    tally_.out_of_range += unconstrained ? 1 : 0;
  }
}

uint64_t CaseHash(int64_t index, const Prepared& prepared) {
  return HashCombine(HashCombine(static_cast<uint64_t>(index), HashBytes(prepared.subject.bytes)),
                     HashBytes(triage::PackInputs(prepared.made.model_case)));
}

void Record::CountCase(uint64_t hash, const Prepared& prepared, const Examined& examined) {
  tally_.corpus_hash += hash;
  ++tally_.cases;
  tally_.special_values += prepared.special ? 1 : 0;
  for (const auto& [op, counts] : prepared.truth.openness) {
    OpenTally& open = tally_.open[op];
    open.elements += counts.elements;
    open.open += counts.open;
    open.inherited += counts.inherited;
  }
  tally_.nodes += static_cast<int64_t>(prepared.subject.model.graph.node_count());
  tally_.illegal += examined.refused_by_all ? 1 : 0;
  tally_.refused_by_all += examined.refused_by_all ? 1 : 0;
  tally_.out_of_range += prepared.out_of_range && !examined.refused_by_all ? 1 : 0;
  tally_.outliers += examined.outliers ? 1 : 0;
}

std::vector<std::string> Record::CountRuns(int64_t index, const Prepared& prepared,
                                           const Examined& examined,
                                           const std::vector<lab::Target>& targets,
                                           double seconds) {
  for (const TargetRun& run : examined.runs) {
    TargetTally& target = tally_.targets[targets[run.target].name];
    ++target.cases;
    target.seconds += run.ms / 1000;
    target.peak_mb = std::max(target.peak_mb, run.resident_mb);
    ++target.statuses[std::string(oracle::CaseStatusName(run.status))];
    if (run.status != oracle::CaseStatus::kUnsupported) continue;
    ++target.unsupported;
    if (target.gaps.size() < kMaxGaps || target.gaps.contains(run.gap)) ++target.gaps[run.gap];
  }
  std::vector<std::string> gains;
  for (const Hit& hit : examined.hits)
    if (Keep(index, prepared, hit, seconds)) gains.push_back(hit.result.name);
  return gains;
}

// Whether it is new.
bool Record::Keep(int64_t index, const Prepared& prepared, const Hit& hit, double seconds) {
  ++tally_.hits;
  if (hit.confirmed) ++confirmed_[hit.signature];
  auto [it, fresh] = lines_.try_emplace(hit.id);
  FindingLine& line = it->second;
  if (fresh) {
    line = {hit.id,           hit.result.name,    hit.result.version,         hit.result.oracle,
            hit.result.stage, hit.result.message, prepared.made.recipe.Text()};
    line.first_case = index;
    line.at_seconds = last_new_ = seconds;
    line.confirmed = hit.confirmed;
  }
  ++line.count;
  line.realism = std::max(line.realism, prepared.realism);
  store::FindingRow row = triage::FindingRowOf(hit.result, hit.signature, hit.confirmed);
  row.first_case = index;
  row.realism = prepared.realism;
  pending_.findings.push_back(std::move(row));
  KeepSighting(index, prepared, hit);
  return fresh;
}

void Record::KeepSighting(int64_t index, const Prepared& prepared, const Hit& hit) {
  if (kept_[hit.id] >= keep_) return;
  ++kept_[hit.id];
  std::string recipe = prepared.made.recipe.Text();
  if (!prepared.stage_recipe.empty())
    recipe = training::WithSettings(recipe, prepared.stage_recipe);
  oracle::Subject shown = prepared.subject;
  if (hit.shown.has_value()) {
    auto made = triage::MakeSubject(*hit.shown);
    if (made.ok()) shown = std::move(made).value();
  }
  store::SightingRow sighting =
      triage::SightingRowOf(shown, hit.result, hit.signature, std::move(recipe));
  sighting.case_index = index;
  sighting.realism = prepared.realism;
  pending_.sightings.push_back(std::move(sighting));
}

bool Record::Believed(const std::string& signature) const {
  const auto it = confirmed_.find(signature);
  return it != confirmed_.end() && it->second >= kConfirmations;
}

int64_t Record::ConfirmedNow() const {
  return std::ranges::count_if(lines_, [](const auto& entry) {
    // Lists do not show inaccuracy unless asked to.
    const bool shown = entry.second.kind != oracle::CaseStatusName(oracle::CaseStatus::kInaccurate);
    return shown && entry.second.confirmed && entry.second.at_seconds >= 0;
  });
}

std::vector<FindingLine> Record::Lines() const {
  std::vector<FindingLine> out;
  for (const auto& [id, line] : lines_) out.push_back(line);
  std::ranges::stable_sort(
      out, [](const FindingLine& a, const FindingLine& b) { return a.realism > b.realism; });
  return out;
}

store::CampaignStep Record::TakePending() {
  store::CampaignStep out = std::move(pending_);
  pending_ = {};
  return out;
}

}  // namespace assay::campaign
