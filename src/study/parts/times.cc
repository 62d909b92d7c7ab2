// E1 across frameworks: the same operator on each target. The study saw MindSpore's Flatten take
// 45.86 % longer than PyTorch's. A difference is shown, not reported: one library may be slower
// than another without being broken.
#include "study/parts/times.h"

#include "base/strings.h"
#include "generate/inputs.h"
#include "graph/text.h"
#include "ops/infer.h"
#include "resources/check_model.h"
#include "study/part.h"
#include "study/statistics.h"

namespace assay::study {
namespace times {
namespace {

constexpr const char* kCell = "times";

constexpr TimedDef kTimed[] = {
#define TIMED(name, model) {name, model},
#include "study/parts/timed.def"
#undef TIMED
};

Result<nlohmann::json> Measure(const Context& context) {
  resources::Desk desk;
  nlohmann::json rows = nlohmann::json::array();
  for (const TimedDef& timed : kTimed) {
    if (context.enough()) break;
    ASSAY_ASSIGN(const ModelCase whole, TimedCase(timed, context.settings.seed));
    const auto times =
        resources::TimeOperators(whole, context.targets, desk, [](const std::string&) {});
    if (times.empty()) continue;
    nlohmann::json ms = nlohmann::json::object();
    for (size_t i = 0; i < context.targets.size(); ++i) {
      const auto& time = times[0].targets[i];
      ms[context.targets[i].name] =
          time.has_value() ? nlohmann::json(time->ms.mid) : nlohmann::json(nullptr);
    }
    const auto slowest = times[0].Slowest();
    rows.push_back({{"operator", times[0].op},
                    {"types", times[0].types},
                    {"ms", std::move(ms)},
                    {"slowest_over_quickest",
                     slowest.has_value() ? times[0].targets[*slowest]->ratio.mid : 0}});
  }
  return nlohmann::json{{"operators", std::move(rows)}};
}

std::vector<Cell> Cells(const Settings&) { return {{kCell, true, Measure}}; }

std::vector<std::string> TargetNames(const nlohmann::json& rows) {
  std::vector<std::string> out;
  if (!rows.empty())
    for (const auto& [target, ms] : rows[0]["ms"].items()) out.push_back(target);
  return out;
}

// "37.3 % more than torch:eager"
std::string SlowestText(const nlohmann::json& ms) {
  std::string quickest, slowest;
  for (const auto& [target, value] : ms.items()) {
    if (value.is_null()) continue;
    if (quickest.empty() || value < ms[quickest]) quickest = target;
    if (slowest.empty() || value > ms[slowest]) slowest = target;
  }
  if (quickest == slowest) return "-";
  const double more = 100 * (ms[slowest].get<double>() / ms[quickest].get<double>() - 1);
  return StrCat(slowest, " takes ", Fixed(more, 0), " % longer than ", quickest);
}

void Present(const Settings&, const Results& results, const Paper&, nlohmann::json& data,
             Chapter& chapter) {
  const nlohmann::json& rows = results.at(kCell)["operators"];
  data["times"] = rows;
  const std::vector<std::string> targets = TargetNames(rows);
  Table table{.name = "times",
              .title = "The same operator on each target: median of the time of a run (ms)",
              .header = {"operator", "inputs"}};
  table.header.insert(table.header.end(), targets.begin(), targets.end());
  table.header.emplace_back("slowest and quickest");
  for (const nlohmann::json& row : rows) {
    std::vector<std::string> cells = {row["operator"], row["types"]};
    for (const std::string& target : targets)
      cells.push_back(Fixed(FromJson(row["ms"][target]), 3));
    cells.push_back(SlowestText(row["ms"]));
    table.rows.push_back(std::move(cells));
  }
  table.note =
      "Wall time less what the process stood in line for a CPU, in processes that do nothing else, "
      "with the threads that docs/reference/targets.md names. Handing tensors over is part of it. "
      "The paper: "
      "MindSpore's Flatten takes 45.86 % longer than PyTorch's.";
  chapter.tables.push_back(std::move(table));
}

}  // namespace
}  // namespace times

std::span<const TimedDef> AllTimed() { return times::kTimed; }

Result<ModelCase> TimedCase(const TimedDef& timed, uint64_t seed) {
  ModelCase out;
  ASSAY_ASSIGN(out.model, ParseModelText(timed.model));
  ASSAY_RETURN_IF_ERROR(ops::InferTypes(out.model));
  Rng rng(seed);
  ASSAY_ASSIGN(out.inputs, generate::RandomInputs(out.model.graph, rng));
  return out;
}

PartDef TimesPartDef() {
  return {"times", "E1 across frameworks: how long does each take for the same operator?",
          times::Cells, times::Present};
}

}  // namespace assay::study
