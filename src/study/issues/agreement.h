// How far the raters of a set of reports agree: rules, the hand that kept the file, labels from
// elsewhere with all their columns, a language model.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "study/issues/issue.h"
#include "study/output.h"
#include "study/paper.h"

namespace assay::study {

// Which type each rater gave, report by report: "rule", "hand", "labels", "model", and the names of
// further columns.
class Raters {
 public:
  // `rule`: "" where no rule could speak, for want of a text.
  void Add(const Issue& issue, const std::string& rule);

  // {"kappa", "kappa_given_hand", "kappa_rule_given"} with "items", "types" and "majors" each
  // (given: labels, or where there are none what a model said); "kappas": one object per pair of
  // raters with "raters", "items", "equal", "types", "majors"; "fleiss": over all further columns,
  // as the paper has it, of all reports ("all") and by project: "raters", "items", "types",
  // "majors".
  nlohmann::json Json() const;

  // Without rows when no report has two labels.
  Table Agreement(const Paper& paper) const;
  Table Fleiss(const Paper& paper) const;

 private:
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  using Labels = std::vector<std::string>;  // of one report, by all further raters

  Pairs PairsOf(const std::string& first, const std::string& second) const;

  std::vector<std::string> names_;                           // in the order in which they came
  std::vector<std::map<std::string, std::string>> reports_;  // by rater
  std::map<std::string, std::vector<Labels>> columns_;       // by project; "": all
};

// "B" of "B1".
std::string MajorOf(const std::string& type);

// Fleiss' kappa: the agreement of the same number of raters on each item, beyond chance. 0 without
// items; 1 when all always say one and the same thing.
double FleissKappa(const std::vector<std::vector<std::string>>& items);

}  // namespace assay::study
