// Many rows of one table at once. See Engine::Copy.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assay::store {

// Bytes that are not text.
struct Blob {
  std::string_view bytes;
};

struct BulkRows {
  using Value = std::variant<int64_t, double, std::string_view, Blob>;

  std::string table;
  std::vector<std::string> columns;
  std::string conflict;       // "ON CONFLICT …": what becomes of rows that are there already
  std::vector<Value> values;  // row by row; what they show must live until all is written

  size_t rows() const { return values.size() / columns.size(); }
  template <typename... Values>
  void Add(const Values&... row) {
    (values.emplace_back(Value(row)), ...);
  }
};

}  // namespace assay::store
