#include "reduce/search.h"

#include "base/hash.h"
#include "base/parallel.h"
#include "onnx/model_io.h"
#include "reduce/upstream.h"
#include "triage/case_bytes.h"

namespace assay::reduce {
namespace {

// A failure that comes and goes is looked for this often in one case.
constexpr int kLooksForUnsteady = 3;

uint64_t KeyOf(const ModelCase& model_case) {
  const auto bytes = onnxio::SerializeModel(model_case.model);
  if (!bytes.ok()) return 0;
  return HashBytes(triage::PackInputs(model_case), HashBytes(*bytes));
}

}  // namespace

Search::Search(ModelCase start, Ask ask, const triage::Symptom& wanted, const Options& options)
    : current_(std::move(start)),
      ask_(std::move(ask)),
      wanted_(wanted),
      options_(options),
      start_(std::chrono::steady_clock::now()),
      upstream_(OperatorsBefore(current_.model.graph, options.suspect)),
      fewest_nodes_(current_.model.graph.node_count()) {
  taken_.insert(KeyOf(current_));
}

double Search::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

bool Search::stopped() {
  if (!stopped_)
    stopped_ = (options_.seconds > 0 && seconds() > options_.seconds) ||
               (options_.should_stop && options_.should_stop());
  return stopped_;
}

void Search::SetPass(std::string_view name) {
  pass_ = name;
  Report();
}

void Search::Report() {
  if (options_.on_progress) options_.on_progress({pass_, graph().node_count(), tries_});
}

void Search::TrustOnlyFresh() {
  only_fresh_ = true;
  seen_.clear();  // those answers were given by processes that had seen other cases
  taken_ = {KeyOf(current_)};
}

void Search::Look(const Maker& maker, Try& out) const {
  out.candidate = maker();
  if (!out.candidate.has_value()) return;
  out.key = KeyOf(*out.candidate);
  if (out.key == 0) out.candidate.reset();
  const auto it = seen_.find(out.key);
  out.known = it != seen_.end();
  if (out.known) out.shows = it->second;
  if (!out.candidate.has_value() || out.known || taken_.contains(out.key)) return;
  const auto seen = Sighting(*out.candidate, only_fresh_);
  out.shows = seen.has_value();
  if (out.shows) out.symptom = seen->symptom;
}

std::optional<triage::Sighted> Search::Sighting(const ModelCase& model_case, bool fresh) const {
  const int looks = wanted_.oracle == "nondeterministic" ? kLooksForUnsteady : 1;
  for (int i = 0; i < looks; ++i) {
    auto seen = ask_(model_case, fresh);
    if (seen.ok() && seen->finding() && Accepts(seen->symptom)) return std::move(seen).value();
  }
  return std::nullopt;
}

// Layers cannot be judged one by one where sequences or wide bounds lie between them; then the
// original is only wrong as a whole. A part of it that is grossly wrong in one layer, on the
// original's own values and on the way to its wrong output, is where it came from.
bool Search::Accepts(const triage::Symptom& seen) const {
  if (triage::SameFailure(wanted_, seen)) return true;
  if (!wanted_.op.empty() || !seen.gross || !upstream_.contains(seen.op)) return false;
  triage::Symptom whole = seen;
  whole.op.clear();
  return triage::SameFailure(wanted_, whole);
}

// Tries candidates from `first` on, one per job.
void Search::Run(const Makers& candidates, size_t first, std::vector<Try>& tries) {
  const size_t count =
      std::min(candidates.size() - first, static_cast<size_t>(std::max(1, options_.jobs)));
  tries.assign(count, {});
  ForEachIndex(count, count, [&](size_t i) { Look(candidates[first + i], tries[i]); });
}

void Search::Take(Try& winner) {
  taken_.insert(winner.key);
  ++takes_;
  current_ = std::move(*winner.candidate);
  if (!winner.known && wanted_.op != winner.symptom.op) {
    wanted_ = winner.symptom;
    seen_.clear();  // those answers were about another question
  }
  const size_t nodes = graph().node_count();
  if (nodes < fewest_nodes_ && options_.on_better) options_.on_better(current_);
  fewest_nodes_ = std::min(fewest_nodes_, nodes);
}

std::optional<size_t> Search::TakeFirst(const Makers& candidates) {
  std::vector<Try> tries;
  for (size_t first = 0; first < candidates.size(); first += tries.size()) {
    if (stopped()) return std::nullopt;
    Run(candidates, first, tries);
    // An interrupted try says nothing.
    if (stopped()) return std::nullopt;
    for (size_t i = 0; i < tries.size(); ++i) {
      Try& one = tries[i];
      if (!one.candidate.has_value() || taken_.contains(one.key)) continue;
      // Only what stands before the winner counts, so that the number does not depend on jobs.
      tries_ += seen_.contains(one.key) ? 0 : 1;
      seen_[one.key] = one.shows;
      if (!one.shows) continue;
      Take(one);
      Report();
      return first + i;
    }
    Report();
  }
  return std::nullopt;
}

bool Search::Sweep(const std::function<Makers(const ModelCase&)>& list) {
  bool any = false;
  for (size_t place = 0;;) {
    Makers rest = list(current_);
    if (place >= rest.size()) return any;
    rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(place));
    const auto taken = TakeFirst(rest);
    if (!taken.has_value()) return any;
    any = true;
    place += *taken;
  }
}

bool Search::AllShow(const Makers& candidates) {
  std::vector<Try> tries;
  for (size_t first = 0; first < candidates.size(); first += tries.size()) {
    if (stopped()) return false;
    Run(candidates, first, tries);
    if (stopped()) return false;
    for (const Try& one : tries) {
      if (!one.candidate.has_value()) return false;
      tries_ += seen_.contains(one.key) ? 0 : 1;
      const bool shows = one.shows || taken_.contains(one.key);
      seen_[one.key] = shows;
      if (!shows) return false;
    }
    Report();
  }
  return true;
}

std::optional<triage::Sighted> Search::Fresh() {
  ++tries_;
  return Sighting(current_, true);
}

}  // namespace assay::reduce
