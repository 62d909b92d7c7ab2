#include "campaign/examine.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/clock.h"
#include "base/hash.h"
#include "campaign/pairs.h"
#include "generate/repair.h"
#include "onnx/model_io.h"
#include "reference/evaluator.h"
#include "triage/case_bytes.h"
#include "triage/symptom.h"

namespace assay::campaign {
namespace {

// Whether a float output stays finite and within the effective range.
bool InRange(const Known& known) {
  if (known.kind == Known::Kind::kUndetermined) return false;
  for (const Known& item : known.items)
    if (!InRange(item)) return false;
  if (!known.is_tensor() || !known.tensor.is_real()) return true;
  for (int64_t i = 0; i < known.tensor.count(); ++i) {
    const Real element = known.tensor.real(i);
    if (element.nan == Nan::kMust || !(std::fabs(element.v) <= kEffectiveRange)) return false;
  }
  return true;
}

bool AllInRange(const std::vector<Known>& outputs) { return std::ranges::all_of(outputs, InRange); }

// The same of one execution. Where bounds have grown beyond all measure (deep models), the middle
// of an interval says nothing of the value.
bool RunsInRange(const oracle::Subject& subject) {
  Rng adversary(0);
  reference::EvalOptions options;
  options.adversary = &adversary;
  options.rules.flush_to_zero = false;
  std::vector<Known> inputs;
  for (const Datum& datum : subject.inputs) {
    auto known = Known::From(datum, options.rules);
    if (!known.ok()) return false;
    inputs.push_back(std::move(known).value());
  }
  const auto run = reference::Evaluate(subject.model, std::move(inputs), options);
  return run.ok() && AllInRange(run->outputs);
}

bool IsSpecial(DType dtype, double x) {
  return !std::isfinite(x) || (x != 0 && std::fabs(x) < FormatOf(dtype).min_normal);
}

bool IsSpecial(const Tensor& tensor) {
  if (tensor.count() == 0) return true;
  if (!IsFloat(tensor.dtype())) return false;
  for (int64_t i = 0; i < tensor.count(); ++i)
    if (IsSpecial(tensor.dtype(), tensor.RealAt(i))) return true;
  return false;
}

bool IsSpecial(const Known& known) {
  if (!known.is_tensor())
    return std::any_of(known.items.begin(), known.items.end(),
                       [](const Known& item) { return IsSpecial(item); });
  const Bounded& tensor = known.tensor;
  if (tensor.count() == 0) return true;
  if (!tensor.is_real()) return false;
  for (int64_t i = 0; i < tensor.count(); ++i) {
    const Real x = tensor.real(i);
    if (x.nan == Nan::kMust || (x.lo == x.hi && IsSpecial(tensor.dtype(), x.v))) return true;
  }
  return false;
}

// NaN, infinities, subnormal numbers or empty tensors, as inputs, weights or results.
bool HoldsSpecialValues(const oracle::Subject& subject, const std::vector<Known>& outputs) {
  for (const Datum& input : subject.inputs)
    if (input.kind == Datum::Kind::kTensor && IsSpecial(input.tensor)) return true;
  for (const auto& [id, tensor] : subject.model.graph.initializers())
    if (IsSpecial(tensor)) return true;
  return std::any_of(outputs.begin(), outputs.end(),
                     [](const Known& known) { return IsSpecial(known); });
}

oracle::TruthOptions LenientOnly() { return {.tier = Tier::kLenient, .strict_too = false}; }

void PrepareEquivalent(Prepared& out) {
  auto subject = triage::MakeSubject(*out.made.equivalent);
  if (!subject.ok()) return;
  auto truth = oracle::ComputeTruth(*subject, LenientOnly());
  if (!truth.ok() || !truth->unknown.empty()) return;
  out.equivalent = std::move(subject).value();
  out.equivalent_truth = std::move(truth).value();
}

bool RefusedByAll(const std::vector<lab::Target>& targets, const std::vector<TargetRun>& runs) {
  std::set<std::string> refused;
  for (const TargetRun& run : runs) {
    if (run.status == oracle::CaseStatus::kUnsupported) continue;
    if (run.status != oracle::CaseStatus::kRejected) return false;
    refused.insert(targets[run.target].framework);
  }
  return refused.size() >= 2;
}

// The literature runs what it can load; the reference only says whether it is in range.
Legality PrepareLiteral(Result<oracle::Truth> truth, Prepared& out) {
  out.out_of_range = true;
  if (!truth.ok()) {
    out.truth.unknown = truth.error().message;
    return Legality::kLegal;
  }
  out.truth = std::move(truth).value();
  const bool known = out.truth.unknown.empty();
  out.out_of_range = !known || (!AllInRange(out.truth.lenient) && !RunsInRange(out.subject));
  out.special = known && HoldsSpecialValues(out.subject, out.truth.lenient);
  return Legality::kLegal;
}

}  // namespace

Legality Prepare(Made made, const Realism& realism, Prepared& out, bool literal) {
  out.made = std::move(made);
  const Graph& graph = out.made.model_case.model.graph;
  out.realism = realism.Score(graph);
  if (graph.node_count() == 0 || graph.outputs.empty()) return Legality::kInvalid;
  const ModelCase& model_case = out.made.model_case;
  auto bytes = onnxio::SerializeChecked(model_case.model);
  if (!bytes.ok()) return Legality::kRefused;
  out.subject = {model_case.model, std::move(bytes).value(), model_case.inputs, 0};
  oracle::TruthOptions how = LenientOnly();
  how.count_open = true;
  auto truth = oracle::ComputeTruth(out.subject, how);
  if (literal) return PrepareLiteral(std::move(truth), out);
  if (!truth.ok() || !truth->unknown.empty()) return Legality::kInvalid;
  out.truth = std::move(truth).value();
  const std::vector<Known>& truths = out.truth.lenient;
  // A case that is meant to leave the range is judged by what is certain there.
  const bool judgeable =
      out.made.special && std::any_of(truths.begin(), truths.end(), generate::MostlyCertain);
  if (!judgeable && !AllInRange(truths) && !RunsInRange(out.subject)) return Legality::kInvalid;
  out.special = HoldsSpecialValues(out.subject, truths);
  if (out.made.equivalent.has_value()) PrepareEquivalent(out);
  return Legality::kLegal;
}

void Note(size_t i, oracle::TargetResult result, double ms, bool known, const Graph& graph,
          Examined& out) {
  const bool gap = result.status == oracle::CaseStatus::kUnsupported;
  out.runs.push_back({i, result.status, ms, result.resident_mb,
                      gap ? triage::NormalizedMessage(result.message) : ""});
  if (!oracle::IsFinding(result.status)) return;
  Hit hit;
  hit.shown = result.spoiler;
  hit.signature = triage::Signature(result, hit.shown ? hit.shown->model.graph : graph);
  hit.id = triage::FindingId(hit.signature);
  hit.confirmed = !known;
  hit.result = std::move(result);
  out.hits.push_back(std::move(hit));
}

namespace {

// What a compiler takes grows with the nodes, and so does its time: of small models it sees many.
constexpr size_t kSmall = 4;

// The turns of two modes fall on different cases where they can.
bool HasItsTurn(const lab::Target& target, int64_t turn) {
  if (turn < 0 || target.every <= 1) return true;
  const auto every = static_cast<uint64_t>(target.every);
  return (static_cast<uint64_t>(turn) + HashBytes(target.mode)) % every == 0;
}

std::vector<bool> WhoTakes(const Model& model, const std::vector<uint64_t>& uses,
                           const std::vector<lab::Target>& targets, const ExamineOptions& options) {
  std::vector<bool> out = options.reach == nullptr ? std::vector<bool>(targets.size(), true)
                                                   : options.reach->Takes(model, uses, targets);
  const bool large = model.graph.node_count() > kSmall;
  for (size_t i = 0; i < targets.size(); ++i)
    if ((options.small_for_compilers && large && targets[i].pack > 1) ||
        !HasItsTurn(targets[i], options.turn))
      out[i] = false;
  return out;
}

}  // namespace

void DropShared(Examined& examined) {
  int inaccurate = 0, accurate = 0;
  for (const TargetRun& run : examined.runs) {
    inaccurate += run.status == oracle::CaseStatus::kInaccurate ? 1 : 0;
    accurate += run.status == oracle::CaseStatus::kOk ? 1 : 0;
    accurate += run.status == oracle::CaseStatus::kSuspicious ? 1 : 0;
  }
  if (inaccurate == 1 && accurate > 0) return;
  std::erase_if(examined.hits, [](const Hit& hit) {
    return hit.result.status == oracle::CaseStatus::kInaccurate;
  });
}

Examined ExamineEach(
    const Model& model, const std::vector<lab::Target>& targets, Shares& shares,
    const ExamineOptions& options,
    const std::function<oracle::TargetResult(const lab::Target&, SeenBefore)>& check) {
  Examined out;
  const std::vector<uint64_t> uses =
      options.reach == nullptr ? std::vector<uint64_t>() : UsesOf(model);
  for (const size_t i : shares.Choose(WhoTakes(model, uses, targets, options))) {
    if (options.keep_for_later && options.keep_for_later(i)) {
      shares.Later(i);
      continue;
    }
    bool known = false;
    const double start = NowMs();
    oracle::TargetResult result = check(targets[i], [&](const oracle::TargetResult& seen) {
      return known =
                 options.seen_before && options.seen_before(triage::Signature(seen, model.graph));
    });
    const double ms = NowMs() - start;
    shares.Spent(i, ms, !oracle::IsFinding(result.status));
    if (result.abandoned) {
      out.abandoned = true;
      continue;
    }
    if (options.reach != nullptr)
      options.reach->Saw(targets[i], uses, result.status != oracle::CaseStatus::kUnsupported);
    Note(i, std::move(result), ms, known, model.graph, out);
  }
  return out;
}

oracle::CheckOptions CheckOptionsOf(const Prepared& prepared, const ExamineOptions& options) {
  oracle::CheckOptions check;
  check.measure_memory = false;
  check.rerun = options.rerun;
  check.locate = true;
  check.seek_inaccurate = true;
  check.layers_where_loose = options.layers;
  if (prepared.equivalent.has_value())
    check.equivalent = {&*prepared.equivalent, &*prepared.equivalent_truth};
  return check;
}

Examined Examine(const Prepared& prepared, const std::vector<lab::Target>& targets, lab::Lab& lab,
                 Shares& shares, const ExamineOptions& options) {
  Examined out;
  if (options.judge != Judge::kCertified) {
    out = ExaminePairs(prepared, targets, lab, shares, options);
    out.refused_by_all = RefusedByAll(targets, out.runs);
    return out;
  }
  oracle::CheckOptions check = CheckOptionsOf(prepared, options);
  out = ExamineEach(prepared.subject.model, targets, shares, options,
                    [&](const lab::Target& target, SeenBefore seen_before) {
                      check.seen_before = std::move(seen_before);
                      return oracle::CheckTarget(prepared.subject, prepared.truth, target, lab,
                                                 check);
                    });
  DropShared(out);
  out.refused_by_all = RefusedByAll(targets, out.runs);
  if (options.distance && !out.abandoned) {
    const std::optional<double> distance = MeasureDistance(prepared.subject, targets, lab);
    out.abandoned = !distance.has_value();
    out.distance = distance.value_or(0);
  }
  return out;
}

}  // namespace assay::campaign
