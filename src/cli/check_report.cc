#include "cli/check_report.h"

#include <algorithm>
#include <cstdio>

#include "base/strings.h"
#include "bound/summary.h"
#include "cli/table.h"

namespace assay::cli {
namespace {

using resources::ResourceReport;

constexpr int64_t kShownElements = 6;

using oracle::CaseStatus;
using oracle::Judgement;
using oracle::TargetResult;
using triage::CheckReport;

Tone ToneOf(CaseStatus status) {
  if (status == CaseStatus::kOk) return Tone::kGood;
  if (oracle::IsFinding(status)) return Tone::kBad;
  return status == CaseStatus::kSuspicious ? Tone::kWarning : Tone::kDim;
}

std::string WorstText(const Judgement& j) {
  if (!j.note.empty()) return j.note;
  if (!j.has_worst) return "";
  return StrCat("element ", j.worst_index, ": got ", FormatDouble(j.got), ", truth ",
                oracle::TruthText(j, Digits(j.bound)));
}

std::string ElementText(const Bounded& t, int64_t i) {
  if (t.is_string()) return StrCat("\"", t.string(i), "\"");
  if (!t.is_real()) {
    const Int x = t.integer(i);
    return x.point() ? std::to_string(x.v) : StrCat(x.v, " in [", x.lo, ", ", x.hi, "]");
  }
  const Real x = t.real(i);
  if (x.nan == Nan::kMust) return "nan";
  std::string text = Digits(x.v, 7);
  if (x.undetermined()) return text + " (undetermined)";
  if (!x.point()) {
    char bound[40];
    std::snprintf(bound, sizeof bound, " ± %.1e", BoundOf(x));
    text += bound;
  }
  return x.nan == Nan::kMay ? text + " or nan" : text;
}

void PrintSummary(std::ostream& out, const std::string& name, const Known& known) {
  const KnownSummary s = Summarize(known);
  out << "  output  " << name << ": " << s.type << "\n";
  if (!known.is_tensor() || s.elements == 0) return;
  out << "          ";
  for (int64_t i = 0; i < std::min(s.elements, kShownElements); ++i)
    out << (i > 0 ? ", " : "") << ElementText(known.tensor, i);
  if (s.elements > kShownElements) out << ", …";
  char line[160];
  std::snprintf(
      line, sizeof line,
      "\n          exact %.1f %%, undetermined %.2f %%, largest bound %.2e (element %lld)\n",
      100 * s.exact, 100 * s.undetermined, s.max_bound, static_cast<long long>(s.worst_index));
  out << line;
}

void AddReference(const CheckReport& report, Table& table) {
  const Graph& graph = report.subject->model.graph;
  for (size_t i = 0; i < report.truth.lenient.size(); ++i) {
    const KnownSummary s = Summarize(report.truth.lenient[i]);
    table.AddRow(
        {i == 0 ? "reference" : "", "", i == 0 ? "ok" : "", graph.name_of(graph.outputs[i]), "",
         Digits(s.max_bound), i == 0 ? Digits(report.load_ms) : "",
         i == 0 ? Digits(report.truth.run_ms) : "", i == 0 ? Digits(report.peak_mb) : "", ""},
        {{2, Tone::kGood}});
  }
}

void AddTarget(const TargetResult& t, Table& table) {
  const std::string status(CaseStatusName(t.status));
  if (t.outputs.empty()) {
    table.AddRow({t.name, t.version, status, "", "", "", Digits(t.load_ms), Digits(t.run_ms),
                  Digits(t.peak_mb), ""},
                 {{2, ToneOf(t.status)}});
    return;
  }
  for (size_t i = 0; i < t.outputs.size(); ++i) {
    const Judgement& j = t.outputs[i];
    const bool first = i == 0;
    const bool remark = j.verdict == oracle::Verdict::kWrong;
    const bool compared = !remark || j.has_worst;  // not when the shape is wrong, say
    table.AddRow({first ? t.name : "", first ? t.version : "", first ? status : "", j.name,
                  compared ? Digits(j.max_error) : "", compared ? Digits(j.max_bound) : "",
                  first ? Digits(t.load_ms) : "", first ? Digits(t.run_ms) : "",
                  first ? Digits(t.peak_mb) : "",
                  remark ? WorstText(j) : std::string(VerdictName(j.verdict))},
                 {{2, ToneOf(t.status)}});
  }
}

void PrintRemarks(std::ostream& out, const CheckReport& report) {
  for (const TargetResult& t : report.targets) {
    if (t.message.empty()) continue;
    std::string line = t.message.substr(0, 600);
    std::ranges::replace(line, '\n', ' ');
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
                  Digits(layer.distance), Digits(layer.rate), Digits(layer.mad)});
  }
  out << "\n";
  table.Print(out, color);
  if (hidden > 0) out << "  (" << hidden << " rows of other pairs: --json)\n";
}

constexpr double kWorthSaying = 2;  // ratio from which on it is coloured, by its cautious end
constexpr double kMb = 1 << 20;

// "0.31 ±4% ×2.1": milliseconds, how sure, how many times the quickest.
std::string TimeCell(const std::optional<resources::OperatorTime>& time) {
  if (!time.has_value()) return "-";
  return StrCat(Digits(time->ms.mid), " ±", Fixed(100 * resources::NoiseOf(time->ms), 0), "% ×",
                Digits(time->ratio.mid));
}

void PrintOperators(std::ostream& out, const ResourceReport& report, bool color) {
  std::vector<std::string> header = {"operator", "types", "steps"};
  for (const std::string& target : report.targets) header.push_back(target + " ms");
  Table table(header);
  for (const resources::OperatorTimes& times : report.operators) {
    std::vector<std::string> cells = {times.op, times.types,
                                      times.steps > 0 ? Digits(times.steps) : ""};
    std::vector<std::pair<size_t, Tone>> tones;
    for (const auto& time : times.targets) {
      if (time.has_value() && time->ratio.lo >= kWorthSaying)
        tones.emplace_back(cells.size(), Tone::kWarning);
      cells.push_back(TimeCell(time));
    }
    table.AddRow(cells, tones);
  }
  out << "\n";
  table.Print(out, color);
  out << "  time of a run, how far it may be off, and how many times the quickest target's\n";
}

void PrintMemory(std::ostream& out, const ResourceReport& report, bool color) {
  Table table({"target", "peak MB", "afterwards MB", "device peak MB"});
  for (size_t i = 0; i < report.targets.size(); ++i) {
    const auto& sample = report.memory[i];
    const bool device = sample.has_value() && sample->device_peak_mb >= 0;
    table.AddRow({report.targets[i], sample.has_value() ? Digits(sample->peak_mb) : "-",
                  sample.has_value() ? Digits(sample->resident_mb) : "-",
                  device ? Digits(sample->device_peak_mb) : ""});
  }
  out << "\n";
  table.Print(out, color);
  out << "  of the whole process; the model needs " << Digits(report.need.weights / kMb)
      << " MB for weights and " << Digits(report.need.live / kMb)
      << " MB for tensors that are alive at once\n";
}

}  // namespace

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

void PrintResources(std::ostream& out, const ResourceReport& report, bool color) {
  if (!report.operators.empty()) PrintOperators(out, report, color);
  if (!report.memory.empty()) PrintMemory(out, report, color);
  out << "\n";
  for (const resources::Inspected& found : report.findings)
    out << "  " << found.result.name << ": " << found.result.oracle << ": " << found.result.message
        << "\n";
  if (report.findings.empty()) out << "  nothing wastes time or memory\n";
}

}  // namespace assay::cli
