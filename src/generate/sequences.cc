// Operators that make, change and read sequences and optionals.
#include "generate/subgraph_nodes.h"

namespace assay::generate {
namespace {

constexpr int64_t kMostElements = 3;
constexpr double kChanceToMake = 0.5;

const Known& ItemsOf(const Grower& grower, ValueId id) { return grower.draft().value(id).known; }

// A position among `count`, often counted from the end.
Tensor Position(Rng& rng, int64_t count) { return ScalarInt64(rng.Int(-count, count - 1)); }

// ---- making ----

ValueId Construct(Grower& grower, Rng& rng) {
  const ValueId first = AnyTensor(rng, grower.draft());
  if (first == kAbsent) return kAbsent;
  std::vector<ValueId> ids = {first};
  const auto& same = grower.draft().listed(grower.draft().value(first).actual.dtype);
  for (int64_t more = rng.Int(0, kMostElements - 1); more > 0; --more)
    ids.push_back(rng.Pick(std::span<const ValueId>(same)));
  return grower.Append("SequenceConstruct", ids);
}

ValueId SplitUp(Grower& grower, Rng& rng) {
  const ValueId id = AnyTensor(rng, grower.draft());
  if (id == kAbsent || grower.draft().value(id).actual.rank() < 1) return kAbsent;
  Attrs attrs;
  attrs.Set("axis", rng.Int(0, grower.draft().value(id).actual.rank() - 1));
  if (rng.Chance(0.5)) return grower.Append("SplitToSequence", {id}, {{ScalarInt64(2)}}, attrs);
  attrs.Set("keepdims", rng.Int(0, 1));
  return grower.Append("SplitToSequence", {id}, {}, attrs);
}

ValueId StartEmpty(Grower& grower, Rng& rng) {
  const ValueId id = AnyTensor(rng, grower.draft());
  if (id == kAbsent) return kAbsent;
  Attrs attrs;
  attrs.Set("dtype", static_cast<int64_t>(grower.draft().value(id).actual.dtype));
  const ValueId empty = grower.Append("SequenceEmpty", {}, {}, attrs);
  return empty == kAbsent ? kAbsent : grower.Append("SequenceInsert", {empty, id});
}

ValueId Make(Grower& grower, Rng& rng) {
  constexpr decltype(&Construct) kMakers[] = {Construct, SplitUp, StartEmpty};
  return rng.Pick<decltype(&Construct)>(kMakers)(grower, rng);
}

// ---- reading and changing ----

ValueId At(Grower& grower, Rng& rng, ValueId sequence, int64_t count) {
  if (count == 0) return kAbsent;
  return grower.Append("SequenceAt", {sequence}, {{Position(rng, count)}});
}

ValueId Length(Grower& grower, Rng&, ValueId sequence, int64_t) {
  return grower.Append("SequenceLength", {sequence});
}

ValueId Insert(Grower& grower, Rng& rng, ValueId sequence, int64_t count) {
  if (count == 0) return kAbsent;
  const DType dtype = ItemsOf(grower, sequence).items[0].tensor.dtype();
  const auto& same = grower.draft().listed(dtype);
  if (same.empty()) return kAbsent;
  const ValueId added = rng.Pick(std::span<const ValueId>(same));
  if (rng.Chance(0.5)) return grower.Append("SequenceInsert", {sequence, added});
  return grower.Append("SequenceInsert", {sequence, added}, {{Position(rng, count)}});
}

ValueId Erase(Grower& grower, Rng& rng, ValueId sequence, int64_t count) {
  if (count < 2) return kAbsent;  // of an empty one little can be said
  if (rng.Chance(0.5)) return grower.Append("SequenceErase", {sequence});
  return grower.Append("SequenceErase", {sequence}, {{Position(rng, count)}});
}

ValueId Concat(Grower& grower, Rng& rng, ValueId sequence, int64_t count) {
  if (count == 0) return kAbsent;
  const int rank = ItemsOf(grower, sequence).items[0].tensor.rank();
  Attrs attrs;
  const bool stack = rank == 0 || rng.Chance(0.5);
  if (stack) attrs.Set("new_axis", int64_t{1});
  attrs.Set("axis", rng.Int(0, stack ? rank : rank - 1));
  return grower.Append("ConcatFromSequence", {sequence}, {}, attrs);
}

bool Map(Grower& grower, Rng& rng, const GraphOptions& options, ValueId sequence) {
  const Known& items = ItemsOf(grower, sequence);
  if (items.items.empty()) return false;
  // The body is grown on the first element; the others must have its shape to be as legal.
  const Bounded& first = items.items[0].tensor;
  for (const Known& item : items.items)
    if (!(item.tensor.shape() == first.shape())) return false;
  Body body(grower, rng, options, "b" + std::to_string(grower.draft().value_count()) + "_");
  body.AddFormal("element", TensorType(first.dtype(), first.shape()), items.items[0]);
  body.Grow(static_cast<int>(rng.Int(1, 2)));
  const ValueId output = body.LastMade();
  if (output == kAbsent) return false;
  Node node{.op = "SequenceMap", .inputs = {sequence}, .outputs = {kAbsent}};
  node.attrs.Set("body", body.Finish("body", {output}));
  return AppendWithBodies(grower, std::move(node));
}

bool Use(Grower& grower, Rng& rng, const GraphOptions& options, ValueId sequence) {
  constexpr decltype(&At) kUses[] = {At, At, Length, Insert, Erase, Concat, Concat};
  const auto count = static_cast<int64_t>(ItemsOf(grower, sequence).items.size());
  if (rng.Chance(0.1)) return Map(grower, rng, options, sequence);
  return rng.Pick<decltype(&At)>(kUses)(grower, rng, sequence, count) != kAbsent;
}

bool WrapAndUnwrap(Grower& grower, Rng& rng) {
  const ValueId id = AnyTensor(rng, grower.draft());
  if (id == kAbsent) return false;
  const ValueId optional = grower.Append("Optional", {id});
  if (optional == kAbsent) return false;
  const char* const reader = rng.Chance(0.7) ? "OptionalGetElement" : "OptionalHasElement";
  return grower.Append(reader, {optional}) != kAbsent;
}

bool TryOne(Grower& grower, Rng& rng, const GraphOptions& options) {
  if (rng.Chance(0.15)) return WrapAndUnwrap(grower, rng);
  const std::vector<ValueId>& there = grower.draft().listed_sequences();
  const ValueId sequence = there.empty() || rng.Chance(kChanceToMake)
                               ? Make(grower, rng)
                               : rng.Pick(std::span<const ValueId>(there));
  return sequence != kAbsent && Use(grower, rng, options, sequence);
}

}  // namespace

bool AddSequenceUse(Grower& grower, Rng& rng, const GraphOptions& options) {
  const Draft::Mark start = grower.draft().mark();
  if (TryOne(grower, rng, options)) return true;
  grower.draft().Rollback(start);
  return false;
}

}  // namespace assay::generate
