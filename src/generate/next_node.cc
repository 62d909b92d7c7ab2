// How a Grower chooses the next node where counts of what was seen steer it: rare combinations,
// pairs of operators that are new, nodes that are like others.
#include <algorithm>

#include "generate/combinations.h"
#include "generate/grower.h"

namespace assay::generate {
namespace {

// How many (operator, operand) pairs compete for the next node when rare ones are preferred.
constexpr int kCompetitors = 4;
// Chance that a node makes a pair of operators that is new, and how many are looked at for that.
constexpr double kChanceOfNewPair = 0.4;
constexpr size_t kPairCompetitors = 48;
constexpr int kLooksForResult = 4;

// The first input that takes the type, of those that the operator does not propose.
std::optional<size_t> InputFor(const Candidate& candidate, DType dtype) {
  const auto most = static_cast<size_t>(candidate.op->data_inputs.max);
  for (size_t i = 0; i < std::min(most, candidate.schema->inputs.size()); ++i)
    if (candidate.schema->inputs[i].type_set().AdmitsTensor(dtype)) return i;
  return std::nullopt;
}

}  // namespace

bool Grower::Step() {
  if (options_.seen == nullptr) return Try(RandomCandidate());
  std::optional<Plan> pair;
  if (rng_.Chance(kChanceOfNewPair)) pair = NewPairPlan();
  const Plan plan = pair.has_value() ? *std::move(pair) : RarestPlan();
  if (Apply(plan)) return true;
  ++failures_[static_cast<size_t>(plan.candidate - candidates_.data())];
  return false;
}

Grower::Plan Grower::RarestPlan() {
  Plan best = RandomPlan(RandomCandidate());
  double most = Rarity(best);
  for (int i = 1; i < kCompetitors; ++i) {
    Plan plan = RandomPlan(RandomCandidate());
    const double rarity = Rarity(plan);
    if (rarity <= most) continue;
    most = rarity;
    best = std::move(plan);
  }
  return best;
}

double Grower::Rarity(const Plan& plan) const {
  const bool exists = plan.given != kAbsent;
  const TensorType& type = exists ? draft_.value(plan.given).actual : plan.fresh;
  const uint64_t op = plan.candidate->hash;
  const auto rarity = [&](uint64_t key) { return 1.0 / (1 + options_.seen->Count(key)); };
  double sum = rarity(NodeKey(op, type.dtype, ShapeClass(type)));
  const uint64_t producer = exists ? draft_.value(plan.given).producer : 0;
  if (producer != 0) sum += rarity(PairKey(producer, op, type.dtype));
  // An operator that found no use here would otherwise stay the rarest for ever.
  return sum / (1 + failures_[static_cast<size_t>(plan.candidate - candidates_.data())]);
}

bool Grower::AddTwin() {
  if (draft_.node_count() == 0) return false;
  const Node& node = rng_.Pick(std::span<const Node>(draft_.nodes()));
  const Candidate* c = FindCandidate(candidates_, node.op);
  if (c == nullptr) return false;
  const Draft::Mark start = draft_.mark();
  Attempt attempt{c->op, c->schema, c->hash, node};
  std::ranges::fill(attempt.node.outputs, 0);
  const double what = rng_.Unit();
  if (what < 0.4)
    MoveToBoundary(attempt);
  else if (what < 0.8)
    ExchangeOperand(attempt);
  if (Complete(std::move(attempt), 0, start)) return true;
  draft_.Rollback(start);
  return false;
}

// One operand for another of the same type.
void Grower::ExchangeOperand(Attempt& attempt) {
  if (attempt.node.inputs.empty()) return;
  const auto last = static_cast<int64_t>(attempt.node.inputs.size()) - 1;
  ValueId& id = attempt.node.inputs[static_cast<size_t>(rng_.Int(0, last))];
  if (id == kAbsent) return;
  const TensorType& type = draft_.value(id).actual;
  const std::vector<ValueId>& ids = draft_.listed(type.dtype);
  for (int i = 0; i < kLooksForResult && !ids.empty(); ++i) {
    const ValueId other = rng_.Pick(std::span<const ValueId>(ids));
    if (!(draft_.value(other).actual == type)) continue;
    id = other;
    return;
  }
}

// A result of a node, of a type in which pairs are counted.
ValueId Grower::ResultForPair() {
  const auto start = static_cast<size_t>(rng_.Int(0, kPairTypes.size() - 1));
  for (size_t k = 0; k < kPairTypes.size(); ++k) {
    const std::vector<ValueId>& ids = draft_.listed(kPairTypes[(start + k) % kPairTypes.size()]);
    for (int i = 0; i < kLooksForResult && !ids.empty(); ++i) {
      const ValueId id = rng_.Pick(std::span<const ValueId>(ids));
      if (draft_.value(id).producer != 0) return id;
    }
  }
  return kAbsent;
}

// A result that there is, for the operator that has taken such a one least of some.
std::optional<Grower::Plan> Grower::NewPairPlan() {
  const ValueId given = ResultForPair();
  if (given == kAbsent) return std::nullopt;
  const DraftValue& value = draft_.value(given);
  std::optional<Plan> best;
  uint32_t least = 0;
  const size_t start = static_cast<size_t>(&RandomCandidate() - candidates_.data());
  for (size_t k = 0; k < std::min(kPairCompetitors, candidates_.size()); ++k) {
    const size_t i = (start + k) % candidates_.size();
    const Candidate& c = candidates_[i];
    const auto at = InputFor(c, value.actual.dtype);
    if (failures_[i] > 0 || !at.has_value()) continue;
    const uint32_t count =
        options_.seen->Count(PairKey(value.producer, c.hash, value.actual.dtype));
    if (best.has_value() && count >= least) continue;
    least = count;
    best = Plan{.candidate = &c, .given = given, .fresh = {}, .at = *at};
    if (count == 0) break;
  }
  if (best.has_value() && best->at > 0)
    if (const auto type = FreshType(ParamAt(*best->candidate->schema, 0).type_set().tensor,
                                    rng_.Chance(0.5) ? &value.actual : nullptr))
      best->fresh = *type;
  return best;
}

}  // namespace assay::generate
