#include "generate/dynamic_shapes.h"

#include <map>

#include "ops/infer.h"

namespace assay::generate {
namespace {

constexpr int kChoices = 3;
constexpr double kChanceOfAxis = 0.4;
constexpr double kChanceToShare = 0.7;

// Names for sizes. Axes of the same size may get the same name, axes of different sizes never do.
class Names {
 public:
  std::string For(Rng& rng, int64_t size, bool first_axis) {
    const auto known = by_size_.find(size);
    if (known != by_size_.end() && rng.Chance(kChanceToShare)) return known->second;
    const bool batch = first_axis && !has_batch_;
    has_batch_ = has_batch_ || batch;
    return by_size_[size] = batch ? "batch" : "d" + std::to_string(++count_);
  }
  bool any() const { return !by_size_.empty(); }

 private:
  std::map<int64_t, std::string> by_size_;
  bool has_batch_ = false;
  int count_ = 0;
};

bool NameAxes(Rng& rng, Graph& graph) {
  Names names;
  for (const ValueId id : graph.inputs) {
    ValueType type = graph.type(id);
    // The default of an input has its sizes; the operators on texts distinguish [1,C] from others.
    if (!type.is_tensor() || graph.initializer(id) != nullptr ||
        type.tensor.dtype == DType::kString)
      continue;
    for (size_t i = 0; i < type.tensor.dims.size(); ++i) {
      Dim& dim = type.tensor.dims[i];
      if (dim.known() && rng.Chance(kChanceOfAxis))
        dim = Dim::Named(names.For(rng, dim.size, i == 0));
    }
    graph.SetType(id, type);
  }
  return names.any();
}

// What nodes give is inferred anew; only their ranks are kept, which an output must have.
void ForgetSizes(Graph& graph) {
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->outputs) {
      if (id == kAbsent) continue;
      ValueType type = graph.type(id);
      if (type.is_tensor())
        for (Dim& dim : type.tensor.dims) dim = Dim::Unknown();
      else
        type = ValueType();
      graph.SetType(id, type);
    }
}

}  // namespace

bool MakeDynamic(Rng& rng, Model& model) {
  for (int i = 0; i < kChoices; ++i) {
    Model candidate = model;
    if (!NameAxes(rng, candidate.graph)) continue;
    ForgetSizes(candidate.graph);
    if (!ops::InferTypes(candidate).ok()) continue;
    model = std::move(candidate);
    return true;
  }
  return false;
}

}  // namespace assay::generate
