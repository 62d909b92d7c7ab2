// How a Grower finds operands: existing values of the admitted types, recent ones more often, or
// new inputs and weights. Nothing here walks over the whole graph.
#include <algorithm>
#include <bit>

#include "generate/grower.h"
#include "generate/operand_values.h"

namespace assay::generate {
namespace {

constexpr double kChanceOfFreshOperand = 0.15;
// A graph of a thousand nodes should not have a hundred inputs.
constexpr double kManyInputs = 10;
// Half of the operands are among the last few values: graphs grow deep as well as wide.
constexpr double kChanceOfRecent = 0.5;
constexpr int64_t kRecent = 4;
constexpr double kChanceOfSame = 0.08;      // x used twice
constexpr double kChanceOfOtherType = 0.1;  // than the graph's main one
constexpr double kChanceOfWeight = 0.35;
constexpr double kChanceOfLikeShape = 0.7;
constexpr int kLooksForShape = 4;
constexpr double kChanceOfWish = 0.3;
constexpr double kChanceOfEmptySpecial = 0.08;

constexpr uint32_t Bit(DType dtype) { return uint32_t{1} << static_cast<int>(dtype); }
constexpr uint32_t kNoOperands =
    Bit(DType::kUndefined) | Bit(DType::kComplex64) | Bit(DType::kComplex128);

ValueId PickFrom(Rng& rng, const std::vector<ValueId>& ids) {
  const auto count = static_cast<int64_t>(ids.size());
  const int64_t oldest = rng.Chance(kChanceOfRecent) ? std::max<int64_t>(0, count - kRecent) : 0;
  return ids[static_cast<size_t>(rng.Int(oldest, count - 1))];
}

bool Broadcasts(const TensorType& a, const TensorType& b) {
  const size_t rank = std::min(a.dims.size(), b.dims.size());
  for (size_t i = 1; i <= rank; ++i) {
    const int64_t x = a.dims[a.dims.size() - i].size, y = b.dims[b.dims.size() - i].size;
    if (x != y && x != 1 && y != 1) return false;
  }
  return true;
}

}  // namespace

// The types that operands may have, as bits.
uint32_t Grower::WantedTypes() const {
  if (options_.types == nullptr) return ~uint32_t{0};
  uint32_t out = 0;
  for (const DType dtype : *options_.types) out |= Bit(dtype);
  return out;
}

double Grower::ChanceOfFresh() const {
  const auto inputs = static_cast<double>(draft_.input_count());
  return kChanceOfFreshOperand * kManyInputs / (kManyInputs + inputs);
}

Grower::Plan Grower::RandomPlan(const Candidate& candidate) {
  Plan plan{.candidate = &candidate, .fresh = {}};
  if (candidate.op->data_inputs.max == 0) return plan;
  const uint32_t types = ParamAt(*candidate.schema, 0).type_set().tensor;
  if (rng_.Chance(kChanceOfWish))
    if (const auto wished = WishedShape(candidate.op->name, rng_)) {
      const auto type = FreshType(types, nullptr);
      if (type.has_value()) plan.fresh = TensorType(type->dtype, *wished);
      return plan;
    }
  if (!rng_.Chance(ChanceOfFresh())) plan.given = PickListed(types);
  if (plan.given == kAbsent)
    if (const auto type = FreshType(types, nullptr)) plan.fresh = *type;
  return plan;
}

ValueId Grower::PickListed(uint32_t types) {
  types &= ~kNoOperands;
  size_t total = 0;
  for (uint32_t rest = types; rest != 0; rest &= rest - 1)
    total += draft_.listed(static_cast<DType>(std::countr_zero(rest))).size();
  if (total == 0) return kAbsent;
  auto at = static_cast<size_t>(rng_.Int(0, static_cast<int64_t>(total) - 1));
  for (uint32_t rest = types;; rest &= rest - 1) {
    const auto& ids = draft_.listed(static_cast<DType>(std::countr_zero(rest)));
    if (at < ids.size()) return PickFrom(rng_, ids);
    at -= ids.size();
  }
}

// One of `dtype` that broadcasts with `like`, if a few looks find one.
ValueId Grower::PickMatching(DType dtype, const TensorType& like) {
  const std::vector<ValueId>& ids = draft_.listed(dtype);
  if (ids.empty()) return kAbsent;
  for (int i = 0; i < kLooksForShape; ++i) {
    const ValueId id = PickFrom(rng_, ids);
    if (Broadcasts(draft_.value(id).actual, like)) return id;
  }
  return kAbsent;
}

std::optional<TensorType> Grower::FreshType(uint32_t types, const TensorType* like) {
  types &= ~kNoOperands & WantedTypes();
  if (types == 0) return std::nullopt;
  DType dtype = options_.dtype;
  if ((types & Bit(dtype)) == 0 || rng_.Chance(kChanceOfOtherType)) {
    for (int64_t skip = rng_.Int(0, std::popcount(types) - 1); skip > 0; --skip) types &= types - 1;
    dtype = static_cast<DType>(std::countr_zero(types));
  }
  if (like != nullptr && rng_.Chance(kChanceOfLikeShape)) return TensorType(dtype, like->dims);
  return TensorType(dtype, OperandShape(rng_, options_.max_elements,
                                        options_.special ? kChanceOfEmptySpecial : kChanceOfEmpty));
}

ValueId Grower::AddOperand(const TensorType& type) {
  // Of weights alone a framework computes everything beforehand.
  const bool first = draft_.input_count() == 0;
  const bool weight = !inputs_allowed_ || (!first && rng_.Chance(kChanceOfWeight));
  return draft_.Add(
      {.source = weight ? DraftValue::Source::kWeight : DraftValue::Source::kInput,
       .overridable = weight && inputs_allowed_ && rng_.Chance(options_.default_inputs),
       .declared = type,
       .actual = type,
       .known = {},
       .data = {},
       .name = {}},
      true);
}

// An operand behind the first: of the same type where the schema says so, and of a shape that often
// fits.
std::optional<ValueId> Grower::NextOperand(const ops::Schema& schema,
                                           std::span<const ValueId> chosen) {
  const ops::Param& param = ParamAt(schema, chosen.size());
  uint32_t types = param.type_set().tensor;
  for (size_t i = 0; i < chosen.size(); ++i)
    if (!param.variable.empty() && ParamAt(schema, i).variable == param.variable)
      types &= Bit(draft_.value(chosen[i]).actual.dtype);
  const TensorType like = draft_.value(chosen[0]).actual;
  if ((types & Bit(like.dtype)) != 0 && rng_.Chance(kChanceOfSame)) return chosen[0];
  if (!rng_.Chance(ChanceOfFresh())) {
    const ValueId any = PickListed(types);
    if (any != kAbsent) {
      if (!rng_.Chance(kChanceOfLikeShape)) return any;
      const ValueId id = PickMatching(draft_.value(any).actual.dtype, like);
      if (id != kAbsent) return id;
    }
  }
  const auto type = FreshType(types, &like);
  if (!type.has_value()) return std::nullopt;
  return AddOperand(*type);
}

}  // namespace assay::generate
