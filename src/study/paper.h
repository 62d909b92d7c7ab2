// The paper's own figures, to be set beside ours: data/study/paper.toml.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::study {

struct PaperOperator {
  double illegal_percent = 0, seconds = 0;
  std::vector<double> inconsistency;  // per pair of its frameworks
};

struct PaperMethod {
  // Reported, and confirmed by developers: by the methods' own papers, and in the study's runs.
  // Nothing: the paper does not say.
  std::optional<int> earlier, earlier_confirmed, reported, unique, confirmed;
};

// A line of its Table 5.
struct PaperDefect {
  int id = 0;
  std::string what, type;
  bool fixed = false;  // all were confirmed
};

struct Paper {
  std::vector<std::string> pairs;  // of `inconsistency`
  std::map<std::string, PaperOperator> operators;
  std::map<std::string, PaperMethod> methods;
  std::map<std::string, PaperDefect> defects;  // by the name of the planted fault
  std::map<std::string, double> types;         // "A1" or "G1+G3": percent of high-priority defects
  double backbone_higher_percent = 0;
  double nan_in_last_half_percent = 0;
  double kappa = 0;  // of its volunteers

  static Result<Paper> Parse(const std::string& toml, const std::string& path);
  // From the checkout.
  static Result<Paper> Load();
};

}  // namespace assay::study
