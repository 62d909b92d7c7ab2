// What one search of a method comes to, in either of its forms: counted alike for all tables.
#pragma once

#include <algorithm>
#include <map>
#include <string>

#include "study/part.h"

namespace assay::study {

// The measurement of a method in our form, or as the literature has it.
std::string MethodCellName(const std::string& method, bool literal = false);
Cell MethodCell(const Settings& settings, const std::string& method, bool literal = false);

struct UniqueDefect {
  std::string type;
  int order = 0;  // the lowest that showed it
  bool generated = false;
};

struct MethodRow {
  std::string name;
  nlohmann::json cell;
  int64_t true_hits = 0, false_hits = 0, undecided_hits = 0;
  int64_t false_groups = 0, undecided_groups = 0;
  std::map<std::string, UniqueDefect> unique;  // by key
  std::map<std::string, int> types;
  int only_here = 0;  // unique ones that no other method found
  // Reports of a defect that was reported before.
  int64_t duplicates() const {
    return std::max<int64_t>(0, true_hits - static_cast<int64_t>(unique.size()));
  }
  int64_t judged() const { return true_hits + false_hits + undecided_hits; }
};

MethodRow MethodRowOf(const std::string& name, const nlohmann::json& cell);

double ShareOf(int64_t part, int64_t whole);  // percent

// "reported / unique / confirmed" of the paper.
std::string PaperMethodText(const Paper& paper, const std::string& method);

}  // namespace assay::study
