#include "cli/table.h"

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <sstream>

namespace assay::cli {
namespace {

// Columns on a terminal: bytes that begin a character.
size_t Width(const std::string& text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

// Also the dash that stands where there is none.
bool IsNumber(const std::string& text) {
  if (text == "-") return true;
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0';
}

// By Tone.
constexpr const char* kCodes[] = {"", "\033[32m", "\033[33m", "\033[31;1m", "\033[2m"};

}  // namespace

void Table::AddRow(std::vector<std::string> cells, std::vector<std::pair<size_t, Tone>> tones) {
  cells.resize(header_.size());
  rows_.push_back({std::move(cells), std::move(tones)});
}

void Table::Print(std::ostream& out, bool color) const {
  std::vector<size_t> widths;
  std::vector<bool> right(header_.size(), true);
  for (size_t i = 0; i < header_.size(); ++i) {
    size_t width = Width(header_[i]);
    for (const Row& row : rows_) {
      width = std::max(width, Width(row.cells[i]));
      if (!row.cells[i].empty() && !IsNumber(row.cells[i])) right[i] = false;
    }
    widths.push_back(width);
  }
  const auto print = [&](const std::vector<std::string>& cells, const auto& tone_of) {
    std::string line;
    for (size_t i = 0; i < cells.size(); ++i) {
      const std::string pad(widths[i] - Width(cells[i]), ' ');
      const char* code = color ? tone_of(i) : "";
      const std::string cell = *code == '\0' ? cells[i] : code + cells[i] + "\033[0m";
      line += "  " + (right[i] ? pad + cell : cell + pad);
    }
    out << line.substr(0, line.find_last_not_of(' ') + 1) << "\n";
  };
  print(header_, [](size_t) { return "\033[1m"; });
  for (const Row& row : rows_)
    print(row.cells, [&](size_t column) {
      for (const auto& [at, tone] : row.tones)
        if (at == column) return kCodes[static_cast<size_t>(tone)];
      return "";
    });
}

std::string Fixed(double value, int decimals) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(decimals) << value;
  return out.str();
}

std::string Digits(double value, int digits) {
  std::ostringstream out;
  out << std::setprecision(digits) << value;
  return out.str();
}

}  // namespace assay::cli
