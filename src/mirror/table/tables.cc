#include "mirror/table/tables.h"

#include "base/strings.h"
#include "base/toml.h"
#include "lab/registry.h"
#include "mirror/table/runs.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

double Share(size_t part, size_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

size_t Number(const json& row, const char* key) { return row.value(key, size_t{0}); }

size_t Count(const std::map<std::string, size_t>& counts, const std::string& key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

// The columns of the paper's tables, of one of our rows.
json Measured(const RunSum& sum) {
  return {{"source", "measured"},
          {"approach", sum.approach},
          {"provider", sum.provider},
          {"without", sum.without},
          {"inputs", sum.inputs},
          {"outputs", sum.outputs},
          {"valid", sum.valid},
          {"preserving", sum.preserving},
          {"bugs", sum.bugs.size()},
          {"wrong_args", Count(sum.error_kinds, "wrong-args")},
          {"empty", Count(sum.error_kinds, "empty")},
          {"untargeted", Count(sum.error_kinds, "untargeted")},
          {"knowledge", sum.knowledge_tokens},
          {"code", sum.code_tokens},
          {"output", sum.output_tokens},
          {"cost", sum.cost}};
}

// Approaches that have parts to leave out.
bool HasParts(const RunSum& sum) { return sum.approach == "assay" || sum.approach == "crossprobe"; }

json WithShares(json row) {
  const size_t outputs = Number(row, "outputs");
  if (row.contains("valid")) row["valid_share"] = Share(Number(row, "valid"), outputs);
  if (row.contains("preserving")) {
    row["preserving_share"] = Share(Number(row, "preserving"), outputs);
    if (row.contains("inputs"))
      row["preserving_per_input"] = Share(Number(row, "preserving"), Number(row, "inputs"));
  }
  if (row.contains("knowledge"))
    row["total_input"] = row.value("knowledge", int64_t{0}) + row.value("code", int64_t{0});
  return row;
}

json FromPaper(const json& rows) {
  json out = json::array();
  for (json row : rows) {
    row["source"] = "paper";
    out.push_back(WithShares(std::move(row)));
  }
  return out;
}

// Ours that belong into a table, then the paper's.
template <typename Wanted>
json Table(const Runs& runs, const json& paper, const Wanted& wanted) {
  json out = json::array();
  for (const RunSum& sum : runs.sums)
    if (wanted(sum)) out.push_back(WithShares(Measured(sum)));
  for (const json& row : FromPaper(paper)) out.push_back(row);
  return out;
}

// A part of the method and the runs without it.
json Ablation(const Runs& runs, const json& paper, const std::string& part) {
  json out = json::array();
  for (const RunSum& sum : runs.sums) {
    if (!HasParts(sum) || !(sum.without.empty() || sum.without == part)) continue;
    json row = WithShares(Measured(sum));
    row["setting"] = sum.without.empty() ? "with" : "without";
    if (sum.pairs > 0) {
      row["pairs"] = sum.pairs;
      row["pairs_by_name"] = sum.pairs - sum.pairs_by_model;
      row["pairs_by_model"] = sum.pairs_by_model;
    }
    if (sum.filtered_known) {
      row["filtered"] = sum.filtered_valid;
      row["filtered_share"] = Share(sum.filtered_valid, sum.filtered);
    }
    out.push_back(std::move(row));
  }
  for (const json& row : FromPaper(paper)) out.push_back(row);
  return out;
}

json Transfer(const Runs& runs, const json& paper) {
  json out = json::array();
  for (const RunSum& sum : runs.sums) {
    size_t all = 0;
    for (const auto& [name, count] : sum.transfer_errors) all += count;
    for (const auto& [name, count] : sum.transfer_errors)
      out.push_back({{"source", "measured"},
                     {"approach", sum.approach},
                     {"provider", sum.provider},
                     {"without", sum.without},
                     {"error", name},
                     {"count", count},
                     {"share", Share(count, all)}});
  }
  for (const json& row : FromPaper(paper)) out.push_back(row);
  return out;
}

json Taxonomy(const std::vector<BugFact>& bugs, const json& paper) {
  std::map<std::pair<std::string, std::string>, size_t> counts;
  for (const BugFact& bug : bugs) ++counts[{TaxonomySymptom(bug.symptom), bug.cause}];
  json out = json::array();
  for (const auto& [kind, count] : counts)
    out.push_back(
        {{"source", "measured"}, {"symptom", kind.first}, {"cause", kind.second}, {"bugs", count}});
  for (const json& row : FromPaper(paper)) out.push_back(row);
  return out;
}

json States(const std::vector<BugFact>& bugs, const json& figures) {
  size_t known = 0, upstream = 0;
  for (const BugFact& bug : bugs) {
    known += bug.known ? 1 : 0;
    upstream += bug.state == "upstream dependency" ? 1 : 0;
  }
  const size_t found = Number(figures, "bugs_found");
  const size_t unknown = Number(figures, "bugs_unknown_before");
  return json::array({{{"source", "measured"},
                       {"bugs", bugs.size()},
                       {"known", known},
                       {"previously_unknown", bugs.size() - known},
                       {"upstream_dependency", upstream}},
                      {{"source", "paper"},
                       {"bugs", found},
                       {"known", found - unknown},
                       {"previously_unknown", unknown},
                       {"upstream_dependency", Number(figures, "bugs_upstream")}}});
}

// Which approaches find a bug, and how many bugs each such set finds.
json Overlap(const Runs& runs) {
  std::map<std::string, std::set<std::string>> finders;
  for (const RunSum& sum : runs.sums) {
    std::string name = StrCat(sum.approach, " (", sum.provider, ")");
    if (!sum.without.empty()) name += " without " + sum.without;
    for (const std::string& id : sum.bugs) finders[id].insert(name);
  }
  std::map<std::set<std::string>, size_t> sets;
  for (const auto& [id, names] : finders) ++sets[names];
  json out = json::array();
  for (const auto& [names, count] : sets) out.push_back({{"approaches", names}, {"bugs", count}});
  return out;
}

constexpr const char* kFile = "/data/mirror/paper.toml";
constexpr const char* kTables[] = {"basic",     "tokens",      "quality",  "alignment",
                                   "screening", "distinction", "transfer", "taxonomy"};

}  // namespace

json MakeTables(const Runs& runs, const json& paper) {
  const auto is_whole = [](const RunSum& sum) { return sum.without.empty(); };
  const auto is_basic = [](const RunSum& sum) { return sum.approach == "basic-cot"; };
  json out;
  out["rows"] = Table(runs, paper["quality"], is_whole);
  json& tables = out["tables"];
  tables["table2"] = Table(runs, paper["basic"], is_basic);
  tables["table3"] = Table(runs, paper["tokens"], is_whole);
  tables["table4"] = out["rows"];
  tables["table5"] = Ablation(runs, paper["alignment"], "matching-model");
  tables["table6"] = Ablation(runs, paper["screening"], "screening");
  tables["table7"] = Ablation(runs, paper["distinction"], "distinction");
  tables["transfer"] = Transfer(runs, paper["transfer"]);
  tables["taxonomy"] = Taxonomy(runs.bugs, paper["taxonomy"]);
  tables["states"] = States(runs.bugs, paper["figures"]);
  tables["overlap"] = Overlap(runs);
  out["figures"] = paper["figures"];
  size_t count = 0;
  for (const RunSum& sum : runs.sums) count += sum.runs;
  out["runs"] = count;
  return out;
}

Result<json> LoadPaper(const std::string& path_given) {
  const std::string path = path_given.empty() ? lab::HomeFolder() + kFile : path_given;
  ASSAY_ASSIGN(const Toml file, Toml::Load(path));
  json out = json::object();
  for (const char* name : kTables) {
    if (!file[name].IsArray()) return Invalid(StrCat(path, ": there is no [[", name, "]]"));
    for (const Toml& row : file[name].items())
      if (row.IsTable()) out[name].push_back(assay::ToJson(row));
  }
  if (file["figures"].IsTable()) out["figures"] = assay::ToJson(file["figures"]);
  return out;
}

std::vector<Grid> GridsOf(const nlohmann::json& all) {
  const nlohmann::json& t = all["tables"];
  const auto same = [](const char* name) { return Column{name, name}; };
  const Column source = same("source"), who = same("approach"), provider = same("provider"),
               setting = same("setting"), inputs = same("inputs"), outputs = same("outputs"),
               bugs = same("bugs"), valid{"valid", "valid", "valid_share"},
               preserving{"preserving", "preserving", "preserving_share"},
               total{"total input", "total_input"}, cost{"cost ($)", "cost"},
               by_name{"by name", "pairs_by_name"}, by_model{"by model", "pairs_by_model"},
               per_input{"preserving per input", "preserving", "preserving_per_input"},
               filtered{"valid among filtered", "filtered", "filtered_share"},
               wrong_args{"wrong args", "wrong_args"}, count{"count", "count", "share"},
               valid_ones{"among valid ones", "valid_ones"},
               unknown{"previously unknown", "previously_unknown"},
               upstream{"upstream dependency", "upstream_dependency"};
  return {
      GridOf("Table 4: quality of the programs", all["rows"],
             {source, who, provider, inputs, outputs, valid, preserving, bugs}),
      GridOf("Table 2: the basic chain of thought", t["table2"],
             {source, provider, outputs, valid, preserving}),
      GridOf("Table 3: tokens and cost", t["table3"],
             {source, who, provider, same("knowledge"), same("code"), total, same("output"), cost}),
      GridOf("Table 5: with and without the matching model", t["table5"],
             {source, who, provider, setting, same("pairs"), by_name, by_model, inputs, outputs,
              per_input, bugs}),
      GridOf("Table 6: with and without screening", t["table6"],
             {source, who, provider, setting, inputs, outputs, valid, filtered}),
      GridOf("Table 7: with and without distinction", t["table7"],
             {source, who, provider, setting, outputs, preserving, wrong_args, same("empty"),
              same("untargeted")}),
      GridOf("Section 2.2: transfer errors", t["transfer"],
             {source, who, provider, same("without"), same("error"), count, valid_ones}),
      GridOf("Section 4.4: what the bugs are", t["taxonomy"],
             {source, same("symptom"), same("cause"), bugs}),
      GridOf("Section 5.1: states of the bugs", t["states"],
             {source, bugs, same("known"), unknown, upstream})};
}

}  // namespace assay::mirror
