// A table of text with aligned columns.
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace assay::cli {

enum class Tone { kPlain, kGood, kWarning, kBad, kDim };

class Table {
 public:
  explicit Table(std::vector<std::string> header) : header_(std::move(header)) {}
  // `tones` colours cells, by column. Numbers are set to the right.
  void AddRow(std::vector<std::string> cells, std::vector<std::pair<size_t, Tone>> tones = {});
  void Print(std::ostream& out, bool color) const;

 private:
  struct Row {
    std::vector<std::string> cells;
    std::vector<std::pair<size_t, Tone>> tones;
  };
  std::vector<std::string> header_;
  std::vector<Row> rows_;
};

// A number for a cell: with so many decimals, or with so many digits in all.
std::string Fixed(double value, int decimals = 1);
std::string Digits(double value, int digits = 3);

}  // namespace assay::cli
