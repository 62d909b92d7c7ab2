// A number that an integer type cannot hold becomes anything when cast to it: C and C++ leave it
// open, and so does the ONNX standard.
#include <cmath>

#include "report/gate/check.h"

namespace assay::report::gate {

namespace {

// Whether `value` is outside of what `type` can hold after the fraction is cut off.
bool Outside(double value, DType type) {
  if (!std::isfinite(value)) return true;
  const double whole = std::trunc(value);
  // The largest value of a wide type is no double: the next power of two bounds it from above.
  const double above = std::ldexp(1.0, BitWidth(type) - (IsSignedInt(type) ? 1 : 0));
  return whole < static_cast<double>(IntMin(type)) || whole >= above;
}

bool HoldsOutside(const Tensor& tensor, DType type) {
  if (!IsFloat(tensor.dtype())) return false;
  for (int64_t i = 0; i < tensor.count(); ++i)
    if (Outside(tensor.RealAt(i), type)) return true;
  return false;
}

}  // namespace

Outcome CheckNoOpenCasts(const Dossier& dossier, const Rule&, const Project&) {
  if (!dossier.ComparesValues()) return NotAsked("no values are compared");
  const Graph& graph = dossier.smallest.model.graph;
  for (const Node* node : dossier.NodesBehindWrongOutput()) {
    if (node->op != "Cast" && node->op != "CastLike") continue;
    const Tensor* input = dossier.InputOf(*node, 0);
    if (input == nullptr) {
      if (dossier.values.empty())
        return Unknown(StrCat("what ", node->op, " reads cannot be computed"),
                       "check by hand that the integer type can hold it");
      continue;
    }
    const DType to = graph.type(node->outputs[0]).tensor.dtype;
    if (IsInt(to) && HoldsOutside(*input, to))
      return FailWith(StrCat(node->op, " to ", DTypeName(to), " meets a number that does not fit"),
                      "look for a case whose numbers fit");
  }
  return Pass("every number that is cast fits its new type");
}

}  // namespace assay::report::gate
