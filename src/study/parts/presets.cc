// The settings of the study's section 6.2, with which it found its seven defects.
#include "base/strings.h"
#include "study/chain.h"
#include "study/defects.h"
#include "study/part.h"
#include "study/statistics.h"

namespace assay::study {
namespace presets {
namespace {

struct Preset {
  const char* name;
  const char* model;
  std::vector<std::string> operators;
  int rounds;
  mutate::Where where;
  const char* paper;  // what it found there
};

const std::vector<Preset>& Presets() {
  static const std::vector<Preset> kPresets = {
      {"sm-dm-50-vgg16",
       "vgg16-cifar10",
       {"SM", "DM"},
       50,
       mutate::Where::kAnywhere,
       "memory allocation fails in MindSpore's Pad (B1)"},
      {"gf-100-patchcore",
       "patchcore",
       {"GF"},
       100,
       mutate::Where::kBackbone,
       "NaN or infinity, depending on the device, from the 6th mutant on (F2)"},
      {"sm-50-openpose",
       "openpose",
       {"SM"},
       50,
       mutate::Where::kAnywhere,
       "MindSpore's Flatten takes 45.86 % longer than PyTorch's (E1)"}};
  return kPresets;
}

std::string CellName(const Preset& preset) { return StrCat("preset-", preset.name); }

// Elements of all tensors that nodes make: what a mutant needs to store and compute.
double ElementsOf(const Graph& graph) {
  double out = 0;
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->outputs) {
      if (id == kAbsent || !graph.type(id).is_tensor()) continue;
      const auto shape = graph.type(id).tensor.shape();
      if (shape.has_value()) out += static_cast<double>(ElementCount(*shape));
    }
  return out;
}

// What one preset saw.
struct Seen {
  std::vector<Defect> defects;
  int first_defect = 0;  // round; 0: none
  int examined = 0;
  double elements = 0;                      // of the last mutant
  std::vector<std::vector<double>> run_ms;  // per target
};

void Examine(const Link& link, const Context& context, Seen& seen) {
  const oracle::Subject& subject = link.prepared.subject;
  const Compared compared = Compare(subject, context.targets, context.lab, false);
  for (size_t i = 0; i < compared.run_ms.size(); ++i)
    if (compared.run_ms[i] >= 0) seen.run_ms[i].push_back(compared.run_ms[i]);
  const Judged judged = JudgeCase(subject, link.prepared.truth, context.targets, context.lab, {});
  if (!judged.defects.empty() && seen.first_defect == 0) seen.first_defect = link.round;
  seen.defects.insert(seen.defects.end(), judged.defects.begin(), judged.defects.end());
  ++seen.examined;
}

Result<nlohmann::json> Measure(const Preset& preset, const Context& context) {
  ASSAY_ASSIGN(const ModelCase seed, SubjectModel(preset.model));
  ChainOptions options;
  for (const std::string& name : preset.operators)
    options.mutators.push_back(MutatorsOf(name).front());
  options.rounds = preset.rounds;
  options.where = preset.where;
  options.seed = SeedOf(context.settings, StrCat("preset ", preset.name));
  Seen seen;
  seen.run_ms.resize(context.targets.size());
  const ChainCounts counts = RunChain(seed, options, [&](const Link& link) {
    seen.elements = ElementsOf(link.prepared.subject.model.graph);
    const bool due = link.round % context.settings.preset_step == 0 || link.round == preset.rounds;
    if (due) Examine(link, context, seen);
    return !context.enough();
  });
  nlohmann::json times;
  for (size_t i = 0; i < context.targets.size(); ++i)
    times[context.targets[i].name] = seen.run_ms[i].empty()
                                         ? nlohmann::json(nullptr)
                                         : nlohmann::json(QuartilesOf(seen.run_ms[i]).median);
  return nlohmann::json{
      {"preset", preset.name},
      {"model", preset.model},
      {"seed", options.seed},
      {"mutants", counts.mutants},
      {"illegal", counts.illegal},
      {"out_of_range", counts.out_of_range},
      {"examined", seen.examined},
      {"first_finding_round", seen.first_defect},
      {"growth_percent", Percent(seen.elements, ElementsOf(seed.model.graph)) - 100},
      {"median_run_ms", times},
      {"defects", UniqueJson(seen.defects)}};
}

std::vector<Cell> Cells(const Settings&) {
  std::vector<Cell> out;
  for (const Preset& preset : Presets())
    out.push_back({CellName(preset), false,
                   [&preset](const Context& context) { return Measure(preset, context); }});
  return out;
}

std::string TimesText(const nlohmann::json& times) {
  std::vector<std::string> out;
  for (const auto& [target, ms] : times.items())
    out.push_back(StrCat(target, " ", ms.is_null() ? "-" : Fixed(ms.get<double>(), 2)));
  return Join(out, ", ");
}

std::string DefectsText(const nlohmann::json& defects) {
  std::vector<std::string> out;
  for (const nlohmann::json& defect : defects)
    out.push_back(StrCat(defect["type"].get<std::string>(), " ",
                         defect["target"].get<std::string>(), " ",
                         defect["oracle"].get<std::string>()));
  return out.empty() ? "none" : Join(out, "; ");
}

void Present(const Settings&, const Results& results, const Paper&, nlohmann::json& data,
             Chapter& chapter) {
  Table table{.name = "presets",
              .title = "The settings of section 6.2",
              .header = {"preset", "mutants", "illegal", "run", "growth of tensors %",
                         "median run (ms)", "findings", "first in round", "the paper saw"}};
  data["presets"] = nlohmann::json::array();
  for (const Preset& preset : Presets()) {
    const nlohmann::json& cell = results.at(CellName(preset));
    data["presets"].push_back(cell);
    const int first = cell["first_finding_round"];
    table.rows.push_back({preset.name, cell["mutants"].dump(), cell["illegal"].dump(),
                          cell["examined"].dump(), Fixed(cell["growth_percent"], 1),
                          TimesText(cell["median_run_ms"]), DefectsText(cell["defects"]),
                          first == 0 ? "-" : StrCat(first), preset.paper});
  }
  chapter.tables.push_back(std::move(table));
}

}  // namespace
}  // namespace presets

PartDef PresetsPartDef() {
  return {"presets", "Section 6.2: the settings that found its defects", presets::Cells,
          presets::Present};
}

}  // namespace assay::study
