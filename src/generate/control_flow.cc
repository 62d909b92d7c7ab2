// If, Loop and Scan around small generated bodies.
#include "generate/subgraph_nodes.h"

namespace assay::generate {
namespace {

constexpr int64_t kMostNodes = 3;
constexpr int64_t kMostTrips = 3;
constexpr int kLooksForCondition = 4;

std::string Prefix(const Grower& grower, const char* part) {
  return "b" + std::to_string(grower.draft().value_count()) + part + "_";
}

Known Scalar(DType dtype, int64_t value) {
  Bounded out(dtype, {});
  out.set(0, Int::Point(value));
  return Known(std::move(out));
}

Tensor ScalarTensor(DType dtype, int64_t value) {
  return MakeIntTensor(dtype, Shape{}, std::span(&value, 1));
}

bool IsStatic(const DraftValue& v) { return v.declared == ValueType(v.actual); }

// ---- If ----

// A boolean of one element: an existing one, if a few looks find it, or a new one.
ValueId Condition(Grower& grower, Rng& rng) {
  const std::vector<ValueId>& bools = grower.draft().listed(DType::kBool);
  for (int i = 0; i < kLooksForCondition && !bools.empty(); ++i) {
    const ValueId id = rng.Pick(std::span<const ValueId>(bools));
    const DraftValue& v = grower.draft().value(id);
    if (IsStatic(v) && ElementCount(*v.actual.shape()) == 1) return id;
  }
  return grower.AddOperand(TensorType(DType::kBool, rng.Chance(0.7) ? Shape{} : Shape{1}));
}

// A value of the type that the other branch gives.
ValueId OfType(Body& body, const TensorType& type) {
  const ValueId made = body.FindMade(type);
  if (made != kAbsent) return made;
  const ValueId fresh = body.grower().AddOperand(type);
  return body.grower().Append("Identity", {fresh});
}

bool AddIf(Grower& grower, Rng& rng, const GraphOptions& options) {
  const ValueId captured = AnyTensor(rng, grower.draft());
  if (captured == kAbsent) return false;
  const ValueId condition = Condition(grower, rng);
  Body then_body(grower, rng, options, Prefix(grower, "t"));
  Body else_body(grower, rng, options, Prefix(grower, "e"));
  for (Body* body : {&then_body, &else_body}) {
    body->Capture(captured);
    body->Grow(static_cast<int>(rng.Int(1, kMostNodes)));
  }
  const ValueId then_output = then_body.LastMade();
  if (then_output == kAbsent) return false;
  const ValueId else_output = OfType(else_body, then_body.draft().value(then_output).actual);
  if (else_output == kAbsent) return false;
  Node node{.op = "If", .inputs = {condition}, .outputs = {kAbsent}};
  node.attrs.Set("then_branch", then_body.Finish("then", {then_output}));
  node.attrs.Set("else_branch", else_body.Finish("else", {else_output}));
  return AppendWithBodies(grower, std::move(node));
}

// ---- Loop and Scan ----

// The new value of a state: something of its type that the body made, or a plain function of it.
ValueId NextState(Body& body, Rng& rng, ValueId state) {
  const ValueId made = body.FindMade(body.draft().value(state).actual);
  if (made != kAbsent) return made;
  constexpr std::string_view kPlain[] = {"Tanh", "Neg", "Abs", "Identity"};
  const ValueId plain = body.grower().Append(rng.Pick<std::string_view>(kPlain), {state});
  return plain != kAbsent ? plain : body.grower().Append("Identity", {state});
}

bool AddLoop(Grower& grower, Rng& rng, const GraphOptions& options) {
  const ValueId start = AnyTensor(rng, grower.draft());
  const ValueId other = AnyTensor(rng, grower.draft());
  if (start == kAbsent || !IsStatic(grower.draft().value(start))) return false;
  Body body(grower, rng, options, Prefix(grower, ""));
  const TensorType type = grower.draft().value(start).actual;
  body.AddFormal("i", TensorType(DType::kInt64, Shape{}), Scalar(DType::kInt64, 0));
  const ValueId condition =
      body.AddFormal("go", TensorType(DType::kBool, Shape{}), Scalar(DType::kBool, 1));
  const ValueId state = body.AddFormal("state", type, grower.maker().KnownOf(start));
  if (other != start && rng.Chance(0.5)) body.Capture(other);
  body.Grow(static_cast<int>(rng.Int(1, kMostNodes)));
  const ValueId collected = rng.Chance(0.4) ? body.LastMade() : kAbsent;
  const ValueId next = NextState(body, rng, state);
  const ValueId go = body.grower().Append("Identity", {condition});
  if (next == kAbsent || go == kAbsent) return false;
  std::vector<ValueId> outputs = {go, next};
  if (collected != kAbsent && collected != next) outputs.push_back(collected);
  Node node;
  node.op = "Loop";
  node.inputs = {
      grower.maker().AddConstant(ScalarTensor(DType::kInt64, rng.Int(1, kMostTrips))),
      rng.Chance(0.5) ? kAbsent : grower.maker().AddConstant(ScalarTensor(DType::kBool, 1)), start};
  node.outputs.resize(outputs.size() - 1, kAbsent);
  node.attrs.Set("body", body.Finish("body", outputs));
  return AppendWithBodies(grower, std::move(node));
}

// Element 0 along the first axis.
Known FirstSlice(const Known& known, const Shape& shape) {
  std::vector<int64_t> map(static_cast<size_t>(ElementCount(shape)));
  for (size_t i = 0; i < map.size(); ++i) map[i] = static_cast<int64_t>(i);
  return Known(known.tensor.Take(shape, map));
}

bool AddScan(Grower& grower, Rng& rng, const GraphOptions& options) {
  const ValueId start = AnyTensor(rng, grower.draft()), scanned = AnyTensor(rng, grower.draft());
  if (start == kAbsent || !IsStatic(grower.draft().value(start)) ||
      !IsStatic(grower.draft().value(scanned)))
    return false;
  const Shape whole = *grower.draft().value(scanned).actual.shape();
  if (whole.empty() || whole[0] == 0) return false;
  const Shape shape(whole.begin() + 1, whole.end());
  Body body(grower, rng, options, Prefix(grower, ""));
  const ValueId state =
      body.AddFormal("state", grower.draft().value(start).actual, grower.maker().KnownOf(start));
  body.AddFormal("slice", TensorType(grower.draft().value(scanned).actual.dtype, shape),
                 FirstSlice(grower.maker().KnownOf(scanned), shape));
  body.Grow(static_cast<int>(rng.Int(1, kMostNodes)));
  const ValueId collected = body.LastMade();
  const ValueId next = NextState(body, rng, state);
  if (next == kAbsent) return false;
  std::vector<ValueId> outputs = {next};
  if (collected != kAbsent && collected != next) outputs.push_back(collected);
  Node node{.op = "Scan", .inputs = {start, scanned}};
  node.outputs.resize(outputs.size(), kAbsent);
  node.attrs.Set("num_scan_inputs", int64_t{1});
  if (rng.Chance(0.3)) node.attrs.Set("scan_input_directions", std::vector<int64_t>{1});
  node.attrs.Set("body", body.Finish("body", outputs));
  return AppendWithBodies(grower, std::move(node));
}

}  // namespace

bool AddControlFlow(Grower& grower, Rng& rng, const GraphOptions& options) {
  constexpr decltype(&AddIf) kKinds[] = {AddIf, AddLoop, AddScan};
  const Draft::Mark start = grower.draft().mark();
  if (rng.Pick<decltype(&AddIf)>(kKinds)(grower, rng, options)) return true;
  grower.draft().Rollback(start);
  return false;
}

}  // namespace assay::generate
