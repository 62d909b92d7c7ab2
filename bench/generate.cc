// The cost of random graphs of 10, 100 and 1,000 nodes, their values included.
#include <benchmark/benchmark.h>

#include "generate/combinations.h"
#include "generate/random_graph.h"

namespace assay::generate {
namespace {

void Generate(benchmark::State& state) {
  Rng rng(5);
  size_t nodes = 0;
  const GraphOptions options{.nodes = static_cast<int>(state.range(0)),
                             .valid_values = state.range(1) != 0};
  for (auto _ : state) {
    auto test = RandomGraph(rng, options);
    if (test.has_value()) nodes += test->model.graph.node_count();
    benchmark::DoNotOptimize(test);
  }
  state.counters["nodes"] = static_cast<double>(nodes) / static_cast<double>(state.iterations());
}
BENCHMARK(Generate)
    ->ArgNames({"nodes", "valid"})
    ->ArgsProduct({{10, 100, 1000}, {0, 1}})
    ->Unit(benchmark::kMicrosecond);

// The same towards combinations that have not been seen, counting each graph.
void GenerateRare(benchmark::State& state) {
  Rng rng(5);
  CombinationCounts counts;
  GraphOptions options{.nodes = static_cast<int>(state.range(0))};
  options.seen = &counts;
  for (auto _ : state) {
    auto test = RandomGraph(rng, options);
    if (test.has_value()) counts.Add(Combinations(test->model.graph));
    benchmark::DoNotOptimize(test);
  }
  state.counters["combinations"] = static_cast<double>(counts.size());
}
BENCHMARK(GenerateRare)->ArgName("nodes")->Arg(10)->Arg(100)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace assay::generate
