// Mutation order: whether mutants of many mutations show more, and whether they are still legal.
// Stands on the measurements of single operators and of the Group.
#include <algorithm>
#include <map>

#include "base/strings.h"
#include "study/parts/literal_operators.h"
#include "study/parts/operators.h"
#include "study/statistics.h"

namespace assay::study {
namespace orders {
namespace {

struct Bucket {
  const char* name;
  int up_to;
};
constexpr Bucket kBuckets[] = {{"1", 1},      {"2", 2},      {"3-5", 5},          {"6-10", 10},
                               {"11-20", 20}, {"21-50", 50}, {"over 50", 1 << 30}};

size_t BucketOf(int order) {
  size_t i = 0;
  while (order > kBuckets[i].up_to) ++i;
  return i;
}

struct ByOrder {
  std::vector<double> single, group;  // distances, all pairs together
};

// NaN mutants: in how many chains, and where in them.
struct OutOfRange {
  int64_t mutants = 0, late = 0;      // late: in the last half of the rounds
  int64_t chains = 0, late_only = 0;  // chains with such mutants; with none in the first half
};

void CountOutOfRange(const nlohmann::json& model, const char* form, OutOfRange& out) {
  const std::vector<int> rounds = model[form]["out_of_range"].get<std::vector<int>>();
  if (rounds.empty()) return;
  const int half = model[form]["rounds"].get<int>() / 2;
  const auto late = std::ranges::count_if(rounds, [&](int r) { return r > half; });
  ++out.chains;
  out.mutants += static_cast<int64_t>(rounds.size());
  out.late += late;
  out.late_only += late == static_cast<int64_t>(rounds.size()) ? 1 : 0;
}

// Counts of out-of-range mutants by the name of the form in a cell.
using ByForm = std::map<std::string, OutOfRange>;

void Collect(const nlohmann::json& cell, bool group, std::vector<ByOrder>& orders, ByForm& forms) {
  for (const nlohmann::json& model : cell["models"]) {
    for (auto& [form, counts] : forms) CountOutOfRange(model, form.c_str(), counts);
    for (const nlohmann::json& mutant : model["mutants"]) {
      ByOrder& bucket = orders[BucketOf(mutant["order"])];
      for (const nlohmann::json& d : mutant["d"])
        (group ? bucket.group : bucket.single).push_back(FromJson(d));
    }
  }
}

nlohmann::json OutOfRangeJson(const OutOfRange& counts) {
  return {{"mutants", counts.mutants},
          {"in_last_half", counts.late},
          {"chains", counts.chains},
          {"chains_only_in_last_half", counts.late_only}};
}

// `rows`: as the table calls a form, and its counts.
Table NanTable(const std::vector<std::pair<std::string, OutOfRange>>& rows, const Paper& paper) {
  Table out;
  out.title = "Mutants out of range (NaN, infinite, beyond 1e36) and where in their chain they are";
  out.header = {"mutation",
                "mutants",
                "of them in the last half %",
                "chains that have any",
                "of them only in the last half %",
                "paper %"};
  const auto share = [](int64_t part, int64_t whole) {
    return whole == 0 ? "-" : Fixed(Percent(static_cast<double>(part), whole), 1);
  };
  for (const auto& [name, counts] : rows)
    out.rows.push_back({name, StrCat(counts.mutants), share(counts.late, counts.mutants),
                        StrCat(counts.chains), share(counts.late_only, counts.chains),
                        Fixed(paper.nan_in_last_half_percent, 1)});
  return out;
}

Table OrdersTable(const std::vector<ByOrder>& orders, nlohmann::json& data) {
  Table table{.title = "Mutation order: mean D over all pairs and models, outliers excluded",
              .header = {"order", "single operators: runs", "D", "Group: runs", "D"}};
  data = nlohmann::json::array();
  for (size_t i = 0; i < orders.size(); ++i) {
    const ByOrder& at = orders[i];
    const double single = MeanOf(WithoutOutliers(at.single));
    const double group = MeanOf(WithoutOutliers(at.group));
    data.push_back({{"order", kBuckets[i].name},
                    {"single_runs", at.single.size()},
                    {"single_d", single},
                    {"group_runs", at.group.size()},
                    {"group_d", group}});
    table.rows.push_back({kBuckets[i].name, StrCat(at.single.size()),
                          at.single.empty() ? "-" : Short(single), StrCat(at.group.size()),
                          at.group.empty() ? "-" : Short(group)});
  }
  return table;
}

template <bool literal>
void Present(const Settings&, const Results& results, const Paper& paper, nlohmann::json& data,
             Chapter& chapter) {
  const std::string prefix = literal ? "literal-" : "", key = literal ? "literal_" : "";
  std::vector<ByOrder> orders(std::size(kBuckets));
  ByForm forms;
  for (const char* form : {"ours", "unconstrained"})
    if (!literal) forms[form];
  if (literal) forms["counts"];
  for (const std::string& name : OperatorNames())
    Collect(results.at(literal ? LiteralOperatorCellName(name) : OperatorCellName(name)),
            name == kGroup, orders, forms);
  Table table = OrdersTable(orders, data[key + "orders"]);
  table.name = prefix + "orders";
  chapter.tables.push_back(std::move(table));
  std::vector<std::pair<std::string, OutOfRange>> rows;
  for (const auto& [form, counts] : forms)
    rows.emplace_back(form == "ours" ? "assay" : literal ? "literal" : form, counts);
  for (const auto& [name, counts] : rows) data[key + "out_of_range"][name] = OutOfRangeJson(counts);
  Table nan = NanTable(rows, paper);
  nan.name = prefix + "nan-mutants";
  chapter.tables.push_back(std::move(nan));
}

}  // namespace
}  // namespace orders

PartDef OrdersPartDef() {
  return {"orders", "RQ3, mutation order: do high orders show more?", OperatorCells,
          orders::Present<false>};
}

PartDef LiteralOrdersPartDef() {
  return {"literal-orders", "RQ3, mutation order, in the literature's own form",
          LiteralOperatorCells, orders::Present<true>, true};
}

}  // namespace assay::study
