// The study's ten findings, each with our figure beside the paper's: confirmed, refuted or open.
// What counts as which is decided here. The rules of 6, 8 and 9 were made stricter after a trial
// run on two models, where they gave verdicts on nothing (0 of 0), on a proxy and on a difference
// of two percent; that of 9 once more after the first measured run, which confirmed it from a
// single chain. All of these can only be open more often than before. The others are as they were
// first written.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/strings.h"
#include "study/parts/method_rows.h"
#include "study/parts/operators.h"
#include "study/statistics.h"

namespace assay::study {
namespace findings {
namespace {

constexpr const char* kConfirmed = "confirmed";
constexpr const char* kRefuted = "refuted";
constexpr const char* kOpen = "open";

// Below these a share says nothing.
constexpr int64_t kLeastReports = 10;
constexpr size_t kLeastDefects = 8;  // distinct ones: the paper's methods had eight sub-types
constexpr size_t kLeastRuns = 30;
constexpr int64_t kLeastChains = 5;  // with NaN mutants
constexpr double kApart = 1.25;      // times: means that are nearer count as equal
constexpr double kLevel = 0.05;      // of the sign test

struct Verdict {
  std::string ours = "not measured";
  std::string verdict = kOpen;
};

// What the parts before this one have found out; parts that were not chosen are missing.
struct Evidence {
  const Settings& settings;
  const Results& results;
  const nlohmann::json& data;

  std::vector<MethodRow> LiteralMethods() const {
    std::vector<MethodRow> out;
    for (const std::string& method : settings.methods)
      if (const auto it = results.find(MethodCellName(method, true)); it != results.end())
        out.push_back(MethodRowOf(method, it->second));
    return out;
  }
};

Verdict FromReports(const Evidence&) {
  return {.ours = "needs many reports of defects: assay study issues", .verdict = kOpen};
}

// Finding 4: rarely inconsistencies, many duplicates.
Verdict Duplicates(const Evidence& evidence) {
  const std::vector<MethodRow> rows = evidence.LiteralMethods();
  if (rows.empty()) return {};
  int64_t reports = 0, inconsistent = 0, repeated = 0, false_alarms = 0;
  for (const MethodRow& row : rows) {
    reports += row.judged();
    repeated += row.duplicates();
    false_alarms += row.false_hits;
    for (const nlohmann::json& finding : row.cell["findings"])
      if ((finding["kind"] == "d-mad" || finding["kind"] == "r-rate") &&
          finding["outcome"] == "defect")
        inconsistent += finding["count"].get<int64_t>();
  }
  Verdict out{.ours = StrCat(reports, " reports of the literal methods: ", inconsistent,
                             " real inconsistencies, ", repeated, " duplicates, ", false_alarms,
                             " false alarms")};
  if (reports < kLeastReports) return out;
  const bool rare = inconsistent * 10 < reports, mostly = 2 * repeated > reports;
  out.verdict = rare && mostly ? kConfirmed : !rare && !mostly ? kRefuted : kOpen;
  if (rare && !mostly) out.ours += "; inconsistencies are rare, duplicates are not the most";
  return out;
}

// Finding 5: five major types, eight sub-types.
Verdict Types(const Evidence& evidence) {
  std::set<std::string> keys, types, majors;
  const std::vector<MethodRow> rows = evidence.LiteralMethods();
  if (rows.empty()) return {};
  for (const MethodRow& row : rows)
    for (const auto& [key, unique] : row.unique) {
      keys.insert(key);
      types.insert(unique.type);
      majors.insert(unique.type.substr(0, 1));
    }
  Verdict out{.ours = StrCat(keys.size(), " distinct defects of the literal methods in ",
                             types.size(), " sub-types (", Join(types, ", "), ") of ",
                             majors.size(), " major types")};
  if (keys.size() < kLeastDefects) return out;
  out.verdict = types.size() >= 5 && majors.size() >= 4 ? kConfirmed : kRefuted;
  return out;
}

// Finding 6: nothing about training.
Verdict Training(const Evidence& evidence) {
  const std::vector<MethodRow> rows = evidence.LiteralMethods();
  if (rows.empty()) return {};
  int64_t found = 0, all = 0;
  for (const MethodRow& row : rows)
    for (const auto& [type, count] : row.types) {
      all += count;
      found += type == "E2" || type == "E3" ? count : 0;
    }
  return {.ours = StrCat(found, " of ", all,
                         " findings of the literal methods are of loss or metric (E2, E3); they "
                         "run no training"),
          .verdict = all < static_cast<int64_t>(kLeastDefects) ? kOpen
                     : found == 0                              ? kConfirmed
                                                               : kRefuted};
}

// Finding 7: structure operators differ most. By the mean over operators, as the paper's Table 4.
Verdict Structure(const Evidence& evidence) {
  const auto rows = evidence.data.find("literal_operators");
  if (rows == evidence.data.end()) return {};
  constexpr std::array<std::string_view, 6> kStructure = {"LA", "LR", "LC", "LS", "ARFm", "ARFp"};
  std::map<std::string, std::array<std::vector<double>, 2>> by_pair;
  for (const nlohmann::json& row : *rows) {
    const std::string name = row["operator"];
    if (name == kGroup) continue;
    const bool other = std::ranges::find(kStructure, name) == kStructure.end();
    for (const auto& [pair, value] : row["inconsistency"].items())
      if (const double d = FromJson(value); std::isfinite(d))
        by_pair[pair][other ? 1 : 0].push_back(d);
  }
  int higher = 0, all = 0;
  std::vector<std::string> parts;
  for (const auto& [pair, groups] : by_pair) {
    if (groups[0].empty() || groups[1].empty()) continue;
    const double structure = MeanOf(groups[0]), others = MeanOf(groups[1]);
    ++all;
    higher += structure > others ? 1 : 0;
    // One operator may carry the mean: the reader is told what is left without it.
    std::vector<double> rest = groups[0];
    rest.erase(std::ranges::max_element(rest));
    parts.push_back(StrCat(pair, " ", Short(structure), " (", Short(MeanOf(rest)),
                           " without the highest of them) against ", Short(others)));
  }
  if (all == 0) return {};
  return {.ours = StrCat("mean D of structure operators against the others: ", Join(parts, "; ")),
          .verdict = higher == all ? kConfirmed
                     : higher == 0 ? kRefuted
                                   : kOpen};
}

// Finding 8: input operators cost time, so they show defects of efficiency. The cost is measured;
// that it is low does not say that there is no such defect.
Verdict Inputs(const Evidence& evidence) {
  const auto rows = evidence.data.find("operators");
  if (rows == evidence.data.end()) return {};
  std::vector<double> inputs, others;
  for (const nlohmann::json& row : *rows) {
    const std::string name = row["operator"];
    const double ms = row["cpu_ms_per_mutant"];
    if (name != kGroup && ms > 0) (name == "SM" || name == "DM" ? inputs : others).push_back(ms);
  }
  if (inputs.empty() || others.empty()) return {};
  const double times = MeanOf(inputs) / MeanOf(others);
  return {.ours = StrCat("a mutant of SM or DM takes ", Fixed(times, 2),
                         " times the CPU time of another (the paper: 2.2 to 3.2 times)"),
          .verdict = times >= 1.5 ? kConfirmed : kOpen};
}

// Finding 9: low orders differ more, high orders give NaN.
Verdict Orders(const Evidence& evidence) {
  const auto rows = evidence.data.find("literal_orders");
  if (rows == evidence.data.end()) return {};
  double low = 0, high = 0;
  size_t low_runs = 0, high_runs = 0;
  for (const nlohmann::json& row : *rows)
    for (const char* form : {"single", "group"}) {
      const std::string order = row["order"];
      const bool is_low = order == "1" || order == "2" || order == "3-5";
      const auto runs = row[StrCat(form, "_runs")].get<size_t>();
      const double d = static_cast<double>(runs) * row[StrCat(form, "_d")].get<double>();
      (is_low ? low : high) += d;
      (is_low ? low_runs : high_runs) += runs;
    }
  const nlohmann::json& nan = evidence.data["literal_out_of_range"]["literal"];
  const auto chains = nan["chains"].get<int64_t>();
  const double late =
      Percent(nan["chains_only_in_last_half"].get<double>(), static_cast<double>(chains));
  if (low_runs < kLeastRuns || high_runs < kLeastRuns) return {.ours = "too few runs"};
  low /= static_cast<double>(low_runs);
  high /= static_cast<double>(high_runs);
  const bool later_nan = chains > 0 && late > 50;
  return {.ours = StrCat("mean D ", Short(low), " up to order 5, ", Short(high), " above; of ",
                         chains, " chains with NaN mutants ", Fixed(late, 1),
                         " % have them only in the last half"),
          .verdict = chains < kLeastChains               ? kOpen
                     : low > kApart * high && later_nan  ? kConfirmed
                     : high > kApart * low && !later_nan ? kRefuted
                                                         : kOpen};
}

// Two-sided, of a fair coin that showed `heads` in `all`.
double SignTest(int heads, int all) {
  const int far = std::max(heads, all - heads);
  double p = 0;
  for (int k = far; k <= all; ++k)
    p += std::exp(std::lgamma(all + 1.0) - std::lgamma(k + 1.0) - std::lgamma(all - k + 1.0) -
                  all * std::log(2.0));
  return std::min(1.0, 2 * p);
}

// Finding 10: the backbone.
Verdict Positions(const Evidence& evidence) {
  const auto summary = evidence.data.find("literal_position_summary");
  if (summary == evidence.data.end()) return {};
  const int backbone = (*summary)["backbone_higher"], head = (*summary)["head_higher"];
  if (backbone + head == 0) return {.ours = "nothing differs"};
  const double share = Percent(backbone, backbone + head), p = SignTest(backbone, backbone + head);
  return {.ours = StrCat("the backbone is higher in ", Fixed(share, 1), " % of ", backbone + head,
                         " comparisons (sign test: p = ", Fixed(p, 3), ")"),
          .verdict = p > kLevel   ? kOpen
                     : share > 50 ? kConfirmed
                                  : kRefuted};
}

struct Finding {
  int number;
  const char* what;
  const char* paper;
  Verdict (*judge)(const Evidence&);
};

constexpr std::array<Finding, 10> kFindings = {{
    {1, "defects of managing resources are the most common sub-type", "B1 13 %", FromReports},
    {2, "performance concerns developers more than accuracy", "16.0 % against 10.0 %", FromReports},
    {3, "crashes are the most common major type", "25.7 %", FromReports},
    {4, "existing methods rarely detect inconsistencies and report many duplicates",
     "0 inconsistencies; 327 reports of COMET, 10 distinct", Duplicates},
    {5, "existing methods detect some types only", "5 major types, 8 sub-types", Types},
    {6, "performance of training is what they miss most", "0 of 34", Training},
    {7, "structure operators outperform others", "D 0.3 to 409 against 0.5 to 353", Structure},
    {8, "input operators can show defects of efficiency and resources",
     "1541 s and 2133 s against at most 945 s", Inputs},
    {9, "low orders outperform high ones, which give more false positives",
     "66.6 % with all NaN mutants in the last half", Orders},
    {10, "mutating the backbone outperforms mutating the head", "61.54 %", Positions},
}};

std::vector<Cell> Cells(const Settings& settings) {
  std::vector<Cell> out;
  for (const char* part : {"methods", "operators", "positions"})
    for (Cell& cell : FindPart(part)->cells(settings)) out.push_back(std::move(cell));
  return out;
}

void Present(const Settings& settings, const Results& results, const Paper&, nlohmann::json& data,
             Chapter& chapter) {
  Table table{.name = "findings",
              .title = "The paper's findings on these targets",
              .header = {"no.", "finding", "paper", "here", "verdict"}};
  nlohmann::json list = nlohmann::json::array();
  for (const Finding& finding : kFindings) {
    const Verdict verdict = finding.judge({settings, results, data});
    table.rows.push_back(
        {StrCat(finding.number), finding.what, finding.paper, verdict.ours, verdict.verdict});
    list.push_back({{"number", finding.number},
                    {"finding", finding.what},
                    {"paper", finding.paper},
                    {"ours", verdict.ours},
                    {"verdict", verdict.verdict}});
  }
  table.note =
      "Findings 4 to 7, 9 and 10 rest on the literal form (--literal). Open: not measured, too "
      "little of it, or it points both ways.";
  data["findings"] = std::move(list);
  chapter.tables.push_back(std::move(table));
}

}  // namespace
}  // namespace findings

PartDef FindingsPartDef() {
  return {"findings", "What stands of the paper's ten findings?", findings::Cells,
          findings::Present};
}

}  // namespace assay::study
