#include "generate/pattern_grower.h"

#include <algorithm>

namespace assay::generate {
namespace {

constexpr double kChanceOfNearMiss = 0.5;
constexpr double kChanceOfInteger = 0.12;  // in a graph of another type
constexpr double kChanceToCommute = 0.3;
constexpr int kPatternDraws = 4;

constexpr std::string_view kCommutative[] = {
    "Add", "Mul",  "Max",   "Min",        "And",       "Or",        "Xor",
    "Sum", "Mean", "Equal", "BitwiseAnd", "BitwiseOr", "BitwiseXor"};

// What are inputs today were attributes of the same name in old opsets: the limits of Clip, the
// parts of Split.
PatternCall InOldForm(const PatternCall& call, std::string_view op, const ops::Schema& schema) {
  PatternCall out = call;
  const bool variadic =
      !schema.inputs.empty() && schema.inputs.back().arity == ops::Arity::kVariadic;
  if (variadic || call.args.size() <= schema.inputs.size()) return out;
  const ops::Schema* newest = ops::FindSchema("", op, ops::kNewestOpset);
  for (size_t i = schema.inputs.size(); i < out.args.size(); ++i)
    if (out.args[i].name.empty() && newest != nullptr && i < newest->inputs.size())
      out.args[i].name = newest->inputs[i].name;
  return out;
}

}  // namespace

// Operands whose shape or type follows from others come after those.
bool PatternGrower::GivePositional(const PatternCall& call, std::string_view op,
                                   std::vector<ValueId>& inputs) {
  std::optional<TensorType> like;
  for (const bool alone : {true, false})
    for (size_t i = 0; i < call.args.size(); ++i) {
      const PatternArg& arg = call.args[i];
      if (!arg.name.empty()) continue;
      inputs.resize(std::max(inputs.size(), i + 1), kAbsent);
      if (inputs[i] != kAbsent || arg.kind == PatternArg::Kind::kAbsent ||
          (alone && !StandsAlone(arg, i == 0)))
        continue;
      inputs[i] = Operand(arg, op, like.has_value() ? &*like : nullptr);
      if (inputs[i] == kAbsent) return false;
      // The condition of Where says nothing of the types of the others.
      if (!like.has_value() && (op != "Where" || i > 0)) like = draft_.value(inputs[i]).actual;
    }
  if (inputs.size() == 2 && rng_.Chance(kChanceToCommute) &&
      std::ranges::find(kCommutative, op) != std::end(kCommutative))
    std::swap(inputs[0], inputs[1]);
  return true;
}

std::optional<Attr> PatternGrower::AttrOf(const PatternArg& arg, ops::AttrKind kind) {
  switch (kind) {
    case ops::AttrKind::kInt:
      if (arg.kind == PatternArg::Kind::kNumber) return static_cast<int64_t>(arg.number);
      if (arg.kind == PatternArg::Kind::kWord)
        if (const auto dtype = DTypeFromName(arg.word)) return static_cast<int64_t>(*dtype);
      return std::nullopt;
    case ops::AttrKind::kFloat:
      if (arg.kind == PatternArg::Kind::kNumber) return static_cast<float>(arg.number);
      return std::nullopt;
    case ops::AttrKind::kString:
      if (arg.kind == PatternArg::Kind::kWord) return arg.word;
      return std::nullopt;
    case ops::AttrKind::kInts: {
      if (arg.kind != PatternArg::Kind::kInts) return std::nullopt;
      std::vector<int64_t> values;
      for (const PatternDim& dim : arg.ints) values.push_back(Size(dim));
      return values;
    }
    default:
      return std::nullopt;
  }
}

bool PatternGrower::GiveNamed(const PatternArg& arg, const ops::Schema& schema, Attrs& attrs,
                              std::vector<ValueId>& inputs) {
  for (const ops::AttrSpec& spec : schema.attrs) {
    if (spec.name != arg.name) continue;
    auto attr = AttrOf(arg, spec.kind);
    if (!attr.has_value()) return false;
    attrs.Set(arg.name, std::move(*attr));
    return true;
  }
  for (size_t i = 0; i < schema.inputs.size(); ++i) {
    if (schema.inputs[i].name != arg.name) continue;
    inputs.resize(std::max(inputs.size(), i + 1), kAbsent);
    const TensorType* like = inputs[0] == kAbsent ? nullptr : &draft_.value(inputs[0]).actual;
    const bool index = like == nullptr || !schema.inputs[i].type_set().AdmitsTensor(like->dtype);
    if (arg.kind == PatternArg::Kind::kInts)
      inputs[i] = Ints(arg.ints);
    else if (arg.kind == PatternArg::Kind::kNumber && index)
      inputs[i] = Index(arg.number);
    else if (arg.kind == PatternArg::Kind::kNumber)
      inputs[i] = Number(arg, like, true);
    return inputs[i] != kAbsent;
  }
  return false;
}

// What the operator proposes beside the operands that it has.
bool PatternGrower::GiveProposed(const ops::OpDef& op, const ops::Schema& schema, int& outputs,
                                 Attrs& attrs, std::vector<ValueId>& inputs) {
  const auto count = static_cast<int>(inputs.size());
  if (op.propose == nullptr || count < op.data_inputs.min || count > op.data_inputs.max)
    return false;
  std::vector<TensorType> types;
  // Operators propose for inputs that their schema admits, and for no others.
  for (const ValueId id : inputs) {
    if (id == kAbsent || schema.inputs.empty() ||
        !ParamAt(schema, types.size()).type_set().Admits(draft_.value(id).declared))
      return false;
    types.push_back(draft_.value(id).actual);
  }
  auto proposal = op.propose({rng_, grower_.opset(), types});
  if (!proposal.has_value()) return false;
  for (const std::optional<Tensor>& constant : proposal->constants)
    inputs.push_back(constant.has_value() ? grower_.maker().AddConstant(*constant) : kAbsent);
  while (!inputs.empty() && inputs.back() == kAbsent) inputs.pop_back();
  attrs = std::move(proposal->attrs);
  outputs = std::max(outputs, proposal->outputs);
  return true;
}

bool PatternGrower::GrowCall(const PatternCall& written) {
  const std::string& name = rng_.Pick(std::span<const std::string>(written.ops));
  const ops::OpDef* op = ops::FindOp("", name);
  const ops::Schema* schema = ops::FindSchema("", name, grower_.opset());
  if (op == nullptr || schema == nullptr) return false;
  const PatternCall call = InOldForm(written, name, *schema);
  if (options_.special && !TakesSpecialValues(name)) return false;
  std::vector<ValueId> inputs;
  Attrs attrs;
  int outputs = call.outputs;
  if (!GivePositional(call, name, inputs)) return false;
  if (call.proposes && !GiveProposed(*op, *schema, outputs, attrs, inputs)) return false;
  for (const PatternArg& arg : call.args)
    if (!arg.name.empty() && !GiveNamed(arg, *schema, attrs, inputs)) return false;
  const ValueId first = grower_.Append(name, std::move(inputs), {}, std::move(attrs),
                                       static_cast<size_t>(outputs), true);
  if (first == kAbsent) return false;
  const auto& made = draft_.nodes().back().outputs;
  results_.emplace_back(made.begin(), made.end());
  return true;
}

bool PatternGrower::Grow(const Pattern& pattern) {
  pattern_ = &pattern;
  sizes_.fill(0);
  leaves_.assign(pattern.leaves.size(), kAbsent);
  results_.clear();
  const Draft::Mark start = draft_.mark();
  for (const PatternCall& call : pattern.calls)
    if (!GrowCall(call)) {
      draft_.Rollback(start);
      return false;
    }
  if (pattern.also_output >= 0)
    draft_.AlsoOutput(results_[static_cast<size_t>(pattern.also_output)][0]);
  return true;
}

namespace {

bool IsSpecial(const Pattern& pattern) {
  return std::ranges::all_of(pattern.calls, [](const PatternCall& call) {
    return std::ranges::any_of(call.ops,
                               [](const std::string& op) { return TakesSpecialValues(op); });
  });
}

// Those whose operators take special values.
std::span<const Pattern* const> SpecialPatterns() {
  static const std::vector<const Pattern*> patterns = [] {
    std::vector<const Pattern*> out;
    for (const Pattern& pattern : AllPatterns())
      if (IsSpecial(pattern)) out.push_back(&pattern);
    return out;
  }();
  return patterns;
}

const Pattern& DrawPattern(Rng& rng, bool special) {
  return special ? *rng.Pick(SpecialPatterns()) : rng.Pick(AllPatterns());
}

// Of a few the one that was used least.
const Pattern& RarePattern(Rng& rng, const GraphOptions& options) {
  const auto uses = [&](const Pattern& pattern) {
    const auto found = options.pattern_uses->find(std::string(pattern.name));
    return found == options.pattern_uses->end() ? 0 : found->second;
  };
  const Pattern* best = &DrawPattern(rng, options.special);
  if (options.pattern_uses == nullptr) return *best;
  for (int i = 1; i < kPatternDraws; ++i) {
    const Pattern* other = &DrawPattern(rng, options.special);
    if (uses(*other) < uses(*best)) best = other;
  }
  return *best;
}

}  // namespace

bool GrowSomePattern(Grower& grower, Rng& rng, const GraphOptions& options, size_t room) {
  const Pattern& pattern = RarePattern(rng, options);
  const bool near = rng.Chance(kChanceOfNearMiss);
  const Pattern changed = near ? NearMiss(pattern, rng) : Pattern();
  const Pattern& chosen = near ? changed : pattern;
  if (chosen.calls.size() > room) return false;
  DType main = options.dtype;
  if (rng.Chance(kChanceOfInteger)) main = SomeInteger(rng);
  bool grown = PatternGrower(grower, rng, options, main).Grow(chosen);
  // Many patterns are of floating-point numbers only.
  if (!grown && main != DType::kFloat32)
    main = IsFloat(options.dtype) ? options.dtype : DType::kFloat32;
  if (!grown) grown = PatternGrower(grower, rng, options, main).Grow(chosen);
  if (grown) grower.draft().Note({pattern.name, near});
  return grown;
}

}  // namespace assay::generate
