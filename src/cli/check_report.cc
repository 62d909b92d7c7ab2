#include "cli/check_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/summary.h"
#include "cli/table.h"

namespace assay::cli {
namespace {

using nlohmann::json;
using oracle::CaseStatus;
using oracle::Judgement;
using oracle::TargetResult;

json Number(double x) { return std::isfinite(x) ? json(x) : json(FormatDouble(x)); }

std::string Brief(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3g", x);
  return text;
}

json ReferenceOutput(const std::string& name, const Known& known) {
  const Summary s = Summarize(known);
  json out = {{"name", name},
              {"verdict", s.undetermined_all ? "undetermined" : "ok"},
              {"type", s.type},
              {"elements", s.elements},
              {"undetermined", s.undetermined},
              {"exact", s.exact},
              {"max_error", 0},
              {"max_bound", Number(s.max_bound)},
              {"worst_index", s.worst_index}};
  if (s.elements > 0 && s.numeric) {
    out["got"] = Number(s.worst_value);
    out["truth"] = Number(s.worst_value);
    out["bound"] = Number(s.max_bound);
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
              {"max_error", Number(j.max_error)},
              {"max_bound", Number(j.max_bound)},
              {"worst_index", j.worst_index}};
  if (j.has_worst) {
    out["got"] = Number(j.got);
    out["truth"] = Number(j.truth);
    out["bound"] = Number(j.bound);
  }
  if (j.excess > 0) out["excess"] = Number(j.excess);
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
                      {"got", Number(fault.got)},
                      {"lo", Number(fault.lo)},
                      {"hi", Number(fault.hi)},
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

Tone ToneOf(CaseStatus status) {
  if (status == CaseStatus::kOk) return Tone::kGood;
  if (oracle::IsFinding(status)) return Tone::kBad;
  return status == CaseStatus::kSuspicious ? Tone::kWarning : Tone::kDim;
}

std::string WorstText(const Judgement& j) {
  if (!j.note.empty()) return j.note;
  if (!j.has_worst) return "";
  return StrCat("element ", j.worst_index, ": got ", FormatDouble(j.got), ", truth ",
                oracle::TruthText(j, Brief(j.bound)));
}

void AddReference(const CheckReport& report, Table& table) {
  const Graph& graph = report.subject->model.graph;
  for (size_t i = 0; i < report.truth.lenient.size(); ++i) {
    const Summary s = Summarize(report.truth.lenient[i]);
    table.AddRow(
        {i == 0 ? "reference" : "", "", i == 0 ? "ok" : "", graph.name_of(graph.outputs[i]), "",
         Brief(s.max_bound), i == 0 ? Brief(report.load_ms) : "",
         i == 0 ? Brief(report.truth.run_ms) : "", i == 0 ? Brief(report.peak_mb) : "", ""},
        {{2, Tone::kGood}});
  }
}

void AddTarget(const TargetResult& t, Table& table) {
  const std::string status(CaseStatusName(t.status));
  if (t.outputs.empty()) {
    table.AddRow({t.name, t.version, status, "", "", "", Brief(t.load_ms), Brief(t.run_ms),
                  Brief(t.peak_mb), ""},
                 {{2, ToneOf(t.status)}});
    return;
  }
  for (size_t i = 0; i < t.outputs.size(); ++i) {
    const Judgement& j = t.outputs[i];
    const bool first = i == 0;
    const bool remark = j.verdict == oracle::Verdict::kWrong;
    table.AddRow({first ? t.name : "", first ? t.version : "", first ? status : "", j.name,
                  Brief(j.max_error), Brief(j.max_bound), first ? Brief(t.load_ms) : "",
                  first ? Brief(t.run_ms) : "", first ? Brief(t.peak_mb) : "",
                  remark ? WorstText(j) : std::string(VerdictName(j.verdict))},
                 {{2, ToneOf(t.status)}});
  }
}

void PrintRemarks(std::ostream& out, const CheckReport& report) {
  for (const TargetResult& t : report.targets) {
    if (t.message.empty()) continue;
    std::string line = t.message.substr(0, 600);
    std::replace(line.begin(), line.end(), '\n', ' ');
    out << "  " << t.name << ": " << (t.stage.empty() ? "" : StrCat("at ", t.stage, ", "))
        << (t.kind.empty() || t.kind == "unsupported" ? "" : StrCat(t.kind, ": ")) << line << "\n";
  }
}

// For people the pairs with the reference; --json has all.
void PrintLayers(std::ostream& out, const CheckReport& report, bool color) {
  if (report.layers.empty()) return;
  Table table({"tensor", "operator", "pair", "D", "R", "D_MAD"});
  size_t hidden = 0;
  for (const oracle::Layer& layer : report.layers) {
    if (layer.first != "reference") {
      ++hidden;
      continue;
    }
    table.AddRow({layer.tensor, layer.op, StrCat(layer.first, " - ", layer.second),
                  Brief(layer.distance), Brief(layer.rate), Brief(layer.mad)});
  }
  out << "\n";
  table.Print(out, color);
  if (hidden > 0) out << "  (" << hidden << " rows of other pairs: --json)\n";
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
                      {"D", Number(layer.distance)},
                      {"R", Number(layer.rate)},
                      {"D_MAD", Number(layer.mad)}});
  out["layers"] = layers;
  return out;
}

void PrintCheck(std::ostream& out, const CheckReport& report, bool color) {
  const Graph& graph = report.subject->model.graph;
  out << report.model << ": " << graph.node_count() << " nodes, opset "
      << report.subject->model.opset("") << " (" << report.inputs << ")\n";
  for (const ValueId id : graph.inputs)
    if (graph.initializer(id) == nullptr)
      out << "  input   " << graph.name_of(id) << ": " << TypeText(graph.type(id)) << "\n";
  for (size_t i = 0; i < report.truth.lenient.size(); ++i)
    PrintSummary(out, graph.name_of(graph.outputs[i]), report.truth.lenient[i]);
  if (!report.truth.unknown.empty())
    out << "  the reference cannot judge this model: " << report.truth.unknown << "\n";
  Table table({"target", "version", "status", "output", "max error", "max bound", "load ms",
               "run ms", "peak MB", "verdict"});
  if (report.with_reference) AddReference(report, table);
  for (const TargetResult& target : report.targets) AddTarget(target, table);
  out << "\n";
  table.Print(out, color);
  PrintRemarks(out, report);
  PrintLayers(out, report, color);
}

}  // namespace assay::cli
