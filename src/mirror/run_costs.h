// Where the time of a run went: recorded runs of programs by framework and kind of inputs.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

#include "mirror/run.h"

namespace assay::mirror {

class RunCosts {
 public:
  void Add(const Output& output);
  // [{"part": "source" | "twin" | "other", "framework", "inputs", "runs", "seconds", "cpu_seconds",
  // "kept"}]; kept ones were not run, and took no time.
  nlohmann::json Json() const;

 private:
  struct Row {
    int runs = 0, kept = 0;
    double seconds = 0, cpu_seconds = 0;
  };
  std::map<std::tuple<std::string, std::string, std::string>, Row> rows_;
};

}  // namespace assay::mirror
