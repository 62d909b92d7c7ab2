// Rows of objects as a table of texts.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace assay::web::programs {

// Its title, the key of its value, and of the share that stands beside it ("": none).
struct Column {
  const char *title, *key, *share = "";
};

// {"title", "header", "rows"}. Columns that no row has anything for are left out.
nlohmann::json GridOf(const std::string& title, const nlohmann::json& rows,
                      std::vector<Column> columns);

}  // namespace assay::web::programs
