#include "study/parts/method_rows.h"

#include "base/strings.h"
#include "study/search.h"
#include "study/statistics.h"

namespace assay::study {
namespace {

// What was found may be judged for as long as was searched.
constexpr double kWithJudging = 2;

Result<nlohmann::json> MeasureMethod(const std::string& method, bool literal,
                                     const Context& context) {
  SearchOptions options{
      .method = method,
      .targets = context.targets,
      .cpu_seconds = context.settings.cpu_seconds,
      .store = StrCat(context.folder, "/", method, literal ? "-literal" : "", ".db"),
      .literal = literal};
  return SearchAndJudge(options, context);
}

void AddFinding(const nlohmann::json& finding, MethodRow& row) {
  const int64_t count = finding["count"];
  const std::string outcome = finding["outcome"];
  if (outcome == "defect") {
    row.true_hits += count;
  } else if (outcome == "false alarm") {
    row.false_hits += count;
    ++row.false_groups;
  } else {
    row.undecided_hits += count;
    ++row.undecided_groups;
  }
  for (const nlohmann::json& defect : finding["defects"]) {
    const int order = finding.value("order", 0);
    auto [it, fresh] = row.unique.try_emplace(defect["key"].get<std::string>());
    if (fresh || order < it->second.order)
      it->second = {defect["type"], order, finding.value("generated", false)};
  }
}

}  // namespace

std::string MethodCellName(const std::string& method, bool literal) {
  return StrCat(literal ? "literal-method-" : "method-", method);
}

Cell MethodCell(const Settings& settings, const std::string& method, bool literal) {
  return {.name = MethodCellName(method, literal),
          .alone = true,
          .run = [method, literal](
                     const Context& context) { return MeasureMethod(method, literal, context); },
          .timed = false,
          .most_cpu_seconds = kWithJudging * settings.cpu_seconds};
}

MethodRow MethodRowOf(const std::string& name, const nlohmann::json& cell) {
  MethodRow row{.name = name, .cell = cell};
  for (const nlohmann::json& finding : row.cell["findings"]) AddFinding(finding, row);
  for (const auto& [key, unique] : row.unique) ++row.types[unique.type];
  return row;
}

double ShareOf(int64_t part, int64_t whole) {
  return Percent(static_cast<double>(part), static_cast<double>(whole));
}

std::string PaperMethodText(const Paper& paper, const std::string& method) {
  const auto it = paper.methods.find(method);
  if (it == paper.methods.end()) return "-";
  std::vector<std::string> out;
  for (const auto& value : {it->second.reported, it->second.unique, it->second.confirmed})
    out.push_back(value.has_value() ? StrCat(*value) : "-");
  return Join(out, " / ");
}

}  // namespace assay::study
