// An abstract run of the graph: each value is at least `any`, `not negative` or `positive` by the
// structure alone, and depends on the changed value or not.
//
// "Positive" means bounded away from zero for numbers of ordinary size: Exp and Sigmoid count,
// although they underflow for large ones.
#include "mutate/tolerance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "mutate/variance.h"
#include "ops/op.h"

namespace assay::mutate {
namespace {

enum class SignRange : uint8_t { kAny, kNotNegative, kPositive };

// Larger constants are weights; their signs are not worth looking at.
constexpr int64_t kMaxConstantElements = 64;

using Names = std::span<const std::string_view>;
bool In(std::string_view op, Names names) {
  return std::find(names.begin(), names.end(), op) != names.end();
}

constexpr std::string_view kAlwaysPositive[] = {"Exp", "Sigmoid", "Softmax", "Softplus"};
constexpr std::string_view kNeverNegative[] = {"Abs",      "HardSigmoid",     "ReduceL1",
                                               "ReduceL2", "ReduceSumSquare", "Relu"};
// The result has the sign of the first input.
constexpr std::string_view kKeepsSign[] = {"AveragePool",
                                           "Cast",
                                           "Dropout",
                                           "Expand",
                                           "Flatten",
                                           "Gather",
                                           "GlobalAveragePool",
                                           "GlobalMaxPool",
                                           "Identity",
                                           "MaxPool",
                                           "ReduceMax",
                                           "ReduceMean",
                                           "ReduceMin",
                                           "ReduceSum",
                                           "Reshape",
                                           "Slice",
                                           "Sqrt",
                                           "Squeeze",
                                           "Tile",
                                           "Transpose",
                                           "Unsqueeze"};
// The result has the weakest sign of the inputs.
constexpr std::string_view kJoinsSigns[] = {"Concat", "Mean", "Min", "Mul", "Where"};

// Never tolerated when an input depends on the changed value: partial functions without a
// protection that can be seen, and what makes control flow or shapes out of data.
constexpr std::string_view kFragile[] = {
    "Acos",         "Acosh",           "Asin",    "Atanh", "Compress",     "ConstantOfShape",
    "ImageDecoder", "LpNormalization", "NonZero", "Range", "ReduceLogSum", "Unique"};
// Inputs behind the first one decide shapes, or are divisors without protection.
constexpr std::string_view kFragileParameters[] = {
    "CenterCropPad",     "Expand",  "MaxRoiPool", "Mod",      "OneHot",    "Pad",
    "QuantizeLinear",    "Reshape", "Resize",     "RoiAlign", "Slice",     "Split",
    "SplitToSequence",   "Squeeze", "Tile",       "TopK",     "Unsqueeze", "Upsample",
    "BatchNormalization"};

// Masks ("never look here") are numbers like -10000, -3e38 or -infinity, added or chosen.
constexpr double kHuge = 1e3;
constexpr int64_t kMaxMaskElements = int64_t{1} << 18;
constexpr std::string_view kMayMask[] = {"Add", "Cast",      "Concat", "Expand",  "Identity",
                                         "Max", "Min",       "Mul",    "Reshape", "Slice",
                                         "Sub", "Unsqueeze", "Where"};
// Their results are of ordinary size whatever the input.
constexpr std::string_view kBounded[] = {"Erf",  "Exp",     "HardSigmoid", "Shape", "Sigmoid",
                                         "Size", "Softmax", "Softsign",    "Tanh"};

bool IsHuge(const Tensor& tensor) {
  if (!IsFloat(tensor.dtype()) || tensor.count() > kMaxMaskElements) return false;
  for (int64_t i = 0; i < tensor.count(); ++i)
    if (!(std::fabs(tensor.RealAt(i)) < kHuge)) return true;
  return false;
}

class Run {
 public:
  explicit Run(const Graph& graph)
      : graph_(graph),
        signs_(graph.value_count()),
        touched_(graph.value_count()),
        huge_(graph.value_count()),
        constants_(graph.value_count()),
        producers_(graph.Producers()) {
    for (const auto& [id, tensor] : graph.initializers()) SetConstant(id, &tensor);
    // An initializer that is also an input is only a default.
    for (const ValueId id : graph.inputs) SetConstant(id, nullptr);
  }

  // Nothing is known of this value, whoever makes it.
  void Change(ValueId id) {
    changed_ = id;
    touched_[static_cast<size_t>(id)] = true;
    constants_[static_cast<size_t>(id)] = nullptr;
    signs_[static_cast<size_t>(id)] = SignRange::kAny;
  }

  // Whether the value, or what it is made from, may be a mask of very large numbers.
  bool NearHuge(ValueId id) const {
    const int at = producers_[static_cast<size_t>(id)];
    if (at < 0 || huge_[static_cast<size_t>(id)]) return huge_[static_cast<size_t>(id)];
    return AnyHuge(graph_.node(static_cast<size_t>(at)));
  }

  bool Tolerated() {
    return std::all_of(graph_.nodes().begin(), graph_.nodes().end(),
                       [this](const NodePtr& node) { return Step(*node); });
  }

 private:
  void SetConstant(ValueId id, const Tensor* tensor) {
    if (id == changed_) return;
    constants_[static_cast<size_t>(id)] = tensor;
    signs_[static_cast<size_t>(id)] = tensor == nullptr ? SignRange::kAny : SignOf(*tensor);
  }

  static SignRange SignOf(const Tensor& tensor) {
    if (!IsFloat(tensor.dtype()) || tensor.count() > kMaxConstantElements) return SignRange::kAny;
    double least = INFINITY;
    for (int64_t i = 0; i < tensor.count(); ++i) least = std::min(least, tensor.RealAt(i));
    return least > 0    ? SignRange::kPositive
           : least == 0 ? SignRange::kNotNegative
                        : SignRange::kAny;
  }

  SignRange sign(const Node& node, size_t i) const {
    return i < node.inputs.size() && node.inputs[i] != kAbsent
               ? signs_[static_cast<size_t>(node.inputs[i])]
               : SignRange::kAny;
  }
  bool touched(const Node& node, size_t i) const {
    return i < node.inputs.size() && node.inputs[i] != kAbsent &&
           touched_[static_cast<size_t>(node.inputs[i])];
  }
  bool TouchedFrom(const Node& node, size_t first) const {
    for (size_t i = first; i < node.inputs.size(); ++i)
      if (touched(node, i)) return true;
    return false;
  }

  bool Step(const Node& node) {
    if (node.op == "Constant" && node.domain.empty() && node.outputs[0] != kAbsent) {
      SetConstant(node.outputs[0], node.attrs.Get<Tensor>("value"));
      return true;
    }
    bool depends = TouchedFrom(node, 0);
    if (depends && !Accepts(node)) return false;
    for (const auto& [name, attr] : node.attrs)
      if (const auto* body = std::get_if<GraphPtr>(&attr)) {
        const bool captures = CapturesTouched(**body);
        depends = depends || captures;
        if (depends && !AcceptsBody(node, **body)) return false;
      }
    // A shape does not depend on the numbers.
    const bool marks = depends && node.op != "Shape" && node.op != "Size";
    const SignRange result = node.domain.empty() ? ResultSign(node) : SignRange::kAny;
    const bool huge = !In(node.op, kBounded) && AnyHuge(node);
    for (const ValueId id : node.outputs) {
      if (id == kAbsent) continue;
      huge_[static_cast<size_t>(id)] = huge;
      if (id == changed_) continue;
      touched_[static_cast<size_t>(id)] = marks;
      signs_[static_cast<size_t>(id)] = result;
    }
    return true;
  }

  bool AnyHuge(const Node& node) const {
    const bool plain = In(node.op, kMayMask);
    return std::any_of(node.inputs.begin(), node.inputs.end(), [&](ValueId id) {
      if (id == kAbsent) return false;
      const Tensor* constant = constants_[static_cast<size_t>(id)];
      return huge_[static_cast<size_t>(id)] || (plain && constant != nullptr && IsHuge(*constant));
    });
  }

  bool CapturesTouched(const Graph& body) const {
    return std::any_of(body.captured.begin(), body.captured.end(), [&](ValueId inner) {
      const ValueId id = graph_.Find(body.name_of(inner));
      return id != kAbsent && touched_[static_cast<size_t>(id)];
    });
  }

  // Runs a body of If, Loop or Scan: what it captures is known from here, its own inputs may be
  // anything (a loop feeds its results back).
  bool AcceptsBody(const Node& node, const Graph& body) const {
    Run inner(body);
    for (const ValueId id : body.captured) {
      const auto outer = static_cast<size_t>(graph_.Find(body.name_of(id)));
      inner.touched_[static_cast<size_t>(id)] = touched_[outer];
      inner.signs_[static_cast<size_t>(id)] = signs_[outer];
      inner.constants_[static_cast<size_t>(id)] = constants_[outer];
      inner.huge_[static_cast<size_t>(id)] = huge_[outer];
    }
    for (const ValueId id : body.inputs) inner.touched_[static_cast<size_t>(id)] = true;
    if (!inner.Tolerated()) return false;
    // The first result of a loop's body says whether it goes on.
    return node.op != "Loop" || body.outputs.empty() ||
           !inner.touched_[static_cast<size_t>(body.outputs[0])];
  }

  // `node` depends on the changed value: does it stay within its domain?
  bool Accepts(const Node& node) const {
    if (!node.domain.empty() || ops::FindOp("", node.op) == nullptr || In(node.op, kFragile))
      return false;
    if (In(node.op, kFragileParameters) && TouchedFrom(node, 1)) return false;
    if (node.op == "If" || node.op == "Loop") return !touched(node, 0) && !touched(node, 1);
    if (node.op == "Log" || node.op == "Reciprocal") return sign(node, 0) == SignRange::kPositive;
    if (node.op == "Sqrt") return sign(node, 0) != SignRange::kAny;
    if (node.op == "Div") return !touched(node, 1) || sign(node, 1) == SignRange::kPositive;
    if (node.op == "Pow") return PowAccepts(node);
    if (node.op == "Cast" || node.op == "CastLike") return !MakesIntegers(node);
    return true;
  }

  bool PowAccepts(const Node& node) const {
    const auto exponent = Exponent(node);
    if (!exponent.has_value()) return false;
    if (*exponent < 0) return sign(node, 0) == SignRange::kPositive;
    return *exponent == std::floor(*exponent) || sign(node, 0) != SignRange::kAny;
  }

  std::optional<double> Exponent(const Node& node) const {
    const Tensor* tensor = node.inputs.size() > 1 && node.inputs[1] != kAbsent
                               ? constants_[static_cast<size_t>(node.inputs[1])]
                               : nullptr;
    if (tensor == nullptr || tensor->count() != 1) return std::nullopt;
    if (IsFloat(tensor->dtype())) return tensor->RealAt(0);
    if (IsInt(tensor->dtype())) return static_cast<double>(tensor->IntAt(0));
    return std::nullopt;
  }

  bool MakesIntegers(const Node& node) const {
    const ValueType& from = graph_.type(node.inputs[0]);
    const ValueType& to = graph_.type(node.outputs[0]);
    return !from.is_tensor() || !to.is_tensor() ||
           (IsFloat(from.tensor.dtype) && !IsFloat(to.tensor.dtype) &&
            to.tensor.dtype != DType::kBool);
  }

  SignRange ResultSign(const Node& node) const {
    if (In(node.op, kAlwaysPositive)) return SignRange::kPositive;
    if (In(node.op, kNeverNegative)) return SignRange::kNotNegative;
    if (node.op == "Mul" && node.inputs.size() == 2 && node.inputs[0] == node.inputs[1])
      return std::max(SignRange::kNotNegative, sign(node, 0));
    if (node.op == "Pow") {
      const auto exponent = Exponent(node);
      const bool even = exponent.has_value() && std::fmod(*exponent, 2) == 0;
      return even ? std::max(SignRange::kNotNegative, sign(node, 0)) : sign(node, 0);
    }
    if (node.op == "Sub" && IsVariance(graph_, producers_, node)) return SignRange::kNotNegative;
    if (node.op == "Pad") return std::min(SignRange::kNotNegative, sign(node, 0));
    if (node.op == "Add" || node.op == "Sum") return SumSign(node);
    if (node.op == "Max") return StrongestSign(node);
    if (node.op == "Div") return std::min(sign(node, 0), sign(node, 1));
    if (In(node.op, kKeepsSign)) return sign(node, 0);
    if (In(node.op, kJoinsSigns)) return WeakestSign(node, node.op == "Where" ? 1 : 0);
    if (node.op == "Clip") return sign(node, 1);  // that of the least value
    return SignRange::kAny;
  }

  SignRange WeakestSign(const Node& node, size_t first) const {
    SignRange out = SignRange::kPositive;
    for (size_t i = first; i < node.inputs.size(); ++i) out = std::min(out, sign(node, i));
    return out;
  }
  SignRange StrongestSign(const Node& node) const {
    SignRange out = SignRange::kAny;
    for (size_t i = 0; i < node.inputs.size(); ++i) out = std::max(out, sign(node, i));
    return out;
  }
  // No term negative: the sum is as positive as its best term.
  SignRange SumSign(const Node& node) const {
    return WeakestSign(node, 0) == SignRange::kAny ? SignRange::kAny : StrongestSign(node);
  }

  const Graph& graph_;
  ValueId changed_ = kAbsent;
  std::vector<SignRange> signs_;
  std::vector<bool> touched_;
  std::vector<bool> huge_;                // may hold masks: numbers that mean "never"
  std::vector<const Tensor*> constants_;  // those whose value is certain
  std::vector<int> producers_;
};

}  // namespace

bool ToleratesChange(const Graph& graph, ValueId value) {
  Run run(graph);
  run.Change(value);
  return run.Tolerated() && !run.NearHuge(value);
}

}  // namespace assay::mutate
