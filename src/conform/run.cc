#include "conform/run.h"

#include <time.h>

#include <algorithm>

#include "base/strings.h"
#include "conform/compare.h"
#include "conform/node_tests.h"
#include "ops/infer.h"
#include "oracle/tap.h"
#include "reference/evaluator.h"

namespace assay::conform {

bool TrainsDropout(const Graph& graph) {
  return std::ranges::any_of(graph.nodes(), [](const NodePtr& node) {
    return node->op == "Dropout" && node->inputs.size() > 2;
  });
}

namespace {

Comparison CompareBounds(const Known& result, const Datum& expected) {
  if (!result.is_tensor() || result.tensor.dtype() != expected.tensor.dtype() ||
      !(result.tensor.shape() == expected.tensor.shape()))
    return {.difference = "another type or shape than the stored sample"};
  for (int64_t i = 0; i < result.tensor.count(); ++i) {
    const bool inside = result.tensor.is_real()
                            ? result.tensor.real(i).contains(expected.tensor.RealAt(i))
                            : result.tensor.integer(i).contains(expected.tensor.IntAt(i));
    if (!inside) return {.difference = StrCat("element ", i, " is outside the bounds")};
  }
  return {};
}

// Random results can agree in type and shape only.
Comparison CompareTypes(const Known& result, const Datum& expected) {
  if (result.is_tensor() && result.tensor.dtype() == expected.tensor.dtype() &&
      result.tensor.shape() == expected.tensor.shape())
    return {};
  return {.difference = "another type or shape than the stored sample"};
}

double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

Status RunDataSet(const NodeTest& test, const NodeTest::DataSet& data, TestResult& result) {
  const double start = CpuSeconds();
  std::vector<Known> inputs;
  for (const Datum& datum : data.inputs) {
    ASSAY_ASSIGN(Known known, Known::From(datum, {}));
    inputs.push_back(std::move(known));
  }
  ASSAY_ASSIGN(const reference::Evaluation evaluation,
               reference::Evaluate(test.model, std::move(inputs)));
  result.evaluate_seconds += CpuSeconds() - start;
  const bool random = oracle::DrawsRandomNumbers(test.model.graph);
  for (size_t i = 0; i < data.outputs.size(); ++i) {
    const auto compare = random                            ? CompareTypes
                         : TrainsDropout(test.model.graph) ? CompareBounds
                                                           : Compare;
    const Comparison c = compare(evaluation.outputs[i], data.outputs[i]);
    result.outside_bound += c.outside_bound;
    if (!c.difference.empty())
      return Invalid(StrCat("output '", test.model.graph.name_of(test.model.graph.outputs[i]), "' ",
                            c.difference));
  }
  return {};
}

Status RunOne(const std::string& dir, const std::string& name, TestResult& result) {
  ASSAY_ASSIGN(NodeTest test, LoadNodeTest(dir, name));
  const double start = CpuSeconds();
  ASSAY_RETURN_IF_ERROR(ops::InferTypes(test.model));
  result.evaluate_seconds += CpuSeconds() - start;
  if (test.data_sets.empty()) return Invalid("the test has no data");
  for (const NodeTest::DataSet& data : test.data_sets)
    ASSAY_RETURN_IF_ERROR(RunDataSet(test, data, result));
  return {};
}

}  // namespace

size_t Report::passed() const {
  return static_cast<size_t>(
      std::ranges::count_if(results, [](const TestResult& r) { return r.passed; }));
}

size_t Report::unsupported() const {
  return static_cast<size_t>(
      std::ranges::count_if(results, [](const TestResult& r) { return r.unsupported; }));
}

double Report::evaluate_seconds() const {
  double total = 0;
  for (const TestResult& result : results) total += result.evaluate_seconds;
  return total;
}

Result<Report> RunOnReference(const std::string& tests_dir, const std::string& filter,
                              const std::function<void(size_t, size_t)>& progress) {
  ASSAY_ASSIGN(const std::vector<std::string> names, ListNodeTests(tests_dir, filter));
  Report report{.target = "reference", .results = {}};
  for (size_t i = 0; i < names.size(); ++i) {
    TestResult result;
    result.name = names[i];
    const Status status = RunOne(tests_dir, names[i], result);
    result.passed = status.ok();
    if (!status.ok()) result.reason = status.error().message;
    report.results.push_back(std::move(result));
    if (progress) progress(i + 1, names.size());
  }
  return report;
}

}  // namespace assay::conform
