#include <algorithm>
#include <array>

#include "generate/pattern.h"
#include "ops/flags.h"

namespace assay::generate {
namespace {

using Kind = PatternArg::Kind;

// Operators that take the same operands and mean something else.
constexpr std::array<std::string_view, 2> kSiblings[] = {
    {"Add", "Sub"},
    {"Mul", "Div"},
    {"Add", "Mul"},
    {"Max", "Min"},
    {"Relu", "LeakyRelu"},
    {"Relu", "Abs"},
    {"Sigmoid", "Tanh"},
    {"Sigmoid", "HardSigmoid"},
    {"Erf", "Tanh"},
    {"Exp", "Softplus"},
    {"Sqrt", "Abs"},
    {"Neg", "Abs"},
    {"Floor", "Ceil"},
    {"ReduceMean", "ReduceSum"},
    {"ReduceMax", "ReduceMin"},
    {"ReduceSum", "ReduceL1"},
    {"Softmax", "LogSoftmax"},
    {"Greater", "GreaterOrEqual"},
    {"Less", "LessOrEqual"},
    {"And", "Or"},
    {"Equal", "Greater"},
    {"Squeeze", "Unsqueeze"},
    {"MaxPool", "AveragePool"},
    {"GlobalAveragePool", "GlobalMaxPool"},
    {"BitwiseAnd", "BitwiseOr"},
};

// What may stand in between.
constexpr std::string_view kBetween[] = {"Identity", "Neg",       "Relu",    "Abs",  "Transpose",
                                         "Reshape",  "Unsqueeze", "Flatten", "Cast", "Tanh"};
constexpr std::string_view kConsumers[] = {"Neg", "Relu", "Abs", "Identity", "Transpose", "Cast"};
constexpr std::string_view kTypes[] = {"float16", "float32", "float64", "bfloat16", "int32",
                                       "int64",   "int8",    "uint8",   "bool"};
constexpr int kTries = 12;

std::vector<PatternArg*> Args(Pattern& p, bool (*wanted)(const PatternArg&)) {
  std::vector<PatternArg*> out;
  for (PatternCall& call : p.calls)
    for (PatternArg& arg : call.args)
      if (wanted(arg)) out.push_back(&arg);
  return out;
}

template <typename T>
T* PickOne(std::vector<T*> from, Rng& rng) {
  return from.empty() ? nullptr : rng.Pick(std::span<T* const>(from));
}

PatternCall& PickCall(Pattern& p, Rng& rng) {
  return p.calls[static_cast<size_t>(rng.Int(0, static_cast<int64_t>(p.calls.size()) - 1))];
}

bool IsConstant(const PatternArg& arg) { return arg.kind == Kind::kNumber && arg.name.empty(); }

bool OtherNumber(Pattern& p, Rng& rng) {
  PatternArg* arg = PickOne(
      Args(p,
           [](const PatternArg& a) { return a.kind == Kind::kNumber || a.kind == Kind::kIndex; }),
      rng);
  if (arg == nullptr) return false;
  const double v = arg->number;
  const bool whole = arg->kind == Kind::kIndex || !arg->name.empty();
  if (ops::IsFlag(arg->name)) {
    arg->number = 1 - v;
    return true;
  }
  const double wholes[] = {v + 1, v - 1, -v, v == 0 ? 1.0 : 0.0};
  const double reals[] = {v + 1, v - 1, -v, v / 2, v * 1.001, v + 0.001, -0.0, 1, 2};
  arg->number = whole ? rng.Pick<double>(wholes) : rng.Pick<double>(reals);
  return true;
}

bool OtherInts(Pattern& p, Rng& rng) {
  PatternArg* arg = PickOne(
      Args(p, [](const PatternArg& a) { return a.kind == Kind::kInts && !a.ints.empty(); }), rng);
  if (arg == nullptr) return false;
  const auto last = static_cast<int64_t>(arg->ints.size()) - 1;
  PatternDim& one = arg->ints[static_cast<size_t>(rng.Int(0, last))];
  if (last > 0 && rng.Chance(0.5))
    std::swap(one, arg->ints[static_cast<size_t>(rng.Int(0, last))]);
  else
    one.number += rng.Chance(0.5) ? 1 : -1;
  return true;
}

bool OtherOperator(Pattern& p, Rng& rng) {
  PatternCall& call = PickCall(p, rng);
  std::string& op =
      call.ops[static_cast<size_t>(rng.Int(0, static_cast<int64_t>(call.ops.size()) - 1))];
  std::vector<std::string_view> others;
  for (const auto& [a, b] : kSiblings) {
    if (op == a) others.push_back(b);
    if (op == b) others.push_back(a);
  }
  if (others.empty()) return false;
  call.ops = {std::string(rng.Pick(std::span<const std::string_view>(others)))};
  return true;
}

bool SwappedOperands(Pattern& p, Rng& rng) {
  PatternCall& call = PickCall(p, rng);
  if (call.args.size() < 2 || !call.args[1].name.empty()) return false;
  std::swap(call.args[0], call.args[1]);
  return true;
}

// An intermediate result: of any call but the last.
int Intermediate(const Pattern& p, Rng& rng) {
  const auto calls = static_cast<int64_t>(p.calls.size());
  return calls < 2 ? -1 : static_cast<int>(rng.Int(0, calls - 2));
}

bool AnotherConsumer(Pattern& p, Rng& rng) {
  const int at = Intermediate(p, rng);
  if (at < 0) return false;
  // In front of the last one, whose result is the pattern's.
  PatternCall last = p.calls.back();
  p.calls.back() = {.ops = {std::string(rng.Pick<std::string_view>(kConsumers))},
                    .proposes = true,
                    .args = {{.kind = Kind::kResult, .index = at}}};
  p.calls.push_back(std::move(last));
  return true;
}

bool AlsoOutput(Pattern& p, Rng& rng) {
  p.also_output = Intermediate(p, rng);
  return p.also_output >= 0;
}

bool WeightAsInput(Pattern& p, Rng& rng) {
  std::vector<PatternLeaf*> weights;
  for (PatternLeaf& leaf : p.leaves)
    if (!leaf.data) weights.push_back(&leaf);
  PatternLeaf* leaf = PickOne(weights, rng);
  if (leaf == nullptr) return false;
  leaf->data = true;
  return true;
}

bool NumberAsInput(Pattern& p, Rng& rng) {
  PatternArg* arg = PickOne(Args(p, IsConstant), rng);
  if (arg == nullptr) return false;
  const double value = arg->number;
  *arg = {.kind = Kind::kLeaf, .index = static_cast<int>(p.leaves.size())};
  p.leaves.push_back({.name = "number", .data = true, .shaped = true, .value = value});
  return true;
}

bool WideNumber(Pattern& p, Rng& rng) {
  PatternArg* arg = PickOne(Args(p, IsConstant), rng);
  if (arg == nullptr) return false;
  (rng.Chance(0.6) ? arg->wide : arg->uneven) = true;
  return true;
}

bool SomethingBetween(Pattern& p, Rng& rng) {
  const int at = Intermediate(p, rng);
  if (at < 0) return false;
  for (PatternCall& call : p.calls)
    for (PatternArg& arg : call.args)
      if (arg.kind == Kind::kResult && (arg.index > at || (arg.index == at && arg.output == 0)))
        ++arg.index;
  p.calls.insert(p.calls.begin() + at + 1,
                 {.ops = {std::string(rng.Pick<std::string_view>(kBetween))},
                  .proposes = true,
                  .args = {{.kind = Kind::kResult, .index = at}}});
  return true;
}

bool OtherWord(Pattern& p, Rng& rng) {
  PatternArg* arg = PickOne(
      Args(p, [](const PatternArg& a) { return a.kind == Kind::kWord && a.name == "to"; }), rng);
  if (arg == nullptr) return false;
  arg->word = rng.Pick<std::string_view>(kTypes);
  return true;
}

bool SameOperand(Pattern& p, Rng& rng) {
  std::vector<PatternArg*> leaves =
      Args(p, [](const PatternArg& a) { return a.kind == Kind::kLeaf; });
  if (leaves.size() < 2) return false;
  PatternArg* one = PickOne(leaves, rng);
  const int index = PickOne(leaves, rng)->index;
  if (one->index == index) return false;
  one->index = index;
  return true;
}

// The sizes of an operand in another order, or fewer of them: along another axis.
bool OtherShape(Pattern& p, Rng& rng) {
  std::vector<PatternLeaf*> shaped;
  for (PatternLeaf& leaf : p.leaves)
    if (leaf.shaped && leaf.dims.size() > 1) shaped.push_back(&leaf);
  PatternLeaf* leaf = PickOne(shaped, rng);
  if (leaf == nullptr) return false;
  // "." stays in front: nobody looks for it elsewhere.
  const int64_t first = leaf->dims[0].letter == '.' ? 1 : 0;
  const auto last = static_cast<int64_t>(leaf->dims.size()) - 1;
  if (rng.Chance(0.5))
    leaf->dims.erase(leaf->dims.begin() + rng.Int(first, last));
  else
    std::swap(leaf->dims[static_cast<size_t>(rng.Int(first, last))], leaf->dims.back());
  return true;
}

// What is computed of weights alone is folded when the model is loaded.
bool AllWeights(Pattern& p, Rng&) {
  const bool any = std::ranges::any_of(p.leaves, &PatternLeaf::data);
  for (PatternLeaf& leaf : p.leaves) leaf.data = false;
  return any;
}

using Change = bool (*)(Pattern&, Rng&);
// Numbers and lists have most ways to be almost right.
constexpr Change kChanges[] = {OtherNumber,     OtherNumber, OtherInts,     OtherInts,
                               OtherShape,      OtherNumber, OtherInts,     OtherOperator,
                               SwappedOperands, AlsoOutput,  WeightAsInput, AnotherConsumer,
                               NumberAsInput,   WideNumber,  OtherWord,     SomethingBetween,
                               SameOperand,     OtherShape,  AllWeights};

}  // namespace

Pattern NearMiss(const Pattern& pattern, Rng& rng) {
  for (int i = 0; i < kTries; ++i) {
    Pattern changed = pattern;
    if (rng.Pick<Change>(kChanges)(changed, rng)) return changed;
  }
  return pattern;
}

}  // namespace assay::generate
