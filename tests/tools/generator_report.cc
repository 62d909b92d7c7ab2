// What the generator makes, and whether it keeps its promises:
//   generator_report COUNT SEED [official]
// Counts operators (and names those that never appear), element types, ranks; runs our own
// inference and the reference on every case; with "official" also the official checker and shape
// inference. Exit code 1 when more than one case in a thousand breaks a promise.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "base/strings.h"
#include "generate/grower.h"
#include "generate/random_graph.h"
#include "graph/text.h"
#include "onnx/official.h"
#include "ops/infer.h"
#include "reference/evaluator.h"

namespace assay {
namespace {

constexpr double kEffectiveRange = 1e36;
constexpr int kExamples = 3;  // printed in full of each kind of failure; of others one line
constexpr int kOldestOpset = 13, kNewestOpset = 22;

using generate::GraphOptions;
using generate::RandomCase;

struct Report {
  std::map<std::string, int> operators, types, ranks, dims, failures;
  int cases = 0, nodes = 0, subgraphs = 0;
};

void CountGraph(const Graph& graph, Report& report) {
  for (const NodePtr& node : graph.nodes()) {
    ++report.nodes;
    ++report.operators[node->op];
    for (const auto& [name, attr] : node->attrs)
      if (const auto* subgraph = std::get_if<GraphPtr>(&attr)) {
        ++report.subgraphs;
        CountGraph(**subgraph, report);
      }
  }
  for (size_t i = 0; i < graph.value_count(); ++i) {
    const ValueType& type = graph.type(static_cast<ValueId>(i));
    if (!type.is_tensor()) {
      ++report.types["not a tensor"];
      continue;
    }
    ++report.types[std::string(DTypeName(type.tensor.dtype))];
    ++report.ranks[std::to_string(type.tensor.rank())];
    for (const Dim& dim : type.tensor.dims)
      ++report.dims[dim.known()       ? dim.size < 2 ? std::to_string(dim.size) : "larger"
                    : dim.symbol != 0 ? "symbol"
                                      : "unknown"];
  }
}

void Fail(Report& report, const RandomCase& test, const std::string& kind,
          const std::string& message) {
  if (report.failures[kind]++ < kExamples) std::printf("%s\n", PrintModel(test.model).c_str());
  std::printf("--- %s: %s\n", kind.c_str(), message.c_str());
}

bool InRange(const Known& known) {
  for (const Known& item : known.items)
    if (!InRange(item)) return false;
  if (known.kind == Known::Kind::kUndetermined) return false;
  if (!known.is_tensor() || !known.tensor.is_real()) return true;
  for (int64_t i = 0; i < known.tensor.count(); ++i) {
    const Real x = known.tensor.real(i);
    if (x.nan != Nan::kNever || !(std::fabs(x.v) <= kEffectiveRange)) return false;
  }
  return true;
}

void CheckValues(const RandomCase& test, Report& report) {
  std::vector<Known> inputs;
  for (const Datum& datum : test.inputs) inputs.push_back(Known::From(datum, {}).value());
  const auto evaluation = reference::Evaluate(test.model, std::move(inputs));
  if (!evaluation.ok()) return Fail(report, test, "not evaluated", evaluation.error().message);
  for (const Known& output : evaluation->outputs)
    if (!InRange(output)) return Fail(report, test, "out of range", "NaN, infinite or huge");
}

void CheckCase(const RandomCase& test, bool official, Report& report) {
  ++report.cases;
  CountGraph(test.model.graph, report);
  Model copy = test.model;
  const Status inferred = ops::InferTypes(copy);
  if (!inferred.ok()) Fail(report, test, "our inference", inferred.error().message);
  CheckValues(test, report);
  if (!official) return;
  if (const Status status = onnxio::CheckWithOfficial(test.model); !status.ok())
    Fail(report, test, "official checker", status.error().message);
  if (const Status status = onnxio::CheckWithOfficialInference(test.model); !status.ok())
    Fail(report, test, "official inference", status.error().message);
}

GraphOptions RandomOptions(Rng& rng) {
  constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat32, DType::kFloat32,
                              DType::kFloat64, DType::kFloat16, DType::kBfloat16};
  GraphOptions options{.nodes = static_cast<int>(rng.Int(1, 12)),
                       .opset = kOldestOpset,
                       .dtype = rng.Pick<DType>(kTypes)};
  options.newest_opset = kNewestOpset;
  options.dynamic = 0.3;
  options.control_flow = 0.01;
  options.sequences = 0.01;
  options.default_inputs = 0.03;
  return options;
}

void Print(const char* title, const std::map<std::string, int>& counts) {
  std::printf("%s:", title);
  for (const auto& [name, count] : counts) std::printf(" %s %d", name.c_str(), count);
  std::printf("\n");
}

void PrintUnused(const Report& report) {
  std::printf("never used:");
  for (const ops::OpDef& op : ops::AllOps())
    if (op.domain.empty() && report.operators.count(std::string(op.name)) == 0)
      std::printf(" %s%s", std::string(op.name).c_str(),
                  op.propose == nullptr                                   ? " (proposes nothing)"
                  : op.rounding == ops::Rounding::kRandom                 ? " (random)"
                  : ops::FindSchema("", op.name, kNewestOpset) == nullptr ? " (newer opset)"
                                                                          : "");
  std::printf("\n");
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  using namespace assay;
  if (argc < 3) {
    std::fputs("usage: generator_report COUNT SEED [official]\n", stderr);
    return 2;
  }
  Rng rng(std::strtoull(argv[2], nullptr, 10));
  Report report;
  for (int i = 0; i < std::atoi(argv[1]); ++i) {
    const auto test = generate::RandomGraph(rng, RandomOptions(rng));
    if (test.has_value()) CheckCase(*test, argc > 3, report);
  }
  Print("operators", report.operators);
  PrintUnused(report);
  Print("element types", report.types);
  Print("ranks", report.ranks);
  Print("sizes", report.dims);
  std::printf("%d cases, %d nodes, %d subgraphs\n", report.cases, report.nodes, report.subgraphs);
  int failures = 0;
  for (const auto& [kind, count] : report.failures) {
    std::printf("%s: %d\n", kind.c_str(), count);
    failures = std::max(failures, count);
  }
  return failures * 1000 > report.cases ? 1 : 0;
}
