#include <cmath>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "bound/summary.h"
#include "triage/check_model.h"

namespace assay::triage {
namespace {

using nlohmann::json;
using oracle::Judgement;
using oracle::TargetResult;

json NumberOrText(double x) { return std::isfinite(x) ? json(x) : json(FormatDouble(x)); }

json ReferenceOutput(const std::string& name, const Known& known) {
  const KnownSummary s = Summarize(known);
  json out = {{"name", name},
              {"verdict", s.undetermined_all ? "undetermined" : "ok"},
              {"type", s.type},
              {"elements", s.elements},
              {"undetermined", s.undetermined},
              {"exact", s.exact},
              {"max_error", 0},
              {"max_bound", NumberOrText(s.max_bound)},
              {"worst_index", s.worst_index}};
  if (s.elements > 0 && s.numeric) {
    out["got"] = NumberOrText(s.worst_value);
    out["truth"] = NumberOrText(s.worst_value);
    out["bound"] = NumberOrText(s.max_bound);
  }
  return out;
}

json ReferenceJson(const CheckReport& report) {
  const Graph& graph = report.subject->model.graph;
  json outputs = json::array();
  for (size_t i = 0; i < report.truth.lenient.size(); ++i)
    outputs.push_back(ReferenceOutput(graph.name_of(graph.outputs[i]), report.truth.lenient[i]));
  json out = {{"name", "reference"},
              {"status", report.truth.unknown.empty() ? "ok" : "unsupported"},
              {"outputs", outputs},
              {"load_ms", report.load_ms},
              {"run_ms", report.truth.run_ms},
              {"peak_mb", report.peak_mb}};
  if (!report.truth.unknown.empty()) out["message"] = report.truth.unknown;
  return out;
}

json OutputJson(const Judgement& j) {
  json out = {{"name", j.name},
              {"verdict", VerdictName(j.verdict)},
              {"max_error", NumberOrText(j.max_error)},
              {"max_bound", NumberOrText(j.max_bound)},
              {"worst_index", j.worst_index}};
  if (j.has_worst) {
    out["got"] = NumberOrText(j.got);
    out["truth"] = NumberOrText(j.truth);
    out["bound"] = NumberOrText(j.bound);
  }
  if (j.excess > 0) out["excess"] = NumberOrText(j.excess);
  if (!j.note.empty()) out["note"] = j.note;
  return out;
}

json TargetJson(const TargetResult& target) {
  json outputs = json::array(), faults = json::array();
  for (const Judgement& output : target.outputs) outputs.push_back(OutputJson(output));
  for (const oracle::LayerFault& fault : target.faults)
    faults.push_back({{"tensor", fault.tensor},
                      {"op", fault.op},
                      {"element", fault.element},
                      {"got", NumberOrText(fault.got)},
                      {"lo", NumberOrText(fault.lo)},
                      {"hi", NumberOrText(fault.hi)},
                      {"gross", fault.gross}});
  json out = {{"name", target.name},          {"status", CaseStatusName(target.status)},
              {"outputs", outputs},           {"load_ms", target.load_ms},
              {"run_ms", target.run_ms},      {"peak_mb", target.peak_mb},
              {"version", target.version},    {"device", target.device},
              {"by_layers", target.by_layers}};
  if (!target.message.empty()) out["message"] = target.message;
  if (!target.stage.empty()) out["stage"] = target.stage;
  if (!target.kind.empty()) out["kind"] = target.kind;
  if (!faults.empty()) out["faults"] = faults;
  return out;
}

}  // namespace

json CheckJson(const CheckReport& report) {
  json names = json::array(), targets = json::array();
  const Graph& graph = report.subject->model.graph;
  for (const ValueId id : graph.outputs) names.push_back(graph.name_of(id));
  if (report.with_reference) targets.push_back(ReferenceJson(report));
  for (const TargetResult& target : report.targets) targets.push_back(TargetJson(target));
  json out = {{"model", report.model}, {"outputs", names}, {"targets", targets}};
  if (report.layers.empty()) return out;
  json layers = json::array();
  for (const oracle::Layer& layer : report.layers)
    layers.push_back({{"tensor", layer.tensor},
                      {"op", layer.op},
                      {"pair", {layer.first, layer.second}},
                      {"D", NumberOrText(layer.distance)},
                      {"R", NumberOrText(layer.rate)},
                      {"D_MAD", NumberOrText(layer.mad)}});
  out["layers"] = layers;
  return out;
}

}  // namespace assay::triage
