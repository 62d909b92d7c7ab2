#include "cases.h"

#include <cmath>

#include "base/strings.h"
#include "ops/infer.h"
#include "reference/evaluator.h"

namespace assay::generate {
namespace {

constexpr double kHuge = 1e36;

int CountIn(const Graph& graph, const std::string& op) {
  int count = 0;
  for (const NodePtr& node : graph.nodes()) {
    count += node->op == op ? 1 : 0;
    for (const auto& [name, attr] : node->attrs)
      if (const auto* subgraph = std::get_if<GraphPtr>(&attr)) count += CountIn(**subgraph, op);
  }
  return count;
}

bool Valid(const Known& known) {
  for (const Known& item : known.items)
    if (!Valid(item)) return false;
  if (known.kind == Known::Kind::kUndetermined) return false;
  for (int64_t i = 0; known.is_tensor() && known.tensor.is_real() && i < known.tensor.count();
       ++i) {
    const Real x = known.tensor.real(i);
    if (x.nan != Nan::kNever || !(std::fabs(x.v) < kHuge)) return false;
  }
  return true;
}

}  // namespace

std::vector<RandomCase> Cases(uint64_t seed, int count, const GraphOptions& options) {
  Rng rng(seed);
  std::vector<RandomCase> cases;
  for (int i = 0; i < count; ++i)
    if (auto test = RandomGraph(rng, options)) cases.push_back(std::move(*test));
  return cases;
}

int CountOp(const std::vector<RandomCase>& cases, const std::string& op) {
  int count = 0;
  for (const RandomCase& test : cases) count += CountIn(test.model.graph, op);
  return count;
}

std::string Problem(const RandomCase& test) {
  Model model = test.model;
  if (const Status status = ops::InferTypes(model); !status.ok()) return status.error().message;
  std::vector<Known> inputs;
  for (const Datum& datum : test.inputs) inputs.push_back(Known::From(datum, {}).value());
  const auto evaluation = reference::Evaluate(test.model, std::move(inputs));
  if (!evaluation.ok()) return evaluation.error().message;
  for (size_t i = 0; i < evaluation->outputs.size(); ++i)
    if (!Valid(evaluation->outputs[i]))
      return StrCat("output ", test.model.graph.name_of(test.model.graph.outputs[i]),
                    " is not a valid number");
  return "";
}

}  // namespace assay::generate
