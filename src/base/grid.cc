#include "base/grid.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace assay {
namespace {

using nlohmann::json;

std::string Formatted(const char* format, double value) {
  char text[400];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string Shown(const json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number_float()) return value.dump();
  const double number = value.get<double>();
  return Formatted(number == std::floor(number) ? "%.0f" : "%.4g", number);
}

std::string Cell(const json& row, const Column& column) {
  std::string out = Shown(row.value(column.key, json()));
  if (*column.share == '\0' || !row.contains(column.share) || !row[column.share].is_number())
    return out;
  return out + Formatted(" (%.1f %%)", 100 * row[column.share].get<double>());
}

}  // namespace

Grid GridOf(const std::string& title, const json& rows, std::vector<Column> columns) {
  std::erase_if(columns, [&](const Column& column) {
    return std::none_of(rows.begin(), rows.end(), [&](const json& row) {
      return !Shown(row.value(column.key, json())).empty();
    });
  });
  Grid out{.title = title, .header = {}, .rows = {}};
  for (const Column& column : columns) out.header.emplace_back(column.title);
  for (const json& row : rows) {
    std::vector<std::string>& cells = out.rows.emplace_back();
    for (const Column& column : columns) cells.push_back(Cell(row, column));
  }
  return out;
}

}  // namespace assay
