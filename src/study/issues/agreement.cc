#include "study/issues/agreement.h"

#include <algorithm>

#include "base/strings.h"
#include "study/statistics.h"

namespace assay::study {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;
using Items = std::vector<std::vector<std::string>>;

Pairs MajorsOf(const Pairs& types) {
  Pairs out;
  for (const auto& [a, b] : types) out.emplace_back(MajorOf(a), MajorOf(b));
  return out;
}

Items MajorsOf(Items items) {
  for (auto& item : items)
    for (std::string& type : item) type = MajorOf(type);
  return items;
}

nlohmann::json KappaJson(const Pairs& types) {
  return {{"items", types.size()},
          {"types", CohensKappa(types).kappa},
          {"majors", CohensKappa(MajorsOf(types)).kappa}};
}

// What the old keys call given: labels, or where a report has none what a model said.
Pairs WithGiven(const std::vector<std::map<std::string, std::string>>& reports, const char* other) {
  Pairs out;
  for (const auto& report : reports) {
    auto given = report.find("labels");
    if (given == report.end()) given = report.find("model");
    const auto it = report.find(other);
    if (given != report.end() && it != report.end()) out.emplace_back(it->second, given->second);
  }
  return out;
}

}  // namespace

std::string MajorOf(const std::string& type) { return type.substr(0, 1); }

double FleissKappa(const Items& items) {
  if (items.empty() || items[0].size() < 2) return 0;
  const auto raters = static_cast<double>(items[0].size());
  const auto count = static_cast<double>(items.size());
  std::map<std::string, double> shares;
  double agreed = 0;
  for (const auto& item : items) {
    std::map<std::string, double> votes;
    for (const std::string& type : item) votes[type] += 1;
    double squares = 0;
    for (const auto& [type, n] : votes) {
      squares += n * n;
      shares[type] += n / (raters * count);
    }
    agreed += (squares - raters) / (raters * (raters - 1)) / count;
  }
  double chance = 0;
  for (const auto& [type, share] : shares) chance += share * share;
  return chance >= 1 ? 1 : (agreed - chance) / (1 - chance);
}

void Raters::Add(const Issue& issue, const std::string& rule) {
  std::map<std::string, std::string> report;
  const auto add = [&](const std::string& name, const std::string& type) {
    if (type.empty()) return;
    if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
    report[name] = type;
  };
  add("rule", rule);
  add("hand", issue.hand);
  add("labels", issue.given);
  add("model", issue.model);
  Labels column;
  for (const auto& [name, type] : issue.raters) {
    add(name, type);
    column.push_back(type);
  }
  if (column.size() > 1) {
    columns_[""].push_back(column);
    if (!issue.project.empty()) columns_[issue.project].push_back(column);
  }
  reports_.push_back(std::move(report));
}

Raters::Pairs Raters::PairsOf(const std::string& first, const std::string& second) const {
  Pairs out;
  for (const auto& report : reports_) {
    const auto a = report.find(first), b = report.find(second);
    if (a != report.end() && b != report.end()) out.emplace_back(a->second, b->second);
  }
  return out;
}

nlohmann::json Raters::Json() const {
  nlohmann::json out = {{"kappa", KappaJson(PairsOf("rule", "hand"))},
                        {"kappa_given_hand", KappaJson(WithGiven(reports_, "hand"))},
                        {"kappa_rule_given", KappaJson(WithGiven(reports_, "rule"))},
                        {"kappas", nlohmann::json::array()},
                        {"fleiss", nlohmann::json::object()}};
  for (size_t i = 0; i < names_.size(); ++i)
    for (size_t j = i + 1; j < names_.size(); ++j) {
      const Pairs types = PairsOf(names_[i], names_[j]);
      if (types.empty()) continue;
      nlohmann::json pair = KappaJson(types);
      pair["raters"] = {names_[i], names_[j]};
      pair["equal"] = CohensKappa(types).equal;
      out["kappas"].push_back(std::move(pair));
    }
  for (const auto& [project, items] : columns_) {
    // Raters who left something out cannot be counted together with those who did not.
    Items same;
    for (const Labels& item : items)
      if (item.size() == items[0].size()) same.push_back(item);
    out["fleiss"][project.empty() ? "all" : project] = {{"raters", items[0].size()},
                                                        {"items", same.size()},
                                                        {"types", FleissKappa(same)},
                                                        {"majors", FleissKappa(MajorsOf(same))}};
  }
  return out;
}

Table Raters::Agreement(const Paper& paper) const {
  Table out{.name = "issues-agreement",
            .title = "Agreement of two raters (Cohen's kappa)",
            .header = {"raters", "labels", "items", "equal", "equal by chance %", "kappa",
                       "paper, between people"}};
  for (size_t i = 0; i < names_.size(); ++i)
    for (size_t j = i + 1; j < names_.size(); ++j) {
      const Pairs types = PairsOf(names_[i], names_[j]);
      if (types.empty()) continue;
      for (const auto& [name, a] : {std::pair("types", CohensKappa(types)),
                                    std::pair("major types", CohensKappa(MajorsOf(types)))})
        out.rows.push_back({StrCat(names_[i], " and ", names_[j]), name, StrCat(a.items),
                            StrCat(a.equal), Fixed(100 * a.expected, 1), Fixed(a.kappa, 3),
                            Fixed(paper.kappa, 3)});
    }
  return out;
}

Table Raters::Fleiss(const Paper& paper) const {
  Table out{.name = "issues-fleiss",
            .title = "Agreement of all columns of the labels (Fleiss' kappa, as in the paper)",
            .header = {"project", "raters", "items", "types", "major types", "paper, all"}};
  const nlohmann::json data = Json();
  for (const auto& [project, each] : data["fleiss"].items())
    out.rows.push_back({project, each["raters"].dump(), each["items"].dump(),
                        Fixed(each["types"], 3), Fixed(each["majors"], 3), Fixed(paper.kappa, 3)});
  return out;
}

}  // namespace assay::study
