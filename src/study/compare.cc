#include "study/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/strings.h"
#include "onnx/model_io.h"
#include "oracle/check.h"
#include "oracle/differential.h"

namespace assay::study {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

using Runs = std::vector<lab::Observation>;

lab::Observation RunOn(const oracle::Subject& subject, const lab::Target& target, lab::Lab& lab) {
  const std::string refusal =
      target.manifest->Refusal(subject.model.opset(""), oracle::UsedTypes(subject.model.graph));
  if (refusal.empty()) {
    lab::Request request = oracle::PlainRequest(subject);
    request.measure_time = true;
    return lab.Run(target, std::move(request));
  }
  lab::Observation out;
  out.ending = lab::Ending::kUnsupported;
  out.message = refusal;
  return out;
}

Runs RunAll(const oracle::Subject& subject, const std::vector<lab::Target>& targets,
            lab::Lab& lab) {
  Runs out;
  for (const lab::Target& target : targets) out.push_back(RunOn(subject, target, lab));
  return out;
}

bool Speaks(const lab::Observation& run) {
  return run.ending != lab::Ending::kUnsupported && run.ending != lab::Ending::kNotReady;
}

// Applies `measure` to every pair of runs that say something about the model.
template <typename Measure>
std::vector<double> ForPairs(const std::vector<lab::Target>& targets, const Runs& runs,
                             const Measure& measure) {
  std::vector<double> out;
  for (size_t a = 0; a < runs.size(); ++a)
    for (size_t b = a + 1; b < runs.size(); ++b) {
      const bool both = Speaks(runs[a]) && Speaks(runs[b]);
      const std::vector<oracle::Side> sides = {{targets[a].name, &runs[a]},
                                               {targets[b].name, &runs[b]}};
      out.push_back(both ? measure(sides) : kUnknown);
    }
  return out;
}

oracle::NamedTensors TensorsOf(const lab::Observation& run) {
  oracle::NamedTensors out;
  for (const auto& [name, datum] : run.outputs)
    if (datum.kind == Datum::Kind::kTensor) out[name] = datum.tensor;
  return out;
}

double LargestRate(const Graph& graph, const std::vector<oracle::Side>& sides) {
  if (!sides[0].seen->ok() || !sides[1].seen->ok()) return kUnknown;
  const oracle::NamedTensors a = TensorsOf(*sides[0].seen), b = TensorsOf(*sides[1].seen);
  double largest = 0;
  for (const oracle::Layer& layer : oracle::CompareLayers(
           graph, {{sides[0].target, &a}, {sides[1].target, &b}}, {}, oracle::Ground::kOnes))
    largest = std::max(largest, std::isnan(layer.rate) ? INFINITY : layer.rate);
  return largest;
}

std::vector<double> RatesOf(const oracle::Subject& subject, const std::vector<lab::Target>& targets,
                            lab::Lab& lab, double& cpu_ms) {
  oracle::Subject tapped{oracle::WithTaps(subject.model), "", subject.inputs, subject.seed};
  auto bytes = onnxio::SerializeModel(tapped.model);
  if (!bytes.ok()) return {};
  tapped.bytes = std::move(bytes).value();
  const Runs runs = RunAll(tapped, targets, lab);
  for (const lab::Observation& run : runs) cpu_ms += std::max(0.0, run.cpu_ms);
  return ForPairs(targets, runs, [&](const std::vector<oracle::Side>& sides) {
    return LargestRate(subject.model.graph, sides);
  });
}

}  // namespace

std::vector<std::string> PairNames(const std::vector<lab::Target>& targets) {
  std::vector<std::string> out;
  for (size_t a = 0; a < targets.size(); ++a)
    for (size_t b = a + 1; b < targets.size(); ++b)
      out.push_back(StrCat(targets[a].name, " vs ", targets[b].name));
  return out;
}

Compared Compare(const oracle::Subject& subject, const std::vector<lab::Target>& targets,
                 lab::Lab& lab, bool rates) {
  Compared out;
  const Runs runs = RunAll(subject, targets, lab);
  double cpu_ms = 0;
  for (const lab::Observation& run : runs) {
    // Several threads may have stood in line at the same time.
    const double own = std::max(run.run_ms - std::max(0.0, run.queue_ms),
                                std::min(run.run_ms, std::max(0.0, run.cpu_ms)));
    out.run_ms.push_back(run.ok() ? own : -1);
    cpu_ms += std::max(0.0, run.cpu_ms);
  }
  out.distance = ForPairs(targets, runs, [&](const std::vector<oracle::Side>& sides) {
    return oracle::LargestDistance(subject, sides);
  });
  if (rates) out.rate = RatesOf(subject, targets, lab, cpu_ms);
  out.cpu_seconds = cpu_ms / 1000;
  return out;
}

}  // namespace assay::study
