#include "resources/work.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "graph/model_case.h"
#include "ops/infer.h"
#include "triage/case_bytes.h"

namespace assay::resources {
namespace {

const std::unordered_map<std::string_view, WorkKind>& Kinds() {
  static const std::unordered_map<std::string_view, WorkKind> kinds = {
#define WORK(op, kind) {#op, WorkKind::kind},
#include "resources/work.def"
#undef WORK
  };
  return kinds;
}

std::optional<Shape> ShapeOf(const Graph& graph, ValueId id) {
  if (id == kAbsent || !graph.type(id).is_tensor()) return std::nullopt;
  return graph.type(id).tensor.shape();
}

double Count(const Shape& shape) {
  double count = 1;
  for (const int64_t size : shape) count *= static_cast<double>(size);
  return count;
}

// The largest of some values; nothing when a size is not known.
template <typename Ids>
std::optional<double> Largest(const Graph& graph, const Ids& ids) {
  double largest = 0;
  for (const ValueId id : ids) {
    if (id == kAbsent) continue;
    const auto shape = ShapeOf(graph, id);
    if (!shape.has_value()) return std::nullopt;
    largest = std::max(largest, Count(*shape));
  }
  return largest;
}

// Multiply-adds: results times the length of the sum that makes each.
std::optional<double> Products(const Graph& graph, const Node& node) {
  const auto a = ShapeOf(graph, node.inputs[0]);
  const auto b = ShapeOf(graph, node.inputs[1]);
  const auto out = ShapeOf(graph, node.outputs[0]);
  if (!a.has_value() || !b.has_value() || !out.has_value() || a->empty()) return std::nullopt;
  if (node.op == "MatMul") return Count(*out) * static_cast<double>(a->back());
  if (node.op == "Gemm") {
    const int64_t* transposed = node.attrs.Get<int64_t>("transA");
    return Count(*out) *
           static_cast<double>((*a)[transposed != nullptr && *transposed != 0 ? 0 : 1]);
  }
  // Conv: each weight of an output channel once per result; ConvTranspose: per input.
  if (b->size() < 3 || (*b)[0] == 0) return 0.0;
  const double weights_per_channel = Count(*b) / static_cast<double>((*b)[0]);
  return (node.op == "Conv" ? Count(*out) : Count(*a)) * weights_per_channel;
}

std::optional<double> Windows(const Graph& graph, const Node& node) {
  const auto* kernel = node.attrs.Get<std::vector<int64_t>>("kernel_shape");
  const auto out = Largest(graph, node.outputs);
  if (kernel == nullptr || !out.has_value()) return std::nullopt;
  double size = 1;
  for (const int64_t extent : *kernel) size *= static_cast<double>(extent);
  return *out * size;
}

// For each value the last node that reads it; the graph's inputs and outputs stay to the end.
std::vector<size_t> LastReaders(const Graph& graph) {
  std::vector<size_t> last(graph.value_count(), 0);
  for (size_t i = 0; i < graph.node_count(); ++i) {
    for (const ValueId id : graph.node(i).inputs)
      if (id != kAbsent) last[static_cast<size_t>(id)] = i;
    // What nobody reads still exists while it is made.
    for (const ValueId id : graph.node(i).outputs)
      if (id != kAbsent) last[static_cast<size_t>(id)] = i;
  }
  for (const auto* kept : {&graph.inputs, &graph.outputs})
    for (const ValueId id : *kept) last[static_cast<size_t>(id)] = graph.node_count();
  return last;
}

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

std::optional<WorkKind> KindOf(const Node& node) {
  if (!node.domain.empty()) return std::nullopt;
  const auto found = Kinds().find(node.op);
  if (found == Kinds().end()) return std::nullopt;
  return found->second;
}

std::optional<double> StepsOf(const Graph& graph, const Node& node) {
  const auto kind = KindOf(node);
  if (!kind.has_value()) return std::nullopt;
  if (*kind == WorkKind::kProduct) return Products(graph, node);
  if (*kind == WorkKind::kWindow) return Windows(graph, node);
  const auto in = Largest(graph, node.inputs), out = Largest(graph, node.outputs);
  if (!in.has_value() || !out.has_value()) return std::nullopt;
  return std::max(*in, *out);
}

double BytesOf(const Graph& graph, ValueId id) {
  const auto shape = ShapeOf(graph, id);
  if (!shape.has_value()) return 0;
  return Count(*shape) * static_cast<double>(StorageBytes(graph.type(id).tensor.dtype));
}

double Work::total() const { return std::accumulate(steps.begin(), steps.end(), 0.0); }

Work WorkOf(const Graph& graph) {
  Work out;
  for (const NodePtr& node : graph.nodes()) {
    const auto steps = StepsOf(graph, *node);
    ++out.nodes;
    if (!steps.has_value())
      out.known = false;
    else
      out.steps[static_cast<size_t>(*KindOf(*node))] += *steps;
  }
  return out;
}

MemoryNeed NeedOf(const Graph& graph) {
  MemoryNeed out;
  for (const auto& [id, tensor] : graph.initializers())
    out.weights += static_cast<double>(tensor.byte_size());
  const std::vector<size_t> last = LastReaders(graph);
  std::vector<double> freed(graph.node_count() + 1, 0);
  double now = 0;
  for (const ValueId id : graph.inputs)
    if (graph.initializer(id) == nullptr) now += BytesOf(graph, id);
  out.live = out.all = now;
  for (size_t i = 0; i < graph.node_count(); ++i) {
    for (const ValueId id : graph.node(i).outputs) {
      if (id == kAbsent) continue;
      const ValueType& type = graph.type(id);
      out.known = out.known && type.is_tensor() && type.tensor.shape().has_value();
      const double bytes = BytesOf(graph, id);
      now += bytes;
      out.all += bytes;
      freed[last[static_cast<size_t>(id)]] += bytes;
    }
    out.live = std::max(out.live, now);
    now -= freed[i];
  }
  return out;
}

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
