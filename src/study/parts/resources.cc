// Performance, memory and hangs on real models: each subject as a whole on each target.
//
// Time and memory are measured in processes that do nothing else (resources/bench.h). What wastes
// either is told by the checks of campaigns, which hold a target against its own cost, its
// unoptimised form and what the tensors need, never against another framework: a library may be
// slower than another without being broken. They say it twice before it counts.
#include "base/strings.h"
#include "onnx/model_io.h"
#include "oracle/check.h"
#include "resources/check_model.h"
#include "study/chain.h"
#include "study/part.h"
#include "study/statistics.h"
#include "triage/classify/classify.h"

namespace assay::study {
namespace resource_rows {
namespace {

// Time and memory of all targets come first; checks have what they leave.
constexpr double kForChecks = 0.6;

std::string TypeOf(const std::string& kind, const std::string& message) {
  return std::string(triage::Classify({.kind = kind, .message = message}).study.id);
}

// Whether it ends at all, and if not, how.
nlohmann::json Ending(const oracle::Subject& subject, const lab::Target& target,
                      const Context& context) {
  const std::string refusal =
      target.manifest->Refusal(subject.model.opset(""), oracle::UsedTypes(subject.model.graph));
  if (!refusal.empty()) return {{"ending", "unsupported"}, {"message", refusal}};
  const lab::Observation run = context.lab.Run(target, oracle::PlainRequest(subject));
  nlohmann::json out = {{"ending", EndingName(run.ending)}};
  if (!run.ok()) out["message"] = run.message;
  if (run.ending == lab::Ending::kHang)
    out["findings"] = {
        {{"kind", "hang"}, {"type", TypeOf("hang", run.message)}, {"message", run.message}}};
  if (run.ending == lab::Ending::kOutOfMemory)
    out["findings"] = {{{"kind", "memory"}, {"type", "B1"}, {"message", run.message}}};
  return out;
}

void Check(const ModelCase& whole, const lab::Target& target, resources::Desk& desk,
           const Context& context, nlohmann::json& row) {
  const resources::InspectOptions options{.seed = context.settings.seed};
  row["checked"] = true;
  for (const resources::Inspected& found : resources::Inspect(whole, target, desk, options)) {
    const std::string kind(found.result.oracle);
    row["findings"].push_back({{"kind", kind},
                               {"type", TypeOf(kind, found.result.message)},
                               {"message", found.result.message}});
  }
}

std::string CellName(const std::string& model) {
  std::string out = "resources-" + model;
  for (char& c : out)
    if (c == '/' || c == ':') c = '-';
  return out;
}

Result<nlohmann::json> Measure(const std::string& model, const Context& context) {
  ASSAY_ASSIGN(const ModelCase whole, SubjectModel(model));
  ASSAY_ASSIGN(const std::string bytes, onnxio::SerializeModel(whole.model));
  const oracle::Subject subject{whole.model, bytes, whole.inputs, 0};
  resources::Desk desk;
  nlohmann::json targets = nlohmann::json::object();
  for (const lab::Target& target : context.targets) {
    nlohmann::json row = Ending(subject, target, context);
    row.emplace("findings", nlohmann::json::array());
    row["checked"] = false;
    if (row["ending"] == EndingName(lab::Ending::kOk)) {
      resources::Bench& bench = desk.BenchOf(target);
      if (const auto time = bench.Time(subject)) row["ms"] = {time->lo, time->mid, time->hi};
      if (const auto sample = bench.Run(subject, true)) row["peak_mb"] = sample->peak_mb;
    }
    targets[target.name] = std::move(row);
  }
  for (const lab::Target& target : context.targets)
    if (!context.enough(kForChecks) && targets[target.name].contains("ms"))
      Check(whole, target, desk, context, targets[target.name]);
  return nlohmann::json{{"model", model}, {"targets", std::move(targets)}};
}

std::vector<Cell> Cells(const Settings& settings) {
  std::vector<Cell> out;
  for (const std::string& name : settings.operator_models)
    out.push_back(
        {CellName(name), true, [name](const Context& context) { return Measure(name, context); }});
  return out;
}

// "1.23 ms, 310 MB", or how it ended.
std::string Figures(const nlohmann::json& row) {
  if (!row.contains("ms")) return row["ending"];
  return StrCat(Fixed(row["ms"][1], 2), " ms",
                row.contains("peak_mb") ? StrCat(", ", Fixed(row["peak_mb"], 0), " MB") : "");
}

std::string FindingsIn(const nlohmann::json& targets) {
  std::vector<std::string> out;
  int checked = 0;
  for (const auto& [target, row] : targets.items()) {
    checked += row["checked"].get<bool>() ? 1 : 0;
    for (const nlohmann::json& found : row["findings"])
      out.push_back(StrCat(found["type"].get<std::string>(), " ", target, " ",
                           found["kind"].get<std::string>()));
  }
  const std::string said = out.empty() ? "none" : Join(out, "; ");
  return StrCat(said, " (", checked, " of ", targets.size(), " checked)");
}

void Present(const Settings& settings, const Results& results, const Paper&, nlohmann::json& data,
             Chapter& chapter) {
  Table table{.name = "resources",
              .title = "Whole models: median time of a run, memory at its peak, what wastes either",
              .header = {"model"}};
  data["resources"] = nlohmann::json::array();
  for (const std::string& model : settings.operator_models) {
    const nlohmann::json& cell = results.at(CellName(model));
    data["resources"].push_back(cell);
    if (table.header.size() == 1) {
      for (const auto& [target, row] : cell["targets"].items()) table.header.push_back(target);
      table.header.emplace_back("findings");
    }
    std::vector<std::string> row = {model};
    for (const auto& [target, each] : cell["targets"].items()) row.push_back(Figures(each));
    row.push_back(FindingsIn(cell["targets"]));
    table.rows.push_back(std::move(row));
  }
  table.note =
      "Subjects in their small size. Memory is that of the whole process, the framework included. "
      "Findings: E1 slow, B1 memory, B2 idle, B3 hang, each said twice.";
  chapter.tables.push_back(std::move(table));
}

}  // namespace
}  // namespace resource_rows

PartDef ResourcesPartDef() {
  return {"resources", "E1, B1, B2, B3: time, memory and hangs of whole models",
          resource_rows::Cells, resource_rows::Present};
}

}  // namespace assay::study
