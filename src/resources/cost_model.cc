#include "resources/cost_model.h"

#include <algorithm>

#include "graph/model_case.h"
#include "ops/infer.h"
#include "triage/case_bytes.h"

namespace assay::resources {
namespace {

// A node costs about as much as a run of next to nothing, divided by this: dispatching, not I/O.
constexpr double kNodesPerRun = 4;
constexpr double kLeastStepNs = 0.05;  // faster than any CPU does anything
constexpr int kOpset = 17;

struct Probe {
  WorkKind kind;
  const char* op;
  bool two_operands;
  Shape small, large;
};

// Large enough to be seen beside the cost of asking, small enough for an interpreter.
std::vector<Probe> Probes() {
  const Shape kTiny = {2, 6}, kWide = {128, 512};
  return {{WorkKind::kEach, "Add", true, kTiny, kWide},
          {WorkKind::kFunction, "Sigmoid", false, kTiny, kWide},
          {WorkKind::kMove, "Transpose", false, kTiny, kWide},
          {WorkKind::kGather, "ReduceSum", false, kTiny, kWide},
          {WorkKind::kWindow, "ReduceSum", false, kTiny, kWide},
          {WorkKind::kProduct, "MatMul", true, {6, 6}, {96, 96}}};
}

std::optional<oracle::Subject> Make(const Probe& probe, const Shape& shape, double& steps) {
  ModelCase out;
  out.model.opsets[""] = kOpset;
  out.model.ir_version = 8;
  Graph& graph = out.model.graph;
  graph.name = "probe";
  Node node;
  node.op = probe.op;
  std::vector<double> values(static_cast<size_t>(shape[0] * shape[1]));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = 0.25 + 0.001 * static_cast<double>(i % 512);
  for (int i = 0; i < (probe.two_operands ? 2 : 1); ++i) {
    const ValueId id = graph.AddValue(i == 0 ? "a" : "b", TensorType(DType::kFloat32, shape));
    graph.inputs.push_back(id);
    node.inputs.push_back(id);
    out.inputs.emplace_back(MakeTensor(DType::kFloat32, shape, values));
  }
  const ValueId result = graph.AddValue("y");
  node.outputs.push_back(result);
  graph.AddNode(node);
  graph.outputs.push_back(result);
  if (!ops::InferTypes(out.model).ok()) return std::nullopt;
  steps = WorkOf(graph).total();
  auto subject = triage::MakeSubject(out);
  if (!subject.ok()) return std::nullopt;
  return std::move(subject).value();
}

}  // namespace

double CostModel::PredictMs(const Work& work) const {
  double ms = run_ms + work.nodes * run_ms / kNodesPerRun;
  for (size_t i = 0; i < kWorkKinds; ++i) ms += work.steps[i] * step_ns[i] * 1e-6;
  return ms;
}

std::optional<CostModel> Calibrate(Bench& bench) {
  CostModel out;
  for (const Probe& probe : Probes()) {
    double few = 0, many = 0;
    const auto small = Make(probe, probe.small, few), large = Make(probe, probe.large, many);
    if (!small.has_value() || !large.has_value()) return std::nullopt;
    const auto quick = bench.Time(*small), longer = bench.Time(*large);
    if (!quick.has_value() || !longer.has_value()) return std::nullopt;
    // The quickest of them: one of these operators may be what is slow.
    out.run_ms = out.run_ms == 0 ? quick->mid : std::min(out.run_ms, quick->mid);
    out.step_ns[static_cast<size_t>(probe.kind)] =
        std::max(kLeastStepNs, (longer->mid - quick->mid) * 1e6 / (many - few));
  }
  return out;
}

}  // namespace assay::resources
