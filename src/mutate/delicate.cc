#include "mutate/delicate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "mutate/edit.h"

namespace assay::mutate {
namespace {

enum class Sign { kAny, kNonNegative, kPositive };

bool OneOf(std::string_view op, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), op) != list.end();
}

// What is known of the sign of every value, whatever the inputs are.
class Signs {
 public:
  explicit Signs(const Graph& graph)
      : graph_(graph), producers_(graph.Producers()), signs_(graph.value_count(), Sign::kAny) {
    for (const auto& [id, tensor] : graph.initializers()) signs_[Index(id)] = Of(tensor);
    for (const ValueId id : graph.inputs) signs_[Index(id)] = Sign::kAny;
    for (const NodePtr& node : graph.nodes())
      if (!node->outputs.empty() && node->outputs[0] != kAbsent && node->domain.empty())
        signs_[Index(node->outputs[0])] = Of(*node);
  }

  // Operators whose result has its sign whatever the signs of the inputs are.
  bool IsUnconditional(const Node& node) const {
    return OneOf(node.op, {"Relu", "Abs", "Exp", "Sigmoid", "Softmax", "Softplus", "ReduceL1",
                           "ReduceL2", "ReduceSumSquare"}) ||
           (node.op == "ReduceSum" && IsShiftedExp(node.inputs[0])) ||
           (node.op == "Pow" && IsEvenPower(node)) ||
           (node.op == "Mul" && node.inputs.size() == 2 && node.inputs[0] == node.inputs[1]);
  }

  Sign at(ValueId id) const { return id == kAbsent ? Sign::kAny : signs_[Index(id)]; }

  // Kept small by its producer: whoever put that there needs it.
  bool IsSquashed(ValueId id) const {
    const Node* node = Producer(id);
    return node != nullptr && OneOf(node->op, {"Tanh", "Softsign", "Sigmoid", "HardSigmoid", "Clip",
                                               "Sin", "Cos", "Erf", "Atan", "Softmax"});
  }

  // A constant exponent for which a negative base is harmless: 0, 1, 2, …
  bool IsWholeExponent(ValueId id) const {
    const Tensor* tensor = id == kAbsent ? nullptr : graph_.initializer(id);
    if (tensor == nullptr) return false;
    for (int64_t i = 0; i < tensor->count(); ++i)
      if (At(*tensor, i) < 0 || At(*tensor, i) != std::floor(At(*tensor, i))) return false;
    return true;
  }

 private:
  static size_t Index(ValueId id) { return static_cast<size_t>(id); }
  static double At(const Tensor& tensor, int64_t i) {
    return IsFloat(tensor.dtype()) ? tensor.RealAt(i) : static_cast<double>(tensor.IntAt(i));
  }

  static Sign Of(const Tensor& tensor) {
    if (!IsFloat(tensor.dtype()) && !IsIntOrBool(tensor.dtype())) return Sign::kAny;
    Sign sign = Sign::kPositive;
    for (int64_t i = 0; i < tensor.count(); ++i) {
      const double x = At(tensor, i);
      if (!(x >= 0)) return Sign::kAny;
      if (x == 0) sign = Sign::kNonNegative;
    }
    return sign;
  }

  const Node* Producer(ValueId id) const {
    const int i = id == kAbsent ? -1 : producers_[Index(id)];
    return i < 0 ? nullptr : &graph_.node(static_cast<size_t>(i));
  }

  // Exp(x - max(x)): its sum is at least one.
  bool IsShiftedExp(ValueId id) const {
    const Node* exp = Producer(id);
    const Node* sub = exp != nullptr && exp->op == "Exp" ? Producer(exp->inputs[0]) : nullptr;
    const Node* max = sub != nullptr && sub->op == "Sub" ? Producer(sub->inputs[1]) : nullptr;
    return max != nullptr && max->op == "ReduceMax" && max->inputs[0] == sub->inputs[0];
  }

  bool IsEvenPower(const Node& node) const {
    const Tensor* power = node.inputs.size() < 2 ? nullptr : graph_.initializer(node.inputs[1]);
    return power != nullptr && power->count() == 1 && std::fmod(At(*power, 0), 2.0) == 0;
  }

  Sign Least(const Node& node) const {
    Sign sign = Sign::kPositive;
    for (const ValueId id : node.inputs) sign = std::min(sign, at(id));
    return sign;
  }
  Sign Most(const Node& node) const {
    Sign sign = Sign::kAny;
    for (const ValueId id : node.inputs) sign = std::max(sign, at(id));
    return sign;
  }

  Sign Of(const Node& node) const {
    const std::string& op = node.op;
    if (node.inputs.empty()) return Sign::kAny;
    if (IsUnconditional(node)) return op == "ReduceSum" ? Sign::kPositive : Sign::kNonNegative;
    // Moves, means and roots keep the sign of their (first) input.
    if (OneOf(op, {"Identity", "Reshape", "Transpose", "Squeeze", "Unsqueeze", "Flatten", "Slice",
                   "Expand", "Tile", "Dropout", "ReduceMean", "ReduceMax", "ReduceMin",
                   "Reciprocal", "GlobalAveragePool", "GlobalMaxPool", "Gather"}))
      return at(node.inputs[0]);
    if (OneOf(op, {"Cast", "CastLike"}))
      return IsFloat(DTypeOf(graph_, node.inputs[0])) ? at(node.inputs[0]) : Sign::kAny;
    if (op == "Sqrt") return std::max(at(node.inputs[0]), Sign::kNonNegative);
    // Sums of empty axes are zero, so they are never certain to be positive.
    if (OneOf(op, {"ReduceSum", "AveragePool"}))
      return std::min(at(node.inputs[0]), Sign::kNonNegative);
    if (OneOf(op, {"Mul", "Div", "Concat", "Min", "Pow"})) return Least(node);
    if (OneOf(op, {"Add", "Sum"})) return Least(node) == Sign::kAny ? Sign::kAny : Most(node);
    if (op == "Max") return Most(node);
    if (op == "Clip") return node.inputs.size() > 1 ? at(node.inputs[1]) : Sign::kAny;
    return Sign::kAny;
  }

  const Graph& graph_;
  std::vector<int> producers_;
  std::vector<Sign> signs_;
};

struct Places {
  std::string_view op;
  size_t first, last;  // input positions, both included
};

// Positions that hold indices, sizes, axes, lengths or counts.
constexpr std::array<Places, 46> kIndexPlaces = {{{"BitShift", 1, 1},
                                                  {"CenterCropPad", 1, 1},
                                                  {"Col2Im", 1, 2},
                                                  {"AffineGrid", 1, 1},
                                                  {"ConstantOfShape", 0, 0},
                                                  {"CumProd", 1, 1},
                                                  {"CumSum", 1, 1},
                                                  {"DFT", 1, 2},
                                                  {"Expand", 1, 1},
                                                  {"GRU", 4, 4},
                                                  {"Gather", 1, 1},
                                                  {"GatherElements", 1, 1},
                                                  {"GatherND", 1, 1},
                                                  {"HammingWindow", 0, 0},
                                                  {"HannWindow", 0, 0},
                                                  {"BlackmanWindow", 0, 0},
                                                  {"LSTM", 4, 4},
                                                  {"MaxRoiPool", 1, 1},
                                                  {"MaxUnpool", 1, 2},
                                                  {"MelWeightMatrix", 0, 4},
                                                  {"NegativeLogLikelihoodLoss", 1, 1},
                                                  {"OneHot", 1, 1},
                                                  {"Pad", 1, 3},
                                                  {"RNN", 4, 4},
                                                  {"Range", 0, 2},
                                                  {"Reshape", 1, 1},
                                                  {"Resize", 1, 3},
                                                  {"ReverseSequence", 1, 1},
                                                  {"RoiAlign", 1, 2},
                                                  {"STFT", 1, 3},
                                                  {"Scatter", 1, 1},
                                                  {"ScatterElements", 1, 1},
                                                  {"ScatterND", 1, 1},
                                                  {"SequenceAt", 1, 1},
                                                  {"SequenceErase", 1, 1},
                                                  {"SequenceInsert", 2, 2},
                                                  {"Slice", 1, 4},
                                                  {"SoftmaxCrossEntropyLoss", 1, 1},
                                                  {"Split", 1, 1},
                                                  {"SplitToSequence", 1, 1},
                                                  {"Squeeze", 1, 1},
                                                  {"TensorScatter", 2, 2},
                                                  {"Tile", 1, 1},
                                                  {"TopK", 1, 1},
                                                  {"Trilu", 1, 1},
                                                  {"Upsample", 1, 1}}};

bool HoldsGraph(const Node& node) {
  return std::any_of(node.attrs.begin(), node.attrs.end(), [](const Attrs::Item& item) {
    return std::holds_alternative<GraphPtr>(item.second) ||
           std::holds_alternative<std::vector<GraphPtr>>(item.second);
  });
}

enum class Harm {
  kNone,
  kUnlessSigned,  // none as long as the value has the sign that is known of it
  kYes,
};

Harm Unless(bool signed_well) { return signed_well ? Harm::kUnlessSigned : Harm::kYes; }
Harm When(bool harmful) { return harmful ? Harm::kYes : Harm::kNone; }

// What other numbers at input `p` of `node` may do right there.
Harm HarmHere(const Graph& graph, const Signs& signs, const Node& node, size_t p) {
  const std::string& op = node.op;
  if (!node.domain.empty() || HoldsGraph(node)) return Harm::kYes;
  for (const Places& places : kIndexPlaces)
    if (places.op == op && places.first <= p && p <= places.last) return Harm::kYes;
  if (p > 0 && (op.starts_with("Reduce") || op == "Unsqueeze")) return Harm::kYes;
  if (OneOf(op, {"Acos", "Acosh", "Asin", "Atanh", "Tan", "LpNormalization", "Bernoulli",
                 "Multinomial", "ImageDecoder", "Mod", "Det", "BitCast", "ReduceLogSum",
                 "StringSplit", "TfIdfVectorizer", "ReduceProd", "CumProd", "Compress"}))
    return Harm::kYes;
  if (OneOf(op, {"Exp", "Cosh", "Sinh"})) return When(signs.IsSquashed(node.inputs[0]));
  if (op == "Sqrt") return Unless(signs.at(node.inputs[0]) != Sign::kAny);
  if (op == "Log" || op == "Reciprocal") return Unless(signs.at(node.inputs[0]) == Sign::kPositive);
  if (op == "Div")
    return p == 0 ? Harm::kNone : Unless(signs.at(node.inputs[1]) == Sign::kPositive);
  if (op == "Pow") {
    if (p == 1) return Harm::kYes;
    return signs.IsWholeExponent(node.inputs[1])
               ? Harm::kNone
               : Unless(signs.at(node.inputs[0]) == Sign::kPositive);
  }
  if (op == "BatchNormalization") return When(p == 4);  // the variance
  if (OneOf(op, {"QuantizeLinear", "DequantizeLinear", "QLinearConv", "QLinearMatMul"}))
    return When(p > 0);  // scales must stay positive
  if (op == "Cast" || op == "CastLike")
    return When(p == 0 && IsFloat(DTypeOf(graph, node.inputs[0])) &&
                (node.outputs.empty() || node.outputs[0] == kAbsent ||
                 !IsFloat(DTypeOf(graph, node.outputs[0]))));
  return Harm::kNone;
}

// Results that do not depend on the numbers, or are good indices whatever those are.
bool Shields(const Node& node) {
  return OneOf(node.op, {"Shape", "Size", "ArgMax", "ArgMin", "NonZero", "NonMaxSuppression",
                         "EyeLike", "SequenceLength"});
}

}  // namespace

std::vector<bool> DelicateValues(const Model& model) {
  const Graph& graph = model.graph;
  const Signs signs(graph);
  std::vector<bool> delicate(graph.value_count(), false);
  std::vector<bool> relied(graph.value_count(), false);  // something behind needs its sign
  const auto at = [](ValueId id) { return static_cast<size_t>(id); };
  for (size_t i = graph.node_count(); i-- > 0;) {
    const Node& node = graph.node(i);
    bool passes_on = false, needs_signs = false;
    for (const ValueId id : node.outputs) {
      passes_on = passes_on || (id != kAbsent && !Shields(node) && delicate[at(id)]);
      needs_signs = needs_signs || (id != kAbsent && relied[at(id)]);
    }
    needs_signs = needs_signs && !signs.IsUnconditional(node);
    for (size_t p = 0; p < node.inputs.size(); ++p) {
      const ValueId id = node.inputs[p];
      if (id == kAbsent) continue;
      const Harm harm = HarmHere(graph, signs, node, p);
      if (passes_on || harm == Harm::kYes) delicate[at(id)] = true;
      if (harm == Harm::kUnlessSigned || (needs_signs && signs.at(id) != Sign::kAny))
        relied[at(id)] = true;
    }
    for (const ValueId id : CapturedBy(graph, node)) delicate[at(id)] = true;
  }
  for (size_t k = 0; k < delicate.size(); ++k) delicate[k] = delicate[k] || relied[k];
  return delicate;
}

}  // namespace assay::mutate
