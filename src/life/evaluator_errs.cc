#include "life/evaluator_errs.h"

#include <array>
#include <string_view>

namespace assay::life {
namespace {

// One line per place, each with what the standard says there.
struct Place {
  std::string_view op;
  bool (*is_there)(const Model& model, const Node& node);
  std::string_view reason;
};

bool ReadsFloat64(const Model& model, const Node& node) {
  return !node.inputs.empty() && node.inputs[0] != kAbsent &&
         model.graph.type(node.inputs[0]).is_tensor() &&
         model.graph.type(node.inputs[0]).tensor.dtype == DType::kFloat64;
}

constexpr std::array kPlaces = {
    Place{"Erf", ReadsFloat64, "its erf of float64 is right to nine digits only"},
};

}  // namespace

std::string EvaluatorErrs(const Model& model) {
  for (const NodePtr& node : model.graph.nodes())
    for (const Place& place : kPlaces)
      if (node->domain.empty() && node->op == place.op && place.is_there(model, *node))
        return std::string(place.reason);
  return "";
}

}  // namespace assay::life
