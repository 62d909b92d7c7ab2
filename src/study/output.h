// What the study gives out: tables, plots, and the same figures as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::study {

struct Table {
  std::string name;  // of its CSV file
  std::string title;
  std::string note;  // below it in Markdown; may be empty
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;

  std::string Markdown() const;
  std::string Csv() const;
};

struct Plot {
  std::string name;  // of its SVG file
  std::string title;
  std::string svg;
};

// One research question.
struct Chapter {
  std::string title;
  std::vector<Table> tables;
  std::vector<Plot> plots;
};

struct Output {
  nlohmann::json data = nlohmann::json::object();
  std::vector<Chapter> chapters;
};

// Writes study.md, study.json, a .csv per table and a .svg per plot; returns their paths.
Result<std::vector<std::string>> WriteOutput(const std::string& folder, const Output& output,
                                             const std::string& preface);

}  // namespace assay::study
