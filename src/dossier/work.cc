#include "dossier/work.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "ops/infer.h"

namespace assay::dossier {
namespace {

constexpr size_t kMostNodes = 300;
// Of all values together, which are kept: each takes some thirty bytes as value and bounds.
constexpr double kMostElements = 1 << 22;
// Steps of the innermost loops; the reference does some hundred millions a second.
constexpr double kMostSteps = 1 << 27;

const std::set<std::string>& Products() {
  static const auto* const kOps =
      new std::set<std::string>{"MatMul", "MatMulInteger", "QLinearMatMul", "Gemm"};
  return *kOps;
}

const std::set<std::string>& Convolutions() {
  static const auto* const kOps = new std::set<std::string>{"Conv", "ConvInteger", "QLinearConv"};
  return *kOps;
}

// Each element of their outputs may read all of their inputs.
const std::set<std::string>& Steep() {
  static const auto* const kOps =
      new std::set<std::string>{"Attention",   "AveragePool", "Col2Im",     "ConvTranspose",
                                "DFT",         "DeformConv",  "Det",        "Einsum",
                                "GRU",         "LRN",         "LSTM",       "LpPool",
                                "MatMulNBits", "MaxPool",     "MaxRoiPool", "NonMaxSuppression",
                                "RNN",         "RoiAlign",    "STFT"};
  return *kOps;
}

// In floating point: products of sizes that strangers write do not fit integers.
double Count(const Shape& shape) {
  double out = 1;
  for (const int64_t size : shape) out *= static_cast<double>(size);
  return out;
}

// Sizes that the inputs give to named dimensions.
std::map<std::string, int64_t> NamedSizes(const ModelCase& model_case) {
  std::map<std::string, int64_t> out;
  const Graph& graph = model_case.model.graph;
  for (size_t i = 0; i < model_case.inputs.size() && i < graph.inputs.size(); ++i) {
    const ValueType& type = graph.type(graph.inputs[i]);
    const Datum& datum = model_case.inputs[i];
    if (!type.is_tensor() || !type.tensor.has_rank || datum.kind != Datum::Kind::kTensor) continue;
    const Shape& shape = datum.tensor.shape();
    for (size_t axis = 0; axis < type.tensor.dims.size() && axis < shape.size(); ++axis)
      if (const Dim& dim = type.tensor.dims[axis]; !dim.known() && dim.symbol != 0)
        out[SymbolName(dim.symbol)] = shape[axis];
  }
  return out;
}

class Estimate {
 public:
  explicit Estimate(const Model& model) : model_(model), graph_(model.graph) {}

  std::string Run() {
    if (graph_.node_count() > kMostNodes) return StrCat("it has ", graph_.node_count(), " nodes");
    for (const auto& [id, tensor] : graph_.initializers())
      elements_ += static_cast<double>(tensor.count());
    for (const NodePtr& node : graph_.nodes())
      if (std::string why = Take(*node); !why.empty()) return why;
    if (elements_ > kMostElements) return "its tensors have too many elements";
    if (steps_ > kMostSteps) return "it takes too many operations";
    return "";
  }

 private:
  std::string Take(const Node& node) {
    for (const auto& [name, attr] : node.attrs)
      if (std::holds_alternative<GraphPtr>(attr) ||
          std::holds_alternative<std::vector<GraphPtr>>(attr))
        return StrCat(node.op, " may run a subgraph any number of times");
    if (model_.FindFunction(node) != nullptr)
      return StrCat(node.op, " is a function of the model's own");
    double in = 0, out = 0;
    for (const ValueId id : node.inputs)
      if (!Add(id, in)) return UnknownShape(id);
    for (const ValueId id : node.outputs)
      if (!Add(id, out)) return UnknownShape(id);
    elements_ += out;
    steps_ += Steps(node, in, out);
    return "";
  }

  std::string UnknownShape(ValueId id) const {
    return StrCat("the shape of ", graph_.name_of(id), " is only known when it runs");
  }

  // Adds the elements of a value. False: nobody knows how many. Sequences and the like are made of
  // tensors that are counted already.
  bool Add(ValueId id, double& count) const {
    if (id == kAbsent) return true;
    const ValueType& type = graph_.type(id);
    if (type.kind == ValueType::Kind::kUnknown) return false;
    if (!type.is_tensor()) return true;
    const auto shape = type.tensor.shape();
    if (!shape.has_value()) return false;
    count += Count(*shape);
    return true;
  }

  // Size of an axis of an input, counted from the end when negative; 1 when there is none.
  double SizeOf(const Node& node, size_t input, int axis) const {
    if (input >= node.inputs.size() || node.inputs[input] == kAbsent) return 1;
    const auto shape = graph_.type(node.inputs[input]).tensor.shape();
    const int rank = shape.has_value() ? static_cast<int>(shape->size()) : 0;
    const int at = axis < 0 ? rank + axis : axis;
    return at < 0 || at >= rank ? 1 : static_cast<double>((*shape)[static_cast<size_t>(at)]);
  }

  double Steps(const Node& node, double in, double out) const {
    // The longer of the two: Gemm may read its first input the other way round.
    if (Products().contains(node.op))
      return in + out * std::max(SizeOf(node, 0, -1), SizeOf(node, 0, -2));
    if (Convolutions().contains(node.op)) {
      const size_t weights = node.op == "QLinearConv" ? 3 : 1;
      double window = 1;
      for (int axis = 1; axis < 8; ++axis) window *= SizeOf(node, weights, axis);
      return in + out * window;
    }
    if (Steep().contains(node.op)) return (in + out) * in;
    return in + out;
  }

  const Model& model_;
  const Graph& graph_;
  double elements_ = 0, steps_ = 0;
};

}  // namespace

std::string TooMuchWork(const ModelCase& model_case) {
  const std::map<std::string, int64_t> sizes = NamedSizes(model_case);
  if (sizes.empty()) return Estimate(model_case.model).Run();
  Model sized = model_case.model;
  const Status inferred = ops::InferTypes(sized, {.dims = sizes});
  return inferred.ok() ? Estimate(sized).Run() : inferred.error().message;
}

}  // namespace assay::dossier
