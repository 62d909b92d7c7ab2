// The costs that a campaign pays per case: reading, checking, cloning, mutating and judging a small
// model.
#include <benchmark/benchmark.h>

#include "base/strings.h"
#include "bench/ten_nodes.h"
#include "generate/inputs.h"
#include "generate/random_graph.h"
#include "graph/text.h"
#include "onnx/model_io.h"
#include "ops/infer.h"
#include "reference/evaluator.h"

namespace assay {
namespace {

Model TenNodes() {
  Model model = ParseModelText(kTenNodes).value();
  ASSAY_CHECK(ops::InferTypes(model).ok());
  return model;
}

std::vector<Known> InputsOf(const std::vector<Datum>& data) {
  std::vector<Known> inputs;
  for (const Datum& datum : data) inputs.push_back(Known::From(datum, {}).value());
  return inputs;
}

void EvaluateTenNodes(benchmark::State& state) {
  const Model model = TenNodes();
  Rng rng(1);
  const std::vector<Known> inputs = InputsOf(generate::RandomInputs(model.graph, rng).value());
  for (auto _ : state) benchmark::DoNotOptimize(reference::Evaluate(model, inputs).value());
}
BENCHMARK(EvaluateTenNodes)->Unit(benchmark::kMicrosecond);

// The mean over 200 random graphs of ten operators of all kinds.
void EvaluateRandomGraphs(benchmark::State& state) {
  Rng rng(3);
  std::vector<generate::RandomCase> cases;
  std::vector<std::vector<Known>> inputs;
  while (cases.size() < 200) {
    auto test = generate::RandomGraph(rng, {});
    if (!test.has_value()) continue;
    inputs.push_back(InputsOf(test->inputs));
    cases.push_back(std::move(*test));
  }
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(reference::Evaluate(cases[i].model, inputs[i]));
    i = (i + 1) % cases.size();
  }
}
BENCHMARK(EvaluateRandomGraphs)->Unit(benchmark::kMicrosecond);

void LoadVerifyInfer(benchmark::State& state) {
  const std::string bytes = onnxio::SerializeModel(TenNodes()).value();
  onnxio::LoadOptions options;
  options.official_check = state.range(0) != 0;
  for (auto _ : state) {
    Model model = onnxio::ParseModel(bytes, options).value();
    benchmark::DoNotOptimize(ops::InferTypes(model).ok());
  }
}
BENCHMARK(LoadVerifyInfer)
    ->ArgName("official_check")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMicrosecond);

void CloneMutateVerify(benchmark::State& state) {
  const Model model = TenNodes();
  for (auto _ : state) {
    Model copy = model;
    Node node = copy.graph.node(1);
    node.op = "Tanh";
    copy.graph.SetNode(1, std::move(node));
    const Status status = ops::InferTypes(copy);
    ASSAY_CHECK(status.ok());
    benchmark::DoNotOptimize(copy);
  }
}
BENCHMARK(CloneMutateVerify)->Unit(benchmark::kMicrosecond);

// A model of 100 MB in 200 nodes: one node replaced in a copy.
void CloneMutateLarge(benchmark::State& state) {
  Model model;
  model.opsets[""] = 21;
  Graph& graph = model.graph;
  const TensorType type(DType::kFloat32, Shape{256, 512});
  ValueId x = graph.AddValue("x", type);
  graph.inputs = {x};
  for (int i = 0; i < 200; ++i) {
    const ValueId w = graph.AddValue(StrCat("weight", i), type),
                  y = graph.AddValue(StrCat("value", i), type);
    graph.SetInitializer(w, Tensor(DType::kFloat32, Shape{256, 512}));
    Node node;
    node.op = "Add";
    node.inputs = {x, w};
    node.outputs = {y};
    graph.AddNode(std::move(node));
    x = y;
  }
  graph.outputs = {x};
  for (auto _ : state) {
    Model copy = model;
    Node node = copy.graph.node(100);
    node.op = "Mul";
    copy.graph.SetNode(100, std::move(node));
    benchmark::DoNotOptimize(copy);
  }
}
BENCHMARK(CloneMutateLarge)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace assay
