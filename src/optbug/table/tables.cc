#include "optbug/table/tables.h"

#include <set>

#include "base/strings.h"
#include "base/toml.h"
#include "lab/registry.h"

namespace assay::optbug {
namespace {

using nlohmann::json;

Quality QualityOf(const RunSum& run) {
  return {run.approach, run.provider, run.programs, run.valid, run.relevant, run.findings, true};
}

bool IsAblation(const std::string& approach) { return approach.starts_with("no-"); }

// Table 2: whole approaches and the baseline; ablations have tables of their own.
json QualityRows(const std::vector<RunSum>& runs, const PaperFigures& paper) {
  json out = json::array();
  for (const RunSum& run : runs)
    if (!IsAblation(run.approach)) out.push_back(ToJson(QualityOf(run)));
  for (const Quality& row : paper.quality)
    if (!IsAblation(row.approach)) out.push_back(ToJson(row));
  return out;
}

// One of Tables 4 to 6: runs without `part` beside those of the same provider with all of it.
json AblationRows(const std::string& part, const std::vector<RunSum>& runs,
                  const PaperFigures& paper) {
  json out = json::array();
  const std::string without = "no-" + part;
  for (const RunSum& run : runs) {
    if (run.approach != without) continue;
    for (const RunSum& whole : runs)
      if (whole.approach == "assay" && whole.provider == run.provider)
        out.push_back(ToJson(QualityOf(whole)));
    out.push_back(ToJson(QualityOf(run)));
  }
  for (const Quality& row : paper.quality) {
    if (row.approach != without) continue;
    for (const Quality& whole : paper.quality)
      if (whole.approach == "yanhui" && whole.provider == row.provider)
        out.push_back(ToJson(whole));
    out.push_back(ToJson(row));
  }
  return out;
}

json Sourced(json rows, const char* source) {
  for (json& row : rows) row["source"] = source;
  return rows;
}

// Table 1: context, speed and cost of the models. Without a model there is nothing to tell.
json ModelRows(const std::vector<RunSum>& runs, const PaperFigures& paper) {
  json out = json::array();
  for (const RunSum& run : runs) {
    if (run.approach != "assay" || run.provider == "none") continue;
    json row = {{"provider", run.provider}, {"source", "measured"}};
    if (run.context > 0) row["context"] = run.context;
    if (run.model_seconds > 0)
      row["tokens_per_second"] = static_cast<double>(run.completion_tokens) / run.model_seconds;
    if (run.programs > 0) row["cost_per_item"] = run.cost / static_cast<double>(run.programs);
    out.push_back(std::move(row));
  }
  for (json& row : Sourced(paper.models, "paper")) out.push_back(std::move(row));
  return out;
}

json KindRows(const std::vector<RunSum>& runs, const PaperFigures& paper) {
  json out = json::array();
  for (const RunSum& run : runs) {
    json row = {{"approach", run.approach}, {"provider", run.provider}, {"source", "measured"}};
    for (const char* kind : {"api", "desugar", "illogical"})
      row[kind] = run.kinds.contains(kind) ? run.kinds.at(kind) : 0;
    out.push_back(std::move(row));
  }
  for (json& row : Sourced(paper.kinds, "paper")) out.push_back(std::move(row));
  return out;
}

// Figure 9: how many bugs are found by exactly which providers.
json Overlap(const std::vector<RunSum>& runs, const PaperFigures& paper) {
  std::map<std::string, std::set<std::string>> providers_of;  // by finding
  for (const RunSum& run : runs)
    if (!IsAblation(run.approach) && run.approach != "fuzzgpt-fs")
      for (const std::string& id : run.ids) providers_of[id].insert(run.provider);
  std::map<std::vector<std::string>, size_t> counts;
  size_t several = 0;
  for (const auto& [id, providers] : providers_of) {
    ++counts[{providers.begin(), providers.end()}];
    several += providers.size() > 1 ? 1 : 0;
  }
  json sets = json::array();
  for (const auto& [providers, count] : counts)
    sets.push_back({{"providers", providers}, {"bugs", count}});
  json paper_bugs = json::array();
  for (const Quality& row : paper.quality)
    if (row.approach == "yanhui")
      paper_bugs.push_back({{"provider", row.provider}, {"bugs", row.bugs}});
  return {{"measured",
           {{"bugs", providers_of.size()}, {"of_several", several}, {"sets", std::move(sets)}}},
          {"paper",
           {{"bugs", paper.figures.value("bugs", 0)},
            {"of_several", paper.figures.value("bugs_of_several_models", 0)},
            {"by_provider", std::move(paper_bugs)}}}};
}

json RuleRows(const std::vector<RunSum>& runs) {
  json out = json::array();
  for (const RunSum& run : runs)
    for (const auto& [rule, counts] : run.rules) {
      json row = counts;
      row["rule"] = rule;
      row["approach"] = run.approach;
      row["provider"] = run.provider;
      out.push_back(std::move(row));
    }
  return out;
}

constexpr const char* kPaperFile = "/data/optbug/paper.toml";

json ListOf(const Toml& list) {
  json out = json::array();
  for (const Toml& table : list.items())
    if (table.IsTable()) out.push_back(assay::ToJson(table));
  return out;
}

}  // namespace

json MakeTables(const std::vector<RunSum>& runs, const PaperFigures& paper) {
  size_t count = 0;
  for (const RunSum& run : runs) count += run.runs;
  return {{"rows", QualityRows(runs, paper)},
          {"tables",
           {{"table1", ModelRows(runs, paper)},
            {"table3", KindRows(runs, paper)},
            {"table4", AblationRows("structure", runs, paper)},
            {"table5", AblationRows("description", runs, paper)},
            {"table6", AblationRows("rules", runs, paper)},
            {"figure9", Overlap(runs, paper)},
            {"rules", RuleRows(runs)}}},
          {"paper", paper.figures},
          {"runs", count}};
}

json ToJson(const Quality& row) {
  return {{"approach", row.approach},
          {"provider", row.provider},
          {"outputs", row.outputs},
          {"valid", row.valid},
          {"valid_share", row.Share(row.valid)},
          {"relevant", row.relevant},
          {"relevant_share", row.Share(row.relevant)},
          {"bugs", row.bugs},
          {"source", row.measured ? "measured" : "paper"}};
}

Result<PaperFigures> LoadPaper(const std::string& path_given) {
  const std::string path = path_given.empty() ? lab::HomeFolder() + kPaperFile : path_given;
  ASSAY_ASSIGN(const Toml file, Toml::Load(path));
  PaperFigures out;
  try {
    out.models = ListOf(file["models"]);
    out.kinds = ListOf(file["kinds"]);
    if (file["figures"].IsTable()) out.figures = assay::ToJson(file["figures"]);
    for (const json& row : ListOf(file["quality"]))
      out.quality.push_back({row.at("approach"), row.at("provider"), row.at("outputs"),
                             row.at("valid"), row.at("relevant"), row.at("bugs")});
  } catch (const json::exception& error) {
    return Invalid(StrCat(path, ": ", error.what()));
  }
  return out;
}

std::vector<Grid> GridsOf(const nlohmann::json& all) {
  const nlohmann::json& tables = all["tables"];
  const auto same = [](const char* name) { return Column{name, name}; };
  const Column source = same("source"), approach = same("approach"), provider = same("provider"),
               valid{"valid", "valid", "valid_share"},
               relevant{"relevant", "relevant", "relevant_share"},
               speed{"tokens/s", "tokens_per_second"}, cost{"cost per item", "cost_per_item"},
               api{"API", "api"};
  const std::vector<Column> quality = {source, approach, provider,    same("outputs"),
                                       valid,  relevant, same("bugs")};
  return {
      GridOf("Table 2: quality of the programs", all["rows"], quality),
      GridOf("Table 1: models", tables["table1"], {source, provider, same("context"), speed, cost}),
      GridOf("Table 3: kinds of bugs", tables["table3"],
             {source, approach, provider, api, same("desugar"), same("illogical")}),
      GridOf("Table 4: without code structure", tables["table4"], quality),
      GridOf("Table 5: without error description", tables["table5"], quality),
      GridOf("Table 6: without mutation rules", tables["table6"], quality)};
}

}  // namespace assay::optbug
