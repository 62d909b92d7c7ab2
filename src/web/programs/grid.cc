#include "web/programs/grid.h"

#include <algorithm>
#include <cstdio>

namespace assay::web::programs {
namespace {

using nlohmann::json;

std::string Formatted(const char* format, double value) {
  char text[48];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string Shown(const json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return Formatted("%.4g", value.get<double>());
  return value.dump();
}

std::string Cell(const json& row, const Column& column) {
  std::string out = Shown(row.value(column.key, json()));
  if (*column.share == '\0' || !row.contains(column.share) || !row[column.share].is_number())
    return out;
  return out + Formatted(" (%.1f %%)", 100 * row[column.share].get<double>());
}

}  // namespace

json GridOf(const std::string& title, const json& rows, std::vector<Column> columns) {
  std::erase_if(columns, [&](const Column& column) {
    return std::none_of(rows.begin(), rows.end(), [&](const json& row) {
      return row.contains(column.key) && !row[column.key].is_null() && row[column.key] != "";
    });
  });
  json header = json::array(), cells = json::array();
  for (const Column& column : columns) header.push_back(column.title);
  for (const json& row : rows) {
    json line = json::array();
    for (const Column& column : columns) line.push_back(Cell(row, column));
    cells.push_back(std::move(line));
  }
  return {{"title", title}, {"header", std::move(header)}, {"rows", std::move(cells)}};
}

}  // namespace assay::web::programs
