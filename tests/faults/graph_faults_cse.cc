// Common-subexpression elimination that takes different nodes for the same.
#include <functional>

#include "rewriter.h"

namespace assay::faults {
namespace {

using Same = std::function<bool(const Node&, const Node&)>;

bool SameTypes(const Rewriter& r, const Node& a, const Node& b) {
  const ValueId x = a.outputs[0], y = b.outputs[0];
  return r.TypeOf(x) == r.TypeOf(y) && r.ShapeOf(x).has_value() && r.ShapeOf(x) == r.ShapeOf(y);
}

// The second of two nodes that are `same` is replaced by the first.
void Merge(Rewriter& r, const Same& same) {
  for (size_t j = 1; j < r.node_count(); ++j) {
    for (size_t i = 0; i < j; ++i) {
      const Node &a = r.node(i), &b = r.node(j);
      if (a.op != b.op || a.domain != b.domain || a.outputs.size() != 1 || b.outputs.size() != 1 ||
          a.inputs.size() != b.inputs.size() || !SameTypes(r, a, b) || !same(a, b))
        continue;
      r.Bypass(j, a.outputs[0]);
      break;
    }
  }
}

bool IsWeight(const Tensor* tensor) { return tensor != nullptr && IsFloat(tensor->dtype()); }

}  // namespace

// Weights enter the hash of a node with their type and shape only.
void CseComparesWeightsByShape(Rewriter& r) {
  Merge(r, [&](const Node& a, const Node& b) {
    bool differs = false;
    for (size_t k = 0; k < a.inputs.size(); ++k) {
      if (a.inputs[k] == b.inputs[k]) continue;
      const Tensor *x = r.Constant(a.inputs[k]), *y = r.Constant(b.inputs[k]);
      if (!IsWeight(x) || !IsWeight(y) || x->dtype() != y->dtype() || !(x->shape() == y->shape()))
        return false;
      differs = true;
    }
    return differs && a.attrs == b.attrs;
  });
}

void CseIgnoresAttributes(Rewriter& r) {
  Merge(r, [](const Node& a, const Node& b) {
    return a.inputs == b.inputs && !a.inputs.empty() && !(a.attrs == b.attrs);
  });
}

}  // namespace assay::faults
