#include <algorithm>
#include <mutex>

#include "base/files.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "conform/compare.h"
#include "conform/node_tests.h"
#include "conform/run.h"
#include "ops/infer.h"
#include "oracle/check.h"
#include "oracle/tap.h"

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
