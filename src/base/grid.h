// Rows of objects as a table of texts, for the terminal and for pages alike.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace assay {

// Its title, the key of its value, and of the share that stands beside it ("": none).
struct Column {
  const char *title, *key, *share = "";
};

struct Grid {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

// Columns that no row has anything for are left out.
Grid GridOf(const std::string& title, const nlohmann::json& rows, std::vector<Column> columns);

}  // namespace assay
