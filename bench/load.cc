// Reading and writing ONNX files: what a small model costs, and how fast weights go through.
#include <benchmark/benchmark.h>

#include "bench/ten_nodes.h"
#include "graph/text.h"
#include "onnx/model_io.h"
#include "onnx/official.h"

namespace assay::onnxio {
namespace {

Model TenNodes() { return ParseModelText(kTenNodes).value(); }

// One weight of `bytes` bytes.
Model OneWeight(int64_t bytes) {
  Model model;
  model.opsets[""] = 21;
  model.graph.name = "g";
  const Shape shape{bytes / 4};
  const ValueId w = model.graph.AddValue("w", TensorType(DType::kFloat32, shape));
  const ValueId y = model.graph.AddValue("y", TensorType(DType::kFloat32, shape));
  model.graph.SetInitializer(w, Tensor(DType::kFloat32, shape));
  Node node;
  node.op = "Identity";
  node.inputs.push_back(w);
  node.outputs.push_back(y);
  model.graph.AddNode(std::move(node));
  model.graph.outputs.push_back(y);
  return model;
}

void ParseTenNodes(benchmark::State& state) {
  const std::string bytes = SerializeModel(TenNodes()).value();
  const LoadOptions options{.official_check = state.range(0) != 0, .base_dir = {}};
  for (auto _ : state) benchmark::DoNotOptimize(ParseModel(bytes, options).value());
}
BENCHMARK(ParseTenNodes)->ArgName("official_check")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

void SerializeTenNodes(benchmark::State& state) {
  const Model model = TenNodes();
  for (auto _ : state) benchmark::DoNotOptimize(SerializeModel(model).value());
}
BENCHMARK(SerializeTenNodes)->Unit(benchmark::kMicrosecond);

void InferTenNodesOfficially(benchmark::State& state) {
  const Model model = TenNodes();
  for (auto _ : state) benchmark::DoNotOptimize(InferWithOfficial(model).value());
}
BENCHMARK(InferTenNodesOfficially)->Unit(benchmark::kMicrosecond);

void ParseWeights(benchmark::State& state) {
  const std::string bytes = SerializeModel(OneWeight(100'000'000)).value();
  const LoadOptions options{.official_check = state.range(0) != 0, .base_dir = {}};
  for (auto _ : state) benchmark::DoNotOptimize(ParseModel(bytes, options).value());
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(bytes.size()));
}
BENCHMARK(ParseWeights)->ArgName("official_check")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace assay::onnxio
