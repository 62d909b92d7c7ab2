#include "conform/run.h"

#include <time.h>

#include <algorithm>
#include <mutex>

#include "base/files.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "conform/compare.h"
#include "conform/node_tests.h"
#include "ops/infer.h"
#include "oracle/check.h"
#include "oracle/tap.h"
#include "reference/evaluator.h"

namespace assay::conform {
namespace {

using lab::Ending;
using lab::Observation;

// "" when `got` agrees with the stored output, otherwise what differs.
Result<std::string> Difference(const Datum& got, const Datum& expected, bool random) {
  ASSAY_ASSIGN(const Known known, Known::From(got, {}));
  if (!random) return Compare(known, expected).difference;
  const bool same = known.is_tensor() && known.tensor.dtype() == expected.tensor.dtype() &&
                    known.tensor.shape() == expected.tensor.shape();
  return std::string(same ? "" : "another type or shape than the stored sample");
}

// Whether all outputs lie within the certified bounds, whatever the stored ones say.
bool WithinBounds(const NodeTest& test, const NodeTest::DataSet& data, const Observation& seen) {
  oracle::Subject subject;
  subject.model = test.model;
  subject.inputs = data.inputs;
  const auto truth = oracle::ComputeTruth(subject, {.strict_too = false});
  if (!truth.ok() || !truth->unknown.empty()) return false;
  for (size_t i = 0; i < seen.outputs.size(); ++i) {
    const auto verdict = oracle::Judge("", truth->lenient[i], nullptr, seen.outputs[i].second);
    if (verdict.verdict == oracle::Verdict::kWrong ||
        verdict.verdict == oracle::Verdict::kUndetermined)
      return false;
  }
  return true;
}

lab::Request MakeRequest(const NodeTest& test, const NodeTest::DataSet& data,
                         const std::string& bytes) {
  lab::Request request;
  request.model = bytes;
  request.key = HashBytes(bytes) | 1;
  const Graph& graph = test.model.graph;
  for (size_t i = 0; i < data.inputs.size(); ++i)
    request.inputs.emplace_back(graph.name_of(graph.inputs[i]), data.inputs[i]);
  for (size_t i = 0; i < data.outputs.size(); ++i)
    request.wanted.push_back(graph.name_of(graph.outputs[i]));
  return request;
}

void SetFailure(const Observation& seen, TestResult& result) {
  result.status = EndingName(seen.ending);
  result.unsupported = seen.ending == Ending::kUnsupported;
  result.reason =
      StrCat(seen.stage == lab::Stage::kNone ? "" : StrCat(StageName(seen.stage), ": "),
             seen.kind.empty() || result.unsupported ? "" : seen.kind + ": ", seen.message);
}

Status RunDataSet(const NodeTest& test, const NodeTest::DataSet& data, const std::string& bytes,
                  const lab::Target& target, lab::Lab& lab, TestResult& result) {
  lab::Request request = MakeRequest(test, data, bytes);
  Observation seen = lab.Run(target, request);
  if (!seen.ok() && seen.ending != Ending::kUnsupported && seen.ending != Ending::kHang) {
    request.fresh = true;  // an earlier test may have spoilt the process
    seen = lab.Run(target, request);
  }
  result.evaluate_seconds += (seen.load_ms + seen.compile_ms + seen.run_ms) * 1e-3;
  if (!seen.ok()) {
    SetFailure(seen, result);
    return Invalid(result.reason);
  }
  const bool random =
      oracle::DrawsRandomNumbers(test.model.graph) || TrainsDropout(test.model.graph);
  for (size_t i = 0; i < data.outputs.size(); ++i) {
    const auto difference = Difference(seen.outputs[i].second, data.outputs[i], random);
    if (difference.ok() && difference->empty()) continue;
    if (WithinBounds(test, data, seen)) return {};
    result.status = "different";
    return Invalid(StrCat("output '", seen.outputs[i].first, "' ",
                          difference.ok() ? *difference : difference.error().message));
  }
  return {};
}

Status RunOne(const std::string& dir, const std::string& name, const lab::Target& target,
              lab::Lab& lab, TestResult& result) {
  result.status = "ok";
  ASSAY_ASSIGN(NodeTest test, LoadNodeTest(dir, name));
  ASSAY_ASSIGN(const std::string bytes, ReadFile(StrCat(dir, "/", name, "/model.onnx")));
  ASSAY_RETURN_IF_ERROR(ops::InferTypes(test.model));
  const std::string refusal =
      target.manifest->Refusal(test.model.opset(""), oracle::UsedTypes(test.model.graph));
  if (!refusal.empty()) {
    result.status = "unsupported";
    result.unsupported = true;
    return Unsupported(refusal);
  }
  for (const NodeTest::DataSet& data : test.data_sets)
    ASSAY_RETURN_IF_ERROR(RunDataSet(test, data, bytes, target, lab, result));
  return {};
}

}  // namespace

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
    ASSAY_ASSIGN(inputs.emplace_back(), Known::From(datum, {}));
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

Result<Report> RunOnTarget(const std::string& tests_dir, const std::string& filter,
                           const lab::Target& target, lab::Lab& lab, int jobs,
                           const std::function<void(size_t, size_t)>& progress) {
  ASSAY_ASSIGN(const std::vector<std::string> names, ListNodeTests(tests_dir, filter));
  Report report{.target = target.name, .results = {}};
  report.results.resize(names.size());
  std::mutex shown;
  size_t done = 0;
  ForEachIndex(names.size(), static_cast<size_t>(std::max(jobs, 1)), [&](size_t i) {
    TestResult result;
    result.name = names[i];
    const Status status = RunOne(tests_dir, names[i], target, lab, result);
    result.passed = status.ok();
    if (!status.ok()) {
      result.reason = status.error().message;
      if (result.status == "ok") result.status = "failed";
    }
    const std::lock_guard lock(shown);
    report.results[i] = std::move(result);
    if (progress) progress(++done, names.size());
  });
  return report;
}

}  // namespace assay::conform
