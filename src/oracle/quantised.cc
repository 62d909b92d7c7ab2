#include "oracle/quantised.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "reference/evaluator.h"

namespace assay::oracle {
namespace {

// Symmetric weights have 127 steps on the larger side; that is the widest of the tools' steps.
constexpr double kStepsPerSide = 127;
constexpr double kStepsLost = 2;

// Operators whose results the tools keep in steps of a fixed range, however small they are.
double FixedReach(const Node& node) {
  static const std::map<std::string, double> kReach = {
      {"Softmax", 1}, {"Sigmoid", 1}, {"Tanh", 1}, {"LogSoftmax", 16}};
  const auto found = node.domain.empty() ? kReach.find(node.op) : kReach.end();
  return found == kReach.end() ? 0 : found->second;
}

// Largest magnitude that an element may have, at least `least`; infinite when one is unbounded. NaN
// in one element makes the range of all NaN.
double Reach(const Bounded& tensor, double least) {
  double out = least;
  for (int64_t i = 0; i < tensor.count(); ++i) {
    const Real x = tensor.real(i);
    if (x.nan != Nan::kNever) return std::numeric_limits<double>::infinity();
    out = std::max({out, std::fabs(x.lo), std::fabs(x.hi)});
  }
  return out;
}

Known Widened(Known known, double least = 0) {
  if (!known.is_tensor() || !known.tensor.is_real()) return known;
  Bounded& tensor = known.tensor;
  const double lost = kStepsLost * Reach(tensor, least) / kStepsPerSide;
  for (int64_t i = 0; i < tensor.count(); ++i) {
    const Real x = tensor.real(i);
    // An unbounded tensor has no range to divide.
    if (!std::isfinite(lost))
      tensor.set(i, Real::Anything(x.v));
    else
      tensor.set(i, Real{x.v, x.lo - lost, x.hi + lost, x.nan});
  }
  return known;
}

Result<reference::Evaluation> Evaluate(const Subject& subject) {
  reference::EvalOptions options;
  options.random_seed = subject.seed;
  const Graph& graph = subject.model.graph;
  for (const auto& [id, weight] : graph.initializers()) {
    if (std::find(graph.inputs.begin(), graph.inputs.end(), id) != graph.inputs.end()) continue;
    if (!IsFloat(weight.dtype())) continue;
    ASSAY_ASSIGN(Known known, Known::From(Datum(weight), options.rules));
    options.given[graph.name_of(id)] = Widened(std::move(known));
  }
  options.after_node = [](const Node& node, std::vector<Known>& outputs) {
    for (Known& output : outputs) output = Widened(std::move(output), FixedReach(node));
  };
  std::vector<Known> inputs;
  for (const Datum& datum : subject.inputs) {
    ASSAY_ASSIGN(Known known, Known::From(datum, options.rules));
    inputs.push_back(Widened(std::move(known)));
  }
  return reference::Evaluate(subject.model, std::move(inputs), options);
}

}  // namespace

Truth QuantisedTruth(const Subject& subject) {
  Truth out;
  auto evaluation = Evaluate(subject);
  if (evaluation.ok())
    out.lenient = std::move(evaluation->outputs);
  else
    out.unknown = evaluation.error().message;
  return out;
}

}  // namespace assay::oracle
